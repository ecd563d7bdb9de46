//! Converts recordings to the data of a page.

use super::codes::{Kind, RELATIONS};
use super::{Run, Source, Summary};
use crate::ledger::Account;
use crate::recording::{End, Event, Length, Recording, Resource, relation_and_value};
use crate::table::grouped;
use serde::Serialize;
use serde_json::{Value, json};
use solver_core::observe::Branch;
use solver_core::prelude::{Consistency, VarSelect};
use solver_core::{Atom, Goal, ValueNames, Var};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The maximum number of integers, about six bytes each, in the events and reasons of a run. Further events are
/// omitted.
pub const NUMBERS: usize = 1_500_000;

/// The rule name for a learned nogood.
const LEARNED: &str = "learned";

/// A page: its texts and its runs.
#[derive(Serialize)]
pub(super) struct PageData {
    #[serde(flatten)]
    texts: Value,
    runs: Vec<RunData>,
}

/// A run: its general properties and its long lists of numbers.
#[derive(Serialize)]
pub(super) struct RunData {
    #[serde(flatten)]
    whole: Value,
    facts: Vec<i64>,
    reasons: Vec<Vec<u64>>,
    events: Vec<u64>,
}

pub(super) fn page(title: &str, command: Option<&str>, is_live: bool, runs: &[Run<'_>]) -> PageData {
    // In a live page, the user can also suppose variable selections and levels.
    let orders: Vec<&str> = VarSelect::ALL.iter().map(|order| order.name()).collect();
    let levels: Vec<&str> = Consistency::ALL.iter().map(|level| level.name()).collect();
    let live = if is_live { json!({ "orders": orders, "levels": levels }) } else { Value::Null };
    let texts = json!({ "format": "ferz-page", "version": 1, "title": title, "command": command, "live": live });
    PageData { texts, runs: runs.iter().take(2).map(run).collect() }
}

pub(super) fn run(run: &Run<'_>) -> RunData {
    let Run { recording, summary, .. } = run;
    let symbols = recording.symbols();
    let mut packer = Packer::default();
    let kept = packer.pack(recording, NUMBERS);
    let left_out = recording.left_out() + (recording.events().len() - kept) as u64;
    let whole = (left_out > 0).then(|| packer.whole(summary));
    // The page itself names the squares of a board, because it can also show facts as variables and values.
    let is_square = |var| recording.board.as_ref().is_some_and(|board| board.columns.contains(&var));
    let named = || {
        let values = |var| symbols.label(var).values.as_deref().filter(|_| !is_square(var));
        symbols.vars().map(values)
    };
    let mut names: Vec<&ValueNames> = named().flatten().collect();
    names.sort_by_key(|names| (names.first(), names.names()));
    names.dedup();
    let those = |is_one: &dyn Fn(Var) -> bool| numbers(symbols.vars().filter(|&var| is_one(var)));
    let whole = json!({
        "name": run.name,
        "variables": list(symbols.variables().map(|(name, _)| name)),
        // The root domain of each variable, as ranges: low, high, low, high, …
        "domains": list(recording.roots().iter().map(|root| list(root.ranges().iter().flat_map(|&(low, high)| [low, high])))),
        // Lists of value names, each with its first value, and for each variable the index of its list.
        "value_names": list(names.iter().map(|names| (names.first(), names.names()))),
        "named_values": list(named().map(|own| names.iter().position(|known| Some(*known) == own))),
        // Variables that are identified by the names of their values.
        "alone": those(&|var| symbols.label(var).alone && !is_square(var)),
        // Variables that are not part of the problem: auxiliary variables of a translation, and constants.
        "hidden": those(&|var| !symbols.is_of_problem(var)),
        "constants": those(&|var| symbols.is_constant(var)),
        "board": recording.board.as_ref().map(|board| json!({
            "columns": numbers(board.columns.iter().copied()),
            "first": board.first,
        })),
        "objective": recording
            .objective
            .map(|(goal, var)| json!({ "variable": var.index(), "minimize": goal == Goal::Minimize })),
        "resources": list(recording.resources.iter().map(resource)),
        "constraints": list(symbols.constraints()),
        // The source and line of each constraint.
        "places": list(symbols.constraints().map(|name| place(name, &run.sources))),
        "sources": run.sources,
        // The constraint of each propagator.
        "propagators": list(symbols.propagators()),
        "rules": packer.rules,
        "ledger": ledger(run),
        "levels": run.levels.as_ref().map(|levels| json!({ "names": levels.names(), "nodes": levels.nodes() })),
        "end": end(run),
        // Notes on what was omitted, and a summary if the events of the run are incomplete.
        "notes": notes(run, kept, left_out),
        "whole": whole,
    });
    RunData { whole, facts: packer.facts, reasons: packer.reasons, events: packer.events }
}

fn list<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.collect()
}

