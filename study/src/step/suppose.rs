//! What-if searches, whose decision, variable selection or level differs from the recorded search.

use super::text;
use crate::facts;
use crate::recording::{Event, Recording, Replay};
use solver_core::observe::Branch;
use solver_core::prelude::{Consistency, VarSelect};
use solver_core::{Atom, AtomFormatter as _, SymbolTable};
use std::ops::Range;

pub(super) const NEEDS_THE_MODEL: &str =
    "`if` needs the model, which `ferz study step` has unless the subject is a trace";

/// The maximum number of consequences listed.
const LINES: usize = 20;

/// A supposed search, which starts with given decisions and may use a different variable selection or level.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Supposed {
    /// The decisions, starting at the root.
    pub decisions: Vec<Atom>,
    /// The variable selection below the decisions, if it differs.
    pub order: Option<VarSelect>,
    /// The level of all constraints that support it, if it differs.
    pub level: Option<Consistency>,
    /// The best known objective value, on which the search must improve.
    pub known: Option<i32>,
    /// Whether the last decision was supposed by the user instead of made by the recorded search.
    is_decided: bool,
}

impl Supposed {
    /// Describes the supposition briefly: `d2`, `order dom`, `level domain`.
    pub fn described(&self, names: &SymbolTable) -> String {
        match (self.decisions.last(), self.order, self.level) {
            (Some(&last), ..) if self.is_decided => names.fact(last),
            (_, Some(order), None) => format!("order {}", order.name()),
            (_, _, Some(level)) => format!("level {level}"),
            (Some(&last), None, None) => names.fact(last),
            (None, None, None) => "nothing".to_owned(),
        }
    }

    /// Extends this supposition by a user's request at the current position.
    pub(super) fn extended(self, replay: &Replay<'_>, request: &str) -> Result<Supposed, String> {
        let here = || -> Result<Supposed, String> {
            Ok(Supposed { decisions: decisions(replay)?, is_decided: false, ..self.clone() })
        };
        let is_fact = facts::read(request, replay.recording().symbols()).is_ok();
        let named = |what: &str| {
            request.strip_prefix(what).filter(|rest| !is_fact && (rest.is_empty() || rest.starts_with(' ')))
        };
        fn known<T: Copy>(what: &str, typed: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, String> {
            all.iter().copied().find(|&one| name(one) == typed.trim()).ok_or_else(|| {
                let names = all.iter().map(|&one| name(one)).collect::<Vec<_>>().join(", ");
                format!("there is no {what} `{}`: there are {names}", typed.trim())
            })
        }
        if let Some(order) = named("order") {
            let order = known("order", order, VarSelect::ALL, VarSelect::name)?;
            return Ok(Supposed { order: Some(order), ..here()? });
        }
        if let Some(level) = named("level") {
            let level = known("level", level, Consistency::ALL, Consistency::name)?;
            return Ok(Supposed { level: Some(level), ..here()? });
        }
        Ok(Supposed { decisions: facts(replay, request)?, is_decided: true, ..self })
    }
}

/// Returns the current decisions. Returns an error if the current node fails.
fn decisions(replay: &Replay<'_>) -> Result<Vec<Atom>, String> {
    if matches!(fixpoint(replay).event(), Some(Event::Fail { .. })) {
        return Err("this node is a dead end: `up` goes to a node where a different decision is possible".to_owned());
    }
    Ok(replay.decided().collect())
}

/// Returns a cursor at the fixpoint of the current node.
fn fixpoint<'r>(replay: &Replay<'r>) -> Replay<'r> {
    let events = replay.recording().events();
    let end = events[replay.at()..].iter().position(is_beyond).map_or(events.len(), |ahead| replay.at() + ahead);
    let mut fixpoint = Replay::new(replay.recording());
    fixpoint.go_to(end);
    fixpoint
}

