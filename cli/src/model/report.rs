//! Prints solutions and the final result of a model, as text or as a JSON object.

use super::picture;
use crate::run::ask::{self, Answer, Request};
use crate::run::envelope::Envelope;
use crate::run::prelude::*;
use models::Classic;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;

/// The number of initial solutions that are flushed individually.
const PROMPT: u64 = 100;

/// Prints solutions as they are found, and the result at the end.
pub(super) struct Report {
    out: Out,
    asked: Request,
    /// Whether to print the search statistics.
    stats: bool,
    envelope: Option<Envelope>,
    /// The number of solutions written so far.
    written: u64,
}

impl Report {
    /// Creates a report that prints text, or a JSON object if there is an envelope.
    pub(super) fn new(asked: Request, stats: bool, envelope: Option<Envelope>) -> Report {
        Report { out: Out::new(), asked, stats, envelope, written: 0 }
    }
}

impl ask::Report<Classic> for Report {
    fn better(&mut self, _: i32) -> anyhow::Result<()> {
        Ok(())
    }

    fn solution(&mut self, classic: &Classic, objective: Option<i32>, solution: &Solution) -> anyhow::Result<()> {
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

    fn end(&mut self, answer: &Answer) -> anyhow::Result<()> {
        if let Some(envelope) = self.envelope.take() {
            return Ok(envelope.close(&mut self.out, answer.fields())?);
        }
        writeln!(self.out, "{}", sentence(answer, self.asked))?;
        if self.stats {
            for Statistics { nodes, failures, propagations, restarts, peak_depth, relaxation, explanations, .. } in
                &answer.statistics
            {
                write!(self.out, "nodes {nodes}, failures {failures}, propagations {propagations}, ")?;
                writeln!(self.out, "restarts {restarts}, peak depth {peak_depth}")?;
                let more = [("linear relaxation", relaxation.by_name()), ("explanations", explanations.by_name())];
                for (of, counts) in more.into_iter().filter(|(_, counts)| !counts.is_empty()) {
                    let counts: Vec<_> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
                    writeln!(self.out, "{of}: {}", counts.join(", "))?;
                }
            }
            writeln!(self.out, "time {:.3} s", answer.seconds)?;
        }
        Ok(self.out.flush()?)
    }
}

/// The result in words.
fn sentence(answer: &Answer, asked: Request) -> String {
    let superlative = if answer.goal == Some(Goal::Maximize) { "largest" } else { "smallest" };
    let found = plural(answer.solutions, "solution");
    match (answer.end.cause(), answer.best, answer.solutions) {
        (None, Some(best), _) => format!("{best} is the {superlative}: proved"),
        (Some(by), Some(best), _) => {
            let bound = answer.bound.map_or_else(String::new, |bound| format!(" (bound {bound})"));
            format!("{best} is the {superlative} known{bound}: stopped by {by}")
        }
        (None, None, 0) => "no solution: proved".to_owned(),
        (Some(by), None, 0) => format!("no solution found: stopped by {by}"),
        (None, None, _) if answer.end == End::Exhausted && (asked.all || asked.count) => found,
        (None, None, _) if answer.end == End::Exhausted => format!("{found}; there are no others"),
        (None, None, _) => format!("{found}; there may be more"),
        (Some(by), None, _) => format!("{found} so far: stopped by {by}"),
    }
}
