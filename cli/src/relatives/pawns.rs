//! `ferz pawns N K`: N + K queens and K pawns.

use super::ask::{Format, QuestionArgs, RelativeArgs, SearchSummary, table};
use super::{names, picture, print, print_object};
use crate::envelope::Answer;
use crate::exit::WRONG;
use crate::exit::{BadInput, Ended};
use crate::interrupt;
use crate::parse::whole_number;
use crate::wording::{cause, plural};
use ::queens::{PawnsModel, Pieces};
use clap::Args as ClapArgs;
use serde::Serialize;
use solver_core::prelude::*;
use std::time::Instant;

const EXAMPLES: &str = "\
Every pawn blocks the lines that lead over its square, and so makes room for one queen more.

Examples:
  ferz pawns 6                          7 queens and a pawn, drawn
  ferz pawns 8 3 --format squares       11 queens and 3 pawns
  ferz pawns 8 --count                  in how many ways";

#[derive(ClapArgs)]
#[command(after_help = EXAMPLES, mut_arg("lns", |arg| arg.hide(true)))]
pub(crate) struct Pawns {
    /// Number of columns and rows
    #[arg(value_name = "N", value_parser = whole_number(1), allow_hyphen_values = true)]
    n: u64,

    /// Number of pawns; there are as many more queens than columns
    #[arg(value_name = "K", value_parser = whole_number(0), default_value_t = 1, allow_hyphen_values = true)]
    pawns: u64,

    #[command(flatten)]
    asked: QuestionArgs,

    #[command(flatten)]
    told: RelativeArgs,
}

#[derive(Serialize)]
struct Question {
    n: usize,
    pawns: u64,
}

#[derive(Serialize)]
struct Details {
    queens: u64,
    searches: [SearchSummary; 1],
}

#[derive(Serialize)]
struct Position {
    queens: Vec<String>,
    pawns: Vec<String>,
}

impl Position {
    fn new(pieces: &Pieces, n: usize) -> Position {
        Position { queens: names(&pieces.queens, n), pawns: names(&pieces.pawns, n) }
    }
}

pub(crate) fn run(args: &Pawns, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let limit = PawnsModel::MAX_SIZE;
    let n = usize::try_from(args.n).ok().filter(|&n| n <= limit);
    let n = n.ok_or_else(|| BadInput(format!("pawns take boards up to {limit}x{limit}, not {0}x{0}", args.n)))?;
    let squares = n as u64 * n as u64;
    let pawns = Some(args.pawns).filter(|&pawns| pawns <= squares);
    let pawns = pawns.ok_or_else(|| BadInput(format!("{} pawns on {squares} squares", args.pawns)))?;
    let queens = n as u64 + pawns;
    let model = PawnsModel::new(n, u32::try_from(pawns)?).map_err(|e| BadInput(e.to_string()))?;
    let search = model.model.search().order(VarSelect::SmallestDomain).values(ValueSelect::Max);
    let mut solutions = Vec::new();
    let mut printed = false;
    let found = |solution: &_| {
        let pieces = model.pieces(solution)?;
        let right = (pieces.queens.len() as u64, pieces.pawns.len() as u64) == (queens, pawns);
        anyhow::ensure!(right && pieces.attack().is_none(), WRONG);
        if args.asked.count {
            return Ok(());
        }
        match args.told.format {
            Format::Json => solutions.push(Position::new(&pieces, n)),
            Format::Squares => {
                let Position { queens, pawns } = Position::new(&pieces, n);
                let blocked = if pawns.is_empty() { String::new() } else { format!(" pawns {}", pawns.join(" ")) };
                print(&format!("{}{blocked}\n", queens.join(" ")))?;
            }
            Format::Board => print(&format!("{}{}", if printed { "\n" } else { "" }, board(n, &pieces)))?,
        }
        printed = true;
        Ok(())
    };
    let ended = args.told.search(&search, queens, args.asked.wanted(), (&cancel, started), found)?;
    let stopped = ended.stopped_by.is_some();
    if args.told.is_json() {
        let solutions = (!args.asked.count).then_some(&solutions[..]);
        let (outcome, seconds) = (args.asked.outcome(ended.solutions), started.elapsed().as_secs_f64());
        let answer = Answer::unless_stopped(ended.stopped_by, outcome).count(ended.solutions).seconds(seconds);
        print_object("pawns", &Question { n, pawns }, solutions, &answer.with(Details { queens, searches: [ended] }))?;
    } else {
        let gap = if printed && args.told.format == Format::Board { "\n" } else { "" };
        let of = format!("{n}x{n}, {} and {}", plural(queens, "queen"), plural(pawns, "pawn"));
        print(&format!("{gap}{of}: {}\n", args.summary(&ended)))?;
        if args.told.stats {
            print(&table(&[ended]))?;
        }
    }
    Ok(if stopped { Ended::Stopped } else { Ended::Complete })
}

impl Pawns {
    fn summary(&self, ended: &SearchSummary) -> String {
        let count = ended.solutions;
        let solutions = plural(count, "solution");
        match (count, ended.stopped_by) {
            (_, Some(by)) if self.asked.count => format!("at least {solutions}; incomplete, stopped by {}", cause(by)),
            (_, Some(by)) => format!("{solutions} so far; incomplete, stopped by {}", cause(by)),
            (0, None) => "no solution".to_owned(),
            (1, None) if self.asked.unique => "exactly one solution".to_owned(),
            (_, None) if self.asked.unique => "more than one solution; these two differ".to_owned(),
            (1, None) if self.asked.wanted() == Some(1) => "one solution".to_owned(),
            (_, None) if self.asked.wanted() == Some(count) => format!("the first {solutions}"),
            (_, None) => solutions,
        }
    }
}

fn board(n: usize, pieces: &Pieces) -> String {
    picture(n, |square| match (pieces.queens.contains(&square), pieces.pawns.contains(&square)) {
        (true, _) => 'Q',
        (_, true) => 'p',
        _ => '.',
    })
}
