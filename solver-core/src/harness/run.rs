//! Running a declaration case by case.

use super::case::Case;
use super::oracle::Oracle;
use super::walk::Walk;
use super::{Check, Failure, Faulty, Plant, Ranged, Report, Rng, Subject, enumerate};
use crate::propagator::Propagator;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

impl<P: Debug + 'static> Check<P> {
    pub(super) fn run_with(&self, plant: Option<Plant>) -> Result<Report, Failure> {
        let start = Instant::now();
        let mut report = Report::new(&self.name, self.seed, &self.rules);
        let numbers = self.only.map_or(0..self.cases, |case| case..case + 1);
        for number in numbers {
            self.run_case(number, plant, &mut report)?;
        }
        report.elapsed = start.elapsed();
        Ok(report)
    }

    fn run_case(&self, number: u64, plant: Option<Plant>, report: &mut Report) -> Result<(), Failure> {
        let mut rng = Rng::new(self.seed.wrapping_add(number.wrapping_mul(0xd134_2543_de82_ef95)));
        let case = Case::generate(self, &mut rng);
        report.cases += 1;
        report.aliased += u64::from(case.aliased());
        let mut steps = Vec::new();
        // A panic of the propagator is a failure of this case like any other.
        let verdict = catch_unwind(AssertUnwindSafe(|| {
            let subject = Subject { check: self, case: &case, oracle: &Oracle::of(self, &case), plant };
            Walk::new(&subject, &mut rng, report, &mut steps)?.run()?;
            enumerate::run(&subject, &mut rng, report)
        }));
        let what = match verdict {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(what)) => what,
            Err(panic) => format!("the propagator panicked: {}", panic_message(&*panic)),
        };
        let case = case.describe(&steps);
        Err(Failure { name: self.name.clone(), seed: self.seed, number, what, case })
    }

    pub(super) fn propagator(&self, parameters: &P, views: &[Ranged], plant: Option<Plant>) -> Box<dyn Propagator> {
        let post = self.post.as_ref().expect("a check needs `post`");
        let propagator = post(parameters, views);
        match plant {
            None => propagator,
            Some(plant) => Box::new(Faulty::new(propagator, plant)),
        }
    }

    pub(super) fn satisfied(&self, parameters: &P, values: &[i32]) -> bool {
        self.holds.as_ref().expect("a check needs `holds`")(parameters, values)
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// The number of cases that a test runs: `ordinary`, or what the environment variable `FERZ_CASES` says, for long runs.
///
/// # Panics
/// When the variable is not a number.
pub fn cases(ordinary: u64) -> u64 {
    match std::env::var("FERZ_CASES") {
        Ok(number) => number.parse().expect("FERZ_CASES is a number of cases"),
        Err(_) => ordinary,
    }
}
