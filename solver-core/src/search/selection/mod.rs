//! Variable and value selection: chooses the decision at a node, deterministically.

mod conflicts;
mod impacts;
mod pick;
mod priority;
#[cfg(test)]
mod priority_tests;
mod split;
#[cfg(test)]
mod tests;
mod tournament;
#[cfg(test)]
mod tournament_tests;
#[cfg(test)]
mod view_tests;

pub use conflicts::ConflictHeuristic;

use super::scores::{DecisionVars, Score, score};
use super::value_select::ValueSelect;
use super::var_select::{TieBreak, VarSelect};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::Engine;
use crate::rng::Rng;
use crate::search::Branch;
use crate::var::Var;
use crate::view::View;
use conflicts::Conflicts;
pub(crate) use priority::{Key, Part, Priority};
use smallvec::{SmallVec, smallvec};
use tournament::Tournament;

/// Variables that are branched on together: from the end of the previous group up to `end`.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) end: usize,
    /// The first selection decides; each later one breaks the remaining ties.
    pub(crate) orders: SmallVec<[VarSelect; 2]>,
    pub(crate) tie_break: TieBreak,
    pub(crate) values: ValueSelect,
}

impl Group {
    /// Creates a group in input order.
    pub(crate) fn plain(end: usize, values: ValueSelect) -> Group {
        Group { end, orders: smallvec![VarSelect::Input], tie_break: TieBreak::First, values }
    }
}

/// The search's position among its decision variables; backtracking restores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cursor {
    /// The index of the first variable that may be open.
    pub(crate) index: u32,
    /// If parts have priorities: the index of the last decision's group; `u32::MAX` at the root.
    group: u32,
}

impl Default for Cursor {
    /// The position at the root.
    fn default() -> Cursor {
        Cursor { index: 0, group: u32::MAX }
    }
}

/// A custom brancher, in engine terms.
pub(crate) trait Custom: Send {
    /// Returns the decision at a node, if the brancher has one. The atom is neither true nor false there.
    fn choose(&mut self, engine: &Engine) -> Option<Atom>;

    /// Called when propagation has failed at a node below the root.
    fn failed(&mut self, engine: &Engine);

    /// Called when all variables are fixed.
    fn solved(&mut self, engine: &Engine);

    /// Called when the search continues from the root.
    fn restarted(&mut self);
}

/// The decision variables and the branching options.
pub(crate) struct SearchOptions {
    pub(crate) vars: Vec<Var>,
    /// The views that value selection uses for the variables; empty if it uses the variables themselves.
    pub(crate) as_views: Vec<View>,
    /// Projection: solutions that agree on the variables below this index count once; `usize::MAX` without
    /// projection.
    pub(crate) projected: usize,
    /// The groups in branching order; the last one ends at the last variable.
    pub(crate) groups: Vec<Group>,
    /// The priorities among parts; an outer priority comes before the priorities within its parts.
    pub(crate) priorities: Vec<Priority>,
    pub(crate) conflict_heuristic: ConflictHeuristic,
    /// Custom branchers, called before the groups.
    pub(crate) custom: Vec<Box<dyn Custom>>,
    /// Values to try first (warm start), by variable.
    pub(crate) wanted: Vec<(Var, i32)>,
    /// Solution phase saving: the values of the last solution come first.
    pub(crate) phase_saving: bool,
    pub(crate) seed: u64,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            vars: Vec::new(),
            as_views: Vec::new(),
            projected: usize::MAX,
            groups: Vec::new(),
            priorities: Vec::new(),
            conflict_heuristic: ConflictHeuristic::default(),
            custom: Vec::new(),
            wanted: Vec::new(),
            phase_saving: false,
            seed: 0,
        }
    }
}

