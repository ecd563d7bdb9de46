//! The sheet: what of a puzzle is drawn. The same data make a picture in text, one in SVG, and the page.

use crate::squares::square_name;
use serde::Serialize;

/// A puzzle as it is printed: a grid of squares, with what stands in and around them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sheet {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The squares in row-major order.
    pub squares: Vec<Square>,
    /// Squares that belong together, with a label: cages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cages: Vec<Cage>,
    /// Signs between two squares side by side: `<`.
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
    /// Cells that are the sides of squares: in loop puzzles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// What stands below: clues in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How values are drawn, from 0; others by their number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
    /// Whether columns have letters and rows have numbers, as the names of cells have.
    pub coordinates: bool,
    /// Whether areas have colours.
    pub tinted: bool,
    /// Whether a mark shades its square, and no mark leaves what is printed there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shaded: bool,
    /// Whether the two diagonals matter.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub diagonals: bool,
}

/// A square of the grid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Square {
    /// The number of its cell, if it is filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// The number of its area; borders are drawn between areas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<usize>,
    /// Whether it is black, a wall.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub black: bool,
    /// What is printed in it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// Squares with a label.
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
    /// `<`, `>`, or what else the puzzle has there.
    pub text: String,
}

/// A cell that is the side of a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    /// The number of the cell.
    pub cell: usize,
    /// The row of the dot where it begins, from 0.
    pub row: usize,
    /// The column of the dot where it begins, from 0.
    pub column: usize,
    /// Whether it leads to the right; otherwise down.
    pub across: bool,
}

impl Sheet {
    /// A grid of squares that are cells, numbered row by row.
    pub fn grid(rows: usize, columns: usize) -> Sheet {
        let square = |cell| Square { cell: Some(cell), ..Square::default() };
        let squares = (0..rows * columns).map(square).collect();
        Sheet { rows, columns, squares, coordinates: true, ..Sheet::default() }
    }

    /// A grid of which only some squares are cells, ascending.
    pub(crate) fn partly(rows: usize, columns: usize, cells: &[usize]) -> Sheet {
        let mut sheet = Sheet::grid(rows, columns);
        let squares = sheet.squares.iter_mut().enumerate();
        squares.for_each(|(number, square)| square.cell = cells.binary_search(&number).ok());
        sheet
    }

    /// The sheet of a puzzle whose squares are marked: how a mark is drawn.
    #[must_use]
    pub(crate) fn marked(self, mark: &str) -> Sheet {
        Sheet { symbols: vec!["·".to_owned(), mark.to_owned()], ..self }
    }

    /// A grid of squares that are cells, with the numbers that stand in them; 0 for nothing.
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
