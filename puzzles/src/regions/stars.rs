//! A solution, checked independently of the search that found it.

use super::puzzle::Puzzle;
use super::square::Square;
use std::fmt;

/// Stars that solve a puzzle. Exists only if they do.
///
/// ```
/// use puzzles::regions::{Fault, Stars, read, squares};
/// let puzzle = read("AABB\nAABC\nDDCC\nDDCC\n")?;
/// let stars = Stars::new(&puzzle, squares("c1 a2 d3 b4", 4)?)?;
/// assert_eq!(stars.to_string(), "c1 a2 d3 b4");
/// let fault = Stars::new(&puzzle, squares("b1 a2 d3 c4", 4)?).unwrap_err();
/// assert_eq!(fault.to_string(), "the stars on b1 and a2 touch");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stars {
    size: usize,
    squares: Vec<Square>,
}

/// Why some stars do not solve a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Two stars touch.
    #[error("the stars on {first} and {second} touch")]
    Touch {
        /// One of the squares.
        first: String,
        /// The other.
        second: String,
    },
    /// A row, column or region with too many stars or too few.
    #[error("{unit} has {found} of its {stars} stars")]
    Count {
        /// Its name.
        unit: String,
        /// The stars that it has.
        found: usize,
        /// The stars that it should have.
        stars: usize,
    },
}

impl Stars {
    /// Checks that stars on these squares solve the puzzle.
    ///
    /// # Errors
    /// [`Fault`], the first that is found.
    pub fn new(puzzle: &Puzzle, mut squares: Vec<Square>) -> Result<Stars, Fault> {
        let (size, stars) = (puzzle.size(), puzzle.stars());
        squares.sort_unstable();
        for (i, first) in squares.iter().enumerate() {
            if let Some(second) = squares[..i].iter().find(|second| first.touches(**second)) {
                let (first, second) = (second.on(size).to_string(), first.on(size).to_string());
                return Err(Fault::Touch { first, second });
            }
        }
        let mut counts = vec![[0; 3]; size];
        for &square in &squares {
            counts[square.row][0] += 1;
            counts[square.column][1] += 1;
            counts[puzzle.region_of(square)][2] += 1;
        }
        for (i, count) in counts.iter().enumerate() {
            let names = [
                format!("row {}", i + 1),
                format!("column {}", super::square::column_name(i, size)),
                format!("region {}", puzzle.names()[i]),
            ];
            if let Some((unit, &found)) = names.into_iter().zip(count).find(|(_, found)| **found != stars) {
                return Err(Fault::Count { unit, found, stars });
            }
        }
        Ok(Stars { size, squares })
    }

    /// The squares with a star, in row-major order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Whether a square has a star.
    pub fn contains(&self, square: Square) -> bool {
        self.squares.binary_search(&square).is_ok()
    }
}

/// The squares, in row-major order: `c1 a2 d3 b4`.
impl fmt::Display for Stars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.squares.iter().enumerate() {
            let blank = if i > 0 { " " } else { "" };
            write!(f, "{blank}{}", square.on(self.size))?;
        }
        Ok(())
    }
}
