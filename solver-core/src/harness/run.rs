//! Runs the cases of a declaration.

use super::case::Case;
use super::oracle::Oracle;
use super::walk::Walk;
use super::{Declared, Failure, Fault, Form, Plant, Report, Rng, Subject, Tally, enumerate, ledger};
use crate::reason::{Justification, Rule};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The minimum number of cases for which the mix of cases is checked.
const MIXED: u64 = 2_000;

impl Declared {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let result = self.run_with(None);
        if self.only.is_none() {
            ledger::enter(&result);
        }
        result
    }

    /// Whether the declaration fails with this fault.
    pub(super) fn catches(&self, plant: Plant) -> bool {
        self.run_with(Some(plant)).is_err()
    }

    /// The effective faults that are not caught.
    pub(super) fn missed(&self, report: &Report) -> Vec<Plant> {
        let everywhere = Fault::ALL.into_iter().filter(|fault| report.rules.iter().any(|r| bites(*fault, r)));
        let (integers, positions) = self.requests();
        let everywhere = everywhere.filter(|&fault| match fault {
            Fault::StaysEntailed => report.entailed > 0,
            Fault::KeepsIntegers | Fault::SharesIntegers => integers && self.state,
            Fault::ReadsOnePosition => positions && self.state && self.modified,
            Fault::Refutes => !report.reified.is_empty(),
            _ => true,
        });
        // A rule without inferences here only refutes; the tests of the reified forms inject its faults.
        let inferring = report.rules.iter().filter(|(_, tally)| tally.reasons > 0);
        let in_rules = inferring.flat_map(|rule| {
            Fault::OF_RULES.into_iter().filter(move |fault| bites(*fault, rule)).map(|fault| fault.in_rule(rule.0))
        });
        everywhere.map(Plant::from).chain(in_rules).filter(|&plant| !self.catches(plant)).collect()
    }

    /// Whether, in any of the first few cases, the propagator requests trailed integers, and whether it requests
    /// modified positions.
    fn requests(&self) -> (bool, bool) {
        let scopes = (0..16).map(|number| {
            let mut rng = Rng::new(self.seed.wrapping_add(number));
            Case::generate(self, Form::Holds, &mut rng).scope(self)
        });
        scopes.fold((false, false), |(integers, positions), scope| {
            (integers || scope.integers > 0, positions || scope.wants_positions)
        })
    }

    pub(super) fn run_with(&self, plant: Option<Plant>) -> Result<Report, Failure> {
        let mut reports: Vec<Report> =
            self.forms.iter().map(|&form| Report::new(&self.name, form, self.seed, &self.rules)).collect();
        let enough = if plant.is_none() { self.enough } else { self.cases };
        for number in self.only.map_or(0..self.cases, |case| case..case + 1) {
            if number >= enough && (0..self.rules.len()).all(|rule| reports.iter().any(|report| report.has_seen(rule)))
            {
                break;
            }
            for report in &mut reports {
                let start = Instant::now();
                self.run_case(number, plant, report)?;
                report.elapsed += start.elapsed();
            }
        }
        if plant.is_none() && self.only.is_none() {
            reports.iter().filter(|report| report.cases >= MIXED).try_for_each(|report| self.mixed(report))?;
        }
        let reified = reports.split_off(reports.len().min(1));
        let report = reports.pop().unwrap_or_else(|| Report::new(&self.name, Form::Holds, self.seed, &self.rules));
        Ok(Report { reified, ..report })
    }

    fn run_case(&self, number: u64, plant: Option<Plant>, report: &mut Report) -> Result<(), Failure> {
        let form = report.form;
        let stream = number.wrapping_mul(0xd134_2543_de82_ef95) ^ (form as u64) << 62;
        let mut rng = Rng::new(self.seed.wrapping_add(stream));
        let case = Case::generate(self, form, &mut rng);
        report.cases += 1;
        report.aliased += u64::from(case.aliased());
        report.extreme += u64::from(case.extreme());
        let mut steps = Vec::new();
        // A panic in the propagator counts as a failure of this case, like any other.
        let verdict = catch_unwind(AssertUnwindSafe(|| {
            let subject = Subject { check: self, case: &case, oracle: &Oracle::new(self, &case), plant };
            Walk::new(&subject, &mut rng, report, &mut steps)?.run()?;
            enumerate::run(&subject, &mut rng, report)
        }));
        let what = match verdict {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(what)) => what,
            Err(panic) => format!("the propagator panicked: {}", panic_message(&*panic)),
        };
        let case = case.describe(&steps);
        Err(Failure { name: self.name.clone(), form, seed: self.seed, number, what, case })
    }

    /// Checks that the cases are mixed as the [module page](super) specifies: a fifth aliased, a tenth near the limits.
    fn mixed(&self, report: &Report) -> Result<(), Failure> {
        let Report { form, cases, aliased, extreme, .. } = *report;
        // A condition fixed to 0 cannot be aliased.
        let positions = self.arity.end() + usize::from(matches!(form, Form::HalfReified | Form::Reified));
        // A share of one in `cases + 1` means that no case is required.
        let shared = if positions > 1 { 5 } else { cases + 1 };
        let far = if *self.arity.end() > 0 { 10 } else { cases + 1 };
        let wanted = [("share a variable", aliased, shared), ("are near the limits", extreme, far)];
        // Tolerates a deficit of up to three standard deviations from the expected number.
        let deviation = |share: u64| (cases * (share - 1)).isqrt() / share;
        match wanted.into_iter().find(|&(_, part, share)| part + 3 * deviation(share) < cases / share) {
            None => Ok(()),
            Some((what, part, share)) => Err(Failure {
                name: self.name.clone(),
                form,
                seed: self.seed,
                number: cases,
                what: format!("of {cases} cases only {part} {what}, which is less than one in {share}"),
                case: "  the range of each position must leave room for the values of another".to_owned(),
            }),
        }
    }
}

/// Whether a fault can have an effect on a rule.
fn bites(fault: Fault, (rule, tally): &(&'static Rule, Tally)) -> bool {
    match fault {
        Fault::DropsPremise => tally.premises > 0,
        Fault::DropsRows => rule.justification == Justification::SumOfRows,
        _ => true,
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// The maximum number of cases that a test runs: `full`, or a number from the environment variable `FERZ_CASES`.
///
/// # Panics
/// If the variable is neither a number nor `full`.
pub fn cases(full: u64) -> u64 {
    match std::env::var("FERZ_CASES") {
        Ok(number) if number != "full" => number.parse().expect("FERZ_CASES is a number of cases, or full"),
        _ => full,
    }
}

/// The number of cases in an ordinary run: a tenth of `full`. `FERZ_CASES` overrides it, as for [`cases`].
///
/// # Panics
/// Same as [`cases`].
pub fn ordinary(full: u64) -> u64 {
    if std::env::var_os("FERZ_CASES").is_some() { cases(full) } else { full.div_ceil(10) }
}
