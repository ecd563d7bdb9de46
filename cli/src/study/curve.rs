//! `ferz study curve`: plots failures, incumbent and bound of searches against the work done.

use super::args::About;
use crate::exit::{Ended, WRONG};
use crate::interrupt;
use crate::parse::named;
use crate::progress::Progress;
use crate::run::output::print;
use anyhow::Context;
use clap::Args as ClapArgs;
use std::time::Instant;
use study::curve::{Curve, pgfplots, svg, table};
use study::table;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct CurveArgs {
    #[command(flatten)]
    subject: About,

    /// Another search, with its own options and limits, in quotes: 'queens 8 --order dom'; may be repeated
    #[arg(long, value_name = "SUBJECT")]
    versus: Vec<String>,

    /// Output format: a table of points (fewer in `text` than in `csv`), or a drawing
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", default_value = "text", value_parser = named(&Format::ALL, Format::name))]
    format: Format,

    /// Also show the curves over time, which depend on the machine
    #[arg(long, help_heading = OUTPUT)]
    time: bool,
}

const OUTPUT: &str = "Output";

/// The format of the curves.
#[derive(Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
enum Format { Text, Csv, Svg, Latex }

solver_core::named_variants!(Format { Text = "text", Csv = "csv", Svg = "svg", Latex = "latex" });

pub(super) fn run(args: &CurveArgs) -> anyhow::Result<Ended> {
    let others = args.versus.iter().map(|text| About::versus(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let abouts: Vec<&About> = [&args.subject].into_iter().chain(&others).collect();
    let subjects = abouts.iter().map(|about| about.subject()).collect::<anyhow::Result<Vec<_>>>()?;
    let mut curves = Vec::new();
    for (about, subject) in abouts.into_iter().zip(&subjects) {
        let words = about.run.search.to_words().into_iter().filter(|word| word != "--seed=0");
        let name = [subject.title.clone()].into_iter().chain(words).collect::<Vec<_>>().join(" ");
        let (started, most) = (Instant::now(), if args.format == Format::Text { 10 } else { 200 });
        let mut curve = Curve::new(name, most, args.time.then_some(started));
        // Without recorded reasons, the automatic search is interleaved as usual.
        let search = subject.search(&about.run.search).limits(about.run.limits(started)?);
        let (mut run, mut progress) = (subject.begin(search)?, Progress::new());
        let goal = subject.objective.as_ref().map(|(goal, _)| *goal);
        curve.sample(&mut run, goal, |run| progress.look(run)).context(WRONG)?;
        progress.clear();
        curves.push(curve);
        // Dropping a large model would take a long time, and the process is about to exit.
        std::mem::forget(run);
    }
    print(match args.format {
        Format::Text => table(&curves).write(table::Format::Text),
        Format::Csv => table(&curves).write(table::Format::Csv),
        Format::Svg => svg(&curves),
        Format::Latex => pgfplots(&curves),
    })?;
    // As in a table, a limit set by the user is part of the experiment.
    Ok(if interrupt::token()?.is_cancelled() { Ended::Stopped } else { Ended::Complete })
}
