//! Tests of the linear constraints against brute force, with random coefficients.

use super::{LinearAtMost, LinearEqual, LinearEqualDomain, LinearError, LinearNotEqual, Term};
use super::{at_most, equal, equal_domain, not_equal};
use crate::constraints::HalfReified;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim, Form};
use crate::{Atom, Propagator, Rule, ValueSet, View};
use std::ops::RangeInclusive;

#[derive(Debug)]
struct Sum {
    coefficients: Vec<i64>,
    constant: i64,
}

impl Sum {
    fn value(&self, values: &[i32]) -> i64 {
        self.coefficients.iter().zip(values).map(|(&a, &v)| a * i64::from(v)).sum::<i64>() - self.constant
    }

    /// Returns the sum of the minima or maxima of `a·x` over all positions but one, minus the constant.
    fn others(&self, domains: &[Vec<i32>], but: usize, extreme: fn(i64, i64) -> i64) -> i64 {
        let term = |i: usize| {
            let (a, d) = (self.coefficients[i], &domains[i]);
            extreme(a * i64::from(d[0]), a * i64::from(d[d.len() - 1]))
        };
        (0..domains.len()).filter(|&i| i != but).map(term).sum::<i64>() - self.constant
    }
}

type Terms = Vec<(Term, RangeInclusive<i32>)>;

fn check<Q: Propagator + 'static>(
    name: &str,
    post: fn(Terms, i64) -> Result<Q, LinearError>,
    holds: fn(i64) -> bool,
    claim: Claim<Sum>,
    rules: &[&'static Rule],
) -> Check<Sum> {
    Check::new(name)
        .parameters(|rng, n| Sum {
            coefficients: (0..n).map(|_| rng.below(9) as i64 - 4).collect(),
            constant: rng.below(25) as i64 - 12,
        })
        .arity(0..=4)
        .values(-6..=6)
        .post_ranged(move |sum, views: &[(View, RangeInclusive<i32>)]| {
            let terms = sum.coefficients.iter().zip(views);
            let terms = terms.map(|(&coefficient, (view, range))| (Term { coefficient, view: *view }, range.clone()));
            post(terms.collect(), sum.constant).unwrap()
        })
        .holds(move |sum, values| holds(sum.value(values)))
        .claims(claim)
        .rules(rules.iter().copied())
        .up_to(10_000)
}

#[test]
fn at_most_is_domain_consistent() {
    check("linear.at_most", LinearAtMost::new, |s| s <= 0, Claim::Domain, &[&at_most::RULE]).passes(4_000);
}

/// Claims that the bounds of a view lie within the range that the sum of the other terms allows.
fn between_the_others() -> Claim<Sum> {
    Claim::bounds(|sum: &Sum, domains, i, v| {
        let own = sum.coefficients[i] * i64::from(v);
        sum.others(domains, i, i64::min) + own <= 0 && sum.others(domains, i, i64::max) + own >= 0
    })
}

#[test]
fn equal_is_bounds_consistent_over_the_reals() {
    let support = between_the_others();
    check("linear.equal", LinearEqual::new, |s| s == 0, support, &[&equal::RULE, &equal::DIVISOR]).passes(10_000);
}

/// Checks sums of several two-valued views with coefficients and of one or two other terms.
fn of_choices<Q: Propagator + 'static>(
    name: &str,
    post: fn(Terms, i64) -> Result<Q, LinearError>,
    holds: fn(i64) -> bool,
    claim: Claim<Sum>,
    rules: &[&'static Rule],
    reasons: u64,
) {
    let check = check(name, post, holds, claim, rules).arity(5..=7).values(0..=1).up_to(10_000);
    check.position(0, -4..=4).position(6, 0..=9).passes(reasons);
}

#[test]
fn at_most_of_choices_is_domain_consistent() {
    of_choices("linear.at_most", LinearAtMost::new, |s| s <= 0, Claim::Domain, &[&at_most::RULE], 4_000);
}

#[test]
fn equal_of_choices_is_bounds_consistent_over_the_reals() {
    let rules: [&Rule; 2] = [&equal::RULE, &equal::DIVISOR];
    of_choices("linear.equal", LinearEqual::new, |s| s == 0, between_the_others(), &rules, 10_000);
}

#[test]
fn not_equal_is_domain_consistent() {
    check("linear.not_equal", LinearNotEqual::new, |s| s != 0, Claim::Domain, &[&not_equal::RULE]).passes(500);
}

