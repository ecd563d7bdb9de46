//! Draws boards: the queens and, on request, squares that they attack.
//!
//! The n² squares are not stored but computed row by row while drawing, in time proportional to the number of squares
//! plus the number of rows times the number of attackers.

use crate::square::Square;
use crate::variants::Changes;
use std::fmt::{self, Display, Formatter};

/// The content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// An empty square.
    Free,
    /// An empty square attacked by a queen whose attacks are marked.
    Attacked,
    /// A queen.
    Queen,
    /// A queen whose attacks are not marked although other queens' attacks are.
    Unmarked,
}

/// A text style for drawing a board, last row first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Drawing {
    /// `. Q . .`
    Letters,
    /// `· ♛ · ·`
    Unicode,
    /// `|   | Q |   |   |` between borders.
    Boxes,
}

/// A board to be drawn.
///
/// ```
/// use queens::{Changes, Drawing, Picture};
/// let queens = ["a2".parse()?, "b4".parse()?];
/// let picture = Picture::new(4, queens);
/// assert_eq!(picture.drawn(Drawing::Letters).to_string(), ". Q . .\n. . . .\nQ . . .\n. . . .\n");
/// let picture = picture.with_attacked(&queens[1..], &Changes::none(4));
/// assert_eq!(picture.drawn(Drawing::Letters).to_string(), "x Q x x\nx x x .\nq x . x\n. x . .\n");
/// # Ok::<(), queens::SquareError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    n: usize,
    /// The queens, ordered from the last row down.
    queens: Vec<Square>,
    marked: Option<Marked>,
}

/// The queens whose attacks are marked, and how they move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Marked {
    attackers: Vec<Square>,
    torus: bool,
    superqueens: bool,
}

impl Picture {
    /// Creates a picture of queens on an n×n board. Omits queens off the board.
    pub fn new(n: usize, queens: impl IntoIterator<Item = Square>) -> Picture {
        let on_board = |queen: &Square| (queen.column.max(queen.row) as usize) < n;
        let mut queens: Vec<Square> = queens.into_iter().filter(on_board).collect();
        queens.sort_unstable_by_key(|queen| (std::cmp::Reverse(queen.row), queen.column));
        Picture { n, queens, marked: None }
    }

    /// Marks the squares attacked by queens on these squares. The rules may let the queens move on a torus, or as
    /// superqueens.
    pub fn with_attacked(mut self, attackers: &[Square], rules: &Changes) -> Picture {
        let (torus, superqueens) = (rules.is_torus(), rules.has_superqueens());
        self.marked = Some(Marked { attackers: attackers.to_vec(), torus, superqueens });
        self
    }

    /// The number of columns and rows.
    pub fn size(&self) -> usize {
        self.n
    }

    /// The queens, ordered from the last row down.
    pub fn queens(&self) -> &[Square] {
        &self.queens
    }

    /// Whether this queen's attacks are marked. Also true if no attacks are marked.
    pub fn is_marked(&self, queen: &Square) -> bool {
        self.marked.as_ref().is_none_or(|marked| marked.attackers.contains(queen))
    }

    /// Whether any attacks are marked.
    pub fn has_marks(&self) -> bool {
        self.marked.is_some()
    }

    /// The rows from the last to the first, each with its squares from left to right.
    pub fn rows(&self) -> impl Iterator<Item = (u32, Vec<Sign>)> + '_ {
        let mut queens = self.queens.iter().peekable();
        (0..self.n as u32).rev().map(move |row| {
            let mut signs = vec![Sign::Free; self.n];
            if let Some(marked) = &self.marked {
                marked.mark(row, &mut signs);
            }
            while let Some(queen) = queens.next_if(|queen| queen.row == row) {
                signs[queen.column as usize] = if self.is_marked(queen) { Sign::Queen } else { Sign::Unmarked };
            }
            (row, signs)
        })
    }

    /// Draws the board as text; every line ends with a newline.
    pub fn drawn(&self, drawing: Drawing) -> impl Display + '_ {
        Drawn { picture: self, drawing }
    }
}

impl Marked {
    /// Marks the attacked squares of a row.
    fn mark(&self, row: u32, signs: &mut [Sign]) {
        let n = signs.len() as i64;
        for attacker in &self.attackers {
            let (column, away) = (i64::from(attacker.column), i64::from(attacker.row.abs_diff(row)));
            if away == 0 {
                signs.fill(Sign::Attacked);
                return;
            }
            let mut mark = |column: i64| {
                if let Some(sign) = usize::try_from(column).ok().and_then(|column| signs.get_mut(column)) {
                    *sign = Sign::Attacked;
                }
            };
            mark(column);
            for diagonal in [column - away, column + away] {
                // On a torus, a diagonal continues at the opposite edge, but a knight's move does not.
                mark(if self.torus { diagonal.rem_euclid(n) } else { diagonal });
            }
            if self.superqueens && away <= 2 {
                mark(column - (3 - away));
                mark(column + (3 - away));
            }
        }
    }
}

