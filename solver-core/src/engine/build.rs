//! Building an engine from domains and propagators.

use super::relaxation::RelaxationSlot;
use super::{Engine, Scopes};
use crate::atom_trail::AtomTrail;
use crate::budget::Budget;
use crate::domain::{Domains, Layout};
use crate::propagator::{Propagator, Scope};
use crate::store::{PropagatorState, Store};
use crate::trail::Slots;
use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;
use crate::wake::{SubscriptionsBuilder, Wake, subscriptions::Subscription};
use std::ops::Range;

/// Why an engine cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A variable has no values.
    #[error("variable number {variable} has an empty domain")]
    EmptyDomain {
        /// The variable's index in declaration order.
        variable: usize,
    },
    /// A variable has values outside `-2³⁰..=2³⁰`.
    #[error("variable number {variable} has values {low}..={high}, outside -2^30..=2^30")]
    DomainOutOfRange {
        /// The variable's index in declaration order.
        variable: usize,
        /// The variable's smallest value.
        low: i32,
        /// The variable's largest value.
        high: i32,
    },
    /// A propagator was made with a view of another engine.
    #[error("propagator number {propagator} has a view of a variable that this engine does not have")]
    ForeignView {
        /// The propagator's index in posting order.
        propagator: usize,
    },
    /// A propagator watches a literal at a position whose view has a different variable.
    #[error("propagator number {propagator} watches a literal at a view of another variable")]
    ForeignLiteral {
        /// The propagator's index in posting order.
        propagator: usize,
    },
    /// A view of a posted propagator leaves `-2³⁰..=2³⁰`.
    #[error("propagator number {propagator}: a view takes values {low}..={high}, outside -2^30..=2^30")]
    ViewOutOfRange {
        /// The propagator's index in posting order.
        propagator: usize,
        /// The view's smallest value.
        low: i64,
        /// The view's largest value.
        high: i64,
    },
    /// There are more variables, propagators or scope positions than the engine can number.
    #[error("{what}")]
    TooLarge {
        /// A description of what is too large.
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
    /// The domains with the ranks of their layouts, by engine variable.
    sets: Vec<(u8, ValueSet)>,
    /// The engine's index of each variable, in declaration order.
    number: Vec<u32>,
    propagators: Vec<Box<dyn Propagator>>,
    explain: bool,
    reserved: Range<u32>,
    /// The propagator that does not run until a search replaces it.
    placeholder: Option<usize>,
    relaxation: Option<RelaxationSlot>,
}

impl EngineBuilder {
    /// Creates a builder for variables with these domains.
    pub fn new(domains: Vec<ValueSet>) -> EngineBuilder {
        EngineBuilder::with_layout(domains, Layout::Auto)
    }

    /// Like [`new`](EngineBuilder::new), with a given layout of the domains.
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
        EngineBuilder {
            sets,
            number,
            propagators: Vec::new(),
            explain: false,
            reserved: 0..0,
            placeholder: None,
            relaxation: None,
        }
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
    /// If fewer variables were declared.
    pub fn view(&self, i: usize) -> View {
        View::from(Var(self.number[i]))
    }

    /// Declares reserved variables, which occur in no constraint, with values from 0 to `greatest`. They are numbered
    /// after all other variables, whose indices do not change.
    pub(crate) fn add_reserved(&mut self, count: usize, greatest: i32) -> Vec<View> {
        let first = self.number.len() as u32;
        self.reserved = first..first + count as u32;
        self.number.extend(self.reserved.clone());
        self.sets.extend((0..count).map(|_| (Layout::LAST_RANK, ValueSet::range(0, greatest))));
        self.reserved.clone().map(|number| View::from(Var(number))).collect()
    }

    /// The number of reserved variables, which are numbered after all others.
    pub(crate) fn reserved(&self) -> usize {
        self.reserved.len()
    }

    /// All variables that are not reserved, ordered by number.
    pub(crate) fn vars(&self) -> Vec<Var> {
        (0..self.number.len() as u32).filter(|number| !self.reserved.contains(number)).map(Var).collect()
    }

    /// The smallest and largest value of a view at the root. The values wrap around if the view leaves `i32`;
    /// [`build`](EngineBuilder::build) rejects such views.
    ///
    /// # Panics
    /// If the variable of the view belongs to another builder.
    pub fn bounds(&self, view: View) -> (i32, i32) {
        let set = &self.sets[view.var().index()].1;
        view.bounds_of((set.min().unwrap_or(0), set.max().unwrap_or(0)))
    }

    /// Adds a propagator; returns its index, counted from 0.
    pub fn post(&mut self, propagator: Box<dyn Propagator>) -> usize {
        self.propagators.push(propagator);
        self.propagators.len() - 1
    }

    /// Makes a posted propagator the placeholder, which does not run until a search [replaces](Engine::replace) it.
    pub(crate) fn make_placeholder(&mut self, propagator: u32) {
        self.placeholder = Some(propagator as usize);
    }

    /// Reserves a propagator for the linear relaxation, which is [built](Engine::relax) at the root of a search with
    /// clause learning. The relaxation's reasons are relative to the domains at the root's fixpoint (if `from_root`) or
    /// to the declared domains.
    pub(crate) fn relax_by(&mut self, propagator: u32, root_only: bool, from_root: bool) {
        self.relaxation = Some(RelaxationSlot::new(propagator, root_only, from_root));
    }

    /// Allocates domains, subscriptions and modified positions, and schedules all propagators for their first run.
    ///
    /// # Errors
    /// [`BuildError`] if a domain is empty, a view leaves its range, or something is too large.
    pub fn build(self) -> Result<Engine, BuildError> {
        // A budget without limits never runs out.
        self.build_within(&mut Budget::default())?.ok_or(BuildError::TooLarge { what: "no time" })
    }

