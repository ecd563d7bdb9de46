//! A player's entries and crossed-out values.

use crate::fact::Fact;
use crate::hint::{Board, Known};
use crate::statement::{Statement, distinct};
use crate::words::named;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The state of a game: entries and crosses, by cell name. Pencil marks are the values not crossed out.
///
/// ```
/// let state: puzzles::State = serde_json::from_str(r#"{"entries":{"b3":5},"crossed":{"c4":[1,2]}}"#).unwrap();
/// assert_eq!(state.entries["b3"], 5);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct State {
    /// The values entered into cells.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub entries: BTreeMap<String, i32>,
    /// The values crossed out.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub crossed: BTreeMap<String, Vec<i32>>,
}

/// The reason why a state does not fit the puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The cell does not exist.
    #[error("there is no cell `{given}` to fill in{}", example.as_ref().map(|cell| format!(": cells have names such as {cell}")).unwrap_or_default())]
    Cell {
        /// The given name.
        given: String,
        /// The name of an existing cell.
        example: Option<String>,
    },
    /// The cell cannot hold the given value.
    #[error("{cell} can hold {values}, not {given}")]
    Value {
        /// The cell.
        cell: String,
        /// The values that the cell can hold.
        values: String,
        /// The given value.
        given: String,
    },
}

/// Finds the cell with the given name.
pub(crate) fn cell(statement: &Statement, given: &str) -> Result<usize, StateError> {
    statement.find(given).ok_or_else(|| StateError::Cell {
        given: given.to_owned(),
        example: statement.cells.first().map(|cell| cell.name.clone()),
    })
}

/// Creates a fact about a cell. Fails if the cell or the value does not exist.
pub(crate) fn fact(statement: &Statement, given: &str, value: i32, holds: bool) -> Result<Fact, StateError> {
    let cell = cell(statement, given)?;
    let values = &statement.cells[cell].values;
    if values.contains(&value) {
        return Ok(Fact { cell, value, holds });
    }
    let values = named(values.iter().map(|&value| statement.value_name(value)), "or");
    Err(StateError::Value { cell: given.to_owned(), values, given: value.to_string() })
}

impl State {
    /// Returns the entries and then the crosses as facts, each ordered by cell name.
    ///
    /// # Errors
    /// [`StateError`] when a cell or a value does not exist.
    pub fn facts(&self, statement: &Statement) -> Result<Vec<Fact>, StateError> {
        let entries = self.entries.iter().map(|(cell, &value)| fact(statement, cell, value, true));
        let crosses = self.crossed.iter().flat_map(|(cell, values)| values.iter().map(move |&value| (cell, value)));
        let crosses = crosses.map(|(cell, value)| fact(statement, cell, value, false));
        let mut facts = distinct(entries.chain(crosses).collect::<Result<Vec<Fact>, _>>()?);
        facts.sort_by_key(|fact| !fact.holds);
        Ok(facts)
    }

    /// Returns the player's knowledge: the givens, entries and crosses, and the candidates that these cross out.
    ///
    /// # Errors
    /// [`StateError`] when a cell or a value does not exist.
    pub fn known(&self, board: &Board) -> Result<Known, StateError> {
        let mut known = Known::given(board);
        self.facts(&board.statement)?.into_iter().for_each(|fact| known.learn(board, fact));
        known.cross_out(board);
        Ok(known)
    }
}
