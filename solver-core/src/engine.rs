//! The engine: variables, propagators, and the fixpoint loop.
//!
//! A [`Model`](crate::Model) builds one when it is frozen; those who write
//! propagators or search of their own can build one directly.

use crate::atom::Atom;
use crate::budget::{Budget, StopReason};
use crate::context::Context;
use crate::domain::{Domains, Layout};
use crate::propagator::{Conflict, Propagator, Scope};
use crate::reason::{Past, Premises, Rule};
use crate::store::{Post, Store};
use crate::trail::{AtomTrail, Because, Slots};
use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;
use crate::wake::{Subscriptions, SubscriptionsBuilder, subscriptions::Subscription};

/// Why an engine cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A variable without values.
    #[error("variable number {variable} has no value to take")]
    EmptyDomain {
        /// The variable's number in the order of declaration.
        variable: usize,
    },
    /// A view of a posted propagator leaves `-2³⁰..=2³⁰`.
    #[error("propagator number {propagator}: a view takes values {low}..={high}, outside -2^30..=2^30")]
    ViewOutOfRange {
        /// The propagator's number in the order of posting.
        propagator: usize,
        /// The view's smallest value.
        low: i64,
        /// The view's largest value.
        high: i64,
    },
    /// More variables, propagators or scope positions than the engine can number.
    #[error("{what}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
    },
}

/// Declares variables and propagators, then [builds](EngineBuilder::build) an engine.
///
/// ```
/// use solver_core::{ValueSet, constraints::NotEqual, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(3, 3), ValueSet::range(1, 5)]);
/// let (x, y) = (b.view(0), b.view(1));
/// b.post(Box::new(NotEqual::new(x, y.plus(1)))); // x != y + 1
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert!(!e.contains(y, 2));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
pub struct EngineBuilder {
    /// With the rank of their layouts, in the order of the engine's numbers.
    sets: Vec<(u8, ValueSet)>,
    /// From the order of declaration to the engine's numbers.
    number: Vec<u32>,
    propagators: Vec<Box<dyn Propagator>>,
    explain: bool,
}

impl EngineBuilder {
    /// A builder for variables with these domains.
    pub fn new(domains: Vec<ValueSet>) -> EngineBuilder {
        EngineBuilder::with_layout(domains, Layout::Auto)
    }

    /// As [`new`](EngineBuilder::new), with the layout of the domains given.
    pub fn with_layout(domains: Vec<ValueSet>, layout: Layout) -> EngineBuilder {
        let mut counts = [0u32; 3];
        for set in &domains {
            counts[layout.rank(set) as usize] += 1;
        }
        let mut next = [0, counts[0], counts[0] + counts[1]];
        let mut sets = vec![(0, ValueSet::default()); domains.len()];
        let mut number = Vec::with_capacity(domains.len());
        for set in domains {
            let rank = layout.rank(&set);
            let n = &mut next[rank as usize];
            sets[*n as usize] = (rank, set);
            number.push(*n);
            *n += 1;
        }
        EngineBuilder { sets, number, propagators: Vec::new(), explain: false }
    }

    /// Records every inference with its reason (explain mode).
    #[must_use]
    pub fn explaining(mut self) -> EngineBuilder {
        self.explain = true;
        self
    }

    /// The view of the `i`-th declared variable.
    ///
    /// # Panics
    /// When fewer variables were declared.
    pub fn view(&self, i: usize) -> View {
        View::of(Var(self.number[i]))
    }

    /// The smallest and the largest value of a view at the root (wrapping when it
    /// leaves `i32`; [`build`](EngineBuilder::build) refuses such views).
    pub fn bounds(&self, view: View) -> (i32, i32) {
        let set = &self.sets[view.var().index()].1;
        let (low, high) = (set.min().unwrap_or(0), set.max().unwrap_or(0));
        if view.is_negated() {
            (view.value_of(high), view.value_of(low))
        } else {
            (view.value_of(low), view.value_of(high))
        }
    }

    /// Adds a propagator; returns its number, counted from 0.
    pub fn post(&mut self, propagator: Box<dyn Propagator>) -> usize {
        self.propagators.push(propagator);
        self.propagators.len() - 1
    }

    /// Lays out domains, subscriptions and inboxes. All propagators are queued for their first run.
    ///
    /// # Errors
    /// [`BuildError`] when a domain is empty, a view leaves its range, or there is too much of something.
    pub fn build(self) -> Result<Engine, BuildError> {
        // A budget without limits never ends the work.
        self.build_within(&mut Budget::default())?.ok_or(BuildError::TooLarge { what: "no time" })
    }

