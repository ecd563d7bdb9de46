//! Errors in XCSP3 files.

use roxmltree::Node;
use solver_core::ModelError;
use solver_core::constraints::{AutomatonError, DiagramError, TableError};
use std::fmt;

/// An error in a file, with its line and element.
#[derive(Debug)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: u32,
    /// The name of the element, such as `allDifferent`.
    pub element: String,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with an element.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file is not well-formed.
    #[error("{0}")]
    Xml(#[from] roxmltree::Error),
    /// The file uses a feature of XCSP3 that this crate does not support.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// The content is not what the format expects.
    #[error("expected {expected}, found `{found}`")]
    Expected {
        /// What the format expects.
        expected: &'static str,
        /// The text found there, shortened.
        found: String,
    },
    /// A part of the element is missing.
    #[error("<{0}> is missing")]
    Missing(&'static str),
    /// Two parts that belong together have different lengths.
    #[error("{parts} have different lengths")]
    Lengths {
        /// The names of the parts.
        parts: &'static str,
    },
    /// A variable was not declared.
    #[error("there is no variable `{0}`")]
    UnknownVariable(String),
    /// A name is declared twice.
    #[error("`{0}` is declared twice")]
    DeclaredTwice(String),
    /// A number, an array or an expression is too large.
    #[error("{0} is too large")]
    TooLarge(&'static str),
    /// The model rejects a variable or a constraint.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The tuples of an extension constraint do not form a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The transitions of a regular constraint do not form an automaton.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// The transitions of an `<mdd>` constraint do not form a diagram.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

impl Fault {
    /// Creates the fault for a text that the format does not allow.
    pub(crate) fn expected(expected: &'static str, found: &str) -> Fault {
        let found: String = found.trim().chars().take(30).collect();
        Fault::Expected { expected, found }
    }

    pub(crate) fn unsupported(what: impl Into<String>) -> Fault {
        Fault::Unsupported(what.into())
    }
}

/// Adds the location of an element to its fault.
pub(crate) fn at(node: Node<'_, '_>, fault: Fault) -> ReadError {
    let line = node.document().text_pos_at(node.range().start).row;
    ReadError { line, element: node.tag_name().name().to_owned(), fault }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.element.is_empty() {
            true => write!(f, "{}", self.fault),
            false => write!(f, "line {}: <{}>: {}", self.line, self.element, self.fault),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}
