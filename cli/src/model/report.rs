//! The result of a question, as a sentence or as an object.

use super::{ModelArgs, picture};
use crate::envelope::{Answer, Costs, Envelope, Outcome};
use crate::exit::UNWRITABLE;
use crate::format::Format;
use crate::wording::cause;
use anyhow::Context;
use models::Classic;
use models::catalogue::Entry;
use serde::Serialize;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// So many solutions are shown at once as they come.
const PROMPT: u64 = 100;

/// What is printed as solutions come, and at the end.
pub(super) struct Report<'a, W> {
    out: W,
    asked: &'a ModelArgs,
    entry: &'a Entry,
    envelope: Option<Envelope>,
    /// How many solutions were written.
    written: u64,
}

#[derive(Serialize)]
struct Question<'a> {
    model: &'a str,
    words: &'a [String],
}

/// A solution as an object.
#[derive(Serialize)]
struct Found {
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<i32>,
    values: BTreeMap<String, Vec<i32>>,
}

#[derive(Serialize)]
struct Details {
    goal: Option<&'static str>,
    /// Of several searches side by side each one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    searches: Vec<Costs>,
}

/// How the search ended.
#[derive(Default)]
pub(super) struct End {
    pub(super) statistics: Vec<Statistics>,
    pub(super) seconds: f64,
    pub(super) stopped_by: Option<StopReason>,
    /// Whether the whole tree was searched: there are no others, or none is better.
    pub(super) exhausted: bool,
    pub(super) solutions: u64,
    /// The best value, if there is an objective and any solution.
    pub(super) best: Option<i32>,
    /// No solution is better than this, if the search was stopped.
    pub(super) bound: Option<i32>,
    /// Whether the best solution was asked for.
    pub(super) goal: Option<Goal>,
}

impl<'a, W: Write> Report<'a, W> {
    pub(super) fn new(out: W, asked: &'a ModelArgs, entry: &'a Entry) -> Report<'a, W> {
        Report { out, asked, entry, envelope: None, written: 0 }
    }

    /// In JSON, opens the object: it stays open for the solutions. Not before there is something to tell, which is no error.
    fn begin(&mut self) -> io::Result<()> {
        if self.asked.format == Format::Json && self.envelope.is_none() {
            let question = Question { model: self.entry.name, words: &self.asked.words };
            self.envelope = Some(Envelope::open(&mut self.out, "model", &question)?.list(&mut self.out)?);
        }
        Ok(())
    }

    /// A solution was found that is to be printed.
    pub(super) fn solution(
        &mut self,
        classic: &Classic,
        objective: Option<i32>,
        solution: &Solution,
    ) -> anyhow::Result<()> {
        self.begin().context(UNWRITABLE)?;
        self.written += 1;
        if let Some(envelope) = &mut self.envelope {
            let values = picture::named(classic, solution)?.into_iter().collect();
            envelope.solution(&mut self.out, &Found { objective, values }).context(UNWRITABLE)?;
        } else {
            let picture = picture::picture(classic, solution)?;
            let objective = objective.filter(|_| self.asked.all);
            let text = picture + &objective.map_or_else(String::new, |value| format!("objective = {value}\n")) + "\n";
            self.out.write_all(text.as_bytes()).context(UNWRITABLE)?;
        }
        // Somebody may wait for it; of a flood nobody sees each.
        if self.written <= PROMPT { self.out.flush().context(UNWRITABLE) } else { Ok(()) }
    }

    /// All is over.
    pub(super) fn end(&mut self, end: &End) -> anyhow::Result<()> {
        self.begin().context(UNWRITABLE)?;
        let written = match self.envelope.take() {
            Some(envelope) => envelope.close(&mut self.out, &end.answer()),
            None => writeln!(self.out, "{}", end.sentence(self.asked)).and_then(|()| match self.asked.stats {
                true => self.costs(end),
                false => Ok(()),
            }),
        };
        written.and_then(|()| self.out.flush()).context(UNWRITABLE)
    }

    fn costs(&mut self, end: &End) -> io::Result<()> {
        for Statistics { nodes, failures, propagations, restarts, peak_depth, .. } in &end.statistics {
            writeln!(
                self.out,
                "nodes {nodes}, failures {failures}, propagations {propagations}, restarts {restarts}, peak depth {peak_depth}"
            )?;
        }
        writeln!(self.out, "time {:.3} s", end.seconds)
    }
}

impl End {
    fn answer(&self) -> Answer<impl Serialize> {
        let searches = if self.statistics.len() > 1 { &self.statistics[..] } else { &[] };
        let details = Details {
            goal: self.goal.map(|goal| if goal == Goal::Minimize { "minimize" } else { "maximize" }),
            searches: searches.iter().map(Costs::from).collect(),
        };
        let all = self.statistics.iter().fold(Statistics::default(), |all, &one| all + one);
        Answer::unless_stopped(self.stopped_by, self.outcome())
            .objective(self.best.map(i64::from), self.bound.filter(|_| self.goal.is_some()).map(i64::from))
            .count(self.solutions)
            .costs(&all)
            .seconds(self.seconds)
            .with(details)
    }

    /// What was proved, and no more, if it was not stopped.
    fn outcome(&self) -> Outcome {
        match (self.exhausted, self.goal, self.solutions) {
            (true, _, 0) => Outcome::Unsatisfiable,
            (true, Some(_), _) => Outcome::Optimal,
            (true, None, _) => Outcome::Complete,
            (false, ..) => Outcome::Satisfied,
        }
    }

    fn sentence(&self, asked: &ModelArgs) -> String {
        let superlative = if self.goal == Some(Goal::Maximize) { "largest" } else { "smallest" };
        let number = |n: u64| if n == 1 { "1 solution".to_owned() } else { format!("{n} solutions") };
        match (self.stopped_by.map(cause), self.best, self.solutions) {
            (None, Some(best), _) => format!("{best} is the {superlative}: proved"),
            (Some(by), Some(best), _) => {
                let bound = self.bound.map_or_else(String::new, |bound| format!(" (bound {bound})"));
                format!("{best} is the {superlative} known{bound}: stopped by {by}")
            }
            (None, None, 0) => "no solution: proved".to_owned(),
            (Some(by), None, 0) => format!("no solution found: stopped by {by}"),
            (None, None, n) if self.exhausted && (asked.all || asked.count) => number(n),
            (None, None, n) if self.exhausted => format!("{}, there are no others", number(n)),
            (None, None, n) => format!("{}, there may be more", number(n)),
            (Some(by), None, n) => format!("{} so far: stopped by {by}", number(n)),
        }
    }
}
