//! What a run of the harness has to say.

use std::fmt;
use std::time::Duration;

/// What was checked, when nothing was wrong.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name in the declaration.
    pub name: String,
    /// The seed of all cases.
    pub seed: u64,
    /// Cases generated.
    pub cases: u64,
    /// Those with a variable at two positions.
    pub aliased: u64,
    /// Propagations that were checked, outside enumerations.
    pub nodes: u64,
    /// Those that failed.
    pub failures: u64,
    /// Cases whose solutions were enumerated in every layout.
    pub enumerations: u64,
    /// Inferences whose reasons were checked.
    pub reasons: u64,
    /// The premises of those reasons, together.
    pub premises: u64,
    /// The time that it took.
    pub elapsed: Duration,
}

impl Report {
    pub(super) fn new(name: &str, seed: u64) -> Report {
        Report {
            name: name.to_owned(),
            seed,
            cases: 0,
            aliased: 0,
            nodes: 0,
            failures: 0,
            enumerations: 0,
            reasons: 0,
            premises: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The mean number of premises of a reason; 0 when there was no reason.
    pub fn mean_premises(&self) -> f64 {
        if self.reasons == 0 { 0.0 } else { self.premises as f64 / self.reasons as f64 }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { name, seed, cases, aliased, nodes, failures, enumerations, reasons, .. } = self;
        write!(
            f,
            "{name}: {cases} cases ({aliased} aliased) from seed {seed}, {nodes} nodes ({failures} failed), \
             {enumerations} enumerations, {reasons} reasons of {:.2} premises, {:.1} s",
            self.mean_premises(),
            self.elapsed.as_secs_f64(),
        )
    }
}

/// What was wrong, in which case. Prints as all that is needed to see and repeat it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}, case {number} of seed {seed}: {what}\n{case}\nrepeat with .seed({seed}).only({number})")]
pub struct Failure {
    /// The name in the declaration.
    pub name: String,
    /// The seed of all cases.
    pub seed: u64,
    /// The number of the case.
    pub number: u64,
    /// What went wrong.
    pub what: String,
    /// Domains, views, parameters, and the steps up to the failure.
    pub case: String,
}
