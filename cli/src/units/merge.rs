//! `ferz merge JOB`: adds up the results of a job.

use super::job::{bad, open};
use super::subject::Stated;
use crate::run::prelude::*;
use cluster::{Coverage, Job, JobError, Question};
use std::path::PathBuf;

/// The help on exit codes.
pub(crate) const AFTER: &str = "\
A total is printed only when the shares of the tree that were explored add up to exactly one.
Exit codes: 0 complete, 2 a file is damaged or belongs to another job, 3 some units are open,
70 two results of a unit contradict each other.

Examples:
  ferz merge thirteen             the total, or what is known so far
  ferz merge thirteen --status    the progress, and which units took longest
  ferz merge thirteen --open      the units without a result, one per line, largest first
  ferz merge thirteen --repeat 5  five units again, here, then the total";

/// Combine the results of a job
#[derive(ClapArgs)]
#[command(after_help = AFTER)]
pub(crate) struct MergeArgs {
    /// The folder of the job
    #[arg(value_name = "JOB")]
    job: PathBuf,

    /// Show the progress of the job
    #[arg(long, conflicts_with = "open")]
    status: bool,

    /// Print the units that have no result, largest first
    #[arg(long)]
    open: bool,

    /// Explore a sample of N units that have a result again, and compare; only for counts
    #[arg(long, value_name = "N", conflicts_with = "open")]
    repeat: Option<usize>,
}

/// Runs the command.
pub(crate) fn run(args: &MergeArgs) -> anyhow::Result<Ended> {
    let job = open(&args.job)?;
    if args.open {
        let units: String = job.open_units().map_err(bad)?.iter().rev().map(|unit| format!("{}\n", unit.id)).collect();
        print(units)?;
        return Ok(Ended::Complete);
    }
    if let Some(count) = args.repeat
        && repeat(&job, count)? == Ended::Stopped
    {
        return Ok(Ended::Stopped);
    }
    report(&job, args.status)
}

/// Explores some units again; a result that differs from the recorded one is an error.
fn repeat(job: &Job, count: usize) -> anyhow::Result<Ended> {
    if job.description().question != Question::Count {
        reject!(
            "--repeat compares counts: in an optimisation, what a unit finds depends on the bound known when it began"
        );
    }
    let stop = Stop::within(None, None)?;
    let stated = Stated::from_job(job)?;
    let search = stated.search();
    let work = stated.work(search.as_ref())?.cancel(&stop.token()).again();
    for id in job.coverage().map_err(bad)?.sample(count) {
        let outcome = job.work(&job.unit(id).map_err(bad)?, &work);
        if stop.asked().is_some() || matches!(outcome, Err(JobError::Cancelled(_))) {
            return Ok(Ended::Stopped);
        }
        print(format_args!("{id}: {}, again\n", plural(outcome.map_err(bad)?.count, "solution")))?;
    }
    Ok(Ended::Complete)
}

/// Prints the combined result, and the progress of the job on request.
pub(super) fn report(job: &Job, with_status: bool) -> anyhow::Result<Ended> {
    let (coverage, report) = answer(job)?;
    if coverage.open() == 0 && !coverage.is_complete() {
        reject!("the shares of the tree do not add up to one: a result is wrong");
    }
    let status = if with_status { status(&coverage) } else { String::new() };
    let check = match coverage.is_complete() && job.description().proves {
        true => format!("check it: ferz proof check {}\n", job.folder().display()),
        false => String::new(),
    };
    print(format_args!("{report}\n{status}{check}"))?;
    Ok(if coverage.is_complete() { Ended::Complete } else { Ended::Stopped })
}

/// Returns the combined result, and the answer as text.
pub(crate) fn answer(job: &Job) -> anyhow::Result<(Coverage, String)> {
    let question = job.description().question;
    if question == Question::Count {
        let coverage = job.coverage().map_err(bad)?;
        let report = count(&coverage);
        return Ok((coverage, report));
    }
    let stated = Stated::from_job(job)?;
    let coverage = stated.evaluated(job)?;
    let report = best(&coverage, question == Question::Minimize, |values| stated.named(values));
    Ok((coverage, report))
}

fn count(coverage: &Coverage) -> String {
    match coverage.total() {
        Some(total) => plural(total, "solution"),
        None => format!("at least {} solutions: {} units are open", coverage.count, coverage.open()),
    }
}

fn best(coverage: &Coverage, minimises: bool, named: impl Fn(&[i32]) -> String) -> String {
    let Some(best) = &coverage.best else {
        let open = coverage.open();
        let known = if coverage.is_complete() { ": proved" } else { &format!(" yet: {open} units are open") };
        return format!("no solution{known}");
    };
    let end = match (coverage.is_complete(), minimises) {
        (true, true) => format!("{} is the smallest: proved", best.value),
        (true, false) => format!("{} is the largest: proved", best.value),
        (false, _) => format!("{} is the best so far: {} units are open", best.value, coverage.open()),
    };
    named(&best.values) + &end
}

fn status(coverage: &Coverage) -> String {
    let effort = coverage.effort;
    let spent = Duration::from_millis(effort.milliseconds);
    let left = match coverage.remaining() {
        _ if coverage.is_complete() => "nothing".to_owned(),
        None => "unknown".to_owned(),
        Some(left) => {
            format!("about {:.1} s of one processor, if the rest is like the explored part", left.as_secs_f64())
        }
    };
    let mut text = format!(
        "explored   {:.4} % of the tree (estimate)\nresults    {}\nopen       {}\nnodes      {}\nfailures   {}\nspent      {:.1} s\nleft       {left}\n",
        100.0 * coverage.explored.approximately(),
        coverage.results,
        coverage.open(),
        effort.nodes,
        effort.failures,
        spent.as_secs_f64(),
    );
    for (unit, time) in &coverage.slowest {
        text += &format!("slowest    {unit} {:.1} s\n", time.as_secs_f64());
    }
    text
}
