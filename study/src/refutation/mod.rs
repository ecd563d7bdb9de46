//! Refutations in words: the needed part of a proof, short enough to read.
//!
//! The two files of a proof are read by code that is independent of the writer. Every line of a proof is a clause that
//! follows by unit propagation from the rows of the model and earlier lines. Working backward from the contradiction,
//! the code keeps only needed lines, as checkers of SAT proofs do (N. Wetzler, M. Heule, W. Hunt, *DRAT-trim*, SAT
//! 2014). Rows already known to be needed propagate first, unused literals are dropped, and lines are omitted if this
//! shortens the refutation.
//!
//! | file | contents |
//! |---|---|
//! | `row.rs` | pseudo-Boolean rows |
//! | `read.rs` | parsing of the files |
//! | `propagation.rs` | unit propagation that records the row behind each literal |
//! | `solutions.rs` | checks the listed solutions against the model and the claim |
//! | `trim.rs` | trimming to needed lines, for readers |
//! | `trimmed.rs` | trimming for checkers, with hints |
//! | `database.rs` | unit propagation over the rows that a checker has at a line |
//! | `words.rs` | formatting as text |

mod database;
mod kept;
mod order;
mod probe;
mod propagation;
mod read;
mod row;
mod solutions;
mod trim;
mod trimmed;
mod words;

use kept::Kept;
use row::Literal;
pub use solutions::{ListError, check_solutions};
pub use trimmed::Trimmed;

/// The maximum number of lines of a proof for readers; longer proofs are for checkers only.
pub const LONGEST: usize = 20_000;

/// A trimmed refutation, which `Display` formats as text.
///
/// ```
/// let model = "@either 1 x_1 1 y_1 >= 1 ;\n@both 1 ~x_1 1 ~y_1 >= 1 ;\n@equal_1 1 x_1 1 ~y_1 >= 1 ;\n@equal_2 1 ~x_1 1 y_1 >= 1 ;\n";
/// let proof = "pseudo-Boolean proof version 3.0\nrup 1 ~x_1 >= 1;\nrup >= 1;\noutput NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n";
/// let text = study::refutation::Refutation::read(model, proof)?.to_string();
/// assert_eq!(text, "\
/// Nothing satisfies all rows: 2 steps.
///
/// 1. x != 1
///    suppose x = 1; y != 1 (both)
///    contradiction: equal_2
///
/// 2. a contradiction
///    x != 1 (step 1); y = 1 (either)
///    contradiction: equal_1
/// ");
/// # Ok::<(), study::refutation::RefutationError>(())
/// ```
#[derive(Debug)]
pub struct Refutation {
    /// The names of the Boolean variables.
    names: Vec<String>,
    /// The origin of each row, by index: first the model rows, then the proof lines.
    sources: Vec<Source>,
    /// The consequences of the model, listed once at the start, each with the row that implies it.
    start: Vec<(Literal, usize)>,
    steps: Vec<Kept>,
    is_bound: bool,
}

/// The origin of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// A model row, with its name.
    Model(String),
    /// A model row stating that a variable has one of its values.
    Value(String),
    /// A line that follows by unit propagation.
    Rup,
    /// The definition of a new variable.
    Defines(u32),
    /// A sum of other rows.
    Sum(Vec<usize>),
    /// A solution with this objective value. Later solutions must improve on it.
    Better(i128),
}

/// Why a proof cannot be formatted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefutationError {
    /// The line does not have the format of Ferz's proofs.
    #[error("{file}, line {line}: {what}")]
    Line {
        /// `model.opb` or `proof.pbp`.
        file: &'static str,
        /// The number of the line, counted from 1.
        line: usize,
        /// A description of the error.
        what: &'static str,
    },
    /// The file ends early.
    #[error("the proof breaks off after {lines} lines: it claims nothing")]
    BreaksOff {
        /// The number of complete lines.
        lines: usize,
    },
    /// The proof ends without a contradiction.
    #[error("the proof refutes nothing: it concludes {conclusion}")]
    NoContradiction {
        /// The conclusion of the proof.
        conclusion: String,
    },
    /// The proof is longer than [`LONGEST`].
    #[error("the proof has more than {LONGEST} lines: too many to print")]
    TooLong,
    /// A line does not follow by unit propagation.
    #[error("line {line} of the proof does not follow by propagation: have it checked")]
    DoesNotFollow {
        /// The number of the line, counted from 1.
        line: usize,
    },
}
