//! Writes a table as a JSON object and reads it back, so that a recorded result can be compared with a new run.

use super::{Cell, Column, Role, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

#[derive(Serialize)]
struct Written<'a> {
    title: &'a str,
    columns: &'a [Column],
    /// A placeholder; the rows are inserted afterwards.
    rows: [(); 0],
    notes: &'a [String],
    definitions: Vec<Definition>,
    command: &'a str,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Definition {
    term: String,
    meaning: String,
}

impl Table {
    pub(super) fn json(&self) -> String {
        let Table { title, columns, rows, notes, definitions, command } = self;
        let definition =
            |(term, meaning): &(String, String)| Definition { term: term.clone(), meaning: meaning.clone() };
        let definitions = definitions.iter().map(definition).collect();
        let text = serde_json::to_string_pretty(&Written { title, columns, rows: [], notes, definitions, command });
        let text = text.unwrap_or_default() + "\n";
        if rows.is_empty() {
            return text;
        }
        // Write one row per line, so that a diff of a recorded result is readable.
        let rows: Vec<String> = rows.iter().map(|row| format!("    {}", Value::Object(self.object(row)))).collect();
        text.replacen("\"rows\": []", &format!("\"rows\": [\n{}\n  ]", rows.join(",\n")), 1)
    }

    /// Returns a row as an object whose keys are the column names.
    fn object(&self, row: &[Cell]) -> Map<String, Value> {
        self.columns.iter().zip(row).map(|(column, cell)| (column.name.clone(), value(cell))).collect()
    }
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Word(text) => Value::String(text.clone()),
        Cell::Count(count) => Value::from(*count),
        Cell::Change(change) => Value::from(*change),
        // Write only as many digits as the table displays.
        Cell::Real(..) => cell.shown().parse().ok().and_then(Number::from_f64).map_or(Value::Null, Value::Number),
        Cell::Missing => Value::Null,
    }
}

/// A recorded result, as read from a file in [`Format::Json`](super::Format::Json).
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Recorded {
    title: String,
    columns: Vec<Column>,
    rows: Vec<Map<String, Value>>,
    notes: Vec<String>,
    definitions: Vec<Definition>,
}

/// The error for a recorded result that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the recorded result is damaged: {0}; record it again")]
pub struct RecordError(#[from] serde_json::Error);

impl Recorded {
    /// Reads a recorded result.
    ///
    /// # Errors
    /// [`RecordError`] when the text is not a recorded result.
    pub fn read(text: &str) -> Result<Recorded, RecordError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Returns the title, a one-line description.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the table without its rows and its command.
    pub fn frame(&self) -> Table {
        let Recorded { title, columns, notes, definitions, .. } = self.clone();
        let definitions = definitions.into_iter().map(|definition| (definition.term, definition.meaning)).collect();
        Table { title, columns, notes, definitions, ..Table::default() }
    }

    /// Compares a table with the record, and describes each differing cell in one sentence. Only the rows of the given
    /// table are compared; rows are matched by their keys. Measurements are not compared.
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
        let keys = || self.columns.iter().filter(|column| column.role == Role::Key).map(|column| &column.name);
        for row in &table.rows {
            let found = table.object(row);
            let key: Vec<String> = keys().map(|key| format!("{key} = {}", bare(found.get(key)))).collect();
            let key = key.join(", ");
            let same = |recorded: &&Map<String, Value>| keys().all(|key| recorded.get(key) == found.get(key));
            let Some(recorded) = self.rows.iter().find(same) else {
                drifts.push(format!("row {key} is not in the record"));
                continue;
            };
            for column in table.columns.iter().filter(|column| column.role == Role::Count) {
                let (before, now) = (recorded.get(&column.name), found.get(&column.name));
                if before != now {
                    let (name, before, now) = (&column.name, bare(before), bare(now));
                    drifts.push(format!("row {key}, column {name}: recorded {before}, found {now}"));
                }
            }
        }
        drifts
    }

    /// Returns the number of rows.
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
        // Measurements may differ and recorded rows may be missing, but a new row is reported.
        table.rows[0][4] = Cell::Real(9.0, 3);
        table.rows.swap(0, 1);
        assert!(recorded.drift(&table).is_empty());
        table.rows.pop();
        assert!(recorded.drift(&table).is_empty());
        table.rows[0][1] = Cell::Count(13);
        assert_eq!(recorded.drift(&table), ["row model = a|b_c, n = 13 is not in the record"]);
    }

    #[test]
    fn damaged_records_are_refused() {
        for text in ["", "{}", "[1]", r#"{"columns":[],"rows":[1]}"#] {
            assert!(Recorded::read(text).unwrap_err().to_string().ends_with("record it again"), "{text}");
        }
    }
}
