//! `ferz instance KIND N COUNT`: a random instance, for `ferz queens --instance`.

use crate::run::prelude::*;
use ::queens::{Kind, generate};

const EXAMPLES: &str = "\
Generates instances as the generators of CSPLib 079 and 080 do (Gent, Jefferson & Nightingale,
JAIR 59, 2017), and prints them in the same formats.

Examples:
  ferz instance diagonals 16 13 --seed 1 > edp.param
  ferz queens --instance edp.param --model queens-rule --order dom
  ferz instance blocked 28 500          squares on which no queen may stand
  ferz instance completion 50 15        queens already on the board";

#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Generate {
    /// Queens already on the board, blocked squares, or excluded diagonals
    #[arg(value_name = "KIND", value_parser = named(&Kind::ALL, Kind::name))]
    kind: Kind,

    /// Number of columns and rows
    #[arg(value_name = "N", value_parser = whole_number(1), allow_hyphen_values = true)]
    n: u64,

    /// Number of queens, squares or diagonals
    #[arg(value_name = "COUNT", value_parser = whole_number(0), allow_hyphen_values = true)]
    count: u64,

    /// The seed: the same seed gives the same instance
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole_number(0), allow_hyphen_values = true)]
    seed: u64,

    /// Leave this many squares open in each row and column (default: 4); not for completions
    #[arg(long, value_name = "SQUARES", value_parser = whole_number(0), allow_hyphen_values = true)]
    open: Option<u64>,
}

pub(crate) fn run(args: &Generate) -> anyhow::Result<Ended> {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (n, count, open) = (number(args.n), number(args.count), number(args.open.unwrap_or(4)));
    if args.kind == Kind::Completion && args.open.is_some() {
        reject!("--open is for blocked squares and diagonals, not for completions");
    }
    let instance = match args.kind {
        Kind::Completion => generate::completion(n, count, args.seed),
        Kind::Blocked => generate::blocked(n, count, open, args.seed),
        Kind::Diagonals => generate::diagonals(n, count, open, args.seed),
    };
    print(instance.map_err(bad)?)?;
    Ok(Ended::Complete)
}
