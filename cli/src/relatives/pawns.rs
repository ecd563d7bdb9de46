//! `ferz pawns N K`: N + K queens and K pawns.

use super::session::{Pieces, Position, Session};
use super::{RelativeArgs, size};
use crate::queens::args::WhichArgs;
use crate::run::prelude::*;
use ::queens::PawnsModel;
use solver_core::prelude::*;

const EXAMPLES: &str = "\
Every pawn blocks the lines through its square, and so makes room for one more queen.

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

    /// Number of pawns; there are N + K queens
    #[arg(value_name = "K", value_parser = whole_number(0), default_value_t = 1, allow_hyphen_values = true)]
    pawns: u64,

    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    common: RelativeArgs,
}

pub(crate) fn run(args: &Pawns, started: Instant) -> anyhow::Result<Ended> {
    let n = size(args.n, PawnsModel::MAX_SIZE, "pawns take")?;
    let (pawns, squares) = (args.pawns, n as u64 * n as u64);
    if pawns > squares {
        reject!("{pawns} pawns do not fit on {squares} squares");
    }
    let queens = n as u64 + pawns;
    let model = PawnsModel::new(n, u32::try_from(pawns)?).map_err(bad)?;
    let search = model.model.search().order(VarSelect::SmallestDomain).values(ValueSelect::Max);
    let question = Fields::new().with("n", n).with("pawns", pawns);
    let mut session = Session::new(&args.common, ("pawns", question), !args.which.count, started)?;
    let last = session.search(search, queens, args.which.wanted(false), |session, solution| {
        let pieces = model.pieces(solution)?;
        let right = (pieces.queens.len() as u64, pieces.pawns.len() as u64) == (queens, pawns);
        anyhow::ensure!(right && pieces.attack().is_none(), WRONG);
        let queens = Pieces { name: "queens", head: "", sign: 'Q', squares: pieces.queens };
        let pawns = Pieces { name: "pawns", head: " pawns ", sign: 'p', squares: pieces.pawns };
        session.show(&Position(n, vec![queens, pawns]))
    })?;
    let (end, count) = (last.end, last.solutions);
    let answer = end.answer(count).with("queens", queens);
    let of = format!("{n}x{n}, {} and {}", plural(queens, "queen"), plural(pawns, "pawn"));
    session.end(&format!("{of}: {}", args.summary(count, end)), answer)
}

impl Pawns {
    fn summary(&self, count: u64, end: End) -> String {
        let solutions = plural(count, "solution");
        match (count, end.cause()) {
            (_, Some(by)) if self.which.count => format!("at least {solutions}; incomplete, stopped by {by}"),
            (_, Some(by)) => format!("{solutions} so far; incomplete, stopped by {by}"),
            (0, None) => "no solution".to_owned(),
            (1, None) if self.which.unique => "exactly one solution".to_owned(),
            (_, None) if self.which.unique => "more than one solution; these two differ".to_owned(),
            (1, None) if self.which.wanted(false) == Some(1) => "one solution".to_owned(),
            (_, None) if self.which.wanted(false) == Some(count) => format!("the first {solutions}"),
            (_, None) => solutions,
        }
    }
}
