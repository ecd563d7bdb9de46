//! Bounds for variables that have none, from the constraints: interval reasoning, only for those, and only before the search.
//!
//! It looks at sums, products and extremes, which is where MiniZinc leaves variables without bounds.

use super::bonds::{Bonds, Empty};
use super::ranges::{INFINITE, Ranges};
use crate::instance::{Call, Instance, Operand, VariableId};
use crate::limit::Limit;
use solver_core::View;

/// Passes over the constraints. Bounds that grow slowly towards each other would take as many as there are numbers.
const PASSES: usize = 64;

/// Lower and upper end, in numbers that do not overflow.
type Hull = (i128, i128);

/// Gives bounds to variables that reach beyond the engine's limits.
/// What a limit leaves open it stays.
pub(crate) fn derive(instance: &Instance, done: &[bool], bonds: &mut Bonds, limit: &mut Limit) -> Result<(), Empty> {
    let mut open = instance.variables().filter(|x| is_open(bonds, x.id())).count();
    if open == 0 {
        return Ok(());
    }
    let candidates: Vec<_> =
        instance.constraints().zip(done).filter(|(c, done)| !**done && reads(c.name())).map(|(c, _)| c).collect();
    for _ in 0..PASSES {
        let before = bonds.changes();
        for constraint in &candidates {
            if !limit.spend(8) {
                return Ok(());
            }
            // An argument that is not what it should be is told when the constraint is posted.
            narrow(**constraint, bonds).transpose()?;
        }
        if bonds.changes() == before {
            break;
        }
        open = instance.variables().filter(|x| is_open(bonds, x.id())).count();
        if open == 0 {
            break;
        }
    }
    Ok(())
}

fn is_open(bonds: &Bonds, x: VariableId) -> bool {
    let limit = i64::from(View::LIMIT);
    bonds.bounds(x).is_some_and(|(low, high)| low < -limit || high > limit)
}

fn reads(name: &str) -> bool {
    matches!(
        name,
        "int_lin_eq"
            | "int_lin_le"
            | "bool_lin_eq"
            | "int_eq"
            | "int_le"
            | "int_lt"
            | "int_plus"
            | "int_minus"
            | "int_times"
            | "int_div"
            | "int_mod"
            | "int_abs"
            | "int_max"
            | "int_min"
            | "array_int_maximum"
            | "array_int_minimum"
            | "array_int_element"
            | "array_var_int_element"
            | "int_pow"
    )
}

/// An argument's place among numbers.
#[derive(Clone, Copy)]
struct Part {
    variable: Option<VariableId>,
    hull: Hull,
}

struct Reader<'a, 'b> {
    call: Call<'a>,
    bonds: &'b Bonds,
}

impl Reader<'_, '_> {
    fn part(&self, operand: Operand<i64>) -> Option<Part> {
        Some(match operand {
            Operand::Constant(v) => Part { variable: None, hull: (v.into(), v.into()) },
            Operand::Variable(x) => {
                let (low, high) = self.bonds.bounds(x)?;
                Part { variable: Some(x), hull: (low.into(), high.into()) }
            }
        })
    }

    fn int(&self, at: usize) -> Option<Part> {
        self.part(self.call.int_operand(at).ok()?)
    }

    fn ints(&self, at: usize) -> Option<Vec<Part>> {
        self.call.int_operands(at).ok()?.into_iter().map(|operand| self.part(operand)).collect()
    }

    fn truths(&self, at: usize) -> Option<Vec<Part>> {
        let part = |operand| match operand {
            Operand::Constant(v) => self.part(Operand::Constant(i64::from(v))),
            Operand::Variable(x) => self.part(Operand::Variable(x)),
        };
        self.call.bool_operands(at).ok()?.into_iter().map(part).collect()
    }
}

