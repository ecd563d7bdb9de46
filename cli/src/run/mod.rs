//! Runs a command: the search loop, its end, and the answer as text or JSON.

pub(crate) mod ask;
pub(crate) mod drive;
pub(crate) mod end;
pub(crate) mod envelope;
pub(crate) mod output;
pub(crate) mod output_file;
pub(crate) mod pause;
pub(crate) mod prelude;
pub(crate) mod progress;
pub(crate) mod why;

use std::time::Duration;

/// Calls `look` at growing intervals until it returns a value.
pub(crate) fn poll<T>(mut look: impl FnMut() -> anyhow::Result<Option<T>>) -> anyhow::Result<T> {
    let mut nap = Duration::from_micros(20);
    loop {
        if let Some(found) = look()? {
            return Ok(found);
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(5));
    }
}
