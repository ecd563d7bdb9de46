//! Linear constraints, over integers and Booleans.

use super::{Entry, entry};
use crate::instance::{Consistency as Level, Operand};
use crate::translate::TranslateError;
use crate::translate::posting::{Done, Posting};
use solver_core::constraints::Table;
use solver_core::{Comparison, Expr, Relates, View};

pub(super) const NAMES: &[Entry] = &[
    entry("int_lin_eq", 3, |posting| {
        posting.call.expect_elements(1, posting.call.elements(0)?.len())?;
        match tuples(posting)? {
            Some(table) => {
                let all = posting.ints(1)?;
                posting.rule.plain(posting.model.table(all, &table));
                Ok(())
            }
            None => integers(posting, Relates::equals),
        }
    }),
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

/// The most tuples that an equation is spelt out in.
const MOST_TUPLES: i64 = 4_096;

/// The solutions of an equation that is to be domain consistent, but has more variables than the solver combines: the
/// index of an array of three dimensions, as MiniZinc computes it. Of one variable without coefficient the value follows
/// from those of the others; `None` if these are too many.
fn tuples(posting: &Posting<'_, '_>) -> Result<Option<Table>, TranslateError> {
    let (factors, operands, constant) = (posting.call.ints(0)?, posting.call.int_operands(1)?, posting.call.int(2)?);
    if posting.rule.level != Some(Level::Domain) || posting.rule.condition.is_some() || operands.len() <= 3 {
        return Ok(None);
    }
    let reach: Vec<(i64, i64)> = operands
        .iter()
        .map(|operand| match *operand {
            Operand::Constant(value) => (value, value),
            Operand::Variable(x) => posting.vars.reach(x),
        })
        .collect();
    let limit = i64::from(View::LIMIT);
    if reach.iter().any(|&(low, high)| low < -limit || high > limit) {
        return Ok(None);
    }
    let span = |&k: &usize| reach[k].1 - reach[k].0 + 1;
    let Some(last) = (0..reach.len()).filter(|&k| factors[k].abs() == 1).max_by_key(span) else { return Ok(None) };
    let others: Vec<usize> = (0..reach.len()).filter(|&k| k != last).collect();
    let count = others.iter().fold(1_i64, |count, k| count.saturating_mul(span(k)));
    if count > MOST_TUPLES {
        return Ok(None);
    }
    let mut rows = Vec::new();
    let mut row: Vec<i64> = reach.iter().map(|&(low, _)| low).collect();
    for _ in 0..count {
        let sum: i128 = others.iter().map(|&k| i128::from(factors[k]) * i128::from(row[k])).sum();
        let value = (i128::from(constant) - sum) * i128::from(factors[last]);
        if i128::from(reach[last].0) <= value && value <= i128::from(reach[last].1) {
            row[last] = value as i64;
            rows.push(row.iter().map(|&v| v as i32).collect::<Vec<i32>>());
        }
        // The next one, as an odometer counts.
        for &k in others.iter().rev() {
            if row[k] < reach[k].1 {
                row[k] += 1;
                break;
            }
            row[k] = reach[k].0;
        }
    }
    Ok(Table::new(reach.len(), rows).ok())
}

fn integers(posting: &mut Posting<'_, '_>, relation: Relation) -> Done {
    let sum = weighted(posting, posting.ints(1)?)?;
    let comparison = relation(sum, posting.int(2)?);
    let variables = posting.variables(1)?;
    posting.post_sum(comparison, &variables)
}

fn truths(posting: &mut Posting<'_, '_>, relation: Relation) -> Done {
    let sum = weighted(posting, posting.truths(1)?)?;
    let comparison = relation(sum, posting.int(2)?);
    posting.post(comparison)
}
