//! Why: explanations of what propagation finds.
//!
//! An [`Explainer`] is a model at its root fixpoint, to which assumptions are added one by one. For every fact, it
//! explains *why* propagation decides the fact, or reports that propagation does not decide it. The explanation is a
//! derivation that starts from assumptions, declared domains and constraints and consists of [`Step`]s, each by a named
//! rule of one constraint. Every step is verified by the checker of its constraint before it is returned. See
//! `docs/06-why.md`.
//!
//! ```
//! use solver_core::prelude::*;
//! use solver_core::why::Answer;
//!
//! let mut m = Model::new();
//! let q = m.ints("q", 4, 0..=3)?;
//! m.all_different(&q).named("rows");
//! let mut explainer = m.explainer()?;
//! explainer.assume_as("the first clue", constraint!(q[0] == 1))?;
//! explainer.assume(constraint!(q[1] <= 1))?;
//! let Answer::True(why) = explainer.why(constraint!(q[2] != 0), Depth::Decisions)? else { panic!("it is decided") };
//! assert_eq!(why.lines(explainer.symbols()), [
//!     "1. q[0] = 1: the first clue",
//!     "2. q[0] = 1, and all of `rows` must differ, so q[1] != 1 (from 1)",
//!     "3. q[1] <= 1 is assumed",
//!     "4. q[1] cannot be 1..=3: nothing else is left, so q[1] = 0 (from 2, 3)",
//!     "5. q[1] = 0, and all of `rows` must differ, so q[2] != 0 (from 4)",
//! ]);
//! # Ok::<(), solver_core::why::WhyError>(())
//! ```

mod decide;
mod derivation;
mod error;
mod explainer;
mod finding;
mod premise_set;
mod question;
mod smallest;
mod step;
mod words;

pub use decide::Decided;
pub use error::WhyError;
pub use explainer::{Answer, Explainer, Standing};
pub use finding::Finding;
pub use premise_set::Assumption;
pub use step::{Cause, Depth, Explanation, Follows, GIVEN, Minimality, Step};
pub use words::{AtomFormatter, by_variable, listed, without_place};
