//! `report levels`: the partial boards at each level of the plain search, counted by running it.

use super::{BoardArgs, ReportContext, TimeArgs};
use crate::envelope::{Answer, Outcome};
use crate::exit::{BadInput, Ended};
use crate::format::Format;
use crate::parse::named;
use crate::wording::{cause, plural, queens};
use clap::Args as ClapArgs;
use queens::Levels;
use serde::Serialize;

#[derive(ClapArgs)]
pub(crate) struct LevelsArgs {
    #[command(flatten)]
    pub(super) board: BoardArgs,

    #[command(flatten)]
    pub(super) time: TimeArgs,

    /// How the answer is written
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = named(&Format::ALL, Format::name))]
    format: Format,
}

#[derive(Serialize)]
struct Question {
    report: &'static str,
    n: u64,
}

#[derive(Serialize)]
struct Details<'a> {
    boards: &'a [u64],
    placements: u64,
    conflict_tests: u64,
}

/// Events between two looks at the clock.
const STRIDE: usize = 10_000;

pub(super) fn tell(asked: &mut ReportContext, args: &LevelsArgs) -> anyhow::Result<Ended> {
    let mut levels = Levels::new(asked.n.into()).map_err(|e| BadInput(e.to_string()))?;
    let mut stopped_by = asked.stopped();
    while stopped_by.is_none() && levels.advance(STRIDE) {
        stopped_by = asked.stopped();
    }
    let efforts = levels.efforts();
    if args.format == Format::Json {
        let details =
            Details { boards: levels.boards(), placements: efforts.placements, conflict_tests: efforts.conflict_tests };
        let answer = Answer::unless_stopped(stopped_by, Outcome::Complete).with(details);
        asked.json(&Question { report: "levels", n: asked.n.into() }, &answer)?;
    } else {
        let mut text = format!("{:>7}{:>16}\n", "queens", "partial boards");
        for (k, boards) in (1..).zip(levels.boards()) {
            text += &format!("{k:>7}{boards:>16}\n");
        }
        let of = queens(asked.n.into());
        text += &format!(
            "{of}: {}, {}",
            plural(efforts.placements, "placement"),
            plural(efforts.conflict_tests, "conflict test")
        );
        text += &stopped_by.map_or(String::new(), |by| format!(" so far; incomplete, stopped by {}", cause(by)));
        asked.write(&(text + "\n"))?;
    }
    Ok(if stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
}
