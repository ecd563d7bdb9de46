//! Wording shared by several commands.

use solver_core::StopReason;

/// Joins lines into a text.
pub(crate) fn text(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Joins words into an English list: `a1`, `a1 and d7`, `a1, d7 and e3`.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Writes a number with its noun: `1 node`, `2 nodes`.
pub(crate) fn plural(count: impl ToString, what: &str) -> String {
    let count = count.to_string();
    format!("{count} {what}{}", if count == "1" { "" } else { "s" })
}

/// The reason why the search stopped, in words.
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
        StopReason::Observer => "its observer",
        StopReason::WrongSolution => "an internal error",
    }
}
