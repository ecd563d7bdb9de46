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

/// Runs the command `fzn-ferz`, which MiniZinc calls.
pub fn fzn_ferz() -> ExitCode {
    let started = Instant::now();
    if let Some(code) = guard::stand() {
        return code;
    }
    #[cfg(unix)]
    if let (Some(socket), Some(file)) = (std::env::var_os(flatzinc::relay::SOCKET), std::env::args().next_back()) {
        // If the waiting command has ended, there is nothing to print.
        return flatzinc::relay::pass_on(&socket, &file).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    interrupt::listen();
    exit::leave(std::panic::catch_unwind(|| flatzinc::protocol::run(std::env::args().skip(1), started)))
}

/// Runs the command `ferz`.
pub fn ferz() -> ExitCode {
    let started = Instant::now();
    if let Some(code) = guard::stand() {
        return code;
    }
    interrupt::listen();
    command::run(started)
}
