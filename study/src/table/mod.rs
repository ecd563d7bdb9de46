//! Tables of results, for readers, papers and programs.
//!
//! A table marks its columns as keys, exact counts or measurements. It contains the definitions of its counts and the
//! command that reproduces the table; all formats except CSV print both.

mod json;
pub(crate) mod latex;
mod markdown;
mod text;

pub use json::{RecordError, Recorded};

use serde::{Deserialize, Serialize};

/// The role of a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Identifies what was run, such as a name or a size. Each row's combination of keys is unique.
    Key,
    /// An exact result, the same in every run.
    Count,
    /// A measurement, which differs between runs.
    #[serde(rename = "measurement")]
    Measure,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Column {
    /// The column heading.
    pub name: String,
    /// The column's role.
    #[serde(rename = "holds")]
    pub role: Role,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A name.
    Word(String),
    /// A count.
    Count(u64),
    /// A difference between counts, shown with its sign.
    Change(i64),
    /// A number, and the number of decimal places to display.
    Real(f64, u8),
    /// Not applicable.
    Missing,
}

impl Cell {
    /// Creates a cell with a name.
    pub fn word(text: impl Into<String>) -> Cell {
        Cell::Word(text.into())
    }

    /// Creates a cell with a count, or a missing cell.
    pub fn count(count: impl Into<Option<u64>>) -> Cell {
        count.into().map_or(Cell::Missing, Cell::Count)
    }

    fn is_number(&self) -> bool {
        matches!(self, Cell::Count(_) | Cell::Change(_) | Cell::Real(..))
    }

    /// Returns the displayed text: `13,331`, `+409`, `0.25`.
    fn shown(&self) -> String {
        match self {
            Cell::Word(text) => text.clone(),
            Cell::Count(count) => grouped(*count, ","),
            Cell::Change(0) => "0".to_owned(),
            Cell::Change(change) => {
                let sign = if *change < 0 { '-' } else { '+' };
                format!("{sign}{}", grouped(change.unsigned_abs(), ","))
            }
            Cell::Real(number, digits) => format!("{number:.*}", usize::from(*digits)),
            Cell::Missing => "–".to_owned(),
        }
    }
}

/// The output format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// Aligned text.
    #[default]
    Text,
    /// A Markdown table.
    Markdown,
    /// Comma-separated values (RFC 4180) with plain numbers. The rows are written without the notes.
    Csv,
    /// One JSON object.
    Json,
    /// A LaTeX `tabular` with rules from the package booktabs.
    Latex,
}

solver_core::named_variants!(pub Format { Text = "text", Markdown = "md", Csv = "csv", Json = "json", Latex = "latex" });

/// A table of results and the definitions of its terms.
///
/// ```
/// use study::table::{Cell, Format, Role, Table};
/// let mut table = Table::new("queens");
/// table.column("n", Role::Key).column("solutions", Role::Count);
/// table.define("solution", "a placement in which no queen attacks another");
/// table.row([Cell::Count(8), Cell::Count(92)]);
/// assert_eq!(table.write(Format::Csv), "n,solutions\r\n8,92\r\n");
/// assert!(table.write(Format::Text).contains("n  solutions\n8         92\n"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// A one-line description.
    pub title: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// Notes, each a single sentence.
    pub notes: Vec<String>,
    /// Definitions of the terms.
    pub definitions: Vec<(String, String)>,
    /// The command that reproduces the table.
    pub command: String,
}

impl Table {
    /// Creates a table without columns.
    pub fn new(title: impl Into<String>) -> Table {
        Table { title: title.into(), ..Table::default() }
    }

    /// Adds a column.
    pub fn column(&mut self, name: impl Into<String>, role: Role) -> &mut Table {
        self.columns.push(Column { name: name.into(), role });
        self
    }

    /// Adds several columns with the same role.
    pub fn columns(&mut self, names: impl IntoIterator<Item = &'static str>, role: Role) -> &mut Table {
        names.into_iter().fold(self, |table, name| table.column(name, role))
    }

    /// Defines a term.
    pub fn define(&mut self, term: impl Into<String>, meaning: impl Into<String>) -> &mut Table {
        self.definitions.push((term.into(), meaning.into()));
        self
    }

