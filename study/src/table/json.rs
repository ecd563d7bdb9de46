//! A table as a JSON object that can be read again: a recorded result, for comparison with another run.

use super::{Cell, Role, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

#[derive(Serialize)]
struct Written<'a> {
    title: &'a str,
    columns: Vec<ColumnWritten<'a>>,
    rows: Vec<Map<String, Value>>,
    notes: &'a [String],
    definitions: Vec<Definition<'a>>,
    command: &'a str,
}

#[derive(Serialize)]
struct ColumnWritten<'a> {
    name: &'a str,
    holds: &'static str,
}

#[derive(Serialize)]
struct Definition<'a> {
    term: &'a str,
    meaning: &'a str,
}

impl Table {
    pub(super) fn json(&self) -> String {
        let holds = |role| match role {
            Role::Key => "key",
            Role::Count => "count",
            Role::Measure => "measurement",
        };
        let names = || self.columns.iter().map(|column| column.name.clone());
        let written = Written {
            title: &self.title,
            columns: self.columns.iter().map(|c| ColumnWritten { name: &c.name, holds: holds(c.role) }).collect(),
            rows: self.rows.iter().map(|row| names().zip(row.iter().map(value)).collect()).collect(),
            notes: &self.notes,
            definitions: self.definitions.iter().map(|(term, meaning)| Definition { term, meaning }).collect(),
            command: &self.command,
        };
        // A row on each line: so that a change of a recorded result can be read as one.
        let rows = written.rows.iter().map(|row| format!("    {}", Value::Object(row.clone()))).collect::<Vec<_>>();
        let mut text = serde_json::to_string_pretty(&Written { rows: Vec::new(), ..written }).unwrap_or_default();
        if !rows.is_empty() {
            text = text.replacen("\"rows\": []", &format!("\"rows\": [\n{}\n  ]", rows.join(",\n")), 1);
        }
        text + "\n"
    }
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Word(text) => Value::String(text.clone()),
        Cell::Count(count) => Value::from(*count),
        Cell::Change(change) => Value::from(*change),
        // As many digits as are meant, and no more.
        Cell::Real(..) => cell.shown().parse().ok().and_then(Number::from_f64).map_or(Value::Null, Value::Number),
        Cell::Missing => Value::Null,
    }
}

/// A result as it was recorded: [`Format::Json`](super::Format::Json) written to a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    keys: Vec<String>,
    rows: Vec<Map<String, Value>>,
}

/// Why a recorded result cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the recorded result is damaged: {0}; record it again")]
pub struct RecordError(#[from] serde_json::Error);

#[derive(Deserialize)]
struct Read {
    columns: Vec<ColumnRead>,
    rows: Vec<Map<String, Value>>,
}

#[derive(Deserialize)]
struct ColumnRead {
    name: String,
    holds: String,
}

impl Recorded {
    /// Reads a recorded result.
    ///
    /// # Errors
    /// [`RecordError`] when the text is none.
    pub fn read(text: &str) -> Result<Recorded, RecordError> {
        let Read { columns, rows } = serde_json::from_str(text)?;
        let keys = columns.into_iter().filter(|column| column.holds == "key").map(|column| column.name).collect();
        Ok(Recorded { keys, rows })
    }

    /// Where a table differs from the record, a sentence for each cell: only its own rows are looked at, found by their
    /// keys, and of them no measurements.
    ///
    /// ```
    /// use study::table::{Cell, Format, Recorded, Role, Table};
    /// let mut table = Table::new("queens");
    /// table.column("n", Role::Key).column("solutions", Role::Count);
    /// table.row([Cell::Count(8), Cell::Count(92)]);
    /// let recorded = Recorded::read(&table.write(Format::Json))?;
    /// assert!(recorded.drift(&table).is_empty());
    /// table.rows[0][1] = Cell::Count(91);
    /// assert_eq!(recorded.drift(&table), ["row n = 8, column solutions: recorded 92, found 91"]);
    /// # Ok::<(), study::table::RecordError>(())
    /// ```
    pub fn drift(&self, table: &Table) -> Vec<String> {
        let mut drifts = Vec::new();
        for row in &table.rows {
            let found: Map<String, Value> =
                table.columns.iter().zip(row).map(|(column, cell)| (column.name.clone(), value(cell))).collect();
            let told: Vec<String> = self.keys.iter().map(|key| format!("{key} = {}", bare(found.get(key)))).collect();
            let told = told.join(", ");
            let same = |recorded: &&Map<String, Value>| self.keys.iter().all(|k| recorded.get(k) == found.get(k));
            let Some(recorded) = self.rows.iter().find(same) else {
                drifts.push(format!("row {told}: it is not in the record"));
                continue;
            };
            for column in table.columns.iter().filter(|column| column.role == Role::Count) {
                let (before, now) = (recorded.get(&column.name), found.get(&column.name));
                if before != now {
                    let (name, before, now) = (&column.name, bare(before), bare(now));
                    drifts.push(format!("row {told}, column {name}: recorded {before}, found {now}"));
                }
            }
        }
        drifts
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }
}

fn bare(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => "nothing".to_owned(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Format;

    #[test]
    fn what_is_written_can_be_read_and_compared() {
        let mut table = crate::table::tests::sample();
        let text = table.write(Format::Json);
        let parsed: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(parsed["rows"][1]["nodes"], 292_203);
        assert_eq!(parsed["columns"][4]["holds"], "measurement");
        let recorded = Recorded::read(&text).unwrap();
        assert_eq!((recorded.rows(), recorded.drift(&table)), (2, vec![]));
        // Measurements may differ; rows may be missing; a new one is reported.
        table.rows[0][4] = Cell::Real(9.0, 3);
        table.rows.swap(0, 1);
        assert!(recorded.drift(&table).is_empty());
        table.rows.pop();
        assert!(recorded.drift(&table).is_empty());
        table.rows[0][1] = Cell::Count(13);
        assert_eq!(recorded.drift(&table), ["row model = a|b_c, n = 13: it is not in the record"]);
    }

    #[test]
    fn damaged_records_are_refused() {
        for text in ["", "{}", "[1]", r#"{"columns":[],"rows":[1]}"#] {
            assert!(Recorded::read(text).unwrap_err().to_string().ends_with("record it again"), "{text}");
        }
    }
}
