//! Adds the source texts of the subject and the effect of stronger levels to a page.

use crate::exit::BadInput;
use crate::interrupt;
use crate::subject::Subject;
use solver_core::prelude::*;
use std::path::Path;
use study::html::{Levels, Run, Source, Summary};
use study::recording::Recording;

/// The maximum length of a text that is added to the page, in bytes.
const LONGEST_TEXT: u64 = 200_000;

/// The additions to a page; empty for a trace.
#[derive(Default)]
pub(super) struct Shown {
    texts: Vec<Source>,
    levels: Option<Levels>,
}

impl Shown {
    /// Collects the additions for a subject given by words. The effect of stronger levels is computed at the given
    /// number of nodes, or, by default, at as many nodes as take only a moment.
    pub(super) fn new(
        subject: &Subject,
        words: &[String],
        recording: &Recording,
        nodes: Option<u64>,
    ) -> anyhow::Result<Shown> {
        let bad = |error: ModelError| BadInput(error.to_string());
        let levels = Levels::new(&subject.model, recording, nodes, &interrupt::token()?).map_err(bad)?;
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
