//! Reads the puzzle, its entries, and the question.

use super::args::PuzzleArgs;
use crate::exit::{BadInput, reject};
use crate::input::bytes;
use puzzles::{Answer, Ask, CellReport, Kind, State};
use std::io::ErrorKind;

/// The maximum size of a puzzle file in bytes.
const LIMIT: u64 = 16 << 20;

/// The minimum length of an argument that may be the puzzle itself instead of a path.
const SHORTEST: usize = 16;

/// Reads the text of a file or of standard input. If there is no file with this name, the name may be the puzzle
/// itself: the 81 characters of a sudoku, or a link.
pub(super) fn text(kind: &Kind, file: &str) -> Result<String, BadInput> {
    let name = super::named(file);
    let bytes = match bytes(Some(file), LIMIT) {
        Ok(bytes) => bytes,
        Err(e) => match (kind.read)(file) {
            _ if e.kind() != ErrorKind::NotFound || is_path(file) => reject!("cannot read {name}: {e}"),
            Ok(_) => return Ok(file.to_owned()),
            Err(as_puzzle) => reject!("{name}: there is no such file, and it is not a puzzle: {as_puzzle}"),
        },
    };
    String::from_utf8(bytes).map_err(|e| {
        let valid = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned();
        let line = 1 + valid.matches('\n').count();
        let column = 1 + valid.chars().rev().take_while(|&c| c != '\n').count();
        BadInput(format!("{name}: line {line}, column {column}: this is not valid UTF-8"))
    })
}

/// Whether an argument can only be meant as a path, because it is short or contains folders.
fn is_path(text: &str) -> bool {
    text.chars().count() < SHORTEST || text.contains('/') && !text.contains("/p?") && !text.contains("://")
}

/// Parses a cell and its values: `b3=1/2`, or `b3` in puzzles whose cells are marked.
fn cell<'a>(option: &str, given: &str, shown: &'a Answer) -> Result<(&'a CellReport, Vec<i32>), BadInput> {
    let bad = |what: String| BadInput(format!("{option} '{given}': {what}"));
    let (name, values) = given.split_once('=').map_or((given, None), |(name, values)| (name, Some(values)));
    let known = shown.cells.iter().find(|cell| cell.name.eq_ignore_ascii_case(name.trim()));
    let Some(cell) = known else {
        let example =
            shown.cells.first().map_or_else(String::new, |cell| format!(": cells have names such as {}", cell.name));
        return Err(bad(format!("there is no cell `{name}` to fill in{example}")));
    };
    let value = |value: &str| {
        let named = cell.names.iter().position(|name| name.eq_ignore_ascii_case(value.trim()));
        let plain = value.trim().parse::<i32>().ok().and_then(|value| cell.values.iter().position(|&own| own == value));
        let known = named.or(plain).map(|place| cell.values[place]);
        known.ok_or_else(|| bad(format!("{} takes {}", cell.name, cell.names.join(", "))))
    };
    match values {
        Some(values) => Ok((cell, values.split('/').map(value).collect::<Result<_, _>>()?)),
        None => Ok((cell, Vec::new())),
    }
}

fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty())
}

/// Reads the entries and the excluded values from the options.
pub(super) fn state(args: &PuzzleArgs, shown: &Answer) -> Result<State, BadInput> {
    let mut state = State::default();
    for part in args.given.iter().flat_map(|list| parts(list)) {
        let (cell, values) = cell("--given", part, shown)?;
        let value = match values[..] {
            [value] => value,
            [] if cell.mark => 1,
            _ => {
                reject!("--given '{part}': type a cell and a value, such as {}={}", cell.name, cell.names[0]);
            }
        };
        if state.entries.insert(cell.name.clone(), value).is_some_and(|other| other != value) {
            reject!("--given '{part}': {} is given twice", cell.name);
        }
    }
    for part in args.crossed.iter().flat_map(|list| parts(list)) {
        let (cell, values) = cell("--crossed", part, shown)?;
        let values = if values.is_empty() && cell.mark { vec![1] } else { values };
        if values.is_empty() {
            reject!("--crossed '{part}': type a cell and values, such as {}={}", cell.name, cell.names[0]);
        }
        state.crossed.entry(cell.name.clone()).or_default().extend(values);
    }
    Ok(state)
}

/// Reads the question from the options.
pub(super) fn asked(args: &PuzzleArgs, shown: &Answer) -> Result<Ask, BadInput> {
    if let Some(given) = &args.why {
        let (cell, values) = cell("--why", given, shown)?;
        return match values[..] {
            [] => Ok(Ask::Why { cell: cell.name.clone(), value: if cell.mark { Some(1) } else { None } }),
            [value] => Ok(Ask::Why { cell: cell.name.clone(), value: Some(value) }),
            _ => reject!("--why '{given}': type one value"),
        };
    }
    Ok(match args {
        PuzzleArgs { count: true, .. } => Ask::Count,
        PuzzleArgs { unique: true, .. } => Ask::Unique,
        PuzzleArgs { hint: true, .. } => Ask::Hint,
        PuzzleArgs { solve_by_hints: true, .. } => Ask::Steps,
        PuzzleArgs { check: true, .. } => Ask::Check,
        PuzzleArgs { rate: true, .. } => Ask::Rate,
        PuzzleArgs { weakest: true, .. } => Ask::Weakest,
        PuzzleArgs { all: true, .. } => Ask::Solve { limit: u64::MAX },
        PuzzleArgs { limit, .. } => Ask::Solve { limit: limit.unwrap_or(1) },
    })
}
