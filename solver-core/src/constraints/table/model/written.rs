//! Tables in text form.

use crate::constraints::Table;
use crate::model::representations::{Named, joined, listed};

/// The maximum number of rows printed; for larger tables, only their number is printed.
const MOST_ROWS: usize = 12;

impl Table {
    /// The rows as text, or their number.
    pub(in crate::constraints) fn written(&self) -> String {
        if self.len() > MOST_ROWS {
            return format!("a table of {} rows", self.len());
        }
        format!("{{{}}}", self.rows(", ", ", "))
    }

    /// The rows in parentheses.
    fn rows(&self, comma: &str, between: &str) -> String {
        let cell = |v: Option<i32>| v.map_or_else(|| "*".to_owned(), |v| v.to_string());
        joined((0..self.len()).map(|row| format!("({})", joined(self.row(row).map(cell), comma))), between)
    }

    /// The XCSP3 `extension` with rows as `supports` or `conflicts`; `None` if it cannot be written.
    pub(in crate::constraints) fn xcsp3(&self, rows: &str, x: &[Named]) -> Option<String> {
        let text = match self.arity() {
            0 => return None,
            // A single column is a list of values, which cannot contain wildcards.
            1 if self.has_wildcards() => return None,
            1 => joined((0..self.len()).flat_map(|row| self.row(row)).flatten(), " "),
            _ => self.rows(",", ""),
        };
        let written = || format!("<extension> <list> {} </list> <{rows}> {text} </{rows}> </extension>", listed(x));
        (!self.is_empty()).then(written)
    }
}
