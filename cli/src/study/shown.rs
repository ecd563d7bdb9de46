//! Adds to a page the source texts of its subject and the effect of stronger levels.

use crate::exit::BadInput;
use crate::interrupt;
use crate::subject::Subject;
use solver_core::prelude::*;
use std::path::Path;
use study::html::{Levels, Run, Source, Summary};
use study::recording::Recording;
use study::stronger::Stronger;

/// The default total number of probes that determine the effect of stronger levels.
const TRIES: u64 = 100_000;

/// The maximum number of probes, and of search nodes, per node.
const EFFORT: u64 = 5_000;

/// Longer texts are not added to the page.
const LONGEST_TEXT: u64 = 200_000;

/// The additions; empty for a trace.
#[derive(Default)]
pub(super) struct Shown {
    texts: Vec<Source>,
    levels: Option<Levels>,
}

impl Shown {
    /// Collects the additions for a subject given by words. The effect of stronger levels is computed at the given
    /// number of nodes, or at as many as take only a moment.
    pub(super) fn new(
        subject: &Subject,
        words: &[String],
        recording: &Recording,
        nodes: Option<u64>,
    ) -> anyhow::Result<Shown> {
        let levels = levels(&subject.model, recording, nodes)?;
        Ok(Shown { texts: texts(words), levels })
    }

    /// Creates the run with all additions.
    pub(super) fn run<'a>(&self, name: &str, recording: &'a Recording, summary: &'a Summary) -> Run<'a> {
        let run = Run::new(name, recording, summary).sources(self.texts.clone());
        match &self.levels {
            Some(levels) => run.levels(levels.clone()),
            None => run,
        }
    }
}

fn levels(model: &Model, recording: &Recording, nodes: Option<u64>) -> anyhow::Result<Option<Levels>> {
    let values: u64 = recording.roots().iter().map(|root| root.len().min(1000)).sum();
    let nodes = nodes.unwrap_or(TRIES / values.max(1));
    if nodes == 0 || recording.events().is_empty() {
        return Ok(None);
    }
    let bad = |error: ModelError| BadInput(error.to_string());
    let mut stronger = Stronger::new(model).map_err(bad)?.effort(EFFORT).cancel(&interrupt::token()?);
    Ok(Some(Levels::compute(recording, &mut stronger, usize::try_from(nodes).unwrap_or(usize::MAX))))
}

/// Reads the source files of a model.
fn texts(words: &[String]) -> Vec<Source> {
    let files = words.iter().map(Path::new).filter(|path| path.extension().is_some_and(|e| e == "mzn" || e == "fzn"));
    // A pipe cannot be read again.
    let text = |path: &Path| input::stored(path, LONGEST_TEXT).and_then(input::Bounded::text).ok();
    files.filter_map(|path| Some(Source { name: file_name(path), text: text(path)? })).collect()
}

/// The name of a file without its directory.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
