//! `ferz study`: commands that study a search. Each command observes a search through its events.

mod ablate;
mod args;
pub(crate) mod audit;
mod command;
mod compare;
pub(crate) mod converse;
mod curve;
mod diff;
mod drawn;
mod html;
mod live;
mod observed;
mod profile;
mod quiz;
mod recipe;
pub(crate) mod recorded;
mod shown;
mod step;
mod tables;
mod trace;
mod tui;

use crate::exit::Ended;
use clap::Subcommand;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  ferz study trace queens 6 > six.jsonl        every event with its reason, as JSON Lines
  ferz study compare queens 8 + queens 10 --consistency value,bounds,domain --order input,dom
  ferz study diff queens 6 --versus 'queens 6 --consistency domain'      where two searches diverge
  ferz study curve model golomb 7 --versus 'model golomb 7 --order auto' -o golomb.svg
  ferz study recipe                            a list of the experiments
  ferz study ablate model magic-square 3       what each constraint is worth
  ferz study quiz queens 6 --given b1          name the next deduction
  ferz study step queens 6                     through a search by commands; also through a trace
  ferz study tui queens 6                      the same, in full screen
  ferz study profile queens 8                  the search tree for CP-Profiler or MiniZinc IDE
  ferz study html queens 8 -o eight.html       the search as a page for a browser
  ferz study live queens 8                     the same page, which answers what if
  ferz study html six.jsonl > six.html         a page from a trace, without searching again

Exit codes: 0 complete, 2 bad input, 3 stopped by a limit or Ctrl-C, 4 a check failed: an answer was
wrong, or counts differ from the recorded ones, 70 internal error or unwritable output,
130 interrupted twice. Tables (compare, curve, ablate, recipe) and sessions (step, tui) end with 0 even if
a limit of nodes or time stopped a search: they report the limit.";

/// Replay, explain and compare searches, and practise in a quiz
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StudyArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show a search as one HTML file, or two side by side
    #[command(after_help = crate::subject::SUBJECTS)]
    Html(html::HtmlArgs),
    /// Show a search in the browser, and repeat it with other decisions taken there
    #[command(after_help = live::help())]
    Live(live::LiveArgs),
    /// Write every event of a search with its reason, as JSON Lines
    #[command(after_help = crate::subject::SUBJECTS)]
    Trace(trace::TraceArgs),
    /// Run searches with different options, and print a table of exact counts
    #[command(after_help = crate::subject::SUBJECTS)]
    Compare(Box<compare::CompareArgs>),
    /// Plot failures, incumbent and bound of searches against nodes, or time
    #[command(after_help = crate::subject::SUBJECTS)]
    Curve(Box<curve::CurveArgs>),
    /// Show every place where two searches diverge, and what each of them does there
    #[command(after_help = crate::subject::SUBJECTS)]
    Diff(Box<diff::DiffArgs>),
    /// Repeat a standard experiment of the field; exit code 4 if its counts have changed
    Recipe(Box<recipe::RecipeArgs>),
    /// Show what each constraint is worth: leave it out, or change its level. A time limit covers all searches together
    #[command(after_help = crate::subject::SUBJECTS)]
    Ablate(Box<ablate::AblateArgs>),
    /// Name the next deduction, and have it graded
    #[command(after_help = quiz::EXAMPLES)]
    Quiz(quiz::QuizArgs),
    /// Step through a search event by event, forwards and back, and ask for reasons
    #[command(after_help = step::help())]
    Step(Box<step::StepArgs>),
    /// Step through a search in a full-screen view
    #[command(after_help = step::help())]
    Tui(Box<tui::TuiArgs>),
    /// Send the search tree to CP-Profiler or MiniZinc IDE, or save it
    #[command(after_help = crate::subject::SUBJECTS)]
    Profile(Box<profile::ProfileArgs>),
}

/// Runs the command.
pub(crate) fn run(args: StudyArgs, started: Instant) -> anyhow::Result<Ended> {
    match args.command {
        Command::Html(args) => html::run(&args, started),
        Command::Live(args) => live::run(&args, started),
        Command::Trace(args) => trace::run(&args, started),
        Command::Compare(args) => compare::run(&args),
        Command::Curve(args) => curve::run(&args),
        Command::Diff(args) => diff::run(&args, started),
        Command::Recipe(args) => recipe::run(&args),
        Command::Ablate(args) => ablate::run(&args, started),
        Command::Quiz(args) => quiz::run(&args),
        Command::Step(args) => step::run(&args, started),
        Command::Tui(args) => tui::run(&args, started),
        Command::Profile(args) => profile::run(&args, started),
    }
}
