//! Constraints: one folder each, with its levels, its explanation, its checks.

pub mod all_different;
pub mod binary;
mod layered;
pub mod linear;
pub mod mdd;
pub mod not_equal;
pub mod regular;
pub mod table;
mod values;

pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use binary::{Algorithm as ArcConsistency, BinaryNetwork, Checks, NetworkError, Relation};
pub use linear::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, Term};
pub use mdd::{Diagram, DiagramError, Mdd};
pub use not_equal::NotEqual;
pub use regular::{Automaton, AutomatonError, Regular};
pub use table::{CompactTable, NegativeTable, Str2, Table, TableCounts, TableError};
