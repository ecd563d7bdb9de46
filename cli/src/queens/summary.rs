//! Summarises the solutions of a search as a sentence, as tables, and as JSON.

use super::changes::RulesSummary;
use super::distinct::Orbits;
use super::output::{Closing, Report};
use super::question::Question;
use crate::run::envelope::costs;
use crate::run::prelude::*;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use study::Tally;

/// The verified inferences of each rule.
pub(super) type Rules = BTreeMap<&'static str, Tally>;

/// A finished search.
pub(super) struct Summary<'a> {
    question: &'a Question<'a>,
    orbits: Option<&'a Orbits>,
    end: End,
    statistics: Statistics,
}

impl<'a> Summary<'a> {
    pub(super) fn new(report: &'a Report<'a>, end: End, statistics: Statistics) -> Summary<'a> {
        Summary { question: report.question, orbits: report.orbits.as_ref(), end, statistics }
    }

    pub(super) fn closing(&self, time: Duration, rules: Option<&Rules>) -> Closing {
        let (end, sentence) = (self.end, self.sentence());
        // The user ended the search.
        let (is_left, seconds) = (end.left().is_some(), time.as_secs_f64());
        let mut lines = rules.filter(|_| !is_left).map(table).unwrap_or_default();
        if self.question.stats && !is_left {
            let Statistics { nodes, failures, propagations, peak_depth, .. } = self.statistics;
            lines += &format!("nodes         {nodes}\nfailures      {failures}\npropagations  {propagations}\n");
            lines += &format!("peak depth    {peak_depth}\ntime          {seconds:.3} s\n");
        }
        let verified = |(rule, tally): (_, &Tally)| {
            let Tally { inferences, failures, premises } = *tally;
            let verified = Fields::new().with("rule", rule).with("inferences", inferences);
            verified.with("failures", failures).with("premises", premises)
        };
        let answer = end.answer(self.statistics.solutions).some("unique", self.uniqueness());
        let answer = answer.some("orbits", self.orbits.map(Orbits::summary));
        let answer = answer.some("verified", rules.map(|rules| rules.iter().map(verified).collect::<Vec<_>>()));
        let spent = Fields::new().with("statistics", costs(&self.statistics)).with("seconds", seconds);
        Closing { end, sentence, lines, answer: [answer, spent] }
    }

    /// For `--unique`: whether there are zero, one or several solutions, if the search has decided this.
    fn uniqueness(&self) -> Option<&'static str> {
        self.question.unique.then_some(match (self.end, self.statistics.solutions) {
            (_, 2..) => "several",
            (End::Exhausted, 1) => "one",
            (End::Exhausted, 0) => "none",
            _ => "unknown",
        })
    }

    fn sentence(&self) -> String {
        let (question, found, end) = (self.question, self.statistics.solutions, self.end);
        let n = question.n();
        let of = match question.pieces {
            Some(pieces) => format!("{} on {n}x{n}", plural(pieces, "queen")),
            None => RulesSummary::new(&question.changes).puzzle(n),
        };
        let kind = if self.orbits.is_some() { "distinct solution" } else { "solution" };
        let solutions = plural(found, kind);
        let orbits = self.orbits.map(|orbits| orbits.remark(end == End::Exhausted)).unwrap_or_default();
        if let Some(how) = end.left() {
            return format!("{of}: {solutions} so far, then ended {how}");
        }
        if let Some(by) = end.cause() {
            let found = if question.count {
                format!("at least {solutions}{orbits}")
            } else {
                format!("{solutions} so far{orbits}")
            };
            return format!("{of}: {found}; incomplete, stopped by {by}");
        }
        match (end, found) {
            (End::Exhausted, 0) => format!("{of}: no solution"),
            (End::Exhausted, _) if question.unique => format!("{of}: exactly one {kind}{orbits}"),
            (End::Exhausted, _) => {
                let by = if question.count { ", counted by search on a model" } else { "" };
                format!("{of}: {solutions}{orbits}{by}")
            }
            _ if question.unique => format!("{of}: more than one {kind}; these two differ"),
            (_, 1) => format!("{of}: one {kind}{orbits}, after {}", self.effort()),
            _ => format!("{of}: the first {solutions}{orbits}, after {}", self.effort()),
        }
    }

    fn effort(&self) -> String {
        let Statistics { nodes, failures, .. } = self.statistics;
        format!("{} and {}", plural(nodes, "node"), plural(failures, "failure"))
    }
}

/// Writes a table of the verified inferences, with a line per rule.
fn table(rules: &Rules) -> String {
    let mut all = Tally::default();
    let mut table = format!("{:30}{:>14}{:>14}{:>16}\n", "rule", "inferences", "failures", "mean premises");
    let line = |rule: &str, tally: &Tally| {
        format!("{rule:30}{:>14}{:>14}{:>16.2}\n", tally.inferences, tally.failures, tally.mean_premises())
    };
    for (rule, tally) in rules {
        all += *tally;
        table += &line(rule, tally);
    }
    let verified = match all.inferences {
        0 => "there was no inference to verify\n",
        _ => "every inference is verified by the checker of its rule\n",
    };
    table + &line("all", &all) + verified
}
