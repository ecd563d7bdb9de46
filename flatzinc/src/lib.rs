//! FlatZinc, the language that MiniZinc models are compiled to.
//!
//! - [`Instance`]: the content of a file, in either format.
//! - [`text`]: reads FlatZinc as text, `model.fzn`.
//! - [`json`]: reads FlatZinc JSON, `model.fzn.json`; [`read`] reads either format.
//! - [`translate`]: translates an instance to a model of `solver-core`.
//! - [`plan`]: the search annotations of an instance.
//! - [`protocol`]: solves an instance and prints in MiniZinc's output format.
//! - [`origin`]: the MiniZinc model from which an instance was compiled.
//! - [`Quantity`]: the value of a variable, an integer or a decimal.
//! - [`question`]: facts about an instance, as a user types them.
//! - [`schedule`]: the resources of an instance and their tasks.
//! - [`library`]: the solver library that MiniZinc compiles models with.
//! - [`ReadError`]: an error in a file, with its position.
//!
//! ```
//! let instance = flatzinc::text::read(b"
//!     var 1..8: x :: output_var;
//!     var 1..8: y :: output_var;
//!     constraint int_lt(x,y) :: mzn_constraint_name(\"in order\");
//!     solve satisfy;
//! ")?;
//! let order = instance.constraints().next().unwrap();
//! assert_eq!((order.name(), order.given_name()), ("int_lt", Some("in order")));
//! assert_eq!(order.variable(0).unwrap(), instance.variable_named("x").unwrap().id());
//! # Ok::<(), flatzinc::ReadError>(())
//! ```

mod error;
mod fraction;
pub mod instance;
pub mod json;
pub mod library;
mod limit;
mod naming;
pub mod origin;
pub mod plan;
pub mod protocol;
mod quantity;
pub mod question;
pub mod schedule;
pub mod text;
pub mod translate;

pub use error::{Fault, ReadError};
pub use instance::Instance;
pub use limit::Limit;
pub use quantity::Quantity;

use instance::Place;
use instance::builder::{Builder, wrong};

/// Reads a file in memory, in either format: a file that starts with `{` is read as JSON.
///
/// # Errors
///
/// The first fault in the file, with its line and column.
pub fn read(bytes: &[u8]) -> Result<Instance, ReadError> {
    read_named(bytes, None)
}

/// Reads a file as [`read`] does, but names the file in messages.
///
/// # Errors
///
/// The first fault in the file, with its line and column.
pub fn read_named(bytes: &[u8], file: Option<&str>) -> Result<Instance, ReadError> {
    read_within(bytes, file, Limit::default())
}

/// Reads a file as [`read_named`] does, up to a limit.
///
/// # Errors
///
/// The first fault in the file, with its line and column; [`Fault::Stopped`] if the limit was reached first.
pub fn read_within(bytes: &[u8], file: Option<&str>, limit: Limit) -> Result<Instance, ReadError> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let builder = Builder::new(file, limit);
    if start.starts_with(b"{") { json::read_into(builder, bytes) } else { text::read_into(builder, bytes) }
}

/// Returns the file as text if it is UTF-8 and its offsets fit into 32 bits.
fn checked<'b>(bytes: &'b [u8], builder: &mut Builder) -> Result<&'b str, ReadError> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(builder.error(wrong(Place(0), Fault::FileTooLarge)));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        for (at, _) in bytes[..good].iter().enumerate().filter(|b| *b.1 == b'\n') {
            builder.line_starts_at(at + 1);
        }
        builder.error(wrong(Place(good as u32), Fault::NotUtf8))
    })
}

// Runs the example on the page as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/10-flatzinc.md")]
struct Page;
