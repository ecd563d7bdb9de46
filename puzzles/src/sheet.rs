//! A puzzle's drawing as data, from which the text picture, the SVG and the web page are made.

use crate::squares::square_name;
use serde::Serialize;

/// A puzzle as printed: a grid of squares, with clues in and around the grid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sheet {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The squares in row-major order.
    pub squares: Vec<Square>,
    /// Groups of squares with a label, such as cages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cages: Vec<Cage>,
    /// Signs between two adjacent squares, such as `<`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<Sign>,
    /// Clues above the columns, in each column from top to bottom.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub above: Vec<Vec<String>>,
    /// Clues below the columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub below: Vec<Vec<String>>,
    /// Clues left of the rows, in each row from left to right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Vec<String>>,
    /// Clues right of the rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub right: Vec<Vec<String>>,
    /// The cells that are sides of squares, in loop puzzles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Text below the grid, with clues in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The symbols of the values, starting at 0. Other values are drawn as numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
    /// Whether columns are labelled with letters and rows with numbers, as in the names of cells.
    pub coordinates: bool,
    /// Whether areas are coloured.
    pub tinted: bool,
    /// Whether a mark shades its square. An unmarked square shows its printed text.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shaded: bool,
    /// Whether the two diagonals are drawn because rules apply to them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub diagonals: bool,
}

/// A square of the grid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Square {
    /// The index of the square's cell, if the player fills it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// The index of the square's area. Borders are drawn between areas.
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
    /// The square indices, in ascending order.
    pub squares: Vec<usize>,
    /// The label: `12+`.
    pub label: String,
}

/// A sign between two squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sign {
    /// The square to the left of the sign, or above it.
    pub first: usize,
    /// The square to the right of the sign, or below it.
    pub second: usize,
    /// The sign, such as `<` or `>`.
    pub text: String,
}

/// A cell that is a side of a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    /// The cell index.
    pub cell: usize,
    /// The row of the edge's first dot, counted from 0.
    pub row: usize,
    /// The column of the edge's first dot, counted from 0.
    pub column: usize,
    /// Whether the edge runs to the right; otherwise it runs down.
    pub across: bool,
}

impl Sheet {
    /// Creates a grid in which all squares are cells, numbered row by row.
    pub fn grid(rows: usize, columns: usize) -> Sheet {
        let square = |cell| Square { cell: Some(cell), ..Square::default() };
        let squares = (0..rows * columns).map(square).collect();
        Sheet { rows, columns, squares, coordinates: true, ..Sheet::default() }
    }

    /// Creates a grid in which only some squares, given in ascending order, are cells.
    pub(crate) fn partly(rows: usize, columns: usize, cells: &[usize]) -> Sheet {
        let mut sheet = Sheet::grid(rows, columns);
        let squares = sheet.squares.iter_mut().enumerate();
        squares.for_each(|(number, square)| square.cell = cells.binary_search(&number).ok());
        sheet
    }

    /// Sets how marks are drawn, for puzzles with marked squares.
    #[must_use]
    pub(crate) fn marked(self, mark: &str) -> Sheet {
        Sheet { symbols: vec!["·".to_owned(), mark.to_owned()], ..self }
    }

    /// Creates a grid in which all squares are cells, with the given numbers (0 means none).
    pub(crate) fn numbers(rows: usize, columns: usize, givens: &[usize]) -> Sheet {
        let mut sheet = Sheet::grid(rows, columns);
        for (square, &given) in sheet.squares.iter_mut().zip(givens).filter(|(_, given)| **given > 0) {
            square.text = given.to_string();
        }
        sheet
    }

    /// Returns a square's name: the column letter and the row number. The upper left corner is `a1`.
    pub fn square_name(&self, square: usize) -> String {
        square_name(square / self.columns, square % self.columns)
    }
}
