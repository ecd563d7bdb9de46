//! Functions of one or two integers.

use super::arguments::{Arguments, Read};
use super::premises::{Part, Premises, Sum, hull_of};
use super::sums::{self, Sums};
use super::{Builtin, Relation, Words, builtin};
use crate::translate::ranges::INFINITE;
use solver_core::Relates;

pub(super) const TABLE: &[Builtin] = &[
    builtin("int_plus", 3, |p| p.post_at_level((p.int(0)? + p.int(1)?).equals(p.int(2)?), 0..3))
        .compares(Relation::Equal, |p| Ok(Sum::new([(1, p.int(0)?), (1, p.int(1)?), (-1, p.int(2)?)], Relation::Equal)))
        .presolved(Sum::form)
        .words(Words::Function("{} + {}")),
    builtin("int_minus", 3, |p| p.post_at_level((p.int(0)? - p.int(1)?).equals(p.int(2)?), 0..3))
        .compares(Relation::Equal, |p| {
            Ok(Sum::new([(1, p.int(0)?), (-1, p.int(1)?), (-1, p.int(2)?)], Relation::Equal))
        })
        .presolved(Sum::form),
    builtin("int_negate", 2, |p| p.post(p.int(0)?.equals(-p.int(1)?)))
        .compares(Relation::Equal, |p| Ok(Sum::new([(1, p.int(0)?), (1, p.int(1)?)], Relation::Equal)))
        .presolved(Sum::form),
    builtin("int_times", 3, |p| p.rule.plain(p.model.times(p.int(0)?, p.int(1)?, p.int(2)?)))
        .bounds(times)
        .unmoved()
        .or_sums(Sums { can: |reach| sums::span(reach, 0).min(sums::span(reach, 1)) < sums::FEW, make: sums::product })
        .words(Words::Function("{} * {}")),
    builtin("int_div", 3, |p| p.rule.plain(p.model.div(p.int(0)?, p.int(1)?, p.int(2)?)))
        .bounds(div)
        .unmoved()
        .or_sums(Sums { can: sums::by_number, make: |p| sums::division(p, |[quotient, _]| quotient) })
        .words(Words::Function("{} div {}")),
    builtin("int_mod", 3, |p| p.rule.plain(p.model.modulo(p.int(0)?, p.int(1)?, p.int(2)?)))
        .bounds(modulo)
        .unmoved()
        .or_sums(Sums { can: sums::by_number, make: |p| sums::division(p, |[_, remainder]| remainder) })
        .words(Words::Function("{} mod {}")),
    builtin("int_pow", 3, |p| p.rule.plain(p.model.pow(p.int(0)?, p.int(1)?, p.int(2)?))).bounds(pow).unmoved(),
    builtin("int_abs", 2, |p| p.rule.strong(p.model.abs(p.int(0)?, p.int(1)?)))
        .bounds(abs)
        .unmoved()
        .or_sums(Sums::always(|p| Ok(sums::maximum(vec![p.int(0)?, -p.int(0)?], p.int(1)?))))
        .words(Words::Function("abs({})")),
    builtin("int_max", 3, |p| p.rule.plain(p.model.maximum([p.int(0)?, p.int(1)?], p.int(2)?)))
        .bounds(|p| maximum(p, &[p.int(0)?, p.int(1)?], p.int(2)?))
        .moved(&[&[0, 1, 2]])
        .or_sums(Sums::always(|p| Ok(sums::maximum(vec![p.int(0)?, p.int(1)?], p.int(2)?))))
        .words(Words::Function("max({}, {})")),
    builtin("int_min", 3, |p| p.rule.plain(p.model.minimum([p.int(0)?, p.int(1)?], p.int(2)?)))
        .bounds(|p| minimum(p, &[p.int(0)?, p.int(1)?], p.int(2)?))
        .moved(&[&[0, 1, 2]])
        .or_sums(Sums::always(|p| Ok(sums::minimum(vec![p.int(0)?, p.int(1)?], p.int(2)?))))
        .words(Words::Function("min({}, {})")),
    builtin("array_int_maximum", 2, |p| p.rule.plain(p.model.maximum(p.ints(1)?, p.int(0)?)))
        .bounds(|p| maximum(p, &p.ints(1)?, p.int(0)?))
        .moved(&[&[0, 1]])
        .or_sums(Sums::always(|p| Ok(sums::maximum(p.ints(1)?, p.int(0)?)))),
    builtin("array_int_minimum", 2, |p| p.rule.plain(p.model.minimum(p.ints(1)?, p.int(0)?)))
        .bounds(|p| minimum(p, &p.ints(1)?, p.int(0)?))
        .moved(&[&[0, 1]])
        .or_sums(Sums::always(|p| Ok(sums::minimum(p.ints(1)?, p.int(0)?)))),
];

