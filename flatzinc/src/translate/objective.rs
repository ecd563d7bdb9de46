//! What is to be made small or large: an expression, or two digits one after the other.

use super::Translated;
use crate::instance::{Instance, VariableId};
use solver_core::{Expr, Goal, Model, Relates};

impl Translated {
    /// What is to be made small or large. The engine refuses an expression that is larger than a variable can be;
    /// [`leading_objective`](Translated::leading_objective) is what it takes.
    pub fn objective(&self, instance: &Instance) -> Option<(Goal, Expr)> {
        let (goal, term) = instance.solve().goal?;
        let number = || Expr::from(term.as_int().unwrap_or(0));
        Some((goal, term.as_variable().map_or_else(number, |x| self.vars.expr(x))))
    }

    /// The same within the limits of the engine: moved, or the leading one of two digits. When that is as good as can be,
    /// [`refined`](Translated::refined) goes on.
    pub fn leading_objective(&self, instance: &Instance) -> Option<(Goal, Expr)> {
        let (goal, _) = self.objective(instance)?;
        let decided = objective_of(instance).and_then(|x| self.vars.decided(x).into_iter().next());
        // A constant is as good as can be.
        Some((goal, decided.unwrap_or_else(|| Expr::from(0))))
    }

    /// The number of digits of the objective, which [`leading_objective`](Translated::leading_objective) and [`refined`](Translated::refined) take one after the other.
    pub fn digits(&self, instance: &Instance) -> usize {
        objective_of(instance).map_or(0, |x| self.vars.decided(x).len())
    }

    /// Where an objective has two digits: the model of all solutions with the same leading digit as this value has, and a better second
    /// one, and this second one.
    pub fn refined(&self, instance: &Instance, value: i64) -> Option<(Model, (Goal, Expr))> {
        let (goal, _) = self.objective(instance)?;
        let x = objective_of(instance)?;
        let second = self.vars.decided(x).into_iter().nth(1)?;
        let &[(high, leading), (low, best)] = &self.vars.of(x).assigned(value)[..] else { return None };
        let mut model = self.model.clone();
        model.post(Expr::from(high).equals(leading));
        // Of -x the second digit is small where that of x is large.
        let improves = if self.vars.is_negated(x) { goal == Goal::Maximize } else { goal == Goal::Minimize };
        let low = Expr::from(low);
        model.post(if improves { low.less_than(best) } else { low.greater_than(best) });
        Some((model, (goal, second)))
    }
}

/// The variable that is to be made small or large, if it is one.
fn objective_of(instance: &Instance) -> Option<VariableId> {
    instance.solve().goal?.1.as_variable()
}