fn numbers(vars: impl Iterator<Item = Var>) -> Vec<usize> {
    vars.map(Var::index).collect()
}

/// Converts a resource: for each task, the variable of its start, and its duration. A duration is a number, or a factor
/// and the variable that it multiplies.
fn resource(resource: &Resource) -> Value {
    let tasks = resource.tasks.iter().map(|&(start, length)| match length {
        Length::Fixed(length) => (start.index(), length, None),
        Length::Multiple(factor, var) => (start.index(), factor, Some(var.index())),
    });
    json!({ "name": resource.name, "tasks": list(tasks) })
}

/// Packs texts, facts and reasons, writing each one only once.
#[derive(Default)]
struct Packer<'a> {
    rules: Vec<&'a str>,
    facts: Vec<i64>,
    reasons: Vec<Vec<u64>>,
    events: Vec<u64>,
    rule_places: HashMap<&'a str, u64>,
    fact_places: HashMap<Atom, u64>,
    reason_places: HashMap<Vec<u64>, u64>,
    /// The total number of integers in reasons.
    numbers: usize,
}

impl<'a> Packer<'a> {
    /// Packs events while they fit into `room` integers, and returns the number of packed events.
    fn pack(&mut self, recording: &'a Recording, room: usize) -> usize {
        for (kept, event) in recording.events().iter().enumerate() {
            if self.events.len() + self.numbers > room {
                return kept;
            }
            self.event(event);
        }
        if recording.left_out() == 0 && recording.end().is_some() {
            self.events.push(Kind::Done as u64);
        }
        recording.events().len()
    }

    fn event(&mut self, event: &'a Event) {
        let (kind, numbers) = match event {
            Event::Decide { depth, fact, branch, .. } => {
                let branch = match *branch {
                    Branch::Left => 0,
                    Branch::Right => 1,
                    Branch::Value { index, .. } => u64::from(index) + 2,
                };
                (Kind::Decide, vec![self.fact(*fact), u64::from(*depth), branch])
            }
            Event::Propagate { propagator } => (Kind::Propagate, vec![u64::from(*propagator)]),
            Event::Prune(inferred) => {
                let Some(fact) = inferred.fact else { return };
                (Kind::Prune, vec![self.fact(fact), self.reason(inferred.rule.name, &inferred.premises)])
            }
            Event::Fail { conflict: None, .. } => (Kind::Fail, vec![0; 3]),
            Event::Fail { conflict: Some(inferred), .. } => {
                let fact = inferred.fact.map_or(0, |fact| self.fact(fact) + 1);
                let reason = self.reason(inferred.rule.name, &inferred.premises) + 1;
                (Kind::Fail, vec![fact, reason, u64::from(inferred.propagator) + 1])
            }
            Event::Solution { .. } => (Kind::Solution, Vec::new()),
            Event::Backtrack { depth } => (Kind::Backtrack, vec![u64::from(*depth)]),
            Event::Restart { .. } => (Kind::Restart, Vec::new()),
            Event::Learn { clause, lbd } => (Kind::Learn, vec![self.reason(LEARNED, clause), u64::from(*lbd)]),
        };
        self.events.push(kind as u64);
        self.events.extend(numbers);
    }

    fn fact(&mut self, atom: Atom) -> u64 {
        let facts = &mut self.facts;
        *self.fact_places.entry(atom).or_insert_with(|| {
            let (written, value) = relation_and_value(atom);
            let relation = RELATIONS.iter().position(|relation| relation[0] == written).unwrap_or_default();
            facts.extend([atom.var().index() as i64, relation as i64, value]);
            (facts.len() / 3 - 1) as u64
        })
    }

    fn reason(&mut self, name: &'a str, facts: &[Atom]) -> u64 {
        let rules = &mut self.rules;
        let rule = *self.rule_places.entry(name).or_insert_with(|| {
            rules.push(name);
            rules.len() as u64 - 1
        });
        let mut reason = vec![rule];
        reason.extend(facts.iter().map(|&fact| self.fact(fact)));
        match self.reason_places.entry(reason) {
            Entry::Occupied(place) => *place.get(),
            Entry::Vacant(place) => {
                self.numbers += place.key().len();
                let number = self.reasons.len() as u64;
                self.reasons.push(place.key().clone());
                *place.insert(number)
            }
        }
    }

