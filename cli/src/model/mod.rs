//! `ferz model`: solves, counts or optimises classical models.

mod ask;
mod picture;
mod report;
mod why;

use crate::format::Format;
use crate::proof::ProofArgs;
use crate::run::prelude::*;
use crate::suggest::nearest;
use crate::thread_args::ThreadArgs;
use models::catalogue::{CATALOGUE, Entry};
use solver_core::Search;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  ferz model                                  the models there are
  ferz model magic-square 4                   one solution
  ferz model langford 8 --count               how many solutions there are
  ferz model langford 11 --count --threads 4   the same, shared by four threads
  ferz model golomb 9                         the shortest ruler with nine marks, proved
  ferz model job-shop ft10 --restarts luby:100 --phase-saving   a schedule, drawn
  ferz model project j305_1 --order dom/wdeg --restarts geometric:100:1.5
  ferz model packing 8 1 --lns               search near the best solution, then prove it
  ferz model job-shop la02 --threads 2        two searches side by side
  ferz model golomb 6 --why 'mark[5] >= 17'   why no ruler is shorter
  ferz model quasigroup qg5 9 --all --format json
  ferz model social-golfers 4 3 3 --exploration lds --time-limit 10s --stats

Exit codes: 0 finished as claimed, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

/// Solve a classical model: rulers, schedules, tours, designs, squares, …
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ModelArgs {
    /// The model; without one, all of them are listed
    name: Option<String>,

    /// Parameters of the model: numbers, or the name of an instance
    #[arg(value_name = "WORD", allow_negative_numbers = true)]
    words: Vec<String>,

    /// Print every solution; of a model with an objective each one that is better than those before
    #[arg(long, requires = "name", conflicts_with_all = ["count", "limit"])]
    all: bool,

    /// Print only the number of solutions, ignoring the objective
    #[arg(long, requires = "name", conflicts_with = "limit")]
    count: bool,

    /// Print at most K solutions, ignoring the objective
    #[arg(long, requires = "name", value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    limit: Option<u64>,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Stop at a solution with this value of the objective, or a better one
    #[arg(long, help_heading = "Limits", value_name = "VALUE", allow_negative_numbers = true)]
    objective_limit: Option<i32>,

    /// Stop when the best solution is proved to be within this share of the optimum: 0.05 is five percent
    #[arg(long, help_heading = "Limits", value_name = "SHARE", value_parser = share)]
    gap: Option<f64>,

    #[command(flatten)]
    proof: ProofArgs,

    /// Print the costs: nodes, failures, propagations, restarts, time
    #[arg(long)]
    stats: bool,

    /// Why this is so, whatever the objective: `mark[3] != 5`, with =, <=, <, >=, > as well
    #[arg(long, requires = "name", value_name = "FACT", conflicts_with_all = ["all", "count", "limit", "threads", "stats", "proof", "objective_limit", "gap"])]
    why: Option<String>,

    /// How solutions are written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// Runs the command.
pub(crate) fn run(asked: Box<ModelArgs>, started: Instant) -> anyhow::Result<Ended> {
    // The arguments are leaked because threads may use them until the process ends.
    let asked: &'static ModelArgs = Box::leak(asked);
    let Some(name) = &asked.name else {
        print(list())?;
        return Ok(Ended::Complete);
    };
    let entry = Entry::named(name).ok_or_else(|| {
        let like = nearest(name, CATALOGUE.iter().map(|entry| entry.name));
        let meant = like.map_or_else(String::new, |name| format!(" Is it `{name}`?"));
        BadInput(format!("there is no model `{name}`.{meant} `ferz model` lists those that there are"))
    })?;
    ask::run(asked, entry, started)
}

impl ModelArgs {
    /// Whether to optimise if the model has an objective.
    fn wants_the_best(&self) -> bool {
        !self.count && self.limit.is_none()
    }

    /// The number of solutions to find if there is no objective; `None` for all of them.
    fn wanted(&self) -> Option<u64> {
        let every = self.all || self.count;
        self.limit.or((!every).then_some(1))
    }

    /// Whether threads run a portfolio. They do if one solution or the best one is requested, unless options determine
    /// the search of a single tree.
    fn is_portfolio(&self, search: &Search<'_>) -> bool {
        let wants_one = if self.wants_the_best() { !self.all } else { self.limit == Some(1) };
        self.threads.threads.is_some() && wants_one && (!self.search.is_chosen() || search.has_restarts())
    }

    fn refuse_contradictions(&self) -> Result<(), BadInput> {
        if !self.wants_the_best() && (self.objective_limit.is_some() || self.gap.is_some()) {
            reject!("--objective-limit and --gap are for the best solution: leave out --count and --limit");
        }
        Ok(())
    }
}

/// Parses a non-negative fraction.
fn share(given: &str) -> Result<f64, String> {
    match given.parse::<f64>() {
        Ok(share) if share.is_finite() && share >= 0.0 => Ok(share),
        _ => Err("expected a share, such as 0.05 for five percent".to_owned()),
    }
}

/// Lists all models, one per line, and explains how to select one.
fn list() -> String {
    let width = CATALOGUE.iter().map(|entry| entry.usage().len()).max().unwrap_or(0);
    let mut list = String::new();
    for entry in CATALOGUE {
        let _ = writeln!(list, "{:width$}  {}", entry.usage(), entry.about);
    }
    let _ = writeln!(list, "\nFor example `ferz model golomb 9`; `ferz model --help` describes the options.");
    list
}
