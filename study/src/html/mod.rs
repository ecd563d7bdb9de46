//! Writes a search as one HTML file. The page shows the tree, the board or the domains at any event, which constraint
//! removed each value and why, what a stronger level would have removed, and the work of each constraint. It needs only
//! a browser and no network.
//!
//! A [`Page`] contains one [`Run`], or two for comparison. A run is a [`Recording`] with a [`Summary`] of its
//! statistics. If the recording omits events, the page states this and shows the summary of the entire search.
//!
//! The size is bounded by the number of recorded events, by [`NUMBERS`] and by the summary's limits.
//!
//! ```
//! use solver_core::prelude::*;
//! use study::html::{Page, Run, Summary};
//! use study::recording::Recorder;
//! let mut m = Model::new();
//! let x = m.ints("x", 3, 0..=2)?;
//! m.all_different(&x).named("all");
//! let mut both = (Recorder::new(1_000), Summary::new());
//! m.search().observe(&mut both)?;
//! let (recorder, summary) = both;
//! let recording = recorder.finish();
//! let mut page = Vec::new();
//! Page::new("Three").run(Run::new("value", &recording, &summary)).write(&mut page)?;
//! assert!(String::from_utf8(page)?.starts_with("<!doctype html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod codes;
mod depths;
mod levels;
mod pack;
mod subtrees;
mod summary;

pub use levels::Levels;
pub use pack::NUMBERS;
pub use summary::Summary;

use crate::recording::Recording;
use base64::prelude::*;
use std::io::{self, Write};

/// Includes the texts of scripts.
macro_rules! scripts {
    ($($name:literal)+) => { [$(include_str!(concat!($name, ".js"))),+] };
}

/// The scripts, in dependency order.
const SCRIPTS: [&str; 23] = scripts![
    "run" "replay" "dom" "strip" "tree" "shapes" "cells" "board" "grid" "table" "charts" "matrix" "player" "picture" "marks" "stage"
    "graph" "why" "ledger" "view" "suppose" "compare" "page"
];

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// A page: one HTML file.
#[derive(Debug)]
pub struct Page<'a> {
    title: String,
    command: Option<String>,
    is_live: bool,
    runs: Vec<Run<'a>>,
}

/// A run shown on a page.
#[derive(Debug)]
pub struct Run<'a> {
    name: String,
    recording: &'a Recording,
    summary: &'a Summary,
    sources: Vec<Source>,
    levels: Option<Levels>,
}

/// A source text that defines constraints. A constraint whose name ends with `(NAME:LINE)` is linked to that line.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Source {
    /// The file's name, without directories.
    pub name: String,
    /// The file's contents.
    pub text: String,
}

impl<'a> Page<'a> {
    /// Creates a page without runs.
    pub fn new(title: impl Into<String>) -> Page<'a> {
        Page { title: title.into(), command: None, is_live: false, runs: Vec::new() }
    }

    /// Shows the command that made the page at its foot.
    #[must_use]
    pub fn command(self, command: impl Into<String>) -> Page<'a> {
        Page { command: Some(command.into()), ..self }
    }

    /// Makes the page interactive: the user can suppose another decision, variable selection or level. The page then
    /// sends `POST what-if` to its server, with a JSON array of steps `{ "event": 36, "fact": "q[3] = 1" }`, in which
    /// `order dom` or `level domain` may replace a fact. The server must answer with `{ "run": …, "event": 12 }`: the
    /// [data](Run::data) of the search from that event, and the event to show.
    #[must_use]
    pub fn live(self) -> Page<'a> {
        Page { is_live: true, ..self }
    }

    /// Adds a run. Two runs are shown side by side, with their first difference marked; the page shows at most two.
    #[must_use]
    pub fn run(mut self, run: Run<'a>) -> Page<'a> {
        self.runs.push(run);
        self
    }

    /// Returns the content security policy of the page, which permits only the page's own script and, if the page is
    /// [live](Page::live), connections to its own server.
    pub fn policy(&self) -> String {
        let live = if self.is_live { "; connect-src 'self'" } else { "" };
        let hash = BASE64_STANDARD.encode(hmac_sha256::Hash::hash(scripts().as_bytes()));
        format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; img-src data:{live}")
    }

    /// Writes the page.
    ///
    /// # Errors
    /// Any error of the writer.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let data = pack::page(&self.title, self.command.as_deref(), self.is_live, &self.runs);
        // Literal text alternates with the names of parts to insert.
        for part in PAGE.split("{{").flat_map(|part| part.split("}}")) {
            match part {
                "policy" => out.write_all(self.policy().as_bytes())?,
                "css" => out.write_all(STYLE.as_bytes())?,
                "data" => out.write_all(embedded(&data)?.as_bytes())?,
                "js" => out.write_all(scripts().as_bytes())?,
                text => out.write_all(text.as_bytes())?,
            }
        }
        out.flush()
    }
}

/// Returns all scripts, preceded by the table of codes.
fn scripts() -> String {
    codes::script() + &SCRIPTS.concat()
}

impl<'a> Run<'a> {
    /// Creates a run from a recording and its summary.
    pub fn new(name: impl Into<String>, recording: &'a Recording, summary: &'a Summary) -> Run<'a> {
        Run { name: name.into(), recording, summary, sources: Vec::new(), levels: None }
    }

    /// Returns the data of the run, as a [live](Page::live) page receives it.
    pub fn data(&self) -> impl serde::Serialize + '_ {
        pack::run(self)
    }

    /// Sets the source texts of the constraints.
    #[must_use]
    pub fn sources(self, sources: Vec<Source>) -> Run<'a> {
        Run { sources, ..self }
    }

    /// Sets the values that stronger levels would have removed.
    #[must_use]
    pub fn levels(self, levels: Levels) -> Run<'a> {
        Run { levels: Some(levels), ..self }
    }
}

/// Serialises data as JSON for a script. Escapes `<`, which occurs only in texts, because it could end the script.
fn embedded(data: &impl serde::Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(data)?.replace('<', r"\u003c"))
}

#[cfg(test)]
mod tests;
