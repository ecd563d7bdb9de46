//! Bounds by sums, products, quotients and powers.

use super::{Found, Hull, Part, Premises, Rule};
use crate::translate::ranges::INFINITE;

/// The rule of a constraint, if it is one of these.
pub(super) fn rule(name: &str) -> Option<Rule> {
    Some(match name {
        "int_lin_eq" => |p, found| weighted(p, p.ints(1)?, Sign::Equal, found),
        "int_lin_le" => |p, found| weighted(p, p.ints(1)?, Sign::AtMost(0), found),
        "int_lin_lt" => |p, found| weighted(p, p.ints(1)?, Sign::AtMost(-1), found),
        "int_lin_ge" => |p, found| weighted(p, p.ints(1)?, Sign::AtLeast(0), found),
        "int_lin_gt" => |p, found| weighted(p, p.ints(1)?, Sign::AtLeast(1), found),
        "bool_lin_eq" => |p, found| weighted(p, p.truths(1)?, Sign::Equal, found),
        "bool_lin_le" => |p, found| weighted(p, p.truths(1)?, Sign::AtMost(0), found),
        "bool_lin_lt" => |p, found| weighted(p, p.truths(1)?, Sign::AtMost(-1), found),
        "bool_lin_ge" => |p, found| weighted(p, p.truths(1)?, Sign::AtLeast(0), found),
        "bool_lin_gt" => |p, found| weighted(p, p.truths(1)?, Sign::AtLeast(1), found),
        "int_eq" => |p, found| sum(&[(1, p.int(0)?), (-1, p.int(1)?)], Sign::Equal, found),
        "int_le" => |p, found| sum(&[(1, p.int(0)?), (-1, p.int(1)?)], Sign::AtMost(0), found),
        "int_lt" => |p, found| sum(&[(1, p.int(0)?), (-1, p.int(1)?)], Sign::AtMost(-1), found),
        "int_ge" => |p, found| sum(&[(1, p.int(0)?), (-1, p.int(1)?)], Sign::AtLeast(0), found),
        "int_gt" => |p, found| sum(&[(1, p.int(0)?), (-1, p.int(1)?)], Sign::AtLeast(1), found),
        "int_negate" => |p, found| sum(&[(1, p.int(0)?), (1, p.int(1)?)], Sign::Equal, found),
        "bool2int" => |p, found| sum(&[(1, p.truth(0)?), (-1, p.int(1)?)], Sign::Equal, found),
        "int_plus" => |p, found| sum(&[(1, p.int(0)?), (1, p.int(1)?), (-1, p.int(2)?)], Sign::Equal, found),
        "int_minus" => |p, found| sum(&[(1, p.int(0)?), (-1, p.int(1)?), (-1, p.int(2)?)], Sign::Equal, found),
        "int_times" => times,
        "int_div" => div,
        "int_mod" => modulo,
        "int_pow" => pow,
        "int_abs" => abs,
        "ferz_knapsack" => knapsack,
        _ => return None,
    })
}

/// How a sum compares with a total, which is moved by so much.
#[derive(Clone, Copy)]
enum Sign {
    Equal,
    AtMost(i128),
    AtLeast(i128),
}

fn weighted(p: &Premises<'_, '_>, of: Vec<Part>, sign: Sign, found: &mut Found) -> Option<()> {
    let terms: Vec<_> = p.numbers(0)?.into_iter().zip(of).collect();
    compared(&terms, p.int(2)?, sign, found);
    Some(())
}

fn sum(terms: &[(i64, Part)], sign: Sign, found: &mut Found) -> Option<()> {
    compared(terms, Part::constant(0), sign, found);
    Some(())
}

fn compared(terms: &[(i64, Part)], total: Part, sign: Sign, found: &mut Found) {
    // The total is one more term, so that each is what the others leave.
    let (turned, rest) = match sign {
        Sign::Equal => (1, 0),
        Sign::AtMost(rest) => (1, rest),
        Sign::AtLeast(rest) => (-1, -rest),
    };
    let terms: Vec<(i128, Part)> =
        terms.iter().map(|&(c, part)| (turned * i128::from(c), part)).chain([(-turned, total)]).collect();
    linear(&terms, rest, matches!(sign, Sign::Equal), found);
}

