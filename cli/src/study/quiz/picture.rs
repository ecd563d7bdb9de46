//! Draws the state of a quiz: a board, or the domain of each variable.

use solver_core::prelude::*;
use solver_core::{SymbolTable, ValueSet, Var};
use study::step::values_of;

/// Draws the board, last row first: queens, excluded squares, and open ones.
pub(super) fn board(columns: &[IntVar], symbols: &SymbolTable, domains: &[ValueSet]) -> String {
    let mut text = String::new();
    let n = columns.len();
    let of = |&column: &IntVar| symbols.var(column).map(|var| &domains[var.index()]).ok();
    for row in (0..n as i32).rev() {
        let signs = columns.iter().filter_map(of).map(|domain| match domain.contains(row) {
            true if domain.len() == 1 => "Q",
            true => ".",
            false => "x",
        });
        text += &format!("{:>3}  {}\n", row + 1, signs.collect::<Vec<_>>().join(" "));
    }
    let letters = (0..n).map(|column| match u8::try_from(column) {
        Ok(column @ 0..26) => char::from(b'a' + column),
        _ => ' ',
    });
    let letters: Vec<String> = letters.map(String::from).collect();
    text + &format!("     {}\n", letters.join(" "))
}

/// Writes the domain of each variable, one per line.
pub(super) fn domains(symbols: &SymbolTable, domains: &[ValueSet]) -> String {
    let shown = || symbols.vars().filter(|&var| symbols.is_of_problem(var));
    let width = shown().map(|var| symbols.variable(var).chars().count()).max().unwrap_or(0);
    let line = |var: Var| {
        let values = values_of(symbols, var, &domains[var.index()]);
        format!("  {:width$}  {values}\n", symbols.variable(var))
    };
    shown().map(line).collect()
}
