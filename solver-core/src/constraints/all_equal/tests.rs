use super::{AllEqual, BOUND, HOLE, ITSELF};
use crate::ValueSet;
use crate::constraints::HalfReified;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim, Form};
use crate::{Rule, View};

fn check(post: fn(Vec<View>) -> AllEqual, claim: Claim, rules: &[&'static Rule]) -> Check {
    Check::new("all_equal")
        .arity(0..=5)
        .values(-70..=70)
        .post(move |(), v| post(v.to_vec()))
        .holds(|(), v| v.windows(2).all(|p| p[0] == p[1]))
        .claims(claim)
        .rules(rules.iter().copied())
        .up_to(10_000)
}

/// Every bound occurs in every domain, which is stronger than bounds(D) consistency.
#[test]
fn bounds_level() {
    check(AllEqual::bounds, Claim::BoundsD, &[&BOUND, &ITSELF]).passes(5_000);
}

#[test]
fn domain_level() {
    check(AllEqual::domain, Claim::Domain, &[&BOUND, &HOLE, &ITSELF]).passes(5_000);
}

/// Bounds do not chase each other through a large domain.
#[test]
fn case_25_a_variable_and_itself_plus_one() {
    for post in [AllEqual::bounds, AllEqual::domain] {
        let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000)]);
        let x = b.view(0);
        b.post(Box::new(post(vec![x, x.plus(1)])));
        assert!(b.build().unwrap().propagate().is_err());
    }
}

/// choco#1037: the negated equality of equal constants is false.
#[test]
fn case_09_a_denied_equality_of_constants() {
    use crate::prelude::{Model, Outcome};
    let mut m = Model::new();
    let b = m.bool("b").unwrap();
    m.all_equal([2, 2]).iff(b);
    assert_eq!(m.count().unwrap(), Outcome::Complete(1));
    let mut m = Model::new();
    let (x, y, z) = (m.int("x", 0..=2).unwrap(), m.int("y", 0..=2).unwrap(), m.int("z", 0..=2).unwrap());
    m.all_equal([x, y, z]).iff(0);
    assert_eq!(m.count().unwrap(), Outcome::Complete(27 - 3));
}

/// In `b -> all_equal`, with b first in the scope, b becomes false as soon as the views are disjoint.
#[test]
fn a_condition_is_false_when_views_are_apart() {
    let apart = |domains: &[Vec<i32>]| {
        let low = domains.iter().map(|d| d[0]).max();
        let high = domains.iter().map(|d| d[d.len() - 1]).min();
        low > high
    };
    let check = Check::new("all_equal.enforce_if")
        .forms([Form::Holds])
        .arity(1..=5)
        .values(-3..=4)
        .position(0, 0..=1)
        .post(|(), v| HalfReified::new(v[0], Box::new(AllEqual::domain(v[1..].iter().copied()))))
        .holds(|(), v| v[0] == 0 || v[1..].windows(2).all(|p| p[0] == p[1]))
        .claims(Claim::values(move |(), domains, i, v| {
            i != 0 || v == 0 || domains[0].len() == 1 || !apart(&domains[1..])
        }))
        .rules([&BOUND, &HOLE, &ITSELF])
        .up_to(10_000);
    check.passes(1_000);
}
