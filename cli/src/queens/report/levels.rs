//! `report levels`: runs plain backtracking and counts the partial boards at each depth.

use super::{BoardArgs, ReportContext, TimeArgs};
use crate::format::Format;
use crate::run::envelope::{Outcome, answer};
use crate::run::prelude::*;
use crate::wording::cause;
use queens::{Efforts, Levels};

#[derive(ClapArgs)]
pub(crate) struct LevelsArgs {
    #[command(flatten)]
    pub(super) board: BoardArgs,

    #[command(flatten)]
    pub(super) time: TimeArgs,

    /// Output format of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// The number of events between two checks of the clock.
const STRIDE: usize = 10_000;

pub(super) fn print(asked: &mut ReportContext, args: &LevelsArgs) -> anyhow::Result<Ended> {
    let mut levels = Levels::new(asked.n.into()).map_err(bad)?;
    let mut stopped_by = asked.stop.asked();
    while stopped_by.is_none() && levels.advance(STRIDE) {
        stopped_by = asked.stop.asked();
    }
    let Efforts { placements, conflict_tests, .. } = levels.efforts();
    if args.format == Format::Json {
        let answer = answer(stopped_by, Outcome::Complete).with("boards", levels.boards());
        let answer = answer.with("placements", placements).with("conflict_tests", conflict_tests);
        asked.json(asked.question("levels"), answer)?;
    } else {
        let mut text = format!("{:>7}{:>16}\n", "queens", "partial boards");
        for (k, boards) in (1..).zip(levels.boards()) {
            text += &format!("{k:>7}{boards:>16}\n");
        }
        let (of, tests) = (plural(asked.n, "queen"), plural(conflict_tests, "conflict test"));
        text += &format!("{of}: {}, {tests}", plural(placements, "placement"));
        text += &stopped_by.map_or(String::new(), |by| format!(" so far; incomplete, stopped by {}", cause(by)));
        asked.write(&(text + "\n"))?;
    }
    Ok(stopped_by.into())
}
