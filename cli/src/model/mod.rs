//! `ferz model`: classical models, solved, counted, or brought to their best.

mod ask;
mod manner;
mod picture;
mod report;

use crate::args::{duration, named, whole_number};
use crate::exit::{BadInput, Ended};
use clap::Args as ClapArgs;
use manner::Manner;
use models::catalogue::{CATALOGUE, Entry};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  ferz model                                  the models there are
  ferz model magic-square 4                   one solution
  ferz model langford 8 --count               how many solutions there are
  ferz model golomb 9                         the shortest ruler with nine marks, proved
  ferz model job-shop ft10 --restarts luby:100 --saving   a schedule, drawn
  ferz model project j305_1 --order dom/wdeg --restarts geometric:100:1.5
  ferz model packing 8 1 --near               search near the best solution, then prove it
  ferz model job-shop la02 --threads 2        two searches side by side
  ferz model quasigroup qg5 9 --all --format json
  ferz model social-golfers 4 3 3 --explore lds --time-limit 10s --stats

Exit codes: 0 finished as claimed, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

/// Solve a classical model: rulers, schedules, tours, designs, squares, …
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Asked {
    /// The model; without one, all of them are listed
    name: Option<String>,

    /// What it needs to know
    #[arg(value_name = "NUMBER", allow_negative_numbers = true)]
    words: Vec<String>,

    /// Print every solution; of a model with an objective each one that is better than those before
    #[arg(long, conflicts_with_all = ["count", "limit"])]
    all: bool,

    /// Print only the number of solutions, whatever they are worth
    #[arg(long, conflicts_with = "limit")]
    count: bool,

    /// Print at most K solutions, whatever they are worth
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    limit: Option<u64>,

    #[command(flatten)]
    manner: Manner,

    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, help_heading = "Limits", value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Option<Duration>,

    /// Stop after this many nodes of the search tree (with --threads: of each)
    #[arg(long, help_heading = "Limits", value_name = "NODES", value_parser = whole_number(1), allow_hyphen_values = true)]
    node_limit: Option<u64>,

    /// Stop after this many failures (with --threads: of each)
    #[arg(long, help_heading = "Limits", value_name = "FAILURES", value_parser = whole_number(1), allow_hyphen_values = true)]
    failure_limit: Option<u64>,

    /// Stop when the engine holds more than this many megabytes
    #[arg(long, help_heading = "Limits", value_name = "MB", value_parser = whole_number(1), allow_hyphen_values = true)]
    memory_limit: Option<u64>,

    /// Print the costs: nodes, failures, propagations, restarts, time
    #[arg(long)]
    stats: bool,

    /// How solutions are written
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = named(&Format::ALL, Format::name))]
    format: Format,
}

/// How solutions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Json,
}

impl Format {
    const ALL: [Format; 2] = [Format::Text, Format::Json];

    fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
        }
    }
}

/// Runs the command.
pub(crate) fn run(asked: &Asked, started: Instant) -> anyhow::Result<Ended> {
    let Some(name) = &asked.name else {
        std::io::stdout().write_all(list().as_bytes())?;
        return Ok(Ended::Complete);
    };
    let entry = Entry::named(name).ok_or_else(|| {
        let known: Vec<&str> = CATALOGUE.iter().map(|entry| entry.name).collect();
        BadInput(format!("there is no model `{name}`; one of: {}", known.join(", ")))
    })?;
    let classic = entry.state(&asked.words).map_err(|e| BadInput(e.to_string()))?;
    ask::run(asked, entry, &classic, started)
}

/// All models, one per line.
fn list() -> String {
    let mut list = String::new();
    for entry in CATALOGUE {
        let _ = writeln!(list, "{:34}{}", entry.usage(), entry.about);
    }
    list
}
