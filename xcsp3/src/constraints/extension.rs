//! Constraints given by tuples, automata and diagrams.

use super::{Constraint, content};
use crate::error::Fault;
use crate::names::Names;
use crate::text::Text;
use solver_core::constraints::Diagram;
use solver_core::prelude::*;
use std::collections::HashMap;

/// `<extension>`: lists the allowed tuples, or the forbidden ones.
pub(super) fn extension(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let list = c.listed()?;
    let (node, is_positive) = match c.child("supports") {
        Some(node) => (node, true),
        None => (c.child("conflicts").ok_or(Fault::Missing("supports"))?, false),
    };
    if let [x] = &list[..]
        && !c.read(node, |text| Ok(text.is_tuple()))?
    {
        let holds = x.in_set(c.values(node)?);
        return c.post(if is_positive { holds } else { !holds });
    }
    let table = match c.tables.get(&node.id()) {
        Some(table) => table.clone(),
        None => {
            let table = table(&content(node), list.len(), c.names)?;
            c.tables.insert(node.id(), table.clone());
            table
        }
    };
    if table.arity() != list.len() {
        return Err(Fault::Lengths { parts: "the list and a tuple" });
    }
    if is_positive {
        return c.state(|model| model.table(list, &table));
    }
    if !table.has_wildcards() {
        return c.state(|model| model.negative_table(list, &table));
    }
    for row in 0..table.len() {
        let differs = list.iter().zip(table.row(row)).filter_map(|(x, v)| Some(x.differs(v?)));
        c.post(any_of(differs.collect::<Vec<_>>()))?;
    }
    Ok(())
}

/// Reads a table of tuples such as `(1,2)(3,*)`.
fn table(text: &str, arity: usize, names: &Names<'_>) -> Result<Table, Fault> {
    let (mut cells, mut has_any) = (Vec::new(), false);
    for tuple in text.split(')').map(str::trim).filter(|tuple| !tuple.is_empty()) {
        let inner = tuple.strip_prefix('(').ok_or_else(|| Fault::expected("a tuple", tuple))?;
        let begun = cells.len();
        for cell in inner.split(',').map(str::trim) {
            has_any |= cell == "*";
            let number =
                || names.number(cell).ok_or_else(|| Fault::unsupported(format!("the cell `{cell}` of a tuple")));
            cells.push(if cell == "*" { None } else { Some(number()?) });
        }
        if cells.len() - begun != arity {
            return Err(Fault::Lengths { parts: "the list and a tuple" });
        }
    }
    if has_any || arity == 0 {
        return Ok(Table::short(arity, cells.chunks(arity.max(1)))?);
    }
    let cells: Vec<i32> = cells.into_iter().flatten().collect();
    Ok(Table::new(arity, cells.chunks(arity))?)
}

/// Reads the transitions of an automaton or a diagram, and numbers the states in order of appearance.
fn transitions<'a>(
    mut text: Text<'a>,
    names: &Names<'_>,
    states: &mut HashMap<&'a str, usize>,
) -> Result<Vec<(usize, i32, usize)>, Fault> {
    let mut transitions = Vec::new();
    let mut number = |name| {
        let next = states.len();
        *states.entry(name).or_insert(next)
    };
    while !text.is_over() {
        let words = text.words()?;
        let &[from, label, to] = &words[..] else { return Err(text.expected("transitions with three parts")) };
        let label =
            names.number(label).ok_or_else(|| Fault::unsupported(format!("the label `{label}` of a transition")))?;
        transitions.push((number(from), label, number(to)));
    }
    Ok(transitions)
}

/// `<regular>`: the values form a word that an automaton accepts.
pub(super) fn regular(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let list = c.listed()?;
    let (text, start, accepting) =
        (content(c.required("transitions")?), content(c.required("start")?), content(c.required("final")?));
    let mut states = HashMap::from([(start.trim(), 0)]);
    let arcs = transitions(Text::new(&text, c.names, c.scope), c.names, &mut states)?;
    // A state without transitions cannot be reached.
    let accepting = accepting.split_whitespace().filter_map(|state| states.get(state).copied());
    let automaton = Automaton::new(states.len(), 0, accepting.collect::<Vec<_>>(), arcs)?;
    c.state(|model| model.regular(list, &automaton))
}

/// `<mdd>`: the values form a path through a decision diagram.
pub(super) fn mdd(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let list = c.listed()?;
    let text = content(c.required("transitions")?);
    let mut states = HashMap::new();
    let arcs = transitions(Text::new(&text, c.names, c.scope), c.names, &mut states)?;
    if arcs.is_empty() {
        return Err(Fault::Missing("transitions"));
    }
    // The root is the source of the first transition; each transition leads to the next layer.
    let mut layer_of = vec![usize::MAX; states.len()];
    let mut layers = vec![Vec::new(); list.len()];
    let mut from_here: HashMap<usize, Vec<(i32, usize)>> = HashMap::new();
    for (from, label, to) in arcs {
        from_here.entry(from).or_default().push((label, to));
    }
    let mut open = vec![0];
    layer_of[0] = 0;
    while let Some(from) = open.pop() {
        let (layer, leaving) = (layer_of[from], from_here.remove(&from).unwrap_or_default());
        if leaving.is_empty() != (layer == list.len()) {
            return Err(Fault::Lengths { parts: "the list and a path of the diagram" });
        }
        for (label, to) in leaving {
            layers[layer].push((from, label, to));
            if layer_of[to] == usize::MAX {
                layer_of[to] = layer + 1;
                open.push(to);
            } else if layer_of[to] != layer + 1 {
                return Err(Fault::Lengths { parts: "two paths of the diagram" });
            }
        }
    }
    let diagram = Diagram::new(layers)?;
    c.state(|model| model.mdd(list, &diagram))
}
