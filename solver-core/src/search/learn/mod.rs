//! Learning: a conflict becomes a nogood, and the search jumps back to where it would have made a difference.
//!
//! | file | holds |
//! |---|---|
//! | [`graph`] | nodes of the implication graph and their premises |
//! | [`analyse`] | from a conflict to a nogood |
//! | [`minimise`] | literals that a nogood can do without |
//! | [`premise_cache`] | what minimisation has had explained |
//! | [`activity`] | which atoms were in recent conflicts |
//! | [`probe`] | bounds on the objective that are assumed |
//! | [`cores`] | terms of the objective that are assumed to be least, and those that cannot be |
//! | [`exchange`] | nogoods that searches give each other |
//! | [`schedule`] | the ways of learning: restarts, and who decides between them |
//! | `audit` | in tests: every reason and every nogood is checked |
//!
//! The loop itself is one of the search kernel's (`tree/learning.rs`).

mod activity;
mod analyse;
#[cfg(any(test, feature = "harness"))]
mod audit;
mod cores;
mod exchange;
mod graph;
mod minimise;
mod premise_cache;
mod probe;
mod schedule;

use super::Objective;
use super::watch::Analysed;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::var::Var;
use crate::view::View;
use activity::Activities;
use analyse::Analysis;
#[cfg(any(test, feature = "harness"))]
pub use audit::{Audit, LearningPlant};
pub(super) use cores::Assumption;
use cores::CoreGuided;
pub(crate) use exchange::{Exchange, Peer};
pub(super) use graph::Learned;
use probe::ObjectiveProbing;
pub use schedule::Learning;
use schedule::{Schedule, UNIT};

/// Conflicts before the first deletion of nogoods, and by how many more each time after it, unless all solutions are wanted.
const FORGET: (u64, u64) = (2_000, 300);

/// The state of a learning search.
pub(crate) struct ConflictDriven {
    learning: Learning,
    /// The propagator in whose name nogoods infer.
    propagator: u32,
    seed: u64,
    /// Solutions are enumerated: no restarts, and only the stated order decides.
    pub(super) enumerates: bool,
    /// Enumeration: the levels up to this one lead to a solution that was found, and are never jumped over (M. Gebser, B. Kaufmann, A. Neumann,
    /// T. Schaub, *Conflict-driven answer set enumeration*, LPNMR 2007).
    pub(super) backtrack_level: usize,
    /// By variable: its value in the last solution.
    values: Vec<Option<i32>>,
    /// Made at the root's fixpoint.
    state: Option<State>,
    until_forget: u64,
    forgotten: u64,
    conflicts: u64,
    /// Where the objective is a sum.
    cores: Option<Box<CoreGuided>>,
    /// With whom nogoods are exchanged.
    peer: Option<Box<Peer>>,
    #[cfg(any(test, feature = "harness"))]
    pub(in crate::search) audit: Option<Box<Audit>>,
}

/// What the learner knows from the root's fixpoint on.
struct State {
    analysis: Analysis,
    activities: Activities,
    schedule: Schedule,
    probing: ObjectiveProbing,
}

/// What a conflict leads to.
pub(super) enum Verdict {
    /// Nothing is left to search.
    Refuted,
    /// It lies within what leads to the solution found last.
    Exhausted,
    /// Jump back to the nogood's level, and [assert](ConflictDriven::assert) it there.
    Jump(Learned),
}

impl ConflictDriven {
    pub(crate) fn new(learning: Learning, propagator: u32, seed: u64) -> ConflictDriven {
        ConflictDriven {
            learning,
            propagator,
            seed,
            enumerates: false,
            backtrack_level: 0,
            values: Vec::new(),
            state: None,
            until_forget: FORGET.0,
            forgotten: 0,
            conflicts: 0,
            cores: None,
            peer: None,
            #[cfg(any(test, feature = "harness"))]
            audit: None,
        }
    }

    /// The index of the propagator in whose name nogoods infer.
    pub(super) fn propagator(&self) -> usize {
        self.propagator as usize
    }

