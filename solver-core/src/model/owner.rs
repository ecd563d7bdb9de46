//! Which variables a model owns.

use super::IntVar;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The identity of a model. A copy of a model shares the variables that were
/// declared before it was made, and none that are declared after.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Owner {
    id: u32,
    /// Earlier models with the number of variables that came over from each.
    ancestors: Arc<[(u32, u32)]>,
    variables: u32,
}

impl Owner {
    pub(super) fn new() -> Owner {
        Owner { id: Owner::fresh(), ancestors: Arc::new([]), variables: 0 }
    }

    fn fresh() -> u32 {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }

    /// The identity of a copy.
    pub(super) fn copy(&self) -> Owner {
        let ancestors = self.ancestors.iter().copied().chain([(self.id, self.variables)]).collect();
        Owner { id: Owner::fresh(), ancestors, variables: self.variables }
    }

    /// The handle of the next variable.
    pub(super) fn declare(&mut self) -> IntVar {
        self.variables += 1;
        IntVar { model: self.id, index: self.variables - 1 }
    }

    /// Whether a handle is of this model.
    #[inline]
    pub(crate) fn owns(&self, x: IntVar) -> bool {
        let known = |&(id, variables): &(u32, u32)| x.model == id && x.index < variables;
        known(&(self.id, self.variables)) || self.ancestors.iter().any(known)
    }
}
