//! Runs checks on random models, shrinks failing models, and prints them.

use super::Case;
use super::checks::Verdict;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The default minimum number of cases in a run.
const FEWEST: u64 = 40;

/// Checks `cases` cases if `FERZ_CASES=full`, otherwise the number given by `FERZ_CASES`, or a fifteenth of them by
/// default. Starts at case `FERZ_SEED`, which is the only one if `FERZ_CASES` is not set.
///
/// # Panics
/// If the check fails. The message contains the smallest failing case that was found.
pub fn check(cases: u64, check: impl Fn(&Case) -> Verdict) {
    check_mix(cases, Case::random, check);
}

/// Checks cases as [`check`] does, but with a different generator.
///
/// # Panics
/// If the check fails, as in [`check`].
pub fn check_mix(cases: u64, draw: impl Fn(u64) -> Case, check: impl Fn(&Case) -> Verdict) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, cases) = match (number("FERZ_SEED"), number("FERZ_CASES")) {
        (first, Some(cases)) => (first.unwrap_or(0), cases),
        (Some(first), None) => (first, 1),
        (None, None) => (0, crate::cases((cases / 15).max(cases.min(FEWEST)), cases)),
    };
    let seeds = first..first + cases;
    let mut tally: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in seeds.clone() {
        let case = draw(seed);
        if std::env::var_os("FERZ_TRACE").is_some() {
            eprintln!("seed {seed}\n{case}");
        }
        match checked(&case, &check) {
            Ok(what) => *tally.entry(what).or_default() += 1,
            Err(wrong) => {
                let (smallest, why) = shrink(case.clone(), wrong.clone(), &check);
                panic!("{wrong}\n{case}\nsmallest case: {why}\n{smallest}\nrepeat with FERZ_SEED={seed}");
            }
        }
    }
    eprintln!("seeds {seeds:?}: {tally:?}");
}

/// Runs a check; a panic counts as a failure.
fn checked(case: &Case, check: &impl Fn(&Case) -> Verdict) -> Verdict {
    catch_unwind(AssertUnwindSafe(|| check(case))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        Err(format!("panicked: {}", text.unwrap_or_default()))
    })
}

/// Removes constraints and values as long as the check still fails.
fn shrink(mut case: Case, mut why: String, check: &impl Fn(&Case) -> Verdict) -> (Case, String) {
    'again: loop {
        for smaller in smaller(&case) {
            if let Err(wrong) = checked(&smaller, check) {
                (case, why) = (smaller, wrong);
                continue 'again;
            }
        }
        return (case, why);
    }
}

fn smaller(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    for c in 0..case.rules.len() {
        let mut less = case.clone();
        less.rules.remove(c);
        all.push(less);
    }
    for (i, variable) in case.variables.iter().enumerate().filter(|(_, variable)| variable.values.len() > 1) {
        for k in 0..variable.values.len() {
            let mut less = case.clone();
            less.variables[i].values.remove(k);
            all.push(less);
        }
    }
    for i in 0..case.variables.len() {
        if case.variables[i].wide.is_some() {
            let mut less = case.clone();
            less.variables[i].wide = None;
            all.push(less);
        }
    }
    all
}