    /// As [`build`](EngineBuilder::build); `None` when the budget ended on the way.
    pub(crate) fn build_within(self, budget: &mut Budget) -> Result<Option<Engine>, BuildError> {
        if self.sets.len() >= Var::MAX_COUNT as usize {
            return Err(BuildError::TooLarge { what: "more than 2^30 variables" });
        }
        if self.propagators.len() >= Var::MAX_COUNT as usize {
            return Err(BuildError::TooLarge { what: "more than 2^30 propagators" });
        }
        if let Some(variable) = self.number.iter().position(|&n| self.sets[n as usize].1.is_empty()) {
            return Err(BuildError::EmptyDomain { variable });
        }
        let sorted = self.sets;
        let (domains, mut slots) = Domains::new(&sorted);

        let cells = slots.len();
        let mut posting = Posting::new(&sorted, cells, self.propagators.len());
        for propagator in &self.propagators {
            let positions = posting.add(&**propagator)?;
            if !budget.spend(20 + 4 * positions) {
                return Ok(None);
            }
        }
        slots.resize(posting.cells, 0);
        let active = slots.len();
        slots.resize(active + self.propagators.len().div_ceil(64), !0);
        if slots.len() > u32::MAX as usize {
            return Err(BuildError::TooLarge { what: "more than 2^32 trailed words" });
        }

        let mut trailed = Slots::new(slots);
        let levels = sorted.len().min(1 << 20);
        trailed.reserve(levels);
        let store = Store::new(trailed, domains, posting.subscriptions.build(), posting.posts, posting.inbox, active);
        let mut engine = Engine {
            store,
            weights: vec![0; self.propagators.len()],
            scopes: posting.scopes,
            propagators: self.propagators,
            woken: Vec::with_capacity(posting.longest),
            propagations: 0,
            last_failed: None,
        };
        if self.explain {
            engine.store.atoms = Some(AtomTrail::new(sorted.into_iter().map(|(_, set)| set).collect()));
        }
        engine.wake_all();
        Ok(Some(engine))
    }
}

/// Gathers what the propagators declare.
struct Posting<'a> {
    sets: &'a [(u8, ValueSet)],
    cells: usize,
    inbox: usize,
    longest: usize,
    posts: Vec<Post>,
    subscriptions: SubscriptionsBuilder,
    scopes: Scopes,
}

impl<'a> Posting<'a> {
    fn new(sets: &'a [(u8, ValueSet)], cells: usize, propagators: usize) -> Posting<'a> {
        Posting {
            sets,
            cells,
            inbox: 0,
            longest: 0,
            posts: Vec::with_capacity(propagators),
            subscriptions: SubscriptionsBuilder::new(sets.len()),
            scopes: Scopes { ends: Vec::with_capacity(propagators), views: Vec::new() },
        }
    }

    /// Adds a propagator; returns the number of its positions.
    fn add(&mut self, propagator: &dyn Propagator) -> Result<usize, BuildError> {
        let mut scope = Scope::default();
        propagator.scope(&mut scope);
        let number = self.posts.len();
        for (position, &(view, wake)) in scope.positions.iter().enumerate() {
            self.check_range(number, view)?;
            let wake = if view.is_negated() { wake.mirrored() } else { wake };
            let subscription = Subscription { propagator: number as u32, position: position as u32 };
            self.subscriptions.add(view.var(), wake, subscription);
        }
        let mut vars: Vec<Var> = scope.positions.iter().map(|p| p.0.var()).collect();
        vars.sort_unstable();
        self.posts.push(Post {
            inbox: self.inbox as u32,
            received: 0,
            cells: self.cells as u32,
            priority: scope.priority,
            wants_inbox: scope.inbox,
            aliased: vars.windows(2).any(|w| w[0] == w[1]),
            queued: false,
        });
        self.cells += scope.cells;
        if scope.inbox {
            self.inbox += scope.positions.len();
        }
        self.longest = self.longest.max(scope.positions.len());
        self.scopes.views.extend(scope.positions.iter().map(|p| p.0));
        self.scopes.ends.push(self.scopes.views.len() as u32);
        if self.scopes.views.len() > u32::MAX as usize || self.cells > u32::MAX as usize {
            return Err(BuildError::TooLarge { what: "more than 2^32 scope positions or cells" });
        }
        Ok(scope.positions.len())
    }

    fn check_range(&self, propagator: usize, view: View) -> Result<(), BuildError> {
        let set = &self.sets[view.var().index()].1;
        let (low, high) = (i64::from(set.min().unwrap_or(0)), i64::from(set.max().unwrap_or(0)));
        let c = i64::from(view.offset());
        let (low, high) = if view.is_negated() { (c - high, c - low) } else { (low + c, high + c) };
        let limit = i64::from(View::LIMIT);
        if low < -limit || high > limit {
            return Err(BuildError::ViewOutOfRange { propagator, low, high });
        }
        Ok(())
    }
}

/// The views of all propagators' scopes, flat.
#[derive(Clone)]
struct Scopes {
    ends: Vec<u32>,
    views: Vec<View>,
}

impl Scopes {
    fn of(&self, propagator: usize) -> &[View] {
        let start = if propagator == 0 { 0 } else { self.ends[propagator - 1] as usize };
        &self.views[start..self.ends[propagator] as usize]
    }

