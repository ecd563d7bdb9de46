//! Propagators for constraints and for the definitions of auxiliary variables.

use super::{Compiler, DefinedBy, SUM_LIMIT};
use crate::constraints::reified::{Form, HalfReified, ReifiedByEvaluation};
use crate::constraints::{
    AbsDomain, Conjunction, LinearAtMost, LinearEqual, LinearEqualDomain, LinearError, LinearNotEqual, NotEqual,
    ReifiedEquality, ReifiedLiteral, Term,
};
use crate::engine::EngineBuilder;
use crate::model::definition::TooLarge;
use crate::model::{Comparison, Consistency, Expr, IntVar, ModelError, Operation, Sign};
use crate::propagator::Propagator;
use crate::view::View;
use std::sync::Arc;

impl Compiler<'_> {
    /// Creates the propagators of a constraint that must hold and is not a comparison.
    pub(super) fn propagators(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        views: Vec<View>,
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        let posted = &self.model.constraints[constraint];
        let Some(definition) = posted.definition() else { return Ok(Vec::new()) };
        definition.propagators(&views, b, posted.level).map_err(|refusal| match refusal {
            TooLarge(reason) => ModelError::TooLarge { constraint: self.display(constraint), reason },
        })
    }

    /// Creates the propagators of a half-reified or reified constraint that is not a comparison.
    pub(super) fn conditional(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        condition: View,
        form: Form,
        views: Vec<View>,
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        let inner = self.propagators(b, constraint, views.clone())?;
        let mut all: Vec<_> = inner.into_iter().map(|inner| under(condition, inner)).collect();
        let definition = self.model.constraints[constraint].definition();
        if let Some(semantics) = definition.and_then(|definition| definition.semantics.clone()) {
            let holds = Arc::new(move |values: &[i32]| semantics.holds(values));
            all.push(Box::new(ReifiedByEvaluation::new(condition, form, views, holds)));
        }
        Ok(all)
    }

    /// Creates the propagators of a half-reified or reified comparison, whose negation is also a comparison. The level
    /// `Value` means that none was chosen.
    pub(super) fn conditional_linear(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        comparison: &Comparison,
        level: Consistency,
        (condition, form): (View, Form),
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        if let Some(truth) = truth_of_fact(b, comparison, condition, form) {
            return Ok(vec![Box::new(truth)]);
        }
        if let Some(truth) = truth_of_equality(b, comparison, level, condition, form) {
            return Ok(vec![Box::new(truth)]);
        }
        if let (Form::Reified, Some(conjunction)) = (form, conjunction(b, comparison, condition)) {
            return Ok(vec![Box::new(conjunction)]);
        }
        let mut all = vec![under(condition, self.linear(b, constraint, comparison, level)?)];
        if form == Form::Reified {
            let negation = self.linear(b, constraint, &!comparison.clone(), level)?;
            all.push(under((-condition).plus(1), negation));
        }
        Ok(all)
    }

    /// Creates the propagators that define an auxiliary variable by its expression.
    pub(super) fn tied(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        defined_by: &DefinedBy,
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        let overflow = |LinearError::Overflow { low, high }| self.overflow(constraint, "sum", (low, high), SUM_LIMIT);
        match defined_by {
            DefinedBy::Sum(sum) => {
                let views = sum.difference.terms.iter().map(|&(_, x)| b.view(x.index as usize));
                let is_exact = self.is_exact(constraint) && is_small(b, views);
                let level = if is_exact { Consistency::Domain } else { Consistency::Bounds };
                Ok(vec![self.linear(b, constraint, sum, level)?])
            }
            DefinedBy::Literal(comparison, result) => {
                self.conditional_linear(b, constraint, comparison, Consistency::Value, (result.view(b), Form::Reified))
            }
            DefinedBy::Holds(truth) => {
                let term = Term { coefficient: -1, view: truth.view(b) };
                Ok(vec![Box::new(LinearAtMost::new([(term, 0..=1)], -1).map_err(overflow)?)])
            }
            DefinedBy::Function { function, arguments, result, guard } => {
                let arguments: Vec<View> = arguments.iter().map(|a| a.view(b)).collect();
                let result = result.view(b);
                let propagator: Option<Box<dyn Propagator>> = match (&function.operation, &arguments[..]) {
                    (Operation::Absolute, &[x]) if self.is_exact(constraint) && is_small(b, [x, result]) => {
                        Some(Box::new(AbsDomain::new(x, result)))
                    }
                    _ => function.propagator(&arguments, result),
                };
                let Some(propagator) = propagator else { return Ok(Vec::new()) };
                let Some(guard) = guard.map(|guard| guard.view(b)) else { return Ok(vec![propagator]) };
                // Fixes the result if the function is undefined, so that each solution is found only once.
                let (low, high) = b.bounds(result);
                let term = Term { coefficient: 1, view: result };
                let nothing = LinearEqual::new([(term, low..=high)], low.into()).map_err(overflow)?;
                Ok(vec![under(guard, propagator), under((-guard).plus(1), Box::new(nothing))])
            }
        }
    }

    /// Whether domain consistency was chosen for a constraint. If so, the definitions of its arguments are also domain
    /// consistent if they are small.
    pub(super) fn is_exact(&self, constraint: usize) -> bool {
        self.model.constraints.get(constraint).is_some_and(|c| c.level == Some(Consistency::Domain))
    }

    /// Creates a propagator that fails: `0 <= -1`.
    pub(super) fn never(&self, constraint: usize) -> Result<Box<dyn Propagator>, ModelError> {
        let overflow = |LinearError::Overflow { low, high }| self.overflow(constraint, "sum", (low, high), SUM_LIMIT);
        Ok(Box::new(LinearAtMost::new([], -1).map_err(overflow)?))
    }

    /// Creates the propagator of a linear comparison; `x != y + c` has its own propagator. The level matters only for
    /// equations, which `Domain` makes domain consistent; all other comparisons are always domain consistent.
    pub(super) fn linear(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        comparison: &Comparison,
        level: Consistency,
    ) -> Result<Box<dyn Propagator>, ModelError> {
        let expr = comparison.difference.normalised();
        if comparison.sign == Sign::Differs
            && let Some((x, y)) = two_views(b, &expr)
        {
            return Ok(Box::new(NotEqual::new(x, y)));
        }
        let limit = i128::from(SUM_LIMIT);
        let refused = |(low, high)| self.overflow(constraint, "sum", (low, high), SUM_LIMIT);
        if expr.constant.abs() > limit || expr.terms.iter().any(|t| t.0.abs() > limit) {
            return Err(refused(expr.range(&|x| b.bounds(b.view(x.index as usize)))));
        }
        let terms: Vec<_> = expr
            .terms
            .iter()
            .map(|&(c, x)| {
                let view = b.view(x.index as usize);
                let (low, high) = b.bounds(view);
                (Term { coefficient: c as i64, view }, low..=high)
            })
            .collect();
        let constant = -expr.constant as i64;
        let overflow = |LinearError::Overflow { low, high }| refused((low, high));
        Ok(match comparison.sign {
            Sign::AtMost => Box::new(LinearAtMost::new(terms, constant).map_err(overflow)?),
            Sign::Equal if level == Consistency::Domain => {
                let by_values = LinearEqualDomain::new(terms, constant).map_err(overflow)?;
                if let Err(reason) = by_values.is_within_limits() {
                    return Err(self.model.unsupported(constraint, level, reason.to_string()));
                }
                Box::new(by_values)
            }
            Sign::Equal => Box::new(LinearEqual::new(terms, constant).map_err(overflow)?),
            Sign::Differs => Box::new(LinearNotEqual::new(terms, constant).map_err(overflow)?),
        })
    }
}

