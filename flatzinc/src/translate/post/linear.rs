//! Linear constraints, over integers and Booleans.

use super::{Entry, entry};
use crate::instance::{Consistency as Level, Operand};
use crate::translate::TranslateError;
use crate::translate::posting::{Done, Posting};
use crate::translate::spelt_out::Equation;
use solver_core::{Comparison, Expr, Relates};

pub(super) const NAMES: &[Entry] = &[
    entry("int_lin_eq", 3, equation),
    entry("int_lin_ne", 3, |posting| integers(posting, Relates::differs)),
    entry("int_lin_le", 3, |posting| integers(posting, Relates::at_most)),
    entry("int_lin_lt", 3, |posting| integers(posting, Relates::less_than)),
    entry("int_lin_ge", 3, |posting| integers(posting, Relates::at_least)),
    entry("int_lin_gt", 3, |posting| integers(posting, Relates::greater_than)),
    entry("bool_lin_eq", 3, |posting| truths(posting, Relates::equals)),
    entry("bool_lin_ne", 3, |posting| truths(posting, Relates::differs)),
    entry("bool_lin_le", 3, |posting| truths(posting, Relates::at_most)),
    entry("bool_lin_lt", 3, |posting| truths(posting, Relates::less_than)),
    entry("bool_lin_ge", 3, |posting| truths(posting, Relates::at_least)),
    entry("bool_lin_gt", 3, |posting| truths(posting, Relates::greater_than)),
];

type Relation = fn(Expr, Expr) -> Comparison;

fn weighted(posting: &Posting<'_, '_>, of: Vec<Expr>) -> Result<Expr, TranslateError> {
    posting.call.expect_elements(1, posting.call.elements(0)?.len())?;
    Ok(Expr::weighted(posting.call.ints(0)?.into_iter().zip(of)))
}

/// An equation that is to be domain consistent, but has more variables than the solver combines, is spelt out if that
/// can be done.
fn equation(posting: &mut Posting<'_, '_>) -> Done {
    posting.call.expect_elements(1, posting.call.elements(0)?.len())?;
    let operands = posting.call.int_operands(1)?;
    if operands.len() > 3 && posting.rule.level == Some(Level::Domain) && posting.rule.condition.is_none() {
        let reach = |operand: &Operand<i64>| match *operand {
            Operand::Constant(value) => (value, value),
            Operand::Variable(x) => posting.vars.reach(x),
        };
        let reach = operands.iter().map(reach).collect();
        let equation = Equation { factors: posting.call.ints(0)?, reach, constant: posting.call.int(2)? };
        let all = posting.ints(1)?;
        if let Some(table) = posting.spelt_out.table(equation) {
            posting.rule.plain(posting.model.table(all, table));
            return Ok(());
        }
    }
    integers(posting, Relates::equals)
}

fn integers(posting: &mut Posting<'_, '_>, relation: Relation) -> Done {
    let sum = weighted(posting, posting.ints(1)?)?;
    let comparison = relation(sum, posting.int(2)?);
    let variables = posting.variables(1)?;
    posting.post_at_level(comparison, &variables)
}

fn truths(posting: &mut Posting<'_, '_>, relation: Relation) -> Done {
    let sum = weighted(posting, posting.truths(1)?)?;
    let comparison = relation(sum, posting.int(2)?);
    posting.post(comparison)
}
