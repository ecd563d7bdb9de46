use super::square::SQUARE;
use super::{RULE, times};
use crate::constraints::HalfReified;
use crate::engine::{Engine, EngineBuilder, Halt};
use crate::harness::{Check, Claim, Form};
use crate::{Atom, ValueSet, View};

type Ends = (i64, i64);

/// Returns the bounds of the domain at position `k`, or `v` twice if `k` is the given position.
fn ends(domains: &[Vec<i32>], k: usize, (position, v): (usize, i32)) -> Ends {
    let d = &domains[k];
    if k == position { (v.into(), v.into()) } else { (d[0].into(), d[d.len() - 1].into()) }
}

/// Checks whether some real x and y have a product in z. Tests the corners of the box for each combination of signs.
fn has_real_support(domains: &[Vec<i32>], position: usize, v: i32) -> bool {
    let [x, y, z] = [0, 1, 2].map(|k| ends(domains, k, (position, v)));
    let signed = |(low, high): Ends| [(low, high.min(-1)), (low.max(0), high.min(0)), (low.max(1), high)];
    signed(x).iter().filter(|p| p.0 <= p.1).any(|x| {
        signed(y).iter().filter(|p| p.0 <= p.1).any(|y| {
            let corners = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
            corners.iter().any(|&p| p <= z.1) && corners.iter().any(|&p| p >= z.0)
        })
    })
}

fn is_product(v: &[i32]) -> bool {
    i64::from(v[0]) * i64::from(v[1]) == i64::from(v[2])
}

fn check() -> Check {
    Check::new("times")
        .arity(3..=3)
        .values(-12..=12)
        .post(|(), v| times(v[0], v[1], v[2]))
        .holds(|(), v| is_product(v))
        .claims(Claim::bounds(|(), domains, position, v| has_real_support(domains, position, v)))
        .rules([&RULE, &SQUARE])
        .up_to(10_000)
}

#[test]
fn bounds_have_a_real_support_and_planted_faults_are_caught() {
    check().passes(5_000);
}

#[test]
fn a_condition_is_false_when_no_product_fits() {
    let check = Check::new("times.enforce_if")
        .forms([Form::Holds])
        .arity(4..=4)
        .values(-12..=12)
        .position(0, 0..=1)
        .post(|(), v| HalfReified::new(v[0], times(v[1], v[2], v[3])))
        .holds(|(), v| v[0] == 0 || is_product(&v[1..]))
        .claims(Claim::values(|(), domains: &[Vec<i32>], position, v| {
            // Position 3 is outside the array, so `has_real_support` uses all intervals unchanged.
            position != 0 || v == 0 || domains[1] == domains[2] || has_real_support(&domains[1..], 3, 0)
        }))
        .rules([&RULE, &SQUARE])
        .up_to(10_000);
    check.passes(2_500);
}

#[test]
fn with_a_fixed_factor_or_one_of_0_and_1_bounds_have_an_integer_support() {
    for factor in [-3..=-3, 0..=0, 2..=2, 0..=1] {
        let check = Check::new("times by a constant")
            .arity(3..=3)
            .values(-12..=12)
            .position(1, factor)
            .post(|(), v| times(v[0], v[1], v[2]))
            .holds(|(), v| is_product(v))
            .claims(Claim::BoundsZ)
            .rules([&RULE, &SQUARE])
            .up_to(3_500);
        check.run().unwrap_or_else(|failure| panic!("{failure}"));
    }
}

#[test]
fn squares_are_bounds_consistent() {
    let check = Check::new("square")
        .arity(2..=2)
        .values(-6..=20)
        .post(|(), v| times(v[0], v[0], v[1]))
        .holds(|(), v| i64::from(v[0]) * i64::from(v[0]) == i64::from(v[1]))
        .claims(Claim::BoundsZ)
        .rules([&SQUARE])
        .up_to(10_000);
    check.passes(500);
}

fn engine(ranges: [(i32, i32); 3]) -> (Engine, [View; 3]) {
    let mut b = EngineBuilder::new(ranges.map(|(low, high)| ValueSet::range(low, high)).to_vec()).explaining();
    let views = [0, 1, 2].map(|i| b.view(i));
    b.post(times(views[0], views[1], views[2]));
    (b.build().unwrap(), views)
}

fn contracted(ranges: [(i32, i32); 3]) -> [(i32, i32); 3] {
    let (mut e, views) = engine(ranges);
    e.propagate().unwrap();
    views.map(|v| (e.min(v), e.max(v)))
}

/// `reliability.md` §2.5, case 21: products beyond 2³⁰ and beyond 2³¹ neither wrap nor panic.
#[test]
fn case_21_the_largest_factors_do_not_overflow() {
    let limit = View::LIMIT;
    assert_eq!(contracted([(-limit, limit); 3]), [(-limit, limit); 3]);
    assert_eq!(
        contracted([(65_536, limit), (2, limit), (1, limit)]),
        [(65_536, limit / 2), (2, 16_384), (131_072, limit)]
    );
    let (mut e, _) = engine([(limit - 1, limit), (-limit, 2 - limit), (-limit, limit)]);
    assert_eq!(e.propagate(), Err(Halt::Failed));
}

#[test]
fn an_interval_that_holds_zero_is_not_divided_by_zero() {
    assert_eq!(contracted([(-5, 5), (0, 9), (3, 4)]), [(1, 4), (1, 4), (3, 4)]);
    assert_eq!(contracted([(-5, 5), (0, 0), (-4, 4)]), [(-5, 5), (0, 0), (0, 0)]);
}

#[test]
fn a_reason_names_the_bounds_it_needs_as_weak_as_they_may_be() {
    let (mut e, [x, y, z]) = engine([(0, 100), (0, 100), (0, 100)]);
    e.propagate().unwrap();
    e.assume(Atom::at_least(x, 30)).unwrap();
    e.propagate().unwrap();
    let why = e.inference(1).unwrap();
    // z <= 100 holds initially. Only 34 * 3 > 100 would exclude y = 3, but 26 * 4 > 100 already excludes y = 4.
    assert_eq!((why.fact, &why.premises[..]), (Some(Atom::at_most(y, 3)), &[Atom::at_least(x, 26)][..]));
    assert_eq!(e.max(z), 100);
}
