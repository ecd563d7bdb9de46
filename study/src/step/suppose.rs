//! What if something else were decided: a search of one's own beside the recorded one.

use super::tell;
use crate::facts;
use crate::recording::{Event, Recording, Replay};
use solver_core::observe::Branch;
use solver_core::{Atom, AtomFormatter as _};

pub(super) const NEEDS_THE_MODEL: &str =
    "`if` needs the model: `ferz study step` has it, of a subject that is no trace";

/// What follows is listed up to this many lines.
const LINES: usize = 20;

/// The decisions that hold here, and the supposed one.
pub(super) fn facts(replay: &Replay<'_>, asked: &str) -> Result<Vec<Atom>, String> {
    let symbols = replay.recording().symbols();
    let fact = facts::read(asked, symbols).map_err(|error| error.to_string())?;
    let asked = symbols.fact(fact);
    // Whoever decides here does so when everything has been propagated.
    let events = replay.recording().events();
    let end = events[replay.at()..].iter().position(is_beyond).map_or(events.len(), |ahead| replay.at() + ahead);
    let mut fixpoint = Replay::new(replay.recording());
    fixpoint.go_to(end);
    if matches!(fixpoint.event(), Some(Event::Fail { .. })) {
        return Err("this node is a dead end: `up` goes to where something else can be decided".to_owned());
    }
    for (known, is) in [(fact, "holds"), (!fact, "is excluded")] {
        if fixpoint.entails(known) {
            let first = if !replay.entails(known) { format!("`goto event {end}`, then ") } else { String::new() };
            return Err(format!("{asked} {is} at this node: {first}`why {asked}` says why"));
        }
    }
    Ok(replay.decisions().filter_map(|number| decided(replay.recording(), number)).chain([fact]).collect())
}

/// Whether a node's propagation is over before this event.
fn is_beyond(event: &Event) -> bool {
    !matches!(event, Event::Propagate { .. } | Event::Prune(_) | Event::Fail { .. })
}

fn decided(recording: &Recording, number: usize) -> Option<Atom> {
    match recording.events().get(number) {
        Some(Event::Decide { fact, .. }) => Some(*fact),
        _ => None,
    }
}

/// What the search itself decides after this.
pub(super) fn next_decision(replay: &Replay<'_>) -> String {
    let recording = replay.recording();
    let next = recording.events()[replay.at()..].iter().find_map(|event| match event {
        Event::Decide { fact, node, .. } => Some(format!("{} (node {node})", recording.symbols().fact(*fact))),
        _ => None,
    });
    next.map_or_else(
        || "the search itself decides no more".to_owned(),
        |fact| format!("the search itself decides {fact}"),
    )
}

/// Goes to where the last of these facts, decided one after the other, has been propagated, and says what follows.
pub(super) fn follow(replay: &mut Replay<'_>, facts: &[Atom]) -> Vec<String> {
    let recording = replay.recording();
    let events = recording.events();
    let Some(last) = facts.last() else { return Vec::new() };
    let is_it = |event: &Event| matches!(event, Event::Decide { fact, branch: Branch::Left, .. } if fact == last);
    let Some(at) = events.iter().position(is_it) else {
        replay.go_to(events.len());
        return vec!["the decisions above it fail already: there is nothing to suppose here".to_owned()];
    };
    let end = events[at + 1..].iter().position(is_beyond).map_or(events.len(), |ahead| at + 1 + ahead);
    replay.go_to(at + 1);
    let mut lines: Vec<String> = tell::event(replay).into_iter().collect();
    let mut more = 0;
    while replay.at() < end {
        replay.step();
        if matches!(replay.event(), Some(Event::Propagate { .. })) {
            continue;
        }
        if lines.len() <= LINES || matches!(replay.event(), Some(Event::Fail { .. })) {
            lines.extend(tell::event(replay));
        } else {
            more += 1;
        }
    }
    if more > 0 {
        lines.push(format!("… and {more} inferences more: `p` and `n` go through them"));
    }
    lines.push(below(recording, end));
    lines
}

/// `below it: 12 nodes, 5 failures, 1 solution`
fn below(recording: &Recording, from: usize) -> String {
    let counted = |what: &str, is_it: fn(&Event) -> bool| {
        let n = recording.events()[from..].iter().filter(|event| is_it(event)).count();
        format!("{n} {what}{}", if n == 1 { "" } else { "s" })
    };
    let nodes = counted("node", |event| matches!(event, Event::Decide { .. }));
    let failures = counted("failure", |event| matches!(event, Event::Fail { .. }));
    let solutions = counted("solution", |event| matches!(event, Event::Solution { .. }));
    let cut = if recording.left_out() > 0 { ", and more that is not kept" } else { "" };
    format!("below it: {nodes}, {failures}, {solutions}{cut}. `leave` goes back to the search itself")
}
