//! Arrays: one name for many variables, arranged in a line or in rows and columns.

/// An array of variables.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) name: String,
    /// The number of columns of a two-dimensional array; otherwise `None`.
    pub(super) columns: Option<u32>,
}

impl Array {
    /// Prints the index of an element: `[3]`, or `[1,0]`.
    pub(super) fn subscript(&self, index: u32) -> String {
        match self.columns {
            None => format!("[{index}]"),
            Some(columns) => format!("[{},{}]", index / columns, index % columns),
        }
    }

    /// Prints the indices from one element to another: `[3..=5]`, `[1,0..=2]` within a row, or `[0..=1,0..=2]` for
    /// entire rows.
    pub(super) fn subscripts(&self, first: u32, last: u32) -> String {
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
