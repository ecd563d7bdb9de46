//! Element constraints, and constraints on the index of the smallest or largest element. Indices count from 1 in
//! FlatZinc and from 0 in solver-core.

use super::arguments::{Arguments, Of, Read};
use super::posting::{Done, Posting};
use super::premises::{Premises, hull_of_numbers, hull_of_parts};
use super::sums::{self, Sums};
use super::{Builtin, builtin};
use solver_core::{BoundsOrDomain, Expr};

/// The maximum number of result values for which an element constraint remains domain consistent in a search that must
/// explain every hole.
const FEW: u64 = 32;

pub(super) const TABLE: &[Builtin] = &[
    builtin("array_int_element", 3, |p| constants(p, p.numbers(1)?, p.int(2)?))
        .bounds(|p| {
            p.learn(p.int(2)?, hull_of_numbers(&p.call.ints(1)?))?;
            index(p, 0, 1, 1)
        })
        .moved(&[&[1, 2]])
        .or_sums(Sums::always(sums::element))
        .chooses(|call| Ok((1, vec![call.int_operand(2)?]))),
    builtin("array_bool_element", 3, |p| constants(p, p.known_truths(1)?, p.truth(2)?))
        .bounds(|p| index(p, 0, 1, 1))
        .unmoved(),
    builtin("array_var_int_element", 3, |p| variables(p, p.ints(1)?, p.int(2)?))
        .bounds(|p| {
            p.learn(p.int(2)?, hull_of_parts(&p.ints(1)?))?;
            index(p, 0, 1, 1)
        })
        .moved(&[&[1, 2]])
        .or_sums(Sums::always(sums::element)),
    builtin("array_var_bool_element", 3, |p| variables(p, p.truths(1)?, p.truth(2)?))
        .bounds(|p| index(p, 0, 1, 1))
        .unmoved(),
    // Arguments: row, column, the matrix in row-major order, the row length, the result. Both indices count from 1.
    builtin("ferz_int_element2d", 5, |p| {
        let (rows, result) = (p.rows(&p.numbers(2)?, p.count(3)?)?, p.int(4)?);
        let (row, column) = (p.int(0)? - 1, p.int(1)? - 1);
        if rows.is_empty() {
            return p.post(Expr::from(0));
        }
        p.rule.strong(p.model.element_2d(rows, row, column, result))
    })
    .bounds(|p| {
        p.learn(p.int(4)?, hull_of_numbers(&p.call.ints(2)?))?;
        indices(p)
    })
    .moved(&[&[2, 4]])
    .chooses(|call| Ok((2, vec![call.int_operand(4)?]))),
    builtin("ferz_var_int_element2d", 5, |p| rows(p, p.rows(&p.ints(2)?, p.count(3)?)?, p.int(4)?))
        .bounds(|p| {
            p.learn(p.int(4)?, hull_of_parts(&p.ints(2)?))?;
            indices(p)
        })
        .moved(&[&[2, 4]]),
    builtin("ferz_var_bool_element2d", 5, |p| rows(p, p.rows(&p.truths(2)?, p.count(3)?)?, p.truth(4)?))
        .bounds(indices)
        .unmoved(),
    // Arguments: the array, the index of its first element, the index variable.
    builtin("ferz_arg_max_int", 3, |p| arg_max(p, Of::Ints)).bounds(place).moved(&[&[0]]),
    builtin("ferz_arg_min_int", 3, |p| arg_min(p, Of::Ints)).bounds(place).moved(&[&[0]]),
    builtin("ferz_arg_max_bool", 3, |p| arg_max(p, Of::Truths)).bounds(place).unmoved(),
    builtin("ferz_arg_min_bool", 3, |p| arg_min(p, Of::Truths)).bounds(place).unmoved(),
];

fn constants(p: &mut Posting<'_, '_>, array: Vec<i32>, result: Expr) -> Done {
    let index = p.int(0)? - 1;
    if array.is_empty() {
        return p.post(Expr::from(0));
    }
    p.rule.strong(p.model.element(array, index, result))
}

fn variables(p: &mut Posting<'_, '_>, array: Vec<Expr>, result: Expr) -> Done {
    let index = p.int(0)? - 1;
    if array.is_empty() {
        return p.post(Expr::from(0));
    }
    let keeps_bounds = keeps_bounds(p, 2);
    let posted = p.model.element_of(array, index, result);
    p.rule.strong(if keeps_bounds { posted.consistency(BoundsOrDomain::Bounds) } else { posted })
}

fn rows(p: &mut Posting<'_, '_>, rows: Vec<Vec<Expr>>, result: Expr) -> Done {
    let (row, column) = (p.int(0)? - 1, p.int(1)? - 1);
    if rows.is_empty() {
        return p.post(Expr::from(0));
    }
    let keeps_bounds = keeps_bounds(p, 4);
    let posted = p.model.element_2d_of(rows, row, column, result);
    p.rule.strong(if keeps_bounds { posted.consistency(BoundsOrDomain::Bounds) } else { posted })
}

/// Whether an element constraint on variables is only bounds consistent by default, because learning explains every
/// hole.
fn keeps_bounds(p: &Posting<'_, '_>, result: usize) -> bool {
    let result = p.call.arguments().get(result).and_then(|term| term.as_variable());
    p.free && p.rule.level.is_none() && result.is_some_and(|x| p.vars.span(x) > FEW)
}

fn arg_max(p: &mut Posting<'_, '_>, of: Of) -> Done {
    let (all, base) = (p.list(0, of)?, p.number(1)?);
    p.rule.plain(p.model.arg_max(all, p.int(2)? - base))
}

fn arg_min(p: &mut Posting<'_, '_>, of: Of) -> Done {
    let (all, base) = (p.list(0, of)?, p.number(1)?);
    p.rule.plain(p.model.arg_min(all, p.int(2)? - base))
}

/// Derives that argument `at` is an index into a list whose first index is `first`.
fn index(p: &mut Premises<'_>, at: usize, list: usize, first: i64) -> Read<()> {
    let first = i128::from(first);
    p.learn(p.int(at)?, (first, first + p.length(list)? - 1))
}

fn place(p: &mut Premises<'_>) -> Read<()> {
    index(p, 2, 0, p.call.int(1)?)
}

/// Derives bounds on the row index and the column index of a matrix in row-major order.
fn indices(p: &mut Premises<'_>) -> Read<()> {
    let (cells, columns) = (p.length(2)?, i128::from(p.call.int(3)?));
    p.learn(p.int(1)?, (1, columns))?;
    p.learn(p.int(0)?, (1, cells / columns.max(1)))
}
