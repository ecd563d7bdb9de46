//! The drawing of a puzzle as data, from which the text picture, the SVG and the web page are made.

use crate::squares::square_name;
use serde::Serialize;

/// A puzzle as it is printed: a grid of squares, with the clues in and around it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sheet {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The squares in row-major order.
    pub squares: Vec<Square>,
    /// Groups of squares with a label: cages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cages: Vec<Cage>,
    /// Signs between two adjacent squares: `<`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<Sign>,
    /// Clues above the columns, each from the top.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub above: Vec<Vec<String>>,
    /// Clues below the columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub below: Vec<Vec<String>>,
    /// Clues left of the rows, each from the left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Vec<String>>,
    /// Clues right of the rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub right: Vec<Vec<String>>,
    /// Cells that are sides of squares, in loop puzzles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Text below the grid: clues in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The symbols of values, from 0; other values are drawn as numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
    /// Whether columns are labelled with letters and rows with numbers, as in the names of cells.
    pub coordinates: bool,
    /// Whether areas are coloured.
    pub tinted: bool,
    /// Whether a mark shades its square, and an unmarked square keeps its printed text.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shaded: bool,
    /// Whether the two diagonals are drawn, because rules apply to them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub diagonals: bool,
}

/// A square of the grid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Square {
    /// The number of the square's cell, if the player fills it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// The number of its area; borders are drawn between areas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<usize>,
    /// Whether the square is black.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub black: bool,
    /// The printed text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// A group of squares with a label.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cage {
    /// The squares, by number, ascending.
    pub squares: Vec<usize>,
    /// The label: `12+`.
    pub label: String,
}

/// A sign between two squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sign {
    /// The square to the left, or above.
    pub first: usize,
    /// The square to the right, or below.
    pub second: usize,
    /// The sign: `<`, `>` or another.
    pub text: String,
}

/// A cell that is a side of a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    /// The number of the cell.
    pub cell: usize,
    /// The row of its first dot, from 0.
    pub row: usize,
    /// The column of its first dot, from 0.
    pub column: usize,
    /// Whether it runs to the right; otherwise down.
    pub across: bool,
}

impl Sheet {
    /// A grid in which all squares are cells, numbered row by row.
    pub fn grid(rows: usize, columns: usize) -> Sheet {
        let square = |cell| Square { cell: Some(cell), ..Square::default() };
        let squares = (0..rows * columns).map(square).collect();
        Sheet { rows, columns, squares, coordinates: true, ..Sheet::default() }
    }

    /// A grid in which only some squares, in ascending order, are cells.
    pub(crate) fn partly(rows: usize, columns: usize, cells: &[usize]) -> Sheet {
        let mut sheet = Sheet::grid(rows, columns);
        let squares = sheet.squares.iter_mut().enumerate();
        squares.for_each(|(number, square)| square.cell = cells.binary_search(&number).ok());
        sheet
    }

    /// Sets how a mark is drawn, for puzzles with marked squares.
    #[must_use]
    pub(crate) fn marked(self, mark: &str) -> Sheet {
        Sheet { symbols: vec!["·".to_owned(), mark.to_owned()], ..self }
    }

    /// A grid in which all squares are cells, with given numbers; 0 for none.
    pub(crate) fn numbers(rows: usize, columns: usize, givens: &[usize]) -> Sheet {
        let mut sheet = Sheet::grid(rows, columns);
        for (square, &given) in sheet.squares.iter_mut().zip(givens).filter(|(_, given)| **given > 0) {
            square.text = given.to_string();
        }
        sheet
    }

    /// The name of a square: the letter of its column and the number of its row, `a1` in the upper left corner.
    pub fn square_name(&self, square: usize) -> String {
        square_name(square / self.columns, square % self.columns)
    }
}
