//! What almost every command needs: its output and its end, limits, and what is wrong with its input.

pub(crate) use super::end::End;
pub(crate) use super::envelope::Fields;
pub(crate) use super::output::{Out, print};
pub(crate) use crate::exit::{BadInput, Ended, WRONG, bad, complain, reject};
pub(crate) use crate::interrupt::Stop;
