//! A count that survives: the results of the units that are done, in a file.
//!
//! The file is text, and says all that a resumed count depends on:
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
//! A line for each unit that is done: its number, its count, and the count modulo 2⁶¹ − 1
//! and 2⁶⁴, which were carried along by other arithmetic. The last line is the check sum (FNV-1a,
//! 64 bits) of everything before.
//!
//! The file is never written in place: a new one is written beside it, synced, and renamed over
//! it. So whenever the process is killed, the file is a complete checkpoint, the old one or
//! the new one. A file that is anything else is refused, and left alone.

use super::Method;
use super::error::{CheckpointError, Damage};
use super::ledger::Ledger;
use super::tally::Tally;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

const TITLE: &str = "ferz count checkpoint ";
const VERSION: u32 = 1;

/// Where a count writes down what it has, and how often.
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
    /// In this file, every ten seconds.
    pub fn at(path: impl Into<PathBuf>) -> Checkpoint {
        Checkpoint { path: path.into(), interval: Duration::from_secs(10) }
    }

    /// With this time between two writings; what was counted in it can be lost when the process is killed.
    #[must_use]
    pub fn every(self, interval: Duration) -> Checkpoint {
        Checkpoint { interval, ..self }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn interval(&self) -> Duration {
        self.interval
    }

    /// What the file knows about this count, or an empty ledger if there is no file yet; then it is
    /// written, so that an impossible place shows before the work begins.
    pub(super) fn open(&self, count: &Identity) -> Result<Ledger, CheckpointError> {
        match fs::read(&self.path) {
            Ok(bytes) => self.parse(&bytes, count),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let ledger = Ledger::new(count.units);
                self.save(count, &ledger)?;
                Ok(ledger)
            }
            Err(source) => Err(CheckpointError::Io { action: "read", path: self.path.clone(), source }),
        }
    }

    /// Replaces the file, all at once.
    pub(super) fn save(&self, count: &Identity, ledger: &Ledger) -> Result<(), CheckpointError> {
        let write = || -> io::Result<()> {
            let mut beside = self.path.clone().into_os_string();
            beside.push(".new");
            let mut file = File::create(&beside)?;
            file.write_all(text(count, ledger).as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &self.path)?;
            sync_folder(&self.path)
        };
        write().map_err(|source| CheckpointError::Io { action: "write", path: self.path.clone(), source })
    }

    fn parse(&self, bytes: &[u8], count: &Identity) -> Result<Ledger, CheckpointError> {
        let path = || self.path.clone();
        let damaged = |what| CheckpointError::Damaged { path: path(), what };
        let title = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let Some(version) = title.strip_prefix(TITLE.as_bytes()) else {
            return Err(CheckpointError::Foreign { path: path() });
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
        let mut lines = (1..).zip(body.lines()).skip(1);
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
        let mut ledger = Ledger::new(count.units);
        for (line, record) in lines {
            let (unit, tally) = parse_record(record)
                .filter(|(unit, tally)| *unit < count.units && !ledger.has(*unit) && tally.agrees())
                .ok_or_else(|| damaged(Damage::Line { line }))?;
            ledger.enter(unit, tally);
        }
        Ok(ledger)
    }
}

/// What a count is: results of another one are of no use to it.
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

fn text(count: &Identity, ledger: &Ledger) -> String {
    let mut text = format!("{TITLE}{VERSION}\n");
    for (name, value) in count.fields() {
        text.extend([name, " ", &value, "\n"]);
    }
    for (unit, Tally { count, residue, low }) in ledger.entries() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{unit} {count} {residue} {low}");
    }
    let check = check_sum(&text);
    let _ = writeln!(text, "check {check:016x}");
    text
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

/// FNV-1a, 64 bits.
fn check_sum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Makes a renaming last, where folders can be synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
