//! Units: named parts of the search tree.

use crate::JobError;
use serde::{Deserialize, Serialize};
use solver_core::Cube;
use std::fmt;
use std::str::FromStr;

/// The name of a unit: sixteen hexadecimal digits, a hash of the job and the cube. All files of the unit are named
/// after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct UnitId(u64);

impl UnitId {
    /// Computes the name of a part of a job's tree.
    pub(crate) fn new(job: &str, cube: &Cube) -> UnitId {
        let mut hash = blake3::Hasher::new();
        hash.update(job.as_bytes()).update(b"\n").update(cube.to_string().as_bytes());
        let bytes = hash.finalize();
        UnitId(bytes.as_bytes()[..8].iter().fold(0, |name, &byte| name << 8 | u64::from(byte)))
    }

    /// The first two digits, which name the folder of the unit's files.
    pub(crate) fn folder(self) -> String {
        format!("{:02x}", self.0 >> 56)
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for UnitId {
    type Err = JobError;

    fn from_str(text: &str) -> Result<UnitId, JobError> {
        let is_name = text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        match u64::from_str_radix(text, 16) {
            Ok(name) if is_name => Ok(UnitId(name)),
            _ => Err(JobError::Unreadable("a unit name", text.chars().take(80).collect())),
        }
    }
}

impl From<UnitId> for String {
    fn from(id: UnitId) -> String {
        id.to_string()
    }
}

impl TryFrom<String> for UnitId {
    type Error = JobError;

    fn try_from(text: String) -> Result<UnitId, JobError> {
        text.parse()
    }
}

/// A unit of work: a part of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The name of the unit.
    pub id: UnitId,
    /// The part of the tree.
    pub cube: Cube,
}
