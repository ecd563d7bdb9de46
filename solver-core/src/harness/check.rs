//! The declaration of a constraint under test, as a test writes it.

use super::claim::Refutes;
use super::declared::{Declared, Parameters, typed};
use super::run::ordinary;
use super::{Claim, Failure, Form, Plant, Report, Rng, Way};
use crate::propagator::Propagator;
use crate::reason::Rule;
use crate::view::View;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The declaration of a constraint under test. See the [module page](super).
///
/// `P` is the type of the constraint's random parameters, such as coefficients. Only the declaration's closures know
/// this type; all declarations share one runner.
pub struct Check<P = ()> {
    pub(super) declared: Declared,
    parameters: PhantomData<fn(&P)>,
}

impl Check<()> {
    /// Declares a constraint over two views with values `-3..=3`, tested on 10,000 cases from seed 1. All of these
    /// defaults can be changed.
    pub fn new(name: &str) -> Check<()> {
        Check { declared: Declared::new(name), parameters: PhantomData }
    }

    /// Generates random parameters once per case, from a random generator and the number of views. Call this before
    /// `post`, `holds` and `claims`, which receive the parameters.
    #[must_use]
    pub fn parameters<P: Debug + Send + Sync + 'static>(
        self,
        draw: impl Fn(&mut Rng, usize) -> P + 'static,
    ) -> Check<P> {
        let draw = Box::new(move |rng: &mut Rng, arity| Arc::new(draw(rng, arity)) as _);
        let declared = Declared { parameters: draw, post: None, holds: None, claims: Vec::new(), ..self.declared };
        Check { declared, parameters: PhantomData }
    }
}

impl<P: Debug + Send + Sync + 'static> Check<P> {
    /// Sets how many views the constraint can take; 0 means an empty array.
    #[must_use]
    pub fn arity(mut self, arity: RangeInclusive<usize>) -> Check<P> {
        self.declared.arity = arity;
        self
    }

    /// Sets the range from which values are picked. A case uses at most seven values; a wide range also tests the
    /// layouts for wide domains.
    #[must_use]
    pub fn values(mut self, values: RangeInclusive<i32>) -> Check<P> {
        self.declared.values = values;
        self
    }

    /// Sets a separate range for one position, for example `0..=1` for a truth value. Values are then never shifted
    /// towards ±2³⁰ (offsets of views still are).
    #[must_use]
    pub fn position(mut self, position: usize, values: RangeInclusive<i32>) -> Check<P> {
        self.declared.positions.push((position, values));
        self
    }

    /// Keeps values within the given range, so that none are shifted towards ±2³⁰ (offsets of views still are).
    #[must_use]
    pub fn without_extremes(mut self) -> Check<P> {
        self.declared.extremes = false;
        self
    }

    /// Sets how the constraint is posted on views, as a propagator or a `Box<dyn Propagator>`.
    #[must_use]
    pub fn post<Q: Propagator + 'static>(mut self, post: impl Fn(&P, &[View]) -> Q + 'static) -> Check<P> {
        self.declared.post = Some(Box::new(move |parameters, ranged| {
            let views: Vec<View> = ranged.iter().map(|r| r.0).collect();
            Box::new(post(typed(parameters), &views))
        }));
        self
    }

    /// Like [`post`](Check::post), for constructors that also need the range of each view: its smallest and largest
    /// value at the root of the case, even if the domains are smaller.
    #[must_use]
    pub fn post_ranged<Q: Propagator + 'static>(
        mut self,
        post: impl Fn(&P, &[(View, RangeInclusive<i32>)]) -> Q + 'static,
    ) -> Check<P> {
        self.declared.post = Some(Box::new(move |parameters, ranged| Box::new(post(typed(parameters), ranged))));
        self
    }

    /// Sets the oracle: whether a tuple of values, one per view, satisfies the constraint.
    #[must_use]
    pub fn holds(mut self, holds: impl Fn(&P, &[i32]) -> bool + Send + Sync + 'static) -> Check<P> {
        self.declared.holds = Some(Arc::new(move |parameters, values| holds(typed(parameters), values)));
        self
    }

    /// Adds a claim about consistency. Without any claim, [`Claim::Sound`] is tested.
    #[must_use]
    pub fn claims(mut self, claim: Claim<P>) -> Check<P> {
        self.declared.claims.push(claim.untyped());
        self
    }

    /// Claims that an open condition of the constraint becomes false as soon as `impossible` returns `true` for the
    /// domains of the constraint's positions, each passed as its values in ascending order.
    #[must_use]
    pub fn refutes(mut self, impossible: impl Fn(&P, &[Vec<i32>]) -> bool + 'static) -> Check<P> {
        let untyped =
            Box::new(move |parameters: &dyn Parameters, domains: &[Vec<i32>]| impossible(typed(parameters), domains));
        self.declared.refutes = Some(Refutes::Where(untyped));
        self
    }

    /// Claims that an open condition of the constraint becomes false as soon as the domains have no solution.
    #[must_use]
    pub fn refutes_all(mut self) -> Check<P> {
        self.declared.refutes = Some(Refutes::All);
        self
    }

    /// Declares all rules of the propagator. A reason with an undeclared rule is then a failure, and for domains that
    /// contain a solution, the checker must return `false` for each declared rule.
    #[must_use]
    pub fn rules(mut self, rules: impl IntoIterator<Item = &'static Rule>) -> Check<P> {
        self.declared.rules.extend(rules);
        self
    }

    /// Sets the number of cases for each form.
    #[must_use]
    pub fn cases(mut self, cases: u64) -> Check<P> {
        self.declared.cases = cases;
        self.declared.enough = cases;
        self
    }

    /// Sets the maximum number of cases for each form: runs a tenth of them, and then more until each rule has been
    /// used. The environment variable `FERZ_CASES` overrides this: `full` runs all cases, and a number runs that many.
    ///
    /// # Panics
    /// If the variable is neither a number nor `full`.
    #[must_use]
    pub fn up_to(mut self, cases: u64) -> Check<P> {
        self.declared.cases = super::cases(cases);
        self.declared.enough = ordinary(cases);
        self
    }

    /// Sets the seed. The seed and the case's index determine the case.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Check<P> {
        self.declared.seed = seed;
        self
    }

    /// Restricts the forms to test: for example, it is redundant to reify a reified constraint.
    #[must_use]
    pub fn forms(mut self, forms: impl IntoIterator<Item = Form>) -> Check<P> {
        self.declared.forms = forms.into_iter().collect();
        self
    }

    /// Restricts the methods for testing propagator state.
    #[must_use]
    pub fn ways(mut self, ways: impl IntoIterator<Item = Way>) -> Check<P> {
        self.declared.ways = ways.into_iter().collect();
        self
    }

    /// Declares that the trailed integers contain nothing essential (for example, only whether the propagator has run
    /// before), so that state faults are not injected.
    #[must_use]
    pub fn without_state(mut self) -> Check<P> {
        self.declared.state = false;
        self
    }

    /// Declares that the modified positions are redundant because the propagator also reads the domains, so that the
    /// fault of reading only some modified positions is not injected.
    #[must_use]
    pub fn without_modified_positions(mut self) -> Check<P> {
        self.declared.modified = false;
        self
    }

    /// Declares that the propagator has several fixpoints, depending on the order of changes, because it may prune less
    /// on smaller domains. The claims must hold at each fixpoint, but a new engine with the same decisions may reach a
    /// different one.
    #[must_use]
    pub fn with_many_fixpoints(mut self) -> Check<P> {
        self.declared.one_fixpoint = false;
        self
    }

    /// Runs a single case, to reproduce a failure.
    #[must_use]
    pub fn only(mut self, case: u64) -> Check<P> {
        self.declared.only = Some(case);
        self
    }
}

