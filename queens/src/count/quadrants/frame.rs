//! Coordinates of the four quarters, and the queens on the middle lines of an odd board.
//!
//! Squares of a quarter are named by their distance from the centre: `i` rows and `j` columns, each from `0` to
//! `m - 1`. In these coordinates, all four quarters have the same pieces. Let rows be counted downwards and columns to
//! the right from the centre, and let `gap` be the distance between the innermost rows of two quarters (1 on an even
//! board, 2 on an odd one). Then the two diagonals of a square are
//!
//! | quarter | falling: row − column | rising: row + column |
//! |---|---|---|
//! | north-west | `j - i` | `-(i + j + gap)` |
//! | north-east | `-(i + j + gap)` | `j - i` |
//! | south-west | `i + j + gap` | `i - j` |
//! | south-east | `i - j` | `i + j + gap` |
//!
//! Only the diagonals from `-(m - 1)` to `m - 1` meet more than one quarter. A piece's [*line word*](super::lines) is
//! the set of these diagonals that it occupies. Four pieces form a board if and only if their rows and columns
//! complement each other and their line words are pairwise disjoint.
//!
//! An odd board also has a middle row and a middle column. Either one queen is on both, or there are two queens at
//! different distances from the centre. In the second case, a rotation or reflection of the board brings one of them to
//! the western arm of the cross, and the other, which is nearer to the centre, to the northern arm. These boards form
//! classes of eight, of which one board is counted.

/// One of the four quarters of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quarter {
    NorthWest,
    NorthEast,
    SouthWest,
    SouthEast,
}

/// The queen on the middle column of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Middle {
    /// An even board has no middle lines.
    Even,
    /// A queen in the centre, hence also on the middle row.
    Centre,
    /// A queen this many rows above the innermost northern row.
    North(u32),
}

impl Middle {
    /// All cases for a board of `n` rows, up to symmetry.
    pub(super) fn all(n: u32) -> Vec<Middle> {
        if n.is_multiple_of(2) {
            return vec![Middle::Even];
        }
        std::iter::once(Middle::Centre).chain((0..(n / 2).saturating_sub(1)).map(Middle::North)).collect()
    }

    /// Whether every symmetry maps the boards of this case to boards of this case.
    pub(super) fn is_symmetric(self) -> bool {
        !matches!(self, Middle::North(_))
    }

    /// The distance between the innermost rows of two quarters.
    pub(super) fn gap(self) -> u32 {
        if self == Middle::Even { 1 } else { 2 }
    }

    /// The free northern rows.
    pub(super) fn northern_rows(self, m: u32) -> u32 {
        match self {
            Middle::North(row) => !(1 << row) & ((1 << m) - 1),
            Middle::Even | Middle::Centre => (1 << m) - 1,
        }
    }

    /// The possible western columns of the queen on the middle row; a single arm without a column if no western queen
    /// is needed.
    pub(super) fn arms(self, m: u32) -> Vec<Arm> {
        match self {
            Middle::North(row) => (row + 1..m).map(|column| Arm(Some(column))).collect(),
            Middle::Even | Middle::Centre => vec![Arm(None)],
        }
    }

    /// The row and column of the queen on the middle column, counted from the centre.
    fn queen(self) -> Option<(i32, i32)> {
        match self {
            Middle::Even => None,
            Middle::Centre => Some((0, 0)),
            Middle::North(row) => Some((-1 - row as i32, 0)),
        }
    }

    /// The diagonals of a quarter that this queen and the arm's queen attack, in the form of
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

/// The western half of the middle row: the column of the queen on it, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arm(pub(super) Option<u32>);

impl Arm {
    /// The free western columns.
    pub(super) fn columns(self, m: u32) -> u32 {
        self.0.map_or(0, |column| 1 << column) ^ ((1 << m) - 1)
    }

    fn queen(self) -> Option<(i32, i32)> {
        self.0.map(|column| (0, -1 - column as i32))
    }

    /// The diagonals that the queen occupies in the eastern quarters, as a line word.
    pub(super) fn lines(self, m: u32) -> u64 {
        match self.0 {
            Some(column) if column + 1 < m => 1 << (16 + column + 1) | 1 << (48 - column - 1),
            _ => 0,
        }
    }
}