fn maximum(p: &mut Premises<'_>, all: &[Part], result: Part) -> Read<()> {
    let low = all.iter().map(|part| part.hull.0).max();
    let high = all.iter().map(|part| part.hull.1).max();
    low.zip(high).map_or(Ok(()), |hull| p.learn(result, hull))?;
    all.iter().try_for_each(|part| p.at_most(*part, result.hull.1))
}

fn minimum(p: &mut Premises<'_>, all: &[Part], result: Part) -> Read<()> {
    let low = all.iter().map(|part| part.hull.0).min();
    let high = all.iter().map(|part| part.hull.1).min();
    low.zip(high).map_or(Ok(()), |hull| p.learn(result, hull))?;
    all.iter().try_for_each(|part| p.at_least(*part, result.hull.0))
}

fn around_zero(most: i128) -> (i128, i128) {
    (-most, most)
}

/// Returns the quotient of numbers that may be infinite.
fn quotient(x: i128, y: i128) -> i128 {
    if x < INFINITE { x / y } else { INFINITE }
}

fn times(p: &mut Premises<'_>) -> Read<()> {
    let (x, y, z) = (p.int(0)?, p.int(1)?, p.int(2)?);
    let products = [x.hull.0, x.hull.1].map(|a| [y.hull.0, y.hull.1].map(|b| a.saturating_mul(b)));
    let (low, high) = hull_of(products.as_flattened().iter().map(|&v| (v, v)));
    if x.variable.is_some() && x.variable == y.variable {
        p.learn(z, (low.max(0), high))?;
        let is_finite = z.hull.1 < INFINITE;
        return if is_finite { p.learn(x, around_zero(z.hull.1.max(0).isqrt())) } else { Ok(()) };
    }
    p.learn(z, (low, high))?;
    // |x|·|y| = |z|, so neither x nor y is 0 if z is not.
    for (factor, other) in [(x, y), (y, x)] {
        let least = other.least_magnitude().max(i128::from(z.excludes_zero()));
        if least > 0 {
            p.learn(factor, around_zero(quotient(z.magnitude(), least)))?;
        }
    }
    Ok(())
}

fn div(p: &mut Premises<'_>) -> Read<()> {
    let (x, y, z) = (p.int(0)?, p.int(1)?, p.int(2)?);
    p.learn(z, around_zero(quotient(x.magnitude(), y.least_magnitude().max(1))))?;
    // |x| < (|z| + 1)·|y|
    p.learn(x, around_zero((z.magnitude() + 1).saturating_mul(y.magnitude()).saturating_sub(1).max(0)))?;
    if z.excludes_zero() { p.learn(y, around_zero(quotient(x.magnitude(), z.least_magnitude()))) } else { Ok(()) }
}

fn modulo(p: &mut Premises<'_>) -> Read<()> {
    let (x, y, z) = (p.int(0)?, p.int(1)?, p.int(2)?);
    let most = x.magnitude().min(y.magnitude() - 1).max(0);
    p.learn(z, (if x.hull.0 < 0 { -most } else { 0 }, if x.hull.1 > 0 { most } else { 0 }))
}

fn pow(p: &mut Premises<'_>) -> Read<()> {
    let (x, y, z) = (p.int(0)?, p.int(1)?, p.int(2)?);
    // A negative exponent gives -1, 0 or 1.
    let exponent = y.hull.1.clamp(0, 128) as u32;
    let most = x.magnitude().max(1).saturating_pow(exponent);
    let is_even = y.hull.0 == y.hull.1 && y.hull.0 % 2 == 0;
    p.learn(z, (if x.hull.0 >= 0 || is_even { 0 } else { -most }, most))?;
    if y.hull.0 >= 1 { p.learn(x, around_zero(z.magnitude())) } else { Ok(()) }
}

fn abs(p: &mut Premises<'_>) -> Read<()> {
    let (x, y) = (p.int(0)?, p.int(1)?);
    p.learn(y, (x.least_magnitude(), x.magnitude()))?;
    p.learn(x, around_zero(y.hull.1.max(0)))
}
