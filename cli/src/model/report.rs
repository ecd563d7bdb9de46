//! Prints solutions and the final result of a model, as text or as a JSON object.

use super::{ModelArgs, picture};
use crate::format::Format;
use crate::run::envelope::{Envelope, Outcome, answer, costs};
use crate::run::prelude::*;
use models::Classic;
use models::catalogue::Entry;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The number of solutions that are flushed individually.
const PROMPT: u64 = 100;

/// Prints solutions as they are found, and the result at the end.
pub(super) struct Report<'a> {
    out: Out,
    asked: &'a ModelArgs,
    envelope: Option<Envelope>,
    /// The number of solutions written so far.
    written: u64,
}

/// The result of one or several searches.
pub(super) struct Answer {
    pub(super) end: End,
    /// The statistics of each search.
    pub(super) statistics: Vec<Statistics>,
    pub(super) seconds: f64,
    pub(super) solutions: u64,
    /// The best value, if there is an objective and a solution was found.
    pub(super) best: Option<i32>,
    /// The dual bound, if the search stopped early.
    pub(super) bound: Option<i32>,
    /// The direction of optimisation, if optimisation was requested.
    pub(super) goal: Option<Goal>,
}

impl<'a> Report<'a> {
    pub(super) fn new(asked: &'a ModelArgs, entry: &'a Entry) -> Report<'a> {
        let question = || Fields::new().with("model", entry.name).with("words", &asked.words);
        let envelope = (asked.format == Format::Json).then(|| Envelope::listing("model", question()));
        Report { out: Out::new(), asked, envelope, written: 0 }
    }

    /// Prints a solution.
    pub(super) fn solution(
        &mut self,
        classic: &Classic,
        objective: Option<i32>,
        solution: &Solution,
    ) -> anyhow::Result<()> {
        self.written += 1;
        if let Some(envelope) = &mut self.envelope {
            let values: BTreeMap<String, Vec<i32>> = picture::named(classic, solution)?.into_iter().collect();
            envelope.solution(&mut self.out, &Fields::new().some("objective", objective).with("values", values))?;
        } else {
            let picture = picture::picture(classic, solution)?;
            let objective = objective.filter(|_| self.asked.all);
            let objective = objective.map_or_else(String::new, |value| format!("objective = {value}\n"));
            writeln!(self.out, "{picture}{objective}")?;
        }
        // The first solutions are flushed at once for an interactive reader; later ones are buffered.
        if self.written <= PROMPT {
            self.out.flush()?;
        }
        Ok(())
    }

    /// Prints the result.
    pub(super) fn end(&mut self, answer: &Answer) -> io::Result<()> {
        if let Some(envelope) = self.envelope.take() {
            return envelope.close(&mut self.out, answer.fields());
        }
        writeln!(self.out, "{}", answer.sentence(self.asked))?;
        if self.asked.stats {
            for Statistics { nodes, failures, propagations, restarts, peak_depth, relaxation, .. } in &answer.statistics
            {
                write!(self.out, "nodes {nodes}, failures {failures}, propagations {propagations}, ")?;
                writeln!(self.out, "restarts {restarts}, peak depth {peak_depth}")?;
                let relaxed: Vec<_> = relaxation.by_name().iter().map(|(name, n)| format!("{name} {n}")).collect();
                if !relaxed.is_empty() {
                    writeln!(self.out, "linear relaxation: {}", relaxed.join(", "))?;
                }
            }
            writeln!(self.out, "time {:.3} s", answer.seconds)?;
        }
        self.out.flush()
    }
}

impl Answer {
    pub(super) fn new(end: End, solutions: u64) -> Answer {
        Answer { end, statistics: Vec::new(), seconds: 0.0, solutions, best: None, bound: None, goal: None }
    }

    fn fields(&self) -> Fields {
        let begun = match self.end {
            End::Exhausted if self.best.is_some() => {
                answer(None::<StopReason>, Outcome::Optimal).with("count", self.solutions)
            }
            end => end.answer(self.solutions),
        };
        let searches: Vec<Fields> = self.statistics.iter().map(costs).collect();
        let all = self.statistics.iter().fold(Statistics::default(), |all, &one| all + one);
        begun
            .some("objective", self.best)
            .some("bound", self.bound.filter(|_| self.goal.is_some()))
            .with("goal", self.goal.map(|goal| if goal == Goal::Minimize { "minimize" } else { "maximize" }))
            .some("searches", Some(searches).filter(|searches| searches.len() > 1))
            .with("statistics", costs(&all))
            .with("seconds", self.seconds)
    }

    fn sentence(&self, asked: &ModelArgs) -> String {
        let superlative = if self.goal == Some(Goal::Maximize) { "largest" } else { "smallest" };
        let found = plural(self.solutions, "solution");
        match (self.end.cause(), self.best, self.solutions) {
            (None, Some(best), _) => format!("{best} is the {superlative}: proved"),
            (Some(by), Some(best), _) => {
                let bound = self.bound.map_or_else(String::new, |bound| format!(" (bound {bound})"));
                format!("{best} is the {superlative} known{bound}: stopped by {by}")
            }
            (None, None, 0) => "no solution: proved".to_owned(),
            (Some(by), None, 0) => format!("no solution found: stopped by {by}"),
            (None, None, _) if self.end == End::Exhausted && (asked.all || asked.count) => found,
            (None, None, _) if self.end == End::Exhausted => format!("{found}, there are no others"),
            (None, None, _) => format!("{found}, there may be more"),
            (Some(by), None, _) => format!("{found} so far: stopped by {by}"),
        }
    }
}
