//! The puzzle: a board divided into regions, and how many stars each of them takes.
//!
//! A [`Puzzle`] is always well formed: it is square, has as many regions as rows, and every region has room for its
//! stars; it may be in several pieces. Whether there is a solution is for the search to find out.

use super::square::Square;
use crate::sheet::beside;

/// A board of at most this many rows.
const MAX_SIZE: usize = 52;

/// A coloured-region puzzle.
///
/// ```
/// use puzzles::regions::Puzzle;
/// let labels = "AABB AABC DDCC DDCC".split_whitespace().flat_map(str::chars).map(String::from);
/// let puzzle = Puzzle::new(4, 1, labels)?;
/// assert_eq!((puzzle.size(), puzzle.stars(), puzzle.names().len()), (4, 1, 4));
/// # Ok::<(), puzzles::regions::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    size: usize,
    stars: usize,
    /// The number of stars that its kind takes where a text does not say how many.
    usual: usize,
    /// The region of each square in row-major order, numbered in the order of first appearance.
    regions: Vec<usize>,
    names: Vec<String>,
}

/// Why a division of a board is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// No rows, or too many.
    #[error("a board has 1 to {MAX_SIZE} rows, not {size}")]
    Size {
        /// The number of rows.
        size: usize,
    },
    /// Not a label for every square.
    #[error("a {size}x{size} board has {} squares, not {squares}", size * size)]
    Squares {
        /// The number of rows.
        size: usize,
        /// The number of labels.
        squares: usize,
    },
    /// No stars, or more than fit into a row without touching.
    #[error("a row of {size} squares takes 1 to {} stars that do not touch, not {stars}", size.div_ceil(2))]
    Stars {
        /// The number of rows.
        size: usize,
        /// The number of stars in each.
        stars: usize,
    },
    /// As many regions as rows are needed, for every row and every region takes the same number of stars.
    #[error("a {size}x{size} board needs {size} regions, but here {}: {}", are(*.found), names.join(", "))]
    Regions {
        /// The number of rows.
        size: usize,
        /// The number of regions.
        found: usize,
        /// Their names.
        names: Vec<String>,
        /// The first square of the last region.
        square: Square,
    },
    /// A region with fewer squares than its stars need.
    #[error("region {region} is too small: {squares} of its squares cannot hold {stars} stars that do not touch")]
    TooSmall {
        /// Its name.
        region: String,
        /// Its number of squares.
        squares: usize,
        /// The number of stars.
        stars: usize,
        /// Its first square.
        square: Square,
    },
}

fn are(count: usize) -> String {
    if count == 1 { "is 1".to_owned() } else { format!("are {count}") }
}

impl PuzzleError {
    /// The square that is to blame, if one is.
    pub fn square(&self) -> Option<Square> {
        match self {
            PuzzleError::Regions { square, .. } | PuzzleError::TooSmall { square, .. } => Some(*square),
            PuzzleError::Size { .. } | PuzzleError::Squares { .. } | PuzzleError::Stars { .. } => None,
        }
    }
}

