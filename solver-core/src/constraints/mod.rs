//! Constraints: one folder each, with its levels, its explanation, its checks.

pub mod all_different;
pub mod linear;
pub mod not_equal;
pub mod table;

pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use linear::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, Term};
pub use not_equal::NotEqual;
pub use table::{CompactTable, NegativeTable, Table, TableError};
