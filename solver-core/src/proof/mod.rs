//! Proofs: certificates of search results, which an independent checker verifies.
//!
//! The model is written as pseudo-Boolean rows (OPB), and the search as lines derived from them (VeriPB 3.0, not DRAT;
//! S. Gocht, J. Nordström, *Certifying parity reasoning efficiently using pseudo-Boolean proofs*, AAAI 2021). For each
//! listed solution, a row excludes that solution: the list is complete if the rows are then unsatisfiable.
//! `docs/proofs.md` explains what is proved and what must still be trusted.
//!
//! | file | contains |
//! |---|---|
//! | `encoding/` | variables and constraints as literals and rows |
//! | `sum.rs` | a row |
//! | `database.rs` | the rows, and unit propagation over the rows of one constraint |
//! | `integer.rs`, `integers.rs` | propagation between the bits and bounds of a variable |
//! | `derive.rs` | derivation of a reason as lines |
//! | `lines.rs` | lines written by a constraint, with exclusions (`exclusion.rs`) and case splits (`cases.rs`) |
//! | `kept.rs` | rows that derivations keep, and clauses with explicit hints (`propagated.rs`) |
//! | `kind.rs` | kinds of proofs: all solutions, a part of the tree, bounds |
//! | `left.rs` | clauses that follow from a sum |
//! | `log/` | the log of the search as lines |
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
mod kind;
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
pub(crate) use kind::Kind;
pub(crate) use log::ProofLog;
#[cfg(any(test, feature = "harness"))]
pub use plant::Planted;
pub(crate) use session::Proving;
pub use session::{Claim, ProofFiles};
