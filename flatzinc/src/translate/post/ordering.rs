//! Ordering constraints: on the elements of an array, and on arrays.

use super::{Entry, entry};
use crate::translate::posting::{Done, Of, Posting};

pub(super) const NAMES: &[Entry] = &[
    entry("ferz_increasing_int", 1, |posting| increasing(posting, Of::Ints)),
    entry("ferz_increasing_bool", 1, |posting| increasing(posting, Of::Truths)),
    entry("ferz_strictly_increasing_int", 1, |posting| {
        let all = posting.ints(0)?;
        posting.rule.plain(posting.model.strictly_increasing(all));
        Ok(())
    }),
    entry("ferz_decreasing_int", 1, |posting| decreasing(posting, Of::Ints)),
    entry("ferz_decreasing_bool", 1, |posting| decreasing(posting, Of::Truths)),
    entry("ferz_strictly_decreasing_int", 1, |posting| {
        let all = posting.ints(0)?;
        posting.rule.plain(posting.model.strictly_decreasing(all));
        Ok(())
    }),
    entry("ferz_lex_less_int", 2, |posting| less(posting, Of::Ints)),
    entry("ferz_lex_less_bool", 2, |posting| less(posting, Of::Truths)),
    entry("ferz_lex_lesseq_int", 2, |posting| at_most(posting, Of::Ints)),
    entry("ferz_lex_lesseq_bool", 2, |posting| at_most(posting, Of::Truths)),
    entry("ferz_sort", 2, |posting| {
        posting.equally_long(&[0, 1])?;
        let (unsorted, sorted) = (posting.ints(0)?, posting.ints(1)?);
        posting.rule.plain(posting.model.sort(unsorted, sorted));
        Ok(())
    }),
];

fn increasing(posting: &mut Posting<'_, '_>, of: Of) -> Done {
    let all = posting.list(0, of)?;
    posting.rule.plain(posting.model.increasing(all));
    Ok(())
}

fn decreasing(posting: &mut Posting<'_, '_>, of: Of) -> Done {
    let all = posting.list(0, of)?;
    posting.rule.plain(posting.model.decreasing(all));
    Ok(())
}

fn less(posting: &mut Posting<'_, '_>, of: Of) -> Done {
    let (left, right) = (posting.list(0, of)?, posting.list(1, of)?);
    posting.rule.plain(posting.model.lex_less(left, right));
    Ok(())
}

fn at_most(posting: &mut Posting<'_, '_>, of: Of) -> Done {
    let (left, right) = (posting.list(0, of)?, posting.list(1, of)?);
    posting.rule.plain(posting.model.lex_less_eq(left, right));
    Ok(())
}
