//! `ferz queens --format json`: the question and the answer.

use super::changes::RulesSummary;
use super::clash::{CoreSummary, Dead};
use super::distinct::{Orbits, SymmetrySummary};
use super::request::Request;
use crate::envelope::{Answer, Envelope, Outcome};
use crate::search_args::SearchArgs;
use queens::Formulation;
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

/// What was asked.
#[derive(Serialize, Default)]
pub(crate) struct QuestionFields {
    pub(crate) n: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pieces: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) symmetries: Option<usize>,
    pub(crate) method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) consistency: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) order: Option<&'static str>,
    #[serde(flatten)]
    pub(crate) search: Option<SearchFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sort: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) transposed: bool,
}

#[derive(Serialize)]
pub(crate) struct SearchFields {
    tie_break: &'static str,
    value_order: &'static str,
    branching: &'static str,
    seed: u64,
}

#[derive(Serialize)]
struct Question<'a> {
    #[serde(flatten)]
    asked: &'a QuestionFields,
    #[serde(flatten)]
    changed: &'a RulesSummary,
}

impl QuestionFields {
    pub(crate) fn new(request: &Request) -> QuestionFields {
        let &Request { n, pieces, transpose, .. } = request;
        QuestionFields { n, pieces, transposed: transpose, method: "model", ..QuestionFields::default() }
    }

    /// How the rules became constraints.
    pub(crate) fn stated(self, model: Formulation, consistency: Option<Consistency>) -> QuestionFields {
        let is_leveled = model == Formulation::AllDifferent;
        let consistency = is_leveled.then(|| consistency.unwrap_or_default().name());
        QuestionFields { model: Some(model.name()), consistency, ..self }
    }

    /// How the search was made.
    pub(crate) fn searched(self, args: &SearchArgs) -> QuestionFields {
        let search = SearchFields {
            tie_break: args.tie_break.unwrap_or_default().name(),
            value_order: args.value_order.unwrap_or_default().name(),
            branching: args.branching.unwrap_or_default().name(),
            seed: args.seed,
        };
        QuestionFields { search: Some(search), ..self }
    }
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
        request: &Request,
        asked: &QuestionFields,
        changed: &RulesSummary,
    ) -> io::Result<Object> {
        let envelope = Envelope::open(out, "queens", &Question { asked, changed })?;
        let envelope = if request.wants_solutions() { envelope.list(out)? } else { envelope };
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
        request: &Request,
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
            unique: request.unique.then(|| uniqueness(end, statistics.solutions)),
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