    /// The lengths of the scopes, in order.
    fn lengths(&self) -> impl Iterator<Item = u32> + '_ {
        self.ends.iter().scan(0, |start, &end| Some(end - std::mem::replace(start, end)))
    }
}

/// Domains, propagators, trail. See the [module page](self).
pub struct Engine {
    pub(crate) store: Store,
    propagators: Vec<Box<dyn Propagator>>,
    scopes: Scopes,
    /// Failures of each propagator, for `dom/wdeg`.
    weights: Vec<u64>,
    woken: Vec<u32>,
    propagations: u64,
    last_failed: Option<u32>,
}

impl Clone for Engine {
    fn clone(&self) -> Engine {
        Engine {
            store: self.store.clone(),
            propagators: self.propagators.iter().map(|p| p.boxed_clone()).collect(),
            scopes: self.scopes.clone(),
            weights: self.weights.clone(),
            woken: Vec::with_capacity(self.woken.capacity()),
            propagations: self.propagations,
            last_failed: self.last_failed,
        }
    }
}

/// Why a propagation did not reach a fixpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// There is no solution below this point.
    Failed,
    /// A limit or the cancel token ended the work; nothing is known.
    Stopped(StopReason),
}

impl Engine {
    /// Runs propagators until none has anything to remove.
    ///
    /// # Errors
    /// [`Halt`]; the domains are then to be undone with [`pop_level`](Engine::pop_level).
    pub fn propagate(&mut self) -> Result<(), Halt> {
        while let Some(p) = self.store.next_to_run(&mut self.woken) {
            self.propagations += 1;
            let cost = 8 + self.woken.len();
            let mut cx = Context::new(&mut self.store, p);
            let result = match cx.work(cost) {
                Ok(()) => self.propagators[p as usize].propagate(&mut cx, &self.woken),
                Err(conflict) => Err(conflict),
            };
            match result {
                Ok(status) => self.store.settle(p, status),
                Err(Conflict(())) => return Err(self.halt(p)),
            }
        }
        Ok(())
    }

    fn halt(&mut self, propagator: u32) -> Halt {
        self.store.clear_queue(Some(propagator));
        match self.store.budget.stopped {
            Some(by) => Halt::Stopped(by),
            None => {
                self.weights[propagator as usize] += 1;
                self.last_failed = Some(propagator);
                Halt::Failed
            }
        }
    }

    /// Makes an atom true, as a decision does. Does not propagate.
    ///
    /// # Errors
    /// [`Halt::Failed`] when the atom contradicts the domain.
    pub fn assume(&mut self, atom: Atom) -> Result<(), Halt> {
        self.store.assume(atom).map_err(|Conflict(())| {
            self.store.drop_queue();
            self.last_failed = None;
            Halt::Failed
        })
    }

    /// Opens a level: everything that follows can be undone by one [`pop_level`](Engine::pop_level).
    #[inline]
    pub fn push_level(&mut self) {
        self.store.push_level();
    }

    /// Undoes everything since the last [`push_level`](Engine::push_level).
    #[inline]
    pub fn pop_level(&mut self) {
        if self.store.pop_level() {
            self.wake_all();
        }
    }

