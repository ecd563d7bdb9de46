//! Questions about a puzzle and their answers, as data for the command line and the web page.
//!
//! An answer depends only on the question, not on a clock, threads or files, because limits are node counts.

use crate::fact::Fact;
use crate::sheet::Sheet;
use crate::state::State;
use serde::{Deserialize, Serialize};
use solver_core::StopReason;
use std::collections::BTreeMap;

/// A question about a puzzle.
///
/// ```
/// use puzzles::{Question, Limits, answer};
/// let question: Question = serde_json::from_str(r#"{
///     "puzzle": "sudoku",
///     "text": "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
///     "ask": "hint"
/// }"#).unwrap();
/// let answer = answer(&question, &Limits::default());
/// assert_eq!(answer.text, ["row 1 has only f1 left for 1: 1 in f1"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name of the kind: `sudoku`.
    pub puzzle: String,
    /// The puzzle in one of the kind's formats; empty for [`Ask::Generate`].
    #[serde(default)]
    pub text: String,
    /// The player's entries and crosses.
    #[serde(default)]
    pub state: State,
    /// The kind of question.
    pub ask: Ask,
}

/// The kind of a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Asks for the sheet and the cells.
    Show,
    /// Asks for solutions, up to a limit.
    Solve {
        /// The maximum number of solutions.
        limit: u64,
    },
    /// Asks for the number of solutions.
    Count,
    /// Asks whether there is exactly one solution. If there are several, the answer has two of them and the cells where
    /// they differ.
    Unique,
    /// Asks for the mistakes in the state or, if there are none, for the next step.
    Hint,
    /// Asks for all steps up to the solution.
    Steps,
    /// Asks for the steps that show that a cell does or does not have a value.
    Why {
        /// The name of the cell.
        cell: String,
        /// The value; if absent, the value of the cell in the solution.
        #[serde(default)]
        value: Option<i32>,
    },
    /// Asks which entries are wrong or contradict each other.
    Check,
    /// Asks for a rule that the entries break, found without a search.
    Conflict,
    /// Asks for the difficulty of the puzzle.
    Rate,
    /// Asks for the weakest level of consistency that solves the puzzle without search.
    Weakest,
    /// Asks for a new puzzle.
    Generate {
        /// The seed, which determines the puzzle.
        seed: u64,
        /// The requested difficulty.
        #[serde(default)]
        difficulty: Option<Difficulty>,
        /// The number of rows, or another measure of size for this kind of puzzle.
        #[serde(default)]
        size: Option<usize>,
    },
}

/// A puzzle's difficulty relative to its kind, determined by the hardest step: see
/// [`Kind::levels`](crate::Kind::levels).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// In most kinds: singles, and consequences of a single rule with few premises.
    Easy,
    /// In most kinds: pointing, pairs, and consequences of a single rule with several premises.
    Medium,
    /// In most kinds: larger sets, fish, and suppositions.
    Hard,
    /// The steps do not suffice, so a guess is needed.
    Guess,
}

impl Difficulty {
    /// The difficulties that can be requested from the generator.
    pub const WANTED: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns the name of the difficulty.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Guess => "guess",
        }
    }
}

/// An answer. Fields that do not apply to the question are omitted from the JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Answer {
    /// The kind of puzzle.
    pub puzzle: String,
    /// The outcome as a word: `shown`, `complete`, `none`, `one`, `several`, `step`, `solved`, `guess`, `clash`,
    /// `wrong`, `right`, `open`, `decided`, `given`, `made`, `stopped`, `error`.
    pub outcome: &'static str,
    /// The answer as text, one sentence per line.
    pub text: Vec<String>,
    /// The puzzle as text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub write: String,
    /// The drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Sheet>,
    /// The cells, by index.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellReport>,
    /// The known value of each cell, by index, after direct crossing out. If the question is about steps, this is the
    /// state after the last step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Option<i32>>,
    /// The solutions, each with a value for every cell, by index.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Vec<i32>>,
    /// The number of solutions, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// The limit that stopped the search, if one did.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
    /// The indices of the cells in which two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differ: Vec<usize>,
    /// The steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepReport>,
    /// The indices of cells with wrong or contradictory entries or crosses; without a solution, of cells with
    /// contradictory givens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<usize>,
    /// The indices of the wrong cells whose entries differ from the solution, if it is unique.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistaken: Vec<usize>,
    /// For a hint, the remaining values of each cell, by index, after direct crossing out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Vec<i32>>,
    /// The difficulty of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// The weakest of the [levels of consistency](crate::CONSISTENCIES) that solves the puzzle, or `search`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weakest: Option<&'static str>,
    /// The levels from the weakest up to `weakest`, each with the number of candidates that it leaves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<(&'static str, usize)>,
    /// The number of uses of each technique, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub techniques: BTreeMap<String, usize>,
    /// The total number of nodes in all searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The position of an error in the text: line and column, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(usize, usize)>,
}

impl Answer {
    /// Creates an answer that consists of one sentence.
    pub(crate) fn says(outcome: &'static str, text: impl Into<String>) -> Answer {
        Answer { outcome, text: vec![text.into()], ..Answer::default() }
    }
}

/// A cell as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CellReport {
    /// The name of the cell.
    pub name: String,
    /// The values that the cell can hold.
    pub values: Vec<i32>,
    /// The names of these values, in the same order.
    pub names: Vec<String>,
    /// The given value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<i32>,
    /// Whether the cell is either marked, with value 1, or unmarked, with value 0.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mark: bool,
}

/// A step as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepReport {
    /// The name of the technique.
    pub technique: String,
    /// The level of the technique.
    pub level: u8,
    /// The inferred facts.
    pub facts: Vec<Fact>,
    /// The facts that imply the inferred ones.
    pub premises: Vec<Fact>,
    /// The indices of the cells to highlight for the step.
    pub rests_on: Vec<usize>,
    /// Whether the premises are proved to be minimal.
    pub minimal: bool,
    /// The step as text.
    pub text: Vec<String>,
}
