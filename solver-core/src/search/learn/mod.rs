//! Clause learning: each conflict becomes a nogood, and the search jumps back to the level where the nogood first
//! propagates.
//!
//! | file | contents |
//! |---|---|
//! | [`graph`] | nodes of the implication graph and their premises |
//! | [`analyse`] | derives a nogood from a conflict |
//! | [`explanations`] | the kinds of explanations to choose from |
//! | [`minimise`] | removes redundant literals of a nogood |
//! | [`premise_cache`] | explanations that minimisation reuses |
//! | [`activity`] | activities of atoms, for decisions |
//! | [`probe`] | assumed bounds on the objective |
//! | [`assumptions`] | atoms decided first, and their cores |
//! | [`cores`] | core-guided runs: assumptions about the terms of the objective |
//! | [`exchange`] | nogoods shared between searches |
//! | [`schedule`] | restarts, and which decisions a run makes |
//! | `audit` | in tests: checks every reason and every nogood |
//!
//! The search loop is part of the kernel (`tree/learning.rs`).

mod activity;
mod analyse;
mod assumptions;
#[cfg(any(test, feature = "harness"))]
mod audit;
mod cores;
mod exchange;
mod explanations;
mod graph;
mod minimise;
mod premise_cache;
mod probe;
mod schedule;

use super::watch::{Analysed, Watch};
use super::{ExplanationStatistics, Objective};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::totals::Total;
use crate::var::Var;
use crate::view::View;
use activity::Activities;
use analyse::Analysis;
pub(super) use assumptions::{Assumption, Assumptions};
#[cfg(any(test, feature = "harness"))]
pub use audit::{Audit, LearningPlant};
use cores::CoreGuided;
pub(crate) use exchange::{Exchange, Peer};
pub use explanations::Explanations;
use explanations::Reasons;
pub(super) use graph::Learned;
use probe::ObjectiveProbing;
pub use schedule::Learning;
use schedule::{Schedule, UNIT};

/// The number of conflicts before nogoods are first deleted, and the increment of each later interval, which is 0 when
/// all solutions are enumerated.
const FORGET: (u64, u64) = (2_000, 300);

/// The state of a learning search.
pub(crate) struct ConflictDriven {
    learning: Learning,
    pub(crate) explanations: Option<Explanations>,
    /// The propagator to which nogood inferences are attributed.
    propagator: u32,
    seed: u64,
    /// Whether all solutions are enumerated. The search then does not restart, and only the given brancher decides.
    pub(super) enumerates: bool,
    /// In an enumeration, the deepest level that leads to the last solution found. The search never jumps back over
    /// this level (M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, *Conflict-driven answer set enumeration*, LPNMR
    /// 2007).
    pub(super) backtrack_level: usize,
    /// By variable: its value in the last solution.
    values: Vec<Option<i32>>,
    /// Created at the root's fixpoint.
    state: Option<State>,
    until_forget: u64,
    forgotten: u64,
    conflicts: u64,
    /// The assumptions of the query.
    given: Assumptions,
    /// Core-guided search, if the objective is a sum.
    cores: Option<Box<CoreGuided>>,
    /// The exchange of nogoods with other searches.
    peer: Option<Box<Peer>>,
    #[cfg(any(test, feature = "harness"))]
    pub(in crate::search) audit: Option<Box<Audit>>,
}

/// The components of the learner that exist once the root's fixpoint is reached.
struct State {
    analysis: Analysis,
    activities: Activities,
    schedule: Schedule,
    probing: ObjectiveProbing,
}

/// How the search continues after a conflict.
pub(super) enum Resolution {
    /// The search space is exhausted.
    Refuted,
    /// The conflict lies on the path to the last solution found, where the search backtracks chronologically.
    Exhausted,
    /// Jump back to the nogood's level, and [assert](ConflictDriven::assert) it there.
    Jump(Learned),
}

impl ConflictDriven {
    pub(crate) fn new(learning: Learning, propagator: u32, seed: u64) -> ConflictDriven {
        ConflictDriven {
            learning,
            explanations: None,
            propagator,
            seed,
            enumerates: false,
            backtrack_level: 0,
            values: Vec::new(),
            state: None,
            until_forget: FORGET.0,
            forgotten: 0,
            conflicts: 0,
            given: Assumptions::default(),
            cores: None,
            peer: None,
            #[cfg(any(test, feature = "harness"))]
            audit: None,
        }
    }

