//! The engine: variables, propagators, and the fixpoint loop.
//!
//! A [`Model`](crate::Model) builds an engine when it is compiled; code with custom propagators or searches can build
//! one directly.

mod antecedents;
mod build;
mod fork;
mod inference;
mod nogoods;
mod origin;
mod relaxation;
mod verify;

pub use antecedents::Antecedents;
pub use build::{BuildError, EngineBuilder};
pub use inference::Inference;
pub use origin::{Origin, Since};
pub use verify::Invalid;

use crate::atom::Atom;
use crate::budget::{Budget, StopReason};
use crate::context::Context;
use crate::nogoods::NogoodStore;
use crate::propagator::{Conflict, Propagator};
use crate::store::Store;
use crate::var::Var;
use crate::view::View;
use crate::wake::Subscriptions;
use relaxation::RelaxationSlot;
use std::ops::{ControlFlow, Range};

/// Domains, propagators and trail. See the [module page](self).
#[doc(alias("solver", "kernel"))]
pub struct Engine {
    pub(crate) store: Store,
    propagators: Vec<Box<dyn Propagator>>,
    scopes: Scopes,
    /// Each propagator's number of failures, for `dom/wdeg`.
    weights: Vec<u64>,
    modified: Vec<u32>,
    propagations: u64,
    last_failed: Option<u32>,
    last_emptied: Option<Var>,
    /// How propagation halted at the current level, until the level is undone.
    halted: Option<Halt>,
    /// Learned nogoods, if the search learns.
    nogoods: Option<Box<NogoodStore>>,
    /// Reserved variables, which occur in no constraint; a search may use them.
    reserved: Range<u32>,
    /// The propagator that does not run until a search replaces it.
    placeholder: Option<usize>,
    /// The number of facts when the placeholder was last replaced.
    replaced_at: usize,
    relaxation: Option<RelaxationSlot>,
}

impl Clone for Engine {
    fn clone(&self) -> Engine {
        Engine {
            store: self.store.clone(),
            propagators: self.propagators.clone(),
            scopes: self.scopes.clone(),
            weights: self.weights.clone(),
            modified: Vec::with_capacity(self.modified.capacity()),
            propagations: self.propagations,
            last_failed: self.last_failed,
            last_emptied: self.last_emptied,
            halted: self.halted,
            nogoods: self.nogoods.clone(),
            reserved: self.reserved.clone(),
            placeholder: self.placeholder,
            replaced_at: self.replaced_at,
            relaxation: self.relaxation.clone(),
        }
    }
}

/// Why a propagation did not reach a fixpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// There is no solution below the current node.
    Failed,
    /// A limit or the cancel token stopped the work; whether there is a solution is unknown.
    Stopped(StopReason),
}

/// A step of propagation, for observers.
pub(crate) enum Propagation {
    /// A propagator is about to run.
    Run { propagator: usize },
    /// A propagator has inferred an atom, at this position of the atom trail.
    Infer { position: usize, atom: Atom },
}

impl Engine {
    /// Runs propagators until the fixpoint, where no propagator can remove a value.
    ///
    /// # Errors
    /// [`Halt`], which is returned again until [`pop_level`](Engine::pop_level) undoes the level. A halt at the root is
    /// permanent.
    #[doc(alias = "fixpoint")]
    pub fn propagate(&mut self) -> Result<(), Halt> {
        if let Some(halt) = self.halted {
            return Err(halt);
        }
        while let Some(p) = self.store.next_to_run(&mut self.modified) {
            self.run(p)?;
        }
        Ok(())
    }

    /// Like [`propagate`](Engine::propagate), with an observer: reports each run and its inferences until `report`
    /// returns `Break`.
    #[cold]
    pub(crate) fn propagate_step_by_step(
        &mut self,
        mut report: impl FnMut(Propagation, &Engine) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        if let Some(halt) = self.halted {
            return Err(halt);
        }
        loop {
            let known = self.facts();
            let drained = self.drain();
            let by_nogoods = self.nogoods.as_ref().map_or(0, |nogoods| nogoods.propagator);
            if self.facts() > known {
                self.report_run(by_nogoods, known, &mut report)?;
            }
            drained?;
            let next = self.store.next_to_run(&mut self.modified);
            let Some(p) = next.or_else(|| self.relaxation_due()) else { return Ok(()) };
            if report(Propagation::Run { propagator: p as usize }, self).is_break() {
                return Err(self.stop_between_runs(StopReason::Observer, Some(p)));
            }
            let known = self.facts();
            let ran = self.run(p);
            self.report_facts(known, Some(p), &mut report)?;
            ran?;
        }
    }

    /// Reports a run that has already ended.
    fn report_run(
        &mut self,
        propagator: u32,
        known: usize,
        report: &mut impl FnMut(Propagation, &Engine) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        if report(Propagation::Run { propagator: propagator as usize }, self).is_break() {
            return Err(self.stop_between_runs(StopReason::Observer, None));
        }
        self.report_facts(known, None, report)
    }

