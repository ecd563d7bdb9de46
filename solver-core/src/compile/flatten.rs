//! Flattening expressions to arguments: views, constants, or auxiliary variables with a definition.

use super::posting::PAIRS;
use super::{Argument, Auxiliary, Compiler, DefinedBy, Definition};
use crate::model::{Comparison, Condition, Expr, Form, Function, IntVar, ModelError, Operation, Relates, Sign, all_of};
use crate::value_set::ValueSet;
use crate::view::View;
use std::sync::Arc;

/// A condition that remains to be enforced, if any, and a comparison to post, if any.
type Conditioned = (Option<(Argument, Form)>, Option<Comparison>);

impl Compiler<'_> {
    /// Flattens a half-reified or reified comparison. If some part of the comparison may be undefined, the result is a
    /// comparison of truth values.
    pub(super) fn conditioned(
        &mut self,
        constraint: usize,
        comparison: &Comparison,
        condition: &Condition,
    ) -> Result<Conditioned, ModelError> {
        if comparison.difference.is_linear() {
            let truth = self.argument(constraint, &condition.truth)?;
            return Ok((Some((truth, condition.form)), Some(self.linear_form(constraint, comparison)?)));
        }
        let (truth, held) = (condition.truth.clone(), Expr::from(comparison.clone()));
        let defined_by = if condition.form == Form::Reified { held.equals(truth) } else { truth.at_most(held) };
        Ok((None, Some(self.linear_form(constraint, &defined_by)?)))
    }

    /// Flattens the condition of a constraint whose arguments are defined if all guards hold. If a guard does not hold,
    /// neither does the constraint.
    pub(super) fn guarded_condition(
        &mut self,
        constraint: usize,
        condition: &Condition,
        mut guards: Vec<Expr>,
    ) -> Result<(Argument, Form), ModelError> {
        let truth = self.argument(constraint, &condition.truth)?;
        if guards.is_empty() {
            return Ok((truth, condition.form));
        }
        if condition.form == Form::HalfReified {
            self.require(constraint, vec![condition.truth.clone().at_most(Expr::from(all_of(guards))).into()])?;
            return Ok((truth, Form::HalfReified));
        }
        // The constraint is true if its values, which may be meaningless, satisfy it and are defined.
        let alone = self.domains.len() as u32;
        self.domains.push(ValueSet::range(0, 1));
        self.auxiliary.push(Auxiliary { expr: condition.truth.clone(), declared: ValueSet::range(0, 1) });
        guards.push(Expr::from(IntVar::auxiliary(alone)));
        let both = self.linear_form(constraint, &all_of(guards))?;
        self.definitions.push(Definition { constraint, defined_by: DefinedBy::Literal(both, truth) });
        Ok((Argument { variable: alone, negated: false, offset: 0 }, Form::Reified))
    }

    /// Requires these truth values to be 1.
    pub(super) fn require(&mut self, constraint: usize, truths: Vec<Expr>) -> Result<(), ModelError> {
        for truth in truths {
            let defined_by = DefinedBy::Holds(self.argument(constraint, &truth)?);
            self.definitions.push(Definition { constraint, defined_by });
        }
        Ok(())
    }

    /// Flattens an expression to an argument and requires all its functions to be defined.
    pub(super) fn argument(&mut self, constraint: usize, expr: &Expr) -> Result<Argument, ModelError> {
        let mut guards = Vec::new();
        let argument = self.guarded_argument(constraint, expr, &mut guards)?;
        self.require(constraint, guards)?;
        Ok(argument)
    }

    /// Flattens an expression to an argument: a view if it is `±x + c`, a constant, or an auxiliary variable. The
    /// argument is meaningful only if the added guards hold.
    pub(super) fn guarded_argument(
        &mut self,
        constraint: usize,
        expr: &Expr,
        guards: &mut Vec<Expr>,
    ) -> Result<Argument, ModelError> {
        if let Some(argument) = self.plain_argument(expr) {
            return Ok(argument);
        }
        let stated = expr.normalised();
        let expr = self.guarded_expr(constraint, &stated, guards)?;
        let range = self.range(&expr);
        let limit = i128::from(View::LIMIT);
        if range.0 < -limit || range.1 > limit {
            return Err(self.overflow(constraint, "argument", range, View::LIMIT.into()));
        }
        match expr.terms[..] {
            [(c @ (1 | -1), x)] => match i32::try_from(expr.constant) {
                Ok(offset) => Ok(Argument { variable: x.index, negated: c < 0, offset }),
                Err(_) => Err(self.overflow(constraint, "constant", (expr.constant, expr.constant), i32::MAX.into())),
            },
            _ => {
                let constant = expr.terms.is_empty();
                let (known, is_exact) = (self.shared.get(&stated).copied(), self.is_exact(constraint));
                if let Some(variable) = known.filter(|variable| !is_exact || self.exact.contains(variable)) {
                    return Ok(Argument { variable, negated: false, offset: 0 });
                }
                let expr = if is_exact { self.in_steps(constraint, expr, range)? } else { expr };
                // The range check has shown that the bounds fit.
                let variable = known.unwrap_or_else(|| self.auxiliary(stated, (range.0 as i32, range.1 as i32)));
                if !constant {
                    let difference = expr - IntVar::auxiliary(variable);
                    let defined_by = DefinedBy::Sum(Comparison { difference, sign: Sign::Equal });
                    self.definitions.push(Definition { constraint, defined_by });
                    self.exact.extend(is_exact.then_some(variable));
                }
                Ok(Argument { variable, negated: false, offset: 0 })
            }
        }
    }

    /// Splits a sum of many variables into a chain of sums of two variables, each with an auxiliary variable, so that
    /// the definitions together are domain consistent. Returns the sum unchanged if one of these sums would be too
    /// large.
    fn in_steps(&mut self, constraint: usize, mut sum: Expr, range: (i128, i128)) -> Result<Expr, ModelError> {
        let widest = sum.terms.iter().map(|&(_, x)| self.range(&x.into())).map(|(low, high)| high - low + 1).max();
        if widest.is_none_or(|widest| widest * (range.1 - range.0 + 1) > PAIRS.into()) {
            return Ok(sum);
        }
        while sum.terms.len() > 2 {
            let two = Expr { terms: sum.terms.drain(..2).collect(), ..Expr::default() };
            let step = self.argument(constraint, &two)?;
            sum.terms.insert(0, (1, IntVar::auxiliary(step.variable)));
        }
        Ok(sum)
    }

    /// Converts a plain expression to an argument. Most are a single variable, possibly negated or with an offset.
    fn plain_argument(&self, expr: &Expr) -> Option<Argument> {
        let (&[(c @ (1 | -1), x)], true) = (&expr.terms[..], expr.is_linear()) else { return None };
        let (low, high) = self.range(expr);
        let limit = i128::from(View::LIMIT);
        let offset = i32::try_from(expr.constant).ok()?;
        (low >= -limit && high <= limit).then_some(Argument { variable: x.index, negated: c < 0, offset })
    }

    /// Adds an auxiliary variable for an expression.
    pub(super) fn auxiliary(&mut self, expr: Expr, (low, high): (i32, i32)) -> u32 {
        let variable = self.domains.len() as u32;
        self.domains.push(ValueSet::range(low, high));
        let written = self.in_own_variables(&expr);
        let (low, high) = written.range(&|x| self.model.declared_bounds(x));
        let limit = i128::from(View::LIMIT);
        let declared = ValueSet::range(low.max(-limit) as i32, high.min(limit) as i32);
        self.auxiliary.push(Auxiliary { expr: written, declared });
        self.shared.insert(expr, variable);
        variable
    }

    /// Rewrites an expression in terms of the model's variables by replacing auxiliary variables with their
    /// definitions.
    fn in_own_variables(&self, expr: &Expr) -> Expr {
        let own = self.model.variables.len();
        if expr.variables().iter().all(|x| (x.index as usize) < own) {
            return expr.clone();
        }
        let mut whole = Expr { constant: expr.constant, ..Expr::default() };
        for &(c, x) in &expr.terms {
            let auxiliary = (x.index as usize).checked_sub(own).map(|k| &self.auxiliary[k].expr);
            whole += auxiliary.cloned().unwrap_or_else(|| x.into()).times(c);
        }
        for (c, function) in &expr.functions {
            let arguments = function.arguments.iter().map(|e| self.in_own_variables(e)).collect();
            whole += Function::expr(function.operation.clone(), arguments).times(*c);
        }
        whole.normalised()
    }

    /// Flattens an expression, adds an auxiliary variable for each function, and requires all functions to be defined.
    pub(super) fn linear_expr(&mut self, constraint: usize, expr: &Expr) -> Result<Expr, ModelError> {
        let mut guards = Vec::new();
        let linear = self.guarded_expr(constraint, expr, &mut guards)?;
        self.require(constraint, guards)?;
        Ok(linear)
    }

    /// Like [`linear_expr`](Compiler::linear_expr), but adds guards instead of requiring functions to be defined.
    pub(super) fn guarded_expr(
        &mut self,
        constraint: usize,
        expr: &Expr,
        guards: &mut Vec<Expr>,
    ) -> Result<Expr, ModelError> {
        if expr.is_linear() {
            return Ok(expr.clone());
        }
        let mut linear = Expr { functions: Vec::new(), ..expr.clone() };
        for (c, function) in &expr.functions {
            let variable = self.function(constraint, function, guards)?;
            linear += Expr::from(IntVar::auxiliary(variable)).times(*c);
        }
        Ok(linear.normalised())
    }

    /// Like [`linear_expr`](Compiler::linear_expr), for both sides of a comparison.
    pub(super) fn linear_form(&mut self, constraint: usize, comparison: &Comparison) -> Result<Comparison, ModelError> {
        let stated = comparison.difference.normalised();
        let difference = if stated.is_linear() { stated } else { self.linear_expr(constraint, &stated)? };
        Ok(Comparison { difference, sign: comparison.sign })
    }

    /// Like [`linear_form`](Compiler::linear_form), for a comparison that must hold. If it contains a single function,
    /// its other terms restrict the function's range, which might otherwise be too large.
    pub(super) fn required_form(
        &mut self,
        constraint: usize,
        comparison: &Comparison,
    ) -> Result<Comparison, ModelError> {
        let stated = comparison.difference.normalised();
        if let [(c, _)] = stated.functions[..]
            && c != 0
        {
            let rest = self.range(&Expr { functions: Vec::new(), ..stated });
            let (low, high) = if c > 0 { (rest.1.saturating_neg(), rest.0.saturating_neg()) } else { rest };
            let size = c.saturating_abs();
            let within = (low.saturating_neg().div_euclid(size).saturating_neg(), high.div_euclid(size));
            self.within = match comparison.sign {
                Sign::Equal => Some(within),
                Sign::AtMost if c > 0 => Some((i128::MIN, within.1)),
                Sign::AtMost => Some((within.0, i128::MAX)),
                Sign::Differs => None,
            };
        }
        self.linear_form(constraint, comparison)
    }

    /// Adds the auxiliary variable of a function. Its value is meaningful only if the added guards hold.
    pub(super) fn function(
        &mut self,
        constraint: usize,
        function: &Arc<Function>,
        guards: &mut Vec<Expr>,
    ) -> Result<u32, ModelError> {
        let within = self.within.take();
        let expr = Expr { functions: vec![(1, Arc::clone(function))], ..Expr::default() };
        let bounds = |x: IntVar| self.model.declared_bounds(x);
        let ranges: Vec<_> = function.arguments.iter().map(|e| e.range(&bounds)).collect();
        let own = function.guards(&ranges);
        // A truth value absorbs undefinedness: it is 0 if anything inside is undefined.
        let is_truth = matches!(function.operation, Operation::Truth(_));
        let mut inner = Vec::new();
        let inside = if is_truth { &mut inner } else { &mut *guards };
        let mut lowered = Vec::with_capacity(function.arguments.len());
        for argument in &function.arguments {
            lowered.push(self.guarded_expr(constraint, &argument.normalised(), inside)?);
        }
        inside.extend(own.iter().cloned());
        if let Some(&variable) = self.shared.get(&expr) {
            return Ok(variable);
        }
        let (mut low, mut high) = function.range(&ranges);
        let limit = i128::from(View::LIMIT);
        let is_large = low < -limit || high > limit;
        if is_large {
            let (least, most) = within.unwrap_or((low, high));
            if low.max(least) < -limit || high.min(most) > limit || low.max(least) > high.min(most) {
                return Err(self.overflow(constraint, "function", (low, high), View::LIMIT.into()));
            }
            (low, high) = (low.max(least), high.min(most));
        }
        let defined_by = match (&function.operation, lowered.pop()) {
            (&Operation::Truth(sign), Some(difference)) => {
                let mut comparison = Comparison { difference, sign };
                if !inner.is_empty() {
                    // Combines the comparison of possibly meaningless values with the condition that they are
                    // defined.
                    let alone = self.truth(constraint, comparison)?;
                    inner.push(Expr::from(IntVar::auxiliary(alone)));
                    comparison = self.linear_form(constraint, &all_of(inner))?;
                }
                let variable = self.auxiliary(expr, (0, 1));
                let result = Argument { variable, negated: false, offset: 0 };
                self.definitions.push(Definition { constraint, defined_by: DefinedBy::Literal(comparison, result) });
                return Ok(variable);
            }
            _ => {
                // Uses the original arguments, because the user's expression determines the name of the variable and
                // whether the variable is shared. Their guards have been added already.
                let argument = |e| self.guarded_argument(constraint, e, &mut Vec::new());
                let arguments = function.arguments.iter().map(argument).collect::<Result<Vec<_>, _>>()?;
                let guard = match own.is_empty() {
                    true => None,
                    false => Some(self.argument(constraint, &all_of(own).into())?),
                };
                let variable = self.auxiliary(expr.clone(), (low as i32, high as i32));
                if is_large {
                    // Other constraints must not share the variable, because this constraint restricts its range.
                    self.shared.remove(&expr);
                }
                let result = Argument { variable, negated: false, offset: 0 };
                (variable, DefinedBy::Function { function: Arc::clone(function), arguments, result, guard })
            }
        };
        self.definitions.push(Definition { constraint, defined_by: defined_by.1 });
        Ok(defined_by.0)
    }

    /// Adds an auxiliary variable for the truth value of a linear comparison.
    pub(super) fn truth(&mut self, constraint: usize, comparison: Comparison) -> Result<u32, ModelError> {
        let variable = self.domains.len() as u32;
        self.domains.push(ValueSet::range(0, 1));
        let expr = self.in_own_variables(&comparison.clone().into());
        self.auxiliary.push(Auxiliary { expr, declared: ValueSet::range(0, 1) });
        let result = Argument { variable, negated: false, offset: 0 };
        self.definitions.push(Definition { constraint, defined_by: DefinedBy::Literal(comparison, result) });
        Ok(variable)
    }
}
