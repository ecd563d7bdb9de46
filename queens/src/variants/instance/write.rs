//! Writes instances in the format of CSPLib's generators.

use super::{Instance, Kind};
use crate::square::Square;
use crate::variants::Diagonal;
use std::fmt;

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, key) = (self.size(), self.kind.key());
        let base = u64::from(self.kind.base());
        let square = |s: &Square| [u64::from(s.row) + base, u64::from(s.column) + base];
        let pairs: Vec<[u64; 2]> = match self.kind {
            Kind::Completion => self.changes.givens().squares().iter().map(square).collect(),
            Kind::Blocked => self.changes.blocked().iter().map(square).collect(),
            Kind::Diagonals => self.changes.excluded().iter().map(|&diagonal| numbers(diagonal, n)).collect(),
        };
        if self.kind == Kind::Diagonals {
            writeln!(f, "n = {n}\nnumdiags = {}\n{key} = {}", pairs.len(), list(&pairs))
        } else {
            writeln!(f, "letting n = {n}\nletting {key} = {}", list(&pairs))
        }
    }
}

/// A diagonal's pair of numbers, as in a file. Differences are shifted to be non-negative.
fn numbers(diagonal: Diagonal, n: usize) -> [u64; 2] {
    match diagonal {
        Diagonal::Falling(sum) => [sum.unsigned_abs().into(), 1],
        Diagonal::Rising(difference) => [(i64::from(difference) + n as i64 - 1).unsigned_abs(), 0],
    }
}

fn list(pairs: &[[u64; 2]]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|[a, b]| format!("[{a}, {b}]")).collect();
    format!("[{}]", pairs.join(", "))
}
