//! The data of a page for its script: integers in lists, texts stored once.
//!
//! A fact is three numbers: variable, relation (0 `=`, 1 `!=`, 2 `>=`, 3 `<=`), value. Facts and reasons are written
//! once and referred to by index. Events follow each other in one list, each followed by its numbers:
//!
//! | event | | numbers |
//! |---|---|---|
//! | decide | 1 | fact, depth, branch (0 left, 1 right, then the values of a d-way node) |
//! | propagate | 2 | propagator |
//! | prune | 3 | fact, reason |
//! | fail | 4 | fact + 1, reason + 1, propagator + 1; 0 for none |
//! | solution | 5 | |
//! | backtrack | 6 | depth |
//! | restart | 7 | |
//! | done | 8 | |
//! | learn | 9 | reason, whose facts are the clause; literal block distance |
//!
//! A reason is the index of its rule and those of its premises.

use serde::Serialize;

/// The name of the format.
pub(super) const FORMAT: &str = "ferz-page";
/// Its version.
pub(super) const VERSION: u32 = 1;

#[derive(Serialize)]
pub(super) struct PageData<'a> {
    pub(super) format: &'static str,
    pub(super) version: u32,
    pub(super) title: &'a str,
    pub(super) command: Option<&'a str>,
    /// Whether the page can ask for another run.
    #[serde(skip_serializing_if = "Option::is_none")]
    /// What can be supposed beside facts, of a page that can be asked.
    pub(super) live: Option<WaysData>,
    pub(super) runs: Vec<RunData<'a>>,
}

#[derive(Serialize)]
pub(super) struct RunData<'a> {
    pub(super) name: &'a str,
    pub(super) variables: Vec<&'a str>,
    /// The domain that each variable begins with, as ranges: low, high, low, high, …
    pub(super) domains: Vec<Vec<i32>>,
    /// Names of values: the first value, then the names.
    pub(super) value_names: Vec<(i32, &'a [String])>,
    /// For each variable the place of its values' names.
    pub(super) named_values: Vec<Option<usize>>,
    /// Variables of whose values the name says all.
    pub(super) alone: Vec<usize>,
    /// Variables that are not of the problem: those that a translation introduced, and constants.
    pub(super) hidden: Vec<usize>,
    pub(super) constants: Vec<usize>,
    pub(super) board: Option<BoardData>,
    pub(super) objective: Option<ObjectiveData>,
    pub(super) resources: Vec<ResourceData<'a>>,
    pub(super) constraints: Vec<&'a str>,
    /// For each constraint the source and line that it comes from.
    pub(super) places: Vec<Option<(usize, u32)>>,
    pub(super) sources: Vec<SourceData<'a>>,
    /// The constraint that each propagator works for.
    pub(super) propagators: Vec<usize>,
    pub(super) rules: Vec<&'a str>,
    pub(super) facts: Vec<i64>,
    pub(super) reasons: Vec<Vec<u64>>,
    pub(super) events: Vec<u64>,
    /// For each constraint: calls, prunings, failures, useless calls, and nanoseconds where time was measured.
    pub(super) ledger: Vec<Vec<u64>>,
    pub(super) levels: Option<LevelsData<'a>>,
    pub(super) end: EndData,
    /// What was left out, in words.
    pub(super) notes: Vec<String>,
    pub(super) whole: Option<WholeData>,
}

/// Names for `order …` and `level …`.
#[derive(Serialize)]
pub(super) struct WaysData {
    pub(super) orders: Vec<&'static str>,
    pub(super) levels: Vec<&'static str>,
}

#[derive(Serialize)]
pub(super) struct BoardData {
    pub(super) columns: Vec<usize>,
    pub(super) first: i32,
}

#[derive(Serialize)]
pub(super) struct ObjectiveData {
    pub(super) variable: usize,
    /// Whether small values are good.
    pub(super) minimize: bool,
}

#[derive(Serialize)]
pub(super) struct ResourceData<'a> {
    pub(super) name: &'a str,
    /// Of each task the variable of its start, its duration, and the variable of its duration if that is not fixed.
    pub(super) tasks: Vec<(usize, i64, Option<usize>)>,
}

#[derive(Serialize)]
pub(super) struct SourceData<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
}

#[derive(Serialize)]
pub(super) struct LevelsData<'a> {
    /// From the weakest to the strongest.
    pub(super) names: Vec<&'a str>,
    /// For each node that was looked at: its number, the levels at which it fails, those that were too much work, then
    /// variable, low, high and the levels that remove these values. Levels are bits.
    pub(super) nodes: &'a [Vec<i64>],
}

#[derive(Serialize)]
pub(super) struct EndData {
    /// `complete`, `complete below it` of a part, `stopped`, or `left` when it is not known how it ended.
    pub(super) outcome: &'static str,
    pub(super) stopped_by: Option<String>,
    pub(super) nodes: u64,
    pub(super) failures: u64,
    pub(super) solutions: u64,
    pub(super) propagations: u64,
    pub(super) peak_depth: u64,
}

/// A run of which not every event is there: its picture.
#[derive(Serialize)]
pub(super) struct WholeData {
    /// Lighter subtrees are left out.
    pub(super) least: u64,
    /// Six numbers each: nodes before it, depth, nodes, failures, solutions, fact (-1 for none).
    pub(super) subtrees: Vec<i64>,
    pub(super) depths: DepthsData,
}

#[derive(Serialize)]
pub(super) struct DepthsData {
    /// Nodes to a bucket.
    pub(super) width: u64,
    /// Three numbers each: largest depth, failures, solutions.
    pub(super) buckets: Vec<u64>,
}
