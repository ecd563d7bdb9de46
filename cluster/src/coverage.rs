//! Coverage: the combined results of a job.

use crate::outcome::{Best, Effort, Outcome, PRIME};
use crate::share::Size;
use crate::{Job, JobError, Share, Unit, UnitId};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use solver_core::{Cube, Expr, Goal, Model};
use std::time::Duration;

/// The sum of the results, from the root of the search tree down to the open units.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Coverage {
    /// The explored share of the tree.
    pub explored: Share,
    /// The number of solutions in the explored share, which is a lower bound on the total.
    pub count: BigUint,
    /// The best solution known; optimal if the coverage is [complete](Coverage::is_complete).
    pub best: Option<Best>,
    /// The number of units that have a result.
    pub results: usize,
    /// The total cost of all results.
    pub effort: Effort,
    /// The slowest units, slowest first.
    pub slowest: Vec<(UnitId, Duration)>,
    goal: Option<Goal>,
    residue: u64,
    /// The smallest bound that any unit relied on, as minimised (negated when maximising).
    bounds: Option<i32>,
    /// The open units, the largest last.
    open: Vec<(Size, Unit)>,
    /// Units that are explored completely.
    whole: Vec<UnitId>,
}

/// The number of slowest units to report.
const SLOWEST: usize = 5;

impl Coverage {
    pub(crate) fn new(job: &Job, stated: Option<(&Model, &Expr)>) -> Result<Coverage, JobError> {
        let mut coverage = Coverage { goal: job.description().question.goal(), ..Coverage::default() };
        for (unit, outcome) in job.results()? {
            match outcome {
                None => coverage.open.push((Size::new(&unit.cube), unit)),
                Some(outcome) => {
                    let wrong = stated.zip(outcome.best.as_ref()).and_then(|((m, cost), best)| best.wrong(m, cost));
                    wrong.map_or(Ok(()), |what| Err(JobError::BadResult(job.result_file(unit.id), what)))?;
                    coverage.add(&outcome);
                }
            }
        }
        // A unit that started from a bound has skipped every solution that does not improve on it.
        if let Some(goal) = coverage.goal
            && let Some(value) = coverage.bounds.iter().copied().chain(job.best_value()?).min()
        {
            let found = job.found(value, goal, stated)?;
            coverage.take(goal, &found);
        }
        coverage.open.sort_by(|(a, first), (b, second)| a.cmp(b).then_with(|| second.id.cmp(&first.id)));
        Ok(coverage)
    }

    fn add(&mut self, outcome: &Outcome) {
        self.explored = self.explored.clone() + outcome.explored.clone();
        self.count += &outcome.count;
        self.residue = (self.residue + outcome.residue) % PRIME;
        self.results += 1;
        self.effort.nodes = self.effort.nodes.saturating_add(outcome.effort.nodes);
        self.effort.failures = self.effort.failures.saturating_add(outcome.effort.failures);
        self.effort.milliseconds = self.effort.milliseconds.saturating_add(outcome.effort.milliseconds);
        self.bounds = [self.bounds, outcome.bound].into_iter().flatten().min();
        if let (Some(goal), Some(best)) = (self.goal, &outcome.best) {
            self.take(goal, best);
        }
        self.slowest.push((outcome.unit, Duration::from_millis(outcome.effort.milliseconds)));
        self.slowest.sort_by_key(|&(unit, time)| (std::cmp::Reverse(time), unit));
        self.slowest.truncate(SLOWEST);
        if outcome.rest.is_empty() {
            self.whole.push(outcome.unit);
        }
    }

    fn take(&mut self, goal: Goal, best: &Best) {
        let better = |known: &Best| match goal {
            Goal::Minimize => best.value < known.value,
            Goal::Maximize => best.value > known.value,
        };
        if self.best.as_ref().is_none_or(better) {
            self.best = Some(best.clone());
        }
    }

    /// Whether the entire tree is explored: the shares add up to exactly one, and no unit is open.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty() && self.explored == Share::whole() && &self.count % PRIME == self.residue.into()
    }

    /// The number of solutions, if the entire tree is explored.
    pub fn total(&self) -> Option<BigUint> {
        (self.goal.is_none() && self.is_complete()).then(|| self.count.clone())
    }

    /// The number of units without a result.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn into_open(self) -> Vec<Unit> {
        self.open.into_iter().map(|(_, unit)| unit).collect()
    }

    /// Returns at most `count` completely explored units, to be explored [again](crate::Work::again). These are the
    /// units with the smallest names; names are hashes, so the sample is not biased.
    pub fn sample(&self, count: usize) -> Vec<UnitId> {
        let mut whole = self.whole.clone();
        whole.sort_unstable();
        whole.truncate(count);
        whole
    }

    /// Estimates the remaining processor time, assuming that the rest of the tree resembles the explored part. Returns
    /// `None` at the beginning.
    pub fn remaining(&self) -> Option<Duration> {
        let done = self.explored.approximately();
        let seconds = self.effort.milliseconds.to_f64()? / 1_000.0;
        if done <= 0.0 {
            return None;
        }
        Duration::try_from_secs_f64(seconds * (1.0 - done) / done).ok()
    }
}