/// Bounds that follow from one constraint.
fn narrow(call: Call<'_>, bonds: &mut Bonds) -> Option<Result<(), Empty>> {
    let reader = Reader { call, bonds };
    let mut found: Vec<(VariableId, Hull)> = Vec::new();
    let mut learn = |part: Part, hull: Hull| found.extend(part.variable.map(|x| (x, hull)));
    let wide = i128::from(INFINITE);
    match call.name() {
        "int_lin_eq" | "int_lin_le" => {
            let terms: Vec<_> = call.ints(0).ok()?.into_iter().zip(reader.ints(1)?).collect();
            let constant = Part { variable: None, hull: (call.int(2).ok()?.into(), call.int(2).ok()?.into()) };
            linear(&terms, constant, call.name() == "int_lin_eq", &mut learn);
        }
        "bool_lin_eq" => {
            let terms: Vec<_> = call.ints(0).ok()?.into_iter().zip(reader.truths(1)?).collect();
            linear(&terms, reader.int(2)?, true, &mut learn);
        }
        "int_eq" | "int_le" => {
            let terms = [(1, reader.int(0)?), (-1, reader.int(1)?)];
            linear(&terms, Part { variable: None, hull: (0, 0) }, call.name() == "int_eq", &mut learn);
        }
        "int_lt" => {
            let terms = [(1, reader.int(0)?), (-1, reader.int(1)?)];
            linear(&terms, Part { variable: None, hull: (-1, -1) }, false, &mut learn);
        }
        "int_plus" | "int_minus" => {
            let sign = if call.name() == "int_plus" { 1 } else { -1 };
            let terms = [(1, reader.int(0)?), (sign, reader.int(1)?), (-1, reader.int(2)?)];
            linear(&terms, Part { variable: None, hull: (0, 0) }, true, &mut learn);
        }
        "int_times" => {
            let (x, y, z) = (reader.int(0)?, reader.int(1)?, reader.int(2)?);
            let product = |a: i128, b: i128| a.saturating_mul(b);
            let corners = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| product(end(x.hull, i), end(y.hull, j)));
            let (mut low, high) = (corners.into_iter().min()?, corners.into_iter().max()?);
            if x.variable.is_some() && x.variable == y.variable {
                low = low.max(0);
            }
            learn(z, (low, high));
            // |x| <= |z| unless y is 0.
            for (factor, other) in [(x, y), (y, x)] {
                if other.hull.0 > 0 || other.hull.1 < 0 {
                    let most = magnitude(z.hull);
                    learn(factor, (-most, most));
                }
            }
        }
        "int_div" => {
            let most = magnitude(reader.int(0)?.hull);
            learn(reader.int(2)?, (-most, most));
        }
        "int_mod" => {
            let (x, y) = (reader.int(0)?, reader.int(1)?);
            let most = magnitude(x.hull).min(magnitude(y.hull) - 1).max(0);
            learn(reader.int(2)?, (if x.hull.0 < 0 { -most } else { 0 }, if x.hull.1 > 0 { most } else { 0 }));
        }
        "int_pow" => {
            let (x, y) = (magnitude(reader.int(0)?.hull), reader.int(1)?.hull.1.clamp(0, 128) as u32);
            let most = x.max(1).saturating_pow(y);
            learn(reader.int(2)?, (-most, most));
        }
        "int_abs" => {
            let (x, y) = (reader.int(0)?, reader.int(1)?);
            learn(y, (0, magnitude(x.hull)));
            learn(x, (-y.hull.1.max(0), y.hull.1.max(0)));
        }
        "int_max" | "int_min" => {
            let all = [reader.int(0)?, reader.int(1)?];
            extreme(&all, reader.int(2)?, call.name() == "int_max", &mut learn);
        }
        "array_int_maximum" | "array_int_minimum" => {
            extreme(&reader.ints(1)?, reader.int(0)?, call.name() == "array_int_maximum", &mut learn);
        }
        "array_int_element" => {
            let array = call.ints(1).ok()?;
            let (low, high) = (array.iter().min()?, array.iter().max()?);
            learn(reader.int(2)?, ((*low).into(), (*high).into()));
            learn(reader.int(0)?, (1, array.len() as i128));
        }
        "array_var_int_element" => {
            let array = reader.ints(1)?;
            let (low, high) = (array.iter().map(|p| p.hull.0).min()?, array.iter().map(|p| p.hull.1).max()?);
            learn(reader.int(2)?, (low, high));
            learn(reader.int(0)?, (1, array.len() as i128));
        }
        _ => return None,
    }
    let clamp = |v: i128| v.clamp(-wide, wide) as i64;
    Some(found.into_iter().try_for_each(|(x, (low, high))| {
        // Others are left to propagation, which says why.
        if is_open(bonds, x) { bonds.keep(x, &Ranges::between(clamp(low), clamp(high))) } else { Ok(()) }
    }))
}

fn end(hull: Hull, i: usize) -> i128 {
    if i == 0 { hull.0 } else { hull.1 }
}

fn magnitude(hull: Hull) -> i128 {
    hull.0.abs().max(hull.1.abs())
}

