//! Parts of the tree as model rows: the decisions that lead to the searched part all hold, whereas those that lead to
//! an unexplored part do not all hold. With an objective, the values to improve on are rows too.

use super::Encoding;
use crate::model::rows::Literal;
use crate::proof::error::ProofError;
use crate::proof::sum::Sum;
use crate::search::Cube;
use crate::view::View;

impl Encoding {
    /// Plans literals for the values of each variable that has at most 256 values, because decisions are about values.
    /// Must be called before the first row is written.
    pub(in crate::proof) fn plan_decisions(&mut self) {
        self.variables.iter_mut().for_each(|variable| variable.by_value = true);
    }

    /// Writes the decisions of a part.
    pub(in crate::proof) fn enter(&mut self, part: &Cube) -> Result<(), ProofError> {
        let decided = self.decided(part)?;
        for (k, &l) in (1..).zip(&decided) {
            self.write_clause(&format!("part_{k}"), [l]);
        }
        Ok(())
    }

    /// Writes a row that excludes the solutions of a part.
    pub(in crate::proof) fn leave(&mut self, number: usize, part: &Cube) -> Result<(), ProofError> {
        let decided = self.decided(part)?;
        self.write_clause(&format!("left_{number}"), decided.into_iter().map(|l| !l));
        Ok(())
    }

    /// Writes a row that requires a view to be smaller than `value`.
    pub(in crate::proof) fn improve_on(&mut self, view: View, value: i32) {
        let (least, terms) = self.terms(view);
        let at_least = least - i64::from(value) + 1;
        if let Some(sum) = Sum::new(terms.into_iter().map(|(c, l)| (-c, l)), at_least) {
            // Labels contain no minus sign.
            let sign = if value < 0 { "m" } else { "" };
            self.writer.row(&format!("bound_{sign}{}", value.unsigned_abs()), &sum);
        }
    }

    /// Returns the literals of a part's decisions, which must be about model variables.
    fn decided(&mut self, part: &Cube) -> Result<Vec<Literal>, ProofError> {
        let decided: Vec<Literal> = part.decisions().map(|decision| self.atom(decision)).collect();
        match decided.iter().all(|l| (l.variable() as u32) < self.in_model) {
            true => Ok(decided),
            false => Err(ProofError::Unlogged { option: "a part of the tree that branches on a wide domain" }),
        }
    }

    fn write_clause(&mut self, label: &str, literals: impl IntoIterator<Item = Literal>) {
        if let Some(sum) = Sum::new(literals.into_iter().map(|l| (1, l)), 1) {
            self.writer.row(label, &sum);
        }
    }
}
