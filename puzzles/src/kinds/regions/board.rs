//! A board divided into regions, with the number of stars in each region.
//!
//! A board is always well formed: it is square, it has as many regions as rows, and every region has enough squares for
//! its stars. Regions may be disconnected. A search decides whether the board has a solution.

use crate::kinds::prelude::*;

/// The maximum number of rows.
pub(super) const MAX_SIZE: usize = 52;

/// A board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The number of rows, columns and regions.
    pub(super) size: usize,
    /// The number of stars in every row, column and region.
    pub(super) stars: usize,
    /// The kind's default number of stars, used if the text gives none.
    pub(super) usual: usize,
    /// The region of each square, in row-major order. Regions are numbered by first appearance.
    pub(super) regions: Vec<usize>,
    pub(super) names: Vec<String>,
}

/// An error in a board's division into regions.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) blamed: Blamed,
    pub(super) message: String,
}

/// The subject of an error message.
#[derive(Clone, Copy, Debug)]
pub(super) enum Blamed {
    Board,
    Stars,
    Square(usize),
}

impl Board {
    /// Creates a board, given the name of the region of each square.
    pub(super) fn new(size: usize, stars: usize, usual: usize, labels: Vec<String>) -> Result<Board, Fault> {
        let mut names: Vec<String> = Vec::new();
        let regions: Vec<usize> = labels.into_iter().map(|label| numbered(&mut names, label)).collect();
        Board { size, stars, usual, regions, names }.checked()
    }

    fn checked(self) -> Result<Board, Fault> {
        let Board { size, stars, .. } = self;
        let fault = |blamed, message| Err(Fault { blamed, message });
        if !(1..=MAX_SIZE).contains(&size) {
            return fault(Blamed::Board, format!("a board has 1 to {MAX_SIZE} rows, not {size}"));
        }
        let most = size.div_ceil(2);
        if !(1..=most).contains(&stars) {
            let message =
                format!("a row of {size} squares has room for 1 to {most} stars that do not touch, not {stars}");
            return fault(Blamed::Stars, message);
        }
        let found = self.names.len();
        if found != size {
            let last = self.regions.iter().position(|&region| region + 1 == found).unwrap_or_default();
            let (found, names) = (are(found), self.names.join(", "));
            let message = format!("a {size}x{size} board needs {size} regions, but there {found}: {names}");
            return fault(Blamed::Square(last), message);
        }
        for (number, name) in self.names.iter().enumerate() {
            let squares = self.region(number);
            // Stars that do not touch have at least one square between them.
            if squares.len() + 1 < 2 * stars {
                let room = format!("{} of its squares cannot hold {stars} stars that do not touch", squares.len());
                return fault(Blamed::Square(squares[0]), format!("region {name} is too small: {room}"));
            }
        }
        Ok(self)
    }

    /// Returns the squares of a region.
    pub(super) fn region(&self, number: usize) -> Vec<usize> {
        (0..self.regions.len()).filter(|&square| self.regions[square] == number).collect()
    }

    /// Returns the region names if all are single letters or digits; otherwise returns consecutive letters.
    pub(super) fn letters(&self) -> Vec<String> {
        let single = |name: &String| matches!(name.as_bytes(), [byte] if byte.is_ascii_alphanumeric());
        if self.names.iter().all(single) { self.names.clone() } else { (0..self.names.len()).map(letter).collect() }
    }
}

/// Formats a count: `is 1`, `are 2`.
pub(super) fn are(count: usize) -> String {
    if count == 1 { "is 1".to_owned() } else { format!("are {count}") }
}

/// Iterates over the region letters of all squares. Letters are assigned by first appearance.
pub(super) fn letters(regions: &[usize]) -> impl Iterator<Item = String> + '_ {
    let mut seen = Vec::new();
    regions.iter().map(move |&region| letter(numbered(&mut seen, region)))
}
