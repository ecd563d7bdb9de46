//! The tables of `docs/orderings.md`: searches for a first solution, or for a proof that there is none.

use models::Classic;
use models::orderings::Class;
use solver_core::prelude::*;
use std::fmt::Write as _;

/// Additions to a variable selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct With {
    /// Whether to branch next on the variable of the last conflict.
    last_conflict: bool,
    /// Whether to restart after 10, 11, 12, 13, 14, 16, … failures, each limit a tenth larger, and to record nogoods.
    restarts: bool,
}

impl With {
    /// All combinations: neither addition, each of them, and both.
    const ALL: [With; 4] = [
        With { last_conflict: false, restarts: false },
        With { last_conflict: true, restarts: false },
        With { last_conflict: false, restarts: true },
        With { last_conflict: true, restarts: true },
    ];

    fn name(self) -> &'static str {
        match (self.last_conflict, self.restarts) {
            (false, false) => "alone",
            (true, false) => "last conflict",
            (false, true) => "restarts",
            (true, true) => "both",
        }
    }
}

/// The variable selections to compare.
const ORDERS: [VarSelect; 9] = [
    VarSelect::Input,
    VarSelect::SmallestDomain,
    VarSelect::DomDeg,
    VarSelect::DomWdeg,
    VarSelect::RefinedWdeg,
    VarSelect::ConflictHistory,
    VarSelect::FailureRate,
    VarSelect::Activity,
    VarSelect::Impact,
];

/// The result of a search on one instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Count {
    /// The number of nodes.
    nodes: u64,
    /// The number of failures.
    failures: u64,
    /// Whether a solution, or a proof that there is none, was found within the limit.
    answered: bool,
}

/// Searches for the first solution with the model's value selection.
///
/// # Errors
/// [`ModelError`] if the model cannot be compiled.
fn count(instance: &Classic, order: VarSelect, with: With, nodes: u64) -> Result<Count, ModelError> {
    let mut search = instance.search().order(order).node_limit(nodes);
    if with.last_conflict {
        search = search.conflict_heuristic(ConflictHeuristic::LastConflict(1));
    }
    if with.restarts {
        search = search.restarts(Restarts::Geometric { first: 10, factor: 1.1 });
    }
    let mut run = search.start()?;
    let answered = !matches!(run.step(), Step::Stopped(_));
    let Statistics { nodes, failures, .. } = run.statistics();
    Ok(Count { nodes, failures, answered })
}

/// Formats a Markdown table: for each variable selection with its additions, the median node and failure counts over
/// the instances, and the number of finished searches, unless all finished. Unfinished searches count up to their
/// limit.
///
/// # Errors
/// [`ModelError`] if a model cannot be compiled.
pub(crate) fn table(class: &Class, nodes: u64) -> Result<String, ModelError> {
    let mut text = format!("### {}\n\n| order |", class.title);
    With::ALL.iter().for_each(|with| _ = write!(text, " {} |", with.name()));
    text.push_str("\n|---|");
    With::ALL.iter().for_each(|_| text.push_str("--:|"));
    for order in ORDERS {
        _ = write!(text, "\n| {} |", if order == VarSelect::Input { "lex" } else { order.name() });
        for with in With::ALL {
            let counts: Vec<Count> =
                class.instances.iter().map(|instance| count(instance, order, with, nodes)).collect::<Result<_, _>>()?;
            let median = |of: fn(&Count) -> u64| {
                let mut values: Vec<u64> = counts.iter().map(of).collect();
                values.sort_unstable();
                grouped(values.get(values.len() / 2).copied().unwrap_or(0))
            };
            _ = write!(text, " {} / {}", median(|count| count.nodes), median(|count| count.failures));
            let answered = counts.iter().filter(|count| count.answered).count();
            if answered < counts.len() {
                _ = write!(text, " ({answered} of {})", counts.len());
            }
            text.push_str(" |");
        }
    }
    text.push('\n');
    Ok(text)
}

/// Groups digits in threes.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
