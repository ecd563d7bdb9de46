//! Arrays: one name for many variables, in a line or in rows and columns.

/// An array of variables.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) name: String,
    /// The number of columns, if it has rows.
    pub(super) columns: Option<u32>,
}

impl Array {
    /// The index of an element as printed: `[3]`, or `[1,0]`.
    pub(super) fn subscript(&self, index: u32) -> String {
        match self.columns {
            None => format!("[{index}]"),
            Some(columns) => format!("[{},{}]", index / columns, index % columns),
        }
    }

    /// The indices from one element to another as printed: `[3..=5]`, in a row `[1,0..=2]`, for entire rows
    /// `[0..=1,0..=2]`.
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
