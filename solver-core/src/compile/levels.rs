//! Consistency levels: which levels a constraint supports, and how to query and change its current level.

use crate::constraints::{LinearEqualDomain, Term};
use crate::model::{
    BoundsOrDomain, Comparison, Consistency, Constraint, ConstraintId, Meaning, Model, ModelError, Sign,
};
use crate::var::Var;
use crate::view::View;
use std::sync::Arc;

impl Model {
    /// The levels of consistency that a constraint supports, weakest first. Empty if it has a single level, like most
    /// constraints.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=9)?;
    /// let (rows, sum) = (m.all_different(&x).id(), m.post((x[0] + x[1]).equals(x[2])).id());
    /// let order = m.post(constraint!(x[0] < x[1])).id();
    /// assert_eq!(m.levels(rows)?, [Consistency::Value, Consistency::Bounds, Consistency::Domain]);
    /// assert_eq!(m.levels(sum)?, [Consistency::Bounds, Consistency::Domain]);
    /// assert_eq!(m.levels(order)?, []);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignConstraint`] when the constraint belongs to another model.
    pub fn levels(&self, c: ConstraintId) -> Result<Vec<Consistency>, ModelError> {
        let number = self.constraint_number(c, "the query for a constraint's levels")?;
        Ok(self.choice(number).map_or_else(Vec::new, |(levels, _)| levels.to_vec()))
    }

    /// The consistency level of a constraint; `None` if it has a single level.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=9)?;
    /// let rows = m.all_different(&x).consistency(Consistency::Bounds).id();
    /// assert_eq!(m.level(rows)?, Some(Consistency::Bounds));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignConstraint`] when the constraint belongs to another model.
    pub fn level(&self, c: ConstraintId) -> Result<Option<Consistency>, ModelError> {
        let number = self.constraint_number(c, "the query for a constraint's level")?;
        Ok(self.choice(number).map(|(_, now)| now))
    }

