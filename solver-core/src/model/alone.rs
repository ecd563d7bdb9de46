//! Models reduced to some of their constraints.
//!
//! Solving a reduced model shows which constraints a deduction needs: one, two together, or more. Most constraints have
//! few variables, and all other variables are fixed, so the engine for one constraint is small and the engines for a
//! thousand fit into memory.

use super::expr::Expr;
use super::{Constraint, ConstraintId, Declared, IntVar, Model, ModelError, Owner};
use crate::value_set::ValueSet;
use std::sync::Arc;

impl Model {
    /// Returns a model with the same variables, under the same names, and with `c` as its only constraint. Variables
    /// outside the scope of `c` are fixed to their smallest value, so a search covers only the constraint. Variable
    /// handles remain valid; constraint handles do not, because `c` becomes the first constraint of the new model.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 4, 0..=3)?;
    /// m.all_different(&q).named("rows");
    /// let order = m.post(constraint!(q[0] < q[3])).id();
    /// assert_eq!(m.scope(order)?, [q[0], q[3]]);
    /// let alone = m.only(order)?;
    /// assert_eq!(alone.count()?, Outcome::Complete(6));
    /// let names: Vec<String> = alone.constraint_ids().map(|c| alone.constraint_name(c)).collect::<Result<_, _>>()?;
    /// assert_eq!(names, ["q[0] < q[3]"]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignConstraint`] when the constraint belongs to another model.
    pub fn only(&self, c: ConstraintId) -> Result<Model, ModelError> {
        self.only_these(&[c])
    }

    /// Returns a model with the same variables and only these constraints, in this order; otherwise like
    /// [`only`](Model::only).
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 3, 0..=2)?;
    /// let rows = m.all_different(&q).id();
    /// let order = m.post(constraint!(q[0] < q[2])).id();
    /// m.post(constraint!(q[1] == 1));
    /// assert_eq!(m.only_these(&[order, rows])?.count()?, Outcome::Complete(3));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignConstraint`] when a constraint belongs to another model.
    pub fn only_these(&self, these: &[ConstraintId]) -> Result<Model, ModelError> {
        let mut constraints = Vec::new();
        let mut mentioned = vec![false; self.variables.len()];
        for &c in these {
            let number = self.constraint_number(c, "the model of some constraints")?;
            constraints.push(Constraint { name: Some(self.short_name(number)), ..self.constraints[number].clone() });
            for x in self.scope(c)? {
                mentioned[x.index as usize] = true;
            }
        }
        let declared = self.variables.iter().zip(mentioned).map(|(variable, mentioned)| {
            let least = variable.domain.min().filter(|_| !mentioned).map(|least| ValueSet::range(least, least));
            Declared { name: variable.name.clone(), domain: least.unwrap_or_else(|| variable.domain.clone()) }
        });
        let mut alone = Model {
            variables: Arc::new(declared.collect()),
            constraints: Arc::new(constraints),
            posted: Owner::new(),
            errors: Vec::new(),
            ..self.clone()
        };
        for number in 0..these.len() {
            alone.posted.post();
            alone.recheck(number);
        }
        Ok(alone)
    }

    /// Returns the variables in a constraint and its condition, without repetitions, in declaration order.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 4, 0..=9)?;
    /// let c = m.post(constraint!(x[3] + x[1] <= 7)).enforce_if(constraint!(x[0] == 2)).id();
    /// assert_eq!(m.scope(c)?, [x[0], x[1], x[3]]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignConstraint`] when the constraint belongs to another model.
    #[doc(alias = "variables of constraint")]
    pub fn scope(&self, c: ConstraintId) -> Result<Vec<IntVar>, ModelError> {
        let number = self.constraint_number(c, "the query for a constraint's variables")?;
        let mut scope: Vec<IntVar> = self.constraints[number].expressions().flat_map(Expr::variables).collect();
        scope.retain(|&x| self.owner.owns(x));
        scope.sort_by_key(|x| x.index);
        scope.dedup_by_key(|x| x.index);
        Ok(scope)
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;

    #[test]
    fn a_constraint_alone_says_what_it_says_when_the_others_are_left_out() {
        let mut m = Model::new();
        let x = m.ints("x", 3, 0..=3).unwrap();
        let b = m.bool("b").unwrap();
        let all = [
            m.post(constraint!(x[0] + x[1] >= x[2])).named("sum").id(),
            m.post(constraint!(x[0] <= 2)).id(),
            m.post((x[0] * x[1]).at_most(2)).iff(b).id(),
            m.element_of(&x[..2], x[0], x[1]).enforce_if(b).id(),
            m.all_different(&x[1..]).id(),
        ];
        for &c in &all {
            let left = all.iter().filter(|&&other| other != c).fold(m.clone(), |m, &o| m.without(o).unwrap());
            let alone = m.only(c).unwrap();
            let found = |m: &Model| {
                let mut found: Vec<Vec<i32>> = m.solutions().unwrap().map(|s| s.all_values().to_vec()).collect();
                found.sort();
                found
            };
            let scope: Vec<usize> = m.scope(c).unwrap().iter().map(|x| x.index as usize).collect();
            let mut of_left = found(&left);
            of_left.retain(|values| (0..values.len()).all(|i| values[i] == 0 || scope.contains(&i)));
            assert_eq!(found(&alone), of_left);
            assert!(scope.len() < 4 && alone.name_at(3) == m.name_at(3));
            let own: Vec<ConstraintId> = alone.constraint_ids().collect();
            assert_eq!(own.len(), 1);
            assert_eq!(alone.constraint_name(own[0]), m.constraint_name(c));
            assert!(matches!(alone.without(c), Err(ModelError::ForeignConstraint { .. })));
            assert!(matches!(m.without(own[0]), Err(ModelError::ForeignConstraint { .. })));
        }
        // An error in one constraint must not be reported for another.
        let mut wrong = m.clone();
        let x = wrong.int("x", 0..=1).unwrap();
        let bad = wrong.element([], x, x).id();
        assert!(wrong.only(bad).unwrap().count().is_err());
        assert!(wrong.only(all[0]).unwrap().count().is_ok());
    }
}
