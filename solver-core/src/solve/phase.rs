//! Phases of branching: groups of variables that are branched on one after another.

use crate::model::{Expr, IntVar};
use crate::search::{TieBreak, ValueSelect, VarSelect};
use std::sync::Arc;

/// Some variables, or views `±x + c` of variables, together with their variable and value selection.
/// [`Search::seq`](crate::Search::seq) branches on one phase after another.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 0..=2)?;
/// let y = m.ints("y", 3, 0..=2)?;
/// m.all_different(&x);
/// let search = m.search().seq([
///     Phase::on(&y).values(ValueSelect::Max),
///     Phase::on(&x).order(VarSelect::SmallestDomain).then_by(VarSelect::MaxRegret),
/// ]);
/// let first = search.first()?.complete().expect("there are solutions");
/// assert_eq!(first.values(&y)?, [2, 2, 2]);
/// assert_eq!(first.values(&x)?, [0, 1, 2]);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("seq_search", "int_search", "search annotation"))]
#[derive(Clone, Debug, Default)]
#[must_use = "a phase does nothing until it is part of a search"]
pub struct Phase {
    pub(super) on: Vec<Expr>,
    pub(super) order: VarSelect,
    /// The variable selection set before the search became automatic.
    pub(super) stated: Option<VarSelect>,
    pub(super) then: Vec<VarSelect>,
    pub(super) tie_break: TieBreak,
    pub(super) values: ValueSelect,
    /// With priorities among parts: the parts that contain the phase, outermost first.
    pub(super) member_of: Vec<Member>,
}

/// The keys of some parts, and how to select the next part.
#[derive(Debug)]
pub(super) struct Keys {
    pub(super) order: VarSelect,
    pub(super) keys: Vec<Expr>,
}

/// A phase's membership in a part.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) of: Arc<Keys>,
    pub(super) part: usize,
}

impl Phase {
    /// Creates a phase on these variables, in the order listed, smallest value first. Expressions `±x + c` are also
    /// accepted: the smallest value of `-x` is the largest of `x`. Constants are skipped; for any other expression, the
    /// search reports an error.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// let search = m.search().seq([Phase::on(&[7 - x]).values(ValueSelect::Min)]);
    /// assert_eq!(search.first()?.complete().expect("there are solutions").value(x)?, 9);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn on<'a, T>(variables: &'a [T]) -> Phase
    where
        &'a T: Into<Expr>,
    {
        Phase { on: variables.iter().map(|x| x.into().normalised()).collect(), ..Phase::default() }
    }

    /// Sets the variable selection.
    pub fn order(mut self, order: VarSelect) -> Phase {
        self.set_order(order);
        self
    }

    pub(super) fn set_order(&mut self, order: VarSelect) {
        (self.order, self.stated) = (order, None);
    }

    /// Adds a variable selection that breaks ties. If there are several, they apply one after another.
    pub fn then_by(mut self, order: VarSelect) -> Phase {
        self.then.push(order);
        self
    }

    /// Sets the tie-breaking among variables that no selection distinguishes.
    pub fn tie_break(mut self, tie_break: TieBreak) -> Phase {
        self.tie_break = tie_break;
        self
    }

    /// Sets the value selection.
    pub fn values(mut self, values: ValueSelect) -> Phase {
        self.values = values;
        self
    }

    /// The variables that the phase branches on, in the order listed.
    pub fn variables(&self) -> impl Iterator<Item = IntVar> + '_ {
        self.on.iter().flat_map(|on| on.terms.iter().map(|&(_, x)| x))
    }

    /// The variable selections, in order.
    pub(super) fn orders(&self) -> impl Iterator<Item = VarSelect> + '_ {
        std::iter::once(self.order).chain(self.then.iter().copied())
    }
}
