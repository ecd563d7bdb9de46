//! The arguments of `ferz solve`.

use crate::format::Format;
use crate::proof::ProofArgs;
use crate::run::prelude::*;
use crate::thread_args::ThreadArgs;

const EXAMPLES: &str = "\
Examples:
  ferz solve model.mzn data.dzn       one solution, or the best one
  ferz solve model.fzn --all          all solutions of a compiled model
  ferz solve model.fzn --format json  for programs
  ferz solve model.xml --all          a file of XCSP3, answered as in its competitions
  ferz solve model.mzn --why 'q[3] != 5'   why that is so in every solution
  ferz solve model.mzn --order auto --threads 2 --time-limit 1m
  ferz solve model.mzn --order dom/wdeg --restarts luby:100   not as the model says
  ferz solve model.mzn --learn        learn from conflicts
  ferz solve model.mzn --proof DIR    with a proof of the answer
  ferz solve model.mzn --proof DIR --core   that these constraints alone allow no solution

Exit codes: 0 finished as claimed, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

/// Solve a model of MiniZinc, FlatZinc or XCSP3, and explain it
#[derive(ClapArgs, Clone)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    /// A model (.mzn), which MiniZinc compiles, a compiled one (.fzn, .fzn.json; - for standard input), or XCSP3 (.xml)
    pub(crate) file: String,

    /// Data of a model: files .dzn or .json
    pub(crate) data: Vec<String>,

    /// Print every solution; of a model with an objective each one that is better than those before
    #[arg(long, conflicts_with = "limit")]
    pub(crate) all: bool,

    /// Print at most K solutions (default: 1); of a model without an objective
    #[arg(long, value_name = "K", value_parser = whole_number(1))]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Print the costs: nodes, failures, propagations, time
    #[arg(long)]
    pub(crate) stats: bool,

    /// Why this is so, in the model's own terms: `x = 3`, `q[2] != 5`, `b`, with <=, <, >=, > as well
    #[arg(long, value_name = "FACT", conflicts_with_all = ["all", "limit", "threads", "stats"])]
    pub(crate) why: Option<String>,

    #[command(flatten)]
    pub(crate) proof: ProofArgs,

    /// With --proof, of a model without solutions: find constraints that clash, none of them needless, and prove that of these alone
    #[arg(long, help_heading = "To understand", requires = "proof", conflicts_with_all = ["all", "limit"])]
    pub(crate) core: bool,

    /// How solutions are written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
