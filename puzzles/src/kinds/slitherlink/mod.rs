//! Slitherlink: draw a single loop along the sides of the squares.

mod compose;
mod one_loop;

use crate::kinds::prelude::*;
use one_loop::OneLoop;
use std::sync::Arc;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "slitherlink",
    title: "Slitherlink",
    rules: "Draw a single closed loop along the sides of squares, which neither crosses nor touches itself. A number says how \
            many sides of its square are drawn.",
    formats: &[
        "a line for each row: digits from 0 to 3, . or a blank for a square without a number",
        "a link: https://puzz.link/p?slither/5/5/cbcbcddad",
    ],
    writes: TEXT_AND_LINK,
    example: "21213\n123.3\n..2.2\n.230.\n.122.\n",
    sizes: [3, 5, 7],
    levels: LEVELS,
    read: |text| Ok(Box::new(Slitherlink(NOTATION.whole(text, Comments::Hash)?))),
    compose: compose::compose,
};

const NOTATION: Notation = Notation {
    kind: "slitherlink",
    most: 4,
    unknown: None,
    expected: "0 to 3, or `.` for a square without a number",
    link: |link| link.numbers4(),
    expected_in_link: Some("expected a square's number, or a run of squares without numbers, not `.`"),
};

/// A puzzle.
#[derive(Clone, Debug)]
struct Slitherlink(Clues);

/// The level of the rule for a dot, and of the rule for the loop.
const DOT: u8 = 1;
const LOOP: u8 = 2;

impl Slitherlink {
    /// Returns all sides, the horizontal ones first.
    fn sides(&self) -> Vec<Edge> {
        let (rows, columns) = (self.0.rows(), self.0.columns);
        let across = (0..=rows).flat_map(|row| (0..columns).map(move |column| (row, column, true)));
        let down = (0..rows).flat_map(|row| (0..=columns).map(move |column| (row, column, false)));
        let edge = |(cell, (row, column, across))| Edge { cell, row, column, across };
        across.chain(down).enumerate().map(edge).collect()
    }

    /// Returns the sides of a square: above, below, left, right.
    fn around(&self, square: usize) -> [usize; 4] {
        let (row, column, columns) = (square / self.0.columns, square % self.0.columns, self.0.columns);
        let left = (self.0.rows() + 1) * columns + row * (columns + 1) + column;
        [square, square + columns, left, left + 1]
    }

    /// Returns the name of a side: `b3-top`, or `b5-bottom` and `e3-right` on the edges of the board.
    fn name(&self, &Edge { row, column, across, .. }: &Edge) -> String {
        match across {
            true if row == self.0.rows() => square_name(row - 1, column) + "-bottom",
            true => square_name(row, column) + "-top",
            false if column == self.0.columns => square_name(row, column - 1) + "-right",
            false => square_name(row, column) + "-left",
        }
    }
}

impl Puzzle for Slitherlink {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = Statement::new(Words::Marks { one: "a line at {c}", many: "lines at {c}", none: "no line at {c}" });
        let sides = self.sides();
        for side in &sides {
            s.cell(self.name(side), 0..=1)?;
        }
        for (square, count) in self.0.numbers() {
            let name = format!("the {count} in {}", square_name(square / self.0.columns, square % self.0.columns));
            s.exactly("", &name, &self.around(square), count);
        }
        let columns = self.0.columns + 1;
        let end = |side: &Edge| {
            let dot = side.row * columns + side.column;
            (dot, dot + if side.across { 1 } else { columns })
        };
        let ends: Vec<(usize, usize)> = sides.iter().map(end).collect();
        for dot in 0..(self.0.rows() + 1) * columns {
            let own: Vec<usize> = (0..ends.len()).filter(|&side| ends[side].0 == dot || ends[side].1 == dot).collect();
            let rows = (0..1usize << own.len()).filter(|mask| [0, 2].contains(&mask.count_ones()));
            let rows = rows.map(|mask| (0..own.len()).map(|i| (mask >> i & 1) as i32).collect::<Vec<i32>>());
            s.table(&format!("the dot where {} begins", s.cells[own[0]].name), DOT, &own, rows);
        }
        let all: Vec<usize> = (0..ends.len()).collect();
        let (lines, is_some) = (s.variables(&all), s.sum(&all).at_least(4));
        let ends: Arc<[(usize, usize)]> = ends.into();
        let of = ends.clone();
        s.rule("the single loop", LOOP, |model| {
            let rule = model.propagator("one_loop", &lines, move |views| Box::new(OneLoop::new(views, of.clone())));
            rule.checked_by(move |values| is_loop(values, &ends))
        });
        s.rule("the rule that there is a loop", LOOP, |model| model.post(is_some));
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::partly(self.0.rows(), self.0.columns, &[]);
        self.0.numbers().for_each(|(square, count)| sheet.squares[square].text = count.to_string());
        Sheet { edges: self.sides(), ..sheet }
    }

    fn write(&self) -> String {
        NOTATION.write(&self.0)
    }

    fn link(&self) -> Option<String> {
        Some(puzzlink::written("slither", self.0.columns, self.0.rows(), &puzzlink::write4(&self.0.squares)))
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        self.0.retain(Clue::None, stays);
    }
}

/// Checks whether the drawn lines form a single closed loop, given that each dot has two lines or none. Verifies
/// solutions.
fn is_loop(values: &[i32], ends: &[(usize, usize)]) -> bool {
    let dots = ends.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let drawn = || ends.iter().zip(values).filter(|(_, value)| **value == 1).map(|(e, _)| *e);
    let mut piece: Vec<usize> = (0..dots).collect();
    let mut has_closed = false;
    for (a, b) in drawn() {
        let (a, b) = (piece[a], piece[b]);
        has_closed |= a == b;
        piece.iter_mut().filter(|dot| **dot == b).for_each(|dot| *dot = a);
    }
    let mut pieces = drawn().map(|(a, _)| piece[a]);
    let first = pieces.next();
    !has_closed || pieces.all(|piece| Some(piece) == first)
}
