//! Tests of the harness on a custom propagator, written as a user would write it.

use super::case::Case;
use super::{Check, Claim, Form, Rng};
use crate::constraints::{AllDifferentValue, LinearAtMost, NotEqual, Term};
use crate::prelude_propagator::*;

/// `x + c <= y`, with eager reasons.
#[derive(Clone)]
struct AtMost {
    x: View,
    y: View,
    c: i32,
}

static RULE: Rule = Rule::new("at_most", "{premises}, and the one is at most the other, so {fact}");

impl Propagator for AtMost {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.x, Wake::Min).watch(self.y, Wake::Max);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let AtMost { x, y, c } = *self;
        let (low, high) = (cx.min(x), cx.max(y));
        cx.at_least(y, low + c, || RULE.because([Atom::at_least(x, low)]))?;
        cx.at_most(x, high - c, || RULE.because([Atom::at_most(y, high)]))?;
        Ok(if cx.max(x) + c <= cx.min(y) { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        unreachable!("every reason is given at once")
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let (low, high) = (case.min(self.x), case.max(self.y));
        rule == &RULE && low.zip(high).is_none_or(|(low, high)| i64::from(low) + i64::from(self.c) > i64::from(high))
    }
}

fn at_most() -> Check<i32> {
    Check::new("at_most")
        .parameters(|rng, _| rng.below(7) as i32 - 3)
        .values(-5..=5)
        .post(|&c, v| AtMost { x: v[0], y: v[1], c })
        .holds(|&c, v| i64::from(v[0]) + i64::from(c) <= i64::from(v[1]))
        .claims(Claim::BoundsZ)
        .claims(Claim::Domain)
        .rules([&RULE])
}

#[test]
fn parameters_and_several_claims() {
    let report = at_most().run().unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report}");
    assert!(report.reasons > 1_000 && report.aliased > 1_000 && report.enumerations > 100);
    assert_eq!(at_most().missed(&report), []);
}

#[test]
fn a_wrong_oracle_fails_and_the_failure_repeats_alone() {
    let wrong = || at_most().holds(|&c, v| v[0] + c < v[1]);
    let failure = wrong().run().unwrap_err();
    let again = wrong().only(failure.number).run().unwrap_err();
    assert_eq!(failure, again);
}

/// `x + y <= z`, with a contributed row that is stricter than the constraint by `more`.
#[derive(Clone)]
struct Contributes {
    inner: LinearAtMost,
    views: [View; 3],
    more: i64,
}

impl Propagator for Contributes {
    fn scope(&self, scope: &mut Scope) {
        self.inner.scope(scope);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.inner.propagate(cx, modified)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        self.inner.explain(past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        self.inner.check(rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        self.inner.refuted(cx, why)
    }

    fn linear_rows(&self, rows: &mut LinearRows) {
        let [x, y, z] = self.views.map(Summand::Value);
        rows.add([(1, x), (1, y), (-1, z)], None, -self.more);
    }
}

#[test]
fn a_row_that_does_not_hold_fails() {
    let check = |more| {
        Check::new("contributes")
            .arity(3..=3)
            .post(move |(), v| {
                let terms = [(1, v[0]), (1, v[1]), (-1, v[2])];
                let term = |(coefficient, view)| (Term { coefficient, view }, -View::LIMIT..=View::LIMIT);
                let inner = LinearAtMost::new(terms.map(term), 0).expect("small sums");
                Contributes { inner, views: [v[0], v[1], v[2]], more }
            })
            .holds(|(), v| i64::from(v[0]) + i64::from(v[1]) <= i64::from(v[2]))
            .cases(500)
    };
    assert!(check(0).run().is_ok());
    let failure = check(1).run().unwrap_err();
    assert!(failure.what.contains("violates LinearRow"), "{failure}");
}

#[test]
fn a_level_above_the_propagator_fails() {
    let check = || {
        Check::new("all_different.value")
            .arity(3..=4)
            .post(|(), v| AllDifferentValue::new(v.iter().copied()))
            .holds(|(), v| (1..v.len()).all(|i| !v[..i].contains(&v[i])))
    };
    assert!(check().claims(Claim::Sound).run().is_ok());
    for claim in [Claim::Domain, Claim::BoundsD, Claim::BoundsZ] {
        let failure = check().claims(claim).run().unwrap_err();
        assert!(failure.what.contains("claim"), "{failure}");
    }
}

#[test]
fn a_claim_of_ones_own_sees_ascending_domains() {
    let check = Check::new("not_equal").post(|(), v| NotEqual::new(v[0], v[1])).holds(|(), v| v[0] != v[1]).claims(
        Claim::bounds(|(), domains, i, v| {
            assert!(domains.iter().all(|d| d.is_sorted()));
            assert!(v == domains[i][0] || v == domains[i][domains[i].len() - 1]);
            domains[1 - i] != [v]
        }),
    );
    assert!(check.run().is_ok());
}

#[test]
fn cases_are_as_declared() {
    let check = Check::new("ranges").arity(0..=6).values(-40..=50).position(1, 0..=1);
    let mut rng = Rng::new(3);
    let (mut aliased, mut empty, mut far) = (0, 0, 0);
    for _ in 0..10_000 {
        let case = Case::generate(&check.declared, Form::Holds, &mut rng);
        let root = case.root();
        aliased += u32::from(case.aliased());
        empty += u32::from(case.places.is_empty());
        far += u32::from(case.domains.iter().flatten().any(|x| x.abs() > 1 << 29));
        assert!(case.domains.iter().all(|d| !d.is_empty() && d.is_sorted()));
        for i in 0..case.places.len() {
            let range = if i == 1 { 0..=1 } else { -40..=50 };
            assert!(case.position(i, &root).iter().all(|v| range.contains(v)), "{}", case.describe(&[]));
        }
    }
    assert!(aliased > 1_000 && empty > 1_000 && far > 300, "{aliased} {empty} {far}");
}

#[test]
fn values_reach_both_limits() {
    let check = Check::new("extremes").values(-3..=3);
    let mut rng = Rng::new(4);
    let values: Vec<i32> = (0..2_000)
        .map(|_| Case::generate(&check.declared, Form::Holds, &mut rng))
        .flat_map(|case| case.position(0, &case.root()))
        .collect();
    assert_eq!(values.iter().max(), Some(&View::LIMIT));
    assert_eq!(values.iter().min(), Some(&-View::LIMIT));
}
