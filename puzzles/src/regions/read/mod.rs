//! Reading puzzles: a letter grid, a `.sbn` line, a link, or JSON.
//!
//! The first line determines the format: JSON begins with a bracket, a `.sbn` line with `8x1.`, a link with its site or
//! with `starbattle/`, and anything else is a grid. Errors have line and column.

mod grid;
mod json;
mod link;
mod sbn;
mod text;

use super::puzzle::{Puzzle, PuzzleError};
use super::square::Square;
use text::Position;

/// Why a text is no puzzle, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub what: Wrong,
}

/// What can be wrong with the text of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Wrong {
    /// Nothing but blanks and comments.
    #[error("there is no puzzle here: expected rows of letters, a line such as 8x1.AABB…, a link, or JSON")]
    Empty,
    /// A character that names no region.
    #[error("`{found}` names no region: expected a letter or a digit")]
    Character {
        /// The character.
        found: char,
    },
    /// A character that no note behind the squares of a `.sbn` line has.
    #[error("`{found}` in the notes after the squares: expected a letter or a digit")]
    Notes {
        /// The character.
        found: char,
    },
    /// Letters run together in a line whose squares are separated, or in a later one.
    #[error("`{found}` is more than one letter, and {}", if *.separated { "the squares of this row are separated" } else { "the rows above separate their squares" })]
    Together {
        /// The letters.
        found: String,
        /// Whether it is this row that separates other squares.
        separated: bool,
    },
    /// A row of another length than the first.
    #[error("row {row} has {found} square{}, but row 1 has {expected}: {}", if *.found == 1 { "" } else { "s" }, missing(*.found, *.expected))]
    Row {
        /// The number of the row, from 1.
        row: usize,
        /// The number of its squares.
        found: usize,
        /// The number of squares of the first row.
        expected: usize,
    },
    /// More or fewer rows than columns.
    #[error("the board is not square: {columns} columns need {columns} rows, but here {}", rows_here(*.rows))]
    Rows {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// More or fewer letters than a `.sbn` line promises.
    #[error("a {size}x{size} board has {} squares, but here are {found} letters: {}", size * size, missing(*.found, size * size))]
    Letters {
        /// The number of rows.
        size: usize,
        /// The number of letters.
        found: usize,
    },
    /// A line of another format.
    #[error("mixed formats: {found} after {began}")]
    Mixed {
        /// What was found.
        found: &'static str,
        /// How the text began.
        began: &'static str,
    },
    /// A number that does not belong there.
    #[error("`{found}` is no {what}")]
    Number {
        /// What was found.
        found: String,
        /// What was expected.
        what: &'static str,
    },
    /// The number of stars is said twice.
    #[error("the number of stars is said twice")]
    StarsTwice,
    /// The number of stars in the text differs from the requested one.
    #[error("the text says {text} stars, but the number asked for is {asked}")]
    StarsDiffer {
        /// What the text says.
        text: usize,
        /// The requested number.
        asked: usize,
    },
    /// No JSON.
    #[error("expected {expected}, found {found}")]
    Json {
        /// What would have been right.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A link that cannot be read.
    #[error("{message}")]
    Link {
        /// What is wrong, and what was expected.
        message: String,
    },
    /// A key that comes twice in a JSON object.
    #[error("the key \"{key}\" comes twice")]
    Key {
        /// The key.
        key: String,
    },
    /// A square that is listed twice in JSON, or not at all.
    #[error("{square} is listed {}", if *.twice { "twice" } else { "in no region" })]
    Listed {
        /// The square.
        square: String,
        /// Whether it is listed twice.
        twice: bool,
    },
    /// A text in a list of squares that names none.
    #[error(transparent)]
    Square(#[from] super::square::SquareError),
    /// All can be read, but makes no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

fn missing(found: usize, expected: usize) -> String {
    match expected.checked_sub(found) {
        Some(missing) => format!("{missing} missing"),
        None => format!("{} too many", found - expected),
    }
}

fn rows_here(rows: usize) -> String {
    if rows == 1 { "is 1".to_owned() } else { format!("are {rows}") }
}

/// A board as it was read: the name of each square's region, and where it stands.
#[derive(Default)]
struct Table {
    rows: Vec<Vec<(String, Position)>>,
    stars: Option<(usize, Position)>,
    /// Where the text ends.
    end: Position,
}

/// Reads a puzzle in any of the formats; where nothing says how many stars a row takes, it is 1.
///
/// # Errors
/// [`ReadError`] with line and column.
///
/// ```
/// use puzzles::regions::read;
/// let puzzle = read("A A B B\nA A B C\nD D C C\nD D C C\n")?;
/// assert_eq!(puzzle.size(), 4);
/// let said = read("AABB\nAAB\nDDCC\nDDCC\n").unwrap_err().to_string();
/// assert_eq!(said, "line 2, column 4: row 2 has 3 squares, but row 1 has 4: 1 missing");
/// # Ok::<(), puzzles::regions::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Puzzle, ReadError> {
    read_with(text, None)
}

/// As [`read`], with the number of stars, which the text may leave out but not contradict.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read_with(text: &str, stars: Option<usize>) -> Result<Puzzle, ReadError> {
    let (began, _) = text::first(text).ok_or_else(|| text::end(text).says(Wrong::Empty))?;
    if let Some(table) = link::read(text)? {
        return table.puzzle(stars);
    }
    let table = if began.starts_with(['{', '[']) {
        json::read(text)?
    } else if sbn::is_line(began) {
        sbn::read(text)?
    } else {
        grid::read(text)?
    };
    table.puzzle(stars)
}

impl Table {
    fn puzzle(self, asked: Option<usize>) -> Result<Puzzle, ReadError> {
        let Table { rows, stars, end } = self;
        let columns = rows.first().map_or(0, Vec::len);
        for (row, squares) in rows.iter().enumerate() {
            let at = squares.get(columns).or(squares.last()).map_or(end, |(label, position)| {
                if squares.len() > columns { *position } else { position.after(label) }
            });
            if squares.len() != columns {
                return Err(at.says(Wrong::Row { row: row + 1, found: squares.len(), expected: columns }));
            }
        }
        let start = rows.first().and_then(|row| row.first()).map_or(end, |square| square.1);
        if rows.len() != columns {
            let at = rows.get(columns).and_then(|row| row.first()).map_or(end, |square| square.1);
            return Err(at.says(Wrong::Rows { rows: rows.len(), columns }));
        }
        let told = match (stars, asked) {
            (Some((text, at)), Some(asked)) if text != asked => return Err(at.says(Wrong::StarsDiffer { text, asked })),
            (Some((text, _)), _) => text,
            (None, asked) => asked.unwrap_or(1),
        };
        let labels = rows.iter().flatten().map(|(label, _)| label.as_str());
        Puzzle::new(columns, told, labels).map_err(|error| {
            let stars = stars.map(|stars| stars.1).filter(|_| matches!(error, PuzzleError::Stars { .. }));
            let place = |square: Square| rows[square.row][square.column].1;
            error.square().map(place).or(stars).unwrap_or(start).says(error.into())
        })
    }
}