    /// Reports the facts from a position on.
    fn report_facts(
        &mut self,
        known: usize,
        running: Option<u32>,
        report: &mut impl FnMut(Propagation, &Engine) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        for position in known..self.facts() {
            let Some(atom) = self.fact(position) else { break };
            // The observer may compute the reason of each fact, which takes time that is not counted as work.
            if !self.store.budget.check_now() {
                return Err(self.stop_between_runs(self.store.budget.reason(), running));
            }
            if report(Propagation::Infer { position, atom }, self).is_break() {
                return Err(self.stop_between_runs(StopReason::Observer, running));
            }
        }
        Ok(())
    }

    /// Runs the propagator just taken from the queue.
    #[inline(always)]
    fn run(&mut self, p: u32) -> Result<(), Halt> {
        self.propagations += 1;
        let cost = 8 + self.modified.len();
        let mut cx = Context::new(&mut self.store, p);
        let result = match cx.work(cost) {
            Ok(()) => self.propagators[p as usize].propagate(&mut cx, &self.modified),
            Err(conflict) => Err(conflict),
        };
        match result {
            Ok(status) => {
                self.store.settle(p, status);
                Ok(())
            }
            Err(Conflict(())) => Err(self.halt(p)),
        }
    }

    /// Stops the propagation for the given reason, between two runs or at a report.
    fn stop_between_runs(&mut self, by: StopReason, running: Option<u32>) -> Halt {
        match running {
            Some(_) => self.store.clear_queue(running),
            None => self.store.drop_queue(),
        }
        let halt = Halt::Stopped(by);
        self.halted = Some(halt);
        halt
    }

    fn halt(&mut self, propagator: u32) -> Halt {
        self.store.clear_queue(Some(propagator));
        self.last_emptied = self.store.emptied.take();
        let halt = match self.store.budget.stopped {
            Some(by) => Halt::Stopped(by),
            None => {
                self.weights[propagator as usize] += 1;
                self.last_failed = Some(propagator);
                Halt::Failed
            }
        };
        self.halted = Some(halt);
        halt
    }

    /// Makes an atom true as a decision. Does not propagate.
    ///
    /// # Errors
    /// [`Halt::Failed`] if the atom contradicts the domain.
    #[doc(alias("decide", "decision"))]
    pub fn assume(&mut self, atom: Atom) -> Result<(), Halt> {
        self.store.assume(atom).map_err(|Conflict(())| {
            self.store.drop_queue();
            self.last_failed = None;
            self.last_emptied = self.store.emptied.take();
            self.halted = Some(Halt::Failed);
            Halt::Failed
        })
    }

    /// Opens a level: one [`pop_level`](Engine::pop_level) undoes everything that follows.
    #[doc(alias("push_world", "save state", "checkpoint"))]
    #[inline]
    pub fn push_level(&mut self) {
        self.store.push_level();
    }

    /// Undoes everything since the last [`push_level`](Engine::push_level).
    #[doc(alias("backtrack", "pop_world", "restore state", "undo"))]
    #[inline]
    pub fn pop_level(&mut self) {
        self.store.pop_level();
        self.halted = None;
    }

    /// Whether propagation has halted at this level.
    pub(crate) fn is_halted(&self) -> bool {
        self.halted.is_some()
    }

    /// Schedules a propagator that has new information.
    pub(crate) fn wake(&mut self, propagator: u32) {
        if self.halted.is_none() {
            let scope = self.scopes.scope(propagator as usize).len() as u32;
            self.store.wake_whole_scope(propagator, scope);
        }
    }

    /// Passes a clause to the propagator that stores clauses.
    pub(crate) fn add_clause(&mut self, propagator: u32, clause: &[Atom]) {
        self.propagators[propagator as usize].add_clause(clause);
    }

    /// Schedules every propagator for its first run, except the one that does not run until a search
    /// [replaces](Engine::replace) it.
    fn wake_all(&mut self) {
        for (p, scope) in self.scopes.lengths().enumerate() {
            match self.is_placeholder(p) {
                true => self.store.retire(p as u32),
                false => self.store.wake_whole_scope(p as u32, scope),
            }
        }
    }

    /// The number of open levels.
    pub fn level(&self) -> usize {
        self.store.slots.level()
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.store.domains.count()
    }

