//! What the question came to, in a sentence or as an object.

use super::{Asked, Format, picture};
use crate::output::cause;
use models::Classic;
use models::catalogue::Entry;
use serde::Serialize;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What is printed as solutions come, and at the end.
pub(super) struct Report<'a, W> {
    pub(super) out: W,
    pub(super) asked: &'a Asked,
    pub(super) entry: &'a Entry,
    pub(super) classic: &'a Classic,
    /// For JSON: the solutions so far.
    pub(super) told: Vec<Told>,
}

/// A solution as an object.
#[derive(Serialize)]
pub(super) struct Told {
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<i32>,
    values: BTreeMap<String, Vec<i32>>,
}

/// How the search ended.
pub(super) struct End {
    pub(super) statistics: Vec<Statistics>,
    pub(super) seconds: f64,
    pub(super) stopped_by: Option<StopReason>,
    pub(super) solutions: u64,
    /// The best value, if there is an objective and any solution.
    pub(super) best: Option<i32>,
    /// Whether the best solution was asked for.
    pub(super) goal: Option<Goal>,
}

#[derive(Serialize)]
struct Object<'a> {
    model: &'a str,
    words: &'a [String],
    goal: Option<&'static str>,
    status: &'static str,
    stopped_by: Option<&'static str>,
    objective: Option<i32>,
    count: u64,
    solutions: &'a [Told],
    searches: Vec<Costs>,
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

impl<W: Write> Report<'_, W> {
    /// A solution was found that is to be printed.
    pub(super) fn solution(&mut self, objective: Option<i32>, solution: &Solution) -> anyhow::Result<()> {
        match self.asked.format {
            Format::Json => {
                let values = picture::named(self.classic, solution)?.into_iter().collect();
                self.told.push(Told { objective, values });
            }
            Format::Text => {
                self.out.write_all(picture::picture(self.classic, solution)?.as_bytes())?;
                if let Some(objective) = objective.filter(|_| self.asked.all) {
                    writeln!(self.out, "objective = {objective}")?;
                }
                writeln!(self.out)?;
                self.out.flush()?;
            }
        }
        Ok(())
    }

    /// All is over.
    pub(super) fn end(&mut self, end: &End) -> anyhow::Result<()> {
        match self.asked.format {
            Format::Json => {
                let searches = end.statistics.iter().map(|s| Costs {
                    nodes: s.nodes,
                    failures: s.failures,
                    solutions: s.solutions,
                    propagations: s.propagations,
                    restarts: s.restarts,
                    peak_depth: s.peak_depth,
                });
                let object = Object {
                    model: self.entry.name,
                    words: &self.asked.words,
                    goal: end.goal.map(|goal| if goal == Goal::Minimize { "minimize" } else { "maximize" }),
                    status: end.status(),
                    stopped_by: end.stopped_by.map(cause),
                    objective: end.best,
                    count: end.solutions,
                    solutions: &self.told,
                    searches: searches.collect(),
                };
                serde_json::to_writer_pretty(&mut self.out, &object)?;
                writeln!(self.out)?;
            }
            Format::Text => {
                writeln!(self.out, "{}", end.sentence(self.asked))?;
                if self.asked.stats {
                    self.costs(end)?;
                }
            }
        }
        Ok(self.out.flush()?)
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
    fn status(&self) -> &'static str {
        match (self.stopped_by, self.goal, self.solutions) {
            (Some(_), ..) => "stopped",
            (None, _, 0) => "unsatisfiable",
            (None, Some(_), _) => "optimal",
            (None, None, _) => "complete",
        }
    }

    fn sentence(&self, asked: &Asked) -> String {
        let by = self.stopped_by.map(cause);
        let superlative = if self.goal == Some(Goal::Maximize) { "largest" } else { "smallest" };
        let number = |n: u64| if n == 1 { "1 solution".to_owned() } else { format!("{n} solutions") };
        match (by, self.best, self.solutions) {
            (None, Some(best), _) => format!("{best} is the {superlative}: proved"),
            (Some(by), Some(best), _) => format!("{best} is the {superlative} known: stopped by {by}"),
            (None, None, 0) => "no solution: proved".to_owned(),
            (Some(by), None, 0) => format!("no solution found: stopped by {by}"),
            (None, None, n) if asked.all || asked.count => number(n),
            (None, None, n) => format!("{}, there may be more", number(n)),
            (Some(by), None, n) => format!("{} so far: stopped by {by}", number(n)),
        }
    }
}
