//! Imports for almost every command: arguments, output, the end of a run, limits, and input errors.

pub(crate) use super::end::End;
pub(crate) use super::envelope::Fields;
pub(crate) use super::output::{Out, print};
pub(crate) use crate::exit::{BadInput, Ended, WRONG, bad, complain, reject};
pub(crate) use crate::interrupt::Stop;
pub(crate) use crate::limit_args::LimitArgs;
pub(crate) use crate::parse::{duration, named, whole_number};
pub(crate) use crate::search_args::SearchArgs;
pub(crate) use crate::wording::{listed, plural};
pub(crate) use anyhow::Context;
pub(crate) use clap::Args as ClapArgs;
pub(crate) use std::time::{Duration, Instant};
