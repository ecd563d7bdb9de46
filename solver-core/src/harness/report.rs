//! The report of a harness run.

use super::Form;
use crate::reason::Rule;
use std::fmt;
use std::time::Duration;

/// Statistics on the checks of a run without failures.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name in the declaration.
    pub name: String,
    /// The form of the constraint in these cases.
    pub form: Form,
    /// The seed of all cases.
    pub seed: u64,
    /// The number of cases generated.
    pub cases: u64,
    /// The number of cases with a variable at two positions.
    pub aliased: u64,
    /// The number of cases with values or views near ±2³⁰.
    pub extreme: u64,
    /// The number of state tests, in the order of [`Way::ALL`](super::Way::ALL).
    pub ways: [u64; 4],
    /// The number of propagations that were checked, excluding enumerations.
    pub nodes: u64,
    /// The number of propagations that failed.
    pub failures: u64,
    /// The number of cases whose solutions were enumerated in every layout.
    pub enumerations: u64,
    /// The number of nodes at which the propagator was entailed.
    pub entailed: u64,
    /// The total number of inferences whose reasons were checked.
    pub reasons: u64,
    /// Statistics on the reasons by rule. The declared rules come first, in declaration order.
    pub rules: Vec<(&'static Rule, Tally)>,
    /// The number of tests of the checker on domains with a solution, which it must not refute.
    pub doubts: u64,
    /// The elapsed time.
    pub elapsed: Duration,
    /// The reports of the other forms.
    pub reified: Vec<Report>,
}

impl Report {
    pub(super) fn new(name: &str, form: Form, seed: u64, rules: &[&'static Rule]) -> Report {
        Report {
            name: name.to_owned(),
            form,
            seed,
            cases: 0,
            aliased: 0,
            extreme: 0,
            ways: [0; 4],
            nodes: 0,
            failures: 0,
            enumerations: 0,
            entailed: 0,
            reasons: 0,
            rules: rules.iter().map(|&rule| (rule, Tally::default())).collect(),
            doubts: 0,
            elapsed: Duration::ZERO,
            reified: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, rule: &'static Rule, tally: Tally) {
        self.reasons += tally.reasons;
        match self.rules.iter_mut().find(|known| known.0 == rule) {
            Some((_, sum)) => *sum += tally,
            None => self.rules.push((rule, tally)),
        }
    }

    /// The total of all rules.
    pub fn tally(&self) -> Tally {
        self.rules.iter().fold(Tally::default(), |mut sum, &(_, tally)| {
            sum += tally;
            sum
        })
    }

    /// The declared rules that no inference used in any form.
    pub fn unseen_rules(&self) -> Vec<&'static str> {
        let nowhere = |k: &usize| !self.has_seen(*k) && !self.reified.iter().any(|form| form.has_seen(*k));
        (0..self.rules.len()).filter(nowhere).map(|k| self.rules[k].0.name).collect()
    }

    /// Whether a reason of this form used the rule with this index.
    pub(super) fn has_seen(&self, rule: usize) -> bool {
        self.rules.get(rule).is_some_and(|(_, tally)| tally.reasons > 0)
    }
}

/// Statistics on the reasons that use a rule.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The number of reasons checked.
    pub reasons: u64,
    /// The number of premises of these reasons.
    pub premises: u64,
    /// The number of premises in cases that have a solution (in a case without a solution, no premise is ever needed).
    /// The next two fields refer to these premises only.
    pub weighed: u64,
    /// The number of premises without which the fact still follows by the same rule according to the checker; each is
    /// removed separately.
    pub spare: u64,
    /// The number of premises without which the fact still follows by any rule, according to brute force.
    pub superfluous: u64,
}

impl Tally {
    /// The mean number of premises of a reason; 0 if there was no reason.
    pub fn mean_premises(&self) -> f64 {
        share(self.premises, self.reasons)
    }
}

fn share(part: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.reasons += other.reasons;
        self.premises += other.premises;
        self.weighed += other.weighed;
        self.spare += other.spare;
        self.superfluous += other.superfluous;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part| 100.0 * share(part, self.weighed);
        let (reasons, mean) = (self.reasons, self.mean_premises());
        let [spare, superfluous] = [self.spare, self.superfluous].map(percent);
        write!(
            f,
            "{reasons} reasons of {mean:.2} premises ({spare:.1} % spare by the rule, \
             {superfluous:.1} % by brute force)"
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { name, form, seed, cases, aliased, extreme, nodes, failures, enumerations, doubts, .. } = self;
        let [replayed, copied, restarted, returned] = self.ways;
        write!(
            f,
            "{name}, {form}: {cases} cases ({aliased} aliased, {extreme} near the limits) from seed {seed}, {nodes} nodes \
             ({failures} failed), {enumerations} enumerations, {replayed} replayed, {copied} copied, {restarted} restarted, \
             {returned} returned, {}, {doubts} doubts, {:.1} s",
            self.tally(),
            self.elapsed.as_secs_f64(),
        )?;
        self.rules.iter().try_for_each(|(rule, tally)| write!(f, "\n  {}: {tally}", rule.name))?;
        self.reified.iter().try_for_each(|report| write!(f, "\n{report}"))
    }
}

/// A failure: the error and its case. Its message contains everything needed to understand and reproduce it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}, {form}, case {number} of seed {seed}: {what}\n{case}\nrepeat with .seed({seed}).only({number})")]
pub struct Failure {
    /// The name in the declaration.
    pub name: String,
    /// The form of the constraint.
    pub form: Form,
    /// The seed of all cases.
    pub seed: u64,
    /// The index of the case.
    pub number: u64,
    /// The error.
    pub what: String,
    /// The domains, views, parameters, and the steps up to the failure.
    pub case: String,
}
