//! A solver's answer to an instance, read from MiniZinc output.

use std::process::Output;

/// The answer of a solver.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The solutions in the order in which they were printed.
    pub solutions: Vec<Vec<i32>>,
    /// Whether the solver claims to have printed all solutions.
    pub is_complete: bool,
    /// Why the compiler or the solver refuses the model, if it does.
    pub refusal: Option<String>,
    /// The number of failures, if the solver reports it.
    pub failures: Option<u64>,
    /// The time for solving in seconds, if the solver reports it.
    pub seconds: Option<f64>,
}

impl Answer {
    /// Reads the output of MiniZinc.
    pub fn read(minizinc: &Output) -> Answer {
        let [output, messages] = [&minizinc.stdout, &minizinc.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let after = |start: &'static str| output.lines().filter_map(move |line| line.strip_prefix(start));
        let reason = messages.lines().find(|line| line.to_lowercase().contains("error")).unwrap_or("no answer").trim();
        let has_failed = !minizinc.status.success() || output.contains("=====ERROR=====");
        Answer {
            solutions: after("@").map(|line| line.split(' ').filter_map(|v| v.parse().ok()).collect()).collect(),
            is_complete: output.lines().any(|line| ["==========", "=====UNSATISFIABLE====="].contains(&line)),
            refusal: has_failed.then(|| reason.to_owned()),
            // The compiler also reports statistics, before the solver does.
            failures: after("%%%mzn-stat: failures=").next_back().and_then(|n| n.parse().ok()),
            seconds: after("%%%mzn-stat: solveTime=").next_back().and_then(|n| n.parse().ok()),
        }
    }
}
