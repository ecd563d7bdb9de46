//! Extensional constraints: tables, automata, decision diagrams.

use super::{Entry, entry};
use crate::translate::TranslateError;
use crate::translate::posting::{Done, Posting};
use solver_core::Expr;
use solver_core::constraints::{Automaton, Diagram, Table};

pub(super) const NAMES: &[Entry] = &[
    // The variables, the rows one after the other.
    entry("ferz_table_int", 2, |posting| {
        let all = posting.ints(0)?;
        // A row with a number that no variable takes is left out by the table.
        let held = |value| posting.small(1, value).unwrap_or(i32::MAX);
        let rows: Vec<i32> = posting.call.ints(1)?.into_iter().map(held).collect();
        table(posting, all, &rows)
    }),
    entry("ferz_table_bool", 2, |posting| {
        let (all, rows) = (posting.truths(0)?, posting.known_truths(1)?);
        table(posting, all, &rows)
    }),
    // The word, the number of states, that of symbols, the transition table in row-major order, the start, the
    // accepting states.
    entry("ferz_regular", 6, |posting| {
        let next = posting.call.ints(3)?;
        let to: Vec<Vec<i64>> =
            next.into_iter().map(|state| if state > 0 { vec![state] } else { Vec::new() }).collect();
        regular(posting, &to)
    }),
    entry("ferz_regular_nfa", 6, |posting| {
        let to: Vec<Vec<i64>> = posting.call.sets(3)?.into_iter().map(|set| set.values().collect()).collect();
        regular(posting, &to)
    }),
    // The variables, the number of nodes, their levels, the number of edges, where they begin, their labels, where they end.
    entry("ferz_mdd", 7, mdd),
];

fn table(posting: &mut Posting<'_, '_>, all: Vec<Expr>, flat: &[i32]) -> Done {
    let table = if all.is_empty() {
        // A row of no values cannot be distinguished from no row: MiniZinc has none for it.
        return posting.post(Expr::from(1));
    } else {
        let rows = posting.rows(flat, all.len())?;
        Table::new(all.len(), rows).map_err(|error| posting.misuse(error.to_string()))?
    };
    posting.rule.plain(posting.model.table(all, &table));
    Ok(())
}

fn state(posting: &Posting<'_, '_>, given: i64, states: usize) -> Result<usize, TranslateError> {
    let known = usize::try_from(given).ok().filter(|s| (1..=states).contains(s));
    known.map(|s| s - 1).ok_or_else(|| posting.misuse(format!("there is no state {given}: they are 1 to {states}")))
}

fn regular(posting: &mut Posting<'_, '_>, to: &[Vec<i64>]) -> Done {
    let (word, states, symbols) = (posting.ints(0)?, posting.count(1)?, posting.count(2)?);
    if states.checked_mul(symbols) != Some(to.len()) {
        return Err(posting.misuse(format!("{} transitions, but {states} states and {symbols} symbols", to.len())));
    }
    let mut transitions = Vec::new();
    for (at, ends) in to.iter().enumerate() {
        for &end in ends {
            transitions.push((at / symbols, (at % symbols) as i32 + 1, state(posting, end, states)?));
        }
    }
    let start = state(posting, posting.call.int(4)?, states)?;
    let accepting = posting.call.set(5)?;
    let accepting: Vec<usize> = (0..states).filter(|s| accepting.contains(*s as i64 + 1)).collect();
    let automaton = Automaton::new(states, start, accepting, transitions).map_err(|e| posting.misuse(e.to_string()))?;
    posting.rule.plain(posting.model.regular(word, &automaton));
    Ok(())
}

/// Node 1 is the root, on level 1; node 0 of an edge's end is the one behind the last level.
fn mdd(posting: &mut Posting<'_, '_>) -> Done {
    posting.equally_long(&[4, 5, 6])?;
    let (all, nodes, levels) = (posting.ints(0)?, posting.count(1)?, posting.call.ints(2)?);
    if levels.len() != nodes {
        return Err(posting.misuse(format!("{nodes} nodes, but {} levels", levels.len())));
    }
    let mut layers: Vec<Vec<(usize, i32, usize)>> = vec![Vec::new(); all.len()];
    let labels = posting.call.sets(5)?;
    for ((from, label), to) in posting.call.ints(4)?.into_iter().zip(labels).zip(posting.call.ints(6)?) {
        let from = state(posting, from, nodes)?;
        let level = usize::try_from(levels[from] - 1).ok().filter(|level| *level < layers.len());
        let level = level.ok_or_else(|| posting.misuse(format!("node {} has no level of a variable", from + 1)))?;
        let end = if to == 0 { usize::MAX } else { state(posting, to, nodes)? };
        // An edge that ends before the last level leads to nothing, and the last level leads to the end alone.
        let is_last = level + 1 == layers.len();
        let fits = if to == 0 { is_last } else { levels[end] - 1 == level as i64 + 1 };
        if !fits {
            return Err(posting.misuse(format!("an edge from node {} skips a level", from + 1)));
        }
        let end = if is_last { 0 } else { end };
        let from = if level == 0 && from == 0 { 0 } else { from };
        layers[level].extend(posting.listed(5, label)?.into_iter().map(|value| (from, value, end)));
    }
    if layers.is_empty() {
        return posting.post(Expr::from(1));
    }
    let diagram = Diagram::new(layers).map_err(|error| posting.misuse(error.to_string()))?;
    posting.rule.plain(posting.model.mdd(all, &diagram));
    Ok(())
}
