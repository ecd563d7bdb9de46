//! Errors in a FlatZinc file.

use thiserror::Error;

use crate::instance::Location;

/// The error for a file that cannot be read: the fault and its position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {fault}")]
pub struct ReadError {
    /// The position of the fault.
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
    /// The file is not UTF-8.
    #[error("not UTF-8: a FlatZinc file must be UTF-8 text")]
    NotUtf8,
    /// A string that does not end on the line on which it starts.
    #[error("this string does not end on its line: expected a closing `\"`")]
    UnterminatedString,
    /// A backslash with an invalid escape.
    #[error(
        "unknown escape `\\{0}` in a string: \\\\, \\\", \\', \\n, \\r, \\t, \\a, \\b, \\f, \\v, octal \\101 and \
         hexadecimal \\x41 are supported"
    )]
    UnknownEscape(char),
    /// Lists and annotations nested too deeply.
    #[error("annotations and lists are nested more than {0} levels deep")]
    TooDeep(usize),
    /// A name without a declaration.
    #[error("`{0}` is not declared: expected the name of a variable, an array or a parameter")]
    Undeclared(String),
    /// Two declarations of one name.
    #[error("`{name}` is declared twice: first at {first}")]
    Redeclared {
        /// The name.
        name: String,
        /// The position of the first declaration.
        first: Location,
    },
    /// An array with fewer or more elements than its index range.
    #[error("the index range of the array `{name}` is 1..{declared}, but its length is {found}")]
    ArrayLength {
        /// The array.
        name: String,
        /// The upper end of the index range.
        declared: i64,
        /// The number of elements.
        found: usize,
    },
    /// An element that does not exist, such as `a[5]` in an array `a` of four elements.
    #[error("`{array}` has no element {index}: its indices are 1..{len}")]
    NoElement {
        /// The array.
        array: String,
        /// The index.
        index: i64,
        /// The number of elements.
        len: usize,
    },
    /// Output index ranges whose sizes do not multiply to the number of elements.
    #[error("the ranges of output_array give {ranges} elements, but the array `{name}` has {found}")]
    OutputRanges {
        /// The array.
        name: String,
        /// The product of the sizes of the ranges.
        ranges: u128,
        /// The number of elements.
        found: usize,
    },
    /// A parameter that is defined in terms of itself.
    #[error("`{0}` is defined in terms of itself")]
    Circular(String),
    /// The solve item is missing.
    #[error(
        "no solve item: expected `solve satisfy;`, `solve minimize x;` or `solve maximize x;` at the end of the file"
    )]
    NoSolve,
    /// Two solve items.
    #[error("a second solve item: a file has only one")]
    SecondSolve,
    /// The file is too large for 32-bit offsets.
    #[error("the file is larger than 4 GiB")]
    FileTooLarge,
    /// The limit was reached before the end of the file.
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
