//! `ferz study ablate`: measures what each constraint contributes.

use super::args::About;
use super::tables::{Output, faulty, stated};
use crate::exit::{BadInput, Ended};
use crate::parse::named;
use crate::progress::Counted;
use clap::Args as ClapArgs;
use solver_core::SearchOrder;
use solver_core::prelude::VarSelect;
use std::time::Instant;
use study::ablate::{Vary, ablate};
use study::compare::SearchOptions;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct AblateArgs {
    #[command(flatten)]
    subject: About,

    /// What to vary, one at a time: leave out each constraint, or give it each of its other levels
    #[arg(long, value_name = "WHAT", default_value = "constraints", value_parser = named(&Vary::ALL, Vary::name))]
    vary: Vary,

    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &AblateArgs, started: Instant) -> anyhow::Result<Ended> {
    if args.output.time {
        let why = "--time: an ablation compares counts, not times; `ferz study compare` measures times";
        return Err(BadInput(why.to_owned()).into());
    }
    let run = &args.subject.run;
    let subject = args.subject.subject()?;
    // An automatic variable selection depends on failures, so its trees cannot be compared. In input order, a stronger
    // level never yields a larger tree.
    let usual = match args.vary {
        Vary::Constraints => VarSelect::SmallestDomain,
        Vary::Levels | Vary::Both => VarSelect::Input,
    };
    let chosen = run
        .search
        .selector()
        .map_err(|auto| BadInput(format!("--order {auto}: an ablation compares trees of one static order")))?;
    let mut limits = run.limits(started)?;
    if subject.plan.is_some() && subject.objective.is_none() && limits.solutions.is_none() {
        // A puzzle that lacks one of its constraints may have too many solutions to count.
        limits.solutions = Some(2);
    }
    let options = SearchOptions {
        order: chosen.or(subject.plan.as_ref().map(|_| usual)).map(SearchOrder::By),
        tie_break: run.search.tie_break.unwrap_or_default(),
        values: run.search.value_order,
        branching: run.search.branching.unwrap_or_default(),
        seed: run.search.seed,
        first_only: run.limit == Some(1),
        limits,
        ..SearchOptions::default()
    };
    let name = subject.described(&subject.title, options.order.map(SearchOrder::name));
    let progress = Counted::new("variations searched");
    let done = |done, all| progress.show(done, all);
    let table = ablate(&stated(subject, name, ""), &options, args.vary, &args.output.means(), &done);
    progress.clear();
    args.output.write(table.map_err(faulty)?)
}
