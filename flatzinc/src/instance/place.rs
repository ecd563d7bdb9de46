//! Positions in a file: a byte offset that is converted to a line and a column on demand.

use std::fmt;
use std::sync::Arc;

/// A byte offset into the file, from 0. [`Instance::location`](super::Instance::location) gives the line and the
/// column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place(pub(crate) u32);

impl Place {
    /// The offset in bytes.
    pub fn offset(self) -> usize {
        self.0 as usize
    }
}

/// A printable position: the file (if known), the line and the column, both from 1; columns count bytes.
///
/// A position prints as `model.fzn:3:14`, or as `line 3, column 14` without a file. A position in the MiniZinc model
/// prints as `model.mzn:12: x * y`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The name of the file, as passed to the reader.
    pub file: Option<Arc<str>>,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// The expression of the MiniZinc model at this position, if it is known.
    pub expression: Option<Arc<String>>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, &self.expression) {
            (Some(file), Some(expression)) => write!(f, "{file}:{}: {expression}", self.line),
            (Some(file), None) => write!(f, "{file}:{}:{}", self.line, self.column),
            (None, _) => write!(f, "line {}, column {}", self.line, self.column),
        }
    }
}

/// The line starts and the file name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    pub(crate) file: Option<Arc<str>>,
    /// The offsets of the first bytes of the second and all later lines, ascending.
    pub(crate) starts: Vec<u32>,
}

impl Lines {
    pub(crate) fn location(&self, place: Place) -> Location {
        let before = self.starts.partition_point(|&start| start <= place.0);
        let start = before.checked_sub(1).map_or(0, |i| self.starts[i]);
        let (line, column) = (before as u32 + 1, place.0 - start + 1);
        Location { file: self.file.clone(), line, column, expression: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        let lines = Lines { file: None, starts: vec![4, 5, 9] };
        let at = |offset| {
            let l = lines.location(Place(offset));
            (l.line, l.column)
        };
        assert_eq!(
            [at(0), at(3), at(4), at(5), at(8), at(9), at(20)],
            [(1, 1), (1, 4), (2, 1), (3, 1), (3, 4), (4, 1), (4, 12)]
        );
        assert_eq!(lines.location(Place(5)).to_string(), "line 3, column 1");
        let named = Lines { file: Some("a.fzn".into()), ..lines };
        assert_eq!(named.location(Place(5)).to_string(), "a.fzn:3:1");
    }
}
