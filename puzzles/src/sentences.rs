//! Writes facts about a puzzle as text: `5 in b3`, `no star on c4 or d5`, `S = 9`.

use crate::fact::Fact;
use crate::statement::{Statement, distinct};
use crate::words::{Words, named};
use solver_core::why::listed;

impl Statement {
    /// Writes facts as one clause, or `there is no way out` if there are no facts.
    pub fn sentence(&self, facts: &[Fact]) -> String {
        let mut clauses = Vec::new();
        match &self.words {
            Words::Values { is, not } => {
                let positive = facts.iter().filter(|fact| fact.holds);
                clauses
                    .extend(positive.map(|fact| fill(is, &self.cells[fact.cell].name, &self.value_name(fact.value))));
                clauses.extend(negative(not, facts, self));
            }
            Words::Marks { one, many, none } => {
                for (is_on, last) in [(true, "and"), (false, "or")] {
                    let cells = distinct(facts.iter().filter(|fact| fact.marks() == is_on).map(|fact| fact.cell));
                    let names = listed(cells.iter().map(|&cell| self.cells[cell].name.clone()), last);
                    let text = if cells.len() == 1 { one } else { many };
                    clauses.extend(names.map(|names| fill(if is_on { text } else { none }, &names, "")));
                }
            }
        }
        listed(clauses, "and").unwrap_or_else(|| "there is no way out".to_owned())
    }
}

/// Writes negative facts, grouped by value or by cell, whichever needs fewer clauses.
fn negative(not: &str, facts: &[Fact], s: &Statement) -> Vec<String> {
    let mut by_cell: Vec<(Vec<usize>, Vec<i32>)> = Vec::new();
    let mut by_value = by_cell.clone();
    for fact in facts.iter().filter(|fact| !fact.holds) {
        match by_cell.iter_mut().find(|(cells, _)| cells[0] == fact.cell) {
            Some((_, values)) => values.push(fact.value),
            None => by_cell.push((vec![fact.cell], vec![fact.value])),
        }
        match by_value.iter_mut().find(|(_, values)| values[0] == fact.value) {
            Some((cells, _)) => cells.push(fact.cell),
            None => by_value.push((vec![fact.cell], vec![fact.value])),
        }
    }
    // Cells that exclude the same values share a clause, as do values excluded from the same cells.
    let joined = |clauses: Vec<(Vec<usize>, Vec<i32>)>| {
        let mut joined: Vec<(Vec<usize>, Vec<i32>)> = Vec::new();
        for (mut cells, mut values) in clauses {
            cells.sort_unstable();
            values.sort_unstable();
            if let Some(same) = joined.iter_mut().find(|(_, other)| *other == values) {
                same.0.extend(cells);
            } else if let Some(same) = joined.iter_mut().find(|(other, _)| *other == cells) {
                same.1.extend(values);
            } else {
                joined.push((cells, values));
            }
        }
        joined
    };
    let (by_cell, by_value) = (joined(by_cell), joined(by_value));
    let clauses = if by_value.len() <= by_cell.len() { by_value } else { by_cell };
    let clause = |(cells, values): (Vec<usize>, Vec<i32>)| {
        let cells = named(cells.into_iter().map(|cell| s.cells[cell].name.clone()), "or");
        fill(not, &cells, &named(values.into_iter().map(|value| s.value_name(value)), "or"))
    };
    clauses.into_iter().map(clause).collect()
}

fn fill(text: &str, cells: &str, values: &str) -> String {
    text.replace("{c}", cells).replace("{v}", values)
}