/// `Σ c·x = rest` or `Σ c·x <= rest`.
fn linear(terms: &[(i128, Part)], rest: i128, is_equation: bool, found: &mut Found) {
    let ends = |&(c, part): &(i128, Part)| {
        let (a, b) = (part.hull.0.saturating_mul(c), part.hull.1.saturating_mul(c));
        (a.min(b), a.max(b))
    };
    // A product that was too large may be the smallest number, which has no magnitude of its type.
    let is_wide = |v: i128| v <= -INFINITE || v >= INFINITE;
    // Terms without an end are counted apart: of those no more than one may be open for the others' sum to be known.
    let (mut low, mut high, mut no_low, mut no_high) = (0_i128, 0_i128, 0, 0);
    for (a, b) in terms.iter().filter(|term| term.0 != 0).map(ends) {
        if is_wide(a) {
            no_low += 1
        } else {
            low += a
        }
        if is_wide(b) { no_high += 1 } else { high += b }
    }
    for term in terms.iter().filter(|term| term.0 != 0) {
        let (a, b) = ends(term);
        let others_low = if is_wide(a) { (no_low == 1).then_some(low) } else { (no_low == 0).then_some(low - a) };
        let others_high = if is_wide(b) { (no_high == 1).then_some(high) } else { (no_high == 0).then_some(high - b) };
        // c·x is at most what the others leave, and at least, in an equation.
        let most = others_low.map(|others| rest - others);
        let least = others_high.filter(|_| is_equation).map(|others| rest - others);
        let c = term.0;
        found.learn(
            term.1,
            if c > 0 {
                (least.map_or(-INFINITE, |l| -(-l).div_euclid(c)), most.map_or(INFINITE, |m| m.div_euclid(c)))
            } else {
                (most.map_or(-INFINITE, |m| -m.div_euclid(-c)), least.map_or(INFINITE, |l| (-l).div_euclid(-c)))
            },
        );
    }
}

fn around_zero(most: i128) -> Hull {
    (-most, most)
}

/// Of what may be infinite.
fn quotient(x: i128, y: i128) -> i128 {
    if x < INFINITE { x / y } else { INFINITE }
}

fn times(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    let (x, y, z) = (p.int(0)?, p.int(1)?, p.int(2)?);
    let products = [x.hull.0, x.hull.1].map(|a| [y.hull.0, y.hull.1].map(|b| a.saturating_mul(b)));
    let (low, high) = super::hull_of(products.as_flattened().iter().map(|&v| (v, v)));
    if x.variable.is_some() && x.variable == y.variable {
        found.learn(z, (low.max(0), high));
        if z.hull.1 < INFINITE {
            found.learn(x, around_zero(z.hull.1.max(0).isqrt()));
        }
        return Some(());
    }
    found.learn(z, (low, high));
    // |x|·|y| = |z|, and neither is 0 where z is not.
    for (factor, other) in [(x, y), (y, x)] {
        let least = other.least_magnitude().max(i128::from(z.excludes_zero()));
        if least > 0 {
            found.learn(factor, around_zero(quotient(z.magnitude(), least)));
        }
    }
    Some(())
}

fn div(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    let (x, y, z) = (p.int(0)?, p.int(1)?, p.int(2)?);
    found.learn(z, around_zero(quotient(x.magnitude(), y.least_magnitude().max(1))));
    // |x| < (|z| + 1)·|y|
    found.learn(x, around_zero((z.magnitude() + 1).saturating_mul(y.magnitude()).saturating_sub(1).max(0)));
    if z.excludes_zero() {
        found.learn(y, around_zero(quotient(x.magnitude(), z.least_magnitude())));
    }
    Some(())
}

fn modulo(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    let (x, y, z) = (p.int(0)?, p.int(1)?, p.int(2)?);
    let most = x.magnitude().min(y.magnitude() - 1).max(0);
    found.learn(z, (if x.hull.0 < 0 { -most } else { 0 }, if x.hull.1 > 0 { most } else { 0 }));
    Some(())
}

fn pow(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    let (x, y, z) = (p.int(0)?, p.int(1)?, p.int(2)?);
    // A negative exponent gives -1, 0 or 1.
    let exponent = y.hull.1.clamp(0, 128) as u32;
    let most = x.magnitude().max(1).saturating_pow(exponent);
    let is_even = y.hull.0 == y.hull.1 && y.hull.0 % 2 == 0;
    found.learn(z, (if x.hull.0 >= 0 || is_even { 0 } else { -most }, most));
    if y.hull.0 >= 1 {
        found.learn(x, around_zero(z.magnitude()));
    }
    Some(())
}

fn abs(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    let (x, y) = (p.int(0)?, p.int(1)?);
    found.learn(y, (x.least_magnitude(), x.magnitude()));
    found.learn(x, around_zero(y.hull.1.max(0)));
    Some(())
}

/// The whole weight and the whole profit are sums.
fn knapsack(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    let counts = p.ints(2)?;
    for (of_one, whole) in [(0, 3), (1, 4)] {
        let terms: Vec<_> = p.numbers(of_one)?.into_iter().zip(counts.iter().copied()).collect();
        compared(&terms, p.int(whole)?, Sign::Equal, found);
    }
    counts.iter().for_each(|count| found.at_least(*count, 0));
    Some(())
}
