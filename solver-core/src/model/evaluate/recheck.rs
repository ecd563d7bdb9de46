//! Checks the solutions of a search, independently of its propagators.

use super::{Broken, Evaluator};
use crate::model::expr::Expr;
use crate::model::violation::{Violation, WrongSolution};
use crate::model::{Comparison, IntVar, Model};
use fixedbitset::FixedBitSet;

/// Checks the solutions of a search against the model as it was when the search began.
pub(crate) struct Recheck {
    model: Model,
    /// The constraints to check, by index; `None` means all.
    only: Option<FixedBitSet>,
    /// The minimised objective.
    objective: Option<Expr>,
    /// Created when the first solution is checked.
    evaluator: Option<Evaluator>,
}

impl Recheck {
    /// Creates a checker for the constraints `only` (all if `None`) and a minimised objective. A search over part of
    /// the model need not satisfy the other constraints.
    pub(crate) fn new(model: &Model, only: Option<&FixedBitSet>, objective: Option<&Expr>) -> Recheck {
        Recheck { model: model.snapshot(), only: only.cloned(), objective: objective.cloned(), evaluator: None }
    }

    /// Checks that a complete assignment is a solution with the claimed objective value.
    pub(crate) fn check(&mut self, values: &[i32], claimed: Option<i32>) -> Result<(), Box<WrongSolution>> {
        let evaluator =
            self.evaluator.get_or_insert_with(|| Evaluator::with_constraints(&self.model, self.only.as_ref()));
        if let Some(broken) = evaluator.first_violated(&self.model.constraints, values) {
            return Err(Box::new(self.model.wrong(broken, values)));
        }
        match (&self.objective, claimed) {
            (Some(objective), Some(claimed))
                if objective.value(&|x| values[x.index as usize]) != Some(claimed.into()) =>
            {
                let about = objective.variables().into_iter().map(|x| x.index as usize);
                let culprit = "the value of the objective".to_owned();
                let values = self.model.named_values(about, values);
                Err(Box::new(WrongSolution { violation: Violation::Objective, culprit, values }))
            }
            _ => Ok(()),
        }
    }

    /// Checks that these values satisfy the assumptions.
    pub(crate) fn check_assumptions(&self, values: &[i32], all: &[Comparison]) -> Result<(), Box<WrongSolution>> {
        let value = |x: IntVar| values[x.index as usize];
        let holds = |c: &Comparison| c.difference.value(&value).is_some_and(|difference| c.sign.holds(difference));
        let Some(index) = all.iter().position(|comparison| !holds(comparison)) else { return Ok(()) };
        let about = all[index].difference.variables().into_iter().map(|x| x.index as usize);
        let values = self.model.named_values(about, values);
        let culprit = format!("assumption number {}", index + 1);
        Err(Box::new(WrongSolution { violation: Violation::Assumption(index), culprit, values }))
    }
}

impl Model {
    fn wrong(&self, broken: Broken, values: &[i32]) -> WrongSolution {
        let (culprit, about): (String, Vec<usize>) = match broken {
            Broken::Domain(x) => (format!("the domain of variable `{}`", self.name_at(x)), vec![x]),
            Broken::Constraint(c) => {
                let variables = self.constraints[c].expressions().flat_map(Expr::variables);
                (self.constraints[c].display(c), variables.map(|x| x.index as usize).collect())
            }
        };
        WrongSolution {
            violation: self.violation(broken),
            culprit,
            values: self.named_values(about.into_iter(), values),
        }
    }

    /// The names and values of variables, each listed once.
    fn named_values(&self, about: impl Iterator<Item = usize>, values: &[i32]) -> Vec<(String, i32)> {
        let mut listed = std::collections::BTreeSet::new();
        about.filter(|&x| listed.insert(x)).map(|x| (self.name_at(x), values[x])).collect()
    }
}
