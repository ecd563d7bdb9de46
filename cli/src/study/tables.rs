//! Code shared by the commands that print tables.

use super::command;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use crate::parse::{named, threads};
use crate::subject::Subject;
use anyhow::Context;
use clap::Args as ClapArgs;
use std::io::Write;
use std::num::NonZero;
use study::compare::{self, Means, Stated, StudyError};
use study::table::{Format, Table};

const OUTPUT: &str = "Output";

/// Options of a table.
#[derive(ClapArgs)]
pub(super) struct Output {
    /// Output format of the table
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", default_value = "text", value_parser = named(&Format::ALL, Format::name))]
    pub(super) format: Format,

    /// Also measure times, one search after another; they differ from run to run
    #[arg(long, help_heading = OUTPUT)]
    pub(super) time: bool,

    /// How many searches to run at a time (default: one per processor); the table does not depend on it
    #[arg(long, help_heading = OUTPUT, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
}

impl Output {
    pub(super) fn means(&self) -> Means {
        let means = Means { timed: self.time, ..Means::default() };
        Means { threads: self.threads.unwrap_or(means.threads), ..means }
    }

    /// Writes a table and the command that reproduces it.
    pub(super) fn write(&self, mut table: Table) -> anyhow::Result<Ended> {
        if table.command.is_empty() {
            table.command = command::typed();
        }
        let text = table.write(self.format);
        std::io::stdout().lock().write_all(text.as_bytes()).context(UNWRITABLE)?;
        // A limit set by the user is part of the experiment and has its own column, but Ctrl-C is not part of it.
        let cancelled = interrupt::token()?.is_cancelled();
        Ok(if cancelled { Ended::Stopped } else { Ended::Complete })
    }
}

/// Distinguishes user errors from bugs, such as a tree that depends on whether reasons are recorded.
pub(super) fn faulty(error: StudyError) -> anyhow::Error {
    match error {
        StudyError::AnotherTree { .. } => error.into(),
        other => BadInput(other.to_string()).into(),
    }
}

/// Converts a command-line subject to a comparison subject.
pub(super) fn stated(subject: Subject, name: String, formulation: &str) -> compare::Subject {
    let Subject { model, phases, objective, plan, .. } = subject;
    if plan.is_some_and(|plan| plan.restarts.is_some() || !plan.wanted.is_empty()) {
        crate::exit::complain(&format!(
            "warning: {name}: restarts and warm starts are left out, because a table counts one tree from its root"
        ));
    }
    compare::Subject::new(name, formulation, move || {
        Ok(Stated { phases: phases.clone(), objective: objective.clone(), ..Stated::new(model.clone(), Vec::new()) })
    })
}
