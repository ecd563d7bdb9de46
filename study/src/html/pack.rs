//! From recordings to the data of a page.

use super::data::{
    BoardData, DepthsData, EndData, FORMAT, LevelsData, ObjectiveData, PageData, ResourceData, RunData, SourceData,
    VERSION, WaysData, WholeData,
};
use super::{Run, Source, Summary};
use crate::ledger::Account;
use crate::recording::{Event, Length, Recording, Resource};
use crate::table::grouped;
use solver_core::observe::Branch;
use solver_core::prelude::{Consistency, VarSelect};
use solver_core::{Atom, Goal, Relation, ValueNames};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// So many numbers of a run's events and reasons are written at most; about six bytes each. What comes after them is left out.
pub const NUMBERS: usize = 1_500_000;

/// What stands for a rule where a nogood was learned.
const LEARNED: &str = "learned";

pub(super) fn page<'a>(title: &'a str, command: Option<&'a str>, live: bool, runs: &'a [Run<'a>]) -> PageData<'a> {
    let runs = runs.iter().take(2).map(run).collect();
    let ways = WaysData {
        orders: VarSelect::ALL.iter().map(|order| order.name()).collect(),
        levels: Consistency::ALL.iter().map(|level| level.name()).collect(),
    };
    PageData { format: FORMAT, version: VERSION, title, command, live: live.then_some(ways), runs }
}

pub(super) fn run<'a>(run: &'a Run<'a>) -> RunData<'a> {
    let Run { recording, summary, .. } = run;
    let symbols = recording.symbols();
    let mut packer = Packer::default();
    let kept = packer.pack(recording, NUMBERS);
    let left_out = recording.left_out() + (recording.events().len() - kept) as u64;
    let whole = (left_out > 0).then(|| packer.whole(summary));
    let domains = recording.roots().iter();
    // Squares of a board are the page's own business: it tells facts by variables, too.
    let is_square = |var| recording.board().is_some_and(|board| board.columns.contains(&var));
    let named = || {
        let values = |var| symbols.label(var).values.as_deref().filter(|_| !is_square(var));
        symbols.vars().map(values)
    };
    let mut names: Vec<&ValueNames> = named().flatten().collect();
    names.sort_by_key(|names| (names.first(), names.names()));
    names.dedup();
    RunData {
        name: &run.name,
        variables: symbols.variables().map(|(name, _)| name).collect(),
        domains: domains.map(|domain| domain.ranges().iter().flat_map(|&(a, b)| [a, b]).collect()).collect(),
        value_names: names.iter().map(|names| (names.first(), names.names())).collect(),
        named_values: named().map(|own| names.iter().position(|known| Some(*known) == own)).collect(),
        alone: symbols
            .vars()
            .filter(|&var| symbols.label(var).alone && !is_square(var))
            .map(|var| var.index())
            .collect(),
        hidden: symbols.vars().filter(|&var| !symbols.is_of_problem(var)).map(|var| var.index()).collect(),
        constants: symbols.vars().filter(|&var| symbols.is_constant(var)).map(|var| var.index()).collect(),
        objective: recording
            .objective()
            .map(|(goal, var)| ObjectiveData { variable: var.index(), minimize: goal == Goal::Minimize }),
        resources: recording.resources().iter().map(resource).collect(),
        board: recording.board().map(|board| BoardData {
            columns: board.columns.iter().map(|var| var.index()).collect(),
            first: board.first,
        }),
        constraints: symbols.constraints().collect(),
        places: symbols.constraints().map(|name| place(name, &run.sources)).collect(),
        sources: run.sources.iter().map(|source| SourceData { name: &source.name, text: &source.text }).collect(),
        propagators: symbols.propagators().collect(),
        rules: packer.rules,
        facts: packer.facts,
        reasons: packer.reasons,
        events: packer.events,
        ledger: ledger(run),
        levels: run.levels.as_ref().map(|levels| LevelsData { names: levels.names(), nodes: levels.nodes() }),
        end: end(run),
        notes: notes(run, kept, left_out),
        whole,
    }
}

fn resource(resource: &Resource) -> ResourceData<'_> {
    let tasks = resource.tasks.iter().map(|&(start, length)| match length {
        Length::Fixed(length) => (start.index(), length, None),
        Length::Variable(var) => (start.index(), 0, Some(var.index())),
    });
    ResourceData { name: &resource.name, tasks: tasks.collect() }
}

/// Texts, facts and reasons, each written once.
#[derive(Default)]
struct Packer<'a> {
    rules: Vec<&'a str>,
    facts: Vec<i64>,
    reasons: Vec<Vec<u64>>,
    events: Vec<u64>,
    rule_places: HashMap<&'a str, u64>,
    fact_places: HashMap<Atom, u64>,
    reason_places: HashMap<Vec<u64>, u64>,
    /// Numbers in reasons.
    numbers: usize,
}