/// `Σ c·x = total` or `Σ c·x <= total`: each term is what the others leave.
fn linear(terms: &[(i64, Part)], total: Part, is_equation: bool, learn: &mut impl FnMut(Part, Hull)) {
    let wide = i128::from(INFINITE);
    let product = |c: i64, hull: Hull| {
        let (a, b) = (hull.0 * i128::from(c), hull.1 * i128::from(c));
        (a.min(b), a.max(b))
    };
    let is_wide = |v: i128| v.abs() >= wide;
    // Terms without an end are counted apart: of those no more than one may be open for the others' sum to be known.
    let (mut low, mut high, mut no_low, mut no_high) = (0_i128, 0_i128, 0, 0);
    for &(c, part) in terms {
        let (a, b) = product(c, part.hull);
        if is_wide(a) {
            no_low += 1
        } else {
            low += a
        }
        if is_wide(b) { no_high += 1 } else { high += b }
    }
    let is_known = if is_equation { no_low == 0 && no_high == 0 } else { no_low == 0 };
    if is_known {
        learn(total, (low, if is_equation { high } else { wide }));
    }
    for &(c, part) in terms.iter().filter(|term| term.0 != 0) {
        let (a, b) = product(c, part.hull);
        let rest_low = if is_wide(a) { (no_low == 1).then_some(low) } else { (no_low == 0).then_some(low - a) };
        let rest_high = if is_wide(b) { (no_high == 1).then_some(high) } else { (no_high == 0).then_some(high - b) };
        // c·x is at most total - rest, and at least, in an equation.
        let most = rest_low.filter(|_| !is_wide(total.hull.1)).map(|rest| total.hull.1 - rest);
        let least = rest_high.filter(|_| is_equation && !is_wide(total.hull.0)).map(|rest| total.hull.0 - rest);
        let c = i128::from(c);
        let (below, above) = if c > 0 {
            (least.map_or(-wide, |l| -(-l).div_euclid(c)), most.map_or(wide, |m| m.div_euclid(c)))
        } else {
            (most.map_or(-wide, |m| -(m.div_euclid(-c))), least.map_or(wide, |l| (-l).div_euclid(-c)))
        };
        learn(part, (below, above));
    }
}

fn extreme(all: &[Part], result: Part, is_maximum: bool, learn: &mut impl FnMut(Part, Hull)) {
    let wide = i128::from(INFINITE);
    let (lows, highs) = (all.iter().map(|p| p.hull.0), all.iter().map(|p| p.hull.1));
    let hull = if is_maximum { (lows.max(), highs.max()) } else { (lows.min(), highs.min()) };
    if let (Some(low), Some(high)) = hull {
        learn(result, (low, high));
    }
    for &part in all {
        learn(part, if is_maximum { (-wide, result.hull.1) } else { (result.hull.0, wide) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str, name: &str) -> (i64, i64) {
        let instance = crate::text::read(text.as_bytes()).expect("it can be read");
        let mut bonds = Bonds::new(instance.variables().map(|x| Ranges::declared(x.domain())).collect());
        derive(&instance, &vec![false; instance.constraints().len()], &mut bonds, &mut Limit::default())
            .expect("not contradictory");
        bonds.bounds(instance.variable_named(name).expect("declared").id()).expect("not empty")
    }

    #[test]
    fn sums_products_and_extremes_bound_their_parts() {
        let text = |constraint: &str| {
            format!("var 1..9: a; var -3..5: b; var int: x; constraint {constraint}; solve satisfy;")
        };
        let of = |constraint: &str| bounds(&text(constraint), "x");
        assert_eq!(of("int_lin_eq([2,-3,-1],[a,b,x],4)"), (2 - 15 - 4, 18 + 9 - 4));
        assert_eq!(of("int_lin_eq([2,-3,4],[a,b,x],0)"), (-6, 3));
        assert_eq!(of("int_times(a,b,x)"), (-27, 45));
        assert_eq!(of("int_times(b,b,x)"), (0, 25));
        assert_eq!(of("int_abs(b,x)"), (0, 5));
        assert_eq!(of("int_max(a,b,x)"), (1, 9));
        assert_eq!(of("array_int_minimum(x,[a,b])"), (-3, 5));
        assert_eq!(of("array_var_int_element(a,[b,a],x)"), (-3, 9));
        assert_eq!(of("int_mod(b,a,x)"), (-5, 5));
        assert_eq!(of("int_lin_le([1,1],[x,a],4)"), (-INFINITE, 3));
    }
}
