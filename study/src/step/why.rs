//! The `why` commands: the reasons for an event, for a fact, or for the gaps in a domain.

use super::text;
use super::trust::Trust;
use crate::facts::{self, BadFact};
use crate::names;
use crate::recording::{Cause, Event, Link, Replay};
use solver_core::why::listed;
use solver_core::{Atom, AtomFormatter as _, ValueSet, View};
use std::collections::BTreeMap;

/// The maximum number of removed values that are explained individually.
const VALUES: u64 = 10_000;

/// Explains the latest event.
pub(super) fn event(replay: &Replay<'_>, trust: Trust) -> Result<Vec<String>, String> {
    match replay.why_event() {
        Some(links) => Ok(chain(replay, &links, trust)),
        None if replay.at() == 0 => Err("nothing has happened yet: `n` goes to the first event".to_owned()),
        None => {
            Err("this event has no reason of its own: ask `why X != 5`, or go to an inference with `prune`".to_owned())
        }
    }
}

/// Explains why a fact holds or does not hold; for a variable, lists the events that removed its values.
pub(super) fn question(replay: &Replay<'_>, what: &str, trust: Trust) -> Result<Vec<String>, String> {
    match facts::read(what, replay.recording().symbols()) {
        Ok(atom) => Ok(fact(replay, atom, trust)),
        Err(BadFact::NoFact { .. }) => variable(replay, what, trust),
        Err(error) => Err(error.to_string()),
    }
}

fn fact(replay: &Replay<'_>, fact: Atom, trust: Trust) -> Vec<String> {
    let recording = replay.recording();
    let name = recording.symbols().fact(fact);
    if let Some(links) = replay.why(fact) {
        return chain(replay, &links, trust);
    }
    match replay.why(!fact) {
        Some(links) => {
            let mut lines = vec![format!("{name} is false here:")];
            lines.extend(chain(replay, &links, trust));
            lines
        }
        None if facts::is_mark(recording.symbols(), fact.var()) => vec![format!("{name} is open here")],
        None => vec![format!("{name} is open here: {}", text::domain(replay, fact.var()))],
    }
}

/// Lists the events that removed values of a variable.
fn variable(replay: &Replay<'_>, name: &str, trust: Trust) -> Result<Vec<String>, String> {
    let recording = replay.recording();
    let var = names::variable(recording.symbols(), name)?;
    let gone = recording.roots()[var.index()].minus(replay.domain(var));
    if gone.is_empty() {
        return Ok(vec![format!("{}, as at the start", text::domain(replay, var))]);
    }
    if gone.len() > VALUES {
        let bounds = [replay.domain(var).min(), replay.domain(var).max()];
        let [Some(low), Some(high)] = bounds else { return Ok(vec![text::domain(replay, var)]) };
        let mut lines = vec![format!("{}; its bounds:", text::domain(replay, var))];
        for fact in [Atom::at_least(View::from(var), low), Atom::at_most(View::from(var), high)] {
            lines.extend(replay.why(fact).map(|links| chain(replay, &links, trust)).unwrap_or_default());
        }
        return Ok(lines);
    }
    let mut removed: BTreeMap<usize, Vec<i32>> = BTreeMap::new();
    for value in gone.iter() {
        if let Some(event) = replay.removed_by(var, value) {
            removed.entry(event).or_default().push(value);
        }
    }
    let mut lines = vec![text::domain(replay, var)];
    for (event, values) in removed {
        let sentence = recording.events()[event].inferred().map(|inferred| inferred.sentence(recording.symbols()));
        let sentence = sentence.unwrap_or_else(|| "assumed".to_owned());
        let values = text::values_of(recording.symbols(), var, &ValueSet::from_values(values));
        lines.push(format!("  not {values}: event {}, {sentence}", event + 1));
    }
    let first = gone.min().map(|value| recording.symbols().fact(Atom::differs(View::from(var), value)));
    lines.extend(first.map(|fact| format!("`why {fact}` follows the reasons further")));
    Ok(lines)
}

/// Formats the steps, numbered, with a note on whether they were verified.
fn chain(replay: &Replay<'_>, links: &[Link], trust: Trust) -> Vec<String> {
    // Drop the last step if it only repeats its premise. For example, a bound of a 0-1 variable repeats its value.
    let symbols = replay.recording().symbols();
    let repeats = |last: &Link| match (&last.cause, &last.from[..]) {
        (Cause::Domain, &[one]) => {
            links[one].fact.map(|fact| symbols.fact(fact)) == last.fact.map(|fact| symbols.fact(fact))
        }
        _ => false,
    };
    let links = match links.split_last() {
        Some((last, others)) if repeats(last) => others,
        _ => links,
    };
    let step = |(number, link): (usize, &Link)| {
        let from: Vec<String> = link.from.iter().map(|place| (place + 1).to_string()).collect();
        let from = if from.is_empty() { String::new() } else { format!(" (from {})", from.join(", ")) };
        // A single premise implies the fact, whereas several premises exclude all other values.
        let sentence = match (&link.cause, &link.from[..], link.fact) {
            (Cause::Domain, &[one], Some(fact)) => {
                links[one].fact.map(|known| format!("{}, so {}", symbols.fact(known), symbols.fact(fact)))
            }
            _ => None,
        };
        let sentence = sentence.unwrap_or_else(|| link.sentence(replay, symbols));
        format!("{}. {sentence}{from}", number + 1)
    };
    let mut lines: Vec<String> = links.iter().enumerate().map(step).collect();
    if links.last().is_some_and(|link| link.fact.is_none()) {
        let decided = links.iter().filter(|link| matches!(link.cause, Cause::Decision(_)));
        let facts = decided.filter_map(|link| link.fact).map(|fact| replay.recording().symbols().fact(fact));
        let before = &replay.recording().events()[..replay.at()];
        let found = before.iter().any(|event| matches!(event, Event::Solution { .. }));
        lines.push(match listed(facts, "and") {
            Some(decisions) => format!("It rests on {decisions}."),
            None if found => "It rests on no decision: no solution is better.".to_owned(),
            None => "It rests on no decision: there is no solution.".to_owned(),
        });
    }
    let inferences = links.iter().filter(|link| matches!(link.cause, Cause::Inference(_))).count();
    if inferences > 0 {
        lines.push(trust.describe(inferences));
    }
    lines
}
