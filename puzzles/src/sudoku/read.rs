//! Reading sudokus: grids, single lines, and what follows them.

use super::{Sudoku, rectangles};
use crate::puzzlink::{self, Clue, Link};
use crate::read::{Position, ReadError, count, end, lines, number, shortened, words};
use crate::sheet::square_name;

/// The largest number of rows.
const MAX_SIZE: usize = 25;

/// Squares as they stand: a number, 0 for an empty one.
type Row = Vec<(usize, Position)>;

/// Reads a sudoku in any of the formats.
///
/// ```
/// let sudoku = puzzles::sudoku::read("1...\n..3.\n.4..\n...2\n").unwrap();
/// let error = puzzles::sudoku::read("1...\n..3.\n.45.\n...2\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 3: expected 1 to 4, or `.` for an empty square, not `5`");
/// ```
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Sudoku, ReadError> {
    let said = lines(text);
    let is_word =
        |line: &str| ["diagonal", "areas", "cage"].iter().any(|word| line.split_whitespace().next() == Some(word));
    let begin = said.iter().position(|(line, _)| is_word(line)).unwrap_or(said.len());
    let grid: Vec<(&str, Position)> = said[..begin].iter().copied().filter(|(line, _)| !is_rule(line)).collect();
    let Some(&(first, start)) = grid.first() else {
        return Err(end(text).error("expected a sudoku: a line for each row, or all squares in one line"));
    };
    let rows = match puzzlink::link(text, &["sudoku"])? {
        Some(link) => linked(link)?,
        None if grid.len() == 1 => one_line(first, start)?,
        None => many_lines(&grid)?,
    };
    let size = rows.len();
    let mut givens = Vec::new();
    for (given, at) in rows.into_iter().flatten() {
        if given > size {
            return Err(at.error(format!("expected 1 to {size}, or `.` for an empty square, not `{given}`")));
        }
        givens.push(given);
    }
    let mut sudoku = Sudoku { size, boxes: Vec::new(), regular: true, diagonal: false, cages: Vec::new(), givens };
    after(&mut sudoku, &said[begin..])?;
    if sudoku.boxes.is_empty() {
        sudoku.boxes = rectangles(size).ok_or_else(|| {
            start.error(format!("{size} rows have no rectangular boxes: add a line `areas` and {size} rows of letters"))
        })?;
    }
    Ok(sudoku)
}

/// `------+-------`.
fn is_rule(line: &str) -> bool {
    line.chars().all(|c| "-+|= ".contains(c))
}

fn value(c: char, at: Position) -> Result<usize, ReadError> {
    match c {
        '.' | '0' | '_' | '*' | '?' => Ok(0),
        '1'..='9' => Ok(c as usize - '0' as usize),
        'A'..='P' => Ok(c as usize - 'A' as usize + 10),
        _ => Err(at.error(format!("expected a number, a letter from A for 10, or `.` for an empty square, not `{c}`"))),
    }
}

fn one_line(line: &str, start: Position) -> Result<Vec<Row>, ReadError> {
    let squares = line.chars().enumerate().map(|(i, c)| Ok((value(c, start.right(i))?, start.right(i))));
    let squares = squares.collect::<Result<Row, ReadError>>()?;
    let size = squares.len().isqrt();
    if size * size != squares.len() || !(4..=MAX_SIZE).contains(&size) {
        let found = count(squares.len(), "square");
        return Err(start
            .right(squares.len())
            .error(format!("expected 16, 81, 256 or another square number of squares up to 625, not {found}")));
    }
    Ok(squares.chunks(size).map(<[_]>::to_vec).collect())
}

/// The squares of a link.
fn linked(mut link: Link<'_>) -> Result<Vec<Row>, ReadError> {
    let (size, start) = (link.columns, link.place());
    if link.rows != size || !(4..=MAX_SIZE).contains(&size) {
        return Err(
            start.error(format!("expected 4 to {MAX_SIZE} rows and as many columns, not {} and {size}", link.rows))
        );
    }
    let given = |(clue, at): (Clue, Position)| match clue {
        Clue::Number(0) => Err(at.error(format!("expected 1 to {size}, or a run of empty squares, not `0`"))),
        Clue::Number(given) => Ok((given, at)),
        Clue::None | Clue::Unknown => Ok((0, at)),
    };
    let squares = link.numbers16()?.into_iter().map(given).collect::<Result<Row, ReadError>>()?;
    link.end()?;
    Ok(squares.chunks(size).map(<[_]>::to_vec).collect())
}

fn many_lines(grid: &[(&str, Position)]) -> Result<Vec<Row>, ReadError> {
    let size = grid.len();
    if !(4..=MAX_SIZE).contains(&size) {
        return Err(grid[0].1.error(format!("expected 4 to {MAX_SIZE} rows, not {size}")));
    }
    grid.iter().enumerate().map(|(row, &(line, start))| self::row(line, start, row + 1, size)).collect()
}