impl Puzzle {
    /// A puzzle from the name of each square's region, in row-major order from the top.
    ///
    /// # Errors
    /// [`PuzzleError`] when it makes no sense.
    pub fn new(
        size: usize,
        stars: usize,
        labels: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Puzzle, PuzzleError> {
        if !(1..=MAX_SIZE).contains(&size) {
            return Err(PuzzleError::Size { size });
        }
        let mut names: Vec<String> = Vec::new();
        let regions: Vec<usize> = labels.into_iter().map(|label| numbered(&mut names, label.into())).collect();
        let puzzle = Puzzle { size, stars, usual: 1, regions, names };
        puzzle.check()?;
        Ok(puzzle)
    }

    /// A puzzle from regions numbered from 0, which get letters for names.
    ///
    /// # Errors
    /// As [`new`](Puzzle::new).
    pub(crate) fn lettered(size: usize, stars: usize, regions: &[usize]) -> Result<Puzzle, PuzzleError> {
        let mut seen = Vec::new();
        Puzzle::new(size, stars, regions.iter().map(|&region| letter(numbered(&mut seen, region))))
    }

    fn check(&self) -> Result<(), PuzzleError> {
        let Puzzle { size, stars, ref regions, ref names, .. } = *self;
        if regions.len() != size * size {
            return Err(PuzzleError::Squares { size, squares: regions.len() });
        }
        if !(1..=size.div_ceil(2)).contains(&stars) {
            return Err(PuzzleError::Stars { size, stars });
        }
        if names.len() != size {
            let last = regions.iter().position(|&region| region + 1 == names.len()).unwrap_or_default();
            let (found, names, square) = (names.len(), names.clone(), Square::at(last, size));
            return Err(PuzzleError::Regions { size, found, names, square });
        }
        for (number, name) in names.iter().enumerate() {
            self.check_region(number, name)?;
        }
        Ok(())
    }

    fn check_region(&self, number: usize, name: &str) -> Result<(), PuzzleError> {
        let (size, stars, region) = (self.size, self.stars, name.to_owned());
        let squares: Vec<usize> = self.region(number).collect();
        let square = Square::at(squares[0], size);
        // Stars that do not touch need a square between them.
        if squares.len() + 1 < 2 * stars {
            return Err(PuzzleError::TooSmall { region, squares: squares.len(), stars, square });
        }
        Ok(())
    }

    /// Whether each region is in one piece.
    pub(crate) fn is_connected(&self) -> bool {
        (0..self.names.len()).all(|number| {
            let start = self.region(number).next();
            start.is_none_or(|start| self.piece(start).len() == self.region(number).count())
        })
    }

    /// The same puzzle, of a kind whose rows take so many stars where a text does not say how many.
    pub(crate) fn with_usual(self, usual: usize) -> Puzzle {
        Puzzle { usual, ..self }
    }

    /// Whether a text must state the number of stars.
    pub(crate) fn states_stars(&self) -> bool {
        (self.stars, self.usual) != (1, 1)
    }

    /// The squares of one region that sides lead to from a square.
    fn piece(&self, start: usize) -> Vec<usize> {
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&square) = reached.get(next) {
            next += 1;
            for beside in beside(square, self.size, self.size) {
                if self.regions[beside] == self.regions[start] && !reached.contains(&beside) {
                    reached.push(beside);
                }
            }
        }
        reached
    }

    /// The number of rows, of columns, and of regions.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of stars in every row, column and region.
    pub fn stars(&self) -> usize {
        self.stars
    }

    /// The names of the regions, in the order of their first squares.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the region of a square.
    ///
    /// # Panics
    /// When the square is not on the board.
    pub fn region_of(&self, square: Square) -> usize {
        self.regions[square.index(self.size)]
    }

    /// The regions of all squares, in row-major order.
    pub(crate) fn regions(&self) -> &[usize] {
        &self.regions
    }

    /// The squares of a region, in row-major order.
    pub(crate) fn region(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        self.regions.iter().enumerate().filter(move |(_, region)| **region == number).map(|(square, _)| square)
    }

    /// A board that need not make sense: for tests of parts.
    #[cfg(test)]
    pub(crate) fn unchecked(size: usize, stars: usize, regions: Vec<usize>) -> Puzzle {
        let count = regions.iter().max().map_or(0, |max| max + 1);
        Puzzle { size, stars, usual: 1, regions, names: (0..count).map(letter).collect() }
    }
}

/// The place of an item in a list, to which it is added if it is new.
pub(crate) fn numbered<T: PartialEq>(seen: &mut Vec<T>, item: T) -> usize {
    seen.iter().position(|known| *known == item).unwrap_or_else(|| {
        seen.push(item);
        seen.len() - 1
    })
}

/// The letter for the n-th region: A to Z, then a to z.
pub(crate) fn letter(number: usize) -> String {
    let letters = (b'A'..=b'Z').chain(b'a'..=b'z').map(char::from);
    letters.skip(number).map(String::from).next().unwrap_or_else(|| format!("{}", number + 1))
}
