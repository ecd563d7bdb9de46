//! Elements and extremes of arrays. Indices count from 1 in FlatZinc, from 0 in solver-core.

use super::{Entry, entry};
use crate::lower::site::{Done, Of, Site};
use solver_core::Expr;

pub(super) const NAMES: &[Entry] = &[
    entry("array_int_element", 3, |site| {
        let (array, result) = (site.numbers(1)?, site.int(2)?);
        of_constants(site, array, result)
    }),
    entry("array_bool_element", 3, |site| {
        let (array, result) = (site.known_truths(1)?, site.truth(2)?);
        of_constants(site, array, result)
    }),
    entry("array_var_int_element", 3, |site| {
        let (array, result) = (site.ints(1)?, site.int(2)?);
        of_variables(site, array, result)
    }),
    entry("array_var_bool_element", 3, |site| {
        let (array, result) = (site.truths(1)?, site.truth(2)?);
        of_variables(site, array, result)
    }),
    // Row, column, the rows one after the other, their length, the result. Both indices count from 1.
    entry("ferz_int_element2d", 5, |site| {
        let (rows, result) = (site.rows(&site.numbers(2)?, site.count(3)?)?, site.int(4)?);
        let (row, column) = (site.int(0)? - 1, site.int(1)? - 1);
        if rows.is_empty() {
            return site.post(Expr::from(0));
        }
        site.rule.strong(site.model.element_2d(rows, row, column, result));
        Ok(())
    }),
    entry("ferz_var_int_element2d", 5, |site| {
        let (rows, result) = (site.rows(&site.ints(2)?, site.count(3)?)?, site.int(4)?);
        of_rows(site, rows, result)
    }),
    entry("ferz_var_bool_element2d", 5, |site| {
        let (rows, result) = (site.rows(&site.truths(2)?, site.count(3)?)?, site.truth(4)?);
        of_rows(site, rows, result)
    }),
    entry("array_int_maximum", 2, |site| {
        let (all, result) = (site.ints(1)?, site.int(0)?);
        site.rule.plain(site.model.maximum(all, result));
        Ok(())
    }),
    entry("array_int_minimum", 2, |site| {
        let (all, result) = (site.ints(1)?, site.int(0)?);
        site.rule.plain(site.model.minimum(all, result));
        Ok(())
    }),
    // The array, the index of its first element, the index that is asked for.
    entry("ferz_arg_max_int", 3, |site| arg(site, Of::Ints, true)),
    entry("ferz_arg_min_int", 3, |site| arg(site, Of::Ints, false)),
    entry("ferz_arg_max_bool", 3, |site| arg(site, Of::Truths, true)),
    entry("ferz_arg_min_bool", 3, |site| arg(site, Of::Truths, false)),
];

fn of_constants(site: &mut Site<'_, '_>, array: Vec<i32>, result: Expr) -> Done {
    let index = site.int(0)? - 1;
    if array.is_empty() {
        return site.post(Expr::from(0));
    }
    site.rule.strong(site.model.element(array, index, result));
    Ok(())
}

fn of_variables(site: &mut Site<'_, '_>, array: Vec<Expr>, result: Expr) -> Done {
    let index = site.int(0)? - 1;
    if array.is_empty() {
        return site.post(Expr::from(0));
    }
    site.rule.strong(site.model.element_of(array, index, result));
    Ok(())
}

fn of_rows(site: &mut Site<'_, '_>, rows: Vec<Vec<Expr>>, result: Expr) -> Done {
    let (row, column) = (site.int(0)? - 1, site.int(1)? - 1);
    if rows.is_empty() {
        return site.post(Expr::from(0));
    }
    site.rule.strong(site.model.element_2d_of(rows, row, column, result));
    Ok(())
}

fn arg(site: &mut Site<'_, '_>, of: Of, is_maximum: bool) -> Done {
    let (all, base) = (site.list(0, of)?, site.number(1)?);
    let index = site.int(2)? - base;
    site.rule.plain(if is_maximum { site.model.arg_max(all, index) } else { site.model.arg_min(all, index) });
    Ok(())
}
