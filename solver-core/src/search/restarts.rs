//! Restarts: when a search abandons its tree and returns to the root.

use crate::names::{OptionError, OptionValue};

/// The restart policy: after how many failures the search returns to the root. The search keeps its scores and the
/// nogoods of the branches it has searched.
///
/// Only searches for one solution, or for an optimum, restart. A search for all solutions stops restarting at its first
/// solution and finishes its tree, so it finds each solution once.
#[doc(alias("restart", "luby", "geometric"))]
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Restarts {
    /// The sequence 1, 1, 2, 1, 1, 2, 4, … times a unit (M. Luby, A. Sinclair, D. Zuckerman, *Optimal speedup of Las
    /// Vegas algorithms*, Information Processing Letters 47, 1993).
    Luby {
        /// Failures in the shortest interval; 0 counts as 1.
        unit: u64,
    },
    /// Geometric: each restart interval is `factor` times the previous one (T. Walsh, *Search in a small world*, IJCAI
    /// 1999).
    Geometric {
        /// Failures in the first interval; 0 counts as 1.
        first: u64,
        /// The factor; less than 1 counts as 1.
        factor: f64,
    },
    /// Linear: each interval is `step` failures longer than the previous one (`step`, 2 × `step`, 3 × `step`, …;
    /// `restart_linear` of the MiniZinc Handbook 2.10, section 2.6.7).
    Linear {
        /// Failures in the first interval, and the increment; 0 counts as 1.
        step: u64,
    },
    /// Geometric up to an outer limit, then starts over from the first interval; each time, the outer limit grows by
    /// the same factor (A. Biere, *PicoSAT essentials*, JSAT 4, 2008).
    InnerOuter {
        /// Failures in the first interval; 0 counts as 1.
        first: u64,
        /// The factor; less than 1 counts as 1.
        factor: f64,
    },
    /// All intervals are equal. The search still terminates, because nogoods are kept.
    Constant {
        /// Failures in every interval; 0 counts as 1.
        failures: u64,
    },
}

/// A sequence constructor, from a number of failures and a factor.
type Sequence = fn(u64, f64) -> Restarts;

/// The sequences: name, parameters, and constructor.
const SEQUENCES: [(&str, &str, Sequence); 5] = [
    ("luby", "UNIT", |unit, _| Restarts::Luby { unit }),
    ("geometric", "FIRST:FACTOR", |first, factor| Restarts::Geometric { first, factor }),
    ("inner-outer", "FIRST:FACTOR", |first, factor| Restarts::InnerOuter { first, factor }),
    ("linear", "STEP", |step, _| Restarts::Linear { step }),
    ("constant", "FAILURES", |failures, _| Restarts::Constant { failures }),
];

impl Restarts {
    /// Returns the names of all sequences.
    pub fn names() -> Vec<&'static str> {
        SEQUENCES.iter().map(|(name, ..)| *name).collect()
    }

    /// Returns the sequence with this name, such as `luby`. `failures` is its first interval; `factor` applies to
    /// sequences that grow geometrically.
    ///
    /// ```
    /// use solver_core::search::Restarts;
    /// assert_eq!(Restarts::named("geometric", 100, 1.5), Some(Restarts::Geometric { first: 100, factor: 1.5 }));
    /// assert_eq!("geometric:100:1.5".parse(), Ok(Restarts::Geometric { first: 100, factor: 1.5 }));
    /// assert_eq!(Restarts::Luby { unit: 20 }.to_string(), "luby:20");
    /// ```
    pub fn named(name: &str, failures: u64, factor: f64) -> Option<Restarts> {
        let (.., sequence) = SEQUENCES.iter().find(|(known, ..)| *known == name)?;
        Some(sequence(failures, factor))
    }

    /// Returns the infinite sequence of intervals, in failures.
    ///
    /// ```
    /// use solver_core::search::Restarts;
    /// assert!(Restarts::Luby { unit: 10 }.intervals().take(7).eq([10, 10, 20, 10, 10, 20, 40]));
    /// ```
    pub fn intervals(self) -> impl Iterator<Item = u64> {
        let mut cutoffs = Cutoffs::new(self);
        std::iter::repeat_with(move || cutoffs.next())
    }
}

impl std::fmt::Display for Restarts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Restarts::Luby { unit } => write!(f, "luby:{unit}"),
            Restarts::Geometric { first, factor } => write!(f, "geometric:{first}:{factor}"),
            Restarts::InnerOuter { first, factor } => write!(f, "inner-outer:{first}:{factor}"),
            Restarts::Linear { step } => write!(f, "linear:{step}"),
            Restarts::Constant { failures } => write!(f, "constant:{failures}"),
        }
    }
}