/// Runs declarations.
impl<P: Debug + Send + Sync + 'static> Check<P> {
    /// Runs the cases.
    ///
    /// # Errors
    /// The first [`Failure`], which prints everything needed to understand and reproduce it.
    ///
    /// # Panics
    /// If `post` or `holds` was not given.
    pub fn run(&self) -> Result<Report, Failure> {
        self.declared.run()
    }

    /// Tests the test itself: returns whether the declaration fails when this fault is injected into the propagator or
    /// one of its rules. Runs until the first failure.
    ///
    /// A fault that has no effect is not caught. An example is a wrong entailment in the propagator of a constraint
    /// that every tuple satisfies.
    ///
    /// # Panics
    /// If `post` or `holds` was not given.
    pub fn catches(&self, plant: impl Into<Plant>) -> bool {
        self.declared.catches(plant.into())
    }

    /// Injects faults and returns those that were not caught; there should be none. Every fault that can have an
    /// effect, according to a report without faults, is injected into the propagator; faults [of
    /// rules](super::Fault::OF_RULES) are also injected into each of the propagator's rules separately.
    ///
    /// # Panics
    /// If `post` or `holds` was not given.
    pub fn missed(&self, report: &Report) -> Vec<Plant> {
        self.declared.missed(report)
    }

    /// Runs the cases, prints the report, and ensures that the test could have failed: for the form C, more than
    /// `reasons` reasons were checked, scaled by the share of cases that were run; each declared [rule](Check::rules)
    /// was used by some reason; and every effective [injected fault](Check::missed) was caught.
    ///
    /// ```
    /// use solver_core::constraints::AllDifferentValue;
    /// use solver_core::harness::Check;
    ///
    /// Check::new("all_different")
    ///     .arity(0..=4)
    ///     .post(|(), v| AllDifferentValue::new(v.iter().copied()))
    ///     .holds(|(), v| (1..v.len()).all(|i| !v[..i].contains(&v[i])))
    ///     .cases(5_000)
    ///     .passes(4_000);
    /// ```
    ///
    /// # Panics
    /// If there is a [`Failure`](super::Failure), if too few reasons or rules were covered, or if a fault was not
    /// caught.
    #[track_caller]
    #[allow(clippy::print_stdout, reason = "test runners show it on demand")]
    pub fn passes(&self, reasons: u64) -> Report {
        let report = self.run().unwrap_or_else(|failure| panic!("{failure}"));
        println!("{report}");
        let reasons = reasons * report.cases / self.declared.cases.max(1);
        assert!(report.reasons > reasons, "more than {reasons} reasons were expected\n{report}");
        let unseen = report.unseen_rules();
        assert!(unseen.is_empty(), "no reason names the rules {unseen:?}\n{report}");
        assert_eq!(self.missed(&report), [], "injected faults that were not detected");
        report
    }
}