/// The maximum number of value pairs that a domain consistent definition of an auxiliary variable may combine per run.
pub(super) const PAIRS: i64 = 1 << 16;

/// Whether domain consistency is cheap for an equation of these variables.
fn is_small(b: &EngineBuilder, views: impl IntoIterator<Item = View>) -> bool {
    let bounds = views.into_iter().map(|view| b.bounds(view));
    let mut spans: Vec<i64> = bounds.map(|(low, high)| i64::from(high) - i64::from(low) + 1).collect();
    spans.sort_unstable();
    matches!(spans[..], [least, .., most] if spans.len() <= 3 && least.saturating_mul(most) <= PAIRS)
}

/// Wraps a propagator so that it is active only when `condition` is 1.
fn under(condition: View, inner: Box<dyn Propagator>) -> Box<dyn Propagator> {
    Box::new(HalfReified::new(condition, inner))
}

/// Creates the reified literal for a comparison of one variable, if the comparison is `±x = v`, `±x != v` or `±x <= v`
/// after division by the coefficient.
fn truth_of_fact(b: &EngineBuilder, comparison: &Comparison, condition: View, form: Form) -> Option<ReifiedLiteral> {
    let expr = comparison.difference.normalised();
    let &[(coefficient, x)] = &expr.terms[..] else { return None };
    if !expr.is_linear() {
        return None;
    }
    // c·x + d <= 0 with c > 0 is x <= -d / c, rounded down; for c < 0 the same holds with -x.
    let view = if coefficient < 0 { -b.view(x.index as usize) } else { b.view(x.index as usize) };
    let (divisor, constant) = (coefficient.checked_abs()?, expr.constant.checked_neg()?);
    let v = i32::try_from(constant.div_euclid(divisor)).ok()?;
    let divides = constant.rem_euclid(divisor) == 0;
    match comparison.sign {
        Sign::AtMost => Some(ReifiedLiteral::at_most(condition, view, v, form)),
        Sign::Equal => divides.then(|| ReifiedLiteral::equals(condition, view, v, form)),
        // b <-> x != v is (1 - b) <-> x = v; half-reification has no such equivalent.
        Sign::Differs if form == Form::Reified => {
            divides.then(|| ReifiedLiteral::equals((-condition).plus(1), view, v, form))
        }
        Sign::Differs => None,
    }
}