#[test]
fn equal_of_three_is_domain_consistent() {
    let rules: [&Rule; 3] = [&equal::RULE, &equal::DIVISOR, &equal_domain::VALUE];
    for arity in 0..=3 {
        let check = check("linear.equal.domain", LinearEqualDomain::new, |s| s == 0, Claim::Domain, &rules);
        let check = check.arity(arity..=arity).up_to(10_000);
        match arity {
            3 => drop(check.passes(5_000)),
            _ => drop(check.run().unwrap_or_else(|failure| panic!("{failure}"))),
        }
    }
}

#[test]
fn equal_of_more_keeps_bounds() {
    let rules: [&Rule; 3] = [&equal::RULE, &equal::DIVISOR, &equal_domain::VALUE];
    let check = check("linear.equal.domain", LinearEqualDomain::new, |s| s == 0, Claim::Sound, &rules);
    check.arity(4..=4).up_to(10_000).run().unwrap_or_else(|failure| panic!("{failure}"));
}

/// Checks `b -> C` with `b` at the first position: `b` becomes false when `C` becomes impossible.
fn conditional<Q: Propagator + 'static>(
    name: &str,
    post: fn(Terms, i64) -> Result<Q, LinearError>,
    holds: fn(i64) -> bool,
    refuted: fn((i64, i64)) -> bool,
    rules: &[&'static Rule],
    reasons: u64,
) {
    let terms = |sum: &Sum, views: &[(View, RangeInclusive<i32>)]| -> Terms {
        let terms = sum.coefficients.iter().zip(views);
        terms.map(|(&coefficient, (view, range))| (Term { coefficient, view: *view }, range.clone())).collect()
    };
    let check = Check::new(name)
        .forms([Form::Holds])
        // With two terms, the propagator is always notified when the last one becomes fixed.
        .without_state()
        .parameters(|rng, n| Sum {
            coefficients: (1..n).map(|_| rng.below(9) as i64 - 4).collect(),
            constant: rng.below(25) as i64 - 12,
        })
        .arity(1..=3)
        .values(-6..=6)
        .position(0, 0..=1)
        .post_ranged(move |sum, views: &[(View, RangeInclusive<i32>)]| {
            HalfReified::new(views[0].0, Box::new(post(terms(sum, &views[1..]), sum.constant).unwrap()))
        })
        .holds(move |sum, values| values[0] == 0 || holds(sum.value(&values[1..])))
        .claims(Claim::values(move |sum: &Sum, domains: &[Vec<i32>], position, v| {
            let all = &domains[1..];
            let extremes = (sum.others(all, usize::MAX, i64::min), sum.others(all, usize::MAX, i64::max));
            position != 0 || v == 0 || domains[0].len() == 1 || !refuted(extremes)
        }))
        .rules(rules.iter().copied())
        .up_to(10_000);
    check.passes(reasons);
}

#[test]
fn a_condition_is_false_when_the_sum_is_too_large() {
    conditional("at_most.enforce_if", LinearAtMost::new, |s| s <= 0, |(low, _)| low > 0, &[&at_most::RULE], 1_000);
}

// While the condition is unfixed, no reason is available for an equation refuted by a divisor, so nothing is claimed.

#[test]
fn an_equation_under_a_condition() {
    conditional("equal.enforce_if", LinearEqual::new, |s| s == 0, |_| false, &[&equal::RULE, &equal::DIVISOR], 1_000);
}

#[test]
fn an_equation_by_values_under_a_condition() {
    let rules: [&Rule; 3] = [&equal::RULE, &equal::DIVISOR, &equal_domain::VALUE];
    conditional("equal.domain.enforce_if", LinearEqualDomain::new, |s| s == 0, |_| false, &rules, 1_000);
}

#[test]
fn a_condition_is_false_when_the_sum_is_what_it_must_not_be() {
    conditional(
        "not_equal.enforce_if",
        LinearNotEqual::new,
        |s| s != 0,
        |ends| ends == (0, 0),
        &[&not_equal::RULE],
        250,
    );
}

#[test]
fn the_condition_of_an_equation_out_of_reach_is_false() {
    for (constant, premise) in [(30, Atom::at_most as fn(View, i32) -> Atom), (-1, Atom::at_least)] {
        let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), ValueSet::range(-9, 99), ValueSet::range(-9, 99)]);
        let [condition, x, y] = [0, 1, 2].map(|i| b.view(i));
        let terms = [x, y].map(|view| (Term { coefficient: 1, view }, -9..=99));
        b.post(Box::new(HalfReified::new(condition, Box::new(LinearEqual::new(terms, constant).unwrap()))));
        let mut e = b.build().unwrap();
        e.assume(premise(x, 10)).unwrap();
        e.assume(premise(y, 10)).unwrap();
        e.propagate().unwrap();
        assert_eq!(e.fixed(condition), Some(0));
    }
}
