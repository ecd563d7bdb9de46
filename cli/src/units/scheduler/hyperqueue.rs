//! Runs units on HyperQueue through its Python package, on an existing server or on a local one with its own workers.

use crate::run::poll;
use crate::run::prelude::*;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// The client, written in Python because HyperQueue has no Rust interface.
const CLIENT: &str = include_str!("hyperqueue.py");

/// The tested version of the package.
const PACKAGE: &str = "hyperqueue==0.27.0";

/// Exit codes of the client.
const MISSING: i32 = 3;
const FAILING: i32 = 4;

/// The settings of a run.
pub(super) struct HyperQueue<'a> {
    pub(super) python: &'a Path,
    /// The directory of a running server. If `None`, the server in the usual directory is used, or a local one is
    /// started.
    pub(super) server: Option<&'a Path>,
    /// The number of processors that a local server uses.
    pub(super) workers: usize,
    /// The budget of a unit.
    pub(super) budget: &'a str,
}

impl HyperQueue<'_> {
    /// Runs units until none is open or `stop` ends the run.
    pub(super) fn run(&self, job: &Path, stop: &Stop) -> anyhow::Result<()> {
        let server = self.server.map_or(OsStr::new(""), Path::as_os_str);
        let mut command = Command::new(self.python);
        command
            .args(["-c", CLIENT])
            .arg(crate::invocation::program("ferz"))
            .arg(job)
            .arg(self.budget)
            .arg(self.workers.to_string())
            .arg(server);
        // The client ends when its standard input closes, even if this process is killed.
        let mut client = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().map_err(|error| {
            BadInput(format!("cannot start {}: {error}; --python names an interpreter", self.python.display()))
        })?;
        let ended = poll(|| {
            if stop.asked().is_some() {
                drop(client.stdin.take());
                return Ok(Some(client.wait()?));
            }
            Ok(client.try_wait()?)
        });
        let ended = ended.context("cannot wait for the HyperQueue client")?;
        match ended.code() {
            Some(0) => Ok(()),
            _ if stop.asked().is_some() => Ok(()),
            Some(MISSING) => {
                let python = self.python.display();
                let why = format!(
                    "{python} has no HyperQueue: run `{python} -m pip install {PACKAGE}`, or use --engine parallel"
                );
                Err(BadInput(why).into())
            }
            Some(FAILING) => {
                anyhow::bail!("an entire round of units has produced nothing: `ferz work {}` shows why", job.display())
            }
            _ => anyhow::bail!("the HyperQueue client ended with {ended}"),
        }
    }
}