    /// Like [`build`](EngineBuilder::build), within a budget; `None` if the budget runs out.
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
        for (variable, &n) in self.number.iter().enumerate() {
            let set = &self.sets[n as usize].1;
            let (low, high) = (set.min().unwrap_or(0), set.max().unwrap_or(0));
            if low < -View::LIMIT || high > View::LIMIT {
                return Err(BuildError::DomainOutOfRange { variable, low, high });
            }
        }
        let sorted = self.sets;
        let (domains, mut slots) = Domains::new(&sorted);

        let integers = slots.len();
        let mut posting = Posting::new(&sorted, integers, self.propagators.len());
        for propagator in &self.propagators {
            let positions = posting.add(&**propagator)?;
            if !budget.spend(20 + 4 * positions) {
                return Ok(None);
            }
        }
        slots.resize(posting.integers, 0);
        if slots.len() > u32::MAX as usize {
            return Err(BuildError::TooLarge { what: "more than 2^32 trailed words" });
        }

        let mut trailed = Slots::new(slots);
        let levels = sorted.len().min(1 << 20);
        trailed.reserve(levels);
        let store = Store::new(
            trailed,
            domains,
            posting.subscriptions.build(),
            posting.posts,
            posting.places,
            posting.integers,
        );
        let mut engine = Engine {
            store,
            weights: vec![0; self.propagators.len()],
            scopes: posting.scopes,
            propagators: self.propagators,
            modified: Vec::with_capacity(posting.longest),
            propagations: 0,
            last_failed: None,
            last_emptied: None,
            halted: None,
            nogoods: None,
            reserved: self.reserved,
            placeholder: self.placeholder,
            replaced_at: 0,
            relaxation: self.relaxation,
        };
        if self.explain {
            let roots = sorted.into_iter().map(|(_, set)| set).collect();
            engine.store.atoms = Some(AtomTrail::new(roots, &engine.store.domains));
        }
        engine.wake_all();
        Ok(Some(engine))
    }
}

/// Collects the declarations of the propagators.
struct Posting<'a> {
    sets: &'a [(u8, ValueSet)],
    integers: usize,
    places: usize,
    longest: usize,
    posts: Vec<PropagatorState>,
    subscriptions: SubscriptionsBuilder,
    scopes: Scopes,
}

impl<'a> Posting<'a> {
    fn new(sets: &'a [(u8, ValueSet)], integers: usize, propagators: usize) -> Posting<'a> {
        Posting {
            sets,
            integers,
            places: 0,
            longest: 0,
            posts: Vec::with_capacity(propagators),
            subscriptions: SubscriptionsBuilder::new(sets.len()),
            scopes: Scopes { ends: Vec::with_capacity(propagators), views: Vec::new() },
        }
    }

    /// Adds a propagator. Returns the number of positions in its scope.
    fn add(&mut self, propagator: &dyn Propagator) -> Result<usize, BuildError> {
        let mut scope = Scope::default();
        propagator.scope(&mut scope);
        let number = self.posts.len();
        for (position, &(view, wake)) in scope.positions.iter().enumerate() {
            self.check_range(number, view)?;
            if matches!(wake, Wake::Literal(literal) if literal.var() != view.var()) {
                return Err(BuildError::ForeignLiteral { propagator: number });
            }
            let wake = if view.is_negated() { wake.mirrored() } else { wake };
            let place = if scope.wants_positions { (self.places + position) as u32 } else { Subscription::NO_PLACE };
            let subscription = Subscription { propagator: number as u32, place };
            self.subscriptions.add(view.var(), wake, subscription);
        }
        let mut vars: Vec<Var> = scope.positions.iter().map(|p| p.0.var()).collect();
        vars.sort_unstable();
        let aliased = vars.windows(2).any(|w| w[0] == w[1]);
        self.posts.push(PropagatorState {
            first_place: self.places as u32,
            received: 0,
            first_integer: self.integers as u32,
            priority: scope.priority,
            wants_positions: scope.wants_positions,
            subscribes_to_all: scope.subscribes_to_all,
            aliased,
            self_notifies: aliased || !scope.idempotent,
            queued: false,
            active: true,
        });
        self.integers += scope.integers;
        self.places += if scope.wants_positions { scope.positions.len() } else { 0 };
        self.longest = self.longest.max(scope.positions.len());
        self.scopes.views.extend(scope.positions.iter().map(|p| p.0));
        self.scopes.ends.push(self.scopes.views.len() as u32);
        if [self.scopes.views.len(), self.places, self.integers].into_iter().any(|count| count > u32::MAX as usize) {
            return Err(BuildError::TooLarge { what: "more than 2^32 scope positions or trailed integers" });
        }
        Ok(scope.positions.len())
    }

    fn check_range(&self, propagator: usize, view: View) -> Result<(), BuildError> {
        let Some((_, set)) = self.sets.get(view.var().index()) else {
            return Err(BuildError::ForeignView { propagator });
        };
        let (low, high) = (i64::from(set.min().unwrap_or(0)), i64::from(set.max().unwrap_or(0)));
        let c = view.offset();
        let (low, high) = if view.is_negated() { (c - high, c - low) } else { (low + c, high + c) };
        let limit = i64::from(View::LIMIT);
        if low < -limit || high > limit {
            return Err(BuildError::ViewOutOfRange { propagator, low, high });
        }
        Ok(())
    }
}

impl std::fmt::Debug for EngineBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (variables, propagators) = (self.number.len(), self.propagators.len());
        f.debug_struct("EngineBuilder")
            .field("variables", &variables)
            .field("propagators", &propagators)
            .finish_non_exhaustive()
    }
}
