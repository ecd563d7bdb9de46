//! Unary comparisons: applied exactly to the domain before the search, or converted to atoms.

use crate::atom::Atom;
use crate::model::{Expr, Sign};
use crate::value_set::ValueSet;
use crate::view::View;

/// The atom equivalent to `c·x + constant (sign) 0` with `c != 0`, or its truth value if all values of `x` agree.
pub(crate) fn unary_atom(x: View, c: i128, constant: i128, sign: Sign) -> Result<Atom, bool> {
    // c·x (sign) target
    let Some(target) = constant.checked_neg() else { return Err(false) };
    let (quotient, exact) = (target.div_euclid(c), target % c == 0);
    // Rounding keeps the solutions of `<=`: down for x <= …, up for x >= ….
    let beyond = |v: i128| v < i128::from(-View::LIMIT) || v > i128::from(View::LIMIT);
    match sign {
        Sign::Equal | Sign::Differs if !exact || beyond(quotient) => Err(sign == Sign::Differs),
        Sign::Equal => Ok(Atom::equals(x, quotient as i32)),
        Sign::Differs => Ok(Atom::differs(x, quotient as i32)),
        Sign::AtMost if c > 0 && beyond(quotient) => Err(quotient > 0),
        Sign::AtMost if c > 0 => Ok(Atom::at_most(x, quotient as i32)),
        Sign::AtMost if beyond(quotient) => Err(quotient < 0),
        // c < 0: x >= target / c, and the Euclidean quotient by a negative number rounds up.
        Sign::AtMost => Ok(Atom::at_least(x, quotient as i32)),
    }
}

/// The values of a domain that satisfy `c·x + constant (sign) 0`; `None` if the expression does not have exactly one
/// variable, or if its numbers are too large for exact arithmetic.
pub(super) fn tighten(domain: &ValueSet, expr: &Expr, sign: Sign) -> Option<ValueSet> {
    let (&[(c, _)], true) = (&expr.terms[..], expr.is_linear()) else { return None };
    let limit = i128::from(i64::MAX);
    if !(-limit..=limit).contains(&c) || !(-limit..=limit).contains(&expr.constant) {
        return None;
    }
    // c·x (sign) target
    let target = -expr.constant;
    let exact = if target % c == 0 { i32::try_from(target / c).ok() } else { None };
    Some(match (sign, exact) {
        (Sign::AtMost, _) if c > 0 => domain.intersection(&ValueSet::range(i32::MIN, clamp(target.div_euclid(c)))),
        (Sign::AtMost, _) => domain.intersection(&ValueSet::range(clamp(-target.div_euclid(-c)), i32::MAX)),
        (Sign::Equal, Some(v)) => domain.intersection(&ValueSet::range(v, v)),
        (Sign::Equal, None) => ValueSet::default(),
        (Sign::Differs, Some(v)) => domain.without(v),
        (Sign::Differs, None) => domain.clone(),
    })
}

/// All values lie within ±2³⁰, so a bound beyond `i32` may be clamped.
fn clamp(v: i128) -> i32 {
    v.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
