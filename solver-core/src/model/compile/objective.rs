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

/// What the terms may cost together: half of it is left for sums in between.
const LIMIT: i128 = 1 << 61;

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

impl Compiler<'_> {
    /// The terms of the longest equation that defines the objective, if there are enough.
    pub(super) fn objective_sum(
        &self,
        minimised: Argument,
        comparisons: &[Option<Comparison>],
    ) -> Option<ObjectiveTerms> {
        let stated =
            self.model.constraints.iter().zip(comparisons).filter(|(constraint, _)| constraint.condition.is_none());
        let equations = stated.filter_map(|(_, comparison)| comparison.as_ref()).filter(|c| c.sign == Sign::Equal);
        let definitions = self.definitions.iter().filter_map(|definition| match &definition.defined_by {
            DefinedBy::Sum(sum) => Some(sum),
            _ => None,
        });
        let own = |sum: &Expr| -> i128 {
            sum.terms.iter().filter(|(_, x)| x.index == minimised.variable).map(|(coefficient, _)| coefficient).sum()
        };
        let defining =
            equations.map(|equation| &equation.difference).chain(definitions).filter(|sum| own(sum).abs() == 1);
        let sum = defining.max_by_key(|sum| sum.terms.len())?.normalised();
        // Its equation says that the variable and the rest are 0; the objective is the variable or its negation.
        let factor = if minimised.negated { own(&sum) } else { -own(&sum) };
        let rest = sum.terms.iter().filter(|(_, x)| x.index != minimised.variable);
        let terms: Vec<(i128, u32)> = rest.map(|&(coefficient, x)| (factor * coefficient, x.index)).collect();
        let width = |&(coefficient, variable): &(i128, u32)| {
            let set = &self.domains[variable as usize];
            coefficient.abs() * (i128::from(set.max().unwrap_or(0)) - i128::from(set.min().unwrap_or(0)))
        };
        if terms.len() < FEWEST || terms.iter().map(width).sum::<i128>() > LIMIT {
            return None;
        }
        let term = |(c, variable): (i128, u32)| {
            Some((i64::try_from(c.abs()).ok()?, Argument { variable, negated: c < 0, offset: 0 }))
        };
        Some(ObjectiveTerms {
            base: i64::try_from(i128::from(minimised.offset) + factor * sum.constant).ok()?,
            terms: terms.into_iter().map(term).collect::<Option<_>>()?,
        })
    }
}
