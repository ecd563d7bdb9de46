//! `ferz queens N --trace KIND`: traces of a search.

mod inferences;
mod placements;

use super::args::{Queens, Trace};
use crate::exit::Ended;
use std::time::Instant;

pub(crate) fn run(kind: Trace, args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    match kind {
        Trace::Inferences => inferences::run(args, started),
        Trace::Placements => placements::run(args, started),
    }
}
