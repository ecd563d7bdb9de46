//! `ferz armies N`: the largest peaceable armies of queens.

use super::session::{Pieces, Position, Session};
use super::{RelativeArgs, size};
use crate::run::envelope::{Outcome, answer};
use crate::run::prelude::*;
use ::queens::{ArmiesModel, Square, clash_of_armies};

const EXAMPLES: &str = "\
Tries armies of one queen, then of two, and so on, until a search proves that no larger armies
can live in peace. The search decides which colour owns each line, not where each queen stands,
so it cannot count solutions: there is no --all and no --count.

Examples:
  ferz armies 8                         9 white and 9 black queens, drawn
  ferz armies 9 --stats                 what each size cost
  ferz armies 10 --queens 14            armies of 14, if they exist";

#[derive(ClapArgs)]
#[command(after_help = EXAMPLES, mut_arg("lns", |arg| arg.hide(true)))]
pub(crate) struct Armies {
    /// Number of columns and rows
    #[arg(value_name = "N", value_parser = whole_number(1), allow_hyphen_values = true)]
    n: u64,

    /// Search only for armies of K queens each
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    queens: Option<u64>,

    #[command(flatten)]
    common: RelativeArgs,
}

pub(crate) fn run(args: &Armies, started: Instant) -> anyhow::Result<Ended> {
    let n = size(args.n, ArmiesModel::MAX_SIZE, "armies take")?;
    let question = Fields::new().with("n", n).some("queens", args.queens);
    let mut session = Session::new(&args.common, ("armies", question), true, started)?;
    let mut best: [Vec<Square>; 2] = Default::default();
    let mut queens = args.queens.map_or(1, |queens| queens.min(n as u64 * n as u64 + 1));
    let end = loop {
        let model = ArmiesModel::new(n, u32::try_from(queens)?).map_err(bad)?;
        let last = session.search(model.search(), queens, Some(1), |_, solution| {
            let armies = model.armies(solution)?;
            let right = armies.iter().all(|army| army.len() as u64 == queens) && clash_of_armies(&armies).is_none();
            anyhow::ensure!(right, WRONG);
            best = armies;
            Ok(())
        })?;
        // This loop ends because two armies cannot both fill the board.
        if last.solutions == 0 || args.queens.is_some() {
            break last.end;
        }
        queens += 1;
    };
    let found = best[0].len() as u64;
    if found > 0 {
        let [white, black] = best;
        let white = Pieces { name: "white", head: "white ", sign: 'W', squares: white };
        let black = Pieces { name: "black", head: "\nblack ", sign: 'B', squares: black };
        session.show(&Position(n, vec![white, black]))?;
    }
    let outcome = match (args.queens, found) {
        (None, _) => Outcome::Optimal,
        (Some(_), 0) => Outcome::Unsatisfiable,
        (Some(_), _) => Outcome::Satisfied,
    };
    let answer = answer(end.stopped_by(), outcome).with("queens", found);
    session.end(&format!("{n}x{n}: {}", args.summary(found, queens, end)), answer)
}

impl Armies {
    fn summary(&self, found: u64, asked: u64, end: End) -> String {
        let each = plural(found, "queen");
        match (end.cause(), self.queens, found) {
            (Some(by), _, 0) => format!("no armies so far; incomplete, stopped by {by}"),
            (Some(by), ..) => format!("armies of {each} each so far; incomplete, stopped by {by}"),
            (None, Some(_), 0) => format!("no armies of {} each live in peace", plural(asked, "queen")),
            (None, Some(_), _) => format!("armies of {each} each live in peace"),
            (None, None, 0) => "no two queens live in peace".to_owned(),
            (None, None, _) => format!("armies of {each} each live in peace; larger ones cannot"),
        }
    }
}
