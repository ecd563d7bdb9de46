//! The command line: commands and their options.

use crate::help::{in_groups, with_short_help};
use crate::output_option::{self, with_output};
use crate::queens::args::Queens;
use crate::queens::refuse::refuse;
use crate::relatives::{Armies, Domination, Generate, Pawns};
use crate::run::output::redirected;
use crate::{exit, invocation};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Parser)]
#[command(name = "ferz", version, about, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
`ferz 8` is short for `ferz queens 8`, `ferz sudoku` for `ferz puzzle sudoku`.
LinkedIn's Queens is `ferz puzzle region-queens`. `ferz COMMAND -h` explains a command.

Exit codes: 0 complete, 2 bad input, 3 stopped by a limit or Ctrl-C,
4 a check failed (study recipe, study quiz, proof check, audit), 70 internal error or unwritable output,
130 interrupted twice.";

#[derive(Subcommand)]
enum Command {
    /// Place N queens on an NxN board so that none attacks another
    Queens(Box<Queens>),
    /// Find the fewest queens that attack or occupy every square
    Domination(Domination),
    /// Find the largest equal armies of white and black queens that do not attack each other
    Armies(Armies),
    /// Place N + K queens, and K pawns that block their attacks
    Pawns(Pawns),
    /// Generate a random board with given queens, blocked squares or excluded diagonals
    Instance(Generate),
    /// Solve a built-in model: rulers, schedules, tours, designs, squares, …
    Model(Box<crate::model::ModelArgs>),
    /// Solve and explain a MiniZinc, FlatZinc or XCSP3 model
    Solve(Box<crate::solve_args::SolveArgs>),
    /// Check, print or trim the proof of an answer
    Proof(crate::proof::ProofCommand),
    /// Register Ferz with MiniZinc
    #[command(name = "minizinc")]
    MiniZinc(crate::flatzinc::install::MiniZinc),
    /// Solve, explain, rate or generate a puzzle: sudoku, LinkedIn's Queens, …
    Puzzle(Box<crate::puzzle::PuzzleArgs>),
    /// Create a crate for a puzzle, model or propagator of your own
    New(crate::new::New),
    /// Play puzzles in the browser, with hints, and watch the solver
    Play(crate::play::Play),
    /// Replay, explain and compare searches, and practise in a quiz
    Study(Box<crate::study::StudyArgs>),
    /// Audit single constraints of MiniZinc solvers
    Audit(Box<crate::study::audit::AuditArgs>),
    /// Split a search into units for any number of processes
    Split(Box<crate::units::split::SplitArgs>),
    /// Run units of a job
    Work(crate::units::work::WorkArgs),
    /// Combine the results of a job
    Merge(crate::units::merge::MergeArgs),
    /// Run a job with a scheduler: HyperQueue, Slurm, GNU parallel
    Cluster(crate::units::scheduler::ClusterArgs),
    /// Print completions for a shell: bash, zsh, fish, elvish, powershell
    Completions(crate::manual::Completions),
    /// Print the manual page, or write one for each command
    Man(crate::manual::Manual),
}

/// Returns clap's definition of the entire command line.
pub(crate) fn whole() -> clap::Command {
    in_groups(with_short_help(with_output(Args::command())))
}

/// Reads the command line and runs its command.
pub(crate) fn run(started: Instant) -> u8 {
    let (args, file) = match read() {
        Ok(read) => read,
        Err(said) => return exit::explain(&said),
    };
    exit::leave(std::panic::catch_unwind(move || redirected(file.as_deref(), || dispatch(args, started))))
}

fn dispatch(args: Args, started: Instant) -> anyhow::Result<exit::Ended> {
    match args.command {
        Command::Queens(command) => crate::queens::run(*command, started),
        Command::Domination(command) => crate::relatives::domination::run(&command, started),
        Command::Armies(command) => crate::relatives::armies::run(&command, started),
        Command::Pawns(command) => crate::relatives::pawns::run(&command, started),
        Command::Instance(command) => crate::relatives::instance::run(&command),
        Command::Model(command) => crate::model::run(command, started),
        Command::Proof(command) => crate::proof::run(&command),
        Command::Solve(command) => crate::flatzinc::solve::run(&command, started),
        Command::Audit(command) => crate::study::audit::run(&command),
        Command::Split(command) => crate::units::split::run(*command),
        Command::Work(command) => crate::units::work::run(&command),
        Command::Merge(command) => crate::units::merge::run(&command),
        Command::Cluster(command) => crate::units::scheduler::run(&command),
        Command::MiniZinc(command) => crate::flatzinc::install::run(&command),
        Command::New(command) => crate::new::run(&command),
        Command::Puzzle(command) => crate::puzzle::run(&command, started),
        Command::Play(command) => crate::play::run(&command),
        Command::Study(command) => crate::study::run(*command, started),
        Command::Completions(command) => crate::manual::complete(&command, whole()),
        Command::Man(command) => crate::manual::describe(&command, whole()),
    }
}

/// Parses the command line into the arguments and the output file, if one is given.
fn read() -> Result<(Args, Option<PathBuf>), clap::Error> {
    let mut command = whole();
    let mut words = invocation::arguments().to_vec();
    if let Some(name) = implied(&command, &words) {
        words.insert(0, name.into());
    }
    let mut given = matches(&mut command, &words)?;
    if let Some((position, format)) = output_option::format(&command, &given)? {
        words.insert(position, format.into());
        given = matches(&mut command, &words)?;
    }
    let mut args = Args::from_arg_matches(&given).map_err(|error| error.format(&mut command))?;
    let file = output_option::file(&given).map(PathBuf::from);
    if let Command::Queens(queens) = &mut args.command
        && queens.program.is_none()
        && let Some((name, given)) = given.subcommand()
        && let Some(command) = command.find_subcommand_mut(name)
    {
        refuse(queens, given, command)?;
    }
    Ok((args, file))
}

fn matches(command: &mut clap::Command, words: &[OsString]) -> Result<clap::ArgMatches, clap::Error> {
    let given = command.try_get_matches_from_mut(std::iter::once(&OsString::from("ferz")).chain(words));
    given.map_err(|error| crate::suggest::mend(error, command, words))
}

/// Returns the command implied by a number, as in `ferz 8`, or by a kind of puzzle, as in `ferz sudoku`.
fn implied(command: &clap::Command, words: &[OsString]) -> Option<&'static str> {
    let word = words.first()?.to_str()?;
    match command.find_subcommand(word) {
        Some(_) => None,
        None if puzzles::kind(word).is_some() => Some("puzzle"),
        None => word.parse::<u64>().ok().map(|_| "queens"),
    }
}
