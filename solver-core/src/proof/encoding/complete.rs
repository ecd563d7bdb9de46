//! Completion of solutions: assigns the model literals that a solution leaves open, such as those introduced by rows.
//!
//! Only the model rows determine these literals, because lines derived since the solution was found may exclude it.

use super::Encoding;
use crate::model::rows::Literal;
use crate::proof::database::{Database, RowId};
use crate::proof::derive::SOON;
use crate::proof::sum::Sum;

impl Encoding {
    /// Returns the sign of each model literal in a solution, given the literals that the solution's values
    /// determine, or `None` if no extension of these literals satisfies the rows.
    pub(in crate::proof) fn complete(&mut self, mut literals: Vec<Literal>) -> Option<Vec<Literal>> {
        let booleans = 1..self.in_model as usize;
        literals.retain(|l| booleans.contains(&l.variable()));
        literals.sort_unstable();
        literals.dedup();
        if literals.len() == booleans.len() {
            return Some(literals);
        }
        let rows = self.model_rows.get_or_insert_with(|| self.database.model_database(self.in_model));
        let mark = rows.mark();
        // Usually propagation determines all the other literals.
        let is_open = literals.into_iter().all(|l| rows.assume(l)) && !rows.cases(&mut Vec::new(), SOON);
        let signed = booleans.map(|x| Literal(2 * x as u32)).map(|l| if rows.is_true(l) { l } else { !l }).collect();
        let holds = |l: Literal| rows.is_true(l) || l.is_negated() && !rows.is_true(!l);
        let is_satisfied = |sum: &Sum| sum.terms.iter().filter(|t| holds(t.1)).map(|t| t.0).sum::<i64>() >= sum.degree;
        let is_complete = is_open && rows.rows().all(|(sum, _)| is_satisfied(sum));
        rows.back_to(mark);
        is_complete.then_some(signed)
    }
}

impl Database {
    /// Creates a database with `variables` Boolean variables in which the rows of the model propagate.
    fn model_database(&self, variables: u32) -> Database {
        let mut model = Database::default();
        (0..variables).for_each(|_| model.variable());
        let owner = model.owner();
        for (sum, id) in self.rows().filter(|row| matches!(row.1, RowId::Model(_))) {
            model.add(owner, sum.clone(), id);
        }
        let _ = model.begin(&[owner]);
        model
    }
}
