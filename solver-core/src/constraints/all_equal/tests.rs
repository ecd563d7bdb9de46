use super::{AllEqual, BOUND, HOLE, ITSELF};
use crate::ValueSet;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim, cases};
use crate::{Rule, View};

fn check(post: fn(Vec<View>) -> AllEqual, claim: Claim, rules: &[&'static Rule]) -> Check {
    Check::new("all_equal")
        .arity(0..=5)
        .values(-70..=70)
        .post(move |(), v| post(v.to_vec()))
        .holds(|(), v| v.windows(2).all(|p| p[0] == p[1]))
        .claims(claim)
        .rules(rules.iter().copied())
        .cases(cases(20_000))
}

fn passes(check: &Check) {
    let report = check.run().unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report}");
    assert!(report.unseen_rules().is_empty() && report.reasons > 10_000, "{report}");
    assert_eq!(check.missed(&report), []);
}

/// The bounds are in every domain, which is more than bounds(D) consistency.
#[test]
fn bounds_level() {
    passes(&check(|v| AllEqual::bounds(v), Claim::BoundsD, &[&BOUND, &ITSELF]));
}

#[test]
fn domain_level() {
    passes(&check(|v| AllEqual::domain(v), Claim::Domain, &[&BOUND, &HOLE, &ITSELF]));
}

/// field/reliability.md 2.5, cases 25 and 29: no chase through a large domain.
#[test]
fn case_25_a_variable_and_itself_plus_one() {
    for post in [AllEqual::bounds, AllEqual::domain] {
        let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000)]);
        let x = b.view(0);
        b.post(Box::new(post(vec![x, x.plus(1)])));
        assert!(b.build().unwrap().propagate().is_err());
    }
}