    /// The variables, ordered by number.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.variables() as u32).map(Var)
    }

    /// Whether a variable is reserved: it occurs in no constraint, and a search may use it.
    #[inline]
    pub(crate) fn is_reserved(&self, var: Var) -> bool {
        self.reserved.contains(&var.0)
    }

    /// The number of propagators.
    pub fn propagators(&self) -> usize {
        self.propagators.len()
    }

    /// The number of propagator runs so far.
    pub fn propagations(&self) -> u64 {
        self.propagations
    }

    /// The smallest value of a view.
    pub fn min(&self, view: View) -> i32 {
        view.bounds_of(self.store.bounds(view.var())).0
    }

    /// The largest value of a view.
    pub fn max(&self, view: View) -> i32 {
        view.bounds_of(self.store.bounds(view.var())).1
    }

    /// The number of values of a view.
    #[inline]
    pub fn size(&self, view: View) -> u32 {
        self.store.size(view.var())
    }

    /// The value of a view, if it is fixed.
    #[inline]
    pub fn fixed(&self, view: View) -> Option<i32> {
        self.store.fixed(view.var()).map(|x| view.value_of(x))
    }

    /// Whether `v` is in the domain of a view.
    pub fn contains(&self, view: View, v: i32) -> bool {
        self.store.contains(view.var(), view.var_value(v))
    }

    /// The value of a *variable* with exactly `k` smaller values in its domain; `k` must be less than the size.
    pub(crate) fn nth(&self, var: Var, k: u32) -> i32 {
        self.store.domains.nth(&self.store.slots, var, k)
    }

    /// The smallest value of a variable that is at least `x`.
    pub(crate) fn next(&self, var: Var, x: i32) -> Option<i32> {
        self.store.domains.next(&self.store.slots, var, x)
    }

    /// The smallest value of a view that is at least `v`.
    pub(crate) fn next_value(&self, view: View, v: i32) -> Option<i32> {
        self.store.next_value(view, v)
    }

    /// The values of a view, in the order of the values of its variable.
    pub fn values(&self, view: View) -> Vec<i32> {
        let mut values = Vec::new();
        let mut x = self.next(view.var(), i32::MIN);
        while let Some(v) = x {
            values.push(view.value_of(v));
            x = v.checked_add(1).and_then(|v| self.next(view.var(), v));
        }
        values
    }

    /// Whether the propagator is active: not `Entailed` on this branch.
    pub fn is_active(&self, propagator: usize) -> bool {
        self.store.is_active(propagator as u32)
    }

    /// The propagator that failed last, unless a decision itself contradicted the domain of its variable.
    pub fn last_failed(&self) -> Option<usize> {
        self.last_failed.map(|p| p as usize)
    }

    /// The variable whose domain the last failure emptied, if any.
    pub(crate) fn last_emptied(&self) -> Option<Var> {
        self.last_emptied
    }

    /// The views of a propagator, in the order of its scope.
    pub fn scope(&self, propagator: usize) -> &[View] {
        self.scopes.scope(propagator)
    }

    /// The number of failures of a propagator.
    pub fn weight(&self, propagator: usize) -> u64 {
        self.weights[propagator]
    }

    /// The propagators of the model that watch a variable, each once per subscription.
    pub(crate) fn watchers(&self, var: Var) -> impl Iterator<Item = usize> + '_ {
        self.subscriptions().all(var).map(|s| s.propagator as usize).filter(|&p| !self.is_placeholder(p))
    }

    /// Whether a search replaces this propagator with one of its own.
    pub(super) fn is_placeholder(&self, propagator: usize) -> bool {
        self.placeholder == Some(propagator)
            || self.relaxation.as_ref().is_some_and(|slot| slot.propagator as usize == propagator)
    }

    /// Whether a search has replaced this propagator since it inferred the fact at a position.
    pub(super) fn was_replaced_since(&self, propagator: u32, position: usize) -> bool {
        let is_relaxation = |slot: &&RelaxationSlot| slot.propagator == propagator;
        match self.relaxation.as_ref().filter(is_relaxation) {
            Some(slot) => position < slot.made_at,
            None => self.placeholder == Some(propagator as usize) && position < self.replaced_at,
        }
    }

    fn subscriptions(&self) -> &Subscriptions {
        self.store.subscriptions()
    }

    pub(crate) fn budget(&mut self) -> &mut Budget {
        &mut self.store.budget
    }

    /// The memory of the engine in bytes, excluding the propagators' own memory.
    pub fn bytes(&self) -> usize {
        self.nogoods.as_ref().map_or(0, |nogoods| nogoods.bytes())
            + self.store.bytes()
            + self.store.relaxed.bytes
            + self.scopes.views.capacity() * size_of::<View>()
            + self.weights.capacity() * 8
    }
}

/// The views of all scopes, stored contiguously.
#[derive(Clone)]
struct Scopes {
    ends: Vec<u32>,
    views: Vec<View>,
}

impl Scopes {
    fn scope(&self, propagator: usize) -> &[View] {
        let start = if propagator == 0 { 0 } else { self.ends[propagator - 1] as usize };
        &self.views[start..self.ends[propagator] as usize]
    }

    /// The lengths of the scopes, in order.
    fn lengths(&self) -> impl Iterator<Item = u32> + '_ {
        self.ends.iter().scan(0, |start, &end| Some(end - std::mem::replace(start, end)))
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (variables, propagators) = (self.variables(), self.propagators());
        f.debug_struct("Engine")
            .field("variables", &variables)
            .field("propagators", &propagators)
            .field("level", &self.level())
            .finish_non_exhaustive()
    }
}
