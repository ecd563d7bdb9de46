//! `ferz domination N`: the fewest queens that attack or occupy every square.

use super::session::{Pieces, Position, Session};
use super::{RelativeArgs, size};
use crate::queens::args::WhichArgs;
use crate::run::prelude::*;
use ::queens::{DominationModel, dominates};

const EXAMPLES: &str = "\
Tries one queen, then two, and so on, and prints the first set that dominates the board: the failed
searches prove that fewer queens do not.

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

    /// Search only for sets of at most K queens
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    queens: Option<u64>,

    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    common: RelativeArgs,
}

pub(crate) fn run(args: &Domination, started: Instant) -> anyhow::Result<Ended> {
    let n = size(args.n, DominationModel::MAX_SIZE, "domination takes")?;
    let asked = args.queens.map(|queens| queens.min(n as u64 * n as u64));
    let question = Fields::new().with("n", n).some("queens", args.queens);
    let mut session = Session::new(&args.common, ("domination", question), !args.which.count, started)?;
    let mut queens = asked.unwrap_or(1);
    let (end, count) = loop {
        let model = DominationModel::new(n, u32::try_from(queens)?).map_err(bad)?;
        let last = session.search(model.search(), queens, args.which.wanted(false), |session, solution| {
            let squares = model.squares(solution)?;
            anyhow::ensure!(dominates(n, &squares), WRONG);
            session.show(&Position(n, vec![Pieces { name: "", head: "", sign: 'Q', squares }]))
        })?;
        let is_proved_empty = last.solutions == 0 && last.end == End::Exhausted;
        // This loop ends because queens on all squares dominate the board.
        if !is_proved_empty || asked.is_some() {
            break (last.end, last.solutions);
        }
        queens += 1;
    };
    let fewest = Some(queens).filter(|_| end.stopped_by().is_none());
    let answer = end.answer(count).with("queens", fewest);
    session.end(&format!("{n}x{n}: {}", args.summary(queens, count, end)), answer)
}

impl Domination {
    fn summary(&self, queens: u64, count: u64, end: End) -> String {
        let fewer = match (self.queens, queens - 1) {
            (Some(_), _) | (None, 0) => String::new(),
            (None, fewer) => format!("; {} cannot", plural(fewer, "queen")),
        };
        let at_most = if self.queens.is_some() { "at most " } else { "" };
        let set = format!("{at_most}{}", plural(queens, "queen"));
        let sets = format!("{} of {set}", plural(count, "set"));
        match (count, end.cause()) {
            (_, Some(by)) => format!("{sets} so far; incomplete, stopped by {by}{fewer}"),
            (0, None) => format!("{set} cannot dominate the board"),
            (1, None) if self.which.unique => format!("exactly one set of {set} dominates the board{fewer}"),
            (_, None) if self.which.unique => {
                format!("more than one set of {set} dominates the board; these two differ{fewer}")
            }
            (1, None) if self.which.wanted(false).is_some() => format!("{set} can dominate the board{fewer}"),
            (_, None) if self.which.wanted(false) == Some(count) => {
                format!("the first {sets} that dominate the board{fewer}")
            }
            (1, None) => format!("{sets} dominates the board{fewer}"),
            (_, None) => format!("{sets} dominate the board{fewer}"),
        }
    }
}
