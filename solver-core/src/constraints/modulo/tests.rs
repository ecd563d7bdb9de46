use super::{RULE, modulo};
use crate::engine::{EngineBuilder, Halt};
use crate::harness::{Check, Claim};
use crate::{ValueSet, View};

fn check(name: &str) -> Check {
    Check::new(name)
        .arity(3..=3)
        .values(-12..=12)
        .post(|(), v| modulo(v[0], v[1], v[2]))
        .holds(|(), v| v[0].checked_rem(v[1]) == Some(v[2]))
        .rules([&RULE])
        .up_to(10_000)
}

/// Checks whether, in magnitudes, `x = q·y + z` and `|z| < |y|` hold for some possible quotient and some y between its
/// bounds.
fn is_in_reach(domains: &[Vec<i32>], position: usize, v: i32) -> bool {
    let signed = |k: usize, sign: i64| {
        let d = &domains[k];
        let ends = [sign * i64::from(d[0]), sign * i64::from(d[d.len() - 1])];
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    };
    [1, -1].into_iter().any(|sx| {
        [1, -1].into_iter().any(|sy| {
            let own = sign_of(position, sx, sy) * i64::from(v);
            let (mut x, mut y, mut z) = (signed(0, sx), signed(1, sy), signed(2, sx));
            let (most_x, least_x, least_y) = (x.1, x.0.max(0), y.0.max(1));
            if y.1 < least_y || most_x < least_x {
                return false;
            }
            let (fewest, most) = (least_x / y.1, most_x / least_y);
            *[&mut x, &mut y, &mut z][position] = (own, own);
            (x, y, z) = ((x.0.max(0), x.1), (y.0.max(1).max(z.0 + 1), y.1), (z.0.max(0), z.1.min(y.1 - 1)));
            let some = x.0 <= x.1 && y.0 <= y.1 && z.0 <= z.1;
            some && fewest * y.0 + z.0 <= x.1 && x.0 <= most * y.1 + z.1
        })
    })
}

fn sign_of(position: usize, sx: i64, sy: i64) -> i64 {
    if position == 1 { sy } else { sx }
}

#[test]
fn bounds_are_in_reach_and_planted_faults_are_caught() {
    let reach = |(): &(), domains: &[Vec<i32>], position, v| is_in_reach(domains, position, v);
    check("mod").claims(Claim::bounds(reach)).passes(5_000);
}

#[test]
fn by_a_fixed_divisor_bounds_have_an_integer_support() {
    for divisor in [-5, 2, 3, 7] {
        check("mod by a constant").position(1, divisor..=divisor).claims(Claim::BoundsZ).passes(500);
    }
}

fn contracted(ranges: [(i32, i32); 3]) -> Result<[(i32, i32); 3], Halt> {
    let mut b = EngineBuilder::new(ranges.map(|(low, high)| ValueSet::range(low, high)).to_vec());
    let views = [0, 1, 2].map(|i| b.view(i));
    b.post(modulo(views[0], views[1], views[2]));
    let mut e = b.build().unwrap();
    e.propagate()?;
    Ok(views.map(|v| (e.min(v), e.max(v))))
}

#[test]
fn the_sign_is_that_of_the_dividend() {
    for (x, y) in [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (-4, 4)] {
        assert_eq!(contracted([(x, x), (y, y), (-9, 9)]).unwrap()[2], (x % y, x % y));
    }
}

#[test]
fn a_remainder_by_zero_is_undefined() {
    assert_eq!(contracted([(-9, 9), (0, 0), (-9, 9)]), Err(Halt::Failed));
    assert_eq!(contracted([(-9, 9), (-3, 0), (-9, 9)]), Ok([(-9, 9), (-3, -1), (-2, 2)]));
}

/// `reliability.md` §2.5, case 7: Gecode found solutions of `A mod B = B`, which has none.
#[test]
fn case_07_a_remainder_never_equals_its_divisor() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(-20, 20), ValueSet::range(-9, 9)]);
    let (a, divisor) = (b.view(0), b.view(1));
    b.post(modulo(a, divisor, divisor));
    assert_eq!(b.build().unwrap().propagate(), Err(Halt::Failed));
}

/// `reliability.md` §2.5, case 21: the largest operands.
#[test]
fn case_21_the_largest_operands_do_not_overflow() {
    let limit = View::LIMIT;
    assert_eq!(contracted([(-limit, limit); 3]), Ok([(-limit, limit), (-limit, limit), (1 - limit, limit - 1)]));
}
