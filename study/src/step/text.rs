//! Formats events and domains as lines of text.

use crate::facts::is_mark;
use crate::recording::{End, Event, Replay};
use solver_core::observe::Branch;
use solver_core::{Atom, AtomFormatter, Relation, SymbolTable, ValueSet, Var, View};

/// The maximum number of values printed for a solution.
const VALUES: usize = 60;

/// Formats a set: `0, 2..5`, or `nothing` if it is empty.
pub fn ranges(set: &ValueSet) -> String {
    named_ranges(set, &|v| v.to_string())
}

/// Formats a set of a variable's values, using their names if they have any: `Early, Night`.
pub fn values_of(symbols: &SymbolTable, var: Var, set: &ValueSet) -> String {
    named_ranges(set, &|v| symbols.value(var, v))
}

fn named_ranges(set: &ValueSet, value: &dyn Fn(i32) -> String) -> String {
    let range = |&(low, high): &(i32, i32)| match i64::from(high) - i64::from(low) {
        0 => value(low),
        1 => format!("{}, {}", value(low), value(high)),
        _ => format!("{}..{}", value(low), value(high)),
    };
    const RANGES: usize = 40;
    let ranges: Vec<String> = set.ranges().iter().take(RANGES).map(range).collect();
    match set.ranges().len() {
        0 => "nothing".to_owned(),
        n if n > RANGES => format!("{}, … up to {}", ranges.join(", "), set.max().map_or_else(String::new, value)),
        _ => ranges.join(", "),
    }
}

/// Formats a domain: `q[3] = 2`, or `q[3] in 0, 2..5`.
pub(super) fn domain(replay: &Replay<'_>, var: Var) -> String {
    let (symbols, domain) = (replay.recording().symbols(), replay.domain(var));
    let name = symbols.variable(var);
    match (domain.len(), domain.min()) {
        (1, Some(value)) => symbols.fact(Atom::equals(View::from(var), value)),
        (2, _) if is_mark(symbols, var) => format!("{name} is open"),
        _ => format!("{name} in {}", values_of(symbols, var, domain)),
    }
}

/// Formats the latest event with its number. Returns `None` at the start.
pub(super) fn event(replay: &Replay<'_>) -> Option<String> {
    let event = replay.event()?;
    let symbols = replay.recording().symbols();
    let depth = replay.depth().saturating_sub(usize::from(matches!(event, Event::Decide { .. })));
    let sentence = match event {
        Event::Decide { node, fact, branch, .. } => {
            let left = left(replay, *fact);
            let fact = symbols.fact(*fact);
            match branch {
                Branch::Left => format!("try {fact}{left} (node {node})"),
                Branch::Right => format!("otherwise {fact}{left} (node {node})"),
                Branch::Value { index, of } => format!("try {fact}, value {} of {of} (node {node})", index + 1),
            }
        }
        Event::Propagate { propagator } => format!("{} runs", symbols.source(*propagator as usize)),
        Event::Prune(inferred) => {
            let left = inferred.fact.map(|fact| left(replay, fact)).unwrap_or_default();
            format!("{}{left}", inferred.sentence(symbols))
        }
        Event::Fail { conflict: Some(conflict), .. } => {
            let fact = conflict.fact.filter(|fact| !symbols.is_constant(fact.var()));
            format!("dead end: {}{}", conflict.sentence(symbols), but(fact))
        }
        Event::Fail { conflict: None, .. } => "dead end".to_owned(),
        Event::Solution { number, .. } => format!("solution {number}: {}", values(replay)),
        Event::Backtrack { depth } => format!("back to node {}, depth {depth}", replay.node()),
        Event::Learn { clause, lbd } => {
            format!("learned from {}, {}", counted((*lbd).into(), "level"), symbols.nogood(clause))
        }
        Event::Restart { node, restart } => {
            format!("back to the root, which is node {node} now: restart {}", restart + 1)
        }
    };
    Some(format!("{:>5}  {:2$}{sentence}", replay.at(), "", 2 * depth.min(20)))
}

/// Explains why an inferred fact empties the domain of its variable.
pub(crate) fn but(fact: Option<Atom>) -> &'static str {
    match fact.map(Atom::relation) {
        None => "",
        Some(Relation::Equal) => ", but that is excluded already",
        Some(_) => ", but nothing else was left",
    }
}

/// Mentions the only remaining value, if there is just one and the fact itself does not show it.
fn left(replay: &Replay<'_>, fact: Atom) -> String {
    let domain = replay.domain(fact.var());
    let only = domain.min().filter(|_| domain.len() == 1).map(|value| Atom::equals(View::from(fact.var()), value));
    let symbols = replay.recording().symbols();
    match only.map(|only| symbols.fact(only)).filter(|only| *only != symbols.fact(fact)) {
        Some(only) => format!("; only this is left: {only}"),
        None => String::new(),
    }
}

fn values(replay: &Replay<'_>) -> String {
    let symbols = replay.recording().symbols();
    let mut named = symbols.vars().filter(|&var| symbols.is_of_problem(var));
    let mut values: Vec<String> = named.by_ref().take(VALUES).map(|var| domain(replay, var)).collect();
    if named.next().is_some() {
        values.push("…".to_owned());
    }
    values.join(", ")
}

/// Describes the end of the recording.
pub(super) fn end(replay: &Replay<'_>) -> String {
    let recording = replay.recording();
    match recording.end() {
        _ if recording.left_out() > 0 => {
            format!("the recording ends here: {} events of the search were omitted", recording.left_out())
        }
        None if recording.is_part() => {
            "everything below it has been searched: `leave` goes back to the search itself".to_owned()
        }
        None => "the recording ends here: the search was left unfinished".to_owned(),
        Some(end) => {
            let how = match &end.stopped_by {
                Some(by) => format!("the search ended here, stopped by {by}"),
                None => "the search is complete".to_owned(),
            };
            format!("{how}: {}", counts(end))
        }
    }
}

/// Formats a count: `1 node`, `2 nodes`.
pub(super) fn counted(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Formats statistics: `79 nodes, 36 failures, 1 solution`.
pub fn counts(end: &End) -> String {
    let (nodes, failures) = (counted(end.nodes, "node"), counted(end.failures, "failure"));
    format!("{nodes}, {failures}, {}", counted(end.solutions, "solution"))
}
