//! Posts catalogue constraints by name. The package has a documented method for each of them.

use crate::callback::{PythonPropagator, holds};
use crate::convert;
use crate::error::{ModelError, rejected};
use crate::model::{Constraint, How, Model};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solver_core::constraints::{Automaton, Diagram, Graph, Table};
use solver_core::{Expr, View};

/// The arguments of a constraint.
struct Arguments<'a, 'py> {
    model: &'a Model,
    kind: &'a str,
    given: &'a Bound<'py, PyTuple>,
}

impl<'py> Arguments<'_, 'py> {
    fn at(&self, i: usize) -> PyResult<Bound<'py, PyAny>> {
        self.given.get_item(i)
    }

    fn wrong(&self, text: impl std::fmt::Display) -> PyErr {
        ModelError::new_err(format!("{}: {text}", self.kind))
    }

    /// Returns the name of an argument in messages.
    fn argument(&self, i: usize) -> String {
        format!("{}: argument {}", self.kind, i + 1)
    }

    fn list(&self, i: usize) -> PyResult<Vec<Expr>> {
        let array = convert::array(&self.at(i)?, &self.argument(i))?;
        array.origin.belongs(&self.model.home)?;
        Ok(array.items.iter().map(|kind| kind.core()).collect())
    }

    /// Reads lists of equal length.
    fn lists<const N: usize>(&self, first: usize) -> PyResult<Vec<[Expr; N]>> {
        let lists = (first..first + N).map(|i| self.list(i)).collect::<PyResult<Vec<_>>>()?;
        if lists.iter().any(|list| list.len() != lists[0].len()) {
            let lengths: Vec<usize> = lists.iter().map(Vec::len).collect();
            return Err(self.wrong(format!("its lists differ in length: {lengths:?}")));
        }
        Ok((0..lists[0].len()).map(|row| std::array::from_fn(|i| lists[i][row].clone())).collect())
    }

    fn one(&self, i: usize) -> PyResult<Expr> {
        let expr = convert::expr(&self.at(i)?, &self.argument(i))?;
        expr.origin.belongs(&self.model.home)?;
        Ok(expr.kind.core())
    }

    fn values(&self, i: usize) -> PyResult<Vec<i32>> {
        convert::values(&self.at(i)?, &self.argument(i))
    }

    fn number(&self, i: usize) -> PyResult<i32> {
        convert::value(&self.at(i)?, &self.argument(i))
    }

    fn index(object: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
        let number = convert::number(object, what)?;
        usize::try_from(number).map_err(|_| ModelError::new_err(format!("{what} {number}: give a non-negative number")))
    }

    /// Reads table rows; None or "*" stands for any value.
    fn table(&self, i: usize, arity: usize) -> PyResult<Table> {
        let cell = |cell: &Bound<'_, PyAny>| {
            let is_any = cell.is_none() || cell.extract::<&str>().is_ok_and(|text| text == "*");
            (!is_any).then(|| convert::value(cell, "a value of a table")).transpose()
        };
        let row = |row: &Bound<'_, PyAny>| {
            let row = if row.hasattr("tolist")? { row.call_method0("tolist")? } else { row.clone() };
            convert::list(&row, "a row of a table")?.iter().map(cell).collect::<PyResult<Vec<_>>>()
        };
        let rows = convert::list(&self.at(i)?, "a table")?.iter().map(row).collect::<PyResult<Vec<_>>>()?;
        Table::short(arity, rows).map_err(rejected)
    }

    /// Reads arcs given as (from, value, to).
    fn arcs(&self, arcs: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, i32, usize)>> {
        let arc = |arc: &Bound<'_, PyAny>| {
            let [from, value, to] = &convert::list(arc, "an arc")?[..] else {
                return Err(self.wrong("an arc must be (from, value, to)"));
            };
            let value = convert::value(value, "the value of an arc")?;
            Ok((Arguments::index(from, "a state")?, value, Arguments::index(to, "a state")?))
        };
        convert::list(arcs, "arcs")?.iter().map(arc).collect()
    }

    fn automaton(&self, first: usize) -> PyResult<Automaton> {
        let (states, start) = (self.at(first)?, self.at(first + 1)?);
        let accepting = convert::list(&self.at(first + 2)?, "the accepting states")?;
        let accepting =
            accepting.iter().map(|state| Arguments::index(state, "a state")).collect::<PyResult<Vec<_>>>()?;
        let (states, start) = (Arguments::index(&states, "the states")?, Arguments::index(&start, "a state")?);
        if states > 1 << 24 {
            return Err(self.wrong(format!("{states} states are too many")));
        }
        Automaton::new(states, start, accepting, self.arcs(&self.at(first + 3)?)?).map_err(rejected)
    }

    /// Creates a matrix's grid graph, or a graph with the given edges.
    fn graph(&self, nodes: usize, edges: usize, directed: bool) -> PyResult<Graph> {
        let edges = self.at(edges)?;
        if edges.is_none() {
            let [rows, columns] = convert::array(&self.at(0)?, &self.argument(0))?.shape[..] else {
                return Err(self.wrong("without edges, the nodes must form a matrix"));
            };
            return Graph::grid(rows, columns).map_err(|error| self.wrong(error));
        }
        let edge = |edge: &Bound<'_, PyAny>| {
            let [from, to] = &convert::list(edge, "an edge")?[..] else {
                return Err(self.wrong("an edge must be (from, to)"));
            };
            Ok((Arguments::index(from, "a node")?, Arguments::index(to, "a node")?))
        };
        let edges = convert::list(&edges, "edges")?.iter().map(edge).collect::<PyResult<Vec<_>>>()?;
        let graph = if directed { Graph::directed(nodes, edges) } else { Graph::undirected(nodes, edges) };
        graph.map_err(|error| self.wrong(error))
    }

    /// Whether an argument is true.
    fn is_set(&self, i: usize) -> PyResult<bool> {
        self.at(i)?.is_truthy()
    }

    /// Reads a list of numbers and a list of expressions, and pairs them up.
    fn beside(&self, numbers: usize, list: usize) -> PyResult<Vec<(i32, Expr)>> {
        let (numbers, list) = (self.values(numbers)?, self.list(list)?);
        if numbers.len() != list.len() {
            return Err(self.wrong(format!("{} numbers for {} expressions", numbers.len(), list.len())));
        }
        Ok(numbers.into_iter().zip(list).collect())
    }

    fn rows(&self, i: usize) -> PyResult<Vec<Vec<Expr>>> {
        let array = convert::array(&self.at(i)?, &self.argument(i))?;
        array.origin.belongs(&self.model.home)?;
        let [_, columns] = array.shape[..] else { return Err(self.wrong("expected a matrix")) };
        let row = |row: &[crate::expr::Kind]| row.iter().map(|kind| kind.core()).collect();
        Ok(array.items.chunks(columns.max(1)).map(row).collect())
    }
}

