//! Propagators: the interface between the engine and a constraint.
//!
//! A *propagator* removes values that cannot be part of any solution of its constraint. It runs again whenever a
//! domain that it watches changes, until no propagator can remove a value: the *fixpoint*. A propagator that reaches
//! its own fixpoint in a single run is *idempotent* and may return [`Status::Stable`].
//! `docs/04-writing-a-propagator.md` develops a propagator step by step.

use crate::atom::Atom;
use crate::context::Context;
pub use crate::status::{Conflict, Status};

use crate::linear_rows::LinearRows;
use crate::reason::{CheckContext, Premises, Rule};
use crate::store::DomainsAt;
use crate::view::View;
use crate::wake::Wake;
use dyn_clone::DynClone;

/// The subscriptions and requirements of a propagator, collected once when it is posted.
#[derive(Default, Debug)]
pub struct Scope {
    pub(crate) positions: Vec<(View, Wake)>,
    pub(crate) priority: u8,
    pub(crate) wants_positions: bool,
    pub(crate) integers: usize,
    pub(crate) idempotent: bool,
    pub(crate) subscribes_to_all: bool,
}

impl Scope {
    /// Adds the next position of the scope, with the event that schedules the propagator.
    #[doc(alias = "subscribe")]
    pub fn watch(&mut self, view: View, wake: Wake) -> &mut Scope {
        self.positions.push((view, wake));
        self
    }

    /// Adds a position for every view.
    pub fn watch_all(&mut self, views: &[View], wake: Wake) -> &mut Scope {
        self.positions.extend(views.iter().map(|&v| (v, wake)));
        self
    }

    /// Sets the scheduling priority, from 0 (cheapest, first; the default) to 7. Larger numbers count as 7.
    pub fn priority(&mut self, priority: u8) -> &mut Scope {
        self.priority = priority.min(7);
        self
    }

    /// Requests modified positions: `propagate` receives the positions that changed.
    #[doc(alias("inbox", "advisor", "delta"))]
    pub fn modified_positions(&mut self) -> &mut Scope {
        self.wants_positions = true;
        self
    }

    /// Requests trailed integers, all 0 at the start; see [`Context::trailed`].
    #[doc(alias("reversible", "backtrackable", "stateful", "RevInt"))]
    pub fn trailed_integers(&mut self, count: usize) -> &mut Scope {
        self.integers = count;
        self
    }

    /// Promises that every run reaches the propagator's own fixpoint: `propagate` never returns `Again`, and the
    /// propagator needs no self-notification unless two positions share a variable.
    pub(crate) fn idempotent(&mut self) -> &mut Scope {
        self.idempotent = true;
        self
    }

    /// Subscribes to every change, regardless of [watched values](Context::watch_values).
    pub(crate) fn subscribes_to_all(&mut self) -> &mut Scope {
        self.subscribes_to_all = true;
        self
    }
}

/// A propagator of a constraint. See the [module page](self). It must be [`Clone`] because the engine can be copied.
#[doc(alias("filtering", "constraint"))]
pub trait Propagator: DynClone + Send {
    /// Declares the views, the event to watch for each, the priority, modified positions and trailed integers. Called
    /// once. Every view that the propagator ever reads or prunes must be declared.
    fn scope(&self, scope: &mut Scope);

    /// Removes values. `modified` contains the positions of the scope that changed since the last run (all of them at
    /// the first run) if modified positions were requested; otherwise it is empty.
    ///
    /// State that must follow backtracking belongs in trailed integers. Other state of `self` may only be a hint (a
    /// last matching, a sorted order) that is valid for any domains.
    ///
    /// # Errors
    /// [`Conflict`] when the constraint cannot hold.
    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict>;

    /// Adds to `why` atoms that held before `fact` and imply it, for an inference made with
    /// [`Lazy(hint)`](crate::Lazy). If `fact` is `None`, adds atoms that imply the conflict.
    ///
    /// `fact` may be weaker than the inferred atom: a bound that the inferred bound passed, and that did not hold
    /// before. A weaker fact may have a weaker reason, so read the bound from `fact` rather than recomputing the
    /// inferred bound.
    ///
    /// `explain` is a pure function of the posted constraint, the arguments and `past`: it must not read data that
    /// `propagate` changes.
    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule;

    /// Whether this rule shows that the constraint has no solution in the case: the root domains, restricted by an
    /// inference's premises and its negated fact.
    ///
    /// This is the *checker* of the propagator's reasons. It decides from the semantics of the constraint,
    /// independently of `propagate` and `explain`: it shares no code with them, does not rely on their results, and
    /// reads nothing that `propagate` changes. It is a pure function of the posted constraint and its arguments. It
    /// must never return `true` if the case contains a solution. It returns `false` for unknown rules. Where rules can
    /// be distinguished, it also returns `false` if only a different rule shows that there is no solution.
    ///
    /// The case may contain domains that never occurred in a search.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool;

    /// Detects that no assignment of the remaining values satisfies the constraint. If so, adds to `why` true atoms
    /// that imply this, and returns the rule by which [`check`](Propagator::check) confirms it.
    ///
    /// Called while the condition of a half-reified constraint is undecided
    /// ([`HalfReified`](crate::constraints::HalfReified)), on domains that this propagator has not changed; its trailed
    /// integers have their values at the first run. The method should be a cheap test; the default detects nothing,
    /// which is always correct.
    fn refuted(&self, _: &Context<'_>, _: &mut Premises) -> Option<&'static Rule> {
        None
    }

    /// The constraint as clauses, if it is equivalent to clauses, and the rule for their inferences. Clause learning
    /// propagates the clauses as nogoods, in place of this propagator; [`check`](Propagator::check) confirms the
    /// reasons.
    fn clauses(&self) -> Option<(&'static Rule, Vec<Vec<Atom>>)> {
        None
    }

    /// Adds linear rows that hold in every solution of the constraint, for the linear relaxation. Called at the root.
    fn linear_rows(&self, _: &mut LinearRows) {}

    /// Adds a clause that the search has proved. Only propagators that store clauses need to implement this.
    fn add_clause(&mut self, _: &[Atom]) {}
}

dyn_clone::clone_trait_object!(Propagator);

impl Propagator for Box<dyn Propagator> {
    fn scope(&self, scope: &mut Scope) {
        (**self).scope(scope);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        (**self).propagate(cx, modified)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        (**self).explain(past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        (**self).check(rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        (**self).refuted(cx, why)
    }

    fn clauses(&self) -> Option<(&'static Rule, Vec<Vec<Atom>>)> {
        (**self).clauses()
    }

    fn linear_rows(&self, rows: &mut LinearRows) {
        (**self).linear_rows(rows);
    }

    fn add_clause(&mut self, clause: &[Atom]) {
        (**self).add_clause(clause);
    }
}