/// Selects the next variable to branch on, and the value to try first.
pub(crate) struct Selection {
    decision_vars: DecisionVars,
    as_views: Vec<View>,
    projected: usize,
    groups: Vec<Step>,
    priorities: Vec<priority::Compiled>,
    scores: Vec<(VarSelect, Box<dyn Score>)>,
    /// Whether failures have occurred since the scores' keys were last requested.
    has_new_failures: bool,
    /// The index of the score that measures impacts, if value selection uses it.
    impacts: usize,
    /// The objective to minimise.
    objective: Option<View>,
    conflicts: Conflicts,
    uses_conflicts: bool,
    /// Whether conflicts or priorities may choose a variable from a group after that of the first open variable.
    strays: bool,
    custom: Vec<Box<dyn Custom>>,
    preferences: Vec<Option<i32>>,
    has_preferences: bool,
    phase_saving: bool,
    rng: Rng,
    tournament: Tournament,
    /// The number of decisions so far, by any rule.
    choices: u64,
    /// Variables inspected by the last choice.
    inspections: usize,
    /// Variables that the scores inspect at every node.
    inspected_by_scores: usize,
}

/// A compiled group.
struct Step {
    end: usize,
    /// Each selection, with the index of its score.
    orders: SmallVec<[(VarSelect, usize); 2]>,
    /// Whether the smallest domain is selected and ties are broken by input order: the hot path.
    first_smallest: bool,
    /// Whether a variable's keys depend only on its domain and on failures of constraints on it.
    is_local: bool,
    tie_break: TieBreak,
    values: ValueSelect,
}

impl Selection {
    pub(crate) fn new(engine: &Engine, options: SearchOptions) -> Selection {
        let decision_vars = DecisionVars::new(engine, options.vars);
        let mut scores: Vec<(VarSelect, Box<dyn Score>)> = Vec::new();
        let mut number = |order: VarSelect| {
            if let Some(known) = scores.iter().position(|(o, _)| *o == order) {
                return known;
            }
            match score(order, engine, &decision_vars, options.seed) {
                Some(score) => scores.push((order, score)),
                None => return usize::MAX,
            }
            scores.len() - 1
        };
        let groups = options.groups.into_iter().map(|group| {
            let (orders, tie_break) = orders_with(&group.orders, group.tie_break, &mut number);
            let first_smallest = matches!(orders[..], [(VarSelect::SmallestDomain, _)]) && tie_break == TieBreak::First;
            let is_local = tie_break != TieBreak::Random && orders.iter().all(|(order, _)| order.is_local());
            Step { end: group.end, orders, first_smallest, is_local, tie_break, values: group.values }
        });
        let groups: Vec<Step> = groups.collect();
        let compiled = |priority| priority::Compiled::new(priority, &mut number);
        let priorities: Vec<_> = options.priorities.into_iter().map(compiled).collect();
        let impacts = if groups.iter().any(|group| group.values == ValueSelect::LeastImpact) {
            number(VarSelect::Impact)
        } else {
            usize::MAX
        };
        let has_preferences = options.phase_saving || !options.wanted.is_empty();
        let mut preferences = vec![None; if has_preferences { decision_vars.vars.len() } else { 0 }];
        for (var, value) in options.wanted {
            if let Some(index) = decision_vars.index(var) {
                preferences[index] = Some(value);
            }
        }
        let conflicts = Conflicts::new(options.conflict_heuristic, &decision_vars);
        let inspected = scores.iter().filter(|(_, score)| score.inspects_all()).count() * decision_vars.vars.len();
        let uses_conflicts = !matches!(conflicts, Conflicts::Forget);
        Selection {
            strays: uses_conflicts || !priorities.is_empty(),
            as_views: options.as_views,
            projected: options.projected,
            groups,
            priorities,
            scores,
            has_new_failures: false,
            impacts,
            objective: None,
            uses_conflicts,
            conflicts,
            custom: options.custom,
            preferences,
            has_preferences,
            phase_saving: options.phase_saving,
            rng: Rng::new(options.seed),
            tournament: Tournament::default(),
            choices: 0,
            inspections: 0,
            inspected_by_scores: inspected,
            decision_vars,
        }
    }

    /// The number of leading variables onto which solutions are projected.
    #[inline]
    pub(crate) fn projected(&self) -> usize {
        self.projected
    }

    /// The view that value selection uses for a variable.
    #[inline]
    fn as_view(&self, var: Var) -> View {
        match self.as_views.is_empty() {
            true => View::from(var),
            false => self.decision_vars.index(var).map_or(View::from(var), |index| self.as_views[index]),
        }
    }

