//! An objective that is a sum: its terms, for a search that is guided by their cores.

use super::{Argument, Compiler, DefinedBy};
use crate::engine::EngineBuilder;
use crate::model::comparison::Comparison;
use crate::model::expr::{Expr, Sign};
use crate::search::totals::{MOST, ObjectiveSum};

/// Spare variables for each term, and altogether at most.
const SPARE: (usize, usize) = (4, 500);

/// Of a sum of fewer terms little is known by cores that propagation does not know.
const FEWEST: usize = 4;

/// What the base and the terms may be together: so much less than what fits that no sum in between overflows.
const LIMIT: i128 = 1 << 60;

/// An objective as a sum, before the engine's views are known: a base and terms with weights above 0.
pub(super) struct ObjectiveTerms {
    base: i64,
    terms: Vec<(i64, Argument)>,
}

impl ObjectiveTerms {
    /// The sum over the views of an engine, which gets spare variables for it and will have a propagator of this number.
    pub(super) fn sum_of(self, builder: &mut EngineBuilder, propagator: u32) -> ObjectiveSum {
        let spare = (SPARE.0 * self.terms.len()).min(SPARE.1);
        let terms = self.terms.into_iter().map(|(weight, term)| (weight, term.view(builder))).collect();
        ObjectiveSum { propagator, base: self.base, terms, spare: builder.add_spare(spare, MOST) }
    }
}

/// Equations of sums, `Σ a·x + c = 0`.
struct Equations<'a>(Vec<&'a Expr>);

impl Equations<'_> {
    /// The longest one of at least so many variables that gives a variable as the sum of others.
    fn of(&self, variable: u32, least: usize) -> Option<Expr> {
        let defining = self.0.iter().filter(|sum| sum.terms.len() >= least && coefficient(sum, variable).abs() == 1);
        Some(defining.max_by_key(|sum| sum.terms.len())?.normalised())
    }
}

fn coefficient(sum: &Expr, variable: u32) -> i128 {
    sum.terms.iter().filter(|(_, x)| x.index == variable).map(|(coefficient, _)| coefficient).sum()
}

/// Replaces a variable, which an equation gives, in a sum with this factor for it.
fn substitute(sum: &mut (i128, Vec<(i128, u32)>), (factor, variable): (i128, u32), equation: &Expr) {
    let factor = -factor * coefficient(equation, variable);
    sum.0 += factor * equation.constant;
    let others = equation.terms.iter().filter(|(_, x)| x.index != variable);
    sum.1.extend(others.map(|&(coefficient, x)| (factor * coefficient, x.index)));
}

impl Compiler<'_> {
    /// The terms of the objective by the longest equation that gives it; and where that is short, by those of its terms. `None` if there are few.
    pub(super) fn objective_sum(
        &self,
        minimised: Argument,
        comparisons: &[Option<Comparison>],
    ) -> Option<ObjectiveTerms> {
        let stated =
            self.model.constraints.iter().zip(comparisons).filter(|(constraint, _)| constraint.condition.is_none());
        let stated = stated.filter_map(|(_, comparison)| comparison.as_ref()).filter(|c| c.sign == Sign::Equal);
        let defined = self.definitions.iter().filter_map(|definition| match &definition.defined_by {
            DefinedBy::Sum(sum) => Some(sum),
            _ => None,
        });
        let equations = Equations(stated.map(|comparison| &comparison.difference).chain(defined).collect());
        let mut sum = (i128::from(minimised.offset), Vec::new());
        let objective = (if minimised.negated { -1 } else { 1 }, minimised.variable);
        substitute(&mut sum, objective, &equations.of(minimised.variable, 2)?);
        if sum.1.len() < FEWEST {
            for term in std::mem::take(&mut sum.1) {
                // One more: the variable itself.
                match equations.of(term.1, FEWEST + 1) {
                    Some(equation) => substitute(&mut sum, term, &equation),
                    None => sum.1.push(term),
                }
            }
        }
        let (base, mut terms) = sum;
        terms.sort_unstable_by_key(|term| term.1);
        let terms: Vec<(i128, u32)> = terms
            .chunk_by(|a, b| a.1 == b.1)
            .map(|same| (same.iter().map(|term| term.0).sum(), same[0].1))
            .filter(|&(coefficient, _)| coefficient != 0)
            .collect();
        let greatest = |&(coefficient, variable): &(i128, u32)| {
            let set = &self.domains[variable as usize];
            coefficient.abs()
                * i128::from(set.max().unwrap_or(0).unsigned_abs().max(set.min().unwrap_or(0).unsigned_abs()))
        };
        if terms.len() < FEWEST || base.abs() + terms.iter().map(greatest).sum::<i128>() > LIMIT {
            return None;
        }
        let term = |(coefficient, variable): (i128, u32)| {
            Some((i64::try_from(coefficient.abs()).ok()?, Argument { variable, negated: coefficient < 0, offset: 0 }))
        };
        Some(ObjectiveTerms {
            base: i64::try_from(base).ok()?,
            terms: terms.into_iter().map(term).collect::<Option<_>>()?,
        })
    }
}
