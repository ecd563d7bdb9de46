//! What a search for clashing constraints must know of a model: which constraints share
//! variables, and whether one holds for given values.

use super::constraint::Meaning;
use super::{ConstraintId, Model};

impl Model {
    /// The handle of the constraint with this number.
    pub(crate) fn constraint_id(&self, number: usize) -> ConstraintId {
        self.posted.constraint(number)
    }

    /// The name of the constraint with this number.
    pub(crate) fn constraint_name_at(&self, number: usize) -> String {
        self.constraints[number].short_name(number)
    }

    /// The variables, by index, that a constraint is about; some perhaps more than once.
    pub(crate) fn variables_of(&self, constraint: usize) -> impl Iterator<Item = usize> + '_ {
        let expressions = self.constraints[constraint].expressions().iter();
        expressions.flat_map(|e| &e.terms).map(|(_, x)| x.index as usize)
    }

    /// The comparisons of one variable alone, by the variable's index.
    pub(crate) fn comparisons_of_one(&self) -> Vec<Vec<usize>> {
        let mut of = vec![Vec::new(); self.variables.len()];
        for (i, constraint) in self.constraints.iter().enumerate() {
            if let Meaning::Compare(comparison) = &constraint.meaning
                && let [(_, x)] = comparison.difference.normalised().terms[..]
            {
                of[x.index as usize].push(i);
            }
        }
        of
    }
}