    pub(crate) fn vars(&self) -> &[Var] {
        &self.decision_vars.vars
    }

    /// Whether the selection needs search events other than failures.
    #[inline]
    pub(crate) fn listens(&self) -> bool {
        !self.scores.is_empty()
    }

    /// Sets the objective to minimise.
    pub(crate) fn set_objective(&mut self, objective: View) {
        self.objective = Some(objective);
    }

    /// Called when the root's fixpoint is reached for the first time.
    ///
    /// # Errors
    /// The limit that ended a score's initialisation at the root.
    #[cold]
    pub(crate) fn prepare(&mut self, engine: &mut Engine) -> Result<(), StopReason> {
        self.scores.iter_mut().try_for_each(|(_, score)| score.prepare(engine, &self.decision_vars))
    }

    /// Called before a decision is applied.
    pub(crate) fn deciding(&mut self, engine: &Engine, atom: Atom, branch: Branch) {
        for (_, score) in &mut self.scores {
            score.deciding(engine, &self.decision_vars, atom, branch);
        }
    }

    /// Called when a decision that was not chosen here opens a level. The tournament tree misses that level's changes,
    /// so the next choice does not use it.
    #[inline]
    pub(crate) fn bypassed(&mut self) {
        self.choices += 1;
    }

    /// Called when a fixpoint is reached.
    pub(crate) fn reached(&mut self, engine: &Engine) {
        for (_, score) in &mut self.scores {
            score.reached(engine, &self.decision_vars);
        }
    }

    /// Called when propagation has failed after a decision on this variable, or at the root.
    #[inline]
    pub(crate) fn failed(&mut self, engine: &Engine, decided: Option<Var>) {
        if self.uses_conflicts
            && let Some(var) = decided
        {
            self.conflicts.failed(&self.decision_vars, var);
        }
        for custom in &mut self.custom {
            custom.failed(engine);
        }
        for (_, score) in &mut self.scores {
            score.failed(engine, &self.decision_vars, engine.last_failed());
        }
        self.has_new_failures = true;
        if self.tournament.is_built()
            && let Some(propagator) = engine.last_failed()
        {
            for index in engine.scope(propagator).iter().filter_map(|view| self.decision_vars.index(view.var())) {
                self.tournament.rekeyed(index);
            }
        }
    }

    /// Called before keys are requested.
    #[inline]
    fn settle(&mut self, engine: &Engine) {
        if std::mem::take(&mut self.has_new_failures) {
            self.scores.iter_mut().for_each(|(_, score)| score.settle(engine, &self.decision_vars));
        }
    }

    /// Called when all variables are fixed.
    pub(crate) fn solved(&mut self, engine: &Engine) {
        for custom in &mut self.custom {
            custom.solved(engine);
        }
        if self.phase_saving {
            for (preference, &var) in self.preferences.iter_mut().zip(&self.decision_vars.vars) {
                *preference = engine.store.fixed(var);
            }
        }
    }

    /// Called when the search continues from the root.
    pub(crate) fn restarted(&mut self) {
        // An iteration may begin several levels below the root.
        self.tournament.forget();
        for custom in &mut self.custom {
            custom.restarted();
        }
        for (_, score) in &mut self.scores {
            score.restarted();
        }
    }
}

/// Pairs each selection with the index of its score, and adapts the tie-breaking.
fn orders_with(
    orders: &[VarSelect],
    mut tie_break: TieBreak,
    mut number: impl FnMut(VarSelect) -> usize,
) -> (SmallVec<[(VarSelect, usize); 2]>, TieBreak) {
    let parts = orders.iter().flat_map(|&order| match order {
        VarSelect::MostConstrained => [Some(VarSelect::SmallestDomain), Some(VarSelect::Degree)],
        _ => [Some(order), None],
    });
    let mut orders: SmallVec<[_; 2]> = parts.flatten().map(|order| (order, number(order))).collect();
    if let Some(random) = orders.iter().skip(1).position(|(order, _)| *order == VarSelect::Random) {
        // A random choice leaves no ties to break.
        orders.truncate(random + 1);
        tie_break = TieBreak::Random;
    }
    (orders, tie_break)
}
