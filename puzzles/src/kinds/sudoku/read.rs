//! Reads sudokus: grids or single lines, followed by lines with rules.

use super::{Sudoku, rectangles};
use crate::kinds::prelude::*;
use crate::read::square;

/// The supported sizes.
const SIZES: std::ops::RangeInclusive<usize> = 4..=25;

/// The keywords of lines that are rules rather than rows.
const RULES: [&str; 3] = ["diagonal", "areas", "cage"];

/// The number in a square, or 0 if it is empty, and the position of the square.
type Given = (usize, Position);

/// Reads a sudoku in any of the formats.
///
/// ```
/// let sudoku = puzzles::kind("sudoku").expect("it is listed");
/// let error = (sudoku.read)("1...\n..3.\n.45.\n...2\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 3: expected 1 to 4, or `.` for an empty square, not `5`");
/// ```
pub(super) fn read(text: &str) -> Read<Sudoku> {
    let (start, squares, rules) = if let Some(link) = puzzlink::link(text, super::KIND.name)? {
        let (start, squares) = (link.at, linked(link)?);
        (start, squares, Vec::new())
    } else {
        // All lines after `areas`, up to the next keyword, are rows of letters for the areas.
        let mut is_areas = false;
        let (rules, board) = parted_lines(text, Comments::Hash, |line| {
            let rule = line.setting(&RULES);
            is_areas = rule.as_ref().map_or(is_areas, |(name, _)| *name == "areas");
            is_areas || rule.is_some()
        })?;
        let missing = "expected a sudoku: a line for each row, or all squares in one line";
        end(text).require(!board.is_empty(), || missing)?;
        let grid = Grid::square(&board, end(text), SIZES)?;
        (grid.start, values(&grid)?, rules)
    };
    let size = squares.len().isqrt();
    for (given, at) in &squares {
        at.require(*given <= size, || format!("expected 1 to {size}, or `.` for an empty square, not `{given}`"))?;
    }
    let givens = squares.into_iter().map(|(given, _)| given).collect();
    let mut sudoku = Sudoku { givens, ..Sudoku::empty(size, Vec::new()) };
    add(&mut sudoku, &rules)?;
    if sudoku.boxes.is_empty() {
        let advice = format!("add a line `areas` and {size} rows of letters");
        let wrong = || start.error(format!("{size} rows have no rectangular boxes: {advice}"));
        sudoku.boxes = rectangles(size).ok_or_else(wrong)?;
    }
    Ok(sudoku)
}

/// Parses squares, each of which is a digit, a letter (A is 10) or, in rows with separators, a number.
fn values(grid: &Grid<'_>) -> Read<Vec<Given>> {
    let size = grid.columns;
    let value = |square: &str, at: Position| match square.as_bytes() {
        _ if is_empty(square) || matches!(square, "*" | "0") => Ok(0),
        [digit @ b'1'..=b'9'] => Ok(usize::from(digit - b'0')),
        [letter @ (b'A'..=b'P' | b'a'..=b'p')] => Ok(usize::from(letter.to_ascii_uppercase() - b'A') + 10),
        [_, _, ..] if square.is_ascii() => number(square, at, 1..=size, "a number"),
        _ => Err(at.expected("a number, a letter (A is 10), or `.` for an empty square", square)),
    };
    let given = |&(square, at): &(&str, Position)| Ok((value(square, at)?, at));
    let mut values = grid.squares.iter().map(given).collect::<Read<Vec<Given>>>()?;
    // Digits may start at 0, as in hexadecimal. Then no line has two zeros and the largest number does not occur.
    let zeros: Vec<usize> = (0..size * size).filter(|&square| grid.squares[square].0 == "0").collect();
    let are_apart =
        |line: fn(usize, usize) -> usize| distinct(zeros.iter().map(|&zero| line(zero, size))).len() == zeros.len();
    let most = values.iter().map(|(value, _)| *value).max().unwrap_or(0);
    let is_hexadecimal = (10..size).contains(&most) && !zeros.is_empty();
    if is_hexadecimal && are_apart(|zero, size| zero / size) && are_apart(|zero, size| zero % size) {
        values.iter_mut().filter(|(value, _)| *value > 0).for_each(|(value, _)| *value += 1);
        zeros.iter().for_each(|&square| values[square].0 = 1);
    }
    Ok(values)
}

