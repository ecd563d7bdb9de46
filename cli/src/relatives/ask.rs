//! The questions and search options shared by these puzzles.

use crate::envelope::Outcome;
use crate::exit::BadInput;
use crate::limit_args::LimitArgs;
use crate::parse::{named, whole_number};
use crate::progress::Progress;
use crate::search_args::SearchArgs;
use anyhow::Context;
use clap::Args as ClapArgs;
use serde::{Serialize, Serializer};
use solver_core::prelude::*;
use std::time::Instant;

/// Which solutions are asked for.
#[derive(ClapArgs)]
pub(super) struct QuestionArgs {
    /// Print every solution
    #[arg(long, conflicts_with_all = ["count", "limit", "unique"])]
    all: bool,

    /// Print only the number of solutions
    #[arg(long, conflicts_with_all = ["limit", "unique"])]
    pub(super) count: bool,

    /// Print at most K solutions (default: 1)
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true, conflicts_with = "unique")]
    limit: Option<u64>,

    /// Whether there is no solution, exactly one, or more: prints it, or two that differ
    #[arg(long)]
    pub(super) unique: bool,
}

impl QuestionArgs {
    /// The number of solutions that are asked for; `None` is all.
    pub(super) fn wanted(&self) -> Option<u64> {
        match (self.all || self.count, self.unique) {
            (true, _) => None,
            (false, true) => Some(2),
            (false, false) => Some(self.limit.unwrap_or(1)),
        }
    }

    /// What this number of solutions is, if no limit came first.
    pub(super) fn outcome(&self, found: u64) -> Outcome {
        match found {
            0 => Outcome::Unsatisfiable,
            _ if self.wanted() == Some(found) => Outcome::Satisfied,
            _ => Outcome::Complete,
        }
    }
}

/// How to search, when to stop, and how to tell.
#[derive(ClapArgs)]
pub(super) struct RelativeArgs {
    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print the costs of each search: nodes, failures, time
    #[arg(long)]
    pub(super) stats: bool,

    /// How solutions are written
    #[arg(long, value_name = "FORMAT", default_value = "board", value_parser = named(&Format::ALL, Format::name))]
    pub(super) format: Format,
}

/// How solutions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Board,
    Squares,
    Json,
}

impl Format {
    const ALL: [Format; 3] = [Format::Board, Format::Squares, Format::Json];

    fn name(self) -> &'static str {
        match self {
            Format::Board => "board",
            Format::Squares => "squares",
            Format::Json => "json",
        }
    }
}

fn by_name<S: Serializer>(by: &Option<StopReason>, to: S) -> Result<S::Ok, S::Error> {
    by.map(|by| by.to_string()).serialize(to)
}

/// How a search ended, and what it cost.
#[derive(Serialize)]
pub(super) struct SearchSummary {
    /// The number of queens that this search was about.
    pub(super) queens: u64,
    pub(super) solutions: u64,
    pub(super) nodes: u64,
    pub(super) failures: u64,
    pub(super) seconds: f64,
    /// The limit that came before the end.
    #[serde(serialize_with = "by_name")]
    pub(super) stopped_by: Option<StopReason>,
}

impl SearchSummary {
    /// Whether it is proved that there is no solution.
    pub(super) fn is_empty(&self) -> bool {
        self.solutions == 0 && self.stopped_by.is_none()
    }
}

/// The costs, a line for each search.
pub(super) fn table(searches: &[SearchSummary]) -> String {
    let mut table = format!("{:>6}{:>12}{:>12}{:>12}{:>12}\n", "queens", "solutions", "nodes", "failures", "time");
    for SearchSummary { queens, solutions, nodes, failures, seconds, .. } in searches {
        table += &format!("{queens:>6}{solutions:>12}{nodes:>12}{failures:>12}{seconds:>10.3} s\n");
    }
    table
}

impl RelativeArgs {
    pub(super) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Searches for as many solutions as are wanted, about this number of queens.
    pub(super) fn search(
        &self,
        search: &Search<'_>,
        queens: u64,
        wanted: Option<u64>,
        (cancel, started): (&CancelToken, Instant),
        mut found: impl FnMut(&Solution) -> anyhow::Result<()>,
    ) -> anyhow::Result<SearchSummary> {
        let limits = self.limits.after(&Statistics::default(), cancel.clone(), started);
        let limits = Limits { solutions: wanted, ..limits };
        let search = self.search.refine(search.clone());
        let begun = Instant::now();
        let mut run = search.limits(limits).start().map_err(|e| BadInput(e.to_string()))?;
        let mut progress = Progress::new();
        let end = loop {
            progress.look(&run);
            match run.step_for(progress.stride()) {
                Some(Step::Solution) => {
                    run.recheck().context("this is a bug in ferz")?;
                    if let Some(solution) = run.solution() {
                        progress.clear();
                        found(&solution)?;
                    }
                }
                Some(end) => break end,
                None => {}
            }
        };
        progress.clear();
        let Statistics { nodes, failures, solutions, .. } = run.statistics();
        let enough = wanted.is_some_and(|wanted| solutions >= wanted);
        let stopped_by = match end {
            Step::Stopped(by) if !enough => Some(by),
            Step::Stopped(_) | Step::Solution | Step::Exhausted => None,
        };
        Ok(SearchSummary { queens, solutions, nodes, failures, seconds: begun.elapsed().as_secs_f64(), stopped_by })
    }
}
