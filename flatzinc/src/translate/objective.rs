//! The objective: an expression, or two digits that are optimised one after the other.

use super::Translated;
use crate::instance::{Instance, VariableId};
use solver_core::{Expr, Goal, Model, Relates};

impl Translated {
    /// The objective as one expression. The engine rejects an expression whose values exceed the range of variables; it
    /// always accepts the [`leading_objective`](Translated::leading_objective).
    pub fn objective(&self, instance: &Instance) -> Option<(Goal, Expr)> {
        let (goal, term) = instance.solve().goal?;
        let number = || Expr::from(term.as_int().unwrap_or(0));
        Some((goal, term.as_variable().map_or_else(number, |x| self.vars.expr(x))))
    }

    /// The objective within the engine's limits: shifted, or the leading one of two digits. After the leading digit has
    /// been optimised, [`refined`](Translated::refined) continues with the second digit.
    pub fn leading_objective(&self, instance: &Instance) -> Option<(Goal, Expr)> {
        let (goal, _) = self.objective(instance)?;
        let decided = objective_of(instance).and_then(|x| self.vars.decided(x).into_iter().next());
        // A constant is already optimal.
        Some((goal, decided.unwrap_or_else(|| Expr::from(0))))
    }

    /// The number of digits of the objective. [`leading_objective`](Translated::leading_objective) and
    /// [`refined`](Translated::refined) optimise the digits, in this order.
    pub fn digits(&self, instance: &Instance) -> usize {
        objective_of(instance).map_or(0, |x| self.vars.decided(x).len())
    }

    /// For an objective of two digits: returns a model of all solutions with the same leading digit as this value and a
    /// better second digit, with the second digit as the objective.
    pub fn refined(&self, instance: &Instance, value: i64) -> Option<(Model, (Goal, Expr))> {
        let (goal, _) = self.objective(instance)?;
        let x = objective_of(instance)?;
        let second = self.vars.decided(x).into_iter().nth(1)?;
        let &[(high, leading), (low, best)] = &self.vars.mapping(x).assigned(value)[..] else { return None };
        let mut model = self.model.clone();
        model.post(Expr::from(high).equals(leading));
        // If x is negated, the second digit improves in the opposite direction.
        let improves = if self.vars.is_negated(x) { goal == Goal::Maximize } else { goal == Goal::Minimize };
        let low = Expr::from(low);
        model.post(if improves { low.less_than(best) } else { low.greater_than(best) });
        Some((model, (goal, second)))
    }
}

/// The objective, if it is a variable.
fn objective_of(instance: &Instance) -> Option<VariableId> {
    instance.solve().goal?.1.as_variable()
}