/// The two sides of `±x + c = ±y` as views, if an expression is their difference.
fn two_views(b: &EngineBuilder, expr: &Expr) -> Option<(View, View)> {
    let &[(c @ (1 | -1), x), (d @ (1 | -1), y)] = &expr.terms[..] else { return None };
    let offset = i32::try_from(expr.constant).ok()?;
    let signed = |c: i128, x: IntVar| if c < 0 { -b.view(x.index as usize) } else { b.view(x.index as usize) };
    let moved = (Expr::from(x).times(c) + offset).range(&|x| b.bounds(b.view(x.index as usize)));
    let limit = i128::from(View::LIMIT);
    (-limit <= moved.0 && moved.1 <= limit).then(|| (signed(c, x).plus(offset), -signed(d, y)))
}

/// Creates the reified equality for a comparison of two different variables, neither of which is the condition.
fn truth_of_equality(
    b: &EngineBuilder,
    comparison: &Comparison,
    level: Consistency,
    condition: View,
    form: Form,
) -> Option<ReifiedEquality> {
    let truth = match (comparison.sign, form) {
        (Sign::Equal, _) => condition,
        // b <-> x != y is (1 - b) <-> x = y; half-reification has no such equivalent.
        (Sign::Differs, Form::Reified) => (-condition).plus(1),
        _ => return None,
    };
    let (x, y) = two_views(b, &comparison.difference.normalised())?;
    let differ = x.var() != y.var() && x.var() != truth.var() && y.var() != truth.var();
    // `!=` has a single level.
    let by_bounds = comparison.sign == Sign::Equal && level == Consistency::Bounds;
    let made = if by_bounds { ReifiedEquality::bounds } else { ReifiedEquality::domain };
    differ.then(|| made(truth, x, y, form))
}

/// Creates the reified conjunction or disjunction of two or more truth values, if the comparison is one.
fn conjunction(b: &EngineBuilder, comparison: &Comparison, condition: View) -> Option<Conjunction> {
    let expr = comparison.difference.normalised();
    if comparison.sign != Sign::AtMost || expr.terms.len() < 2 {
        return None;
    }
    // Reads each term as `-l` or `1 - l` for a truth value `l`. The comparison requires at least `least` of these to be
    // 1.
    let mut least = expr.constant;
    let mut parts = Vec::with_capacity(expr.terms.len());
    for &(c, x) in &expr.terms {
        let view = b.view(x.index as usize);
        let (low, high) = b.bounds(view);
        if c.abs() != 1 || low < 0 || high > 1 {
            return None;
        }
        least += i128::from(c == 1);
        parts.push(if c == 1 { (-view).plus(1) } else { view });
    }
    if least == parts.len() as i128 {
        return Some(Conjunction::new(condition, parts));
    }
    let none = parts.into_iter().map(|part| (-part).plus(1)).collect::<Vec<_>>();
    (least == 1).then(|| Conjunction::new((-condition).plus(1), none))
}