    /// The index of the propagator to which nogood inferences are attributed.
    pub(super) fn propagator(&self) -> usize {
        self.propagator as usize
    }

    /// Initialises the learner at the root's first fixpoint. Another search may have found a solution by then.
    pub(super) fn prepare(
        &mut self,
        engine: &mut Engine,
        objective: Option<&Objective>,
        room: Option<usize>,
        watch: &mut impl Watch,
    ) {
        let (domains, slots) = (&engine.store.domains, &engine.store.slots);
        let small = domains.small_count();
        let roots: Vec<u64> = (0..small).map(|var| slots.get(var)).collect();
        if self.enumerates {
            self.learning = Learning::Fixed;
        }
        #[cfg(any(test, feature = "harness"))]
        let unit = self.audit.as_ref().map_or(UNIT, |audit| audit.unit());
        #[cfg(not(any(test, feature = "harness")))]
        let unit = UNIT;
        let analysis = Analysis::new(
            Reasons { roots: roots.clone(), kind: self.explanations, ..Reasons::default() },
            #[cfg(any(test, feature = "harness"))]
            self.audit.take(),
        );
        self.state = Some(State {
            activities: Activities::new(engine, &roots, self.seed),
            schedule: Schedule::new(self.learning, unit),
            probing: ObjectiveProbing::new(),
            analysis,
        });
        if let Some(objective) = objective {
            self.cores = objective.sum.as_ref().and_then(|sum| {
                let longest = watch.admit_sum(engine, objective.view, sum)?;
                Some(Box::new(CoreGuided::new(objective, sum, engine, longest)))
            });
            if objective.is_limited() {
                self.note_solution();
            }
        }
        self.values.resize(engine.variables(), None);
        engine.store_nogoods(self.propagator, self.learning == Learning::Fixed);
        #[cfg(any(test, feature = "harness"))]
        if let Some(audit) = self.audit() {
            audit.begin(engine);
        }
        engine.take_clauses();
        engine.relax(objective.map(|objective| objective.view), room, None, |engine, rows| watch.admit(engine, rows));
    }

    /// Analyses the engine's conflict and decides how to continue.
    pub(super) fn conflict(&mut self, engine: &mut Engine) -> Resolution {
        let Some(State { analysis, activities, schedule, .. }) = &mut self.state else { return Resolution::Refuted };
        self.conflicts += 1;
        let Some(level) = analysis.take_conflict(engine) else { return Resolution::Refuted };
        if level <= self.backtrack_level {
            return Resolution::Exhausted;
        }
        let by_activity = self.learning != Learning::Fixed;
        let mut nogood = analysis.learn(engine, level, by_activity.then_some(activities));
        analysis.reasons.count(&nogood);
        for &nogood in &analysis.used {
            engine.nogood_used(nogood);
        }
        activities.decay();
        schedule.count();
        nogood.back = nogood.back.max(self.backtrack_level);
        Resolution::Jump(nogood)
    }

    /// Switches the recording of explanations in conflict analysis on or off.
    pub(super) fn record_explanations(&mut self, record: bool) {
        if let Some(State { analysis, .. }) = &mut self.state {
            analysis.record(record);
        }
    }

