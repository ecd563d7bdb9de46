//! The contract between the engine and a constraint.
//!
//! A *propagator* removes values that cannot be part of any solution of its
//! constraint. It is run again whenever a domain that it watches changes, until
//! no propagator has anything to remove: the *fixpoint*. A run that finds
//! everything it can find at once is *idempotent* and may answer
//! [`Status::Stable`]. `docs/04-writing-a-propagator.md` walks through one.

use crate::atom::Atom;
use crate::context::Context;
pub use crate::status::{Conflict, Status};

use crate::reason::{CheckContext, DomainsAt, Premises, Rule};
use crate::view::View;
use crate::wake::Wake;

/// What a propagator watches and needs, collected once when it is posted.
#[derive(Default, Debug)]
pub struct Scope {
    pub(crate) positions: Vec<(View, Wake)>,
    pub(crate) priority: u8,
    pub(crate) inbox: bool,
    pub(crate) cells: usize,
    pub(crate) idempotent: bool,
    pub(crate) subscribes_to_all: bool,
}

impl Scope {
    /// Adds the next position of the scope and says when to wake for it.
    pub fn watch(&mut self, view: View, wake: Wake) -> &mut Scope {
        self.positions.push((view, wake));
        self
    }

    /// Adds a position for every view.
    pub fn watch_all(&mut self, views: &[View], wake: Wake) -> &mut Scope {
        self.positions.extend(views.iter().map(|&v| (v, wake)));
        self
    }

    /// When to run: 0 (cheapest, first) to 7. Larger numbers count as 7. Default 0.
    pub fn priority(&mut self, priority: u8) -> &mut Scope {
        self.priority = priority.min(7);
        self
    }

    /// Asks for an inbox: `propagate` is then told which positions changed.
    pub fn modified_positions(&mut self) -> &mut Scope {
        self.inbox = true;
        self
    }

    /// Asks for trailed cells, all 0 at the start; see [`Context::cell`].
    pub fn trailed_integers(&mut self, count: usize) -> &mut Scope {
        self.cells = count;
        self
    }

    /// Promises that every run reaches a fixpoint of its own: it never answers `Again`, and need not be told
    /// of what it has changed itself, unless two positions share a variable.
    pub(crate) fn idempotent(&mut self) -> &mut Scope {
        self.idempotent = true;
        self
    }

    /// Asks to be modified for every change, whatever a run [heeds](Context::heed).
    pub(crate) fn subscribes_to_all(&mut self) -> &mut Scope {
        self.subscribes_to_all = true;
        self
    }
}

/// A constraint at work. See the [module page](self).
pub trait Propagator: Send {
    /// Declares the views, when to wake for each, the priority, inbox and cells.
    /// Called once. Every view that the propagator ever reads or prunes belongs here.
    fn scope(&self, scope: &mut Scope);

    /// Removes values. `modified` holds the positions of the scope that changed since
    /// the last run (all of them at the first run) if an inbox was asked for; else it is empty.
    ///
    /// State that must follow backtracking lives in cells. Other state of `self`
    /// may only be a hint (a last matching, a sorted order) that is valid for any domains.
    ///
    /// # Errors
    /// [`Conflict`] when the constraint cannot hold.
    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict>;

    /// Puts into `why` atoms that held before `fact` and imply it, for an inference
    /// that was made with [`Lazy(hint)`](crate::Lazy); with `fact` `None`, atoms that
    /// imply the conflict.
    ///
    /// A pure function of what was posted, the arguments and `past`: it may not
    /// read anything that `propagate` changes.
    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule;

    /// Whether by this rule the constraint has no solution in the case: the domains at
    /// the root, cut by the premises of an inference and by the negation of its fact.
    ///
    /// This is the *checker* of the propagator's reasons. It decides from the meaning of
    /// the constraint, in other words than `propagate` and `explain`: it shares no code with
    /// them, does not trust what they say, and reads nothing that `propagate` changes. So it is a pure
    /// function of what was posted and of its arguments. It must never say yes when there
    /// is a solution in the case. It says no when there is none but another rule is
    /// needed to see it, where the two can be told apart, and no to rules that it does not know.
    ///
    /// No view's domain in the case need be as it ever was in a search.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool;

    /// Whether the constraint is seen to hold for no values that are left. If so, puts atoms that hold and
    /// imply it into `why` and names the rule, by which [`check`](Propagator::check) sees the same.
    ///
    /// Asked while the condition of a half-reified constraint is open ([`HalfReified`](crate::constraints::HalfReified)),
    /// on domains that this propagator has not touched; its cells are as at the first run.
    /// To be answered by a cheap test; the default never sees anything, which is right.
    fn refuted(&self, _: &Context<'_>, _: &mut Premises) -> Option<&'static Rule> {
        None
    }

    /// Takes a clause that the search has found to hold, from now on. Of use to those that keep clauses; others need not care.
    fn adopt(&mut self, _: &[Atom]) {}

    /// A copy, for a copy of the engine.
    fn boxed_clone(&self) -> Box<dyn Propagator>;
}

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

    fn adopt(&mut self, clause: &[Atom]) {
        (**self).adopt(clause);
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        (**self).boxed_clone()
    }
}
