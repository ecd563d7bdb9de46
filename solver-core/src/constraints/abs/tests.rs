use super::{AbsDomain, RULE, VALUE, abs_bounds};
use crate::harness::{Check, Claim};
use crate::{Propagator, Rule, View};

fn passes(post: fn(View, View) -> Box<dyn Propagator>, claim: Claim, rules: &[&'static Rule]) {
    let check = Check::new("abs")
        .arity(2..=2)
        .values(-7..=7)
        .post(move |(), v| post(v[0], v[1]))
        .holds(|(), v| i64::from(v[0]).abs() == i64::from(v[1]))
        .claims(claim)
        .rules(rules.iter().copied())
        .up_to(10_000);
    check.passes(5_000);
}

#[test]
fn bounds_have_an_integer_support() {
    passes(abs_bounds, Claim::BoundsZ, &[&RULE]);
}

#[test]
fn every_value_has_a_support() {
    passes(|x, y| Box::new(AbsDomain::new(x, y)), Claim::Domain, &[&RULE, &VALUE]);
}