    /// Called at the root's first fixpoint. Another search may have found a solution before.
    pub(super) fn prepare(&mut self, engine: &mut Engine, objective: Option<&Objective>) {
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
            roots.clone(),
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
            self.cores = objective.sum.as_ref().map(|sum| Box::new(CoreGuided::new(objective, sum, engine)));
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
    }

    /// The conflict of the engine: what to do.
    pub(super) fn conflict(&mut self, engine: &mut Engine) -> Verdict {
        let Some(State { analysis, activities, schedule, .. }) = &mut self.state else { return Verdict::Refuted };
        self.conflicts += 1;
        let Some(level) = analysis.take_conflict(engine) else { return Verdict::Refuted };
        if level <= self.backtrack_level {
            return Verdict::Exhausted;
        }
        let by_activity = self.learning != Learning::Fixed;
        let mut nogood = analysis.learn(engine, level, by_activity.then_some(activities));
        for &nogood in &analysis.used {
            engine.nogood_used(nogood);
        }
        activities.decay();
        schedule.count();
        nogood.back = nogood.back.max(self.backtrack_level);
        Verdict::Jump(nogood)
    }

    /// Keeps what the analysis of a conflict explains, or not.
    pub(super) fn record_explanations(&mut self, record: bool) {
        if let Some(State { analysis, .. }) = &mut self.state {
            analysis.record(record);
        }
    }

