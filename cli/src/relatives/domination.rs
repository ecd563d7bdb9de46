//! `ferz domination N`: the fewest queens that attack or occupy every square.

use super::ask::{Format, QuestionArgs, RelativeArgs, SearchSummary, table};
use super::{names, picture, print, print_object};
use crate::envelope::Answer;
use crate::exit::WRONG;
use crate::exit::{BadInput, Ended};
use crate::interrupt;
use crate::parse::whole_number;
use crate::wording::{cause, plural};
use ::queens::{DominationModel, Square, dominates};
use clap::Args as ClapArgs;
use serde::Serialize;
use solver_core::StopReason;
use std::time::Instant;

const EXAMPLES: &str = "\
One queen is tried, then two, and so on: what is printed is the fewest, proved by searches that
found nothing.

Examples:
  ferz domination 8                     five queens, drawn
  ferz domination 8 --count             in how many ways
  ferz domination 9 --stats             what each number of queens cost
  ferz domination 8 --queens 4          whether 4 queens suffice, or fewer";

#[derive(ClapArgs)]
#[command(after_help = EXAMPLES, mut_arg("lns", |arg| arg.hide(true)))]
pub(crate) struct Domination {
    /// Number of columns and rows
    #[arg(value_name = "N", value_parser = whole_number(1), allow_hyphen_values = true)]
    n: u64,

    /// Ask only about at most K queens
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    queens: Option<u64>,

    #[command(flatten)]
    asked: QuestionArgs,

    #[command(flatten)]
    told: RelativeArgs,
}

#[derive(Serialize)]
struct Question {
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    queens: Option<u64>,
}

#[derive(Serialize)]
struct Details {
    /// The fewest queens, or as many as were asked about; nothing if a limit came first.
    queens: Option<u64>,
    searches: Vec<SearchSummary>,
}

pub(crate) fn run(args: &Domination, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let limit = DominationModel::MAX_SIZE;
    let n = usize::try_from(args.n).ok().filter(|&n| n <= limit);
    let n = n.ok_or_else(|| BadInput(format!("domination takes boards up to {limit}x{limit}, not {0}x{0}", args.n)))?;
    let asked = args.queens.map(|queens| queens.min(n as u64 * n as u64));
    let (mut searches, mut solutions): (Vec<SearchSummary>, Vec<Vec<String>>) = (Vec::new(), Vec::new());
    let (mut printed, mut queens) = (false, asked.unwrap_or(1));
    loop {
        let model = DominationModel::new(n, u32::try_from(queens)?).map_err(|e| BadInput(e.to_string()))?;
        let found = |solution: &_| {
            let squares = model.squares(solution)?;
            anyhow::ensure!(dominates(n, &squares), WRONG);
            if args.asked.count {
                return Ok(());
            }
            match args.told.format {
                Format::Json => solutions.push(names(&squares, n)),
                Format::Squares => print(&format!("{}\n", names(&squares, n).join(" ")))?,
                Format::Board => print(&format!("{}{}", if printed { "\n" } else { "" }, board(n, &squares)))?,
            }
            printed = true;
            Ok(())
        };
        let ended = args.told.search(&model.search(), queens, args.asked.wanted(), (&cancel, started), found)?;
        let empty = ended.is_empty();
        searches.push(ended);
        // Queens on every square attack every square, so this ends.
        if !empty || asked.is_some() {
            break;
        }
        queens += 1;
    }
    let last = searches.last().map(|last| (last.stopped_by, last.solutions));
    let (stopped_by, count) = last.unwrap_or_default();
    if args.told.is_json() {
        let queens = Some(queens).filter(|_| stopped_by.is_none());
        let question = Question { n, queens: args.queens };
        let solutions = (!args.asked.count).then_some(&solutions[..]);
        let (outcome, seconds) = (args.asked.outcome(count), started.elapsed().as_secs_f64());
        let answer = Answer::unless_stopped(stopped_by, outcome).count(count).seconds(seconds);
        print_object("domination", &question, solutions, &answer.with(Details { queens, searches }))?;
    } else {
        let gap = if printed && args.told.format == Format::Board { "\n" } else { "" };
        print(&format!("{gap}{n}x{n}: {}\n", args.summary(queens, count, stopped_by)))?;
        if args.told.stats {
            print(&table(&searches))?;
        }
    }
    Ok(if stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
}

impl Domination {
    fn summary(&self, queens: u64, count: u64, stopped_by: Option<StopReason>) -> String {
        let fewer = match (self.queens, queens - 1) {
            (Some(_), _) | (None, 0) => String::new(),
            (None, fewer) => format!("; {} cannot", plural(fewer, "queen")),
        };
        let at_most = if self.queens.is_some() { "at most " } else { "" };
        let set = format!("{at_most}{}", plural(queens, "queen"));
        let sets = format!("{} of {set}", plural(count, "set"));
        match (count, stopped_by) {
            (_, Some(by)) => format!("{sets} so far; incomplete, stopped by {}{fewer}", cause(by)),
            (0, None) => format!("{set} cannot dominate the board"),
            (1, None) if self.asked.unique => format!("exactly one set of {set} dominates the board{fewer}"),
            (_, None) if self.asked.unique => {
                format!("more than one set of {set} dominates the board; these two differ{fewer}")
            }
            (1, None) if self.asked.wanted().is_some() => format!("{set} can dominate the board{fewer}"),
            (_, None) if self.asked.wanted() == Some(count) => {
                format!("the first {sets} that dominate the board{fewer}")
            }
            (1, None) => format!("{sets} dominates the board{fewer}"),
            (_, None) => format!("{sets} dominate the board{fewer}"),
        }
    }
}

fn board(n: usize, queens: &[Square]) -> String {
    picture(n, |square| if queens.contains(&square) { 'Q' } else { '.' })
}