impl<'a> Packer<'a> {
    /// Writes the events as long as there is room for this many numbers; returns the number of events.
    fn pack(&mut self, recording: &'a Recording, room: usize) -> usize {
        for (kept, event) in recording.events().iter().enumerate() {
            if self.events.len() + self.numbers > room {
                return kept;
            }
            self.event(event);
        }
        if recording.left_out() == 0 && recording.end().is_some() {
            self.events.push(8);
        }
        recording.events().len()
    }

    fn event(&mut self, event: &'a Event) {
        match event {
            Event::Decide { depth, fact, branch, .. } => {
                let branch = match *branch {
                    Branch::Left => 0,
                    Branch::Right => 1,
                    Branch::Value { index, .. } => u64::from(index) + 2,
                };
                let numbers = [1, self.fact(*fact), u64::from(*depth), branch];
                self.events.extend(numbers);
            }
            Event::Propagate { propagator } => self.events.extend([2, u64::from(*propagator)]),
            Event::Prune(inferred) => {
                let Some(fact) = inferred.fact else { return };
                let numbers = [3, self.fact(fact), self.reason(inferred.rule.name, &inferred.premises)];
                self.events.extend(numbers);
            }
            Event::Fail { conflict, .. } => {
                let numbers = match conflict {
                    None => [4, 0, 0, 0],
                    Some(inferred) => {
                        let fact = inferred.fact.map_or(0, |fact| self.fact(fact) + 1);
                        [
                            4,
                            fact,
                            self.reason(inferred.rule.name, &inferred.premises) + 1,
                            u64::from(inferred.propagator) + 1,
                        ]
                    }
                };
                self.events.extend(numbers);
            }
            Event::Solution { .. } => self.events.push(5),
            Event::Backtrack { depth } => self.events.extend([6, u64::from(*depth)]),
            Event::Restart { .. } => self.events.push(7),
            Event::Learn { clause, lbd } => {
                let numbers = [9, self.reason(LEARNED, clause), u64::from(*lbd)];
                self.events.extend(numbers);
            }
        }
    }

    fn fact(&mut self, atom: Atom) -> u64 {
        match self.fact_places.entry(atom) {
            Entry::Occupied(place) => *place.get(),
            Entry::Vacant(place) => {
                let v = i64::from(atom.value());
                let (relation, value) = match atom.relation() {
                    Relation::Equal => (0, v),
                    Relation::NotEqual => (1, v),
                    Relation::AtLeast => (2, v),
                    Relation::Less => (3, v - 1),
                };
                let number = (self.facts.len() / 3) as u64;
                self.facts.extend([atom.var().index() as i64, relation, value]);
                *place.insert(number)
            }
        }
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

    fn whole(&mut self, summary: &Summary) -> WholeData {
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
        let depths = DepthsData { width: depths.width, buckets: buckets.collect() };
        WholeData { least, subtrees: numbers, depths }
    }
}

/// What each constraint did, its propagators together.
fn ledger(run: &Run<'_>) -> Vec<Vec<u64>> {
    let symbols = run.recording.symbols();
    // Time is the last column, where it was measured.
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

fn end(run: &Run<'_>) -> EndData {
    let Run { recording, summary, .. } = run;
    match recording.end() {
        Some(end) => EndData {
            outcome: if end.stopped_by.is_some() { "stopped" } else { "complete" },
            stopped_by: end.stopped_by.clone(),
            nodes: end.nodes,
            failures: end.failures,
            solutions: end.solutions,
            propagations: end.propagations,
            peak_depth: end.peak_depth,
        },
        None => {
            let depths = &summary.depths.buckets;
            EndData {
                outcome: if recording.is_part() { "complete below it" } else { "left" },
                stopped_by: None,
                nodes: summary.depths.nodes(),
                failures: depths.iter().map(|bucket| bucket.failures).sum(),
                solutions: depths.iter().map(|bucket| bucket.solutions).sum(),
                propagations: summary.accounts().iter().map(|account| account.calls).sum(),
                peak_depth: depths.iter().map(|bucket| bucket.deepest).max().unwrap_or(0),
            }
        }
    }
}

/// What is not as complete as it looks.
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
        notes.push("The search was left before its end.".to_owned());
    }
    if recording.roots().is_empty() && !recording.events().is_empty() {
        notes.push("This trace has no reasons: it tells the tree, and no domains.".to_owned());
    }
    notes
}

fn is_node(event: &Event) -> bool {
    matches!(event, Event::Decide { .. } | Event::Restart { .. })
}

/// The source and line that the name of a constraint ends with: `rows (model.mzn:3)`, or with a column after it.
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
