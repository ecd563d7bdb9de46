//! A test harness for propagators: one declaration tests a constraint.
//!
//! The declaration says how many views the constraint takes, how it is posted,
//! what it means (the *oracle*), and how strong it claims to be. The harness
//! generates cases: domains with holes, negatives and constants; in a fifth or more of
//! them *aliased* positions (`x` twice, `x + c`, `-x + c`); in a tenth values or
//! offsets near ±2³⁰; every domain layout. Each case replays up to three
//! decisions, then walks up and down the search tree at random and checks at
//! every fixpoint, against a list of all solutions made by brute force, that
//!
//! 1. no solution was lost, and the propagator fails exactly as it must;
//! 2. every [`Claim`] holds, with the positions as independent variables;
//! 3. a new propagator on the same domains finds nothing more to remove;
//! 4. `Entailed` was said only where every remaining tuple is a solution;
//! 5. going back restores every domain, and going another way is right again;
//! 6. in explain mode (a third of the cases) the domains are those of classical
//!    mode, and every inference has premises that held before it and, with the
//!    constraint, imply it; asked later, `explain` gives the same premises;
//! 7. the propagator's checker agrees with every reason, and disagrees when the reason is
//!    made wrong: a premise left out, weakened or negated, the fact forgotten.
//!
//! Some cases also enumerate all solutions in each layout, with the engine
//! replaced by a copy of itself on the way.
//!
//! ```
//! use solver_core::constraints::NotEqual;
//! use solver_core::harness::{Check, Claim, Fault};
//!
//! let check = Check::new("not_equal")
//!     .arity(2..=2)
//!     .values(-3..=3)
//!     .post(|(), v| NotEqual::new(v[0], v[1]))
//!     .holds(|(), v| v[0] != v[1])
//!     .claims(Claim::Domain)
//!     .cases(500)
//!     .seed(1);
//! let report = check.run()?;
//! assert_eq!(report.cases, 500);
//! // Would the harness have noticed a propagator that removes too much?
//! assert!(check.catches(Fault::RemovesSupported));
//! # Ok::<(), solver_core::harness::Failure>(())
//! ```
//!
//! Coefficients, tables and the like are drawn once per case with
//! [`parameters`](Check::parameters) and handed to `post` and `holds` alike.

mod case;
mod claim;
mod doubt;
mod enumerate;
mod fault;
mod generate;
mod oracle;
mod reasons;
mod report;
mod run;
#[cfg(test)]
mod tests;
mod walk;

pub use crate::search::Rng;
pub use claim::{Claim, Support};
pub use fault::{Fault, Faulty, Plant};
pub use report::{Failure, Report, Tally};
pub use run::cases;

use crate::propagator::Propagator;
use crate::reason::{Justification, Rule};
use crate::view::View;
use case::Case;
use oracle::Oracle;
use std::fmt::Debug;
use std::ops::RangeInclusive;

type Parameters<P> = Box<dyn Fn(&mut Rng, usize) -> P>;
/// A view, and its smallest and largest value at the root of the case.
type Ranged = (View, RangeInclusive<i32>);
type Post<P> = Box<dyn Fn(&P, &[Ranged]) -> Box<dyn Propagator>>;
type Holds<P> = Box<dyn Fn(&P, &[i32]) -> bool>;

/// The declaration of a constraint under test. See the [module page](self).
///
/// `P` are random parameters of the constraint, such as coefficients.
pub struct Check<P = ()> {
    name: String,
    arity: RangeInclusive<usize>,
    values: RangeInclusive<i32>,
    /// Ranges of single positions.
    positions: Vec<(usize, RangeInclusive<i32>)>,
    extremes: bool,
    parameters: Parameters<P>,
    post: Option<Post<P>>,
    holds: Option<Holds<P>>,
    claims: Vec<Claim<P>>,
    rules: Vec<&'static Rule>,
    cases: u64,
    only: Option<u64>,
    seed: u64,
}

impl Check<()> {
    /// A constraint of two views with values `-3..=3`, 10,000 cases, seed 1; all to be changed.
    pub fn new(name: &str) -> Check<()> {
        Check {
            name: name.to_owned(),
            arity: 2..=2,
            values: -3..=3,
            positions: Vec::new(),
            extremes: true,
            parameters: Box::new(|_, _| ()),
            post: None,
            holds: None,
            claims: Vec::new(),
            rules: Vec::new(),
            cases: 10_000,
            only: None,
            seed: 1,
        }
    }

    /// Random parameters, drawn once per case from a generator and the number of views.
    /// To be called before `post`, `holds` and `claims`, which are handed the parameters.
    #[must_use]
    pub fn parameters<P>(self, draw: impl Fn(&mut Rng, usize) -> P + 'static) -> Check<P> {
        Check {
            name: self.name,
            arity: self.arity,
            values: self.values,
            positions: self.positions,
            extremes: self.extremes,
            parameters: Box::new(draw),
            post: None,
            holds: None,
            claims: Vec::new(),
            rules: self.rules,
            cases: self.cases,
            only: self.only,
            seed: self.seed,
        }
    }
}

