//! `ferz study ablate`: what each constraint is worth.

use super::subject;
use super::tables::{Output, faulty, stated};
use crate::args::named;
use crate::exit::{BadInput, Ended};
use clap::Args as ClapArgs;
use std::time::Instant;
use study::ablate::{Vary, ablate};
use study::compare::SearchOptions;

/// What is taken apart.
#[derive(ClapArgs)]
pub(super) struct AblateArgs {
    #[command(flatten)]
    subject: subject::About,

    /// What changes, one at a time: each constraint is left out, or gets its other levels
    #[arg(long, value_name = "WHAT", default_value = "constraints", value_parser = named(&Vary::ALL, Vary::name))]
    vary: Vary,

    #[command(flatten)]
    output: Output,
}

pub(super) fn run(asked: &AblateArgs, started: Instant) -> anyhow::Result<Ended> {
    if asked.output.time {
        let why = "--time: an ablation counts, and measures no times; `ferz study compare` does";
        return Err(BadInput(why.to_owned()).into());
    }
    let asked_manner = &asked.subject.search_args;
    let search_args = SearchOptions {
        order: asked_manner.order,
        values: asked_manner.value_order,
        branching: asked_manner.branching,
        seed: asked_manner.seed,
        first_only: asked_manner.limit == Some(1),
        limits: asked_manner.limits(started)?,
        ..SearchOptions::default()
    };
    let subject = asked.subject.subject()?;
    let name = subject.title.clone();
    let table = ablate(&stated(subject, name, ""), &search_args, asked.vary, &asked.output.means());
    asked.output.write(table.map_err(faulty)?)
}
