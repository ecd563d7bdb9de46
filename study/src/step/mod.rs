//! The stepper, which moves through a recorded search event by event, forward and back, and shows reasons.
//!
//! A [`Session`] answers lines of text with lines of text, so a terminal, a file of commands, a full-screen view and
//! MiniZinc's interactive solvers can share the same commands ([`HELP`]).

mod command;
mod levels;
mod marks;
mod picture;
mod place;
mod session;
mod suppose;
mod text;
mod trust;
mod why;

pub use command::HELP;
pub use picture::{Drawn, Line, Picture, Piece, Tint};
pub use session::{Reply, Session};
pub use suppose::Supposed;
pub(crate) use text::but;
pub use text::{counts, ranges, values_of};
pub use trust::Trust;
