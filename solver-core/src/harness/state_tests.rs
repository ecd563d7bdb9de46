//! Tests that the harness detects faulty state: a propagator with state, and one bug for each [`Way`].

use super::{Check, Claim, Fault, Form, Way};
use crate::prelude_propagator::*;
use std::sync::{Arc, Mutex, PoisonError};

/// The injected bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bug {
    Nothing,
    /// The propagator stores at most six modified positions.
    Forgets,
    /// Copies share the order of the open positions.
    Shares,
    /// Backtracking undoes only the last run's count.
    TakesBackOne,
    /// The propagator stays entailed forever, even after backtracking.
    Rests,
}

/// At most `most` of the views are 1. The open positions form a *sparse set*: they come first in `order`, which need
/// not be restored on backtracking, because their number is trailed.
struct Few {
    views: Vec<View>,
    most: i64,
    bug: Bug,
    order: Arc<Mutex<Vec<usize>>>,
    /// The counts after each run, used by [`Bug::TakesBackOne`].
    counts: Vec<i64>,
    rests: bool,
}

/// Trailed integers: the number of positions known to be fixed, the number of those fixed to 1, and the number of runs.
const CLOSED: usize = 0;
const ONES: usize = 1;
const RUNS: usize = 2;

static FULL: Rule = Rule::new("few.full", "{premises}: so many are 1 that {fact}");

impl Few {
    fn new(views: &[View], most: i64, bug: Bug) -> Few {
        let order = Arc::new(Mutex::new((0..views.len()).collect()));
        Few { views: views.to_vec(), most, bug, order, counts: Vec::new(), rests: false }
    }

    /// Updates the integers; returns the number of views that are 1.
    fn count(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> i64 {
        let n = self.views.len();
        let known = if self.bug == Bug::Forgets && modified.len() < n { modified.len().min(6) } else { modified.len() };
        let news = &modified[..known];
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let mut open = n - cx.trailed(CLOSED) as usize;
        let mut ones = cx.trailed(ONES);
        for at in (0..open).rev() {
            let position = order[at];
            if let Some(v) = cx.fixed(self.views[position])
                && (self.bug != Bug::Forgets || news.contains(&(position as u32)))
            {
                ones += i64::from(v == 1);
                open -= 1;
                order.swap(at, open);
            }
        }
        if self.bug == Bug::TakesBackOne {
            // The views found to be 1 in this run are added to a count, which should be the previous run's.
            let (runs, new) = (cx.trailed(RUNS) as usize, ones - cx.trailed(ONES));
            if runs < self.counts.len() {
                self.counts.pop();
            }
            let before = self.counts.last().copied().unwrap_or(0);
            self.counts.push(before + new);
            cx.set_trailed(RUNS, runs as i64 + 1);
            cx.set_trailed(ONES, ones);
            cx.set_trailed(CLOSED, (n - open) as i64);
            return before + new;
        }
        cx.set_trailed(ONES, ones);
        cx.set_trailed(CLOSED, (n - open) as i64);
        ones
    }

    fn why(&self, cx: &Context<'_>) -> Vec<Atom> {
        let ones = self.views.iter().filter(|&&v| cx.fixed(v) == Some(1));
        ones.map(|&view| Atom::equals(view, 1)).collect()
    }
}

impl Propagator for Few {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Fixed).modified_positions().trailed_integers(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if self.rests {
            return Ok(Status::Entailed);
        }
        let ones = self.count(cx, modified);
        if ones > self.most {
            let why = self.why(cx);
            return cx.fail(|| FULL.because(why));
        }
        if ones == self.most {
            let why = self.why(cx);
            for i in 0..self.views.len() {
                if cx.fixed(self.views[i]).is_none() {
                    cx.remove(self.views[i], 1, || FULL.because(why.iter().copied()))?;
                }
            }
        }
        let possible = self.views.iter().filter(|&&v| cx.contains(v, 1)).count() as i64;
        let entailed = possible <= self.most;
        self.rests = entailed && self.bug == Bug::Rests;
        Ok(if entailed { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        unreachable!("every reason is given at once")
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let ones = self.views.iter().filter(|&&v| case.fixed(v) == Some(1)).count();
        rule == &FULL && ones as i64 > self.most
    }
}

impl Clone for Few {
    fn clone(&self) -> Few {
        let order = if self.bug == Bug::Shares {
            Arc::clone(&self.order)
        } else {
            Arc::new(Mutex::new(self.order.lock().unwrap_or_else(PoisonError::into_inner).clone()))
        };
        Few { views: self.views.clone(), order, counts: self.counts.clone(), ..*self }
    }
}

fn few(bug: Bug) -> Check<i64> {
    Check::new("few")
        .parameters(|rng, n| rng.below(n as u64 + 1) as i64)
        .arity(1..=10)
        .values(0..=1)
        .post(move |&most, v| Few::new(v, most, bug))
        .holds(|&most, v| v.iter().filter(|&&v| v == 1).count() as i64 <= most)
        .claims(Claim::values(|&most, domains, i, v| {
            let ones = domains.iter().enumerate().filter(|&(k, d)| k != i && d[..] == [1]).count() as i64;
            ones + i64::from(v == 1) <= most
        }))
        .rules([&FULL])
        .cases(5_000)
}

fn finds(bug: Bug, ways: &[Way]) -> bool {
    few(bug).forms([Form::Holds]).ways(ways.iter().copied()).run().is_err()
}

#[test]
fn state_that_follows_search_passes_and_faults_of_state_are_caught() {
    let report = few(Bug::Nothing).run().unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report}");
    assert!(report.ways.iter().all(|&went| went > 800), "{report}");
    assert!(report.reified.iter().all(|form| form.cases == report.cases && form.ways.iter().all(|&went| went > 250)));
    // The propagator reads the order of the open positions instead of its modified positions.
    assert_eq!(few(Bug::Nothing).missed(&report), [Fault::ReadsOnePosition.into()]);
    for fault in [Fault::KeepsIntegers, Fault::SharesIntegers, Fault::StaysEntailed, Fault::Refutes] {
        assert!(few(Bug::Nothing).catches(fault), "{fault:?}");
    }
}

#[test]
fn replaying_many_decisions_finds_modified_positions_that_overflow() {
    assert!(finds(Bug::Forgets, &[Way::Replay]));
}

/// Only [`Way::Copy`] continues with both the copy and the original.
#[test]
fn a_copy_that_goes_its_own_way_finds_shared_state() {
    assert!(finds(Bug::Shares, &[Way::Copy]));
    assert!(!finds(Bug::Shares, &[Way::Replay, Way::Restart, Way::Return]));
}

#[test]
fn a_return_to_the_root_finds_counts_that_are_taken_back_one_by_one() {
    assert!(finds(Bug::TakesBackOne, &[Way::Restart]));
}

#[test]
fn a_return_from_entailment_finds_a_propagator_at_rest() {
    assert!(finds(Bug::Rests, &[Way::Return]));
}
