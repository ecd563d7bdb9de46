//! How a search is made: the options that every command with a search tree takes.

use crate::parse::{named, whole_number};
use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use solver_core::prelude::*;

const SEARCH: &str = "How to search";

/// `--order`: a variable selector, or the automatic search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// [`Search::auto`].
    Auto,
    /// One selector.
    By(VarSelect),
}

impl Order {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Order::Auto => "auto",
            Order::By(order) => order.name(),
        }
    }
}

fn order() -> impl TypedValueParser<Value = Order> {
    let names = ["auto"].into_iter().chain(VarSelect::ALL.iter().map(|order| order.name()));
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        "auto" => Ok(Order::Auto),
        name => name.parse().map(Order::By),
    })
}

/// How a model is searched; what is left out stays as the subject suggests.
#[derive(ClapArgs, Clone)]
pub(crate) struct SearchArgs {
    /// Which variable to branch on; auto: the solver's own way
    ///
    /// Auto branches by failures, with restarts, and where that takes long learns from conflicts in turns with it. Default: auto for one solution of
    /// `queens`, else as the subject suggests.
    #[arg(long, help_heading = SEARCH, value_name = "ORDER", value_parser = order())]
    pub(crate) order: Option<Order>,

    /// Which variable among equally good ones; may be repeated
    #[arg(long, help_heading = SEARCH, value_name = "ORDER", value_parser = named(VarSelect::ALL, VarSelect::name))]
    pub(crate) then_by: Vec<VarSelect>,

    /// Which variable when no order decides (default: first)
    #[arg(long, help_heading = SEARCH, value_name = "WHICH", value_parser = named(TieBreak::ALL, TieBreak::name))]
    pub(crate) tie_break: Option<TieBreak>,

    /// Which value to try first (default: as the subject suggests)
    #[arg(long, help_heading = SEARCH, value_name = "ORDER", value_parser = named(ValueSelect::ALL, ValueSelect::name))]
    pub(crate) value_order: Option<ValueSelect>,

    /// Two branches per node (x = v, x != v), or one per value (default: two-way)
    #[arg(long, help_heading = SEARCH, value_name = "SCHEME", value_parser = named(Branching::ALL, Branching::name))]
    pub(crate) branching: Option<Branching>,

    /// What failures change: none; last-conflict or last-conflict:K (the variables of the last K failed
    /// decisions come next); conflict-ordering (variables that failed last come first)
    #[arg(long, help_heading = SEARCH, value_name = "RULE", value_parser = conflict_heuristic)]
    pub(crate) conflict_heuristic: Option<ConflictHeuristic>,

    /// Restart after some failures: luby:UNIT, geometric:FIRST:FACTOR, inner-outer:FIRST:FACTOR, linear:STEP, constant:FAILURES
    #[arg(long, help_heading = SEARCH, value_name = "SEQUENCE", value_parser = restarts)]
    pub(crate) restarts: Option<Restarts>,

    /// The order in which the tree is searched: depth-first, by discrepancies (lds, dds), or by iterative deepening
    #[arg(long, help_heading = SEARCH, value_name = "HOW", value_parser = named(Exploration::ALL, Exploration::name))]
    pub(crate) exploration: Option<Exploration>,

    /// Solution-based phase saving: try the values of the last solution first
    #[arg(long, help_heading = SEARCH)]
    pub(crate) phase_saving: bool,

    /// Large neighbourhood search around the best solution, then the proof
    #[arg(long, help_heading = SEARCH)]
    pub(crate) lns: bool,

    /// Learn nogoods from conflicts, and jump back (backjumping); decide in the stated order (fixed), on what was in conflicts (activity), or in
    /// turns (default: alternating). All solutions and counts are always searched in the stated order
    #[arg(long, help_heading = SEARCH, value_name = "WAY", num_args = 0..=1, require_equals = true, default_missing_value = "alternating", value_parser = named(Learning::ALL, Learning::name))]
    pub(crate) learn: Option<Learning>,

    /// Seed of everything that is random
    #[arg(long, help_heading = SEARCH, value_name = "SEED", default_value_t = 0, value_parser = whole_number(0), allow_hyphen_values = true)]
    pub(crate) seed: u64,
}

