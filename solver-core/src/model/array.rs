//! Arrays: one name for many variables, in one dimension or in rows and columns, or for the Booleans of a set.

use super::print::range_list;

/// An array of variables.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) name: String,
    /// The number of columns of a two-dimensional array; otherwise `None`.
    pub(super) columns: Option<u32>,
    /// The possible members, if the array is a set: each element is the truth value of one's membership.
    pub(super) members: Option<Vec<i32>>,
}

impl Array {
    /// Prints an element's index: `[3]`, `[1,0]`, or ` has 3` for the Booleans of a set.
    pub(super) fn subscript(&self, index: u32) -> String {
        match (self.columns, &self.members) {
            (_, Some(members)) => format!(" has {}", members[index as usize]),
            (None, None) => format!("[{index}]"),
            (Some(columns), None) => format!("[{},{}]", index / columns, index % columns),
        }
    }

    /// Prints the indices from one element to another: `[3..=5]`, `[1,0..=2]` within a row, or `[0..=1,0..=2]` for
    /// entire rows; ` has {3..=5, 7}` for the Booleans of a set.
    pub(super) fn subscripts(&self, first: u32, last: u32) -> String {
        if let Some(members) = &self.members {
            return format!(" has {}", range_list(&members[first as usize..=last as usize].into()));
        }
        let Some(columns) = self.columns else { return format!("[{first}..={last}]") };
        let [(row, from), (end, to)] = [first, last].map(|index| (index / columns, index % columns));
        if row == end {
            format!("[{row},{from}..={to}]")
        } else if (from, to) == (0, columns - 1) {
            format!("[{row}..={end},0..={to}]")
        } else {
            format!("{}..={}", self.subscript(first), self.subscript(last))
        }
    }
}
