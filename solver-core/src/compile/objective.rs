//! Objectives that are sums: their terms, for core-guided search.

use super::{Argument, Compiler, DefinedBy, Flat};
use crate::engine::EngineBuilder;
use crate::model::{Expr, IntVar, Sign};
use crate::search::totals::{MOST, ObjectiveSum};

/// The number of reserved variables per term, and the maximum number in total.
const RESERVED: (usize, usize) = (4, 500);

/// The minimum and the maximum number of terms for core-guided search. In shorter sums, cores add little to
/// propagation; in longer ones, assuming the terms one by one takes too long.
const TERMS: (usize, usize) = (4, 5_000);

/// The limit on the sum of all magnitudes, so that no intermediate sum overflows.
const LIMIT: i128 = 1 << 60;

/// An objective as a sum, before the engine's views are known: a base and terms with weights above 0.
pub(super) struct ObjectiveTerms {
    base: i64,
    terms: Vec<(i64, Argument)>,
}

impl ObjectiveTerms {
    /// Converts to a sum over the engine's views and reserves variables for it. `propagator` is the index of the sum's
    /// propagator.
    pub(super) fn into_sum(self, builder: &mut EngineBuilder, propagator: u32) -> ObjectiveSum {
        let reserved = (RESERVED.0 * self.terms.len()).min(RESERVED.1);
        let terms = self.terms.into_iter().map(|(weight, term)| (weight, term.view(builder))).collect();
        ObjectiveSum { propagator, base: self.base, terms, reserved: builder.add_reserved(reserved, MOST) }
    }
}

/// Linear equations `Σ a·x + c = 0`.
struct Equations<'a>(Vec<&'a Expr>);

impl Equations<'_> {
    /// Returns the longest equation with at least `least` terms that defines the variable as a sum of other variables.
    fn defining(&self, variable: u32, least: usize) -> Option<Expr> {
        let defining = self.0.iter().filter(|sum| sum.terms.len() >= least && is_unit(coefficient(sum, variable)));
        Some(defining.max_by_key(|sum| sum.terms.len())?.normalised())
    }
}

fn coefficient(sum: &Expr, variable: u32) -> i128 {
    sum.terms.iter().filter(|(_, x)| x.index == variable).fold(0, |all: i128, (c, _)| all.saturating_add(*c))
}

fn is_unit(coefficient: i128) -> bool {
    coefficient.unsigned_abs() == 1
}

/// Rewrites `factor * variable` using an equation that defines the variable.
fn instead((factor, variable): (i128, u32), equation: &Expr) -> Expr {
    let mut others = equation.clone().times(-factor * coefficient(equation, variable));
    others.terms.retain(|(_, x)| x.index != variable);
    others
}

impl Compiler<'_> {
    /// Returns the terms of the longest equation that defines the objective. If the equation is short, its terms are
    /// replaced by their own definitions. `None` if there are too few or too many terms.
    pub(super) fn objective_sum(&self, minimised: Argument, flat: &[Flat]) -> Option<ObjectiveTerms> {
        let stated = self.model.constraints.iter().zip(flat).filter(|(constraint, _)| constraint.condition.is_none());
        let stated = stated.filter_map(|(_, flat)| flat.comparison.as_ref()).filter(|c| c.sign == Sign::Equal);
        let defined = self.definitions.iter().filter_map(|definition| match &definition.defined_by {
            DefinedBy::Sum(sum) => Some(&sum.difference),
            _ => None,
        });
        let equations = Equations(stated.map(|comparison| &comparison.difference).chain(defined).collect());
        let objective = (if minimised.negated { -1 } else { 1 }, minimised.variable);
        let mut sum = instead(objective, &equations.defining(minimised.variable, 2)?) + minimised.offset;
        if sum.terms.len() < TERMS.0 {
            for (factor, x) in std::mem::take(&mut sum.terms) {
                // The equation has one more term, for the variable itself.
                match equations.defining(x.index, TERMS.0 + 1) {
                    Some(equation) => sum += instead((factor, x.index), &equation),
                    None => sum.terms.push((factor, x)),
                }
            }
        }
        let Expr { mut terms, constant: base, .. } = sum.normalised();
        terms.sort_unstable_by_key(|(_, x)| x.index);
        let greatest = |&(coefficient, x): &(i128, IntVar)| {
            let set = &self.domains[x.index as usize];
            let most = set.max().unwrap_or(0).unsigned_abs().max(set.min().unwrap_or(0).unsigned_abs());
            coefficient.saturating_mul(most.into()).saturating_abs()
        };
        let most = terms.iter().map(greatest).fold(base.saturating_abs(), i128::saturating_add);
        if !(TERMS.0..=TERMS.1).contains(&terms.len()) || most > LIMIT {
            return None;
        }
        let term = |&(coefficient, x): &(i128, IntVar)| {
            let argument = Argument { variable: x.index, negated: coefficient < 0, offset: 0 };
            Some((i64::try_from(coefficient.saturating_abs()).ok()?, argument))
        };
        Some(ObjectiveTerms { base: i64::try_from(base).ok()?, terms: terms.iter().map(term).collect::<Option<_>>()? })
    }
}
