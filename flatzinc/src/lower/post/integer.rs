//! Comparisons and functions of one or two integers.

use super::{Entry, entry};
use crate::lower::site::{Done, Site};
use solver_core::{Expr, Relates};

pub(super) const NAMES: &[Entry] = &[
    entry("int_eq", 2, |site| compare(site, Relates::equals)),
    entry("int_ne", 2, |site| compare(site, Relates::differs)),
    entry("int_le", 2, |site| compare(site, Relates::at_most)),
    entry("int_lt", 2, |site| compare(site, Relates::less_than)),
    entry("int_ge", 2, |site| compare(site, Relates::at_least)),
    entry("int_gt", 2, |site| compare(site, Relates::greater_than)),
    entry("int_plus", 3, |site| sum(site, |x, y| x + y)),
    entry("int_minus", 3, |site| sum(site, |x, y| x - y)),
    entry("int_negate", 2, |site| {
        let (x, y) = (site.int(0)?, site.int(1)?);
        site.post(x.equals(-y))
    }),
    entry("int_times", 3, |site| {
        let (x, y, z) = three(site)?;
        site.rule.plain(site.model.times(x, y, z));
        Ok(())
    }),
    entry("int_div", 3, |site| {
        let (x, y, z) = three(site)?;
        site.rule.plain(site.model.div(x, y, z));
        Ok(())
    }),
    entry("int_mod", 3, |site| {
        let (x, y, z) = three(site)?;
        site.rule.plain(site.model.modulo(x, y, z));
        Ok(())
    }),
    entry("int_pow", 3, |site| {
        let (x, y, z) = three(site)?;
        site.rule.plain(site.model.pow(x, y, z));
        Ok(())
    }),
    entry("int_abs", 2, |site| {
        let (x, y) = (site.int(0)?, site.int(1)?);
        site.rule.strong(site.model.absolute(x, y));
        Ok(())
    }),
    entry("int_max", 3, |site| {
        let (x, y, z) = three(site)?;
        site.rule.plain(site.model.maximum([x, y], z));
        Ok(())
    }),
    entry("int_min", 3, |site| {
        let (x, y, z) = three(site)?;
        site.rule.plain(site.model.minimum([x, y], z));
        Ok(())
    }),
];

fn three(site: &Site<'_, '_>) -> Result<(Expr, Expr, Expr), crate::lower::LowerError> {
    Ok((site.int(0)?, site.int(1)?, site.int(2)?))
}

fn compare(site: &mut Site<'_, '_>, relation: fn(Expr, Expr) -> solver_core::Comparison) -> Done {
    let (x, y) = (site.int(0)?, site.int(1)?);
    site.post(relation(x, y))
}

fn sum(site: &mut Site<'_, '_>, of: fn(Expr, Expr) -> Expr) -> Done {
    let (x, y, z) = three(site)?;
    let variables: Vec<_> = site.call.arguments().iter().take(3).filter_map(|term| term.as_variable()).collect();
    site.post_sum(of(x, y).equals(z), &variables)
}