    /// What the analysis of the last conflict has explained.
    pub(super) fn explanations(&self) -> Analysed<'_> {
        self.state.as_ref().map_or(Analysed::Decisions, |state| state.analysis.explanations())
    }

    /// What the last conflict or core took, in units of the budget.
    pub(in crate::search) fn work(&self) -> usize {
        self.state.as_ref().map_or(0, |state| state.analysis.work)
    }

    /// After the jump: stores the nogood and makes its first literal true. Returns its number.
    pub(super) fn assert(&mut self, engine: &mut Engine, nogood: Learned) -> Option<u32> {
        let Learned { clause, lbd, .. } = nogood;
        // What a total counts is known to this search alone.
        if let Some(peer) = &mut self.peer
            && !clause.iter().any(|literal| engine.is_spare(literal.var()))
        {
            peer.note(&clause, lbd);
        }
        let number = engine.learn(&clause, lbd);
        if let Some(state) = &mut self.state {
            state.analysis.reuse(clause);
        }
        number
    }

    /// The search has gone back to this level.
    pub(super) fn back_to(&mut self, level: usize) {
        if let Some(state) = &mut self.state {
            state.activities.back_to(level);
        }
        if let Some(cores) = &mut self.cores {
            cores.back_to(level);
        }
    }

    /// Whether it is time to restart; if so, the next run begins.
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

    /// At a fixpoint: deletes nogoods, if it is time to.
    pub(super) fn forget(&mut self, engine: &mut Engine) {
        if self.conflicts >= self.until_forget {
            self.forgotten += 1;
            let later = if self.enumerates { 0 } else { FORGET.1 * self.forgotten };
            self.until_forget = self.conflicts + FORGET.0 + later;
            engine.forget_nogoods(self.enumerates);
        }
    }

    /// At a fixpoint of the root: gives and takes nogoods. Whether some were taken; then it may be a fixpoint no longer.
    pub(super) fn exchange(&mut self, engine: &mut Engine) -> bool {
        let Some(mut peer) = self.peer.take() else { return false };
        let mut has_news = false;
        peer.visit(|nogood| {
            has_news = true;
            #[cfg(any(test, feature = "harness"))]
            if let Some(audit) = self.audit() {
                audit.adopted(nogood);
            }
            engine.adopt_nogood(nogood);
        });
        self.peer = Some(peer);
        has_news
    }

    /// What a core-guided run assumes next, or a core that it has shown. At the root it begins, if this run is one.
    pub(super) fn next_assumption(&mut self, engine: &Engine) -> Option<Assumption> {
        let (cores, state) = (self.cores.as_mut()?, self.state.as_mut()?);
        if engine.level() == 0 {
            cores.begin(engine);
        }
        cores.next(engine, &mut state.analysis)
    }

    /// Back at the root: the objective is bounded by a core, which counts as a conflict.
    pub(super) fn adopt_core(&mut self, engine: &mut Engine, core: Vec<usize>) {
        let (Some(cores), Some(state)) = (&mut self.cores, &mut self.state) else { return };
        state.schedule.count();
        let _total = cores.adopt(engine, core);
        #[cfg(any(test, feature = "harness"))]
        if let (Some(total), Some(audit)) = (_total, &mut state.analysis.audit) {
            audit.counts(total);
        }
    }

    /// At the root: what is assumed of this view, which is minimised; `None` where nothing is.
    pub(super) fn assume(&mut self, engine: &Engine, objective: View) -> Option<Atom> {
        let State { schedule, probing, .. } = self.state.as_mut()?;
        let (least, greatest) = (engine.min(objective), engine.max(objective));
        (schedule.probes() && least < greatest).then(|| Atom::at_most(objective, probing.next(least, greatest)))
    }

    /// The decision by activity; `None` where the stated order decides.
    pub(super) fn decide(&mut self, engine: &Engine) -> Option<Atom> {
        let State { activities, schedule, probing, .. } = self.state.as_mut()?;
        if !schedule.by_activity() && !probing.has_begun() {
            return None;
        }
        let atom = activities.next(engine)?;
        // As in the best solution (E. Demirović, G. Chu, P. J. Stuckey, CP 2018); without one, values are assigned and excluded in turns.
        let holds = match self.values[atom.var().index()] {
            Some(value) => atom.holds_for(value),
            None => schedule.assigns() && activities.is_assignment(atom),
        };
        Some(if holds { atom } else { !atom })
    }

    /// A solution was found.
    pub(super) fn solved(&mut self, engine: &Engine) {
        #[cfg(any(test, feature = "harness"))]
        if let Some(audit) = self.audit() {
            audit.solved(engine);
        }
        self.adopt_solution(engine);
    }

    /// Another search of the same problem has found a solution.
    pub(in crate::search) fn adopt_solution(&mut self, engine: &Engine) {
        self.note_solution();
        self.values.clear();
        self.values.extend(engine.vars().map(|var| engine.store.fixed(var)));
    }

    fn note_solution(&mut self) {
        if let Some(state) = &mut self.state {
            state.schedule.note_solution(self.conflicts);
        }
    }

    /// Will exchange nogoods with other searches.
    pub(crate) fn among(mut self, peer: Option<Peer>) -> ConflictDriven {
        self.peer = peer.map(Box::new);
        self
    }

    /// Begins with these values, in the place of those of a solution.
    pub(crate) fn with_values(mut self, values: impl IntoIterator<Item = (Var, i32)>) -> ConflictDriven {
        for (var, value) in values {
            if self.values.len() <= var.index() {
                self.values.resize(var.index() + 1, None);
            }
            self.values[var.index()] = Some(value);
        }
        self
    }

    /// Has the nogoods checked at a fixpoint. An enumeration infers by nogoods above the level where they hold, and may miss them below it.
    #[cfg(any(test, feature = "harness"))]
    pub(super) fn audit_fixpoint(&mut self, engine: &Engine) {
        let misses = self.enumerates;
        if let Some(audit) = self.audit().filter(|_| !misses) {
            audit.fixpoint(engine);
        }
    }

    /// The audit, of a search that has one.
    #[cfg(any(test, feature = "harness"))]
    pub(in crate::search) fn audit(&mut self) -> Option<&mut Audit> {
        match &mut self.state {
            Some(state) => state.analysis.audit.as_deref_mut(),
            None => self.audit.as_deref_mut(),
        }
    }

    /// The memory held, in bytes, without the nogoods, which the engine counts.
    pub(in crate::search) fn bytes(&self) -> usize {
        let values = self.values.capacity() * 8 + self.peer.as_ref().map_or(0, |peer| peer.bytes());
        values
            + self.cores.as_ref().map_or(0, |cores| cores.bytes())
            + self.state.as_ref().map_or(0, |state| state.analysis.bytes() + state.activities.bytes())
    }
}
