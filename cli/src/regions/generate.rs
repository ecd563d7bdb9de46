//! `ferz regions --generate N`.

use super::{Regions, show};
use crate::exit::{BadInput, Ended};
use crate::interrupt;
use puzzles::regions::{Format, GenerateError, Generator};

pub(super) fn run(args: &Regions, size: u64) -> anyhow::Result<Ended> {
    let whole = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let generator = Generator::new(whole(size), whole(args.stars.unwrap_or(1)), args.seed);
    let generator = if args.by_hints { generator.by_hints() } else { generator };
    let mut generator = generator.cancel(&interrupt::token()?);
    let format = args.write.unwrap_or_default();
    for number in 0..args.boards {
        match generator.make() {
            Ok(made) => {
                // Boards of several lines are set apart.
                let apart = if number > 0 && format == Format::Grid { "\n" } else { "" };
                show::print(&format!("{apart}{}", format.write(&made.puzzle)))?;
            }
            Err(GenerateError::Stopped { .. }) => return Ok(Ended::Stopped),
            Err(e @ (GenerateError::Solve(_) | GenerateError::Hints(_))) => return Err(e.into()),
            Err(e) => return Err(BadInput(format!("--generate {size}: {e}")).into()),
        }
    }
    Ok(Ended::Complete)
}
