//! The brancher: picks a variable and a value, deterministically.

mod conflicts;
mod impacts;
mod pick;
mod split;
#[cfg(test)]
mod tests;
mod tournament;
#[cfg(test)]
mod tournament_tests;
#[cfg(test)]
mod view_tests;

pub use conflicts::ConflictHeuristic;

use super::rng::Rng;
use super::scores::{Places, Score, score};
use super::value_select::ValueSelect;
use super::var_select::{TieBreak, VarSelect};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::Engine;
use crate::observe::Branch;
use crate::var::Var;
use crate::view::View;
use conflicts::Conflicts;
use smallvec::{SmallVec, smallvec};
use tournament::Tournament;

/// Variables that are branched on together: those from the end of the group before up to `end`.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) end: usize,
    /// The first order decides; each next one decides among equals.
    pub(crate) orders: SmallVec<[VarSelect; 2]>,
    pub(crate) tie_break: TieBreak,
    pub(crate) values: ValueSelect,
}

impl Group {
    /// One after the other.
    pub(crate) fn plain(end: usize, values: ValueSelect) -> Group {
        Group { end, orders: smallvec![VarSelect::Input], tie_break: TieBreak::First, values }
    }
}

/// A rule of the user's: the atom to try at a node, if it has one. The atom is neither true nor false there.
pub(crate) type CustomBrancher = Box<dyn Fn(&Engine) -> Option<Atom> + Send>;

/// What there is to decide, and in which options.
pub(crate) struct SearchOptions {
    pub(crate) vars: Vec<Var>,
    /// The variables as value orders see them; empty when each stands for itself.
    pub(crate) as_views: Vec<View>,
    /// Solutions that agree on so many of the variables, the first ones, count once; `usize::MAX` when that is not asked for.
    pub(crate) distinct: usize,
    /// In the order of branching; the last one ends with the variables.
    pub(crate) groups: Vec<Group>,
    pub(crate) conflict_heuristic: ConflictHeuristic,
    /// Asked before the groups are.
    pub(crate) custom: Vec<CustomBrancher>,
    /// Values to take first, by variable.
    pub(crate) wanted: Vec<(Var, i32)>,
    /// The values of the last solution are taken first.
    pub(crate) phase_saving: bool,
    pub(crate) seed: u64,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            vars: Vec::new(),
            as_views: Vec::new(),
            distinct: usize::MAX,
            groups: Vec::new(),
            conflict_heuristic: ConflictHeuristic::default(),
            custom: Vec::new(),
            wanted: Vec::new(),
            phase_saving: false,
            seed: 0,
        }
    }
}

/// The next variable to branch on, and the value to try first.
pub(crate) struct Brancher {
    places: Places,
    as_views: Vec<View>,
    distinct: usize,
    groups: Vec<Step>,
    scores: Vec<(VarSelect, Box<dyn Score>)>,
    /// The number of the score that measures impacts, if a value order asks it.
    impacts: usize,
    /// What is to become small.
    objective: Option<View>,
    conflicts: Conflicts,
    uses_conflicts: bool,
    custom: Vec<CustomBrancher>,
    preferences: Vec<Option<i32>>,
    has_preferences: bool,
    phase_saving: bool,
    rng: Rng,
    tournament: Tournament,
    /// Choices so far, by whatever rule.
    choices: u64,
    /// Looks at variables: those that the last choice took, and those of scores that look at all of them at every node.
    looks: usize,
    heard: usize,
}

/// A group, ready to be used.
struct Step {
    end: usize,
    /// Each with the number of its score.
    orders: SmallVec<[(VarSelect, usize); 2]>,
    /// Smallest domain, the first of equals: the hot one.
    first_smallest: bool,
    /// The keys of a variable depend on nothing but its own domain, and on failures of constraints on it.
    is_local: bool,
    tie_break: TieBreak,
    values: ValueSelect,
}

