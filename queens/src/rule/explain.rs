//! Reasons for excluded squares, as atoms: on the line, the squares that the excluded square does not attack are empty.

use super::Cause;
use solver_core::prelude_propagator::*;

pub(super) static COLUMN: Rule =
    Rule::sum_of_rows("queens.column", "{premises}: every square left in that column attacks this one, so {fact}");

pub(super) static ROW: Rule =
    Rule::sum_of_rows("queens.row", "{premises}: every square left in that row attacks this one, so {fact}");

pub(super) static LAST_SQUARE: Rule = Rule::sum_of_rows(
    "queens.last_square",
    "{premises}: one square of the row is left, and the row needs a queen, so {fact}",
);

pub(super) static EMPTY_ROW: Rule =
    Rule::sum_of_rows("queens.empty_row", "{premises}: the row needs a queen and has no square left, {fact}");

pub(super) static EDGE: Rule = Rule::new("queens.edge", "a queen stands on the board, so {fact}");

/// The names of the proof rows by which a line needs a queen.
pub(super) const NEEDED_IN_COLUMN: &str = "at_least_one_in_column";
pub(super) const NEEDED_IN_ROW: &str = "at_least_one_in_row";

/// A column and a row, which may be outside the board.
#[derive(Clone, Copy)]
struct Square {
    column: usize,
    row: i64,
}

impl Square {
    fn attacks(self, other: Square) -> bool {
        let across = self.column.abs_diff(other.column) as u64;
        let along = self.row.abs_diff(other.row);
        across == 0 || along == 0 || across == along
    }

    /// The squares of a line that this one attacks, on a board with `n` columns. `foot` is the line's nearest square to
    /// this one; the line runs in steps of (column, row).
    fn strikes(self, foot: Square, step: (i64, i64), n: usize) -> impl Iterator<Item = Square> {
        let distance = self.column.abs_diff(foot.column) as i64 + (self.row - foot.row).abs();
        [-distance, 0, distance].into_iter().filter_map(move |d| {
            let column = usize::try_from(foot.column as i64 + d * step.0).ok().filter(|&c| c < n)?;
            let row = foot.row + d * step.1;
            (0..n as i64).contains(&row).then_some(Square { column, row })
        })
    }

    /// Adds the proof row by which two squares that attack each other do not both have a queen.
    fn push_attack(self, other: Square, why: &mut Premises) {
        let across = other.column as i64 - self.column as i64;
        let along = other.row - self.row;
        if across == 0 {
            why.row("at_most_one_in_column", self.column as i64);
        } else if along == 0 {
            why.row("at_most_one_in_row", self.row);
        } else if across == along {
            why.row("at_most_one_rising", self.row - self.column as i64);
        } else {
            why.row("at_most_one_falling", self.row + self.column as i64);
        }
    }
}

/// See [`Propagator::explain`].
pub(super) fn explain(
    views: &[View],
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    cause: Cause,
    why: &mut Premises,
) -> &'static Rule {
    match (cause, fact) {
        (Cause::Column(line), Some(fact)) => {
            if let Some(square) = ruled_out(views, past, fact, cause) {
                column_premises(views, past, line, square, why);
            }
            &COLUMN
        }
        (Cause::Row(line), Some(fact)) if fact.relation() == Relation::NotEqual => {
            if let Some(square) = ruled_out(views, past, fact, cause) {
                row_premises(views, line, square, why);
            }
            &ROW
        }
        (Cause::Row(line), Some(fact)) => {
            let row = line as i32;
            let column = views.iter().position(|&view| Atom::equals(view, row) == fact);
            let others = (0..).zip(views).filter(|&(c, _)| Some(c) != column);
            why.extend(others.map(|(_, &view)| Atom::differs(view, row)));
            why.row(NEEDED_IN_ROW, line as i64);
            &LAST_SQUARE
        }
        (Cause::Row(line), None) => {
            why.extend(views.iter().map(|&view| Atom::differs(view, line as i32)));
            why.row(NEEDED_IN_ROW, line as i64);
            &EMPTY_ROW
        }
        (Cause::Edge | Cause::Column(_), _) => &EDGE,
    }
}

/// The square that `fact` excludes. If several views share the variable, it is the square that the cause explains.
fn ruled_out(views: &[View], past: &DomainsAt<'_>, fact: Atom, cause: Cause) -> Option<Square> {
    let squares = (0..).zip(views).filter(|(_, view)| view.var() == fact.var());
    let mut squares = squares.map(|(column, view)| Square { column, row: i64::from(view.value_of(fact.value())) });
    let first = squares.next()?;
    match squares.next() {
        None => Some(first),
        Some(second) => [first, second].into_iter().chain(squares).find(|&square| is_cause(views, past, cause, square)),
    }
}

/// Whether `square` is not on the line and attacks all of its remaining squares.
fn is_cause(views: &[View], past: &DomainsAt<'_>, cause: Cause, square: Square) -> bool {
    match cause {
        Cause::Column(line) => {
            square.column != line
                && rows_left(views, past, line).all(|row| square.attacks(Square { column: line, row }))
        }
        Cause::Row(line) => {
            square.row != line as i64 && outside_row(views, line, square).all(|view| !past.contains(view, line as i32))
        }
        Cause::Edge => false,
    }
}

/// The bounds of the rows remaining in a column, clipped to the board.
fn bounds(views: &[View], past: &DomainsAt<'_>, column: usize) -> (i32, i32) {
    (past.min(views[column]).max(0), past.max(views[column]).min(views.len() as i32 - 1))
}

fn rows_left(views: &[View], past: &DomainsAt<'_>, column: usize) -> impl Iterator<Item = i64> {
    let (low, high) = bounds(views, past, column);
    (low..=high).filter(move |&row| past.contains(views[column], row)).map(i64::from)
}

/// Adds the premises that all rows of a column not attacked by `square` are empty: bounds for the rows at both ends,
/// and one premise for each row in between.
fn column_premises(views: &[View], past: &DomainsAt<'_>, line: usize, square: Square, why: &mut Premises) {
    let view = views[line];
    why.row(NEEDED_IN_COLUMN, line as i64);
    if let Some(row) = past.fixed(view) {
        why.push(Atom::equals(view, row));
        square.push_attack(Square { column: line, row: i64::from(row) }, why);
        return;
    }
    let (low, high) = bounds(views, past, line);
    let free = |row: &i32| !square.attacks(Square { column: line, row: i64::from(*row) });
    why.extend((0..low).rev().find(free).map(|row| Atom::at_least(view, row + 1)));
    why.extend((high + 1..views.len() as i32).find(free).map(|row| Atom::at_most(view, row - 1)));
    why.extend((low..=high).filter(free).map(|row| Atom::differs(view, row)));
    for struck in square.strikes(Square { column: line, ..square }, (0, 1), views.len()) {
        square.push_attack(struck, why);
    }
}

/// Adds the premises that all squares of a row not attacked by `square` are empty.
fn row_premises(views: &[View], line: usize, square: Square, why: &mut Premises) {
    why.extend(outside_row(views, line, square).map(|view| Atom::differs(view, line as i32)));
    why.row(NEEDED_IN_ROW, line as i64);
    for struck in square.strikes(Square { row: line as i64, ..square }, (1, 0), views.len()) {
        square.push_attack(struck, why);
    }
}

/// The views of the columns whose squares in row `line` are not attacked by `square`.
fn outside_row(views: &[View], line: usize, square: Square) -> impl Iterator<Item = View> {
    let row = line as i64;
    (0..).zip(views).filter(move |&(column, _)| !square.attacks(Square { column, row })).map(|(_, &view)| view)
}
