//! The queens rule: *a square that attacks every remaining square of some row or column cannot have a queen.*
//!
//! Every column and every row needs a queen, so a queen that leaves a line without squares is impossible. Applied to
//! rows and columns until a fixpoint is reached, the rule establishes arc consistency on the conjunction of the three
//! `!=` for each pair of columns, and for each pair of rows. It subsumes the three value-consistent `all_different` (a
//! line with one square left), and leads to far fewer failures than three domain-consistent ones: 98 instead of 254 on
//! 8 queens, smallest domain first.
//!
//! A line with more than three remaining squares excludes nothing. A line with two or three excludes a few squares,
//! which are found in constant time (`lines`). What remains is to find the lines with few squares:
//!
//! | board | how | a run costs |
//! |---|---|---|
//! | up to 256 | a few words per column, rows counted bit-sliced (`words`) | open columns × rounds |
//! | larger | four watched squares per row (`watched`) | (open columns + open rows) × rounds |
//!
//! # Rows for proofs
//!
//! An inference adds up the row of the line that needs a queen and the rows of the lines along which the excluded
//! square attacks that line's remaining squares:
//!
//! | family | number | says |
//! |---|---|---|
//! | `at_least_one_in_column` | the column | some square of it has a queen |
//! | `at_least_one_in_row` | the row | the same, because all columns need a queen and other rows have at most one |
//! | `at_most_one_in_column` | the column | no two of its squares both have a queen |
//! | `at_most_one_in_row` | the row | the same |
//! | `at_most_one_rising` | row − column | the same for the diagonal |
//! | `at_most_one_falling` | row + column | the same for the other diagonal |

mod check;
mod explain;
mod lines;
mod rows;
mod watched;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use rows::write;
use solver_core::prelude_propagator::*;
use watched::Watched;
use words::Words;

/// The n-queens problem as one propagator: view `c` is the row, from 0, of the queen in column `c`. The board has as
/// many rows as columns.
///
/// ```
/// use queens::QueensRule;
/// use solver_core::{Atom, ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 5); 6]);
/// let q: Vec<_> = (0..6).map(|c| b.view(c)).collect();
/// b.post(Box::new(QueensRule::new(q.iter().copied())));
/// let mut e = b.build()?;
/// e.assume(Atom::equals(q[0], 0)).unwrap(); // a corner is in no solution of 6 queens,
/// e.propagate().unwrap();
/// e.assume(Atom::equals(q[1], 2)).unwrap();
/// assert!(e.propagate().is_err()); // and the second queen shows it here
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct QueensRule {
    views: Box<[View]>,
    search: Search,
}

/// The implementation that finds lines with few squares.
#[derive(Clone, Debug)]
enum Search {
    One(Words<1>),
    Two(Words<2>),
    Four(Words<4>),
    Watched(Watched),
}

/// The cause of a removal, encoded in the hint of a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    /// The remaining squares of a column.
    Column(usize),
    /// The remaining squares of a row.
    Row(usize),
    /// The edge of the board: the removed square is outside it.
    Edge,
}

impl Cause {
    fn hint(self, n: usize) -> Lazy {
        Lazy(match self {
            Cause::Column(c) => c,
            Cause::Row(r) => n + r,
            Cause::Edge => 2 * n,
        } as u32)
    }

    fn of_hint(hint: u32, n: usize) -> Cause {
        match hint as usize {
            c if c < n => Cause::Column(c),
            r if r < 2 * n => Cause::Row(r - n),
            _ => Cause::Edge,
        }
    }
}

impl QueensRule {
    /// The maximum board size. On larger boards, the domains would need more than 2³⁹ bytes.
    pub const MAX_COLUMNS: usize = watched::MAX_COLUMNS;

    /// Creates the propagator. The views are the rows, from 0, of the queens in columns 0, 1, ….
    ///
    /// # Panics
    /// If there are more than [`MAX_COLUMNS`](QueensRule::MAX_COLUMNS) views.
    pub fn new(columns: impl IntoIterator<Item = View>) -> QueensRule {
        let views: Box<[View]> = columns.into_iter().collect();
        let n = views.len();
        assert!(n <= Self::MAX_COLUMNS, "a board of {n} columns; at most {} can be had", Self::MAX_COLUMNS);
        let search = match n {
            0..=64 => Search::One(Words::new(n)),
            65..=128 => Search::Two(Words::new(n)),
            129..=256 => Search::Four(Words::new(n)),
            _ => Search::Watched(Watched::new(n)),
        };
        QueensRule { views, search }
    }

    /// Creates the propagator with the given implementation, whatever the board size.
    #[cfg(test)]
    fn by(search: fn(usize) -> Search, columns: &[View]) -> QueensRule {
        QueensRule { views: columns.into(), search: search(columns.len()) }
    }
}

/// Restricts the domains to the rows of the board.
fn cut_to_board(views: &[View], cx: &mut Context<'_>) -> Result<(), Conflict> {
    let n = views.len();
    for &view in views {
        cx.at_least(view, 0, || Cause::Edge.hint(n))?;
        cx.at_most(view, n as i32 - 1, || Cause::Edge.hint(n))?;
    }
    Ok(())
}

impl Propagator for QueensRule {
    fn scope(&self, scope: &mut Scope) {
        let cells = match &self.search {
            Search::One(_) => Words::<1>::CELLS,
            Search::Two(_) => Words::<2>::CELLS,
            Search::Four(_) => Words::<4>::CELLS,
            Search::Watched(_) => watched::cells(self.views.len()),
        };
        scope.watch_all(&self.views, Wake::Domain).priority(3).modified_positions().trailed_integers(cells);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        match &mut self.search {
            Search::One(words) => words.propagate(&self.views, cx, modified),
            Search::Two(words) => words.propagate(&self.views, cx, modified),
            Search::Four(words) => words.propagate(&self.views, cx, modified),
            Search::Watched(watched) => watched.propagate(&self.views, cx, modified),
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(&self.views, past, fact, Cause::of_hint(hint, self.views.len()), why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.views, rule, case)
    }
}