/// A row: a character for each square, or numbers with blanks between them.
fn row(line: &str, start: Position, row: usize, size: usize) -> Result<Row, ReadError> {
    let blank = line.replace('|', " ");
    let single = blank.chars().enumerate().filter(|(_, c)| !c.is_whitespace());
    let apart = words(&blank, start);
    let numbers = size > 9 && apart.len() == size;
    let squares: Row = if numbers {
        let of = |(word, at): &(&str, Position)| match word.chars().next() {
            Some(c) if word.len() == 1 => Ok((value(c, *at)?, *at)),
            _ => Ok((number(word, *at, 1..=size, "a number")?, *at)),
        };
        apart.iter().map(of).collect::<Result<_, ReadError>>()?
    } else {
        single.map(|(i, c)| Ok((value(c, start.right(i))?, start.right(i)))).collect::<Result<_, ReadError>>()?
    };
    if squares.len() == size {
        return Ok(squares);
    }
    let at = squares.get(size).map_or(start.right(line.chars().count()), |square| square.1);
    Err(at.error(format!("row {row} has {}, but there are {size} rows", count(squares.len(), "square"))))
}

/// `diagonal`, `areas`, `cage`.
fn after(sudoku: &mut Sudoku, said: &[(&str, Position)]) -> Result<(), ReadError> {
    let mut said = said.iter();
    while let Some(&(line, start)) = said.next() {
        let all = words(line, start);
        match all[0].0 {
            "diagonal" if all.len() == 1 => sudoku.diagonal = true,
            "areas" if all.len() == 1 => {
                let rows: Vec<(&str, Position)> = said.by_ref().take(sudoku.size).copied().collect();
                sudoku.boxes = areas(&rows, sudoku.size, start)?;
                sudoku.regular = false;
            }
            word @ ("diagonal" | "areas") => {
                let (more, at) = all[1];
                return Err(at.error(format!("expected the end of the line after `{word}`, not `{}`", shortened(more))));
            }
            "cage" => cage(sudoku, &all)?,
            word => {
                let word = shortened(word);
                return Err(start
                    .error(format!("expected `diagonal`, `areas`, or `cage` with a sum and squares, not `{word}`")));
            }
        }
    }
    Ok(())
}

/// Rows of letters: the area of each square. Every area has as many squares as there are rows.
fn areas(rows: &[(&str, Position)], size: usize, start: Position) -> Result<Vec<usize>, ReadError> {
    let mut letters: Vec<char> = Vec::new();
    let mut areas: Vec<(usize, Position)> = Vec::new();
    for &(line, at) in rows {
        let squares: Vec<char> = line.chars().collect();
        if squares.len() != size {
            return Err(at.error(format!("expected {size} letters, not {}", squares.len())));
        }
        for (i, &c) in squares.iter().enumerate() {
            if !c.is_ascii_alphanumeric() {
                return Err(at.right(i).error(format!("expected the letter of an area, not `{c}`")));
            }
            let area = letters.iter().position(|known| *known == c).unwrap_or_else(|| {
                letters.push(c);
                letters.len() - 1
            });
            areas.push((area, at.right(i)));
        }
    }
    if rows.len() != size {
        return Err(start.error(format!("expected {size} rows of letters after `areas`, not {}", rows.len())));
    }
    for (area, letter) in letters.iter().enumerate() {
        let own: Vec<Position> = areas.iter().filter(|(of, _)| *of == area).map(|(_, at)| *at).collect();
        if own.len() != size {
            return Err(own[0].error(format!("area {letter} has {}, not {size}", count(own.len(), "square"))));
        }
    }
    Ok(areas.into_iter().map(|(area, _)| area).collect())
}

/// `cage 12 a1 b1`.
fn cage(sudoku: &mut Sudoku, all: &[(&str, Position)]) -> Result<(), ReadError> {
    let size = sudoku.size;
    let start = all[0].1;
    let Some(&(sum, at)) = all.get(1) else {
        return Err(start.error("expected `cage`, a sum and squares: cage 12 a1 b1"));
    };
    let sum = number(sum, at, 1..=size * (size + 1) / 2, "a sum")?;
    let mut squares = Vec::new();
    for &(word, at) in &all[2..] {
        let square = (0..size * size).find(|&s| square_name(s / size, s % size) == word.to_ascii_lowercase());
        let taken = sudoku.cages.iter().flat_map(|(_, squares)| squares).chain(&squares);
        match square {
            None => return Err(at.error(format!("expected a square, such as a1, not `{}`", shortened(word)))),
            Some(square) if taken.clone().any(|&other| other == square) => {
                return Err(at.error(format!("{word} is in two cages")));
            }
            Some(square) => squares.push(square),
        }
    }
    if squares.is_empty() || squares.len() > size {
        return Err(start.error(format!("a cage has 1 to {size} squares, not {}", squares.len())));
    }
    squares.sort_unstable();
    sudoku.cages.push((sum, squares));
    Ok(())
}
