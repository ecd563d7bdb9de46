//! Constraints that connect variables with arrays: extreme values, elements and channels.

use super::Constraint;
use crate::condition::{Condition, Relation};
use crate::error::Fault;
use crate::term::{Term, constants, exprs, value};
use solver_core::prelude::*;

/// `<maximum>`: the largest value satisfies a condition.
pub(super) fn maximum(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    extreme(c, true)
}

/// `<minimum>`: the smallest value satisfies a condition.
pub(super) fn minimum(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    extreme(c, false)
}

fn extreme(c: &mut Constraint<'_, '_>, is_largest: bool) -> Result<(), Fault> {
    let (list, condition) = (c.listed()?, c.condition()?);
    match condition.equal() {
        Some(value) if is_largest => c.state(|model| model.maximum(list, value)),
        Some(value) => c.state(|model| model.minimum(list, value)),
        None if list.is_empty() => Err(Fault::Missing("list")),
        None => c.post(condition.holds(if is_largest { maximum_of(list) } else { minimum_of(list) })),
    }
}

/// `<maximumArg>`: the index of the largest value satisfies a condition.
pub(super) fn maximum_arg(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    extreme_index(c, true)
}

/// `<minimumArg>`: the index of the smallest value satisfies a condition.
pub(super) fn minimum_arg(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    extreme_index(c, false)
}

fn extreme_index(c: &mut Constraint<'_, '_>, is_largest: bool) -> Result<(), Fault> {
    let (mut list, condition) = (c.listed()?, c.condition()?);
    let first = c.attribute(c.list(), "startIndex")?;
    if list.is_empty() {
        return Err(Fault::Missing("list"));
    }
    let rank = c.node.attribute("rank").unwrap_or("any");
    if rank == "any" {
        let extreme = if is_largest { maximum_of(&list) } else { minimum_of(&list) };
        return match condition.equal() {
            Some(index) => c.post(list.at(index.clone() - first).equals(extreme)),
            None => {
                let holds = |(i, x)| all_of([condition.clone().holds(Expr::from(i)), (&extreme).equals(x)]);
                c.post(any_of((i64::from(first)..).zip(&list).map(holds).collect::<Vec<_>>()))
            }
        };
    }
    let last = value(list.len() as i64 - 1)?;
    let index = Expr::from(c.auxiliary(0, last.into())?);
    c.post(condition.holds(index.clone() + first))?;
    let index = if rank == "last" { Expr::from(last) - index } else { index };
    if rank == "last" {
        list.reverse();
    }
    match is_largest {
        true => c.state(|model| model.arg_max(list, index)),
        false => c.state(|model| model.arg_min(list, index)),
    }
}

/// `<element>`: the value of an array or a matrix at an index satisfies a condition.
pub(super) fn element(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let condition = match c.child("value") {
        Some(node) => Condition::Relation(Relation::Equal, c.read(node, |text| text.expr())?),
        None => c.condition()?,
    };
    let index = c.child("index").map(|node| c.exprs(node)).transpose()?;
    if let Some(node) = c.child("matrix") {
        let Some([row, column]) = index.as_deref() else { return Err(Fault::Missing("index")) };
        let row = row.clone() - c.attribute(node, "startRowIndex")?;
        let column = column.clone() - c.attribute(node, "startColIndex")?;
        let rows = c.read(node, |text| text.rows())?;
        return element_of_matrix(c, rows, [row, column], condition);
    }
    let node = c.list();
    let (list, first) = (c.terms(node)?, c.attribute(node, "startIndex")?);
    let index = match index.as_deref() {
        Some([index]) => index.clone() - first,
        Some(_) => return Err(Fault::Lengths { parts: "the index and the list" }),
        None => {
            let holds = list.into_iter().map(|term| Ok(condition.clone().holds(term.expr()?)));
            return c.post(any_of(holds.collect::<Result<Vec<_>, Fault>>()?));
        }
    };
    match (constants(&list)?, condition.equal()) {
        (Some(array), Some(result)) => c.state(|model| model.element(array, index, result)),
        (Some(array), None) => c.post(condition.holds(array.at(index))),
        (None, Some(result)) => {
            let list = exprs(list)?;
            c.state(|model| model.element_of(list, index, result))
        }
        (None, None) => c.post(condition.holds(exprs(list)?.at(index))),
    }
}

fn element_of_matrix(
    c: &mut Constraint<'_, '_>,
    rows: Vec<Vec<Term>>,
    [row, column]: [Expr; 2],
    condition: Condition,
) -> Result<(), Fault> {
    let width = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|cells| cells.len() != width) {
        return Err(Fault::Lengths { parts: "the rows of the matrix" });
    }
    let Some(result) = condition.equal() else {
        let width = value(width as i64)?;
        c.post((&column).in_set(0..width))?;
        let list = exprs(rows.concat())?;
        return c.post(condition.holds(list.at(row * width + column)));
    };
    let constant = rows.iter().map(|cells| constants(cells)).collect::<Result<Option<Vec<Vec<i32>>>, Fault>>()?;
    if let Some(rows) = constant {
        return c.state(|model| model.element_2d(rows, row, column, result));
    }
    let rows = rows.into_iter().map(exprs).collect::<Result<Vec<_>, Fault>>()?;
    c.state(|model| model.element_2d_of(rows, row, column, result))
}

/// `<channel>`: connects a list with itself, two lists with each other, or a list of truth values with the index of the
/// one that is true.
pub(super) fn channel(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let lists = c.children("list");
    let node = lists.first().copied().unwrap_or(c.node);
    let (list, first) = (c.exprs(node)?, c.attribute(node, "startIndex")?);
    if let Some(node) = c.child("value") {
        let index = c.read(node, |text| text.expr())?;
        let last = value(list.len() as i64 - 1 + i64::from(first))?;
        c.post((&index).in_set(first..=last))?;
        for (i, x) in list.into_iter().enumerate() {
            c.post(x.equals((&index).equals(i as i64 + i64::from(first))))?;
        }
        return Ok(());
    }
    let Some(&other) = lists.get(1) else {
        return c.state(|model| model.inverse(&list, &list, first));
    };
    let (other, second) = (c.exprs(other)?, c.attribute(other, "startIndex")?);
    if list.len() == other.len() {
        let inverse = other.into_iter().map(|y| y - first).collect::<Vec<_>>();
        return c.state(|model| model.inverse(list.into_iter().map(|x| x - second), inverse, 0));
    }
    let (shorter, longer, [from, to]) = match list.len() < other.len() {
        true => (list, other, [first, second]),
        false => (other, list, [second, first]),
    };
    // Each element of the shorter list is an index into the longer list, and the element there points back. The other
    // elements of the longer list are free.
    for (i, x) in shorter.into_iter().enumerate() {
        c.post(longer.at(x - to).equals(i as i64 + i64::from(from)))?;
    }
    Ok(())
}
