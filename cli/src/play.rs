//! `ferz play`: the page of puzzles, in the browser.

use crate::browser;
use crate::exit::{BadInput, Ended};
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// The page with the solver inside, if it was there when the program was built.
#[cfg(has_page)]
const PAGE: Option<&str> = Some(include_str!(env!("FERZ_PAGE")));
#[cfg(not(has_page))]
const PAGE: Option<&str> = None;

/// How a page gets into the program.
const MISSING: &str = "this ferz was built without its page: in a checkout, run `web/build`, then build ferz again";

#[derive(Args)]
pub(crate) struct Play {
    /// Write the page to this file, and do not open it: it can be put on any web server as it is
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Play) -> anyhow::Result<Ended> {
    let page = PAGE.ok_or_else(|| BadInput(MISSING.to_owned()))?;
    match &args.output {
        Some(file) => {
            std::fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
            crate::exit::complain(&format!("written to {}", file.display()));
        }
        None => {
            // It stays: the browser reads it when this program has ended.
            let temporary = tempfile::Builder::new().prefix("ferz-").suffix(".html").tempfile();
            let (mut file, path) = temporary.context("cannot write a temporary file")?.keep()?;
            file.write_all(page.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
            crate::exit::complain(&format!("written to {}", path.display()));
            browser::open(path.as_os_str())?;
        }
    }
    Ok(Ended::Complete)
}
