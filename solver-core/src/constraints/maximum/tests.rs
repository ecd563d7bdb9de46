use super::{MAXIMUM, MINIMUM, Maximum, Rules};
use crate::constraints::HalfReified;
use crate::engine::{EngineBuilder, Halt};
use crate::harness::{Check, Claim, Form};
use crate::{Atom, ValueSet, View};

/// The scope is m, then the views.
fn check(post: fn(Vec<View>, View) -> Maximum, holds: fn(&[i32]) -> Option<i32>, rules: &'static Rules) -> Check {
    Check::new(rules.bound.name)
        .arity(1..=5)
        .values(-5..=5)
        .post(move |(), v| post(v[1..].to_vec(), v[0]))
        .holds(move |(), v| holds(&v[1..]) == Some(v[0]))
        .claims(Claim::BoundsZ)
        .rules([&rules.bound, &rules.member, &rules.reach])
        .up_to(10_000)
}

#[test]
fn the_maximum_is_bounds_consistent() {
    check(Maximum::bounds, |v| v.iter().max().copied(), &MAXIMUM).passes(2_500);
}

#[test]
fn the_minimum_is_bounds_consistent() {
    check(Maximum::of_minimum, |v| v.iter().min().copied(), &MINIMUM).passes(2_500);
}

#[test]
fn a_condition_is_false_when_the_maximum_is_out_of_reach() {
    let check = Check::new("maximum.enforce_if")
        .forms([Form::Holds])
        .arity(3..=4)
        .values(-5..=5)
        .position(0, 0..=1)
        .post(|(), v| HalfReified::new(v[0], Box::new(Maximum::bounds(&v[2..], v[1]))))
        .holds(|(), v| v[0] == 0 || v[2..].iter().max() == Some(&v[1]))
        .claims(Claim::values(|(), domains: &[Vec<i32>], position, v| {
            let (least, most) = (domains[1][0], domains[1][domains[1].len() - 1]);
            let reached = domains[2..].iter().any(|d| d[d.len() - 1] >= least);
            position != 0 || v == 0 || reached && domains[2..].iter().all(|d| d[0] <= most)
        }))
        .rules([&MAXIMUM.bound, &MAXIMUM.member, &MAXIMUM.reach])
        .up_to(10_000);
    check.passes(2_500);
}

#[test]
fn the_maximum_of_nothing_is_undefined() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1)]);
    let m = b.view(0);
    b.post(Box::new(Maximum::bounds([], m)));
    assert_eq!(b.build().unwrap().propagate(), Err(Halt::Failed));
}

#[test]
fn the_last_that_can_reach_the_maximum_must() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9); 3]).explaining();
    let [x, y, m] = [0, 1, 2].map(|i| b.view(i));
    b.post(Box::new(Maximum::bounds([x, y], m)));
    let mut e = b.build().unwrap();
    e.assume(Atom::at_most(x, 3)).unwrap();
    e.assume(Atom::at_least(m, 6)).unwrap();
    e.propagate().unwrap();
    assert_eq!((e.min(y), e.max(x)), (6, 3));
    let why = e.inference(2).unwrap();
    assert_eq!(why.premises[..], [Atom::at_least(m, 6), Atom::at_most(x, 5)]);
    assert_eq!(why.rule.name, "maximum.reach");
}
