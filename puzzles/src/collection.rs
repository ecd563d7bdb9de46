//! Collections: texts that contain several puzzles, either one per line or separated by blank lines or headings
//! (`Grid 01`).

use crate::kinds::{is_line, is_notation};
use crate::puzzle::Kind;
use crate::puzzlink::is_link;
use crate::read::{Comments, Line, Position, ReadError, all_lines, content};

/// Splits a text into puzzles, each with its starting line number. A single puzzle yields one entry.
///
/// ```
/// let sudoku = puzzles::kind("sudoku").expect("it is listed");
/// let boards = puzzles::boards(sudoku, "1...4...2......3\n.1...2..3...4...\n").unwrap();
/// assert_eq!(boards, [(1, "1...4...2......3"), (2, ".1...2..3...4...")]);
/// ```
///
/// # Errors
/// [`ReadError`] when the text is neither a puzzle nor a collection, or one of the puzzles cannot be read.
pub fn boards<'t>(kind: &Kind, text: &'t str) -> Result<Vec<(usize, &'t str)>, ReadError> {
    let Err(error) = (kind.read)(text) else { return Ok(vec![(1, text)]) };
    let lines: Vec<Line<'t>> = content(text, Comments::Hash).collect();
    // A text with as many lines as squares per line is one large board. So is a text in which each line can be read as
    // a single row.
    let is_row = || (kind.read)(lines[0].text()).is_ok_and(|puzzle| puzzle.sheet().rows == 1);
    let is_one = |line: &Line<'_>| is_whole(line.text()) && line.text().chars().count() != lines.len();
    let is_each = !lines.is_empty() && lines.iter().all(is_one) && !is_row();
    let boards: Vec<(usize, &str)> =
        if is_each { lines.iter().map(|line| (line.number, line.text())).collect() } else { blocks(text) };
    if boards.len() < 2 || !is_each && (kind.read)(boards[0].1).is_err() {
        return Err(error);
    }
    for (number, board) in &boards {
        let below = |Position { line, column }| Position { line: line + number - 1, column };
        (kind.read)(board).map_err(|error| ReadError { at: below(error.at), ..error })?;
    }
    Ok(boards)
}

/// Checks whether a line looks like an entire puzzle.
fn is_whole(line: &str) -> bool {
    let squares = line.chars().count();
    let is_sum = line.contains('+') && line.split_once('=').is_some_and(|(_, total)| !total.is_empty());
    let is_board = squares >= 16 && squares.isqrt().pow(2) == squares && !line.contains(char::is_whitespace);
    is_board || is_sum || is_link(line) || is_line(line) || is_notation(line)
}

/// Returns the blocks between blank lines and headings.
fn blocks(text: &str) -> Vec<(usize, &str)> {
    let mut blocks: Vec<(usize, usize, usize)> = Vec::new();
    let mut is_open = false;
    for line in all_lines(text) {
        let is_head = line.setting(&["grid", "puzzle", "board", "game"]).is_some();
        if is_head || line.text().is_empty() {
            is_open = false;
            continue;
        }
        let begin = line.raw.as_ptr() as usize - text.as_ptr() as usize;
        let end = begin + line.raw.len();
        match blocks.last_mut().filter(|_| is_open) {
            Some(block) => block.2 = end,
            None => blocks.push((line.number, begin, end)),
        }
        is_open = true;
    }
    blocks.into_iter().map(|(number, begin, end)| (number, &text[begin..end])).collect()
}
