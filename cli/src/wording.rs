//! Words that several commands use.

use crate::exit::UNWRITABLE;
use anyhow::Context;
use solver_core::StopReason;
use std::io::Write as _;

/// Writes lines for people.
pub(crate) fn print(lines: &[String]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).context(UNWRITABLE)
}

/// `a1`, `a1 and d7`, `a1, d7 and e3`.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `8 queens`.
pub(crate) fn queens(n: u64) -> String {
    format!("{n} {}", if n == 1 { "queen" } else { "queens" })
}

/// `1 node`, `2 nodes`.
pub(crate) fn plural(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Who stopped the search, in words.
pub(crate) fn cause(by: StopReason) -> &'static str {
    match by {
        StopReason::Time => "the time limit",
        StopReason::Nodes => "the node limit",
        StopReason::Failures => "the failure limit",
        StopReason::Solutions => "the solution limit",
        StopReason::Memory => "the memory limit",
        StopReason::Objective => "the objective limit",
        StopReason::Gap => "the gap limit",
        StopReason::Cancelled => "an interrupt",
        StopReason::Observer => "the one who watches it",
        StopReason::WrongSolution => "an internal error",
    }
}