    /// Returns a copy of the model in which one constraint has a different consistency level. The solutions are the
    /// same.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=2)?;
    /// let c = m.all_different(&x).id();
    /// let stronger = m.at_level(c, Consistency::Domain)?;
    /// assert_eq!(m.level(c)?, Some(Consistency::Value));
    /// let mut run = stronger.search().start()?;
    /// assert_eq!((run.step(), run.statistics().nodes), (Step::Exhausted, 1)); // three variables, two values
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::Unsupported`] if the constraint does not support the level ([`levels`](Model::levels));
    /// [`ModelError::ForeignConstraint`] if it belongs to another model.
    pub fn at_level(&self, c: ConstraintId, level: Consistency) -> Result<Model, ModelError> {
        let mut varied = self.clone();
        varied.set_level(c, level)?;
        Ok(varied)
    }

    /// Changes the consistency level of a constraint, as [`at_level`](Model::at_level) does in a copy.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// let c = m.all_different(&x).id();
    /// m.set_level(c, Consistency::Bounds)?;
    /// assert_eq!(m.level(c)?, Some(Consistency::Bounds));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`at_level`](Model::at_level); the model is then unchanged.
    pub fn set_level(&mut self, c: ConstraintId, level: Consistency) -> Result<(), ModelError> {
        let number = self.constraint_number(c, "the choice of a level")?;
        let levels = self.levels(c)?;
        if !levels.contains(&level) {
            let known: Vec<&str> = levels.iter().map(|level| level.name()).collect();
            let reason = match known.is_empty() {
                true => "it has no choice of levels".to_owned(),
                false => format!("its levels are {}", known.join(", ")),
            };
            return Err(self.unsupported(number, level, reason));
        }
        self.give_level(number, level);
        Ok(())
    }

    pub(super) fn give_level(&mut self, number: usize, level: Consistency) {
        Arc::make_mut(&mut self.constraints)[number].level = Some(level);
        self.recheck(number);
    }

    /// Sets every constraint with several levels to the strongest one that is not stronger than `level`, or to its
    /// weakest if all are stronger. Returns whether any constraint has several levels.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// let c = m.all_different(&x).id();
    /// assert!(m.set_levels(Consistency::Domain));
    /// assert_eq!(m.level(c)?, Some(Consistency::Domain));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn set_levels(&mut self, level: Consistency) -> bool {
        let mut any = false;
        for number in 0..self.constraints() {
            let Some((of, _)) = self.choice(number) else { continue };
            if let Some(&chosen) = of.iter().rev().find(|&&l| l <= level).or(of.first()) {
                self.give_level(number, chosen);
                any = true;
            }
        }
        any
    }

    /// All levels that a constraint supports, weakest first, and its current one; `None` if there is only one.
    pub(super) fn choice(&self, number: usize) -> Option<(&'static [Consistency], Consistency)> {
        let constraint = &self.constraints[number];
        match &constraint.meaning {
            Meaning::Defined(definition) => {
                Some((definition.posting.levels()?.of, definition.level(constraint.level)?))
            }
            Meaning::Compare(comparison) => {
                let now = self.comparison_level(constraint, comparison);
                let has = now == Consistency::Domain || self.has_domain_level(comparison);
                has.then_some((BoundsOrDomain::LEVELS, now))
            }
            Meaning::Nothing => None,
        }
    }

    /// The level of a comparison. Unless a level is chosen, `x = ±y + c` is domain consistent if possible, so that
    /// holes pass from one variable to the other or decide the comparison's truth value; all other comparisons have
    /// bounds consistency.
    pub(super) fn comparison_level(&self, constraint: &Constraint, comparison: &Comparison) -> Consistency {
        let is_pair = || matches!(comparison.difference.normalised().terms[..], [(1 | -1, _), (1 | -1, _)]);
        match constraint.level {
            None if is_pair() && self.has_domain_level(comparison) => Consistency::Domain,
            chosen => chosen.unwrap_or_default().max(Consistency::Bounds),
        }
    }

    /// Whether the declared domains keep an equation within the limits of domain consistency.
    fn has_domain_level(&self, comparison: &Comparison) -> bool {
        let difference = comparison.difference.normalised();
        if comparison.sign != Sign::Equal || !difference.is_linear() || difference.terms.len() < 2 {
            return false;
        }
        let terms = difference.terms.iter().map(|&(c, x)| {
            let (low, high) = self.declared_bounds(x);
            let coefficient = i64::try_from(c).ok()?;
            Some((Term { coefficient, view: View::from(Var(x.index)) }, low..=high))
        });
        let (terms, constant) = (terms.collect::<Option<Vec<_>>>(), i64::try_from(-difference.constant));
        let (Some(terms), Ok(constant)) = (terms, constant) else { return false };
        LinearEqualDomain::new(terms, constant).is_ok_and(|equation| equation.is_within_limits().is_ok())
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;

    #[test]
    fn some_constraints_have_one_way_to_propagate() {
        let mut m = Model::new();
        let x = m.ints("x", 4, 0..=100_000).unwrap();
        let single = [
            m.post(constraint!(x[0] <= x[1])).id(),
            m.post(constraint!(x[0] == 3)).id(),
            m.post(constraint!(x[0] + x[1] == x[2] + x[3])).id(),
            m.post(constraint!(x[0] + x[1] == x[2])).id(), // too many values
            m.post((x[0] * x[1]).equals(x[2])).id(),
            m.increasing(&x).id(),
        ];
        for c in single {
            assert_eq!((m.levels(c).unwrap(), m.level(c).unwrap()), (vec![], None));
        }
        let error = m.at_level(single[0], Consistency::Domain).unwrap_err();
        assert_eq!(
            error.to_string(),
            "constraint number 1 (linear): it has no domain consistency: it has no choice of levels"
        );
        let c = m.post((x[0] + x[1]).equals(x[2])).consistency(BoundsOrDomain::Domain).id();
        assert_eq!(m.level(c).unwrap(), Some(Consistency::Domain)); // as requested; compiling will refuse it
    }
}