    /// The explanations recorded in the analysis of the last conflict.
    pub(super) fn explanations(&self) -> Analysed<'_> {
        self.state.as_ref().map_or(Analysed::Decisions, |state| state.analysis.explanations())
    }

    /// The work spent on the last conflict or core, in budget units.
    pub(in crate::search) fn work(&self) -> usize {
        self.state.as_ref().map_or(0, |state| state.analysis.work)
    }

    /// Stores the nogood and asserts its first literal, after the jump. Returns the nogood's index.
    pub(super) fn assert(&mut self, engine: &mut Engine, nogood: Learned) -> Option<u32> {
        let Learned { clause, lbd, .. } = nogood;
        // Totals exist only in this search.
        if let Some(peer) = &mut self.peer
            && !clause.iter().any(|literal| engine.is_reserved(literal.var()))
        {
            peer.note(&clause, lbd);
        }
        let number = engine.learn(&clause, lbd);
        if let Some(state) = &mut self.state {
            state.analysis.reuse(clause);
        }
        number
    }

    /// Backtracks to this level.
    pub(super) fn back_to(&mut self, level: usize) {
        if let Some(state) = &mut self.state {
            state.activities.back_to(level);
        }
        self.given.back_to(level);
        if let Some(cores) = &mut self.cores {
            cores.back_to(level);
        }
    }

    /// Checks whether to restart now and, if so, begins the next run.
    pub(super) fn restarts(&mut self) -> bool {
        let Some(State { schedule, probing, .. }) = &mut self.state else { return false };
        let due = schedule.is_due();
        if due {
            schedule.next_run(self.conflicts);
            probing.end_run();
            if let Some(cores) = &mut self.cores {
                cores.next_run(schedule);
            }
        }
        due
    }

    /// Deletes nogoods if it is time to do so. Called at a fixpoint.
    pub(super) fn forget(&mut self, engine: &mut Engine) {
        if self.conflicts >= self.until_forget {
            self.forgotten += 1;
            let later = if self.enumerates { 0 } else { FORGET.1 * self.forgotten };
            self.until_forget = self.conflicts + FORGET.0 + later;
            engine.forget_nogoods(self.enumerates);
        }
    }

    /// Exchanges nogoods, at the root's fixpoint. Returns whether any were imported; if so, the root may need
    /// propagation.
    pub(super) fn exchange(&mut self, engine: &mut Engine) -> bool {
        let Some(mut peer) = self.peer.take() else { return false };
        let mut has_news = false;
        peer.visit(|nogood| {
            has_news = true;
            #[cfg(any(test, feature = "harness"))]
            if let Some(audit) = self.audit() {
                audit.imported(nogood);
            }
            engine.store_at_root(nogood);
        });
        self.peer = Some(peer);
        has_news
    }

    /// Begins a query under assumptions, at the root.
    pub(super) fn begin_under(&mut self, assumptions: Assumptions) {
        self.given = assumptions;
    }

    /// Returns the query's next assumption, or a core of its assumptions.
    pub(super) fn next_given(&mut self, engine: &Engine) -> Option<Assumption> {
        let (atom, is_open) = self.given.next(engine)?;
        let state = self.state.as_mut().filter(|_| !is_open);
        let core = state.and_then(|state| self.given.core(engine, &mut state.analysis, atom));
        Some(match is_open {
            true => Assumption::Assume(atom),
            false => Assumption::Core(core.unwrap_or_else(|| self.given.so_far())),
        })
    }

    /// Whether the root's fixpoint was reached.
    pub(super) fn is_prepared(&self) -> bool {
        self.state.is_some()
    }

    /// Returns the next assumption of a core-guided run, or a core if the assumptions fail. A guided run begins at the
    /// root.
    pub(super) fn next_assumption(&mut self, engine: &Engine) -> Option<Assumption> {
        let (cores, state) = (self.cores.as_mut()?, self.state.as_mut()?);
        if engine.level() == 0 {
            cores.begin(engine);
        }
        cores.next(engine, &mut state.analysis)
    }

    /// Returns the clause that a guided run's core expresses.
    pub(super) fn core_clause(&self, core: &[usize]) -> Vec<Atom> {
        self.cores.as_ref().map_or_else(Vec::new, |cores| cores.clause(core))
    }

    /// Applies a core at the root. The core bounds the objective and counts as a conflict. Returns the new total, if
    /// there is one.
    pub(super) fn apply_core(&mut self, engine: &mut Engine, core: Vec<usize>) -> Option<&Total> {
        let (Some(cores), Some(state)) = (&mut self.cores, &mut self.state) else { return None };
        state.schedule.count();
        let total = cores.apply(engine, core)?;
        #[cfg(any(test, feature = "harness"))]
        if let Some(audit) = &mut state.analysis.audit {
            audit.counts(total);
        }
        Some(total)
    }

    /// Returns the bound to assume on the minimised objective at the root, if any.
    pub(super) fn assume(&mut self, engine: &Engine, objective: View) -> Option<Atom> {
        let State { schedule, probing, .. } = self.state.as_mut()?;
        let (least, greatest) = (engine.min(objective), engine.max(objective));
        (schedule.probes() && least < greatest).then(|| Atom::at_most(objective, probing.next(least, greatest)))
    }

    /// Returns the decision by activity, or `None` if the given brancher decides.
    pub(super) fn decide(&mut self, engine: &Engine) -> Option<Atom> {
        let State { activities, schedule, probing, .. } = self.state.as_mut()?;
        if !schedule.by_activity() && !probing.has_begun() {
            return None;
        }
        let atom = activities.next(engine)?;
        // Follows the best solution (E. Demirović, G. Chu, P. J. Stuckey, CP 2018). Without one, runs alternate
        // between assigning and excluding values.
        let holds = match self.values[atom.var().index()] {
            Some(value) => atom.holds_for(value),
            None => schedule.assigns() && activities.is_assignment(atom),
        };
        Some(if holds { atom } else { !atom })
    }

    /// Records a solution.
    pub(super) fn solved(&mut self, engine: &Engine) {
        #[cfg(any(test, feature = "harness"))]
        if let Some(audit) = self.audit() {
            audit.solved(engine);
        }
        self.import_solution(engine);
    }

    /// Takes over a solution found by another search of the same problem.
    pub(in crate::search) fn import_solution(&mut self, engine: &Engine) {
        self.note_solution();
        self.values.clear();
        self.values.extend(engine.vars().map(|var| engine.store.fixed(var)));
    }

    fn note_solution(&mut self) {
        if let Some(state) = &mut self.state {
            state.schedule.note_solution(self.conflicts);
        }
    }

    /// Explains the inferences from position `known` on, if explanations are eager.
    pub(super) fn explain_inferences(&mut self, engine: &Engine, known: usize) {
        if let Some(state) = &mut self.state {
            state.analysis.reasons.explain_inferences(engine, known);
        }
    }

    /// Returns explanation counts, if a kind was chosen.
    pub(super) fn statistics(&self) -> ExplanationStatistics {
        let state = self.state.as_ref().filter(|_| self.explanations.is_some());
        state.map_or_else(Default::default, |state| state.analysis.reasons.statistics)
    }

    /// Lets the search exchange nogoods with other searches.
    pub(crate) fn among(mut self, peer: Option<Peer>) -> ConflictDriven {
        self.peer = peer.map(Box::new);
        self
    }

    /// Makes decisions follow these values until there is a solution.
    pub(crate) fn with_values(mut self, values: impl IntoIterator<Item = (Var, i32)>) -> ConflictDriven {
        for (var, value) in values {
            if self.values.len() <= var.index() {
                self.values.resize(var.index() + 1, None);
            }
            self.values[var.index()] = Some(value);
        }
        self
    }

    /// Checks the nogoods at a fixpoint. An enumeration is exempt: it may assert a nogood below the level where it
    /// first propagates, and so miss that propagation after backtracking.
    #[cfg(any(test, feature = "harness"))]
    pub(super) fn audit_fixpoint(&mut self, engine: &Engine) {
        let misses = self.enumerates;
        if let Some(audit) = self.audit().filter(|_| !misses) {
            audit.fixpoint(engine);
        }
    }

    /// The audit, if the search has one.
    #[cfg(any(test, feature = "harness"))]
    pub(in crate::search) fn audit(&mut self) -> Option<&mut Audit> {
        match &mut self.state {
            Some(state) => state.analysis.audit.as_deref_mut(),
            None => self.audit.as_deref_mut(),
        }
    }

    /// The memory held, in bytes, excluding nogoods, which the engine counts.
    pub(in crate::search) fn bytes(&self) -> usize {
        let values =
            self.values.capacity() * 8 + self.given.bytes() + self.peer.as_ref().map_or(0, |peer| peer.bytes());
        values
            + self.cores.as_ref().map_or(0, |cores| cores.bytes())
            + self.state.as_ref().map_or(0, |state| state.analysis.bytes() + state.activities.bytes())
    }
}
