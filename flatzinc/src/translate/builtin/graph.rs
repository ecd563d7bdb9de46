//! Graphs, circuits and inverse functions. The index of the first element is an argument, because FlatZinc arrays do
//! not preserve it.

use super::arguments::Arguments;
use super::posting::{Done, Posting};
use super::{Builtin, builtin};
use crate::translate::error::TranslateError;
use solver_core::constraints::{CircuitLevel, Graph, GraphError};
use solver_core::{Consistency, Expr};

type NewGraph = fn(usize, Vec<(usize, usize)>) -> Result<Graph, GraphError>;

pub(super) const TABLE: &[Builtin] = &[
    // Arguments: the successors, and the index of the first node.
    builtin("ferz_circuit", 2, |p| {
        let posted = p.model.circuit(nodes(p, 0, 1)?);
        p.rule.plain(match p.rule.level {
            Some(Consistency::Value) => posted.consistency(CircuitLevel::NoCycle),
            Some(Consistency::Domain) => posted.consistency(CircuitLevel::Different),
            Some(Consistency::Bounds) | None => posted,
        })
    })
    .bounds(|p| p.within(0, p.call.int(1)?, p.length(0)?))
    .unmoved(),
    builtin("ferz_subcircuit", 2, |p| p.rule.plain(p.model.subcircuit(nodes(p, 0, 1)?)))
        .bounds(|p| p.within(0, p.call.int(1)?, p.length(0)?))
        .unmoved(),
    // Arguments: a function and its inverse, each followed by its first index.
    builtin("ferz_inverse", 4, |p| p.rule.leveled(p.model.inverse(nodes(p, 0, 3)?, nodes(p, 2, 1)?, 0)))
        .bounds(|p| {
            p.within(0, p.call.int(3)?, p.length(2)?)?;
            p.within(2, p.call.int(1)?, p.length(0)?)
        })
        .unmoved(),
    // Arguments: the ends of the edges, the index of the first node, the nodes and the edges.
    builtin("ferz_connected", 5, |p| {
        let graph = graph(p, Graph::undirected, p.call.elements(3)?.len())?;
        p.rule.plain(p.model.connected_subgraph(&graph, p.truths(3)?, p.truths(4)?))
    })
    .no_bounds()
    .unmoved(),
    // The same arguments, followed by the root.
    builtin("ferz_dreachable", 6, |p| {
        let graph = graph(p, Graph::directed, p.call.elements(3)?.len())?;
        let root = p.int(5)? - p.number(2)?;
        p.rule.plain(p.model.reachable_subgraph(&graph, root, p.truths(3)?, p.truths(4)?))
    })
    .bounds(|p| p.within(5, p.call.int(2)?, p.length(3)?))
    .unmoved(),
    // Arguments: the ends of the edges, the index of the first node, the number of nodes and the edges.
    builtin("ferz_forest", 5, |p| acyclic(p, Graph::undirected)).no_bounds().unmoved(),
    builtin("ferz_dag", 5, |p| acyclic(p, Graph::directed)).no_bounds().unmoved(),
];

fn acyclic(p: &mut Posting<'_, '_>, new: NewGraph) -> Done {
    let graph = graph(p, new, p.count(3)?)?;
    p.rule.plain(p.model.acyclic(&graph, p.truths(4)?))
}

/// Builds the graph that the first three arguments describe.
fn graph(p: &Posting<'_, '_>, new: NewGraph, nodes: usize) -> Result<Graph, TranslateError> {
    p.equally_long(&[0, 1])?;
    let first = p.call.int(2)?;
    let end = |node: i64| {
        let number = node.checked_sub(first).and_then(|n| usize::try_from(n).ok()).filter(|&n| n < nodes);
        number.ok_or_else(|| p.misuse(format!("{node} is not one of the {nodes} nodes that start at {first}")))
    };
    let edges = p.call.ints(0)?.into_iter().zip(p.call.ints(1)?);
    let edges = edges.map(|(from, to)| Ok((end(from)?, end(to)?))).collect::<Result<Vec<_>, TranslateError>>()?;
    new(nodes, edges).map_err(|error| p.misuse(error.to_string()))
}

/// Converts a list of node indices that count from the base in another argument to indices that count from 0.
fn nodes(p: &Posting<'_, '_>, list: usize, base: usize) -> Result<Vec<Expr>, TranslateError> {
    let base = p.number(base)?;
    Ok(p.ints(list)?.into_iter().map(|x| x - base).collect())
}