impl Drawing {
    /// The character of a square.
    pub fn sign(self, sign: Sign) -> char {
        match (self, sign) {
            (_, Sign::Attacked) => 'x',
            (Drawing::Unicode, Sign::Free) => '·',
            (Drawing::Unicode, Sign::Queen) => '♛',
            (Drawing::Unicode, Sign::Unmarked) => '♕',
            (Drawing::Letters, Sign::Free) => '.',
            (Drawing::Boxes, Sign::Free) => ' ',
            (Drawing::Letters | Drawing::Boxes, Sign::Queen) => 'Q',
            (Drawing::Letters | Drawing::Boxes, Sign::Unmarked) => 'q',
        }
    }
}

struct Drawn<'a> {
    picture: &'a Picture,
    drawing: Drawing,
}

impl Display for Drawn<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let drawing = self.drawing;
        let border = "+---".repeat(self.picture.n) + "+\n";
        if drawing == Drawing::Boxes {
            f.write_str(&border)?;
        }
        self.picture.rows().try_for_each(|(_, signs)| {
            let signs = signs.into_iter().map(|sign| drawing.sign(sign));
            if drawing == Drawing::Boxes {
                write!(f, "{}|\n{border}", signs.flat_map(|sign| ['|', ' ', sign, ' ']).collect::<String>())
            } else {
                writeln!(f, "{}", signs.flat_map(|sign| [sign, ' ']).collect::<String>().trim_end())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(column: u32, row: u32) -> Square {
        Square { column, row }
    }

    fn signs(picture: &Picture) -> Vec<(Square, Sign)> {
        let squares =
            |(row, signs): (u32, Vec<Sign>)| (0..).zip(signs).map(move |(column, sign)| (at(column, row), sign));
        picture.rows().flat_map(squares).collect()
    }

    #[test]
    fn three_drawings() {
        let picture = Picture::new(2, [at(1, 0)]).with_attacked(&[], &Changes::none(2));
        let drawn = |drawing| picture.drawn(drawing).to_string();
        assert_eq!(drawn(Drawing::Letters), ". .\n. q\n");
        assert_eq!(drawn(Drawing::Unicode), "· ·\n· ♕\n");
        assert_eq!(drawn(Drawing::Boxes), "+---+---+\n|   |   |\n+---+---+\n|   | q |\n+---+---+\n");
        assert_eq!(Picture::new(1, [at(0, 0)]).drawn(Drawing::Unicode).to_string(), "♛\n");
    }

    /// Checks every pair of queens against the definition of a move.
    #[test]
    fn attacked_squares_are_those_of_the_rules() {
        let rules = |n| {
            let plain = Changes::none(n);
            [
                plain.clone(),
                plain.clone().on_torus(),
                plain.clone().with_superqueens(),
                plain.on_torus().with_superqueens(),
            ]
        };
        for n in [1, 2, 5, 6] {
            let squares: Vec<Square> = (0..n).flat_map(|column| (0..n).map(move |row| at(column, row))).collect();
            for rules in rules(n as usize) {
                let attacks = |a: Square, b: Square| {
                    let (columns, rows) = (a.column.abs_diff(b.column), a.row.abs_diff(b.row));
                    let wraps = (a.column + a.row) % n == (b.column + b.row) % n
                        || (n + a.column - a.row) % n == (n + b.column - b.row) % n;
                    let knight = columns * rows == 2;
                    a.attacks(b).is_some() || rules.is_torus() && wraps || rules.has_superqueens() && knight
                };
                for &a in &squares {
                    for &b in &squares {
                        let picture = Picture::new(n as usize, [a]).with_attacked(&[a, b], &rules);
                        for (square, sign) in signs(&picture) {
                            let expected = match square {
                                _ if square == a => Sign::Queen,
                                _ if attacks(square, a) || attacks(square, b) => Sign::Attacked,
                                _ => Sign::Free,
                            };
                            assert_eq!(sign, expected, "{square} from {a} and {b}, {rules:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn queens_off_the_board_are_not_drawn() {
        let picture = Picture::new(2, [at(0, 5), at(2, 0), at(0, 1)]);
        assert_eq!(picture.queens(), [at(0, 1)]);
    }
}
