//! Comparisons and functions of one or two integers.

use super::{Entry, entry};
use crate::instance::VariableId;
use crate::translate::posting::{Done, Posting};
use solver_core::{Expr, Relates};

pub(super) const NAMES: &[Entry] = &[
    entry("int_eq", 2, |posting| compare(posting, Relates::equals)),
    entry("int_ne", 2, |posting| compare(posting, Relates::differs)),
    entry("int_le", 2, |posting| compare(posting, Relates::at_most)),
    entry("int_lt", 2, |posting| compare(posting, Relates::less_than)),
    entry("int_ge", 2, |posting| compare(posting, Relates::at_least)),
    entry("int_gt", 2, |posting| compare(posting, Relates::greater_than)),
    entry("int_plus", 3, |posting| sum(posting, |x, y| x + y)),
    entry("int_minus", 3, |posting| sum(posting, |x, y| x - y)),
    entry("int_negate", 2, |posting| {
        let (x, y) = (posting.int(0)?, posting.int(1)?);
        posting.post(x.equals(-y))
    }),
    entry("int_times", 3, |posting| {
        let (x, y, z) = three(posting)?;
        posting.rule.plain(posting.model.times(x, y, z));
        Ok(())
    }),
    entry("int_div", 3, |posting| {
        let (x, y, z) = three(posting)?;
        posting.rule.plain(posting.model.div(x, y, z));
        Ok(())
    }),
    entry("int_mod", 3, |posting| {
        let (x, y, z) = three(posting)?;
        posting.rule.plain(posting.model.modulo(x, y, z));
        Ok(())
    }),
    entry("int_pow", 3, |posting| {
        let (x, y, z) = three(posting)?;
        posting.rule.plain(posting.model.pow(x, y, z));
        Ok(())
    }),
    entry("int_abs", 2, |posting| {
        let (x, y) = (posting.int(0)?, posting.int(1)?);
        posting.rule.strong(posting.model.abs(x, y));
        Ok(())
    }),
    entry("int_max", 3, |posting| {
        let (x, y, z) = three(posting)?;
        posting.rule.plain(posting.model.maximum([x, y], z));
        Ok(())
    }),
    entry("int_min", 3, |posting| {
        let (x, y, z) = three(posting)?;
        posting.rule.plain(posting.model.minimum([x, y], z));
        Ok(())
    }),
];

fn three(posting: &Posting<'_, '_>) -> Result<(Expr, Expr, Expr), crate::translate::TranslateError> {
    Ok((posting.int(0)?, posting.int(1)?, posting.int(2)?))
}

fn compare(posting: &mut Posting<'_, '_>, relation: fn(Expr, Expr) -> solver_core::Comparison) -> Done {
    let (x, y) = (posting.int(0)?, posting.int(1)?);
    let variables = first_variables(posting, 2);
    posting.post_at_level(relation(x, y), &variables)
}

fn sum(posting: &mut Posting<'_, '_>, of: fn(Expr, Expr) -> Expr) -> Done {
    let (x, y, z) = three(posting)?;
    let variables = first_variables(posting, 3);
    posting.post_at_level(of(x, y).equals(z), &variables)
}

/// The variables among the first arguments.
fn first_variables(posting: &Posting<'_, '_>, arguments: usize) -> Vec<VariableId> {
    posting.call.arguments().iter().take(arguments).filter_map(|term| term.as_variable()).collect()
}
