//! How a model is searched.

use crate::args::{named, threads, whole_number};
use clap::Args as ClapArgs;
use models::Classic;
use solver_core::prelude::*;
use std::num::NonZero;

const SEARCH: &str = "How to search";

/// How a model is searched; what is not said is as the model suggests.
#[derive(ClapArgs)]
pub(super) struct SearchArgs {
    /// Which variable to branch on (default: as the model suggests)
    #[arg(long, help_heading = SEARCH, value_name = "ORDER", value_parser = named(VarSelect::ALL, VarSelect::name))]
    order: Option<VarSelect>,

    /// Which of those that are equally good; may be said several times
    #[arg(long, help_heading = SEARCH, value_name = "ORDER", value_parser = named(VarSelect::ALL, VarSelect::name))]
    then_by: Vec<VarSelect>,

    /// Which of those that are still equally good
    #[arg(long, help_heading = SEARCH, value_name = "TIES", default_value = "first", value_parser = named(TieBreak::ALL, TieBreak::name))]
    tie_break: TieBreak,

    /// Which value to try first (default: as the model suggests)
    #[arg(long, help_heading = SEARCH, value_name = "ORDER", value_parser = named(ValueSelect::ALL, ValueSelect::name))]
    value_order: Option<ValueSelect>,

    /// Two branches per node (x = v, x != v) or one per value
    #[arg(long, help_heading = SEARCH, value_name = "SCHEME", default_value = "two-way", value_parser = named(Branching::ALL, Branching::name))]
    branching: Branching,

    /// What failures change: none; last-conflict or last-conflict:K (the variables of the last K failed
    /// decisions come next); conflict-ordering (variables that failed lately come first)
    #[arg(long, help_heading = SEARCH, value_name = "RULE", default_value = "none", value_parser = conflict_heuristic)]
    conflict_heuristic: ConflictHeuristic,

    /// Go back to the root after some failures: luby:UNIT, geometric:FIRST:FACTOR, inner-outer:FIRST:FACTOR, linear:STEP, constant:FAILURES
    #[arg(long, help_heading = SEARCH, value_name = "SEQUENCE", value_parser = restarts)]
    restarts: Option<Restarts>,

    /// In which order the tree is searched: depth-first; by discrepancies (lds, dds); or deeper and deeper
    #[arg(long, help_heading = SEARCH, value_name = "HOW", default_value = "depth-first", value_parser = named(Exploration::ALL, Exploration::name))]
    exploration: Exploration,

    /// Try the values of the last solution first
    #[arg(long, help_heading = SEARCH)]
    phase_saving: bool,

    /// Search near the best solution, and at last the whole tree: large neighbourhood search
    #[arg(long, help_heading = SEARCH)]
    pub(super) lns: bool,

    /// How many searches side by side, each in another search; what is said here is true of the first
    #[arg(long, help_heading = SEARCH, value_name = "T", value_parser = threads, allow_hyphen_values = true)]
    pub(super) threads: Option<NonZero<usize>>,

    /// With --threads: the same answer at every run
    #[arg(long, help_heading = SEARCH, requires = "threads")]
    pub(super) deterministic: bool,

    /// Seed of all that is random
    #[arg(long, help_heading = SEARCH, value_name = "SEED", default_value_t = 0, value_parser = whole_number(0), allow_hyphen_values = true)]
    seed: u64,
}

impl SearchArgs {
    /// The search of a model in this search.
    pub(super) fn search<'m>(&self, classic: &'m Classic) -> Search<'m> {
        let mut search = classic.search().tie_break(self.tie_break).branching(self.branching).seed(self.seed);
        if let Some(order) = self.order {
            search = search.order(order);
        }
        for &order in &self.then_by {
            search = search.then_by(order);
        }
        if let Some(values) = self.value_order {
            search = search.values(values);
        }
        search = search.conflict_heuristic(self.conflict_heuristic).exploration(self.exploration);
        if let Some(restarts) = self.restarts {
            search = search.restarts(restarts);
        }
        if self.phase_saving {
            search = search.phase_saving();
        }
        if self.lns { search.lns(Lns::new()) } else { search }
    }
}

fn conflict_heuristic(text: &str) -> Result<ConflictHeuristic, String> {
    match text.split_once(':') {
        None if text == "none" => Ok(ConflictHeuristic::Forget),
        None if text == "last-conflict" => Ok(ConflictHeuristic::LastConflict(1)),
        None if text == "conflict-ordering" => Ok(ConflictHeuristic::ConflictOrdering),
        Some(("last-conflict", k)) => match k.parse() {
            Ok(k) if k > 0 => Ok(ConflictHeuristic::LastConflict(k)),
            _ => Err(format!("`{k}` is no number of variables from 1 on")),
        },
        _ => Err("expected none, last-conflict, last-conflict:K or conflict-ordering".to_owned()),
    }
}

fn restarts(text: &str) -> Result<Restarts, String> {
    let failures = |text: &str| match text.parse::<u64>() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err(format!("`{text}` is no number of failures from 1 on")),
    };
    let factor = |text: &str| match text.parse::<f64>() {
        Ok(x) if (1.0..=1e9).contains(&x) => Ok(x),
        _ => Err(format!("`{text}` is no factor from 1 on")),
    };
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        ["luby", unit] => Ok(Restarts::Luby { unit: failures(unit)? }),
        ["linear", step] => Ok(Restarts::Linear { step: failures(step)? }),
        ["constant", n] => Ok(Restarts::Constant { failures: failures(n)? }),
        ["geometric", first, by] => Ok(Restarts::Geometric { first: failures(first)?, factor: factor(by)? }),
        ["inner-outer", first, by] => Ok(Restarts::InnerOuter { first: failures(first)?, factor: factor(by)? }),
        _ => Err(
            "expected luby:UNIT, geometric:FIRST:FACTOR, inner-outer:FIRST:FACTOR, linear:STEP or constant:FAILURES"
                .to_owned(),
        ),
    }
}
