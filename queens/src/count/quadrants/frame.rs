//! Coordinates of the four quarters, and the queens on an odd board's middle lines.
//!
//! Squares of a quarter are named by their distance from the centre: `i` rows and
//! `j` columns away, each from `0` to `m - 1`. Then the four quarters look the same,
//! and so do their pieces. With rows counted downwards and columns to the right from
//! the centre, and `gap` the distance between the innermost rows of two quarters
//! (1 on an even board, 2 on an odd one), the two diagonals of a square are
//!
//! | quarter | falling: row − column | rising: row + column |
//! |---|---|---|
//! | north-west | `j - i` | `-(i + j + gap)` |
//! | north-east | `-(i + j + gap)` | `j - i` |
//! | south-west | `i + j + gap` | `i - j` |
//! | south-east | `i - j` | `i + j + gap` |
//!
//! Only the diagonals from `-(m - 1)` to `m - 1` meet more than one quarter. A piece is characterised by which of these
//! it occupies, its [*line word*](super::lines). Four pieces are a board if and only if their rows and columns fit and
//! their line words are pairwise disjoint.
//!
//! An odd board has a middle row and a middle column as well. Either one queen holds both,
//! or there are two, which stand at different distances from the centre: turning and
//! reflecting the board brings one of them on the western arm of the cross and the other,
//! nearer to the centre, on the northern arm. So boards of that kind come in eights, and
//! only one of each eight is counted.

/// One of the four quarters of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quarter {
    NorthWest,
    NorthEast,
    SouthWest,
    SouthEast,
}

/// What stands on the middle column of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Middle {
    /// An even board has no middle lines.
    Even,
    /// One queen in the centre holds the middle row as well.
    Centre,
    /// A queen this many rows above the innermost northern row.
    North(u32),
}

impl Middle {
    /// All cases of a board of `n` rows, up to symmetry.
    pub(super) fn all(n: u32) -> Vec<Middle> {
        if n.is_multiple_of(2) {
            return vec![Middle::Even];
        }
        std::iter::once(Middle::Centre).chain((0..(n / 2).saturating_sub(1)).map(Middle::North)).collect()
    }

    /// Whether the boards of this case are turned and reflected into each other.
    pub(super) fn is_symmetric(self) -> bool {
        !matches!(self, Middle::North(_))
    }

    /// The distance between the innermost rows of two quarters.
    pub(super) fn gap(self) -> u32 {
        if self == Middle::Even { 1 } else { 2 }
    }

    /// The northern rows that are not taken.
    pub(super) fn northern_rows(self, m: u32) -> u32 {
        match self {
            Middle::North(row) => !(1 << row) & ((1 << m) - 1),
            Middle::Even | Middle::Centre => (1 << m) - 1,
        }
    }

    /// Where the queen of the middle row can stand, in western columns; `None` where it
    /// has none of its own.
    pub(super) fn arms(self, m: u32) -> Vec<Arm> {
        match self {
            Middle::North(row) => (row + 1..m).map(|column| Arm(Some(column))).collect(),
            Middle::Even | Middle::Centre => vec![Arm(None)],
        }
    }

    /// Row and column from the centre of the queen on the middle column.
    fn queen(self) -> Option<(i32, i32)> {
        match self {
            Middle::Even => None,
            Middle::Centre => Some((0, 0)),
            Middle::North(row) => Some((-1 - row as i32, 0)),
        }
    }

    /// The diagonals of a quarter that this queen attacks, and that of the arm, as
    /// [`square_lines`](super::lines::square_lines).
    pub(super) fn attacked(self, arm: Arm, m: u32, quarter: Quarter) -> u64 {
        let (m, gap) = (m as i32, self.gap() as i32);
        let mut lines = 0;
        for (row, column) in self.queen().into_iter().chain(arm.queen()) {
            let (falling, rising) = (row - column, row + column);
            let (difference, sum) = match quarter {
                Quarter::NorthWest => (-falling, -rising - gap),
                Quarter::NorthEast => (-rising, -falling - gap),
                Quarter::SouthWest => (rising, falling - gap),
                Quarter::SouthEast => (falling, rising - gap),
            };
            if (1 - m..m).contains(&difference) {
                lines |= 1 << (16 + difference);
            }
            if (0..2 * m - 1).contains(&sum) {
                lines |= 1 << (32 + sum);
            }
        }
        lines
    }
}

/// What stands on the western half of the middle row: a queen in this western column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arm(pub(super) Option<u32>);

impl Arm {
    /// The western columns that are not taken.
    pub(super) fn columns(self, m: u32) -> u32 {
        self.0.map_or(0, |column| 1 << column) ^ ((1 << m) - 1)
    }

    fn queen(self) -> Option<(i32, i32)> {
        self.0.map(|column| (0, -1 - column as i32))
    }

    /// The diagonals that the queen takes from the eastern quarters, as a line word.
    pub(super) fn lines(self, m: u32) -> u64 {
        match self.0 {
            Some(column) if column + 1 < m => 1 << (16 + column + 1) | 1 << (48 - column - 1),
            _ => 0,
        }
    }
}
