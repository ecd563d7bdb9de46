//! Sorted listings: the two common orders of boards.
//!
//! The order in which solutions are found usually depends on the search. With a static variable order and the smallest
//! value first, it is known beforehand, however strong the propagation, because propagation only prunes branches. A
//! sorted listing is therefore a branching choice: it costs nothing and can be streamed.

use solver_core::named_variants;
use solver_core::prelude::*;

/// The order in which solutions are listed.
///
/// ```
/// use queens::{Formulation, QueensModel, Sorted};
/// let q = QueensModel::new(6, Formulation::AllDifferent, None)?;
/// let list = |sorted: Sorted| -> Result<Vec<Vec<i32>>, queens::QueensError> {
///     let solutions = q.model.search().seq([sorted.phase(q.columns.iter().map(|&c| [c]))]).solutions()?;
///     Ok(solutions.map(|s| s.values(&q.columns)).collect::<Result<_, _>>()?)
/// };
/// assert_eq!(
///     list(Sorted::Lexicographic)?,
///     [[1, 3, 5, 0, 2, 4], [2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2], [4, 2, 0, 5, 3, 1]]
/// );
/// assert_eq!(
///     list(Sorted::Colexicographic)?,
///     [[4, 2, 0, 5, 3, 1], [3, 0, 4, 1, 5, 2], [2, 5, 1, 4, 0, 3], [1, 3, 5, 0, 2, 4]]
/// );
/// # Ok::<(), queens::QueensError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sorted {
    /// By the first entry, then the second, and so on: the order of nested loops.
    #[default]
    Lexicographic,
    /// By the last entry, then the one before it, and so on: the order of a program that loops over values outside and
    /// over shorter solutions inside.
    Colexicographic,
}

named_variants!(pub Sorted { Lexicographic = "lex", Colexicographic = "colex"});

impl Sorted {
    /// A search phase that lists solutions in this order of their entries. Entries are, for example, the row of each
    /// column's queen, or the row and the column of each queen.
    ///
    /// The entries should determine the solution: solutions with equal entries come in no particular order.
    pub fn phase<const K: usize>(
        self,
        entries: impl IntoIterator<Item = [IntVar; K], IntoIter: DoubleEndedIterator>,
    ) -> Phase {
        let entries = entries.into_iter();
        let variables: Vec<IntVar> = match self {
            Sorted::Lexicographic => entries.flatten().collect(),
            Sorted::Colexicographic => entries.rev().flatten().collect(),
        };
        Phase::on(&variables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Formulation, QueensModel};

    /// The solutions come in sorted order, whatever the formulation and the search.
    #[test]
    fn boards_come_in_order() {
        for n in [1, 4, 6, 7] {
            for formulation in Formulation::ALL {
                let q = QueensModel::new(n, formulation, None).expect("a small board");
                for branching in Branching::ALL {
                    // The search that `phase` replaces lists them in a different order.
                    let wild = || q.model.search().order(VarSelect::SmallestDomain).values(ValueSelect::Max);
                    let list = |sorted: Sorted| -> Vec<Vec<i32>> {
                        let search = wild().tie_break(TieBreak::Last).branching(*branching);
                        let search = search.seq([sorted.phase(q.columns.iter().map(|&c| [c]))]);
                        let values = |s: Solution| s.values(&q.columns).expect("its own variables");
                        search.solutions().expect("a sound model").map(values).collect()
                    };
                    let lex = list(Sorted::Lexicographic);
                    assert!(lex.is_sorted(), "{n} {formulation}");
                    let mut expected = lex;
                    expected.sort_by_key(|rows| rows.iter().rev().copied().collect::<Vec<i32>>());
                    assert_eq!(list(Sorted::Colexicographic), expected, "{n} {formulation}");
                }
            }
        }
    }
}
