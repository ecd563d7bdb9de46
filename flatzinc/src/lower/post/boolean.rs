//! Truth values: comparisons, connectives, clauses.

use super::{Entry, entry};
use crate::lower::ASSUME;
use crate::lower::site::{Done, Site};
use solver_core::constraints::Form;
use solver_core::{Comparison, Expr, Logic, Relates, all_of, any_of};

pub(super) const NAMES: &[Entry] = &[
    entry("bool_eq", 2, |site| compare(site, Relates::equals)),
    entry("bool_ne", 2, |site| compare(site, Relates::differs)),
    entry("bool_not", 2, |site| compare(site, Relates::differs)),
    entry("bool_le", 2, |site| compare(site, Relates::at_most)),
    entry("bool_lt", 2, |site| compare(site, Relates::less_than)),
    entry("bool_ge", 2, |site| compare(site, Relates::at_least)),
    entry("bool_gt", 2, |site| compare(site, Relates::greater_than)),
    entry("bool2int", 2, |site| {
        let (b, x) = (site.truth(0)?, site.int(1)?);
        site.post(b.equals(x))
    }),
    Entry { name: "bool_xor", arguments: (2, 3), post: exclusive },
    entry("bool_and", 3, |site| {
        let (all, result) = ([site.truth(0)?, site.truth(1)?], site.truth(2)?);
        stands_for(site, all_of(all), result)
    }),
    entry("bool_or", 3, |site| {
        let (any, result) = ([site.truth(0)?, site.truth(1)?], site.truth(2)?);
        stands_for(site, any_of(any), result)
    }),
    entry("array_bool_and", 2, |site| {
        let (all, result) = (site.truths(0)?, site.truth(1)?);
        stands_for(site, all_of(all), result)
    }),
    entry("array_bool_or", 2, |site| {
        let (any, result) = (site.truths(0)?, site.truth(1)?);
        stands_for(site, any_of(any), result)
    }),
    // What must hold if a truth value does.
    entry("array_bool_and_imp", 2, |site| implied(site, all_of::<Expr>)),
    entry("array_bool_or_imp", 2, |site| implied(site, any_of::<Expr>)),
    entry("bool_and_imp", 3, |site| {
        let (all, result) = ([site.truth(0)?, site.truth(1)?], site.truth(2)?);
        only_if(site, all_of(all), result)
    }),
    entry("bool_or_imp", 3, |site| {
        let (any, result) = ([site.truth(0)?, site.truth(1)?], site.truth(2)?);
        only_if(site, any_of(any), result)
    }),
    entry(ASSUME, 1, |site| {
        let all = site.truths(0)?;
        site.post(all_of(all))
    }),
    entry("array_bool_xor", 1, odd),
    entry("ferz_xor", 1, odd),
    entry("bool_clause", 2, |site| {
        let (positive, negative) = (site.truths(0)?, site.truths(1)?);
        if site.rule.condition.is_some() {
            // A disjunction that has a truth value.
            return site.post(any_of(positive.into_iter().chain(negative.into_iter().map(|b| 1 - b))));
        }
        site.rule.plain(site.model.clause(positive, negative));
        Ok(())
    }),
];

fn odd(site: &mut Site<'_, '_>) -> Done {
    let all = site.truths(0)?;
    site.rule.plain(site.model.odd(all));
    Ok(())
}

fn compare(site: &mut Site<'_, '_>, relation: fn(Expr, Expr) -> Comparison) -> Done {
    let (a, b) = (site.truth(0)?, site.truth(1)?);
    site.post(relation(a, b))
}

/// `result <-> said`. Without a condition of its own this is a constraint under a condition.
fn stands_for(site: &mut Site<'_, '_>, said: Comparison, result: Expr) -> Done {
    if site.rule.condition.is_some() {
        return site.post(Expr::from(said).equals(result));
    }
    site.rule.condition = Some((Form::Iff, result));
    site.post(said)
}

fn implied(site: &mut Site<'_, '_>, of: fn(Vec<Expr>) -> Comparison) -> Done {
    let (all, result) = (site.truths(0)?, site.truth(1)?);
    only_if(site, of(all), result)
}

fn only_if(site: &mut Site<'_, '_>, said: Comparison, result: Expr) -> Done {
    site.rule.condition = Some((Form::OnlyIf, result));
    site.post(said)
}

/// With two arguments they differ; with three the last one tells whether they do. A condition comes after the third.
fn exclusive(site: &mut Site<'_, '_>) -> Done {
    let (a, b) = (site.truth(0)?, site.truth(1)?);
    let conditions = usize::from(site.rule.condition.is_some());
    if site.call.arguments().len() - conditions == 2 {
        return site.post(a.differs(b));
    }
    let c = site.truth(2)?;
    match site.rule.condition {
        None => {
            site.rule.condition = Some((Form::Iff, c));
            site.post(a.differs(b))
        }
        Some(_) => site.post(c.iff(Expr::from(a.differs(b)))),
    }
}