    /// Defines several terms.
    pub fn define_all<'t>(&mut self, terms: impl IntoIterator<Item = (&'t str, &'t str)>) -> &mut Table {
        terms.into_iter().fold(self, |table, (term, meaning)| table.define(term, meaning))
    }

    /// Adds a note.
    pub fn note(&mut self, sentence: impl Into<String>) -> &mut Table {
        self.notes.push(sentence.into());
        self
    }

    /// Adds a row. Missing cells are filled in; cells beyond the columns are dropped.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) -> &mut Table {
        let mut row: Vec<Cell> = cells.into_iter().collect();
        row.resize(self.columns.len(), Cell::Missing);
        self.rows.push(row);
        self
    }

    /// Returns the index of the column with this name.
    pub fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.name == column)
    }

    /// Keeps only the columns with these names, in this order, and drops the definitions of the removed columns.
    pub fn select(mut self, names: &[String]) -> Table {
        let kept: Vec<usize> = names.iter().filter_map(|name| self.position(name)).collect();
        self.definitions.retain(|(term, _)| {
            let column = |name: &str| *name == **term || name.strip_suffix('s') == Some(term);
            names.iter().any(|name| column(name)) || !self.columns.iter().any(|other| column(&other.name))
        });
        self.rows.iter_mut().for_each(|row| *row = kept.iter().map(|&k| row[k].clone()).collect());
        self.columns = kept.iter().map(|&k| self.columns[k].clone()).collect();
        self
    }

    /// Writes the table in a format, with a line break at the end.
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Markdown => self.markdown(),
            Format::Csv => self.csv(),
            Format::Json => self.json(),
            Format::Latex => self.latex(),
        }
    }

    /// Checks whether the column is right-aligned, because it contains numbers.
    fn is_right(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row[column].is_number())
    }

    fn csv(&self) -> String {
        let head = self.columns.iter().map(|column| quoted(&column.name));
        let rows = self.rows.iter().map(|row| row.iter().map(plain).collect::<Vec<_>>().join(","));
        [head.collect::<Vec<_>>().join(",")].into_iter().chain(rows).map(|line| line + "\r\n").collect()
    }
}

fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Word(text) => quoted(text),
        Cell::Count(count) => count.to_string(),
        Cell::Change(change) => change.to_string(),
        Cell::Real(..) => cell.shown(),
        Cell::Missing => String::new(),
    }
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// Groups digits in threes.
pub(crate) fn grouped(number: u64, separator: &str) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn sample() -> Table {
        let mut table = Table::new("Two & more");
        table.column("model", Role::Key).column("n", Role::Key).column("nodes", Role::Count);
        table.column("change", Role::Count).column("seconds", Role::Measure);
        table.row([Cell::word("queens, \"six\""), Cell::Count(6), Cell::Count(79), Cell::Missing, Cell::Real(0.25, 3)]);
        table.row([Cell::word("a|b_c"), Cell::Count(12), Cell::Count(292_203), Cell::Change(-1_234)]);
        table.note("A note.").define("node", "the root, or a branch & what follows");
        table.command = "ferz study compare queens 6".to_owned();
        table
    }

    #[test]
    fn numbers_are_grouped_for_people_only() {
        assert_eq!(
            ["0", "999", "1,000", "18,446,744,073,709,551,615"],
            [0, 999, 1_000, u64::MAX].map(|n| grouped(n, ",")).each_ref().map(String::as_str)
        );
        assert_eq!(
            [Cell::Change(0), Cell::Change(5), Cell::Change(i64::MIN)].map(|c| c.shown()),
            ["0", "+5", "-9,223,372,036,854,775,808"]
        );
        let csv = sample().write(Format::Csv);
        assert_eq!(
            csv,
            "model,n,nodes,change,seconds\r\n\"queens, \"\"six\"\"\",6,79,,0.250\r\na|b_c,12,292203,-1234,\r\n"
        );
    }

    #[test]
    fn every_format_has_a_name_of_its_own() {
        let names = Format::ALL.map(Format::name);
        assert!(names.iter().enumerate().all(|(i, name)| !names[..i].contains(name)), "{names:?}");
        for format in Format::ALL {
            let written = sample().write(format);
            assert!(written.ends_with('\n') && written.contains("292"), "{written}");
            assert!(Table::new("").write(format).lines().count() <= 12);
        }
    }
}