impl SearchArgs {
    /// The names of the options, as clap knows them.
    pub(crate) const NAMES: [&str; 12] = [
        "order",
        "then_by",
        "tie_break",
        "value_order",
        "branching",
        "conflict_heuristic",
        "restarts",
        "exploration",
        "phase_saving",
        "lns",
        "learn",
        "seed",
    ];

    /// Whether the user says how to search; a seed alone does not.
    pub(crate) fn is_chosen(&self) -> bool {
        let SearchArgs { order, then_by, tie_break, value_order, branching, .. } = self;
        let SearchArgs { conflict_heuristic, restarts, exploration, phase_saving, lns, learn, .. } = self;
        order.is_some()
            || !then_by.is_empty()
            || tie_break.is_some()
            || value_order.is_some()
            || branching.is_some()
            || conflict_heuristic.is_some()
            || restarts.is_some()
            || exploration.is_some()
            || *phase_saving
            || *lns
            || learn.is_some()
    }

    /// The variable selector, where the automatic search cannot be had.
    ///
    /// # Errors
    /// The name of the automatic search.
    pub(crate) fn selector(&self) -> Result<Option<VarSelect>, &'static str> {
        match self.order {
            None => Ok(None),
            Some(Order::By(order)) => Ok(Some(order)),
            Some(auto @ Order::Auto) => Err(auto.name()),
        }
    }

    /// The options of a single depth-first search in words that make the same options again.
    pub(crate) fn to_words(&self) -> Vec<String> {
        let heuristic = |heuristic: &ConflictHeuristic| match heuristic {
            ConflictHeuristic::None => "none".to_owned(),
            ConflictHeuristic::LastConflict(k) => format!("last-conflict:{k}"),
            ConflictHeuristic::ConflictOrdering => "conflict-ordering".to_owned(),
        };
        let mut words = Vec::new();
        words.extend(self.order.map(|order| format!("--order={}", order.name())));
        words.extend(self.then_by.iter().map(|order| format!("--then-by={}", order.name())));
        words.extend(self.tie_break.map(|tie_break| format!("--tie-break={}", tie_break.name())));
        words.extend(self.value_order.map(|values| format!("--value-order={}", values.name())));
        words.extend(self.branching.map(|branching| format!("--branching={}", branching.name())));
        words.extend(self.conflict_heuristic.as_ref().map(|rule| format!("--conflict-heuristic={}", heuristic(rule))));
        words.extend(self.phase_saving.then(|| "--phase-saving".to_owned()));
        words.push(format!("--seed={}", self.seed));
        words
    }

    /// This search, with what was chosen in place of what it suggests.
    pub(crate) fn refine<'m>(&self, search: Search<'m>) -> Search<'m> {
        let mut search = search.each_phase(|phase| self.phase(phase)).seed(self.seed);
        if self.order == Some(Order::Auto) {
            search = search.auto();
        }
        if let Some(learning) = self.learn {
            search = search.learn(learning);
        }
        if let Some(branching) = self.branching {
            search = search.branching(branching);
        }
        if let Some(heuristic) = self.conflict_heuristic {
            search = search.conflict_heuristic(heuristic);
        }
        if let Some(restarts) = self.restarts {
            search = search.restarts(restarts);
        }
        if let Some(exploration) = self.exploration {
            search = search.exploration(exploration);
        }
        if self.phase_saving {
            search = search.phase_saving();
        }
        if self.lns { search.lns(Lns::new()) } else { search }
    }

    fn phase(&self, mut phase: Phase) -> Phase {
        if let Some(Order::By(order)) = self.order {
            phase = phase.order(order);
        }
        if let Some(tie_break) = self.tie_break {
            phase = phase.tie_break(tie_break);
        }
        if let Some(values) = self.value_order {
            phase = phase.values(values);
        }
        self.then_by.iter().fold(phase, |phase, &order| phase.then_by(order))
    }
}

fn conflict_heuristic(text: &str) -> Result<ConflictHeuristic, String> {
    match text.split_once(':') {
        None if text == "none" => Ok(ConflictHeuristic::None),
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
