//! `ferz queens --format json`: the question and the answer.

use super::args::Queens;
use super::changes::RulesSummary;
use super::clash::{CoreSummary, Dead};
use super::distinct::{Orbits, SymmetrySummary};
use crate::envelope::{Answer, Envelope, Outcome};
use serde::Serialize;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;
use study::Tally;

/// The object while it is written.
pub(crate) struct Object {
    envelope: Envelope,
    answer: Answer<Details>,
}

#[derive(Serialize)]
struct Question<'a> {
    n: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<u64>,
    #[serde(flatten)]
    changed: &'a RulesSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<usize>,
    method: &'a str,
    model: &'a str,
    consistency: Option<&'a str>,
    order: &'a str,
    tie_break: &'a str,
    value_order: &'a str,
    branching: &'a str,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    transposed: bool,
}

#[derive(Serialize, Default)]
struct Details {
    /// With `--unique`: `none`, `one`, `several`, or `unknown` when a limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits: Option<SymmetrySummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<Vec<Verified>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clash: Option<CoreSummary>,
}

/// What was verified of a rule.
#[derive(Serialize)]
struct Verified {
    rule: &'static str,
    inferences: u64,
    failures: u64,
    premises: u64,
}

impl Object {
    pub(crate) fn open(
        out: &mut impl Write,
        args: &Queens,
        changed: &RulesSummary,
        symmetries: Option<usize>,
    ) -> io::Result<Object> {
        let is_leveled = args.model == queens::Formulation::AllDifferent;
        let question = Question {
            n: args.n,
            pieces: args.pieces,
            changed,
            symmetries,
            method: args.method().name(),
            model: args.model.name(),
            consistency: is_leveled.then(|| args.consistency.unwrap_or_default().name()),
            order: args.order().name(),
            tie_break: args.search.tie_break.unwrap_or_default().name(),
            value_order: args.search.value_order.unwrap_or_default().name(),
            branching: args.search.branching.unwrap_or_default().name(),
            seed: args.search.seed,
            sort: args.sort.map(queens::Sorted::name),
            transposed: args.transpose,
        };
        let envelope = Envelope::open(out, "queens", &question)?;
        let envelope = if args.wants_solutions() { envelope.list(out)? } else { envelope };
        Ok(Object { envelope, answer: Answer::of(Outcome::Satisfied).with(Details::default()) })
    }

    /// A solution. The first one is shown at once.
    pub(crate) fn solution(&mut self, out: &mut impl Write, solution: &impl Serialize) -> io::Result<()> {
        let first = self.envelope.is_empty();
        self.envelope.solution(out, solution)?;
        if first { out.flush() } else { Ok(()) }
    }

    /// The search has ended.
    pub(crate) fn end(
        &mut self,
        args: &Queens,
        (end, stopped_by): (Step, Option<StopReason>),
        statistics: &Statistics,
        time: Duration,
        orbits: Option<&Orbits>,
        rules: Option<&BTreeMap<&'static str, Tally>>,
    ) {
        let end = match (end, stopped_by) {
            (Step::Stopped(_), None) => Step::Solution,
            (end, _) => end,
        };
        self.answer = Answer::of_search(end, statistics).seconds(time.as_secs_f64()).with(Details {
            unique: args.unique.then(|| uniqueness(end, statistics.solutions)),
            orbits: orbits.map(Orbits::told),
            verified: rules.map(|rules| rules.iter().map(verified).collect()),
            clash: None,
        });
    }

    /// Why there is no solution.
    pub(crate) fn clash(&mut self, dead: &Dead) {
        self.answer.details.clash = Some(dead.summary());
    }

    pub(crate) fn close(self, out: &mut impl Write) -> io::Result<()> {
        self.envelope.close(out, &self.answer)
    }
}

/// Whether there is exactly one solution, as far as the number found and the search's end tell.
fn uniqueness(end: Step, found: u64) -> &'static str {
    match (end, found) {
        (_, 2..) => "several",
        (Step::Exhausted, 1) => "one",
        (Step::Exhausted, 0) => "none",
        (Step::Stopped(_) | Step::Solution, _) => "unknown",
    }
}

fn verified((&rule, tally): (&&'static str, &Tally)) -> Verified {
    let Tally { inferences, failures, premises } = *tally;
    Verified { rule, inferences, failures, premises }
}
