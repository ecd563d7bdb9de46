//! Constraints that count values.

use super::Constraint;
use crate::condition::{Condition, Relation};
use crate::error::Fault;
use crate::term::{Term, exprs, numbers, set, value};
use solver_core::constraints::Times;
use solver_core::prelude::*;

/// `<allDifferent>`: variables, entire lists, or the variables in each row and column of a matrix are different.
pub(super) fn all_different(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let (lists, except) = (c.children("list"), c.child("except"));
    if except.is_some() && (lists.len() > 1 || c.child("matrix").is_some()) {
        return Err(Fault::unsupported("allDifferent of lists or a matrix with exceptions"));
    }
    if let Some(matrix) = c.child("matrix") {
        let rows = c.matrix(matrix)?;
        for line in rows.iter().cloned().chain(transposed(&rows)?) {
            c.state(|model| model.all_different(line))?;
        }
        return Ok(());
    }
    if lists.len() > 1 {
        let lists = lists.into_iter().map(|list| c.exprs(list)).collect::<Result<Vec<_>, Fault>>()?;
        if lists.iter().any(|list| list.len() != lists[0].len()) {
            return Err(Fault::Lengths { parts: "the lists" });
        }
        for (i, one) in lists.iter().enumerate() {
            for other in &lists[i + 1..] {
                let differ = one.iter().zip(other).map(|(x, y)| x.differs(y));
                c.post(any_of(differ.collect::<Vec<_>>()))?;
            }
        }
        return Ok(());
    }
    let list = c.listed()?;
    match except {
        None => c.state(|model| model.all_different(list)),
        Some(except) => {
            let values = c.values(except)?;
            c.state(|model| model.all_different_except(list, values.iter()))
        }
    }
}

/// The columns of a matrix.
pub(super) fn transposed(rows: &[Vec<Expr>]) -> Result<Vec<Vec<Expr>>, Fault> {
    let columns = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != columns) {
        return Err(Fault::Lengths { parts: "the rows of the matrix" });
    }
    Ok((0..columns).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect())
}

/// `<allEqual>`: all variables are equal.
pub(super) fn all_equal(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    if c.children("list").len() > 1 {
        return Err(Fault::unsupported("allEqual of lists"));
    }
    let list = c.listed()?;
    c.state(|model| model.all_equal(list))
}

/// `<count>`: the number of variables that have one of the values satisfies a condition.
pub(super) fn count(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let (list, values, condition) = (c.listed()?, c.terms(c.required("values")?)?, c.condition()?);
    if let ([Term::Expr(value)], Some(count)) = (&values[..], condition.equal()) {
        let (value, count) = (value.clone(), count.clone());
        return c.state(|model| model.count_equal(list, value, count));
    }
    if let [Term::Expr(value)] = &values[..] {
        return c.post(condition.holds(count_of(list, value)));
    }
    let values = set(&values)?;
    if let Some(count) = condition.equal() {
        return c.state(|model| model.among(list, values.iter(), count));
    }
    let count = match values.ranges() {
        &[(low, high)] if low == high => count_of(list, low),
        _ => list.into_iter().map(|x| x.in_set(values.clone())).sum(),
    };
    c.post(condition.holds(count))
}

/// `<nValues>`: the number of distinct values that occur satisfies a condition.
pub(super) fn n_values(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let (list, condition) = (c.listed()?, c.condition()?);
    let Some(except) = c.child("except") else {
        return match condition.equal() {
            Some(count) => c.state(|model| model.nvalue(list, count)),
            None => c.post(condition.holds(nvalue_of(list))),
        };
    };
    let except = c.values(except)?;
    let count = match condition {
        Condition::Relation(Relation::Equal, count) => count,
        condition => {
            let count = Expr::from(c.auxiliary(0, list.len() as i64)?);
            c.post(condition.holds(count.clone()))?;
            count
        }
    };
    c.state(|model| model.nvalue_except(list, except.iter(), count))
}

/// `<cardinality>`: constrains how often each value occurs.
pub(super) fn cardinality(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let node = c.required("values")?;
    let (list, values, occurs) = (c.listed()?, c.terms(node)?, c.terms(c.required("occurs")?)?);
    if values.len() != occurs.len() {
        return Err(Fault::Lengths { parts: "values and occurs" });
    }
    let is_closed = node.attribute("closed") == Some("true");
    let Some(numbers) = numbers(&values) else {
        let values = exprs(values)?;
        for (value, occurs) in values.iter().zip(occurs) {
            let count = count_of(&list, value);
            let holds = match occurs {
                Term::Set(set) => count.in_set(set),
                term => count.equals(term.expr()?),
            };
            c.post(holds)?;
        }
        if is_closed {
            for x in &list {
                c.post(any_of(values.iter().map(|value| x.equals(value)).collect::<Vec<_>>()))?;
            }
        }
        return Ok(());
    };
    let counts = numbers.into_iter().zip(occurs).map(|(number, occurs)| {
        let times = match &occurs {
            Term::Set(set) => match set.ranges() {
                &[(low, high)] => Times::from(low..=high),
                _ => return Err(Fault::unsupported("a number of occurrences that is neither a number nor a range")),
            },
            Term::Number(n) => Times::from(value(*n)?),
            Term::Expr(e) => Times::from(e.clone()),
            Term::Any => Times::from(0..),
            Term::Members(_) => return Err(Fault::unsupported("a number of occurrences that is a set")),
        };
        Ok((value(number)?, times))
    });
    let counts = counts.collect::<Result<Vec<_>, Fault>>()?;
    if is_closed { c.state(|model| model.gcc_closed(list, counts)) } else { c.state(|model| model.gcc(list, counts)) }
}
