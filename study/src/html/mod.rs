//! A search as one HTML file: the tree, the board or the domains at any event, who removed each value and why, what a
//! stronger level would have removed, and what each constraint did. The file needs no network, and no program but a browser.
//!
//! [`Page`] holds one [`Run`], or two for comparison. A run is a [`Recording`] with its statistics ([`Summary`]); what
//! the recording omitted is in the summary's picture of the whole, and the page mentions it.
//!
//! The size is bounded: by the number of events that were recorded, by [`NUMBERS`] and by what the summary keeps.
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

/// The texts of these scripts.
macro_rules! scripts {
    ($($name:literal)+) => { [$(include_str!(concat!($name, ".js"))),+] };
}

/// Own scripts, in the order in which they lean on each other.
const SCRIPTS: [&str; 23] = scripts![
    "run" "replay" "dom" "strip" "tree" "shapes" "cells" "board" "grid" "table" "charts" "matrix" "player" "picture" "marks" "stage"
    "graph" "why" "ledger" "view" "suppose" "compare" "page"
];

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// One HTML file.
#[derive(Debug)]
pub struct Page<'a> {
    title: String,
    command: Option<String>,
    is_live: bool,
    runs: Vec<Run<'a>>,
}

/// A run of a page.
#[derive(Debug)]
pub struct Run<'a> {
    name: String,
    recording: &'a Recording,
    summary: &'a Summary,
    sources: Vec<Source>,
    levels: Option<Levels>,
}

/// A text that constraints come from. One whose name ends with `(NAME:LINE)` is linked to that line.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Source {
    /// The file's name, without folders.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl<'a> Page<'a> {
    /// A page without runs.
    pub fn new(title: impl Into<String>) -> Page<'a> {
        Page { title: title.into(), command: None, is_live: false, runs: Vec::new() }
    }

    /// Tells at the foot of the page by which command it was made.
    #[must_use]
    pub fn command(self, command: impl Into<String>) -> Page<'a> {
        Page { command: Some(command.into()), ..self }
    }

    /// Can be asked what if something else were decided: it asks whoever it was fetched from, by `POST what-if`, with a JSON array of steps
    /// `{ "event": 36, "fact": "q[3] = 1" }`, or with `order dom` or `level domain` in place of a fact, and expects `{ "run": …, "event": 12 }`: the
    /// [data](Run::data) of the search from there, and the event to be looked at.
    #[must_use]
    pub fn live(self) -> Page<'a> {
        Page { is_live: true, ..self }
    }

    /// Adds a run. Two stand side by side, with their first difference marked; the page shows no more than two.
    #[must_use]
    pub fn run(mut self, run: Run<'a>) -> Page<'a> {
        self.runs.push(run);
        self
    }

    /// Its content security policy: its own script and no other, and no network but for what it was fetched from if it is [live](Page::live).
    pub fn policy(&self) -> String {
        let live = if self.is_live { "; connect-src 'self'" } else { "" };
        let hash = BASE64_STANDARD.encode(hmac_sha256::Hash::hash(scripts().as_bytes()));
        format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; img-src data:{live}")
    }

    /// Writes the page.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let data = pack::page(&self.title, self.command.as_deref(), self.is_live, &self.runs);
        // Texts, and between them the names of what is put in.
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

/// All scripts, after the names of the numbers.
fn scripts() -> String {
    codes::script() + &SCRIPTS.concat()
}

impl<'a> Run<'a> {
    /// A recorded run, and what was counted in it.
    pub fn new(name: impl Into<String>, recording: &'a Recording, summary: &'a Summary) -> Run<'a> {
        Run { name: name.into(), recording, summary, sources: Vec::new(), levels: None }
    }

    /// As a [live](Page::live) page receives it.
    pub fn data(&self) -> impl serde::Serialize + '_ {
        pack::run(self)
    }

    /// The texts that constraints come from.
    #[must_use]
    pub fn sources(self, sources: Vec<Source>) -> Run<'a> {
        Run { sources, ..self }
    }

    /// What stronger levels would have removed.
    #[must_use]
    pub fn levels(self, levels: Levels) -> Run<'a> {
        Run { levels: Some(levels), ..self }
    }
}

/// JSON that may stand in a script: no `<` in it can end the script. It occurs in texts only.
fn embedded(data: &impl serde::Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(data)?.replace('<', r"\u003c"))
}

#[cfg(test)]
mod tests;
