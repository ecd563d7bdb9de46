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
  ferz solve model.xml --all          an XCSP3 file, answered as in XCSP3 competitions
  ferz solve model.mzn --why 'q[3] != 5'   why this holds in every solution
  ferz solve model.mzn --order auto --threads 2 --time-limit 1m
  ferz solve model.mzn --order dom/wdeg --restarts luby:100   instead of the model's own search
  ferz solve model.mzn --learn        learn from conflicts
  ferz solve model.mzn --proof DIR    with a proof of the answer
  ferz solve model.mzn --proof DIR --core   that a few constraints alone allow no solution

Exit codes: 0 complete, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

/// Solve and explain a MiniZinc, FlatZinc or XCSP3 model
#[derive(ClapArgs, Clone)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    /// A model: MiniZinc (.mzn), which `minizinc` compiles, FlatZinc (.fzn, .fzn.json, or - for standard input), or
    /// XCSP3 (.xml)
    pub(crate) file: String,

    /// Data files of a MiniZinc model (.dzn, .json)
    pub(crate) data: Vec<String>,

    /// Print every solution; if the model has an objective, each solution that improves on the last one
    #[arg(long, conflicts_with = "limit")]
    pub(crate) all: bool,

    /// Print at most K solutions (default: 1), if the model has no objective
    #[arg(long, value_name = "K", value_parser = whole_number(1))]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Print statistics: nodes, failures, propagations, time
    #[arg(long)]
    pub(crate) stats: bool,

    /// Explain why a fact holds or not, in the model's own terms: `x = 3`, `q[2] != 5`, `b`, or with <, <=, >, >=
    #[arg(long, value_name = "FACT", conflicts_with_all = ["all", "limit", "threads", "stats"])]
    pub(crate) why: Option<String>,

    #[command(flatten)]
    pub(crate) proof: ProofArgs,

    /// With --proof, if the model has no solution: find a minimal set of constraints that clash, and prove this from
    /// them alone
    #[arg(long, help_heading = "To understand", requires = "proof", conflicts_with_all = ["all", "limit"])]
    pub(crate) core: bool,

    /// Output format of solutions
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