    /// Queues every propagator as for its first run.
    #[cold]
    fn wake_all(&mut self) {
        for (p, scope) in self.scopes.lengths().enumerate() {
            if self.store.is_active(p as u32) {
                self.store.wake_whole_scope(p as u32, scope);
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

    /// The number of propagators.
    pub fn propagators(&self) -> usize {
        self.propagators.len()
    }

    /// How often a propagator has run.
    pub fn propagations(&self) -> u64 {
        self.propagations
    }

    /// The smallest value of a view.
    pub fn min(&self, view: View) -> i32 {
        let (low, high) = self.store.bounds(view.var());
        view.value_of(if view.is_negated() { high } else { low })
    }

    /// The largest value of a view.
    pub fn max(&self, view: View) -> i32 {
        let (low, high) = self.store.bounds(view.var());
        view.value_of(if view.is_negated() { low } else { high })
    }

    /// The number of values of a view.
    #[inline]
    pub fn size(&self, view: View) -> u32 {
        self.store.size(view.var())
    }

    /// The value of a view, if only one is left.
    #[inline]
    pub fn fixed(&self, view: View) -> Option<i32> {
        self.store.fixed(view.var()).map(|x| view.value_of(x))
    }

    /// Whether a view can take the value `v`.
    pub fn contains(&self, view: View, v: i32) -> bool {
        self.store.contains(view.var(), view.var_value(v))
    }

    /// The value of a view's *variable* with `k` smaller ones in its domain (`k` less than the size).
    pub(crate) fn nth(&self, var: Var, k: u32) -> i32 {
        self.store.domains.nth(&self.store.slots, var, k)
    }

    /// The smallest value of a variable that is at least `x`.
    pub(crate) fn next(&self, var: Var, x: i32) -> Option<i32> {
        self.store.domains.next(&self.store.slots, var, x)
    }

    /// The values of a view, in the order of its variable's values.
    pub fn values(&self, view: View) -> Vec<i32> {
        let mut values = Vec::new();
        let mut x = self.next(view.var(), i32::MIN);
        while let Some(v) = x {
            values.push(view.value_of(v));
            x = v.checked_add(1).and_then(|v| self.next(view.var(), v));
        }
        values
    }

    /// Whether the propagator has not said `Entailed` on this branch.
    pub fn is_active(&self, propagator: usize) -> bool {
        self.store.is_active(propagator as u32)
    }

    /// The propagator that failed last, unless a decision itself contradicted its domain.
    pub fn last_failed(&self) -> Option<usize> {
        self.last_failed.map(|p| p as usize)
    }

    /// The views of a propagator, in the order of its scope.
    pub fn scope(&self, propagator: usize) -> &[View] {
        self.scopes.of(propagator)
    }

    /// How often a propagator has failed.
    pub fn weight(&self, propagator: usize) -> u64 {
        self.weights[propagator]
    }

    /// The propagators that watch a variable, each as often as it does.
    pub(crate) fn watchers(&self, var: Var) -> impl Iterator<Item = usize> + '_ {
        self.subscriptions().all(var).iter().map(|s| s.propagator as usize)
    }

    fn subscriptions(&self) -> &Subscriptions {
        self.store.subscriptions()
    }

    pub(crate) fn budget(&mut self) -> &mut Budget {
        &mut self.store.budget
    }

    /// The memory that the engine holds, in bytes, without the propagators' own.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.scopes.views.capacity() * size_of::<View>() + self.weights.capacity() * 8
    }
}

/// An inference as explain mode recorded it.
#[derive(Clone, Debug)]
pub struct Inference {
    /// The propagator that made it.
    pub propagator: usize,
    /// What was inferred; `None` for a conflict.
    pub fact: Option<Atom>,
    /// Atoms that held before it and imply it.
    pub premises: Premises,
    /// The rule, when the propagator explained it afterwards.
    pub rule: Option<&'static Rule>,
}

impl Engine {
    /// The number of facts on the atom trail; 0 in classical mode.
    pub fn facts(&self) -> usize {
        self.store.atoms.as_ref().map_or(0, AtomTrail::len)
    }

    /// The inference at a position of the atom trail; `None` for decisions and in classical mode.
    pub fn inference(&self, position: usize) -> Option<Inference> {
        let atoms = self.store.atoms.as_ref()?;
        let (atom, reason) = atoms.fact(position);
        self.explained(atoms, Some(atom), atoms.because(reason), position)
    }

    /// The inference that failed, if the last propagation ended so in explain mode.
    /// To be asked before the level is undone.
    pub fn conflict(&self) -> Option<Inference> {
        let atoms = self.store.atoms.as_ref()?;
        let (fact, reason) = self.store.conflict?;
        self.explained(atoms, fact, atoms.because(reason), atoms.len())
    }

    fn explained(&self, atoms: &AtomTrail, fact: Option<Atom>, because: Because, at: usize) -> Option<Inference> {
        match because {
            Because::Decision => None,
            Because::Eager { propagator, start, count } => {
                let premises = Premises::from_slice(atoms.premises(start, count));
                Some(Inference { propagator: propagator as usize, fact, premises, rule: None })
            }
            Because::Lazy { propagator, hint } => {
                let mut premises = Premises::new();
                let past = Past::new(&self.store, atoms, at);
                let rule = self.propagators[propagator as usize].explain(&past, fact, hint, &mut premises);
                Some(Inference { propagator: propagator as usize, fact, premises, rule: Some(rule) })
            }
        }
    }

    /// What was known just before the fact at a position of the atom trail.
    pub fn past(&self, position: usize) -> Option<Past<'_>> {
        Some(Past::new(&self.store, self.store.atoms.as_ref()?, position))
    }
}
