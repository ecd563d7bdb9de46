//! Booleans: comparisons, connectives, clauses.

use super::{Entry, entry};
use crate::translate::ASSUME;
use crate::translate::posting::{Done, Posting};
use solver_core::constraints::Form;
use solver_core::{Comparison, Expr, Logic, Relates, all_of, any_of};

pub(super) const NAMES: &[Entry] = &[
    entry("bool_eq", 2, |posting| compare(posting, Relates::equals)),
    entry("bool_ne", 2, |posting| compare(posting, Relates::differs)),
    entry("bool_not", 2, |posting| compare(posting, Relates::differs)),
    entry("bool_le", 2, |posting| compare(posting, Relates::at_most)),
    entry("bool_lt", 2, |posting| compare(posting, Relates::less_than)),
    entry("bool_ge", 2, |posting| compare(posting, Relates::at_least)),
    entry("bool_gt", 2, |posting| compare(posting, Relates::greater_than)),
    entry("bool2int", 2, |posting| {
        let (b, x) = (posting.truth(0)?, posting.int(1)?);
        posting.post(b.equals(x))
    }),
    Entry { name: "bool_xor", arguments: (2, 3), post: exclusive },
    entry("bool_and", 3, |posting| {
        let (all, result) = ([posting.truth(0)?, posting.truth(1)?], posting.truth(2)?);
        stands_for(posting, all_of(all), result)
    }),
    entry("bool_or", 3, |posting| {
        let (any, result) = ([posting.truth(0)?, posting.truth(1)?], posting.truth(2)?);
        stands_for(posting, any_of(any), result)
    }),
    entry("array_bool_and", 2, |posting| {
        let (all, result) = (posting.truths(0)?, posting.truth(1)?);
        stands_for(posting, all_of(all), result)
    }),
    entry("array_bool_or", 2, |posting| {
        let (any, result) = (posting.truths(0)?, posting.truth(1)?);
        stands_for(posting, any_of(any), result)
    }),
    // What must hold if a truth value does.
    entry("array_bool_and_imp", 2, |posting| implied(posting, all_of::<Expr>)),
    entry("array_bool_or_imp", 2, |posting| implied(posting, any_of::<Expr>)),
    entry("bool_and_imp", 3, |posting| {
        let (all, result) = ([posting.truth(0)?, posting.truth(1)?], posting.truth(2)?);
        enforce_if(posting, all_of(all), result)
    }),
    entry("bool_or_imp", 3, |posting| {
        let (any, result) = ([posting.truth(0)?, posting.truth(1)?], posting.truth(2)?);
        enforce_if(posting, any_of(any), result)
    }),
    entry(ASSUME, 1, |posting| {
        let all = posting.truths(0)?;
        posting.post(all_of(all))
    }),
    entry("array_bool_xor", 1, odd),
    entry("ferz_xor", 1, odd),
    entry("bool_clause", 2, |posting| {
        let (positive, negative) = (posting.truths(0)?, posting.truths(1)?);
        if posting.rule.condition.is_some() {
            // A disjunction that has a truth value.
            return posting.post(any_of(positive.into_iter().chain(negative.into_iter().map(|b| 1 - b))));
        }
        posting.rule.plain(posting.model.clause(positive, negative));
        Ok(())
    }),
];

fn odd(posting: &mut Posting<'_, '_>) -> Done {
    let all = posting.truths(0)?;
    posting.rule.plain(posting.model.odd(all));
    Ok(())
}

fn compare(posting: &mut Posting<'_, '_>, relation: fn(Expr, Expr) -> Comparison) -> Done {
    let (a, b) = (posting.truth(0)?, posting.truth(1)?);
    posting.post(relation(a, b))
}

/// `result <-> said`. Without a condition of its own this is a constraint under a condition.
fn stands_for(posting: &mut Posting<'_, '_>, said: Comparison, result: Expr) -> Done {
    if posting.rule.condition.is_some() {
        return posting.post(Expr::from(said).equals(result));
    }
    posting.rule.condition = Some((Form::Reified, result));
    posting.post(said)
}

fn implied(posting: &mut Posting<'_, '_>, of: fn(Vec<Expr>) -> Comparison) -> Done {
    let (all, result) = (posting.truths(0)?, posting.truth(1)?);
    enforce_if(posting, of(all), result)
}

fn enforce_if(posting: &mut Posting<'_, '_>, said: Comparison, result: Expr) -> Done {
    posting.rule.condition = Some((Form::HalfReified, result));
    posting.post(said)
}

/// With two arguments they differ; with three the last one is the truth of that. A condition comes after the third.
fn exclusive(posting: &mut Posting<'_, '_>) -> Done {
    let (a, b) = (posting.truth(0)?, posting.truth(1)?);
    let conditions = usize::from(posting.rule.condition.is_some());
    if posting.call.arguments().len() - conditions == 2 {
        return posting.post(a.differs(b));
    }
    let c = posting.truth(2)?;
    match posting.rule.condition {
        None => {
            posting.rule.condition = Some((Form::Reified, c));
            posting.post(a.differs(b))
        }
        Some(_) => posting.post(c.iff(Expr::from(a.differs(b)))),
    }
}
