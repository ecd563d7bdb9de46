use super::{RULE, div};
use crate::engine::{EngineBuilder, Halt};
use crate::harness::{Check, Claim};
use crate::{ValueSet, View};

/// Checks, for each combination of signs, whether a value has a support among real `x` and `y`, with the quotient
/// rounded toward 0.
fn has_real_support(domains: &[Vec<i32>], position: usize, v: i32) -> bool {
    let [x, y, z] = [0, 1, 2].map(|k| {
        let d = &domains[k];
        if k == position { (v, v) } else { (d[0], d[d.len() - 1]) }
    });
    let quotient = |y: i32| [x.0, x.1, 0.clamp(x.0, x.1), (-1).clamp(x.0, x.1)].map(|x| (x.signum(), x / y));
    let divisors: Vec<i32> = (y.0..=y.1).filter(|&y| y != 0).collect();
    [1, -1].into_iter().any(|sy| {
        let quotients = divisors.iter().filter(|&&y| y.signum() == sy).flat_map(|&y| quotient(y));
        let all: Vec<(i32, i32)> = quotients.collect();
        [true, false].into_iter().any(|negative| {
            let side = || all.iter().filter(|q| (q.0 < 0) == negative).map(|q| q.1);
            side().min().zip(side().max()).is_some_and(|(low, high)| low <= z.1 && z.0 <= high)
        })
    })
}

fn is_quotient(v: &[i32]) -> bool {
    v[0].checked_div(v[1]) == Some(v[2])
}

fn check(name: &str) -> Check {
    Check::new(name)
        .arity(3..=3)
        .values(-12..=12)
        .post(|(), v| div(v[0], v[1], v[2]))
        .holds(|(), v| is_quotient(v))
        .rules([&RULE])
        .up_to(10_000)
}

#[test]
fn bounds_have_a_real_support_and_planted_faults_are_caught() {
    let near = |(): &(), domains: &[Vec<i32>], position, v: i32| {
        // Near ±2³⁰, brute force over y would take too long.
        domains[1][0].abs() > 100
            || domains[1][domains[1].len() - 1].abs() > 100
            || has_real_support(domains, position, v)
    };
    check("div").claims(Claim::bounds(near)).passes(5_000);
}

#[test]
fn by_a_fixed_divisor_bounds_have_an_integer_support() {
    for divisor in [-3, -1, 2, 5] {
        check("div by a constant").position(1, divisor..=divisor).claims(Claim::BoundsZ).passes(500);
    }
}

fn contracted(ranges: [(i32, i32); 3]) -> Result<[(i32, i32); 3], Halt> {
    let mut b = EngineBuilder::new(ranges.map(|(low, high)| ValueSet::range(low, high)).to_vec());
    let views = [0, 1, 2].map(|i| b.view(i));
    b.post(div(views[0], views[1], views[2]));
    let mut e = b.build().unwrap();
    e.propagate()?;
    Ok(views.map(|v| (e.min(v), e.max(v))))
}

#[test]
fn quotients_are_rounded_toward_zero() {
    for (x, y) in [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (1, -9)] {
        assert_eq!(contracted([(x, x), (y, y), (-9, 9)]).unwrap()[2], (x / y, x / y));
    }
}

#[test]
fn a_division_by_zero_has_no_result() {
    assert_eq!(contracted([(-9, 9), (0, 0), (-9, 9)]), Err(Halt::Failed));
    assert_eq!(contracted([(-9, 9), (0, 3), (-9, 9)]), Ok([(-9, 9), (1, 3), (-9, 9)]));
}

/// `reliability.md` §2.5, case 21: the largest operands.
#[test]
fn case_21_the_largest_operands_do_not_overflow() {
    let limit = View::LIMIT;
    assert_eq!(contracted([(-limit, limit); 3]), Ok([(-limit, limit); 3]));
    assert_eq!(contracted([(-limit, limit), (1, limit), (limit, limit)]), Ok([(limit, limit), (1, 1), (limit, limit)]));
}
