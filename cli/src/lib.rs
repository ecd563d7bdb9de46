//! The commands `ferz` and `fzn-ferz`: parse, call, print.

mod args;
mod changes;
mod clash;
mod colours;
mod counting;
mod distinct;
mod exit;
mod flatzinc;
mod format;
mod guard;
mod input;
mod interrupt;
mod listing;
mod memory;
mod method;
mod model;
mod one_board;
mod output;
mod pieces;
mod progress;
mod queens;
mod refuse;
mod regions;
mod relatives;
mod reports;
mod search_args;
mod step;
mod study;
mod trace;
mod why;

use std::process::ExitCode;
use std::time::Instant;

/// The command `fzn-ferz`, which MiniZinc calls.
pub fn fzn_ferz() -> ExitCode {
    let started = Instant::now();
    if let Some(code) = guard::stand() {
        return code;
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
    let args = match args::read() {
        Ok(args) => args,
        Err(said) => return exit::explain(&said),
    };
    let work = move || match args.command {
        args::Command::Queens(command) => queens::run(*command, started),
        args::Command::Domination(command) => relatives::domination::run(&command, started),
        args::Command::Armies(command) => relatives::armies::run(&command, started),
        args::Command::Pawns(command) => relatives::pawns::run(&command, started),
        args::Command::Instance(command) => relatives::instance::run(&command),
        args::Command::Model(command) => model::run(command, started),
        args::Command::Solve(command) => flatzinc::solve::run(&command, started),
        args::Command::MiniZinc(command) => flatzinc::install::run(&command),
        args::Command::Regions(command) => regions::run(&command, started),
        args::Command::Study(command) => self::study::run(*command, started),
    };
    exit::leave(std::panic::catch_unwind(work))
}
