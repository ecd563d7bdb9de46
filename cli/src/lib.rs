//! The commands `ferz` and `fzn-ferz`: parse, call, print.

mod browser;
mod command;
mod exit;
mod flatzinc;
mod format;
mod guard;
mod help;
mod input;
mod interrupt;
mod limit_args;
mod manual;
mod memory;
mod model;
mod new;
mod parse;
mod play;
mod proof;
mod puzzle;
mod queens;
mod relatives;
mod run;
mod search_args;
mod server;
mod study;
mod subject;
mod suggest;
mod thread_args;
mod units;
mod wording;

use run::progress;
use std::process::ExitCode;
use std::time::Instant;

/// The command `fzn-ferz`, which MiniZinc calls.
pub fn fzn_ferz() -> ExitCode {
    let started = Instant::now();
    if let Some(code) = guard::stand() {
        return code;
    }
    #[cfg(unix)]
    if let (Some(socket), Some(file)) = (std::env::var_os(flatzinc::relay::SOCKET), std::env::args().next_back()) {
        // The command that waits may have ended, and then there is nothing to print.
        return flatzinc::relay::pass_on(&socket, &file).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    interrupt::listen();
    exit::leave(std::panic::catch_unwind(|| flatzinc::protocol::run(std::env::args().skip(1), started)))
}

/// The command `ferz`.
pub fn ferz() -> ExitCode {
    let started = Instant::now();
    if let Some(code) = guard::stand() {
        return code;
    }
    interrupt::listen();
    let args = match command::read() {
        Ok(args) => args,
        Err(said) => return exit::explain(&said),
    };
    let work = move || match args.command {
        command::Command::Queens(command) => queens::run(*command, started),
        command::Command::Domination(command) => relatives::domination::run(&command, started),
        command::Command::Armies(command) => relatives::armies::run(&command, started),
        command::Command::Pawns(command) => relatives::pawns::run(&command, started),
        command::Command::Instance(command) => relatives::instance::run(&command),
        command::Command::Model(command) => model::run(command, started),
        command::Command::Proof(command) => proof::run(&command),
        command::Command::Solve(command) => flatzinc::solve::run(&command, started),
        command::Command::Split(command) => units::split::run(*command),
        command::Command::Work(command) => units::work::run(&command),
        command::Command::Merge(command) => units::merge::run(&command),
        command::Command::Cluster(command) => units::scheduler::run(&command),
        command::Command::MiniZinc(command) => flatzinc::install::run(&command),
        command::Command::New(command) => new::run(&command),
        command::Command::Puzzle(command) => puzzle::run(&command, started),
        command::Command::Play(command) => play::run(&command),
        command::Command::Study(command) => self::study::run(*command, started),
        command::Command::Completions(command) => manual::complete(&command, command::whole()),
        command::Command::Man(command) => manual::describe(&command, command::whole()),
    };
    exit::leave(std::panic::catch_unwind(work))
}
