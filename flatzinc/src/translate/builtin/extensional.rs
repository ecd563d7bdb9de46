//! Extensional constraints: tables, automata and decision diagrams.

use super::arguments::Arguments;
use super::posting::{Done, Posting};
use super::premises::{hull_of, hull_of_numbers, hull_of_set};
use super::{Builtin, builtin};
use crate::translate::error::TranslateError;
use solver_core::Expr;
use solver_core::constraints::{Automaton, Diagram, Table};

pub(super) const TABLE: &[Builtin] = &[
    // Arguments: the variables, and the rows in row-major order.
    builtin("ferz_table_int", 2, |p| {
        let all = p.ints(0)?;
        // A number that no variable can take is replaced by one that makes the table omit the row.
        let held = |value| p.small(1, value).unwrap_or(i32::MAX);
        let rows: Vec<i32> = p.call.ints(1)?.into_iter().map(held).collect();
        table(p, all, &rows)
    })
    .bounds(|p| {
        let (all, rows) = (p.ints(0)?, p.call.ints(1)?);
        let column = |i: usize| hull_of_numbers(rows.iter().skip(i).step_by(all.len()));
        all.iter().enumerate().try_for_each(|(i, part)| p.learn(*part, column(i)))
    })
    .moved(&[&[0, 1]])
    .chooses(|call| Ok((1, call.int_operands(0)?))),
    builtin("ferz_table_bool", 2, |p| table(p, p.truths(0)?, &p.known_truths(1)?)).of_truths(),
    // Arguments: the word, the number of states, the number of symbols, the transition table in row-major order, the
    // start state, and the accepting states.
    builtin("ferz_regular", 6, |p| {
        let next = p.call.ints(3)?.into_iter();
        regular(p, &next.map(|state| if state > 0 { vec![state] } else { Vec::new() }).collect::<Vec<_>>())
    })
    .bounds(|p| p.within(0, 1, p.call.int(2)?))
    .unmoved(),
    builtin("ferz_regular_nfa", 6, |p| {
        regular(p, &p.call.sets(3)?.into_iter().map(|set| set.values().collect()).collect::<Vec<_>>())
    })
    .bounds(|p| p.within(0, 1, p.call.int(2)?))
    .unmoved(),
    // Arguments: the variables, the number of nodes, their levels, the number of edges, and the sources, labels and
    // targets of the edges.
    builtin("ferz_mdd", 7, mdd)
        .bounds(|p| p.all(&p.ints(0)?, hull_of(p.call.sets(5)?.into_iter().map(hull_of_set))))
        .unmoved(),
];

fn table(p: &mut Posting<'_, '_>, all: Vec<Expr>, flat: &[i32]) -> Done {
    if all.is_empty() {
        // Without columns, the number of rows cannot be known from the flat list.
        return p.post(Expr::from(1));
    }
    let table = Table::new(all.len(), p.rows(flat, all.len())?).map_err(|error| p.misuse(error.to_string()))?;
    p.rule.plain(p.model.table(all, &table))
}

fn state(p: &Posting<'_, '_>, given: i64, states: usize) -> Result<usize, TranslateError> {
    let known = usize::try_from(given).ok().filter(|s| (1..=states).contains(s));
    known.map(|s| s - 1).ok_or_else(|| p.misuse(format!("there is no state {given}: states are 1 to {states}")))
}

fn regular(p: &mut Posting<'_, '_>, to: &[Vec<i64>]) -> Done {
    let (word, states, symbols) = (p.ints(0)?, p.count(1)?, p.count(2)?);
    if states.checked_mul(symbols) != Some(to.len()) {
        return Err(p.misuse(format!("{} transitions, but {states} states and {symbols} symbols", to.len())));
    }
    let mut transitions = Vec::new();
    for (at, ends) in to.iter().enumerate() {
        for &end in ends {
            transitions.push((at / symbols, (at % symbols) as i32 + 1, state(p, end, states)?));
        }
    }
    let start = state(p, p.call.int(4)?, states)?;
    let accepting = p.call.set(5)?;
    let accepting: Vec<usize> = (0..states).filter(|s| accepting.contains(*s as i64 + 1)).collect();
    let automaton = Automaton::new(states, start, accepting, transitions).map_err(|e| p.misuse(e.to_string()))?;
    p.rule.plain(p.model.regular(word, &automaton))
}

/// Posts a decision diagram. Node 1 is the root, on level 1. An edge to node 0 leads to the end, after the last level.
fn mdd(p: &mut Posting<'_, '_>) -> Done {
    p.equally_long(&[4, 5, 6])?;
    let (all, nodes, levels) = (p.ints(0)?, p.count(1)?, p.call.ints(2)?);
    if levels.len() != nodes {
        return Err(p.misuse(format!("{nodes} nodes, but {} levels", levels.len())));
    }
    let mut layers: Vec<Vec<(usize, i32, usize)>> = vec![Vec::new(); all.len()];
    let labels = p.call.sets(5)?;
    for ((from, label), to) in p.call.ints(4)?.into_iter().zip(labels).zip(p.call.ints(6)?) {
        let from = state(p, from, nodes)?;
        let level = usize::try_from(levels[from] - 1).ok().filter(|level| *level < layers.len());
        let level = level.ok_or_else(|| p.misuse(format!("node {} is on a level without a variable", from + 1)))?;
        let end = if to == 0 { usize::MAX } else { state(p, to, nodes)? };
        // An edge must not lead to the end before the last level, and edges of the last level lead only to the end.
        let is_last = level + 1 == layers.len();
        let fits = if to == 0 { is_last } else { levels[end] - 1 == level as i64 + 1 };
        if !fits {
            return Err(p.misuse(format!("an edge from node {} skips a level", from + 1)));
        }
        let end = if is_last { 0 } else { end };
        let from = if level == 0 && from == 0 { 0 } else { from };
        layers[level].extend(p.listed(5, label)?.into_iter().map(|value| (from, value, end)));
    }
    if layers.is_empty() {
        return p.post(Expr::from(1));
    }
    let diagram = Diagram::new(layers).map_err(|error| p.misuse(error.to_string()))?;
    p.rule.plain(p.model.mdd(all, &diagram))
}
