//! The commands `ferz` and `fzn-ferz`, which parse arguments, call the other crates and print results.

mod browser;
mod command;
mod exit;
mod flatzinc;
mod format;
mod guard;
mod help;
mod input;
mod interrupt;
mod invocation;
mod limit_args;
mod manual;
mod memory;
mod model;
mod new;
mod output_option;
mod parse;
mod play;
mod proof;
mod puzzle;
mod queens;
mod relatives;
mod run;
mod search_args;
mod server;
mod solve_args;
mod study;
mod subject;
mod suggest;
mod thread_args;
mod units;
mod wording;
mod xcsp3;

pub use invocation::Invocation;
use run::progress;
use std::time::Instant;

/// Runs the command `fzn-ferz`, which MiniZinc calls, and ends the process.
pub fn fzn_ferz(invocation: Invocation) -> ! {
    work(invocation, |started| {
        #[cfg(unix)]
        if let (Some(socket), Some(file)) = (std::env::var_os(flatzinc::relay::SOCKET), invocation::texts().last()) {
            // If the waiting command has ended, nothing remains to be printed.
            return flatzinc::relay::pass_on(&socket, &file).map_or(1, |()| 0);
        }
        interrupt::listen();
        exit::leave(std::panic::catch_unwind(|| flatzinc::protocol::run(invocation::texts(), started)))
    })
}

/// Runs the command `ferz`, and ends the process.
pub fn ferz(invocation: Invocation) -> ! {
    work(invocation, |started| {
        interrupt::listen();
        command::run(started)
    })
}

/// Ends the process with the exit code of the work. If memory is limited, a guarded process does the work.
fn work(invocation: Invocation, work: impl FnOnce(Instant) -> u8) -> ! {
    let started = Instant::now();
    invocation::announce(invocation);
    let code = guard::stand().unwrap_or_else(|| work(started));
    // Other threads may still be running.
    std::process::exit(code.into())
}
