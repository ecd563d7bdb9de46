//! Links to kakuro puzzles. A link lists the squares outside the first row and column, then the sums in the first row,
//! and then the sums in the first column.

use super::{Kakuro, Square};
use crate::kinds::prelude::*;
use crate::puzzlink::{with_runs, written};

const BLACK: Square = Square::Black { down: 0, across: 0 };

/// Reads the number of columns, and all squares with their positions in the link.
pub(super) fn read(mut link: Link<'_>) -> Read<(usize, Vec<(Square, Position)>)> {
    let (columns, rows, start) = (link.columns, link.rows, link.at);
    let inner = link.squares(columns * rows, Square::White, |link, c, at| match c {
        'k'..='z' => Ok((None, c as usize - 'k' as usize + 1)),
        '.' => Ok((Some(BLACK), 0)),
        _ => Ok((Some(Square::Black { down: sum(c, at)?, across: next_sum(link)? }), 0)),
    })?;
    let is_white = |row: usize, column: usize| inner[row * columns + column].0 == Square::White;
    let mut all = vec![(BLACK, start)];
    for column in 0..columns {
        let at = link.at;
        let down = if is_white(0, column) { next_sum(&mut link)? } else { 0 };
        all.push((Square::Black { down, across: 0 }, at));
    }
    for row in 0..rows {
        let at = link.at;
        let across = if is_white(row, 0) { next_sum(&mut link)? } else { 0 };
        all.push((Square::Black { down: 0, across }, at));
        all.extend(&inner[row * columns..(row + 1) * columns]);
    }
    link.end()?;
    Ok((columns + 1, all))
}

fn next_sum(link: &mut Link<'_>) -> Read<usize> {
    let next = link.next().ok_or(link.at);
    let (c, at) = next.map_err(|at| at.error("expected a sum, but the link ends"))?;
    sum(c, at)
}

/// The characters for sums: lower-case letters start at 10, capitals at 20.
const SUMS: &str = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Parses a sum, which is `-` or 0 if there is none.
fn sum(c: char, at: Position) -> Read<usize> {
    let sum = if c == '-' { Some(0) } else { SUMS.find(c) };
    let expected = "expected a sum: a digit, a to j for 10 to 19, A to Z from 20 on, or `-` for none";
    sum.ok_or_else(|| at.error(format!("{expected}, not `{c}`")))
}

fn digit(sum: usize) -> char {
    SUMS.chars().nth(sum).unwrap_or('?')
}

/// Writes a link. Returns `None` if the first row or column contains anything except the sums of adjacent runs.
pub(super) fn write(kakuro: &Kakuro) -> Option<String> {
    let (columns, rows) = (kakuro.columns, kakuro.rows());
    let at = |row: usize, column: usize| kakuro.squares[row * columns + column];
    let is_frame = |row: usize, column: usize| row == 0 || column == 0;
    let squares = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let fits = |&(row, column): &(usize, usize)| match at(row, column) {
        Square::White => false,
        Square::Black { down, across } => (row == 0 || down == 0) && (column == 0 || across == 0),
    };
    if rows < 2 || columns < 2 || !squares().filter(|&(row, column)| is_frame(row, column)).all(|square| fits(&square))
    {
        return None;
    }
    let inner = squares().filter(|&(row, column)| !is_frame(row, column)).map(|(row, column)| match at(row, column) {
        Square::White => None,
        BLACK => Some(".".to_owned()),
        Square::Black { down, across } => Some([digit(down), digit(across)].iter().collect()),
    });
    let mut text = with_runs(inner, 20, 16);
    let sums = |square: Square| if let Square::Black { down, across } = square { down + across } else { 0 };
    let above = (1..columns).filter(|&column| at(1, column) == Square::White).map(|column| at(0, column));
    let left = (1..rows).filter(|&row| at(row, 1) == Square::White).map(|row| at(row, 0));
    text.extend(above.chain(left).map(|square| digit(sums(square))));
    Some(written("kakuro", columns - 1, rows - 1, &text))
}
