//! FlatZinc JSON, `model.fzn.json`, the format of MiniZinc 2.7 and later: streamed by serde directly into an instance,
//! without an intermediate tree.
//!
//! The schema is that of the MiniZinc handbook (Specification of FlatZinc-JSON). Fields may come in any order, names
//! may be used before they are declared, and `rhs`, `ann`, `defines`, `defined`, `introduced`, `domain` may be missing.
//! An unknown field of a variable, an array, a constraint or the solve item is an error, because it might change the
//! meaning; elsewhere it is ignored.
//!
//! JSON numbers have no positions, so a number gets the position of the last string before it, which is on the same
//! line in MiniZinc's output.

mod declarations;
mod document;
mod fields;
mod ranges;
mod values;

use std::borrow::Cow;

use serde::de::{self, DeserializeSeed, Deserializer, Visitor};

use crate::error::{Fault, ReadError};
use crate::instance::builder::{Builder, Number, Wrong, wrong};
use crate::instance::{Instance, Location, Place, Symbol};
use crate::limit::Limit;
use document::Document;
use fields::Fields;

/// Reads a file in memory, in O(length). The instance does not refer to `bytes`.
///
/// # Errors
///
/// The first fault in the file, with its line and column.
///
/// ```
/// let instance = flatzinc::json::read(br#"{
///     "variables": { "x": { "type": "int", "domain": [[1, 3], [7, 7]] } },
///     "arrays": {},
///     "constraints": [ { "id": "int_le", "args": ["x", 5] } ],
///     "output": ["x"],
///     "solve": { "method": "satisfy" },
///     "version": "1.0"
/// }"#)?;
/// assert_eq!(instance.constraints().next().unwrap().int(1).unwrap(), 5);
/// # Ok::<(), flatzinc::ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Instance, ReadError> {
    read_into(Builder::new(None, Limit::default()), bytes)
}

/// Reads a file into an empty builder.
pub(crate) fn read_into(mut builder: Builder, bytes: &[u8]) -> Result<Instance, ReadError> {
    let text = crate::checked(bytes, &mut builder)?;
    for (at, _) in text.match_indices('\n') {
        builder.line_starts_at(at + 1);
    }
    let mut state = State { builder, text, last: Place(0), fault: None, domain: Vec::new(), output: Vec::new() };
    // Skips a byte order mark; positions count from the start of `text`.
    let mut json = serde_json::Deserializer::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
    let read = Fields { state: &mut state, object: &mut Document }.deserialize(&mut json).and_then(|()| json.end());
    match read {
        Ok(()) => state.finish(),
        Err(error) => Err(state.error(&error)),
    }
}

/// The state shared by all parts of the reader.
struct State<'t> {
    builder: Builder,
    text: &'t str,
    /// The start of the last string whose position is known.
    last: Place,
    /// A fault that a serde error cannot carry.
    fault: Option<Wrong>,
    /// The ranges of a domain whose type is not yet known.
    domain: Vec<(Number, Number)>,
    output: Vec<(Symbol, Place)>,
}

impl<'t> State<'t> {
    fn fail<E: de::Error>(&mut self, wrong: Wrong) -> E {
        self.fault = Some(wrong);
        E::custom("a fault that is kept aside")
    }

    /// Records the position of a string in the file, if the string has no escapes.
    fn saw(&mut self, text: &'t str) {
        let offset = (text.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if offset <= self.text.len() {
            self.last = Place(offset as u32);
        }
    }

    /// Counts an element of the file against the limit.
    fn tick<E: de::Error>(&mut self) -> Result<(), E> {
        self.builder.tick(self.last).map_err(|stopped| self.fail(stopped))
    }

    fn intern(&mut self, text: &str) -> Symbol {
        self.builder.instance.symbols.intern(text)
    }

    fn finish(mut self) -> Result<Instance, ReadError> {
        for (name, place) in std::mem::take(&mut self.output) {
            if let Err(fault) = self.builder.output(name, place) {
                return Err(self.builder.error(fault));
            }
        }
        let end = Place(self.text.len() as u32);
        self.builder.finish(end)
    }

    fn error(&mut self, error: &serde_json::Error) -> ReadError {
        if let Some(fault) = self.fault.take() {
            return self.builder.error(fault);
        }
        let message = error.to_string();
        let message = message.rfind(" at line ").map_or(message.as_str(), |at| &message[..at]);
        let file = self.builder.instance.lines.file.clone();
        let location =
            Location { file, line: error.line() as u32, column: error.column().max(1) as u32, expression: None };
        ReadError { location, fault: Fault::Json(message.to_owned()) }
    }
}

/// Reads a string: a field name, another name, or a text.
struct Text<'s, 't>(&'s mut State<'t>);

impl<'t> DeserializeSeed<'t> for Text<'_, 't> {
    type Value = Cow<'t, str>;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Cow<'t, str>, D::Error> {
        self.0.tick()?;
        deserializer.deserialize_str(self)
    }
}

impl<'t> Visitor<'t> for Text<'_, 't> {
    type Value = Cow<'t, str>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a string")
    }

    fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Cow<'t, str>, E> {
        self.0.saw(text);
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Cow<'t, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

/// Reads a string as a symbol, with its position.
struct Name<'s, 't>(&'s mut State<'t>);

impl<'t> DeserializeSeed<'t> for Name<'_, 't> {
    type Value = (Symbol, Place);

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(Symbol, Place), D::Error> {
        let text = Text(self.0).deserialize(deserializer)?;
        Ok((self.0.intern(&text), self.0.last))
    }
}

/// Builds the fault for an unexpected element at `place`.
fn unexpected(place: Place, expected: &str, found: impl Into<String>) -> Wrong {
    wrong(place, Fault::expected(expected, found))
}
