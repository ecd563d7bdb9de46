//! Options that change the rules.

use crate::run::prelude::*;
use queens::Kind;
use std::path::PathBuf;

#[derive(ClapArgs)]
#[command(next_help_heading = "Changed rules")]
pub(crate) struct Changed {
    /// Only solutions with queens on these squares: d1,f2
    ///
    /// Squares may also be given in numbers: 4:1,6:2.
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub(crate) given: Option<String>,

    /// No queens on these squares: d4,e5
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub(crate) blocked: Option<String>,

    /// No queens on these diagonals, each named by two of its squares: a3-f8,a1-h8
    #[arg(long, value_name = "DIAGONALS", allow_hyphen_values = true)]
    pub(crate) excluded: Option<String>,

    /// Diagonals wrap around to the opposite edge of the board
    #[arg(long)]
    pub(crate) torus: bool,

    /// Queens also move like knights (amazons)
    #[arg(long)]
    pub(crate) superqueens: bool,

    /// Read the board size and what is given, blocked or excluded from a CSPLib 079 or 080 file
    #[arg(long, value_name = "FILE")]
    pub(crate) instance: Option<PathBuf>,

    /// What the numbers in the file stand for, if the file does not say
    #[arg(
        long,
        value_name = "KIND",
        requires = "instance",
        value_parser = named(&Kind::ALL, Kind::name)
    )]
    pub(crate) kind: Option<Kind>,

    /// Number of the first row and column in the file (default: 0 for `init`, 1 for `blocks`)
    #[arg(long, value_name = "BASE", requires = "instance", value_parser = named(&[0, 1], base))]
    pub(crate) base: Option<u32>,

    /// Use only the first D diagonals of the file
    #[arg(long, value_name = "D", requires = "instance")]
    pub(crate) first: Option<usize>,
}

fn base(base: u32) -> &'static str {
    if base == 0 { "0" } else { "1" }
}
