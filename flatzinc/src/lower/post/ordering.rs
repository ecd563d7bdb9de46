//! Order of the elements of arrays, and of arrays.

use super::{Entry, entry};
use crate::lower::site::{Done, Of, Site};

pub(super) const NAMES: &[Entry] = &[
    entry("ferz_increasing_int", 1, |site| increasing(site, Of::Ints)),
    entry("ferz_increasing_bool", 1, |site| increasing(site, Of::Truths)),
    entry("ferz_strictly_increasing_int", 1, |site| {
        let all = site.ints(0)?;
        site.rule.plain(site.model.strictly_increasing(all));
        Ok(())
    }),
    entry("ferz_decreasing_int", 1, |site| decreasing(site, Of::Ints)),
    entry("ferz_decreasing_bool", 1, |site| decreasing(site, Of::Truths)),
    entry("ferz_strictly_decreasing_int", 1, |site| {
        let all = site.ints(0)?;
        site.rule.plain(site.model.strictly_decreasing(all));
        Ok(())
    }),
    entry("ferz_lex_less_int", 2, |site| less(site, Of::Ints)),
    entry("ferz_lex_less_bool", 2, |site| less(site, Of::Truths)),
    entry("ferz_lex_lesseq_int", 2, |site| at_most(site, Of::Ints)),
    entry("ferz_lex_lesseq_bool", 2, |site| at_most(site, Of::Truths)),
    entry("ferz_sort", 2, |site| {
        site.equally_long(&[0, 1])?;
        let (unsorted, sorted) = (site.ints(0)?, site.ints(1)?);
        site.rule.plain(site.model.sort(unsorted, sorted));
        Ok(())
    }),
];

fn increasing(site: &mut Site<'_, '_>, of: Of) -> Done {
    let all = site.list(0, of)?;
    site.rule.plain(site.model.increasing(all));
    Ok(())
}

fn decreasing(site: &mut Site<'_, '_>, of: Of) -> Done {
    let all = site.list(0, of)?;
    site.rule.plain(site.model.decreasing(all));
    Ok(())
}

fn less(site: &mut Site<'_, '_>, of: Of) -> Done {
    let (left, right) = (site.list(0, of)?, site.list(1, of)?);
    site.rule.plain(site.model.lex_less(left, right));
    Ok(())
}

fn at_most(site: &mut Site<'_, '_>, of: Of) -> Done {
    let (left, right) = (site.list(0, of)?, site.list(1, of)?);
    site.rule.plain(site.model.lex_less_eq(left, right));
    Ok(())
}
