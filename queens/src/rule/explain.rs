//! Why a square was ruled out, in atoms: all squares of a line that it does not
//! attack were gone before.

use super::Cause;
use solver_core::prelude_propagator::*;

static COLUMN: Rule = Rule {
    name: "queens.column",
    text: "{premises}: every square left in that column is attacked from here, so {fact}",
    justification: Justification::SumOfRows,
};

static ROW: Rule = Rule {
    name: "queens.row",
    text: "{premises}: every square left in that row is attacked from here, so {fact}",
    justification: Justification::SumOfRows,
};

static LAST_SQUARE: Rule = Rule {
    name: "queens.last_square",
    text: "{premises}: this is the last square of its row, so {fact}",
    justification: Justification::UnitPropagation,
};

static EMPTY_ROW: Rule = Rule {
    name: "queens.empty_row",
    text: "{premises}: no square is left in this row",
    justification: Justification::UnitPropagation,
};

static EDGE: Rule = Rule {
    name: "queens.edge",
    text: "a queen stands on the board, so {fact}",
    justification: Justification::UnitPropagation,
};

/// A column and a row, which may lie beside the board.
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
}

/// See [`Propagator::explain`].
pub(super) fn explain(
    views: &[View],
    past: &Past<'_>,
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
                why.extend(outside_row(views, line, square).map(|view| Atom::differs(view, line as i32)));
            }
            &ROW
        }
        (Cause::Row(line), Some(fact)) => {
            let row = line as i32;
            let column = views.iter().position(|&view| Atom::equals(view, row) == fact);
            let others = (0..).zip(views).filter(|&(c, _)| Some(c) != column);
            why.extend(others.map(|(_, &view)| Atom::differs(view, row)));
            &LAST_SQUARE
        }
        (Cause::Row(line), None) => {
            why.extend(views.iter().map(|&view| Atom::differs(view, line as i32)));
            &EMPTY_ROW
        }
        (Cause::Edge | Cause::Column(_), _) => &EDGE,
    }
}

/// The square that `fact` rules out. When several views share the variable, the
/// one for which the cause is a reason.
fn ruled_out(views: &[View], past: &Past<'_>, fact: Atom, cause: Cause) -> Option<Square> {
    let squares = (0..).zip(views).filter(|(_, view)| view.var() == fact.var());
    let mut squares = squares.map(|(column, view)| Square { column, row: i64::from(view.value_of(fact.value())) });
    let first = squares.next()?;
    match squares.next() {
        None => Some(first),
        Some(second) => [first, second].into_iter().chain(squares).find(|&square| is_cause(views, past, cause, square)),
    }
}

/// Whether `square` lies beside the line and attacks all that was left of it.
fn is_cause(views: &[View], past: &Past<'_>, cause: Cause, square: Square) -> bool {
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

/// The rows of the board that were left in a column, as far as its bounds tell.
fn bounds(views: &[View], past: &Past<'_>, column: usize) -> (i32, i32) {
    (past.min(views[column]).max(0), past.max(views[column]).min(views.len() as i32 - 1))
}

fn rows_left(views: &[View], past: &Past<'_>, column: usize) -> impl Iterator<Item = i64> {
    let (low, high) = bounds(views, past, column);
    (low..=high).filter(move |&row| past.contains(views[column], row)).map(i64::from)
}

/// The rows of a column that `square` does not attack were gone: as bounds at
/// both ends, one by one between.
fn column_premises(views: &[View], past: &Past<'_>, line: usize, square: Square, why: &mut Premises) {
    let view = views[line];
    if let Some(row) = past.fixed(view) {
        why.push(Atom::equals(view, row));
        return;
    }
    let (low, high) = bounds(views, past, line);
    if low > 0 {
        why.push(Atom::at_least(view, low));
    }
    if high < views.len() as i32 - 1 {
        why.push(Atom::at_most(view, high));
    }
    let free = (low..=high).filter(|&row| !square.attacks(Square { column: line, row: i64::from(row) }));
    why.extend(free.map(|row| Atom::differs(view, row)));
}

/// The columns whose squares in row `line` are not attacked by `square`.
fn outside_row(views: &[View], line: usize, square: Square) -> impl Iterator<Item = View> {
    let row = line as i64;
    (0..).zip(views).filter(move |&(column, _)| !square.attacks(Square { column, row })).map(|(_, &view)| view)
}
