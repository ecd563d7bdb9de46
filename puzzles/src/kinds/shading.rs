//! The rules shared by hitori and heyawake: shaded squares do not share a side, and the other squares are connected.

use super::prelude::*;
use solver_core::constraints::Graph;

/// The level of the rule that the unshaded squares are connected.
const PIECE: u8 = 2;

/// Creates a statement with these rules. Its cells are the squares of a rectangle with at most 60 rows and columns.
pub(super) fn shaded(rows: usize, columns: usize) -> Result<Statement, ModelError> {
    let words = Words::Marks { one: "shading on {c}", many: "shading on {c}", none: "no shading on {c}" };
    let mut s = Statement::grid(words, rows, columns, 0..=1)?;
    for (one, other) in neighbours(rows, columns) {
        let name = format!("the neighbours {} and {}", s.cells[one].name, s.cells[other].name);
        s.at_most_one("", &name, &[one, other]);
    }
    let unshaded: Vec<Expr> = s.cells.iter().map(|cell| 1 - cell.variable).collect();
    let graph = Graph::grid(rows, columns).expect("at most 60 rows and columns");
    s.rule("the single piece of unshaded squares", PIECE, |model| model.connected(&graph, unshaded));
    Ok(s)
}
