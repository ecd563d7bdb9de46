use super::{RULE, pow};
use crate::engine::{EngineBuilder, Halt};
use crate::harness::{Check, Claim};
use crate::{ValueSet, View};

/// MiniZinc's power function.
fn power(x: i32, y: i32) -> Option<i64> {
    let (x, y) = (i128::from(x), i128::from(y));
    let magnitude = (0..y.unsigned_abs()).try_fold(1i128, |p, _| match x {
        1 | 0 => Some(x),
        -1 => Some(-p),
        _ => p.checked_mul(x).filter(|p| p.abs() < 1 << 62),
    });
    let magnitude = if y.unsigned_abs() > 1 << 20 && x.abs() > 1 { None } else { magnitude };
    match magnitude {
        Some(p) if y >= 0 => i64::try_from(p).ok(),
        Some(p) => 1i128.checked_div(p).and_then(|p| i64::try_from(p).ok()),
        None => (y < 0).then_some(0),
    }
}

fn fast_power(x: i32, y: i32) -> Option<i64> {
    // For bases of magnitude at most 1, only the parity and the sign of a large exponent matter.
    if y.abs() > 200 { power(x, if y % 2 == 0 { 200 } else { 199 } * y.signum()) } else { power(x, y) }
}

fn check(values: std::ops::RangeInclusive<i32>) -> Check {
    Check::new("pow")
        .arity(3..=3)
        .values(values)
        .post(|(), v| pow(v[0], v[1], v[2]))
        .holds(|(), v| fast_power(v[0], v[1]) == Some(i64::from(v[2])))
        .claims(Claim::BoundsZ)
        .rules([&RULE])
        .up_to(10_000)
}

#[test]
fn is_bounds_consistent() {
    check(-6..=9).up_to(4_000).passes(1_000);
}

#[test]
fn is_bounds_consistent_on_large_powers() {
    check(-6..=9).position(1, -1..=5).position(2, -40..=90).up_to(4_000).passes(1_000);
}

fn contracted(ranges: [(i32, i32); 3]) -> Result<[(i32, i32); 3], Halt> {
    let mut b = EngineBuilder::new(ranges.map(|(low, high)| ValueSet::range(low, high)).to_vec());
    let views = [0, 1, 2].map(|i| b.view(i));
    b.post(pow(views[0], views[1], views[2]));
    let mut e = b.build().unwrap();
    e.propagate()?;
    Ok(views.map(|v| (e.min(v), e.max(v))))
}

#[test]
fn powers_with_exponents_from_zero_down() {
    let of = |x: i32, y: i32| contracted([(x, x), (y, y), (-99, 99)]).map(|c| c[2]);
    assert_eq!(of(0, 0), Ok((1, 1)));
    assert_eq!(of(0, -1), Err(Halt::Failed));
    assert_eq!(of(-1, -3), Ok((-1, -1)));
    assert_eq!(of(1, -View::LIMIT), Ok((1, 1)));
    assert_eq!(of(-5, -1), Ok((0, 0)));
    assert_eq!(of(-3, 3), Ok((-27, -27)));
}

/// `reliability.md` §2.5, case 21: the largest operands.
#[test]
fn case_21_the_largest_operands_do_not_overflow() {
    let limit = View::LIMIT;
    assert_eq!(contracted([(-limit, limit); 3]), Ok([(-limit, limit); 3]));
    assert_eq!(contracted([(2, limit), (1, limit), (-limit, limit)]), Ok([(2, limit), (1, 30), (2, limit)]));
    assert_eq!(contracted([(2, limit), (30, limit), (1, limit)]), Ok([(2, 2), (30, 30), (limit, limit)]));
}
