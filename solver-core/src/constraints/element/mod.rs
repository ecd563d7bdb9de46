//! `array[index] = result`: the element constraint. Indices count from 0.
//!
//! | constraint | level | removes | wakes on | cost of a run |
//! |---|---|---|---|---|
//! | [`ElementOfConstants`] | Bounds | indices whose value is outside the result's bounds; the result's bounds without an index | any removal from the index, the result's bounds | one pass over the remaining indices |
//! | | Domain | every value without support | any removal | the same, plus one test per distinct value within the result's bounds if one may have lost its support |
//! | [`ElementOfMatrix`] `matrix[row][column]` of constants | Bounds | rows and columns without a value within the result's bounds; the result's bounds without a cell | any removal from row and column, the result's bounds | one test per row and column; a scan for each lost support |
//! | | Domain | every value without support | any removal | the same, plus one test per value of the result |
//! | [`ElementOfViewMatrix`] | Bounds | rows and columns in which no cell can equal the result; bounds without support | bounds; any removal from row and column | up to three passes over the remaining cells |
//! | | Domain | every value without support | any removal | the same, by words of 64 values |
//! | [`ElementOfViews`] | Bounds | indices whose view cannot equal the result; bounds without support | bounds; any removal from the index | one test per change; one pass over the remaining indices when the result changes or one of its bounds loses its support |
//! | | Domain | every value without support | any removal | the same, by words of 64 values |
//!
//! An index outside the array is a value without support: the constraint has relational semantics. For indices that
//! count from 1, use the view `index.plus(-1)`; a view costs nothing.
//!
//! The constraint is from P. Van Hentenryck and J.-P. Carillon, *Generality versus Specificity: an Experience with AI
//! and OR Techniques* (AAAI 1988). Supports in a matrix are stored as hints, the *residues* of C. Lecoutre and F.
//! Hemery, *A Study of Residual Supports in Arc Consistency* (IJCAI 2007): they are tested first, and backtracking has
//! nothing to restore.
//!
//! Domain considers all values of a domain that spans at most 65,536 values; of wider domains it considers only the
//! bounds (and, for constants, the values of the array).
//!
//! | rule | premises |
//! |---|---|
//! | `element.range` | none: no index lies outside the array |
//! | `element.index` | atoms stating that the value at the index and the result have no common value |
//! | `element.result` | for each index, an atom stating that it was removed, or atoms stating that its value cannot violate the fact |
//! | `element.equal` | the index, and what the result (or the value at the index) has lost |

mod check;
mod constants;
mod explain;
mod grid;
mod groups;
mod matrix;
#[cfg(test)]
mod matrix_tests;
mod model;
#[cfg(test)]
mod tests;
mod view_matrix;
mod views;

pub use constants::ElementOfConstants;
pub use matrix::ElementOfMatrix;
pub use view_matrix::ElementOfViewMatrix;
pub use views::ElementOfViews;

use super::meet::Level;
use crate::prelude_propagator::*;

/// Hints of [`meet::equate`](super::meet::equate): the selected view prunes the result, or the result prunes the view.
const FROM_CHOSEN: u32 = 2;
const FROM_RESULT: u32 = 3;
const EQUATED: [u32; 2] = [FROM_CHOSEN, FROM_RESULT];

static RANGE: Rule = Rule::new("element.range", "{constraint} has no element beyond its ends, so {fact}");

static INDEX: Rule =
    Rule::new("element.index", "{premises}, so by {constraint} this is not the element chosen: {fact}");

static RESULT: Rule = Rule::new(
    "element.result",
    "{premises}: no element of {constraint} that is left can give anything else, so {fact}",
);

static EQUAL: Rule =
    Rule::new("element.equal", "{premises}, and by {constraint} the element chosen equals the result, so {fact}");

/// Restricts the index to the array.
fn enforce_range(cx: &mut Context<'_>, index: View, length: usize) -> Result<(), Conflict> {
    cx.at_least(index, 0, || RANGE.because([]))?;
    let last = i32::try_from(length).unwrap_or(i32::MAX) - 1;
    cx.at_most(index, last, || RANGE.because([]))
}