impl Job {
    /// Returns all units, from the root of the tree down, each with its result; `None` if the unit is open.
    ///
    /// # Errors
    /// The errors of [`outcome`](Job::outcome) for any unit; [`JobError::BadResult`] if a result does not fit its unit.
    pub fn results(&self) -> Result<Vec<(Unit, Option<Outcome>)>, JobError> {
        let goal = self.description().question.goal();
        let (mut results, mut units) = (Vec::new(), vec![self.unit_of(Cube::root())]);
        while let Some(unit) = units.pop() {
            let outcome = self.outcome(unit.id)?;
            if let Some(outcome) = &outcome {
                let bad = |what: &str| JobError::BadResult(self.result_file(unit.id), what.to_owned());
                verify(&unit, outcome, goal).map_err(bad)?;
                units.extend(outcome.rest.iter().map(|cube| self.unit_of(cube.clone())));
            }
            results.push((unit, outcome));
        }
        Ok(results)
    }
}

/// Checks that a result answers the job's question, and that its explored share and its remaining parts, which must
/// be disjoint, add up to the part of the unit.
fn verify(unit: &Unit, outcome: &Outcome, goal: Option<Goal>) -> Result<(), &'static str> {
    let is_answer = match goal {
        None => outcome.best.is_none() && outcome.bound.is_none(),
        Some(goal) => {
            let value = outcome.best.as_ref().map(|best| best.as_minimised(goal));
            outcome.count.is_zero() && value.zip(outcome.bound).is_none_or(|(value, bound)| value < bound)
        }
    };
    if !is_answer {
        return Err("it does not answer the job's question");
    }
    if &outcome.count % PRIME != outcome.residue.into() {
        return Err("its count does not match its residue");
    }
    let mut rest: Vec<&Cube> = outcome.rest.iter().collect();
    if rest.iter().any(|cube| !cube.is_in(&unit.cube) || **cube == unit.cube) {
        return Err("it leaves something that is not a proper part of its own part of the tree");
    }
    rest.sort_by(|a, b| a.branches().cmp(b.branches()));
    if rest.windows(2).any(|pair| !pair[0].excludes(pair[1])) {
        return Err("it leaves parts of the tree that overlap");
    }
    let sum = rest.into_iter().map(Share::new).fold(outcome.explored.clone(), std::ops::Add::add);
    if sum != Share::new(&unit.cube) {
        return Err("what it has explored and what it leaves do not add up to its part of the tree");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UnitId;

    fn verified(rest: &[&str], explored: &str) -> Result<(), &'static str> {
        let cube: Cube = "0=1:0/2".parse().expect("a cube");
        let unit = Unit { id: UnitId::new("job", &cube), cube };
        let rest = rest.iter().map(|text| text.parse().expect("a cube")).collect();
        let outcome = Outcome {
            unit: unit.id,
            job: "job".to_owned(),
            count: 7_u32.into(),
            residue: 7,
            explored: explored.parse().expect("a share"),
            rest,
            best: None,
            bound: None,
            effort: Effort::default(),
        };
        verify(&unit, &outcome, None)
    }

    #[test]
    fn a_result_makes_exactly_its_part() {
        assert_eq!(verified(&[], "1/2"), Ok(()));
        assert_eq!(verified(&["0=1:0/2 1=4:0/2"], "1/4"), Ok(()));
        assert_eq!(verified(&["0=1:0/2 1=4:0/3", "0=1:0/2 1=6:2/3"], "1/6"), Ok(()));
        for (rest, explored) in [
            (&[][..], "1/3"),
            (&["0=1:0/2 1=4:0/2"], "1/2"),
            // The unit itself: the job would never end.
            (&["0=1:0/2"], "0/1"),
            // A part of another unit, the same part twice, and a part within another.
            (&["0!=1:1/2"], "0/1"),
            (&["0=1:0/2 1=4:0/2", "0=1:0/2 1=4:0/2"], "0/1"),
            (&["0=1:0/2 1=4:0/2", "0=1:0/2 1=4:0/2 2=1:0/2"], "1/8"),
            // Two nodes that contradict each other.
            (&["0=1:0/2 1=4:0/2", "0=1:0/2 1=6:2/4"], "1/8"),
        ] {
            assert!(verified(rest, explored).is_err(), "{rest:?}");
        }
    }
}