/// Reads the squares of a link.
fn linked(mut link: Link<'_>) -> Read<Vec<Given>> {
    let size = link.size(SIZES)?;
    let given = |(clue, at): (Clue, Position)| {
        let wrong = || format!("expected 1 to {size}, or a run of empty squares, not `0`");
        at.require(clue != Clue::Number(0), wrong).map(|()| (clue.number().unwrap_or(0), at))
    };
    let squares = link.numbers16(size * size)?.into_iter().map(given).collect::<Read<Vec<Given>>>()?;
    link.end().map(|()| squares)
}

/// Adds the rules from the lines `diagonal`, `areas` and `cage`.
fn add(sudoku: &mut Sudoku, rules: &[Line<'_>]) -> Read<()> {
    let mut rules = rules;
    while let Some((line, rest)) = rules.split_first() {
        rules = rest;
        match line.setting(&RULES) {
            Some(("diagonal", words)) if words.is_empty() => sudoku.diagonal = true,
            Some(("areas", words)) if words.is_empty() => {
                let length = rest.iter().position(|line| line.setting(&RULES).is_some()).unwrap_or(rest.len());
                let rows;
                (rows, rules) = rest.split_at(length);
                sudoku.boxes = areas(rows, sudoku.size, line.start())?;
                sudoku.regular = false;
            }
            Some(("cage", words)) => cage(sudoku, line.start(), &words)?,
            Some((rule, words)) => {
                let (more, at) = words[0];
                return Err(at.error(format!("expected the end of the line after `{rule}`, not `{}`", shortened(more))));
            }
            None => return Err(line.start().error("expected `diagonal`, `areas`, or `cage` with a sum and squares")),
        }
    }
    Ok(())
}

/// Parses rows of letters into each square's area. Every area must have as many squares as there are rows.
fn areas(rows: &[Line<'_>], size: usize, start: Position) -> Read<Vec<usize>> {
    let grid = Grid::rectangle(rows, start)?;
    let rows = grid.squares.len() / grid.columns;
    start.require(rows == size, || format!("expected {size} rows of letters after `areas`, not {rows}"))?;
    grid.start.require(grid.columns == size, || format!("expected {size} letters, not {}", grid.columns))?;
    let mut letters: Vec<&str> = Vec::new();
    let mut areas: Vec<Given> = Vec::new();
    for (letter, at) in grid.squares {
        let is_letter = letter.bytes().all(|b| b.is_ascii_alphanumeric());
        let area = is_letter.then(|| (numbered(&mut letters, letter), at));
        areas.push(area.ok_or_else(|| at.expected("the letter of an area", letter))?);
    }
    for (area, letter) in letters.iter().enumerate() {
        let own: Vec<Position> = areas.iter().filter(|(of, _)| *of == area).map(|(_, at)| *at).collect();
        own[0]
            .require(own.len() == size, || format!("area {letter} has {}, not {size}", count(own.len(), "square")))?;
    }
    Ok(areas.into_iter().map(|(area, _)| area).collect())
}

/// Parses a cage: `cage 12 a1 b1`.
fn cage(sudoku: &mut Sudoku, start: Position, words: &[(&str, Position)]) -> Read<()> {
    let size = sudoku.size;
    let wrong = || start.error("expected `cage`, a sum and squares: cage 12 a1 b1");
    let (&(sum, at), names) = words.split_first().ok_or_else(wrong)?;
    let sum = number(sum, at, 1..=size * (size + 1) / 2, "a sum")?;
    let mut squares = Vec::new();
    for &(word, at) in names {
        let square = square(word, at, size, size)?;
        let is_free = sudoku.cages.iter().flat_map(|(_, squares)| squares).chain(&squares).all(|&s| s != square);
        at.require(is_free, || format!("{word} is in two cages"))?;
        squares.push(square);
    }
    let found = squares.len();
    start.require((1..=size).contains(&found), || format!("a cage has 1 to {size} squares, not {found}"))?;
    squares.sort_unstable();
    sudoku.cages.push((sum, squares));
    Ok(())
}