impl<P: Debug + 'static> Check<P> {
    /// The numbers of views that the constraint can take; 0 is an empty array.
    #[must_use]
    pub fn arity(mut self, arity: RangeInclusive<usize>) -> Check<P> {
        self.arity = arity;
        self
    }

    /// The range that values are drawn from. A case uses at most seven of them;
    /// a wide range gives wide domain layouts too.
    #[must_use]
    pub fn values(mut self, values: RangeInclusive<i32>) -> Check<P> {
        self.values = values;
        self
    }

    /// The range of one position where it differs, for example `0..=1` for a truth value.
    /// Then values are never shifted towards ±2³⁰ (offsets of views still are).
    #[must_use]
    pub fn position(mut self, position: usize, values: RangeInclusive<i32>) -> Check<P> {
        self.positions.push((position, values));
        self
    }

    /// Keeps values within the given range always: no case near ±2³⁰ (offsets of views still are).
    #[must_use]
    pub fn without_extremes(mut self) -> Check<P> {
        self.extremes = false;
        self
    }

    /// How the constraint is posted on views, as a propagator or a `Box<dyn Propagator>`.
    #[must_use]
    pub fn post<Q: Propagator + 'static>(mut self, post: impl Fn(&P, &[View]) -> Q + 'static) -> Check<P> {
        self.post = Some(Box::new(move |p, ranged| {
            let views: Vec<View> = ranged.iter().map(|r| r.0).collect();
            Box::new(post(p, &views))
        }));
        self
    }

    /// As [`post`](Check::post), for constructors that want the range of each view too: its
    /// smallest and largest value at the root of the case, even where domains are smaller.
    #[must_use]
    pub fn post_ranged<Q: Propagator + 'static>(
        mut self,
        post: impl Fn(&P, &[(View, RangeInclusive<i32>)]) -> Q + 'static,
    ) -> Check<P> {
        self.post = Some(Box::new(move |p, ranged| Box::new(post(p, ranged))));
        self
    }

    /// The oracle: whether a tuple of values, one per view, satisfies the constraint.
    #[must_use]
    pub fn holds(mut self, holds: impl Fn(&P, &[i32]) -> bool + 'static) -> Check<P> {
        self.holds = Some(Box::new(holds));
        self
    }

    /// Adds a claim on the strength. Without any, [`Claim::Sound`] is what is tested.
    #[must_use]
    pub fn claims(mut self, claim: Claim<P>) -> Check<P> {
        self.claims.push(claim);
        self
    }

    /// All rules that the propagator may name. Then to name another is a failure, and in every
    /// case the checker is asked whether it can say no by each of them.
    #[must_use]
    pub fn rules(mut self, rules: impl IntoIterator<Item = &'static Rule>) -> Check<P> {
        self.rules.extend(rules);
        self
    }

    /// The number of cases.
    #[must_use]
    pub fn cases(mut self, cases: u64) -> Check<P> {
        self.cases = cases;
        self
    }

    /// The seed. Seed and number of a case determine the case.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Check<P> {
        self.seed = seed;
        self
    }

    /// Runs one case alone, to look at a failure again.
    #[must_use]
    pub fn only(mut self, case: u64) -> Check<P> {
        self.only = Some(case);
        self
    }

    /// Runs the cases.
    ///
    /// # Errors
    /// The first [`Failure`], which prints as all that is needed to see and repeat it.
    ///
    /// # Panics
    /// When `post` or `holds` was not given.
    pub fn run(&self) -> Result<Report, Failure> {
        self.run_with(None)
    }

    /// Whether the same declaration fails when this fault is planted into the propagator, or into one
    /// of its rules: the test of the test. Runs until the first failure.
    ///
    /// A fault that has nowhere to bite is not caught, for example a wrong
    /// entailment in a propagator whose every tuple is a solution.
    ///
    /// # Panics
    /// When `post` or `holds` was not given.
    pub fn catches(&self, plant: impl Into<Plant>) -> bool {
        self.run_with(Some(plant.into())).is_err()
    }

    /// Plants every fault that has somewhere to bite, as a report without faults tells, into
    /// the propagator, and those [of rules](Fault::OF_RULES) into each of its rules alone. Returns those that
    /// were not caught; there should be none.
    ///
    /// # Panics
    /// When `post` or `holds` was not given.
    pub fn missed(&self, report: &Report) -> Vec<Plant> {
        let everywhere = Fault::ALL.into_iter().filter(|fault| report.rules.iter().any(|r| bites(*fault, r)));
        let everywhere = everywhere.filter(|&fault| fault != Fault::StaysEntailed || report.entailed > 0);
        let in_rules = report.rules.iter().flat_map(|rule| {
            Fault::OF_RULES.into_iter().filter(move |fault| bites(*fault, rule)).map(|fault| fault.in_rule(rule.0))
        });
        everywhere.map(Plant::from).chain(in_rules).filter(|&plant| !self.catches(plant)).collect()
    }
}

/// Whether a fault can make a difference to a rule.
fn bites(fault: Fault, (rule, tally): &(&'static Rule, Tally)) -> bool {
    match fault {
        Fault::DropsPremise => tally.premises > 0,
        Fault::DropsRows => rule.justification == Justification::SumOfRows,
        _ => true,
    }
}

/// A case on the test bench.
struct Subject<'a, P> {
    check: &'a Check<P>,
    case: &'a Case<P>,
    oracle: &'a Oracle,
    plant: Option<Plant>,
}

/// What a check found wrong, in words.
type Verdict = Result<(), String>;
