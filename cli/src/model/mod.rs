//! `ferz model`: solves, counts or optimises classical models.

mod picture;
mod report;

use crate::format::Format;
use crate::proof::{ProofArgs, refuse};
use crate::run::ask::{self, Request, Stated};
use crate::run::envelope::Envelope;
use crate::run::prelude::*;
use crate::run::why;
use crate::suggest::nearest;
use crate::thread_args::ThreadArgs;
use models::Classic;
use models::catalogue::{CATALOGUE, Entry};
use report::Report;
use solver_core::prelude::*;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  ferz model                                  a list of all models
  ferz model magic-square 4                   one solution
  ferz model langford 8 --count               how many solutions there are
  ferz model langford 11 --count --threads 4   the same, with four threads
  ferz model golomb 9                         the shortest ruler with nine marks, proved
  ferz model job-shop ft10 --restarts luby:100 --phase-saving   a schedule, drawn
  ferz model project j305_1 --order dom/wdeg --restarts geometric:100:1.5
  ferz model packing 8 1 --lns               search near the best solution, then prove it optimal
  ferz model job-shop la02 --threads 2        two searches side by side
  ferz model golomb 6 --why 'mark[5] >= 17'   why no ruler is shorter
  ferz model quasigroup qg5 9 --all --format json
  ferz model social-golfers 4 3 3 --exploration lds --time-limit 10s --stats

Exit codes: 0 complete, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

/// Solve a built-in model: rulers, schedules, tours, designs, squares, …
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ModelArgs {
    /// The model; if omitted, all models are listed
    name: Option<String>,

    /// Parameters of the model: numbers, or the name of an instance
    #[arg(value_name = "WORD", allow_negative_numbers = true)]
    words: Vec<String>,

    /// Print every solution; if the model has an objective, each solution that improves on the last one
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

    /// Stop at a solution with this objective value or a better one
    #[arg(long, help_heading = "Limits", value_name = "VALUE", allow_negative_numbers = true)]
    objective_limit: Option<i32>,

    /// Stop when the best solution is proved to be within this fraction of the optimum: 0.05 for five percent
    #[arg(long, help_heading = "Limits", value_name = "SHARE", value_parser = share)]
    gap: Option<f64>,

    #[command(flatten)]
    proof: ProofArgs,

    /// Print statistics: nodes, failures, propagations, restarts, time
    #[arg(long)]
    stats: bool,

    /// Explain why a fact holds or not, ignoring the objective: `mark[3] != 5`, or with =, <, <=, >, >=
    #[arg(long, requires = "name", value_name = "FACT", conflicts_with_all = ["all", "count", "limit", "threads", "stats", "proof", "objective_limit", "gap"])]
    why: Option<String>,

    /// Output format of solutions
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
        let meant = like.map_or_else(String::new, |name| format!(" Did you mean `{name}`?"));
        BadInput(format!("there is no model `{name}`.{meant} `ferz model` lists all models"))
    })?;
    asked.refuse_contradictions()?;
    let question = asked.asked();
    let stop = question.stop(started)?;
    if let Some(folder) = &asked.proof.proof {
        let classic = entry.state(&asked.words).map_err(bad)?;
        refuse(&[
            (asked.limit.is_some_and(|limit| limit > 1), "--limit"),
            (asked.stats, "--stats"),
            (asked.format != Format::Text, "--format"),
        ])?;
        return ask::prove(question, &classic, &stop, folder);
    }
    if let Some(fact) = &asked.why {
        if asked.format != Format::Text {
            reject!("--why is answered in words: leave out --format");
        }
        let classic = entry.state(&asked.words).map_err(bad)?;
        return why::run(question, &classic, &stop, fact);
    }
    let state = move || entry.state(&asked.words).map_err(bad);
    let fields = || Fields::new().with("model", entry.name).with("words", &asked.words);
    let envelope = (asked.format == Format::Json).then(|| Envelope::listing("model", fields()));
    ask::run(question, state, &stop, Report::new(question, asked.stats, envelope))
}

impl ModelArgs {
    fn asked(&'static self) -> Request {
        let ModelArgs { all, count, limit, search, threads, limits, objective_limit, gap, .. } = self;
        let (all, count, limit, objective_limit, gap) = (*all, *count, *limit, *objective_limit, *gap);
        Request { all, count, limit, search, threads, limits, objective_limit, gap }
    }

    fn refuse_contradictions(&self) -> Result<(), BadInput> {
        if (self.count || self.limit.is_some()) && (self.objective_limit.is_some() || self.gap.is_some()) {
            reject!("--objective-limit and --gap apply to the best solution: leave out --count and --limit");
        }
        Ok(())
    }
}

impl Stated for Classic {
    fn model(&self) -> &Model {
        &self.model
    }

    fn search(&self, _: &Request) -> Search<'_> {
        self.model.search().seq([self.phase()])
    }

    fn decisions(&self) -> &[IntVar] {
        &self.decisions
    }

    fn objective(&self) -> Option<&(Goal, Expr)> {
        self.objective.as_ref()
    }
}

/// Parses a non-negative fraction.
fn share(given: &str) -> Result<f64, String> {
    match given.parse::<f64>() {
        Ok(share) if share.is_finite() && share >= 0.0 => Ok(share),
        _ => Err("expected a fraction, such as 0.05 for five percent".to_owned()),
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
