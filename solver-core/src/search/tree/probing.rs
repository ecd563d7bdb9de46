//! Probing at the root: assigns values and removes those that fail.

use super::{NODE, SearchTree};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::Halt;
use crate::search::Watch;
use crate::search::root::{Probing, RootInference};
use crate::var::Var;
use crate::view::View;
use fixedbitset::FixedBitSet;

/// The probing to do at the root.
pub(super) struct Root {
    inference: RootInference,
    /// The index of the propagator that removes failing values.
    propagator: u32,
    /// The variables to probe, in branching order.
    vars: Vec<Var>,
}

/// The bound that shaving probes.
#[derive(Clone, Copy)]
enum Bound {
    Smallest,
    Largest,
}

impl SearchTree {
    /// Makes the search probe values of these views at the root before the first decision; `propagator` stores the
    /// results.
    ///
    /// Auxiliary variables are not probed: they depend on the others, and their domains may be very large, as for
    /// products.
    pub(crate) fn inferring_at_root(
        mut self,
        inference: RootInference,
        propagator: Option<u32>,
        views: &[View],
    ) -> SearchTree {
        self.root = propagator.map(|propagator| {
            let tried: FixedBitSet = views.iter().map(|view| view.var().index()).collect();
            let vars = self.selection.vars().iter().copied().filter(|var| tried.contains(var.index())).collect();
            Root { inference, propagator, vars }
        });
        self
    }

    /// Statistics of probing at the root.
    pub(crate) fn probing(&self) -> Probing {
        self.probing
    }

    /// Probes at the root's fixpoint. Returns `Ok(false)` if the search space is exhausted.
    #[cold]
    pub(super) fn infer_at_root<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        let Some(Root { inference, propagator, vars }) = self.root.take() else { return Ok(true) };
        loop {
            let failed = self.probing.failed;
            for &var in &vars {
                let open = match inference {
                    RootInference::None => true,
                    RootInference::Singleton => self.try_values(var, propagator, watch)?,
                    RootInference::Shaving => {
                        self.try_bound(var, Bound::Smallest, propagator, watch)?
                            && self.try_bound(var, Bound::Largest, propagator, watch)?
                    }
                };
                if !open {
                    return Ok(false);
                }
            }
            if self.probing.failed == failed {
                return Ok(true);
            }
        }
    }

    /// Removes the values of a variable that fail.
    fn try_values<W: Watch>(&mut self, var: Var, propagator: u32, watch: &mut W) -> Result<bool, StopReason> {
        let mut next = Some(i32::MIN);
        while let Some(value) = next.and_then(|v| self.engine.next(var, v)) {
            if self.engine.store.fixed(var).is_some() {
                break;
            }
            if self.fails(var, value)? && !self.remove(Atom::differs(View::from(var), value), propagator, watch)? {
                return Ok(false);
            }
            next = value.checked_add(1);
        }
        Ok(true)
    }

    /// Removes a variable's smallest (or largest) value while it fails.
    fn try_bound<W: Watch>(
        &mut self,
        var: Var,
        which: Bound,
        propagator: u32,
        watch: &mut W,
    ) -> Result<bool, StopReason> {
        loop {
            let (low, high) = self.engine.store.bounds(var);
            let (bound, beyond) = match which {
                Bound::Smallest => (low, Atom::at_least(View::from(var), low + 1)),
                Bound::Largest => (high, Atom::at_most(View::from(var), high - 1)),
            };
            if low == high || !self.fails(var, bound)? {
                return Ok(true);
            }
            if !self.remove(beyond, propagator, watch)? {
                return Ok(false);
            }
        }
    }

    /// Whether propagation fails with this value. Undoes the probe.
    fn fails(&mut self, var: Var, value: i32) -> Result<bool, StopReason> {
        self.spend(NODE)?;
        self.probing.probes += 1;
        self.engine.push_level();
        let tried = self.engine.assume(Atom::equals(View::from(var), value)).and_then(|()| self.engine.propagate());
        self.engine.pop_level();
        match tried {
            Ok(()) => Ok(false),
            Err(Halt::Failed) => Ok(true),
            Err(Halt::Stopped(by)) => Err(by),
        }
    }

    /// Makes an atom true at the root and propagates it.
    fn remove<W: Watch>(&mut self, fact: Atom, propagator: u32, watch: &mut W) -> Result<bool, StopReason> {
        self.probing.failed += 1;
        self.engine.add_clause(propagator, &[fact]);
        self.engine.wake(propagator);
        self.visit(Ok(()), None, watch)
    }
}
