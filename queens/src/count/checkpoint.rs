//! Checkpoints: a file with the results of finished units, from which a count can be resumed.
//!
//! The text file contains everything that a resumed count depends on:
//!
//! ```text
//! ferz count checkpoint 1
//! n 16
//! method quadrants
//! enumeration 1
//! units 128
//! 0 1042176 1042176 1042176
//! 3 998340 998340 998340
//! check 9e107d9d372bb682
//! ```
//!
//! Each finished unit has a line, in ascending order: its index, its count, and the count modulo 2⁶¹ − 1 and modulo
//! 2⁶⁴, computed independently. The last line is the checksum (64-bit FNV-1a) of everything before it. Files in any
//! other form are rejected and left unchanged.

use super::Method;
use super::error::{CheckpointError, Damage};
use super::place::Place;
use super::tally::{Results, Tally};
use std::path::{Path, PathBuf};
use std::time::Duration;

const TITLE: &str = "ferz count checkpoint ";
const VERSION: u32 = 1;

/// The checkpoint file of a count, and how often it is written.
///
/// ```no_run
/// use queens::count::{Checkpoint, Method, Plan};
/// use solver_core::CancelToken;
/// let plan = Plan::new(20, Method::Quadrants, std::num::NonZero::<usize>::MIN)?;
/// let checkpoint = Checkpoint::at("queens-20.count");
/// let outcome = plan.resume(&checkpoint, &CancelToken::new(), &mut |_| {})?;
/// # Ok::<(), queens::count::CountError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    interval: Duration,
}

impl Checkpoint {
    /// Creates a checkpoint in the file at `path`, to be written every ten seconds.
    pub fn at(path: impl Into<PathBuf>) -> Checkpoint {
        Checkpoint { path: path.into(), interval: Duration::from_secs(10) }
    }

    /// Sets the time between two writes. Results since the last write are lost if the process is killed.
    #[must_use]
    pub fn every(self, interval: Duration) -> Checkpoint {
        Checkpoint { interval, ..self }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn interval(&self) -> Duration {
        self.interval
    }

    /// Locks and reads the file. A missing file is created immediately, so an invalid path is noticed before the count
    /// begins.
    pub(super) fn open(&self, count: &Identity) -> Result<(Place, Results), CheckpointError> {
        let (place, bytes) = Place::take(&self.path, &text(count, &Results::new()))?;
        Ok((place, self.parse(&bytes, count)?))
    }

    fn parse(&self, bytes: &[u8], count: &Identity) -> Result<Results, CheckpointError> {
        let path = || self.path.clone();
        let damaged = |what| CheckpointError::Damaged { path: path(), what };
        let title = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let Some(version) = title.strip_prefix(TITLE.as_bytes()) else {
            return Err(CheckpointError::Foreign(path()));
        };
        if version != VERSION.to_string().as_bytes() {
            let found = String::from_utf8_lossy(version).into_owned();
            return Err(CheckpointError::Version { path: path(), found, expected: VERSION });
        }
        let text = str::from_utf8(bytes).map_err(|_| damaged(Damage::CheckSum))?;
        let (body, check) = text
            .strip_suffix('\n')
            .and_then(|text| text.rsplit_once('\n'))
            .and_then(|(body, last)| Some((body, last.strip_prefix("check ")?)))
            .ok_or_else(|| damaged(Damage::CutOff))?;
        if check != format!("{:016x}", check_sum(&text[..body.len() + 1])) {
            return Err(damaged(Damage::CheckSum));
        }
        let mut lines = (1..).zip(body.split('\n')).skip(1);
        for (what, expected) in count.fields() {
            let (line, found) = lines.next().ok_or_else(|| damaged(Damage::CutOff))?;
            let found = found
                .strip_prefix(what)
                .and_then(|found| found.strip_prefix(' '))
                .ok_or_else(|| damaged(Damage::Line { line }))?;
            if found != expected {
                return Err(CheckpointError::Other { path: path(), what, found: found.to_owned(), expected });
            }
        }
        let mut results = Results::new();
        let mut least = 0;
        for (line, found) in lines {
            let (unit, tally) = parse_record(found)
                .filter(|(unit, tally)| (least..count.units).contains(unit) && tally.agrees())
                .filter(|&(unit, tally)| record(unit, tally) == found)
                .ok_or_else(|| damaged(Damage::Line { line }))?;
            results.insert(unit, tally);
            least = unit + 1;
        }
        Ok(results)
    }
}

/// The identity of a count. A checkpoint of a different count is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    pub(super) n: u32,
    pub(super) method: Method,
    pub(super) enumeration: u32,
    pub(super) units: usize,
}

impl Identity {
    fn fields(&self) -> [(&'static str, String); 4] {
        [
            ("n", self.n.to_string()),
            ("method", self.method.to_string()),
            ("enumeration", self.enumeration.to_string()),
            ("units", self.units.to_string()),
        ]
    }
}

pub(super) fn text(count: &Identity, results: &Results) -> String {
    let mut text = format!("{TITLE}{VERSION}\n");
    for (name, value) in count.fields() {
        text.extend([name, " ", &value, "\n"]);
    }
    for (&unit, &tally) in results {
        text.extend([&*record(unit, tally), "\n"]);
    }
    let check = check_sum(&text);
    text + &format!("check {check:016x}\n")
}

fn record(unit: usize, Tally { count, residue, low }: Tally) -> String {
    format!("{unit} {count} {residue} {low}")
}

fn parse_record(line: &str) -> Option<(usize, Tally)> {
    let mut words = line.split(' ');
    let unit = words.next()?.parse().ok()?;
    let tally = Tally {
        count: words.next()?.parse().ok()?,
        residue: words.next()?.parse().ok()?,
        low: words.next()?.parse().ok()?,
    };
    words.next().is_none().then_some((unit, tally))
}

/// The 64-bit FNV-1a hash.
fn check_sum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
