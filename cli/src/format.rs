//! Output formats of the general model commands. Boards have their own formats.

use clap::ValueEnum;

/// How solutions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}
