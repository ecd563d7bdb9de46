//! The current position in the search, and jumps to other positions.

use super::text;
use crate::recording::{Event, Replay};
use solver_core::AtomFormatter;

/// The maximum number of decisions listed on one line.
const DECISIONS: usize = 8;

/// Describes the position: `after event 12 of 412: node 3, depth 2, by q[0] = 0 and q[1] = 2`.
pub(super) fn describe(replay: &Replay<'_>) -> String {
    let (at, all) = (replay.at(), replay.recording().events().len());
    let place = match at {
        0 => format!("before the first of {all} events"),
        _ => format!("after event {at} of {all}"),
    };
    let decisions: Vec<String> = decisions(replay).map(|(_, fact)| fact).collect();
    let by = match decisions.len() {
        0 => String::new(),
        n if n > DECISIONS => format!(", by …, {}", decisions[n - DECISIONS..].join(", ")),
        _ => format!(", by {}", decisions.join(", ")),
    };
    format!("{place}: node {}, depth {}{by}", replay.node(), replay.depth())
}

/// Iterates over the current decisions, each with the node to which it leads.
fn decisions<'a>(replay: &'a Replay<'_>) -> impl Iterator<Item = (u64, String)> + 'a {
    let recording = replay.recording();
    replay.decisions().filter_map(move |number| match recording.events().get(number) {
        Some(Event::Decide { node, fact, .. }) => Some((*node, recording.symbols().fact(*fact))),
        _ => None,
    })
}

/// Formats the path from the root, one line per node.
pub(super) fn tree(replay: &Replay<'_>) -> Vec<String> {
    let mut lines = vec![format!("node {}: the root", root(replay))];
    for (depth, (node, fact)) in decisions(replay).enumerate() {
        lines.push(format!("{:1$}node {node}: {fact}", "", 2 * (depth + 1).min(30)));
    }
    if let Some(last) = lines.last_mut() {
        *last += "  <- here";
    }
    lines
}

fn root(replay: &Replay<'_>) -> u64 {
    let before = &replay.recording().events()[..replay.at()];
    let restart = before.iter().rev().find_map(|event| match event {
        Event::Restart { node, .. } => Some(*node),
        _ => None,
    });
    restart.unwrap_or(1)
}

/// Returns the number of events before a node.
pub(super) fn of_node(replay: &Replay<'_>, wanted: u64) -> Result<usize, String> {
    let events = replay.recording().events();
    let is_it =
        |event: &Event| matches!(event, Event::Decide { node, .. } | Event::Restart { node, .. } if *node == wanted);
    match events.iter().position(is_it) {
        Some(at) => Ok(at + 1),
        None if wanted == 1 => Ok(0),
        None => {
            let node = |event: &Event| match event {
                Event::Decide { node, .. } | Event::Restart { node, .. } => Some(*node),
                _ => None,
            };
            let last = events.iter().rev().find_map(node).unwrap_or(1);
            Err(format!("there is no node {wanted} here: nodes are numbered from 1 to {last}"))
        }
    }
}

/// Returns the number of events up to and including the next event of the given kind.
pub(super) fn next(replay: &Replay<'_>, what: &str, is_it: fn(&Event) -> bool) -> Result<usize, String> {
    let at = replay.at();
    match replay.recording().events()[at..].iter().position(is_it) {
        Some(ahead) => Ok(at + ahead + 1),
        None => Err(format!("there is no {what} after this; {}", text::end(replay))),
    }
}