/// Posts the constraint with this name.
pub(crate) fn post(model: &Model, kind: &str, given: &Bound<'_, PyTuple>, how: &How) -> PyResult<Constraint> {
    let a = Arguments { model, kind, given };
    // Converts the arguments first, because the conversion may run Python code that needs the model.
    macro_rules! post {
        (@ [$($name:ident)*] $method:ident($first:expr $(, $rest:expr)*) $new:ident $($more:ident)*) => {{
            let $new = $first;
            post!(@ [$($name)* $new] $method($($rest),*) $($more)*)
        }};
        (@ [$($name:ident)*] $method:ident() $($more:ident)*) => {
            model.posting(how, |m| how.on(m.$method($($name),*)))
        };
        ($method:ident($($argument:expr),*)) => { post!(@ [] $method($($argument),*) p q r s) };
    }
    match kind {
        "acyclic" => {
            let edges = convert::list(&a.at(1)?, "edges")?;
            let ends = edges.iter().map(|edge| convert::values(edge, "an edge")).collect::<PyResult<Vec<_>>>()?;
            let nodes =
                ends.into_iter().flatten().max().and_then(|last| usize::try_from(last).ok()).map_or(0, |n| n + 1);
            post!(acyclic(&a.graph(nodes, 1, a.is_set(2)?)?, a.list(0)?))
        }
        "all_different" => post!(all_different(a.list(0)?)),
        "all_different_except" => post!(all_different_except(a.list(0)?, a.values(1)?)),
        "all_equal" => post!(all_equal(a.list(0)?)),
        "among" => post!(among(a.list(0)?, a.values(1)?, a.one(2)?)),
        "arg_max" => post!(arg_max(a.list(0)?, a.one(1)?)),
        "arg_min" => post!(arg_min(a.list(0)?, a.one(1)?)),
        "at_least" => post!(at_least(a.list(0)?, a.number(1)?, a.one(2)?)),
        "at_most" => post!(at_most(a.list(0)?, a.number(1)?, a.one(2)?)),
        "bin_packing" => {
            let items: Vec<(Expr, i32)> = a.beside(1, 0)?.into_iter().map(|(size, bin)| (bin, size)).collect();
            post!(bin_packing(items, a.list(2)?))
        }
        "circuit" => post!(circuit(a.list(0)?)),
        "clause" => post!(clause(a.list(0)?, a.list(1)?)),
        "connected" => {
            let nodes = a.list(0)?;
            let graph = a.graph(nodes.len(), 1, false)?;
            if a.at(2)?.is_none() {
                post!(connected(&graph, nodes))
            } else {
                post!(connected_subgraph(&graph, nodes, a.list(2)?))
            }
        }
        "count" => post!(count_equal(a.list(0)?, a.one(1)?, a.one(2)?)),
        "cumulative" => {
            let tasks: Vec<_> =
                a.lists(0)?.into_iter().map(|[start, length, demand]| (start, length, demand)).collect();
            post!(cumulative(tasks, a.one(3)?))
        }
        "decreasing" => post!(decreasing(a.list(0)?)),
        "diffn" => post!(diffn(a.lists(0)?)),
        "diffn_nonstrict" => post!(diffn_nonstrict(a.lists(0)?)),
        "disjunctive" | "disjunctive_strict" => {
            let tasks: Vec<(Expr, Expr)> = a.lists(0)?.into_iter().map(|[start, length]| (start, length)).collect();
            if kind == "disjunctive" { post!(disjunctive(tasks)) } else { post!(disjunctive_strict(tasks)) }
        }
        "element" => post!(element_of(a.list(0)?, a.one(1)?, a.one(2)?)),
        "element_2d" => post!(element_2d_of(a.rows(0)?, a.one(1)?, a.one(2)?, a.one(3)?)),
        "even" => post!(even(a.list(0)?)),
        "gcc" => post!(gcc(a.list(0)?, a.beside(1, 2)?)),
        "gcc_closed" => post!(gcc_closed(a.list(0)?, a.beside(1, 2)?)),
        "increasing" => post!(increasing(a.list(0)?)),
        "inverse" => post!(inverse(a.list(0)?, a.list(1)?, 0)),
        "knapsack" => {
            let (weights, profits, list) = (a.values(0)?, a.values(1)?, a.list(2)?);
            if weights.len() != list.len() || profits.len() != list.len() {
                return Err(a.wrong(format!(
                    "{} weights, {} profits, {} items",
                    weights.len(),
                    profits.len(),
                    list.len()
                )));
            }
            let items: Vec<_> = list.into_iter().enumerate().map(|(i, x)| (weights[i], profits[i], x)).collect();
            post!(knapsack(items, a.one(3)?, a.one(4)?))
        }
        "lex_less" => post!(lex_less(a.list(0)?, a.list(1)?)),
        "lex_less_eq" => post!(lex_less_eq(a.list(0)?, a.list(1)?)),
        "maximum" => post!(maximum(a.list(0)?, a.one(1)?)),
        "minimum" => post!(minimum(a.list(0)?, a.one(1)?)),
        "mdd" => {
            let layers = convert::list(&a.at(1)?, "the layers of a diagram")?;
            let layers = layers.iter().map(|layer| a.arcs(layer)).collect::<PyResult<Vec<_>>>()?;
            post!(mdd(a.list(0)?, &Diagram::new(layers).map_err(rejected)?))
        }
        "negative_table" | "table" => {
            let list = a.list(0)?;
            let table = a.table(1, list.len())?;
            if kind == "table" { post!(table(list, &table)) } else { post!(negative_table(list, &table)) }
        }
        "nvalue" => post!(nvalue(a.list(0)?, a.one(1)?)),
        "nvalue_except" => post!(nvalue_except(a.list(0)?, a.values(1)?, a.one(2)?)),
        "odd" => post!(odd(a.list(0)?)),
        "path" => post!(path(a.list(0)?, a.one(1)?, a.one(2)?)),
        "propagator" => {
            let (filter, check) = (a.at(1)?, a.at(2)?);
            if !filter.is_callable() || !(check.is_none() || check.is_callable()) {
                return Err(PyTypeError::new_err("the propagator and `holds` must be functions"));
            }
            let list = a.list(0)?;
            let before = model.functions.len();
            let filter = model.functions.add(filter.unbind());
            let check = (!check.is_none()).then(|| model.functions.add(check.unbind()));
            let posted = model.posting(how, |m| {
                let build = move |views: &[View]| Box::new(PythonPropagator::new(filter.clone(), views)) as Box<_>;
                let posted = m.propagator("python", list, build);
                how.on(match check {
                    Some(check) => posted.checked_by(move |values| holds(&check, values)),
                    None => posted,
                })
            });
            if posted.is_err() {
                model.functions.truncate(before);
            }
            posted
        }
        "reachable" => {
            let nodes = a.list(0)?;
            let graph = a.graph(nodes.len(), 1, a.is_set(4)?)?;
            if a.at(2)?.is_none() {
                post!(reachable(&graph, a.one(3)?, nodes))
            } else {
                post!(reachable_subgraph(&graph, a.one(3)?, nodes, a.list(2)?))
            }
        }
        "regular" => post!(regular(a.list(0)?, &a.automaton(1)?)),
        "sort" => post!(sort(a.list(0)?, a.list(1)?)),
        "strictly_decreasing" => post!(strictly_decreasing(a.list(0)?)),
        "strictly_increasing" => post!(strictly_increasing(a.list(0)?)),
        "subcircuit" => post!(subcircuit(a.list(0)?)),
        "value_precede" => post!(value_precede(a.number(0)?, a.number(1)?, a.list(2)?)),
        "value_precede_chain" => post!(value_precede_chain(a.values(0)?, a.list(1)?)),
        _ => Err(ModelError::new_err(format!("no constraint {kind}"))),
    }
}
