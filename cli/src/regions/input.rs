//! Reading the puzzle and the squares from the command line.

use super::Regions;
use crate::exit::BadInput;
use crate::input;
use puzzles::regions::{Puzzle, Square, read_with, squares};
use std::path::Path;

/// Files beyond this many bytes hold no puzzle.
const LIMIT: u64 = 16 << 20;

/// Reads the puzzle from the file, or from standard input.
pub(super) fn puzzle(args: &Regions) -> Result<Puzzle, BadInput> {
    let file = args.file.as_deref().unwrap_or("-");
    let name = if file == "-" { "standard input" } else { file };
    let text = text(file).map_err(|e| BadInput(format!("{name}: {e}")))?;
    let stars = args.stars.map(|stars| usize::try_from(stars).unwrap_or(usize::MAX));
    read_with(&text, stars).map_err(|e| BadInput(format!("{name}: {e}")))
}

fn text(file: &str) -> Result<String, String> {
    let bytes = match file {
        "-" => input::standard_input(LIMIT),
        file => input::bytes(Path::new(file), LIMIT),
    };
    String::from_utf8(bytes.map_err(|e| format!("cannot be read: {e}"))?).map_err(|e| {
        let valid = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned();
        let line = 1 + valid.matches('\n').count();
        let column = 1 + valid.chars().rev().take_while(|&c| c != '\n').count();
        format!("line {line}, column {column}: this is no text in UTF-8")
    })
}

/// The stars that stand already. Whether they can is for the solver to say.
pub(super) fn givens(args: &Regions, puzzle: &Puzzle) -> Result<Vec<Square>, BadInput> {
    let Some(given) = &args.given else { return Ok(Vec::new()) };
    let bad = |what: &dyn std::fmt::Display| BadInput(format!("--given '{given}': {what}"));
    let found = squares(given, puzzle.size()).map_err(|e| bad(&e))?;
    if found.is_empty() {
        return Err(bad(&"no square is named: type one or more, such as d1,f2"));
    }
    Ok(found)
}

/// The square of `--why`.
pub(super) fn square(given: &str, puzzle: &Puzzle) -> Result<Square, BadInput> {
    let bad = |what: &dyn std::fmt::Display| BadInput(format!("--why '{given}': {what}"));
    match squares(given, puzzle.size()).map_err(|e| bad(&e))?[..] {
        [square] => Ok(square),
        _ => Err(bad(&"type one square, such as d4")),
    }
}
