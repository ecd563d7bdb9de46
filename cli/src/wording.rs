//! Words that several commands use.

use solver_core::StopReason;

/// Lines as a text.
pub(crate) fn text(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

/// `a1`, `a1 and d7`, `a1, d7 and e3`.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `1 node`, `2 nodes`, of numbers of any size.
pub(crate) fn plural(count: impl ToString, what: &str) -> String {
    let count = count.to_string();
    format!("{count} {what}{}", if count == "1" { "" } else { "s" })
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
