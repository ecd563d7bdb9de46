//! A refutation in words: what a proof rests on, short enough to be read.
//!
//! The two files of a proof are read as they are, by code that shares nothing with the writer. Every line is a clause that follows by unit
//! propagation from rows of the model and earlier lines. From the contradiction backward only what is needed is kept, as checkers of SAT proofs
//! do (N. Wetzler, M. Heule, W. Hunt, *DRAT-trim*, SAT 2014), rows that are needed anyway propagate first, literals without a use are dropped, and
//! lines whose absence makes the whole shorter are left out.
//!
//! | file | holds |
//! |---|---|
//! | `row.rs` | pseudo-Boolean rows |
//! | `read.rs` | the files |
//! | `propagation.rs` | unit propagation that remembers which row set which literal |
//! | `solutions.rs` | whether solutions are what the model and the claim say |
//! | `trim.rs` | what is needed |
//! | `words.rs` | how it reads |

mod kept;
mod order;
mod probe;
mod propagation;
mod read;
mod row;
mod solutions;
mod trim;
mod words;

use kept::Kept;
use row::Literal;
pub use solutions::{ListError, check_solutions};

/// The most lines that are read: a longer proof is for checkers.
pub const LONGEST: usize = 20_000;

/// A refutation that was trimmed. It is shown as text.
///
/// ```
/// let model = "@either 1 x_1 1 y_1 >= 1 ;\n@both 1 ~x_1 1 ~y_1 >= 1 ;\n@equal_1 1 x_1 1 ~y_1 >= 1 ;\n@equal_2 1 ~x_1 1 y_1 >= 1 ;\n";
/// let proof = "pseudo-Boolean proof version 3.0\nrup 1 ~x_1 >= 1;\nrup >= 1;\noutput NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n";
/// let told = study::refutation::Refutation::read(model, proof)?.to_string();
/// assert_eq!(told, "\
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
    /// What the rows are, by number: those of the model, then the lines of the proof.
    sources: Vec<Source>,
    /// What follows from rows of the model alone, with the row: it is said once.
    start: Vec<(Literal, usize)>,
    steps: Vec<Kept>,
    is_bound: bool,
}

/// Where a row comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// The model; how the row is called.
    Model(String),
    /// The model: a variable has one of its values.
    Value(String),
    /// Unit propagation.
    Rup,
    /// The definition of a new variable.
    Defines(u32),
    /// Other rows, added.
    Sum(Vec<usize>),
    /// A solution with this value of the objective: what is left is better.
    Better(i128),
}

/// Why a proof is not told.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefutationError {
    /// A line that is none of a proof that Ferz writes.
    #[error("{file}, line {line}: {what}")]
    Line {
        /// `model.opb` or `proof.pbp`.
        file: &'static str,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The end is missing.
    #[error("the proof breaks off after {lines} lines: it claims nothing")]
    BreaksOff {
        /// The complete lines.
        lines: usize,
    },
    /// It ends, without a contradiction.
    #[error("the proof refutes nothing: it concludes {conclusion}")]
    NoContradiction {
        /// Its conclusion.
        conclusion: String,
    },
    /// It is longer than [`LONGEST`].
    #[error("the proof has more than {LONGEST} lines: it is not told")]
    TooLong,
    /// A line does not follow by unit propagation.
    #[error("line {line} of the proof does not follow by propagation: have it checked")]
    DoesNotFollow {
        /// The line, from 1.
        line: usize,
    },
}
