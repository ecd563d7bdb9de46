//! The result of a question, as a sentence or as an object.

use super::{ModelArgs, picture};
use crate::exit::UNWRITABLE;
use crate::format::Format;
use crate::wording::cause;
use anyhow::Context;
use models::Classic;
use models::catalogue::Entry;
use serde::Serialize;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// So many solutions are shown at once as they come.
const PROMPT: u64 = 100;

/// What is printed as solutions come, and at the end.
pub(super) struct Report<'a, W> {
    out: W,
    asked: &'a ModelArgs,
    entry: &'a Entry,
    begun: bool,
    /// How many solutions were written.
    written: u64,
}

/// The head of the JSON object: what was asked. Solutions follow as they come.
#[derive(Serialize)]
struct Question<'a> {
    model: &'a str,
    words: &'a [String],
}

/// A solution as an object.
#[derive(Serialize)]
struct SearchSummary {
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<i32>,
    values: BTreeMap<String, Vec<i32>>,
}

/// Its tail: what came out.
#[derive(Serialize)]
struct Answer {
    goal: Option<&'static str>,
    status: &'static str,
    stopped_by: Option<&'static str>,
    objective: Option<i32>,
    bound: Option<i32>,
    count: u64,
    searches: Vec<Costs>,
    seconds: f64,
}

#[derive(Serialize)]
struct Costs {
    nodes: u64,
    failures: u64,
    solutions: u64,
    propagations: u64,
    restarts: u64,
    peak_depth: u64,
}

/// How the search ended.
#[derive(Default)]
pub(super) struct End {
    pub(super) statistics: Vec<Statistics>,
    pub(super) seconds: f64,
    pub(super) stopped_by: Option<StopReason>,
    /// Whether the whole tree was searched: there are no others, or none is better.
    pub(super) exhausted: bool,
    pub(super) solutions: u64,
    /// The best value, if there is an objective and any solution.
    pub(super) best: Option<i32>,
    /// No solution is better than this, if the search was stopped.
    pub(super) bound: Option<i32>,
    /// Whether the best solution was asked for.
    pub(super) goal: Option<Goal>,
}

impl<'a, W: Write> Report<'a, W> {
    pub(super) fn new(out: W, asked: &'a ModelArgs, entry: &'a Entry) -> Report<'a, W> {
        Report { out, asked, entry, begun: false, written: 0 }
    }

    /// In JSON, opens the object: it stays open for the solutions. Not before there is something to tell, which is no error.
    fn begin(&mut self) -> anyhow::Result<()> {
        if self.asked.format == Format::Json && !self.begun {
            let question = Question { model: self.entry.name, words: &self.asked.words };
            let text = serde_json::to_string(&question)?;
            write!(self.out, "{},\"solutions\":[", text.trim_end_matches('}')).context(UNWRITABLE)?;
        }
        self.begun = true;
        Ok(())
    }

    /// A solution was found that is to be printed.
    pub(super) fn solution(
        &mut self,
        classic: &Classic,
        objective: Option<i32>,
        solution: &Solution,
    ) -> anyhow::Result<()> {
        let text = match self.asked.format {
            Format::Json => {
                let values = picture::named(classic, solution)?.into_iter().collect();
                let comma = if self.written > 0 { "," } else { "" };
                format!("{comma}\n{}", serde_json::to_string(&SearchSummary { objective, values })?)
            }
            Format::Text => {
                let picture = picture::picture(classic, solution)?;
                let objective = objective.filter(|_| self.asked.all);
                picture + &objective.map_or_else(String::new, |value| format!("objective = {value}\n")) + "\n"
            }
        };
        self.begin()?;
        self.written += 1;
        self.out.write_all(text.as_bytes()).context(UNWRITABLE)?;
        // Somebody may wait for it; of a flood nobody sees each.
        if self.written <= PROMPT { self.out.flush().context(UNWRITABLE) } else { Ok(()) }
    }

    /// All is over.
    pub(super) fn end(&mut self, end: &End) -> anyhow::Result<()> {
        self.begin()?;
        match self.asked.format {
            Format::Json => {
                let tail = serde_json::to_string(&end.told())?;
                writeln!(self.out, "],{}", tail.trim_start_matches('{'))
            }
            Format::Text => writeln!(self.out, "{}", end.sentence(self.asked)).and_then(|()| match self.asked.stats {
                true => self.costs(end),
                false => Ok(()),
            }),
        }
        .and_then(|()| self.out.flush())
        .context(UNWRITABLE)
    }

    fn costs(&mut self, end: &End) -> io::Result<()> {
        for Statistics { nodes, failures, propagations, restarts, peak_depth, .. } in &end.statistics {
            writeln!(
                self.out,
                "nodes {nodes}, failures {failures}, propagations {propagations}, restarts {restarts}, peak depth {peak_depth}"
            )?;
        }
        writeln!(self.out, "time {:.3} s", end.seconds)
    }
}

impl End {
    fn told(&self) -> Answer {
        let costs = |s: &Statistics| Costs {
            nodes: s.nodes,
            failures: s.failures,
            solutions: s.solutions,
            propagations: s.propagations,
            restarts: s.restarts,
            peak_depth: s.peak_depth,
        };
        Answer {
            goal: self.goal.map(|goal| if goal == Goal::Minimize { "minimize" } else { "maximize" }),
            status: self.status(),
            stopped_by: self.stopped_by.map(cause),
            objective: self.best,
            bound: self.bound.filter(|_| self.goal.is_some()),
            count: self.solutions,
            searches: self.statistics.iter().map(costs).collect(),
            seconds: self.seconds,
        }
    }

    /// What was proved, and no more.
    fn status(&self) -> &'static str {
        match (self.stopped_by, self.exhausted, self.goal, self.solutions) {
            (Some(_), ..) => "stopped",
            (None, true, _, 0) => "unsatisfiable",
            (None, true, Some(_), _) => "optimal",
            (None, true, None, _) => "complete",
            (None, false, ..) => "satisfied",
        }
    }

    fn sentence(&self, asked: &ModelArgs) -> String {
        let superlative = if self.goal == Some(Goal::Maximize) { "largest" } else { "smallest" };
        let number = |n: u64| if n == 1 { "1 solution".to_owned() } else { format!("{n} solutions") };
        match (self.stopped_by.map(cause), self.best, self.solutions) {
            (None, Some(best), _) => format!("{best} is the {superlative}: proved"),
            (Some(by), Some(best), _) => {
                let bound = self.bound.map_or_else(String::new, |bound| format!(" (bound {bound})"));
                format!("{best} is the {superlative} known{bound}: stopped by {by}")
            }
            (None, None, 0) => "no solution: proved".to_owned(),
            (Some(by), None, 0) => format!("no solution found: stopped by {by}"),
            (None, None, n) if self.exhausted && (asked.all || asked.count) => number(n),
            (None, None, n) if self.exhausted => format!("{}, there are no others", number(n)),
            (None, None, n) => format!("{}, there may be more", number(n)),
            (Some(by), None, n) => format!("{} so far: stopped by {by}", number(n)),
        }
    }
}
