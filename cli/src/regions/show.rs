//! Output shared by all modes of `ferz regions`.

use super::Regions;
use crate::exit::{Ended, UNWRITABLE};
use anyhow::Context;
use puzzles::regions::{Marker, Picture, Puzzle, Square, Stars};
use serde::Serialize;
use std::io::{IsTerminal, Write};

/// Prints a text to the end.
pub(super) fn print(text: &str) -> anyhow::Result<Ended> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context(UNWRITABLE)?;
    Ok(Ended::Complete)
}

/// How boards are drawn here: in colours on a terminal, unless `NO_COLOR` is set.
pub(super) fn picture(args: &Regions) -> Picture {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Picture { ascii: args.ascii, colours: std::io::stdout().is_terminal() && !no_colour }
}

/// A solution, drawn.
pub(super) fn solution(args: &Regions, puzzle: &Puzzle, stars: &Stars) -> String {
    picture(args).draw(puzzle, |square| if stars.contains(square) { Marker::Star } else { Marker::Open })
}

/// The puzzle in a sentence: `8x8, 1 star each, with d4`.
pub(super) fn of(puzzle: &Puzzle, givens: &[Square]) -> String {
    let (size, stars) = (puzzle.size(), puzzle.stars());
    let of = format!("{size}x{size}, {stars} {} each", if stars == 1 { "star" } else { "stars" });
    if givens.is_empty() { of } else { format!("{of}, with {}", names(puzzle, givens).join(", ")) }
}

/// The names of some squares.
pub(super) fn names(puzzle: &Puzzle, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|square| square.on(puzzle.size()).to_string()).collect()
}

/// The puzzle, for programs.
#[derive(Serialize)]
pub(super) struct Question {
    size: usize,
    stars: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    given: Vec<String>,
}

pub(super) fn question(puzzle: &Puzzle, givens: &[Square]) -> Question {
    Question { size: puzzle.size(), stars: puzzle.stars(), given: names(puzzle, givens) }
}
