//! Opens pages in the user's browser.

use anyhow::Context;
use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// Opens a file or a URL.
pub(crate) fn open(place: &OsStr) -> anyhow::Result<()> {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Command::new(program).arg(place).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    started.with_context(|| format!("cannot start {program}: open {} in a browser", place.display()))?;
    Ok(())
}
