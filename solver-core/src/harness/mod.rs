//! A test harness for propagators: one declaration suffices to test a constraint.
//!
//! The declaration specifies how many views the constraint takes, how it is posted, its semantics (the *oracle*), and
//! which consistency it claims. The harness generates cases: domains with holes, negative values and constants;
//! *aliased* positions (`x` twice, `x + c`, `-x + c`) in at least a fifth of the cases; values or offsets near ±2³⁰ in
//! a tenth; every domain layout. Each case number gives four cases, one in each [`Form`]: the constraint C, `b -> C`,
//! `b <-> C` and not C. Each case replays up to three decisions, then moves up and down the search tree at random. At
//! every fixpoint, the harness checks, against a brute-force list of all solutions, that
//!
//! 1. no solution was lost, and the propagator fails exactly when it must;
//! 2. every [`Claim`] holds, with the positions as independent variables;
//! 3. a new propagator on the same domains finds nothing more to remove;
//! 4. `Entailed` was returned only if every remaining tuple is a solution;
//! 5. backtracking restores every domain, and propagation is correct again on a different branch;
//! 6. in explain mode (used in three of four cases, or in half of the cases with a condition), the domains are the same
//!    as in classical mode, and every inference has premises that held before it and, with the constraint, imply it; if
//!    `explain` is called later, it gives the same premises;
//! 7. the propagator's checker accepts every reason, and rejects a corrupted one, in which a premise is removed,
//!    weakened or negated, or the fact is ignored;
//! 8. the propagator's rows for the linear relaxation hold in every solution (at the first fixpoint only).
//!
//! Then the propagator's state is tested by one of four methods: up to sixteen decisions before one propagation, a copy
//! that diverges, a return to the root, or a return from a node where the propagator was entailed. Some cases also
//! enumerate all solutions in each layout, replacing the engine with a copy of itself during the search.
//!
//! ```
//! use solver_core::constraints::NotEqual;
//! use solver_core::harness::{Check, Claim, Fault};
//!
//! let check = Check::new("not_equal")
//!     .arity(2..=2)
//!     .values(-3..=3)
//!     .post(|(), v| NotEqual::new(v[0], v[1]))
//!     .holds(|(), v| v[0] != v[1])
//!     .claims(Claim::Domain)
//!     .cases(500)
//!     .seed(1);
//! let report = check.run()?;
//! assert_eq!(report.cases, 500);
//! // Would the harness have noticed a propagator that removes too much?
//! assert!(check.catches(Fault::RemovesSupported));
//! # Ok::<(), solver_core::harness::Failure>(())
//! ```
//!
//! Coefficients, tables and the like are generated once per case with [`parameters`](Check::parameters) and passed to
//! both `post` and `holds`.

mod branching;
mod case;
mod check;
mod claim;
mod declared;
mod doubt;
mod enumerate;
mod fault;
mod faulty;
mod form;
mod generate;
mod kept;
mod ledger;
mod oracle;
mod reasons;
mod report;
mod run;
#[cfg(test)]
mod state_tests;
#[cfg(test)]
mod tests;
mod walk;
mod ways;

pub use crate::search::{Audit, LearningPlant, Rng};
pub use crate::solve::{Slip, exchanging};
pub use branching::{BranchingFault, branching};
pub use check::Check;
pub use claim::{Claim, Support};
pub use fault::{Fault, Plant};
pub use faulty::Faulty;
pub use form::Form;
pub use report::{Failure, Report, Tally};
pub use run::{cases, ordinary};
pub use ways::Way;

use case::Case;
use declared::Declared;
use oracle::Oracle;

/// A case under test.
struct Subject<'a> {
    check: &'a Declared,
    case: &'a Case,
    oracle: &'a Oracle,
    plant: Option<Plant>,
}

/// The result of a check; an error is described as text.
type Verdict = Result<(), String>;