impl std::str::FromStr for Restarts {
    type Err = OptionError;

    fn from_str(given: &str) -> Result<Restarts, OptionError> {
        let form = "luby:UNIT, geometric:FIRST:FACTOR, inner-outer:FIRST:FACTOR, linear:STEP or constant:FAILURES";
        let failures = |given| OptionError::number(given, 1.., "a number of failures, 1 or more");
        let factor = |given| OptionError::number(given, 1.0..=1e9, "a factor, 1 or more");
        let (name, parts) = given.split_once(':').ok_or(OptionError::Form(form))?;
        let (_, follows, sequence) =
            SEQUENCES.iter().find(|(known, ..)| *known == name).ok_or(OptionError::Form(form))?;
        match (follows.contains(':'), parts.split_once(':')) {
            (true, Some((first, by))) => Ok(sequence(failures(first)?, factor(by)?)),
            (false, None) => Ok(sequence(failures(parts)?, 1.0)),
            _ => Err(OptionError::Form(form)),
        }
    }
}

impl OptionValue for Restarts {}

/// The sequence of restart intervals.
#[derive(Clone, Debug)]
pub(crate) struct Cutoffs {
    restarts: Restarts,
    iteration: u64,
    inner: f64,
    outer: f64,
}

impl Cutoffs {
    pub(crate) fn new(restarts: Restarts) -> Cutoffs {
        let first = match restarts {
            Restarts::Geometric { first, .. } | Restarts::InnerOuter { first, .. } => first.max(1) as f64,
            Restarts::Luby { .. } | Restarts::Linear { .. } | Restarts::Constant { .. } => 1.0,
        };
        Cutoffs { restarts, iteration: 0, inner: first, outer: first }
    }

    /// Returns the next interval, in failures.
    pub(crate) fn next(&mut self) -> u64 {
        self.iteration += 1;
        match self.restarts {
            Restarts::Luby { unit } => luby(self.iteration).saturating_mul(unit.max(1)),
            Restarts::Linear { step } => self.iteration.saturating_mul(step.max(1)),
            Restarts::Constant { failures } => failures.max(1),
            Restarts::Geometric { factor, .. } => {
                let length = self.inner;
                self.inner = length * factor.max(1.0);
                length as u64
            }
            Restarts::InnerOuter { first, factor } => {
                let length = self.inner;
                if self.inner >= self.outer {
                    self.outer *= factor.max(1.0);
                    self.inner = first.max(1) as f64;
                } else {
                    self.inner *= factor.max(1.0);
                }
                length as u64
            }
        }
    }
}

/// Returns the `i`-th term of Luby's sequence, counted from 1.
fn luby(mut i: u64) -> u64 {
    // The first 2^k - 1 numbers are the first 2^(k-1) - 1 numbers twice, then 2^(k-1).
    loop {
        let k = 64 - i.leading_zeros();
        let end = if k >= 64 { u64::MAX } else { (1 << k) - 1 };
        if i == end {
            return 1 << (k - 1);
        }
        i -= (1 << (k - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first<const N: usize>(restarts: Restarts) -> [u64; N] {
        let mut cutoffs = Cutoffs::new(restarts);
        std::array::from_fn(|_| cutoffs.next())
    }

    #[test]
    fn lengths_are_as_published() {
        assert_eq!(first(Restarts::Luby { unit: 1 }), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1]);
        assert_eq!(first(Restarts::Geometric { first: 10, factor: 1.5 }), [10, 15, 22, 33, 50]);
        assert_eq!(first(Restarts::InnerOuter { first: 10, factor: 2.0 }), [10, 10, 20, 10, 20, 40, 10, 20, 40, 80]);
        assert_eq!(first(Restarts::Linear { step: 50 }), [50, 100, 150]);
        assert_eq!(first(Restarts::Constant { failures: 0 }), [1, 1]);
        assert_eq!(first(Restarts::Geometric { first: 0, factor: 0.5 }), [1, 1, 1]);
    }

    #[test]
    fn long_searches_do_not_overflow() {
        let mut cutoffs = Cutoffs::new(Restarts::Geometric { first: u64::MAX, factor: f64::INFINITY });
        assert_eq!([cutoffs.next(), cutoffs.next()], [u64::MAX, u64::MAX]);
        assert_eq!(luby(u64::MAX), 1 << 63);
        assert_eq!(luby(u64::MAX - 1), 1 << 62);
    }
}
