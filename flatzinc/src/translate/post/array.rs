//! Element constraints and extremes of arrays. Indices count from 1 in FlatZinc, from 0 in solver-core.

use super::{Entry, entry};
use crate::translate::posting::{Done, Of, Posting};
use solver_core::{BoundsOrDomain, Expr};

/// So many values are few where holes are explained.
const FEW: u64 = 32;

pub(super) const NAMES: &[Entry] = &[
    entry("array_int_element", 3, |posting| {
        let (array, result) = (posting.numbers(1)?, posting.int(2)?);
        of_constants(posting, array, result)
    }),
    entry("array_bool_element", 3, |posting| {
        let (array, result) = (posting.known_truths(1)?, posting.truth(2)?);
        of_constants(posting, array, result)
    }),
    entry("array_var_int_element", 3, |posting| {
        let (array, result) = (posting.ints(1)?, posting.int(2)?);
        of_variables(posting, array, result)
    }),
    entry("array_var_bool_element", 3, |posting| {
        let (array, result) = (posting.truths(1)?, posting.truth(2)?);
        of_variables(posting, array, result)
    }),
    // Row, column, the rows one after the other, their length, the result. Both indices count from 1.
    entry("ferz_int_element2d", 5, |posting| {
        let (rows, result) = (posting.rows(&posting.numbers(2)?, posting.count(3)?)?, posting.int(4)?);
        let (row, column) = (posting.int(0)? - 1, posting.int(1)? - 1);
        if rows.is_empty() {
            return posting.post(Expr::from(0));
        }
        posting.rule.strong(posting.model.element_2d(rows, row, column, result));
        Ok(())
    }),
    entry("ferz_var_int_element2d", 5, |posting| {
        let (rows, result) = (posting.rows(&posting.ints(2)?, posting.count(3)?)?, posting.int(4)?);
        of_rows(posting, rows, result)
    }),
    entry("ferz_var_bool_element2d", 5, |posting| {
        let (rows, result) = (posting.rows(&posting.truths(2)?, posting.count(3)?)?, posting.truth(4)?);
        of_rows(posting, rows, result)
    }),
    entry("array_int_maximum", 2, |posting| {
        let (all, result) = (posting.ints(1)?, posting.int(0)?);
        posting.rule.plain(posting.model.maximum(all, result));
        Ok(())
    }),
    entry("array_int_minimum", 2, |posting| {
        let (all, result) = (posting.ints(1)?, posting.int(0)?);
        posting.rule.plain(posting.model.minimum(all, result));
        Ok(())
    }),
    // The array, the index of its first element, the index variable.
    entry("ferz_arg_max_int", 3, |posting| arg(posting, Of::Ints, true)),
    entry("ferz_arg_min_int", 3, |posting| arg(posting, Of::Ints, false)),
    entry("ferz_arg_max_bool", 3, |posting| arg(posting, Of::Truths, true)),
    entry("ferz_arg_min_bool", 3, |posting| arg(posting, Of::Truths, false)),
];

fn of_constants(posting: &mut Posting<'_, '_>, array: Vec<i32>, result: Expr) -> Done {
    let index = posting.int(0)? - 1;
    if array.is_empty() {
        return posting.post(Expr::from(0));
    }
    posting.rule.strong(posting.model.element(array, index, result));
    Ok(())
}

fn of_variables(posting: &mut Posting<'_, '_>, array: Vec<Expr>, result: Expr) -> Done {
    let index = posting.int(0)? - 1;
    if array.is_empty() {
        return posting.post(Expr::from(0));
    }
    let keeps_bounds = keeps_bounds(posting, 2);
    let posted = posting.model.element_of(array, index, result);
    posting.rule.strong(if keeps_bounds { posted.consistency(BoundsOrDomain::Bounds) } else { posted });
    Ok(())
}

fn of_rows(posting: &mut Posting<'_, '_>, rows: Vec<Vec<Expr>>, result: Expr) -> Done {
    let (row, column) = (posting.int(0)? - 1, posting.int(1)? - 1);
    if rows.is_empty() {
        return posting.post(Expr::from(0));
    }
    let keeps_bounds = keeps_bounds(posting, 4);
    let posted = posting.model.element_2d_of(rows, row, column, result);
    posting.rule.strong(if keeps_bounds { posted.consistency(BoundsOrDomain::Bounds) } else { posted });
    Ok(())
}

/// Whether an element of variables keeps bounds if nothing is said: a search that learns pays for every hole that it explains.
fn keeps_bounds(posting: &Posting<'_, '_>, result: usize) -> bool {
    let result = posting.call.arguments().get(result).and_then(|term| term.as_variable());
    posting.free && posting.rule.level.is_none() && result.is_some_and(|x| posting.vars.span(x) > FEW)
}

fn arg(posting: &mut Posting<'_, '_>, of: Of, is_maximum: bool) -> Done {
    let (all, base) = (posting.list(0, of)?, posting.number(1)?);
    let index = posting.int(2)? - base;
    posting.rule.plain(if is_maximum { posting.model.arg_max(all, index) } else { posting.model.arg_min(all, index) });
    Ok(())
}
