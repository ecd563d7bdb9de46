//! A question about a puzzle, and its answer, as data: what the command line and the page both ask.
//!
//! The answer depends on the question alone: no clock, no threads, no files. Limits are numbers of nodes.

use crate::fact::Fact;
use crate::sheet::Sheet;
use crate::state::State;
use serde::{Deserialize, Serialize};
use solver_core::StopReason;
use std::collections::BTreeMap;

/// A question.
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
    /// What the player has done.
    #[serde(default)]
    pub state: State,
    /// What is asked.
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// The sheet and the cells.
    Show,
    /// Solutions, at most this many.
    Solve {
        /// How many.
        limit: u64,
    },
    /// The number of solutions.
    Count,
    /// Whether there is exactly one solution; if there are more, two and where they differ.
    Unique,
    /// What is wrong with the state, or else the next step.
    Hint,
    /// All steps up to the solution.
    Steps,
    /// The steps that show that a cell holds a value, or does not.
    Why {
        /// The name of the cell.
        cell: String,
        /// The value; what the cell holds, if it is left out.
        #[serde(default)]
        value: Option<i32>,
    },
    /// Which entries are wrong, or clash.
    Check,
    /// How hard the puzzle is.
    Rate,
    /// A new puzzle.
    Generate {
        /// The same seed makes the same puzzle.
        seed: u64,
        /// How hard it is to be.
        #[serde(default)]
        difficulty: Option<Difficulty>,
        /// The number of rows, or what else the kind counts.
        #[serde(default)]
        size: Option<usize>,
    },
}

/// How hard a puzzle is for its kind, by the hardest step that it needs: see [`Kind::levels`](crate::Kind::levels).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// In most kinds: singles, and rules seen in one place.
    Easy,
    /// In most kinds: pointing, pairs, and rules with some premises.
    Medium,
    /// In most kinds: larger sets, fish, and suppositions.
    Hard,
    /// Steps do not suffice: a guess is needed.
    Guess,
}

impl Difficulty {
    /// Those that a puzzle can be made of.
    pub const WANTED: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Guess => "guess",
        }
    }
}

/// An answer. Fields that a question does not concern are absent from its JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Answer {
    /// The kind of puzzle.
    pub puzzle: String,
    /// What came out, in a word: `shown`, `complete`, `none`, `one`, `several`, `step`, `solved`, `guess`, `clash`,
    /// `wrong`, `right`, `open`, `decided`, `given`, `made`, `stopped`, `error`.
    pub outcome: &'static str,
    /// The answer in sentences, one a line.
    pub text: Vec<String>,
    /// The puzzle as a text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub write: String,
    /// What is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Sheet>,
    /// The cells, in the order of their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellReport>,
    /// What each cell holds as far as it is known, by number, crossed out at a glance; at the end of steps, there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Option<i32>>,
    /// Solutions: what each cell holds, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Vec<i32>>,
    /// The number of solutions, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// Which limit came first, if one did.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
    /// The numbers of the cells in which two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differ: Vec<usize>,
    /// Steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepReport>,
    /// The numbers of cells whose entries or crosses are wrong or clash; of a puzzle without a solution, those that clash.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<usize>,
    /// Those of them that are not as in the only solution, if there is one only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistaken: Vec<usize>,
    /// With a hint: the values that are left for each cell at a glance, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Vec<i32>>,
    /// How hard the puzzle is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// How often each technique was used, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub techniques: BTreeMap<String, usize>,
    /// Nodes of all searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Where a text is wrong: line and column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(usize, usize)>,
}

impl Answer {
    /// An answer in one sentence.
    pub(crate) fn says(outcome: &'static str, text: impl Into<String>) -> Answer {
        Answer { outcome, text: vec![text.into()], ..Answer::default() }
    }
}

/// A cell, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CellReport {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<i32>,
    /// The names of its values, in the same order.
    pub names: Vec<String>,
    /// What is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<i32>,
    /// Whether it is marked, with value 1, or not, with value 0.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mark: bool,
}

/// A step, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepReport {
    /// The name of the technique.
    pub technique: String,
    /// Its level.
    pub level: u8,
    /// What follows.
    pub facts: Vec<Fact>,
    /// From what it follows.
    pub premises: Vec<Fact>,
    /// The numbers of the cells that the step rests on.
    pub rests_on: Vec<usize>,
    /// Whether it is proved that no premise can be left out.
    pub minimal: bool,
    /// The step in sentences.
    pub text: Vec<String>,
}
