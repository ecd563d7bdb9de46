//! `ferz regions --generate N`.

use super::{Regions, show};
use crate::exit::{BadInput, Ended};
use crate::interrupt;
use crate::wording::cause;
use puzzles::regions::{Format, GenerateError, Generator};
use std::io::Write;
use std::time::Instant;

pub(super) fn run(args: &Regions, size: u64, started: Instant) -> anyhow::Result<Ended> {
    let whole = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let generator = Generator::new(whole(size), whole(args.stars.unwrap_or(1)), args.search.seed);
    let generator = if args.by_hints { generator.by_hints() } else { generator };
    let generator = match args.limits.time_limit.and_then(|limit| started.checked_add(limit)) {
        Some(deadline) => generator.until(deadline),
        None => generator,
    };
    let mut generator = generator.cancel(&interrupt::token()?);
    let format = args.write.unwrap_or_default();
    for number in 0..args.boards {
        match generator.make() {
            Ok(made) => {
                // Boards of several lines are set apart.
                let apart = if number > 0 && format == Format::Grid { "\n" } else { "" };
                show::print(&format!("{apart}{}", format.write(&made.puzzle)))?;
            }
            Err(GenerateError::Stopped { by }) => {
                let wanted = args.boards;
                let plural = if wanted == 1 { "" } else { "s" };
                // Standard output holds puzzles and nothing else.
                let told = format!("{number} of {wanted} puzzle{plural}; incomplete, stopped by {}", cause(by));
                let _ = writeln!(std::io::stderr(), "{told}");
                return Ok(Ended::Stopped);
            }
            Err(e @ (GenerateError::Solve(_) | GenerateError::Hints(_))) => return Err(e.into()),
            Err(e) => return Err(BadInput(format!("--generate {size}: {e}")).into()),
        }
    }
    Ok(Ended::Complete)
}
