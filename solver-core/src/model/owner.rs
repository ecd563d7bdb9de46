//! Ownership of handles: which variables and constraints belong to a model.

use super::{ConstraintId, IntVar};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The identity of a model, for handles of one kind. A copy shares only the handles created before it was made.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Owner {
    id: u32,
    /// Earlier models, oldest first, with the number of handles inherited from each.
    ancestors: Arc<[(u32, u32)]>,
    count: u32,
}

impl Owner {
    pub(crate) fn new() -> Owner {
        Owner { id: Owner::fresh(), ancestors: Arc::new([]), count: 0 }
    }

    fn fresh() -> u32 {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }

    /// The identity of a copy.
    pub(super) fn copy(&self) -> Owner {
        let ancestors = self.ancestors.iter().copied().chain([(self.id, self.count)]).collect();
        Owner { id: Owner::fresh(), ancestors, count: self.count }
    }

    /// Creates the handle of the next variable.
    pub(super) fn declare(&mut self) -> IntVar {
        let (model, index) = self.next();
        IntVar { model, index }
    }

    /// Creates the handle of the next constraint.
    pub(super) fn post(&mut self) -> ConstraintId {
        let (model, index) = self.next();
        ConstraintId { model, index }
    }

    /// Withdraws the handles from this index; later declarations reuse them.
    pub(super) fn truncate(&mut self, index: usize) {
        self.count = index as u32;
    }

    fn next(&mut self) -> (u32, u32) {
        self.count += 1;
        (self.id, self.count - 1)
    }

    /// The handle of the constraint with this index.
    pub(super) fn constraint(&self, index: usize) -> ConstraintId {
        let (model, index) = self.given(index);
        ConstraintId { model, index }
    }

    /// The handle of the variable with this index.
    pub(super) fn variable(&self, index: usize) -> IntVar {
        let (model, index) = self.given(index);
        IntVar { model, index }
    }

    fn given(&self, index: usize) -> (u32, u32) {
        let index = index as u32;
        let first = self.ancestors.iter().find(|&&(_, count)| index < count);
        (first.map_or(self.id, |&(id, _)| id), index)
    }

    /// Whether a variable belongs to this model.
    #[inline]
    pub(crate) fn owns(&self, x: IntVar) -> bool {
        self.has(x.model, x.index)
    }

    /// Whether a constraint belongs to this model.
    pub(super) fn owns_constraint(&self, c: ConstraintId) -> bool {
        self.has(c.model, c.index)
    }

    #[inline]
    fn has(&self, model: u32, index: u32) -> bool {
        let known = |&(id, count): &(u32, u32)| model == id && index < count;
        known(&(self.id, self.count)) || self.ancestors.iter().any(known)
    }
}
