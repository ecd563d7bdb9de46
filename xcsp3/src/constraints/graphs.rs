//! Circuits and flows.

use super::{Constraint, content};
use crate::error::Fault;
use crate::text::Text;
use solver_core::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// `<circuit>`: the successors of nodes form one circuit; a node that is its own successor is not on it.
pub(super) fn circuit(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let node = c.list();
    let first = c.attribute(node, "startIndex")?;
    let successors: Vec<Expr> = c.listed()?.into_iter().map(|x| x - first).collect();
    let size = c.child("size").map(|node| c.read(node, |text| text.expr())).transpose()?;
    let visits = successors.iter().enumerate().map(|(i, next)| next.differs(i as i64));
    let visited: Expr = visits.map(Expr::from).sum();
    c.post(match size {
        Some(size) => visited.equals(size),
        None => visited.at_least(1),
    })?;
    c.state(|model| model.subcircuit(successors))
}

/// `<flow>`: the flow out of each node minus the flow into it is the node's balance; the cost satisfies a condition.
pub(super) fn flow(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let (flows, balance) = (c.listed()?, c.exprs(c.required("balance")?)?);
    let text = content(c.required("arcs")?);
    let mut text = Text::new(&text, c.names, c.scope);
    let mut arcs = Vec::new();
    while !text.is_over() {
        let words = text.words()?;
        let ends: Vec<i64> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let &[from, to] = &ends[..] else { return Err(text.expected("arcs between two nodes")) };
        arcs.push((from, to));
    }
    let nodes: BTreeSet<i64> = arcs.iter().flat_map(|&(from, to)| [from, to]).collect();
    if arcs.len() != flows.len() || nodes.len() != balance.len() {
        return Err(Fault::Lengths { parts: "list and arcs, or balance and nodes," });
    }
    let mut leaving: BTreeMap<i64, Vec<(i64, Expr)>> = BTreeMap::new();
    for ((from, to), flow) in arcs.into_iter().zip(&flows) {
        leaving.entry(from).or_default().push((1, flow.clone()));
        leaving.entry(to).or_default().push((-1, flow.clone()));
    }
    for (terms, balance) in leaving.into_values().zip(balance) {
        c.post(Expr::weighted(terms).equals(balance))?;
    }
    if c.child("weights").is_some() || c.child("condition").is_some() {
        let weights = c.required("weights")?;
        let (weights, condition) = (c.terms(weights)?, c.condition()?);
        return c.post(condition.holds(super::sums::weighted(flows, Some(weights))?));
    }
    Ok(())
}
