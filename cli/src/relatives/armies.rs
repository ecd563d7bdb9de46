//! `ferz armies N`: the largest peaceable armies of queens.

use super::ask::{Format, RelativeArgs, SearchSummary, table};
use super::{names, picture, print, print_object};
use crate::envelope::{Answer, Outcome};
use crate::exit::WRONG;
use crate::exit::{BadInput, Ended};
use crate::interrupt;
use crate::parse::whole_number;
use crate::wording::{cause, plural};
use ::queens::{ArmiesModel, Square, clash_of_armies};
use clap::Args as ClapArgs;
use serde::Serialize;
use solver_core::StopReason;
use std::time::Instant;

const EXAMPLES: &str = "\
Armies of one queen are tried, then of two, and so on, until a search proves that no larger ones
can live in peace. The search decides which colour owns each line, not where each queen stands,
so it cannot tell in how many ways: there is no --all and no --count.

Examples:
  ferz armies 8                         9 white and 9 black queens, drawn
  ferz armies 9 --stats                 what each size cost
  ferz armies 10 --queens 14            armies of 14, if there are";

#[derive(ClapArgs)]
#[command(after_help = EXAMPLES, mut_arg("lns", |arg| arg.hide(true)))]
pub(crate) struct Armies {
    /// Number of columns and rows
    #[arg(value_name = "N", value_parser = whole_number(1), allow_hyphen_values = true)]
    n: u64,

    /// Ask only about armies of K queens each
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    queens: Option<u64>,

    #[command(flatten)]
    told: RelativeArgs,
}

/// The JSON object.
#[derive(Serialize)]
struct Question {
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    queens: Option<u64>,
}

#[derive(Serialize)]
struct Position {
    white: Vec<String>,
    black: Vec<String>,
}

#[derive(Serialize)]
struct Details {
    /// The size of each army, as far as it was found.
    queens: u64,
    searches: Vec<SearchSummary>,
}

pub(crate) fn run(args: &Armies, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let limit = ArmiesModel::MAX_SIZE;
    let n = usize::try_from(args.n).ok().filter(|&n| n <= limit);
    let n = n.ok_or_else(|| BadInput(format!("armies take boards up to {limit}x{limit}, not {0}x{0}", args.n)))?;
    let mut searches: Vec<SearchSummary> = Vec::new();
    let mut best: [Vec<Square>; 2] = Default::default();
    let mut queens = args.queens.map_or(1, |queens| queens.min(n as u64 * n as u64 + 1));
    loop {
        let model = ArmiesModel::new(n, u32::try_from(queens)?).map_err(|e| BadInput(e.to_string()))?;
        let found = |solution: &_| {
            let armies = model.armies(solution)?;
            let right = armies.iter().all(|army| army.len() as u64 == queens) && clash_of_armies(&armies).is_none();
            anyhow::ensure!(right, WRONG);
            best = armies;
            Ok(())
        };
        let ended = args.told.search(&model.search(), queens, Some(1), (&cancel, started), found)?;
        let last = ended.solutions == 0;
        searches.push(ended);
        // Armies of all squares cannot be, so this ends.
        if last || args.queens.is_some() {
            break;
        }
        queens += 1;
    }
    let stopped_by = searches.last().and_then(|last| last.stopped_by);
    let found = best[0].len() as u64;
    if args.told.is_json() {
        let [white, black] = best.map(|army| names(&army, n));
        let solutions = if found == 0 { Vec::new() } else { vec![Position { white, black }] };
        let outcome = match (args.queens, found) {
            (None, _) => Outcome::Optimal,
            (Some(_), 0) => Outcome::Unsatisfiable,
            (Some(_), _) => Outcome::Satisfied,
        };
        let answer = Answer::unless_stopped(stopped_by, outcome).seconds(started.elapsed().as_secs_f64());
        let question = Question { n, queens: args.queens };
        print_object("armies", &question, Some(&solutions), &answer.with(Details { queens: found, searches }))?;
    } else {
        let shown = match args.told.format {
            _ if found == 0 => String::new(),
            Format::Squares | Format::Json => {
                format!("white {}\nblack {}\n", names(&best[0], n).join(" "), names(&best[1], n).join(" "))
            }
            Format::Board => board(n, &best) + "\n",
        };
        print(&format!("{shown}{n}x{n}: {}\n", args.summary(found, queens, stopped_by)))?;
        if args.told.stats {
            print(&table(&searches))?;
        }
    }
    Ok(if stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
}

impl Armies {
    fn summary(&self, found: u64, asked: u64, stopped_by: Option<StopReason>) -> String {
        let each = plural(found, "queen");
        match (stopped_by, self.queens, found) {
            (Some(by), _, 0) => format!("no armies so far; incomplete, stopped by {}", cause(by)),
            (Some(by), ..) => format!("armies of {each} each so far; incomplete, stopped by {}", cause(by)),
            (None, Some(_), 0) => format!("no armies of {} each live in peace", plural(asked, "queen")),
            (None, Some(_), _) => format!("armies of {each} each live in peace"),
            (None, None, 0) => "no two queens live in peace".to_owned(),
            (None, None, _) => format!("armies of {each} each live in peace, larger ones cannot"),
        }
    }
}

fn board(n: usize, [white, black]: &[Vec<Square>; 2]) -> String {
    picture(n, |square| match (white.contains(&square), black.contains(&square)) {
        (true, _) => 'W',
        (_, true) => 'B',
        _ => '.',
    })
}
