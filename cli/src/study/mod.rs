//! `ferz study`: the laboratory. Every command looks at a search through its events.

mod html;
mod subject;
mod trace;

use crate::exit::Ended;
use clap::Subcommand;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  ferz study trace queens 6 > six.jsonl        every event with its reason, as JSON Lines
  ferz study html queens 8 -o eight.html       the search as a page, to be looked at in a browser
  ferz study html six.jsonl > six.html         a page of a trace, without searching again

Exit codes: 0 finished as claimed, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

/// Look at a search: compare, explain, replay
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Asked {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show a search as one HTML file, or two side by side
    #[command(after_help = subject::SUBJECTS)]
    Html(html::Asked),
    /// Write every event of a search with its reason, as JSON Lines
    #[command(after_help = subject::SUBJECTS)]
    Trace(trace::Asked),
}

/// Runs the command.
pub(crate) fn run(asked: Asked, started: Instant) -> anyhow::Result<Ended> {
    match asked.command {
        Command::Html(asked) => html::run(&asked, started),
        Command::Trace(asked) => trace::run(&asked, started),
    }
}
