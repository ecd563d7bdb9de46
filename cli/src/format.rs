//! Output formats of the general model commands: for people or for programs. Boards have formats of their own.

use clap::ValueEnum;

/// How solutions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}
