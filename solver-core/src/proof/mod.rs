//! Proofs: what a search has found, in a form that a checker verifies which knows nothing of Ferz.
//!
//! The model is written as pseudo-Boolean rows (OPB), and the search as lines that derive from them (VeriPB 3.0, not DRAT; S. Gocht, J. Nordström,
//! *Certifying parity reasoning efficiently using pseudo-Boolean proofs*, AAAI 2021). Solutions that are listed become rows that exclude them: the
//! list is complete if nothing is left. `docs/proofs.md` says what is proved, and what must still be believed.
//!
//! | file | holds |
//! |---|---|
//! | `encoding/` | variables and constraints as literals and rows |
//! | `sum.rs` | a row |
//! | `database.rs` | rows, and unit propagation over those of one constraint |
//! | `integer.rs`, `integers.rs` | what bits and bounds of one variable imply, and how they take part in propagation |
//! | `derive.rs` | a reason as lines |
//! | `lines.rs` | those that a constraint writes, an exclusion of several (`exclusion.rs`), or a search by cases (`cases.rs`) |
//! | `kept.rs` | what derivations keep, and clauses by rows that are named (`propagated.rs`) |
//! | `left.rs` | a clause that is left of a sum |
//! | `log/` | the search as lines |
//! | `writer.rs` | the files |

mod cases;
mod database;
mod derive;
mod encoding;
mod error;
mod exclusion;
mod integer;
mod integers;
mod kept;
mod left;
mod lines;
mod log;
#[cfg(any(test, feature = "harness"))]
mod plant;
mod propagated;
mod session;
mod sum;
mod writer;

pub use crate::model::ConstraintRows;
pub use error::ProofError;
#[cfg(any(test, feature = "harness"))]
pub use plant::Planted;
pub(crate) use session::Proving;
pub use session::{Claim, ProofFiles};
