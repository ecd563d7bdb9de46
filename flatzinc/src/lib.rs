//! FlatZinc, the language that MiniZinc models are compiled to.
//!
//! - [`Instance`]: what a file says, whichever of the two formats it is in.

pub mod instance;

pub use instance::Instance;
