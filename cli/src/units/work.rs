//! `ferz work JOB UNIT…`: explores units and records the results.

use super::job::{bad, open};
use super::subject::Stated;
use crate::run::prelude::*;
use cluster::{JobError, Unit, UnitId, Work};
use std::path::PathBuf;

/// The help on results and budgets, with examples.
pub(crate) const AFTER: &str = "\
Units that have a result are skipped. A unit that exceeds its budget leaves parts of its tree, which
become units, too. Ctrl-C ends a unit in the same way, so nothing is lost.

Examples:
  ferz work thirteen                        all open units, until none is left
  ferz work thirteen 00d1a2b3c4d5e6f7       this unit
  ferz work thirteen --time 60s 00d1…       this unit, for a minute at most";

/// Run units of a job
#[derive(ClapArgs)]
#[command(after_help = AFTER)]
pub(crate) struct WorkArgs {
    /// The folder of the job
    #[arg(value_name = "JOB")]
    job: PathBuf,

    /// The units (default: all open units, and those that they leave)
    #[arg(value_name = "UNIT")]
    units: Vec<UnitId>,

    /// Time budget of a unit
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// Node budget of a unit, which gives the same result in every run
    #[arg(long, value_name = "NODES", value_parser = whole_number(2))]
    nodes: Option<u64>,

    /// Explore units that have a result again, and compare
    #[arg(long)]
    again: bool,
}

/// Runs the command.
pub(crate) fn run(args: &WorkArgs) -> anyhow::Result<Ended> {
    let stop = Stop::within(None, None)?;
    let job = open(&args.job)?;
    let stated = Stated::from_job(&job)?;
    let search = stated.search();
    let mut work = stated.work(search.as_ref())?.cancel(&stop.token());
    work = args.time.into_iter().fold(work, Work::time);
    work = args.nodes.into_iter().fold(work, Work::nodes);
    if args.again {
        work = work.again();
    }
    // Other processes may also work on the job, so each round reads the open units again.
    let mut round: Vec<Unit> = Vec::new();
    let mut named = args.units.iter();
    loop {
        let unit = match (named.next(), round.pop()) {
            (Some(&id), _) => job.unit(id).map_err(bad)?,
            (None, Some(unit)) => unit,
            (None, None) if !args.units.is_empty() => return Ok(stop.asked().into()),
            (None, None) => {
                round = job.open_units().map_err(bad)?;
                let Some(unit) = round.pop() else { return Ok(Ended::Complete) };
                unit
            }
        };
        if stop.asked().is_some() {
            return Ok(Ended::Stopped);
        }
        let outcome = match job.work(&unit, &work) {
            Err(JobError::Cancelled(_)) => return Ok(Ended::Stopped),
            outcome => outcome.map_err(bad)?,
        };
        let left = match outcome.rest.len() {
            0 => "complete".to_owned(),
            parts => format!("{} left", plural(parts, "part")),
        };
        print(format_args!("{}: {left}, {} nodes\n", outcome.unit, outcome.effort.nodes))?;
    }
}