impl Brancher {
    pub(crate) fn new(engine: &Engine, options: SearchOptions) -> Brancher {
        let places = Places::new(engine, options.vars);
        let mut scores: Vec<(VarSelect, Box<dyn Score>)> = Vec::new();
        let mut number = |order: VarSelect| {
            if let Some(known) = scores.iter().position(|(o, _)| *o == order) {
                return known;
            }
            match score(order, engine, &places, options.seed) {
                Some(score) => scores.push((order, score)),
                None => return usize::MAX,
            }
            scores.len() - 1
        };
        let groups = options.groups.into_iter().map(|group| {
            let parts = group.orders.iter().flat_map(|&order| match order {
                VarSelect::MostConstrained => [Some(VarSelect::SmallestDomain), Some(VarSelect::Degree)],
                _ => [Some(order), None],
            });
            let mut orders: SmallVec<[_; 2]> = parts.flatten().map(|order| (order, number(order))).collect();
            let mut tie_break = group.tie_break;
            if let Some(random) = orders.iter().skip(1).position(|(order, _)| *order == VarSelect::Random) {
                // Any of the equals: nothing is left to be decided after it.
                orders.truncate(random + 1);
                tie_break = TieBreak::Random;
            }
            let first_smallest = matches!(orders[..], [(VarSelect::SmallestDomain, _)]) && tie_break == TieBreak::First;
            let is_local = ties != TieBreak::Random && orders.iter().all(|(order, _)| order.is_local());
            Step { end: group.end, orders, first_smallest, is_local, ties, values: group.values }
        });
        let groups: Vec<Step> = groups.collect();
        let impacts = if groups.iter().any(|group| group.values == ValueSelect::LeastImpact) {
            number(VarSelect::Impact)
        } else {
            usize::MAX
        };
        let has_preferences = options.phase_saving || !options.wanted.is_empty();
        let mut preferences = vec![None; if has_preferences { places.vars.len() } else { 0 }];
        for (var, value) in options.wanted {
            if let Some(place) = places.of(var) {
                preferences[place] = Some(value);
            }
        }
        let conflicts = Conflicts::new(options.conflict_heuristic, &places);
        let heard = scores.iter().filter(|(_, score)| score.looks_at_all()).count() * places.vars.len();
        Brancher {
            as_views: options.as_views,
            distinct: options.distinct,
            groups,
            scores,
            impacts,
            objective: None,
            uses_conflicts: !matches!(conflicts, Conflicts::Forget),
            conflicts,
            custom: options.custom,
            preferences,
            has_preferences,
            phase_saving: options.phase_saving,
            rng: Rng::new(options.seed),
            tournament: Tournament::default(),
            choices: 0,
            looks: 0,
            heard,
            places,
        }
    }

    /// How many variables, the first ones, tell solutions apart.
    #[inline]
    pub(crate) fn distinct(&self) -> usize {
        self.distinct
    }

    /// A variable as value orders see it.
    #[inline]
    fn as_view(&self, var: Var) -> View {
        match self.as_views.is_empty() {
            true => View::of(var),
            false => self.places.of(var).map_or(View::of(var), |place| self.as_views[place]),
        }
    }

    pub(crate) fn vars(&self) -> &[Var] {
        &self.places.vars
    }

    /// Whether it wants to be told what happens, beside failures.
    #[inline]
    pub(crate) fn listens(&self) -> bool {
        !self.scores.is_empty()
    }

    /// Tells what is to become small.
    pub(crate) fn set_objective(&mut self, objective: View) {
        self.objective = Some(objective);
    }

    /// The root's fixpoint was reached for the first time.
    ///
    /// # Errors
    /// The limit that ended what an order does at the root.
    #[cold]
    pub(crate) fn prepare(&mut self, engine: &mut Engine) -> Result<(), StopReason> {
        self.scores.iter_mut().try_for_each(|(_, score)| score.prepare(engine, &self.places))
    }

    /// A decision is about to be made true.
    pub(crate) fn deciding(&mut self, engine: &Engine, atom: Atom, branch: Branch) {
        for (_, score) in &mut self.scores {
            score.deciding(engine, &self.places, atom, branch);
        }
    }

    /// A fixpoint was reached.
    pub(crate) fn reached(&mut self, engine: &Engine) {
        for (_, score) in &mut self.scores {
            score.reached(engine, &self.places);
        }
    }

    /// Propagation has failed after a decision on this variable, or at the root.
    #[inline]
    pub(crate) fn failed(&mut self, engine: &Engine, decided: Option<Var>) {
        if self.uses_conflicts
            && let Some(var) = decided
        {
            self.conflicts.failed(&self.places, var);
        }
        for (_, score) in &mut self.scores {
            score.failed(engine, &self.places, engine.last_failed());
        }
        if !self.scores.is_empty()
            && let Some(propagator) = engine.last_failed()
        {
            for place in engine.scope(propagator).iter().filter_map(|view| self.places.of(view.var())) {
                self.tournament.rekeyed(place);
            }
        }
    }

    /// All variables are fixed.
    pub(crate) fn solved(&mut self, engine: &Engine) {
        if self.phase_saving {
            for (preference, &var) in self.preferences.iter_mut().zip(&self.places.vars) {
                *preference = engine.store.fixed(var);
            }
        }
    }

    /// The search goes on from the root.
    pub(crate) fn restarted(&mut self) {
        // An iteration may begin several levels further down.
        self.tournament.forget();
        for (_, score) in &mut self.scores {
            score.restarted();
        }
    }
}
