//! Linear constraints: a weighted sum of views compared with a constant.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`LinearAtMost`] `Σ a·x <= c` | every bound without support | bounds that raise the sum | one or two passes |
//! | [`LinearEqual`] `Σ a·x = c` | bounds without support among the reals | both bounds | passes until nothing changes |
//! | [`LinearEqualDomain`] `Σ a·x = c` over at most three variables | every value without support | any removal | for each value, a search for a support through the smaller domain of the others |
//! | [`LinearNotEqual`] `Σ a·x != c` | the last value that would complete the sum | fixed views | constant per fixed view |
//!
//! No propagator solves a linear relaxation (LP): bounds come only from propagation. `Σ a·x >= c` is `Σ -a·x <= -c`.
//! The filtering is that of W. Harvey and J. Schimpf, *Bounds Consistency Techniques for Long Linear Constraints*
//! (TRICS 2002). Each run recomputes the sum, except that sums of Booleans and other two-valued views, with or without
//! coefficients, are updated incrementally as views become fixed.
//!
//! All propagators first normalise the sum: each variable occurs once, coefficients are positive, and they have no
//! common divisor. So a variable may be posted twice, even negated, without loss of strength.
//!
//! An inference is unit propagation on the constraint's single row, or on one of an equation's two halves. The
//! exception is the failure of an equation whose coefficients have a common divisor that does not divide the constant:
//! its derivation divides and rounds both halves. The rows are `at_most` and `at_least`, both numbered 0.

mod at_most;
mod check;
mod choices;
mod equal;
mod equal_domain;
mod explain;
mod half;
#[cfg(test)]
mod harness_tests;
#[cfg(test)]
mod level_tests;
mod not_equal;
mod short;
mod sum;
#[cfg(test)]
mod tests;
mod weighted;

pub use at_most::LinearAtMost;
pub use equal::LinearEqual;
pub use equal_domain::{LinearDomainLimit, LinearEqualDomain};
pub use not_equal::LinearNotEqual;

use crate::view::View;

/// A coefficient times a view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// The factor of the view's value; it may be negative or 0.
    pub coefficient: i64,
    /// The view.
    pub view: View,
}

/// Why a linear constraint cannot be posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinearError {
    /// The sum may leave the range in which sums are exact.
    #[error(
        "the sum is too large: with its constant it can reach {low}..={high}, which must lie \
         strictly within -2^62..=2^62; use smaller coefficients or domains"
    )]
    Overflow {
        /// The smallest value that any partial sum can reach, minus the magnitude of the constant.
        low: i128,
        /// The largest value that any partial sum can reach, plus the magnitude of the constant.
        high: i128,
    },
}
