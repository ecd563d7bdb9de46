//! Pages of boards: an SVG picture, an HTML page or a LaTeX document.
//!
//! A page is self-contained: it needs no other file and no network. The empty board and the queen are defined once;
//! each board then lists only the positions of its queens. The dark squares of a row are one dashed line, so the size
//! of an empty board is proportional to the number of columns.

mod html;
mod latex;
mod svg;

use crate::picture::{Picture, Sign};
use solver_core::named_variants;
use std::fmt::{self, Display, Formatter};

/// A page format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Page {
    /// A picture: one board with coordinates, or several small boards side by side.
    Svg,
    /// A page for a browser, light or dark depending on the browser's settings.
    Html,
    /// A document that `pdflatex` turns into a picture, with `standalone` and `tikz`.
    Latex,
}

named_variants!(pub Page { Svg = "svg", Html = "html", Latex = "latex"});

impl Page {
    /// The maximum number of boards of n queens on a page, at least one: as many as a browser can show within seconds,
    /// or as fit into `pdflatex`'s memory.
    ///
    /// ```
    /// use queens::Page;
    /// assert_eq!([8, 100, 1_000_000].map(|n| Page::Html.most(n)), [10_000, 2_500, 1]);
    /// assert_eq!([8, 100].map(|n| Page::Latex.most(n)), [187, 15]);
    /// ```
    pub fn most(self, n: usize) -> usize {
        let (boards, queens) = match self {
            Page::Svg | Page::Html => (10_000, 250_000),
            Page::Latex => (200, 1_500),
        };
        boards.min(queens / n.max(1)).max(1)
    }
}

/// The crown on a square of 100 by 100, with y downwards: the outline, and the balls on the points.
const CROWN: [(u32, u32); 11] =
    [(29, 71), (16, 37), (32, 54), (32, 26), (44, 51), (50, 23), (56, 51), (68, 26), (68, 54), (84, 37), (71, 71)];
const BALLS: [(u32, u32); 5] = [(16, 35), (32, 24), (50, 21), (68, 24), (84, 35)];
const BALL: u32 = 5;
/// The lower left and upper right corners of the bar below the crown.
const BAR: [(u32, u32); 2] = [(28, 82), (72, 75)];

/// Boards of one size for a single page.
///
/// ```
/// use queens::{Board, Page, Picture, Sheet};
/// let mut sheet = Sheet::new(Page::Svg, 4);
/// let board = Board::new(vec![1, 3, 0, 2])?;
/// sheet.add(Picture::new(4, board.squares()));
/// let page = sheet.titled("4 queens: one solution").to_string();
/// assert!(page.starts_with("<svg ") && page.contains("<title>4 queens: one solution</title>"));
/// # Ok::<(), queens::Attack>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    page: Page,
    n: usize,
    pictures: Vec<Picture>,
    /// The number of boards, including those that are not drawn.
    count: u64,
}

impl Sheet {
    /// Creates an empty page for n×n boards.
    pub fn new(page: Page, n: usize) -> Sheet {
        Sheet { page, n, pictures: Vec::new(), count: 0 }
    }

    /// Adds a board. Boards beyond [`Page::most`] are counted but not drawn; the page notes this.
    pub fn add(&mut self, picture: Picture) {
        self.count += 1;
        if self.pictures.len() < self.page.most(self.n) {
            self.pictures.push(picture);
        }
    }

    /// The page with a title. The title is a sentence, which may start with a name and a colon.
    pub fn titled<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        Titled { sheet: self, title }
    }

    /// The note about boards that are not drawn.
    fn note(&self) -> Option<String> {
        let drawn = self.pictures.len();
        (drawn as u64 != self.count).then(|| format!("The first {drawn} of {} boards are drawn.", self.count))
    }

    /// The explanation of the colours, if squares are marked.
    fn key(&self) -> Option<&'static str> {
        let marks = self.pictures.iter().any(Picture::has_marks);
        marks.then_some("Red squares are attacked by dark queens.")
    }

    /// The number of boards side by side, slightly more than the number of rows of boards.
    fn columns(&self) -> usize {
        let count = self.pictures.len().max(1);
        (1..=count).find(|columns| columns * columns * 3 >= count * 4).unwrap_or(count)
    }

    /// The gap between two boards, in squares.
    fn gap(&self) -> usize {
        self.n.div_ceil(8)
    }

    /// The first column with a dark square in the given row; a1 is dark.
    fn first_dark(row: usize) -> usize {
        row % 2
    }
}

struct Titled<'a> {
    sheet: &'a Sheet,
    title: &'a str,
}

impl Display for Titled<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.sheet.page {
            Page::Svg => svg::write(self.sheet, self.title, f),
            Page::Html => html::write(self.sheet, self.title, f),
            Page::Latex => latex::write(self.sheet, self.title, f),
        }
    }
}

/// The attacked squares as runs: the row, the first column, and the column after the last.
fn attacked(picture: &Picture) -> Vec<(u32, usize, usize)> {
    let mut stretches = Vec::new();
    for (row, signs) in picture.rows().filter(|_| picture.has_marks()) {
        let mut column = 0;
        for same in signs.chunk_by(|a, b| a == b) {
            if same[0] == Sign::Attacked {
                stretches.push((row, column, column + same.len()));
            }
            column += same.len();
        }
    }
    stretches
}

/// The names of the queens' squares, column by column.
fn names(picture: &Picture) -> String {
    let mut queens = picture.queens().to_vec();
    queens.sort();
    queens.iter().map(|queen| queen.on(picture.size()).to_string()).collect::<Vec<_>>().join(" ")
}

/// The maximum number of queens whose squares are listed; longer lists are unreadable.
const FEW: usize = 26;

/// Escapes text for use between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests;
