//! `ferz split SUBJECT`: creates the folder of a job and splits the search tree into units.

use super::job::bad;
use super::subject::{FILE, SubjectArgs, file_of};
use crate::input::{bound, unreadable};
use crate::run::prelude::*;
use cluster::Job;
use solver_core::prelude::Search;
use std::path::PathBuf;

/// The help on examples, subjects and the next steps.
pub(crate) const AFTER: &str = "\
Examples:
  ferz split queens 13 -o thirteen                  a job of 64 units
  ferz split queens 20 --method bits -o twenty      counted by bits, the fastest way
  ferz split model golomb 11 --units 200 -o ruler   the shortest ruler
  ferz split model.fzn -o job                       all solutions of a file, or the best one
  ferz split queens 14 --proof -o fourteen          a count whose units are proved
  ferz work thirteen                                run all units here
  ferz merge thirteen                               the total, once it is complete

Subjects:
  queens N                the puzzle; --model selects its formulation
  model NAME WORDS…       a built-in model; `ferz model` lists them
  FILE.fzn                a compiled model: `minizinc --solver ferz -c model.mzn data.dzn` makes one

Any scheduler can run the units. With four processes on this machine, until no unit is left:
  until ferz merge thirteen; do
    ferz merge thirteen --open | xargs -P 4 -n 1 ferz work thirteen --time 60s
  done";

/// Split a search into units for any number of processes
#[derive(ClapArgs)]
#[command(after_help = AFTER)]
// A job is a tree that is searched depth first; options that would change this are rejected, and hidden here.
#[command(mut_arg("restarts", |arg| arg.hide(true)), mut_arg("exploration", |arg| arg.hide(true)))]
#[command(mut_arg("lns", |arg| arg.hide(true)), mut_arg("learn", |arg| arg.hide(true)))]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    asked: SubjectArgs,

    /// The folder to create for the job
    #[arg(short, long, value_name = "JOB")]
    output: PathBuf,

    /// Minimum number of units, if the tree has that many parts; about thirty per processor balance the load well
    #[arg(long, value_name = "K", default_value_t = 64, value_parser = whole_number(1))]
    units: u64,

    /// Let each unit write a proof of its result: `ferz proof check JOB` checks all of them
    #[arg(long)]
    proof: bool,
}

/// Runs the command.
pub(crate) fn run(args: SplitArgs) -> anyhow::Result<Ended> {
    let stop = Stop::within(None, None)?;
    let SplitArgs { mut asked, output, units, proof } = args;
    let file = file_of(&asked.words)?.map(std::path::Path::to_owned);
    // The file is read again to be copied, which is not possible with a pipe.
    if let Some(file) = &file {
        input::stored(file, bound(None)).map_err(|error| unreadable(file, &error))?;
    }
    let stated = asked.clone().state()?;
    let search = stated.search();
    if search.as_ref().is_some_and(Search::has_restarts) {
        let others = "restarts, discrepancies, learning, neighbourhoods and `--order auto`";
        reject!("a job is one tree that is searched depth first: leave out {others}");
    }
    if file.is_some() {
        asked.words = vec![FILE.to_owned()];
    }
    if proof && search.is_none() {
        reject!("--proof proves what a search finds: leave out --method bits");
    }
    let description = stated.description().with_arguments(asked.to_words());
    let description = if proof { description.proving() } else { description };
    let job = Job::create(&output, description).map_err(bad)?;
    if let Some(file) = file {
        let to = output.join(FILE);
        std::fs::copy(&file, &to).with_context(|| format!("cannot copy {} to {}", file.display(), to.display()))?;
    }
    job.cut(units, &stated.work(search.as_ref())?.cancel(&stop.token())).map_err(bad)?;
    let coverage = job.coverage().map_err(bad)?;
    let (title, folder) = (&job.description().title, output.display());
    let cut = match coverage.open() {
        0 => format!("searched entirely during the split; ferz merge {folder} prints the answer"),
        open => format!("{open} units in {folder}"),
    };
    print(format_args!("{title}: {cut}\n"))?;
    Ok(Ended::Complete)
}
