//! A test harness for propagators: one declaration tests a constraint.
//!
//! The declaration says how many views the constraint takes, how it is posted,
//! what it means (the *oracle*), and how strong it claims to be. The harness
//! generates cases: domains with holes, negatives and constants; in a fifth or more of
//! them *aliased* positions (`x` twice, `x + c`, `-x + c`); in a tenth values or
//! offsets near ±2³⁰; every domain layout. Each number gives four cases, one in each [`Form`]: the
//! constraint C, `b -> C`, `b <-> C` and not C. Each case replays up to three
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
//! After the walk the propagator's state is put to the test in one of four ways: up to sixteen decisions before one
//! propagation, a copy that goes its own way, a return to the root, a return from where it was entailed.
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
mod form;
mod generate;
mod kept;
mod ledger;
mod oracle;
mod reasons;
mod report;
mod run;
#[cfg(test)]
mod state_tests;
#[cfg(test)]
mod tests;
mod walk;
mod ways;

pub use crate::search::Rng;
pub use claim::{Claim, Support};
pub use fault::{Fault, Faulty, Plant};
pub use form::Form;
pub use report::{Failure, Report, Tally};
pub use run::cases;
pub use ways::Way;

use crate::propagator::Propagator;
use crate::reason::Rule;
use crate::view::View;
use case::Case;
use oracle::Oracle;
use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::sync::Arc;

type Parameters<P> = Box<dyn Fn(&mut Rng, usize) -> P>;
/// A view, and its smallest and largest value at the root of the case.
type Ranged = (View, RangeInclusive<i32>);
type Post<P> = Box<dyn Fn(&P, &[Ranged]) -> Box<dyn Propagator>>;
type Holds<P> = Arc<dyn Fn(&P, &[i32]) -> bool + Send + Sync>;

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
    forms: Vec<Form>,
    ways: Vec<Way>,
    /// Whether wrong cells would do harm.
    state: bool,
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
            forms: Form::ALL.to_vec(),
            ways: Way::ALL.to_vec(),
            state: true,
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
            forms: self.forms,
            ways: self.ways,
            state: self.state,
        }
    }
}

impl<P: Debug + Send + Sync + 'static> Check<P> {
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
    pub fn holds(mut self, holds: impl Fn(&P, &[i32]) -> bool + Send + Sync + 'static) -> Check<P> {
        self.holds = Some(Arc::new(holds));
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

    /// The number of cases of each form.
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

    /// The forms to test, when not all: a condition of a condition, say, adds nothing.
    #[must_use]
    pub fn forms(mut self, forms: impl IntoIterator<Item = Form>) -> Check<P> {
        self.forms = forms.into_iter().collect();
        self
    }

    /// The ways to put state to the test, when not all.
    #[must_use]
    pub fn ways(mut self, ways: impl IntoIterator<Item = Way>) -> Check<P> {
        self.ways = ways.into_iter().collect();
        self
    }

    /// The cells hold nothing that would be missed, such as that there was a first run: faults of state are not planted.
    #[must_use]
    pub fn without_state(mut self) -> Check<P> {
        self.state = false;
        self
    }

    /// Runs one number alone, to look at a failure again.
    #[must_use]
    pub fn only(mut self, case: u64) -> Check<P> {
        self.only = Some(case);
        self
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