    /// Packs the summary of an entire run. A subtree consists of six numbers: earlier nodes, depth, nodes, failures,
    /// solutions, fact (-1 for none). A bucket consists of three: largest depth, failures, solutions. Subtrees lighter
    /// than the threshold are omitted.
    fn whole(&mut self, summary: &Summary) -> Value {
        let (subtrees, least) = summary.subtrees.clone().finish();
        let mut numbers = Vec::with_capacity(6 * subtrees.len());
        for subtree in subtrees {
            let fact = subtree.fact.map_or(-1, |fact| self.fact(fact) as i64);
            let counts = [subtree.first, subtree.depth, subtree.nodes, subtree.failures, subtree.solutions];
            numbers.extend(counts.map(|count| count as i64));
            numbers.push(fact);
        }
        let depths = &summary.depths;
        let buckets = depths.buckets.iter().flat_map(|bucket| [bucket.deepest, bucket.failures, bucket.solutions]);
        json!({ "least": least, "subtrees": numbers, "depths": { "width": depths.width, "buckets": list(buckets) } })
    }
}

/// Sums the work of each constraint over its propagators.
fn ledger(run: &Run<'_>) -> Vec<Vec<u64>> {
    let symbols = run.recording.symbols();
    // Time, if measured, is the last column.
    let columns = if run.summary.is_timed() { 5 } else { 4 };
    let mut rows = vec![vec![0; columns]; symbols.constraints().count()];
    for (constraint, &account) in symbols.propagators().zip(run.summary.accounts()) {
        let Account { calls, prunings, failures, useless, time, .. } = account;
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        for (sum, count) in rows[constraint].iter_mut().zip([calls, prunings, failures, useless, nanoseconds]) {
            *sum += count;
        }
    }
    rows
}

/// Describes how the run ended: `complete`, `complete below it` for a part of the tree, `stopped`, or `left` if
/// unknown.
fn end(run: &Run<'_>) -> Value {
    let Run { recording, summary, .. } = run;
    let depths = &summary.depths.buckets;
    let counted = || End {
        stopped_by: None,
        nodes: summary.depths.nodes(),
        failures: depths.iter().map(|bucket| bucket.failures).sum(),
        solutions: depths.iter().map(|bucket| bucket.solutions).sum(),
        propagations: summary.accounts().iter().map(|account| account.calls).sum(),
        peak_depth: depths.iter().map(|bucket| bucket.deepest).max().unwrap_or(0),
    };
    let outcome = match recording.end() {
        Some(end) => end.outcome(),
        None if recording.is_part() => "complete below it",
        None => "left",
    };
    let mut end = json!(recording.end().cloned().unwrap_or_else(counted));
    end["outcome"] = json!(outcome);
    end
}

/// Returns notes about data that is missing from the page.
fn notes(run: &Run<'_>, kept: usize, left_out: u64) -> Vec<String> {
    let Run { recording, .. } = run;
    let mut notes = Vec::new();
    if left_out > 0 {
        let all = kept as u64 + left_out;
        let nodes = 1 + recording.events()[..kept].iter().filter(|event| is_node(event)).count();
        notes.push(format!(
            "This page holds the first {} of {} events: {} nodes step by step. The rest is in the strip of the whole search and in the ledger. \
             --events keeps more.",
            grouped(kept as u64, ","),
            grouped(all, ","),
            grouped(nodes as u64, ",")
        ));
    }
    if recording.end().is_none() && !recording.is_part() {
        notes.push("The search was left unfinished.".to_owned());
    }
    if recording.roots().is_empty() && !recording.events().is_empty() {
        notes.push("This trace has no reasons: it contains the tree, but no domains.".to_owned());
    }
    notes
}

fn is_node(event: &Event) -> bool {
    matches!(event, Event::Decide { .. } | Event::Restart { .. })
}

/// Parses the source and line at the end of a constraint's name: `rows (model.mzn:3)`, possibly with a column.
fn place(name: &str, sources: &[Source]) -> Option<(usize, u32)> {
    let (_, place) = name.strip_suffix(')')?.rsplit_once('(')?;
    let place = place.rsplit(['/', '\\']).next()?;
    sources.iter().enumerate().find_map(|(number, source)| {
        let line = place.strip_prefix(source.name.as_str())?.strip_prefix(':')?;
        Some((number, line.split(':').next()?.parse().ok()?))
    })
}

#[cfg(test)]
mod tests;
