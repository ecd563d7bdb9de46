//! The wording of facts about a puzzle, which depends on the kind of puzzle.

use solver_core::why::listed;

/// The wording of facts about cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Words {
    /// Cells hold one of several values. In the templates, `{v}` stands for values and `{c}` for cells.
    Values {
        /// The template for a cell that holds a value: `{v} in {c}`.
        is: &'static str,
        /// The template for cells that do not hold values: `no {v} in {c}`.
        not: &'static str,
    },
    /// Cells are either marked, with value 1, or unmarked. In the templates, `{c}` stands for cells.
    Marks {
        /// The template for one marked cell: `a star on {c}`.
        one: &'static str,
        /// The template for several marked cells: `stars on {c}`.
        many: &'static str,
        /// The template for unmarked cells: `no star on {c}`.
        none: &'static str,
    },
}

impl Words {
    /// The wording for numbers in cells: `5 in b3`, `no 5 in b3 or c3`.
    pub const NUMBERS: Words = Words::Values { is: "{v} in {c}", not: "no {v} in {c}" };
}

/// Joins names as in `a`, `a and b`, `a, b and c`; returns an empty text if there are no names.
pub(crate) fn named(names: impl IntoIterator<Item = String>, last: &str) -> String {
    listed(names, last).unwrap_or_default()
}
