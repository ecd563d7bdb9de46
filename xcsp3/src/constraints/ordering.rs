//! Orders of variables, lists and values.

use super::Constraint;
use super::counting::transposed;
use crate::condition::Relation;
use crate::error::Fault;
use solver_core::prelude::*;

/// The maximum number of values in a `<precedence>` that does not list its values.
const MOST_VALUES: u64 = 1 << 16;

/// `<ordered>`: each variable, plus its length, compares with the next one as the operator requires.
pub(super) fn ordered(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let (list, operator) = (c.listed()?, c.operator()?);
    let lengths = c.child("lengths").map(|node| c.exprs(node)).transpose()?;
    if let Some(lengths) = lengths {
        if lengths.len() + 1 < list.len() {
            return Err(Fault::Lengths { parts: "list and lengths" });
        }
        for (pair, length) in list.windows(2).zip(lengths) {
            c.post(operator.holds(pair[0].clone() + length, pair[1].clone()))?;
        }
        return Ok(());
    }
    match operator {
        Relation::Less => c.state(|model| model.strictly_increasing(list)),
        Relation::AtMost => c.state(|model| model.increasing(list)),
        Relation::AtLeast => c.state(|model| model.decreasing(list)),
        _ => c.state(|model| model.strictly_decreasing(list)),
    }
}

/// `<lex>`: lists, or the rows and the columns of a matrix, are in lexicographic order.
pub(super) fn lex(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let operator = c.operator()?;
    if let Some(matrix) = c.child("matrix") {
        let rows = c.matrix(matrix)?;
        let columns = transposed(&rows)?;
        chain(c, rows, operator)?;
        return chain(c, columns, operator);
    }
    let lists = c.children("list").into_iter().map(|list| c.exprs(list)).collect::<Result<_, Fault>>()?;
    chain(c, lists, operator)
}

fn chain(c: &mut Constraint<'_, '_>, mut lists: Vec<Vec<Expr>>, operator: Relation) -> Result<(), Fault> {
    if matches!(operator, Relation::AtLeast | Relation::Greater) {
        lists.reverse();
    }
    let is_strict = matches!(operator, Relation::Less | Relation::Greater);
    for pair in lists.windows(2) {
        let (left, right) = (&pair[0], &pair[1]);
        match is_strict {
            true => c.state(|model| model.lex_less(left, right))?,
            false => c.state(|model| model.lex_less_eq(left, right))?,
        }
    }
    Ok(())
}

/// `<precedence>`: each value occurs only after the preceding value has occurred.
pub(super) fn precedence(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let list = c.listed()?;
    let node = c.child("values");
    let values = match node {
        Some(node) => {
            let terms = c.terms(node)?;
            let values = terms.iter().map(|term| term.values().map(|set| set.iter().collect::<Vec<_>>()));
            values.collect::<Result<Vec<_>, Fault>>()?.concat()
        }
        None => {
            let variables = c.read(c.list(), |text| text.variables())?;
            let domains = variables.iter().filter_map(|x| c.names.domains.get(x));
            let all = ValueSet::from_ranges(domains.flat_map(|domain| domain.ranges().to_vec()));
            if all.len() > MOST_VALUES {
                return Err(Fault::TooLarge("the range of values"));
            }
            all.iter().collect()
        }
    };
    let is_covered = node.and_then(|node| node.attribute("covered")) == Some("true");
    if let Some(&last) = values.last().filter(|_| is_covered) {
        c.post(any_of(list.iter().map(|x| x.equals(last)).collect::<Vec<_>>()))?;
    }
    c.state(|model| model.value_precede_chain(values, list))
}
