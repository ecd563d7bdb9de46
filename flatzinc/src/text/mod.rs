//! FlatZinc as text, `model.fzn`: recursive descent over the bytes of the file, without a tokenizer.
//!
//! The grammar is that of the MiniZinc handbook (Specification of FlatZinc, "Grammar"), with common extensions: items
//! in any order, scalar parameters anywhere, the elements `a[3]` of old FlatZinc, `'quoted names'`, floats without a
//! point (`1e+30`), and strings as annotations.

mod cursor;
mod expressions;
mod items;
mod numbers;
mod strings;
mod types;

use crate::error::ReadError;
use crate::instance::Instance;
use crate::instance::builder::Builder;
use crate::limit::Limit;
use cursor::Parser;

/// The maximum nesting of annotations and lists in text.
pub const MAX_DEPTH: usize = 64;

/// Reads a file in memory, in O(length). The instance does not refer to `bytes`.
///
/// # Errors
///
/// The first fault in the file, with its line and column.
///
/// ```
/// let error = flatzinc::text::read(b"var 1..5: x;\nconstraint int_le(x 3);\nsolve satisfy;").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 21: expected `,` or `)`, found `3`");
/// ```
pub fn read(bytes: &[u8]) -> Result<Instance, ReadError> {
    read_into(Builder::new(None, Limit::default()), bytes)
}

/// Reads a file into an empty builder.
pub(crate) fn read_into(mut builder: Builder, bytes: &[u8]) -> Result<Instance, ReadError> {
    let text = crate::checked(bytes, &mut builder)?;
    let mut parser = Parser::new(text, builder);
    if let Err(fault) = parser.items() {
        return Err(parser.builder.error(fault));
    }
    let end = parser.place();
    parser.builder.finish(end)
}