/// Returns the current decisions followed by the supposed one.
fn facts(replay: &Replay<'_>, request: &str) -> Result<Vec<Atom>, String> {
    let symbols = replay.recording().symbols();
    let fact = facts::read(request, symbols).map_err(|error| error.to_string())?;
    let name = symbols.fact(fact);
    let decisions = decisions(replay)?;
    // The search makes decisions only at the fixpoint.
    let fixpoint = fixpoint(replay);
    for (known, is) in [(fact, "holds"), (!fact, "is excluded")] {
        if fixpoint.entails(known) {
            let first =
                if !replay.entails(known) { format!("`goto event {}`, then ", fixpoint.at()) } else { String::new() };
            return Err(format!("{name} {is} at this node: {first}`why {name}` says why"));
        }
    }
    Ok(decisions.into_iter().chain([fact]).collect())
}

/// Checks whether propagation at the node is over when this event occurs.
fn is_beyond(event: &Event) -> bool {
    !matches!(event, Event::Propagate { .. } | Event::Prune(_) | Event::Fail { .. })
}

/// Describes the recorded search's action at the current position.
pub(super) fn itself(replay: &Replay<'_>, supposed: &Supposed) -> String {
    let recording = replay.recording();
    if !supposed.is_decided {
        let depth = replay.depth();
        let is_left = |event: &Event| match event {
            Event::Backtrack { depth: to } => (*to as usize) < depth,
            Event::Restart { .. } => true,
            _ => false,
        };
        // A solution that has just been found belongs to the current node.
        let start = replay.at() - usize::from(matches!(replay.event(), Some(Event::Solution { .. })));
        let events = &recording.events()[start..];
        let end = events.iter().position(is_left).unwrap_or(events.len());
        return format!("the search itself, below it: {}", below(recording, start..start + end));
    }
    let next = recording.events()[replay.at()..].iter().find_map(|event| match event {
        Event::Decide { fact, node, .. } => Some(format!("{} (node {node})", recording.symbols().fact(*fact))),
        _ => None,
    });
    next.map_or_else(
        || "the search itself makes no further decision".to_owned(),
        |fact| format!("the search itself decides {fact}"),
    )
}

/// Moves to the fixpoint after the last decision, and reports that decision's consequences.
pub(super) fn follow(replay: &mut Replay<'_>, supposed: &Supposed) -> Vec<String> {
    let recording = replay.recording();
    let events = recording.events();
    let is_it = |last: &Atom| {
        let is_last = |event: &Event| matches!(event, Event::Decide { fact, branch: Branch::Left, .. } if fact == last);
        events.iter().position(is_last).map(|at| at + 1)
    };
    let Some(at) = supposed.decisions.last().map_or(Some(0), is_it) else {
        replay.go_to(events.len());
        return vec!["the decisions above it already fail: there is nothing to suppose here".to_owned()];
    };
    let end = events[at..].iter().position(is_beyond).map_or(events.len(), |ahead| at + ahead);
    replay.go_to(at);
    let mut lines: Vec<String> = text::event(replay).into_iter().collect();
    let mut more = 0;
    while replay.at() < end {
        replay.step();
        if matches!(replay.event(), Some(Event::Propagate { .. })) {
            continue;
        }
        if lines.len() <= LINES || matches!(replay.event(), Some(Event::Fail { .. })) {
            lines.extend(text::event(replay));
        } else {
            more += 1;
        }
    }
    if more > 0 {
        lines.push(format!("… and {} more: `p` and `n` go through them", text::counted(more, "inference")));
    }
    let below = below(recording, end..events.len());
    lines.push(format!("below it: {below}. `leave` goes back to the search itself"));
    lines
}

/// Formats the counts of the given events: `12 nodes, 5 failures, 1 solution`.
fn below(recording: &Recording, events: Range<usize>) -> String {
    let is_cut = recording.left_out() > 0 && events.end == recording.events().len();
    let counted = |what: &str, is_it: fn(&Event) -> bool| {
        text::counted(recording.events()[events.clone()].iter().filter(|event| is_it(event)).count() as u64, what)
    };
    let nodes = counted("node", |event| matches!(event, Event::Decide { .. }));
    let failures = counted("failure", |event| matches!(event, Event::Fail { .. }));
    let solutions = counted("solution", |event| matches!(event, Event::Solution { .. }));
    let cut = if is_cut { ", and more that was not recorded" } else { "" };
    format!("{nodes}, {failures}, {solutions}{cut}")
}
