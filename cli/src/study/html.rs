//! `ferz study html`: writes a search, or two for comparison, as one HTML file.

use super::args::{About, Source};
use super::command;
use super::observed::observed;
use super::recorded;
use super::shown::{Shown, file_name};
use crate::exit::{Ended, UNWRITABLE, complain};
use crate::parse::whole_number;
use crate::progress::Progress;
use crate::run::output_file::OutputFile;
use crate::search_args::SearchArgs;
use crate::subject::Subject;
use anyhow::Context;
use clap::Args as ClapArgs;
use solver_core::prelude::*;
use std::io::{self, BufWriter, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;
use study::html::{Page, Summary};
use study::recording::{Recorder, Recording};

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct HtmlArgs {
    #[command(flatten)]
    subject: About,

    /// A second run to show beside the first, with its own options, in quotes: 'queens 8 --consistency domain'; a path
    /// with spaces needs its own quotes: '"my model.fzn" --limit 1'
    #[arg(long, help_heading = PAGE, value_name = "SUBJECT")]
    versus: Option<String>,

    /// Output file (default: a file named after the subject, or standard output if it is not a terminal)
    #[arg(long, short, help_heading = PAGE, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Keep this many events step by step; later ones are summarised
    #[arg(long, help_heading = PAGE, value_name = "EVENTS", default_value_t = 100_000, value_parser = whole_number(1), allow_hyphen_values = true)]
    events: u64,

    /// Compute at this many nodes what stronger levels would remove (default: as many as take a moment); at none after
    /// the time limit or Ctrl-C
    #[arg(long, help_heading = PAGE, value_name = "NODES", value_parser = whole_number(0), allow_hyphen_values = true)]
    levels: Option<u64>,

    /// Measure the time that each constraint takes; the page then differs from run to run
    #[arg(long, help_heading = PAGE)]
    time: bool,
}

const PAGE: &str = "The page";

/// A run that was searched or read from a trace.
struct Made {
    name: String,
    recording: Recording,
    summary: Summary,
    shown: Shown,
    ended: Ended,
}

pub(super) fn run(args: &HtmlArgs, started: Instant) -> anyhow::Result<Ended> {
    let abouts = both(&args.subject, args.versus.as_deref())?;
    let sources = abouts.iter().map(About::source).collect::<anyhow::Result<Vec<_>>>()?;
    let names: Vec<String> = abouts.iter().zip(&sources).map(|(about, source)| name(about, source)).collect();
    let title = names.join(" · ");
    // An unwritable file is reported before the search.
    let file = args.file(&title).as_deref().map(OutputFile::open).transpose()?;
    let wanted = abouts.iter().zip(sources).zip(names);
    let made = wanted.map(|((about, source), name)| match source {
        Source::Trace(path) => args.read(name, &path),
        Source::Subject(subject) => args.search(name, about, *subject, started),
    });
    let runs = made.collect::<anyhow::Result<Vec<_>>>()?;
    let mut page = Page::new(&title).command(command::typed());
    for made in &runs {
        page = page.run(made.shown.run(&made.name, &made.recording, &made.summary));
    }
    runs.iter().filter(|made| made.name != title).for_each(|made| complain(&made.name));
    match file {
        None => page.write(BufWriter::new(io::stdout().lock())).context(UNWRITABLE)?,
        Some(file) => {
            let path = file.path().display().to_string();
            let bytes = file.write(|out| page.write(out))?;
            complain(&format!("wrote {path} ({} kB): open it in a browser", bytes.div_ceil(1000)));
        }
    }
    let stopped = runs.iter().any(|made| matches!(made.ended, Ended::Stopped));
    Ok(if stopped { Ended::Stopped } else { Ended::Complete })
}

/// The name of a run.
fn name(about: &About, source: &Source) -> String {
    match source {
        Source::Trace(path) => file_name(path),
        Source::Subject(subject) => format!("{}{}", subject.title, described(&about.run.search)),
    }
}

/// Returns the subjects: one, or two to compare.
fn both(first: &About, versus: Option<&str>) -> anyhow::Result<Vec<About>> {
    if let Some(versus) = versus {
        return Ok(vec![first.clone(), About::versus(versus)?]);
    }
    // Two complete files are two subjects, because neither can be data for the other.
    let whole = |word: &String| [".jsonl", ".mzn", ".fzn"].iter().any(|ending| word.ends_with(ending));
    match &first.words[..] {
        [a, b] if whole(a) && whole(b) => {
            let of = |word: &String| About { words: vec![word.clone()], ..first.clone() };
            Ok(vec![of(a), of(b)])
        }
        _ => Ok(vec![first.clone()]),
    }
}

impl HtmlArgs {
    fn limit(&self) -> usize {
        usize::try_from(self.events).unwrap_or(usize::MAX)
    }

    /// Reads a trace, which needs no solver.
    fn read(&self, name: String, path: &Path) -> anyhow::Result<Made> {
        let mut summary = Summary::new();
        let recording = recorded::read(path, self.limit(), |event| summary.read(event))?;
        summary.finish();
        Ok(Made { name, recording, summary, shown: Shown::default(), ended: Ended::Complete })
    }

    fn search(&self, name: String, about: &About, subject: Subject, started: Instant) -> anyhow::Result<Made> {
        let mut run = subject.run(&about.run, started)?;
        let summary = if self.time { Summary::new().timed() } else { Summary::new() };
        // The summary comes second, so that its time measurements exclude the recorder's work.
        let mut both = (Recorder::new(self.limit()), summary);
        let end = observed(&mut run, &mut both, Some(Progress::new()), |_| {})?;
        let (recorder, mut summary) = both;
        let recording = subject.shown(recorder.finish());
        summary.finish();
        let has_time = !matches!(end, Step::Stopped(StopReason::Time | StopReason::Cancelled));
        let levels = if has_time { self.levels } else { Some(0) };
        let shown = Shown::new(&subject, &about.words, &recording, levels)?;
        let name = if about.run.search.is_chosen() { name } else { subject.described(&name, None) };
        // Dropping a large model would take a long time, and the process is about to exit.
        std::mem::forget(run);
        Ok(Made { name, recording, summary, shown, ended: end.into() })
    }

    /// Returns the path of the output file; `None` means standard output.
    fn file(&self, title: &str) -> Option<PathBuf> {
        if self.output.is_some() {
            return self.output.clone();
        }
        io::stdout().is_terminal().then(|| {
            let letters = title.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '-' });
            let name: String = letters.collect();
            let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
            PathBuf::from(format!("{}.html", words.join("-")))
        })
    }
}

/// Describes the search options that differ from the subject's defaults.
pub(super) fn described(args: &SearchArgs) -> String {
    let order = args.order.map(|order| order.name().to_owned());
    let values = args.value_order.map(|order| format!("values {}", order.name()));
    let branching = args.branching.filter(|&b| b != Branching::default()).map(|branching| branching.name().to_owned());
    let said: Vec<String> = [order, values, branching].into_iter().flatten().collect();
    if said.is_empty() { String::new() } else { format!(", {}", said.join(", ")) }
}
