//! Errors in a FlatZinc file.

use thiserror::Error;

use crate::instance::Location;

/// A file that cannot be read: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {fault}")]
pub struct ReadError {
    /// Its position.
    pub location: Location,
    /// The fault.
    pub fault: Fault,
}

/// The faults in a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// Another token was expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// The expected token.
        expected: String,
        /// The token found.
        found: String,
    },
    /// An integer below −2⁶³ or above 2⁶³ − 1.
    #[error("the integer {0} does not fit into 64 bits")]
    IntegerTooLarge(String),
    /// A number beyond the range of `f64`.
    #[error("the number {0} is too large for a float")]
    FloatTooLarge(String),
    /// FlatZinc must be UTF-8.
    #[error("not UTF-8: a FlatZinc file is text in UTF-8")]
    NotUtf8,
    /// A string must end on the line on which it starts.
    #[error("this string has no end on its line: expected a closing `\"`")]
    UnterminatedString,
    /// A backslash with an invalid escape.
    #[error(
        "unknown escape `\\{0}` in a string: \\\\, \\\", \\', \\n, \\r, \\t, \\a, \\b, \\f, \\v, octal \\101 and \
         hexadecimal \\x41 are known"
    )]
    UnknownEscape(char),
    /// Lists and annotations inside each other.
    #[error("annotations and lists are nested more than {0} deep")]
    TooDeep(usize),
    /// A name without a declaration.
    #[error("`{0}` is not declared: expected the name of a variable, an array or a parameter")]
    Undeclared(String),
    /// Two declarations of one name.
    #[error("`{name}` is declared twice: first at {first}")]
    Redeclared {
        /// The name.
        name: String,
        /// Where it is declared first.
        first: Location,
    },
    /// An array with fewer or more elements than its index range.
    #[error("the index range of the array `{name}` is 1..{declared}, but its number of elements is {found}")]
    ArrayLength {
        /// The array.
        name: String,
        /// The upper end of its index range.
        declared: i64,
        /// How many elements it has.
        found: usize,
    },
    /// `a[5]` where `a` has four elements.
    #[error("`{array}` has no element {index}: its indices are 1..{len}")]
    NoElement {
        /// The array.
        array: String,
        /// The index.
        index: i64,
        /// How many elements there are.
        len: usize,
    },
    /// Output ranges whose sizes do not multiply to the number of elements.
    #[error("the ranges of output_array give {ranges} elements, but the array `{name}` has {found}")]
    OutputRanges {
        /// The array.
        name: String,
        /// Product of the sizes of the ranges.
        ranges: u128,
        /// How many elements it has.
        found: usize,
    },
    /// A parameter defined by itself.
    #[error("`{0}` is defined by itself")]
    Circular(String),
    /// No solve item.
    #[error(
        "no solve item: expected `solve satisfy;`, `solve minimize x;` or `solve maximize x;` at the end of the file"
    )]
    NoSolve,
    /// Two solve items.
    #[error("a second solve item: a file has one")]
    SecondSolve,
    /// Offsets are 32 bits.
    #[error("the file is larger than 4 GiB")]
    FileTooLarge,
    /// The limit came before the end of the file.
    #[error("stopped before the end of the file")]
    Stopped,
    /// A JSON error reported by serde_json.
    #[error("{0}")]
    Json(String),
}

impl Fault {
    pub(crate) fn expected(expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault::Expected { expected: expected.into(), found: found.into() }
    }
}
