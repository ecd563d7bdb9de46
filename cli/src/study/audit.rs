//! `ferz audit`: tests single constraints through MiniZinc's solvers.

use super::tables::Output;
use crate::flatzinc::install;
use crate::run::prelude::*;
use crate::run::progress::Counted;
use flatzinc::library;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use study::audit::{Answer, Audit, KINDS, Kind};
use tempfile::TempDir;

const EXAMPLES: &str = "\
Examples:
  ferz audit gecode                    every constraint in every form
  ferz audit gecode chuffed ferz       several solvers side by side; `ferz` is this program
  ferz audit ./mine.msc --constraint circuit,table --cases 50 -o found";

/// Test single constraints of MiniZinc's solvers: their answers, consistency and speed
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AuditArgs {
    /// What `minizinc --solver` takes: a name, or the path of a .msc file; `ferz` is this program
    #[arg(value_name = "SOLVER", required = true)]
    solvers: Vec<String>,

    /// Audit only these constraints
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = named(KINDS, |kind: Kind| kind.0))]
    constraint: Vec<Kind>,

    /// Number of instances of each constraint in each form
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    cases: u64,

    /// The seed of the instances
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = whole_number(0))]
    seed: u64,

    /// Time limit for compiling and solving an instance: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    time_limit: Duration,

    /// Write a small MiniZinc model for each difference into this folder
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    models: Option<PathBuf>,

    #[command(flatten)]
    output: Output,
}

/// Runs the command.
pub(crate) fn run(args: &AuditArgs) -> anyhow::Result<Ended> {
    let folder = TempDir::with_prefix("ferz-").context("cannot make a folder for the library")?;
    let own = library::install(folder.path(), &install::executable()?).context("cannot write the library")?;
    let (token, limit) = (crate::interrupt::token()?, args.time_limit.as_millis().max(1).to_string());
    let kinds = if args.constraint.is_empty() { KINDS } else { &args.constraint };
    // This is an estimate: not every form applies, and shrinking an instance with a difference means running more.
    let all = 4 * kinds.len() * args.solvers.len() * args.cases as usize;
    let (progress, solved) = (Counted::new("instances (estimate)"), AtomicUsize::new(0));
    let run = |k: usize, model: &str| {
        let solver = if args.solvers[k] == "ferz" { own.as_path() } else { Path::new(&args.solvers[k]) };
        let answer = if token.is_cancelled() { Answer::default() } else { answer(solver, model, &limit)? };
        progress.show(solved.fetch_add(1, Ordering::Relaxed), all);
        // Ctrl-C also ends the solver, so its last answer is incomplete.
        Ok((!token.is_cancelled()).then_some(answer))
    };
    let (cases, seed, means) = (args.cases, args.seed, args.output.means());
    let found = Audit { solvers: &args.solvers, kinds, cases, seed, means, run: &run }.report();
    progress.clear();
    let (table, models) = found.map_err(|error| bad(format!("`minizinc` (from https://www.minizinc.org): {error}")))?;
    let ended = args.output.write(table)?;
    for (folder, (name, model)) in args.models.iter().flat_map(|folder| models.iter().map(move |m| (folder, m))) {
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(folder.join(name), model));
        written.map_err(|error| bad(format!("cannot write {name} into {}: {error}", folder.display())))?;
    }
    Ok(if models.is_empty() { ended } else { Ended::Failed })
}

/// Has MiniZinc solve a model within `limit` milliseconds.
fn answer(solver: &Path, model: &str, limit: &str) -> std::io::Result<Answer> {
    let mut command = Command::new("minizinc");
    command.args(["-a", "-s", "--non-unique", "--time-limit", limit, "-", "--solver"]).arg(solver);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // A compiler that stops reading the model reports why.
    let _ = child.stdin.take().map(|mut input| input.write_all(model.as_bytes()));
    Ok(Answer::read(&child.wait_with_output()?))
}
