//! The wording of a kind of puzzle: how its facts are written.

use solver_core::why::listed;

/// The wording of facts about cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Words {
    /// Cells hold one of several values. In the templates `{v}` stands for values and `{c}` for cells.
    Values {
        /// A cell holds a value: `{v} in {c}`.
        is: &'static str,
        /// Cells do not hold values: `no {v} in {c}`.
        not: &'static str,
    },
    /// Cells are marked, with value 1, or unmarked. In the templates `{c}` stands for cells.
    Marks {
        /// A cell is marked: `a star on {c}`.
        one: &'static str,
        /// Cells are marked: `stars on {c}`.
        many: &'static str,
        /// Cells are unmarked: `no star on {c}`.
        none: &'static str,
    },
}

impl Words {
    /// Numbers in cells: `5 in b3`, `no 5 in b3 or c3`.
    pub const NUMBERS: Words = Words::Values { is: "{v} in {c}", not: "no {v} in {c}" };
}

/// Joins names as `a`, `a and b`, `a, b and c`; empty for none.
pub(crate) fn named(names: impl IntoIterator<Item = String>, last: &str) -> String {
    listed(names, last).unwrap_or_default()
}
