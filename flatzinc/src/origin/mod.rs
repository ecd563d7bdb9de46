//! The MiniZinc model from which a file was compiled: its text, its enumerated types, and the types of its variables.
//!
//! Solving does not need the model. With it, reasons use the model's names: `works[Ann,Mon] = Early` instead of
//! `X_INTRODUCED_0_ = 2`, and `all_different(cell[3, ..])` for the constraint from a loop's third iteration.

mod path;
mod text;

pub(crate) use path::{Path, Segment};

use serde::Deserialize;
use solver_core::ValueNames;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum length of a model text in names and messages.
pub(crate) const LONG: usize = 100;

/// A location in the model.
pub(crate) struct Found<'a> {
    /// The name of the file, without its folder.
    pub(crate) file: &'a str,
    pub(crate) line: usize,
    /// The column in characters, from 1.
    pub(crate) column: usize,
    /// The expression at this location, unless it is a declaration.
    pub(crate) expression: Option<String>,
}

/// The known parts of the model. If none are known, the names in the FlatZinc file are used.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The lines of each source file, by its path.
    sources: BTreeMap<String, Vec<String>>,
    enums: BTreeMap<String, Arc<ValueNames>>,
    types: BTreeMap<String, Declared>,
}

/// The type of a variable or array of the model.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Declared {
    /// The enumerated type of the values.
    #[serde(rename = "enum_type")]
    pub(crate) values: Option<String>,
    /// The enumerated type of each index, or `int`.
    #[serde(default)]
    pub(crate) dims: Vec<String>,
}

impl Origin {
    /// Reads the files named in these paths; `read` reads one file. Omits library files.
    pub(crate) fn read<'p>(paths: impl Iterator<Item = &'p str>, read: impl Fn(&str) -> Option<String>) -> Origin {
        let mut files = BTreeSet::new();
        for path in paths.map(Path::new) {
            files.extend(path.own().map(|segment| segment.file));
        }
        let lines = |text: String| text.lines().map(str::to_owned).collect();
        let sources = files.into_iter().filter_map(|file| Some((file.to_owned(), lines(read(file)?)))).collect();
        Origin { sources, ..Origin::default() }
    }

    /// Adds the types of the model's variables from the output of `minizinc --model-types-only`. Ignores any other
    /// text.
    #[must_use]
    pub fn with_types(self, types: &str) -> Origin {
        let all: serde_json::Value = serde_json::from_str(types).unwrap_or_default();
        let types = all.pointer("/var_types/vars").map(BTreeMap::deserialize);
        Origin { types: types.and_then(Result::ok).unwrap_or_default(), ..self }
    }

    /// Adds the names of enumerated values that the compiled output item (`model.ozn`) lists.
    #[must_use]
    pub fn with_output(self, script: &str) -> Origin {
        let mut enums = BTreeMap::new();
        for item in script.split("_enum_to_string_").skip(1) {
            let Some((name, list)) = item.split_once('=').filter(|(name, _)| !name.contains(['[', '(', ';'])) else {
                continue;
            };
            let name = name.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('_');
            let list = list.trim_start().strip_prefix('[').and_then(|list| list.split_once(']'));
            let names: Result<Vec<String>, _> =
                list.map_or(Ok(Vec::new()), |(list, _)| serde_json::from_str(&format!("[{list}]")));
            if let Ok(names) = names
                && !names.is_empty()
            {
                enums.insert(name.to_owned(), Arc::new(ValueNames::new(1, names)));
            }
        }
        Origin { enums, ..self }
    }

    /// Whether the text of any part of the model is known.
    pub(crate) fn is_known(&self) -> bool {
        !self.sources.is_empty()
    }

    /// Finds the innermost part of the model that a path leads to.
    pub(crate) fn find<'a>(&self, path: &'a str) -> Option<Found<'a>> {
        let path = Path::new(path);
        let at = path.expression().or_else(|| path.statement())?;
        let text = self.text(&at, &path.loops()).filter(|text| text.chars().count() <= LONG);
        let expression = text.filter(|_| !matches!(at.kind, "id" | "vd"));
        Some(Found { file: at.file_name(), line: at.first.0, column: at.first.1, expression })
    }

    /// The value names of an enumerated type.
    pub(crate) fn values_of(&self, name: &str) -> Option<&Arc<ValueNames>> {
        self.enums.get(name)
    }

    /// The type of a variable or array of the model.
    pub(crate) fn declared(&self, name: &str) -> Option<&Declared> {
        self.types.get(name)
    }

    /// The text of a part of the model, with loop variables replaced by their values.
    pub(crate) fn text(&self, segment: &Segment<'_>, loops: &[Segment<'_>]) -> Option<String> {
        let lines = self.sources.get(segment.file)?;
        let source = text::of_span(lines, segment)?;
        let known: Vec<(&str, String)> = loops.iter().filter_map(|turn| self.turn(turn)).collect();
        Some(text::substituted(&source, &known))
    }

    /// The text of a definition, starting at the name that it defines: `length = sum(leg)`.
    pub(crate) fn definition(&self, name: &Segment<'_>) -> Option<String> {
        text::to_semicolon(self.sources.get(name.file)?, name).map(|source| text::substituted(&source, &[]))
    }

    /// Reads a loop iteration: the loop variable, and the name of its value in the set that the loop iterates over.
    pub(crate) fn turn<'a>(&self, turn: &Segment<'a>) -> Option<(&'a str, String)> {
        let (variable, value) = turn.assignment()?;
        let set = self.sources.get(turn.file).and_then(|lines| text::generator(lines, turn));
        let names = set.and_then(|set| self.enums.get(&set));
        let name = names.and_then(|names| names.name(value.parse().ok()?)).map(str::to_owned);
        Some((variable, name.unwrap_or_else(|| value.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enumerated_types_are_read_from_the_output_item() {
        let script = "output [_toString_Day(d,true,false)];\n\
            function string : _toString_Day(opt int: x,bool: b,bool: json) = if b then _enum_to_string_0_Day[deopt(x)] endif;\n\
            array [1..2] of string: _enum_to_string_0_Day = [\"Mon\",\"T]e\"];\nset of int: Day = 1..2;\n";
        // A bracket in a name would end the list too early, so the list is ignored.
        assert!(Origin::default().with_output(script).values_of("Day").is_none());
        let origin = Origin::default().with_output(&script.replace(']', "").replace("\"Te\"", "\"Tue\"]"));
        assert_eq!(origin.values_of("Day").and_then(|day| day.name(2)), Some("Tue"));
    }

    #[test]
    fn types_name_what_indexes_and_what_is_held() {
        let types = r#"{"var_types": {"vars": {"works": {"type": "int", "dim": 2, "dims": ["Nurse","int"], "enum_type": "Shift"}}}}"#;
        let origin = Origin::default().with_types(types);
        let works = origin.declared("works").expect("it is declared");
        assert_eq!(
            (works.values.as_deref(), &works.dims[..]),
            (Some("Shift"), &["Nurse".to_owned(), "int".to_owned()][..])
        );
        assert!(Origin::default().with_types("nothing").declared("works").is_none());
    }
}
