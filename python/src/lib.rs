//! Ferz for Python: the compiled module `ferz._ferz`, on which the package `ferz` is built.
//!
//! Classes are immutable, and models are locked. A query copies the model, which is cheap, and runs in a separate
//! thread without the interpreter lock ([`query`]).

mod array;
mod binary;
mod callback;
#[cfg(unix)]
mod command;
mod convert;
mod enumeration;
mod error;
mod expr;
mod incremental;
mod model;
mod options;
mod post;
mod queries;
mod query;
mod scheduling;
mod searches;
mod sets;
mod solution;
mod study;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _ferz {
    #[pymodule_export]
    use super::array::Array;
    #[pymodule_export]
    use super::callback::PyNode;
    #[cfg(unix)]
    #[pymodule_export]
    use super::command::run;
    #[pymodule_export]
    use super::error::{InternalError, ModelError, panic_on_purpose};
    #[pymodule_export]
    use super::expr::{Expr, combine, reduce, weighted};
    #[pymodule_export]
    use super::incremental::Incremental;
    #[pymodule_export]
    use super::model::{Constraint, Model};
    #[pymodule_export]
    use super::options::option_names;
    #[pymodule_export]
    use super::searches::{Improving, Solutions};
    #[pymodule_export]
    use super::sets::members;
    #[pymodule_export]
    use super::solution::Solution;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
