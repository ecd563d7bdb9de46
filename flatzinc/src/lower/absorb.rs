//! Constraints that need no propagator: those of one variable, which cut its domain, and those that make a variable a
//! view of another, `y = ±x + c`.
//!
//! One answer decides another, so this goes on until nothing changes, or for some rounds.

use super::bonds::{Bonds, Empty};
use super::ranges::Ranges;
use crate::instance::{Call, Instance, Operand, VariableId};

/// Rounds over all constraints. What is left to find after them is found by propagation.
const ROUNDS: usize = 4;

/// Says of each constraint whether it is in the domains and bonds now.
pub(crate) fn absorb(instance: &Instance, bonds: &mut Bonds) -> Result<Vec<bool>, Empty> {
    let mut done = vec![false; instance.constraints().len()];
    for _ in 0..ROUNDS {
        let before = bonds.changes();
        for (constraint, done) in instance.constraints().zip(&mut done).filter(|(_, done)| !**done) {
            *done = said(*constraint, bonds)?.unwrap_or(false);
        }
        bonds.shorten();
        if bonds.changes() == before {
            break;
        }
    }
    Ok(done)
}

/// An operand as it is known by now.
#[derive(Clone, Copy)]
enum Known {
    Value(i64),
    Open(VariableId),
}

/// Whether the constraint is said by domains and bonds; `Ok(None)` when an argument is not what it should be, which is told
/// when the constraint is posted.
fn said(call: Call<'_>, bonds: &mut Bonds) -> Result<Option<bool>, Empty> {
    let Some((name, truth)) = condition(call, bonds) else { return Ok(Some(false)) };
    let reader = Reader { call, bonds };
    let Some(sentence) = reader.sentence(name) else { return Ok(None) };
    match truth {
        Truth::Known(true) => sentence.hold(bonds),
        Truth::Known(false) => match sentence.negated() {
            Some(sentence) => sentence.hold(bonds),
            None => Ok(Some(false)),
        },
        Truth::Open(truth) => sentence.decide(truth, bonds).map(Some),
    }
    .map(|done| done.or(Some(false)))
}

#[derive(Clone, Copy)]
enum Truth {
    Known(bool),
    Open(VariableId),
}

/// The name without `_reif` or `_imp`, and the truth value. `None` where there is nothing to look at.
fn condition<'a>(call: Call<'a>, bonds: &Bonds) -> Option<(&'a str, Truth)> {
    let name = call.name();
    let (base, is_full) = match (name.strip_suffix("_reif"), name.strip_suffix("_imp")) {
        (Some(base), _) => (base, true),
        (_, Some(base)) => (base, false),
        _ => return Some((name, Truth::Known(true))),
    };
    let last = call.arguments().len().checked_sub(1)?;
    match call.bool_operand(last).ok()? {
        Operand::Constant(false) if !is_full => None,
        Operand::Constant(value) => Some((base, Truth::Known(value))),
        Operand::Variable(x) => match bonds.fixed(x) {
            Some(0) if !is_full => None,
            Some(value) => Some((base, Truth::Known(value != 0))),
            None if is_full => Some((base, Truth::Open(x))),
            None => None,
        },
    }
}

/// What a constraint says, where that is simple.
enum Sentence {
    /// `x` is one of these.
    In(VariableId, Ranges),
    /// `x = ±y + c`.
    Tied(VariableId, VariableId, bool, i64),
    /// It holds, or does not, whatever the variables are.
    Decided(bool),
    /// Anything else.
    Other,
}

impl Sentence {
    fn negated(self) -> Option<Sentence> {
        match self {
            Sentence::In(x, values) => Some(Sentence::In(x, values.complement())),
            Sentence::Decided(value) => Some(Sentence::Decided(!value)),
            Sentence::Tied(..) | Sentence::Other => None,
        }
    }

    fn hold(self, bonds: &mut Bonds) -> Result<Option<bool>, Empty> {
        match self {
            Sentence::In(x, values) => bonds.keep(x, &values)?,
            Sentence::Tied(x, y, negated, offset) => bonds.tie(x, y, negated, offset)?,
            Sentence::Decided(true) => {}
            // That is left to a constraint that fails, by its name.
            Sentence::Decided(false) | Sentence::Other => return Ok(Some(false)),
        }
        Ok(Some(true))
    }

    /// `truth <-> sentence`.
    fn decide(self, truth: VariableId, bonds: &mut Bonds) -> Result<bool, Empty> {
        let fixed = |v: bool| Ranges::between(v.into(), v.into());
        match self {
            Sentence::Decided(value) => bonds.keep(truth, &fixed(value))?,
            Sentence::In(x, values) => {
                let Some((low, high)) = bonds.bounds(x) else { return Ok(false) };
                let own = Ranges::between(low, high).meet(&values);
                if own.is_empty() {
                    bonds.keep(truth, &fixed(false))?;
                } else if own.bounds() == Some((low, high)) && own.as_slice().len() == 1 {
                    bonds.keep(truth, &fixed(true))?;
                } else if low.checked_add(1) == Some(high) {
                    // Two values side by side: x is the truth value, or its contrary.
                    let negated = own.contains(low);
                    bonds.tie(x, truth, negated, if negated { high } else { low })?;
                } else {
                    return Ok(false);
                }
            }
            Sentence::Tied(..) | Sentence::Other => return Ok(false),
        }
        Ok(true)
    }
}

/// Reads arguments, and what is known of them.
struct Reader<'a, 'b> {
    call: Call<'a>,
    bonds: &'b Bonds,
}

impl Reader<'_, '_> {
    fn of(&self, operand: Operand<i64>) -> Known {
        match operand {
            Operand::Constant(value) => Known::Value(value),
            Operand::Variable(x) => self.bonds.fixed(x).map_or(Known::Open(x), Known::Value),
        }
    }

    fn int(&self, at: usize) -> Option<Known> {
        Some(self.of(self.call.int_operand(at).ok()?))
    }

    fn truth(&self, at: usize) -> Option<Known> {
        Some(match self.call.bool_operand(at).ok()? {
            Operand::Constant(value) => Known::Value(value.into()),
            Operand::Variable(x) => self.of(Operand::Variable(x)),
        })
    }

    /// What a constraint of this name says of these arguments.
    fn sentence(&self, name: &str) -> Option<Sentence> {
        Some(match name {
            "int_eq" => equal(self.int(0)?, self.int(1)?, 0),
            "int_ne" => differ(self.int(0)?, self.int(1)?),
            "int_le" => ordered(self.int(0)?, self.int(1)?, 0),
            "int_lt" => ordered(self.int(0)?, self.int(1)?, 1),
            "bool_eq" => equal(self.truth(0)?, self.truth(1)?, 0),
            "bool_le" => ordered(self.truth(0)?, self.truth(1)?, 0),
            "bool_lt" => ordered(self.truth(0)?, self.truth(1)?, 1),
            "bool2int" => equal(self.truth(0)?, self.int(1)?, 0),
            "bool_not" | "bool_ne" => contrary(self.truth(0)?, self.truth(1)?),
            "bool_xor" => self.exclusive()?,
            "set_in" => match self.int(0)? {
                Known::Open(x) => Sentence::In(x, Ranges::of_set(self.call.set(1).ok()?)),
                Known::Value(v) => Sentence::Decided(self.call.set(1).ok()?.contains(v)),
            },
            "int_plus" => match (self.int(0)?, self.int(1)?, self.int(2)?) {
                (x, Known::Value(c), z) | (Known::Value(c), x, z) if c.checked_abs()? < 1 << 40 => equal(z, x, c),
                _ => Sentence::Other,
            },
            "int_lin_eq" | "int_lin_ne" | "int_lin_le" => self.linear(name)?,
            _ => Sentence::Other,
        })
    }

    /// `x xor y = z`, where one is known; or `x xor y`.
    fn exclusive(&self) -> Option<Sentence> {
        let z = if self.call.arguments().len() == 2 { Known::Value(1) } else { self.truth(2)? };
        Some(match (self.truth(0)?, self.truth(1)?, z) {
            (x, y, Known::Value(0)) | (x, Known::Value(0), y) | (Known::Value(0), x, y) => equal(x, y, 0),
            (x, y, Known::Value(_)) | (x, Known::Value(_), y) | (Known::Value(_), x, y) => contrary(x, y),
            _ => Sentence::Other,
        })
    }

    /// A linear comparison with one open variable, or an equation of two with coefficients that are equal but for the sign.
    fn linear(&self, name: &str) -> Option<Sentence> {
        let (list, of) = (self.call.elements(0).ok()?, self.call.elements(1).ok()?);
        let most = 16;
        if list.len() != of.len() || list.len() > most {
            return Some(Sentence::Other);
        }
        let (factors, operands) = (self.call.ints(0).ok()?, self.call.int_operands(1).ok()?);
        let mut rest = i128::from(self.call.int(2).ok()?);
        let mut open: Vec<(i128, VariableId)> = Vec::new();
        for (factor, operand) in factors.into_iter().zip(operands) {
            match self.of(operand) {
                Known::Value(v) => rest -= i128::from(factor) * i128::from(v),
                Known::Open(x) => match open.iter_mut().find(|(_, y)| *y == x) {
                    Some((sum, _)) => *sum += i128::from(factor),
                    None => open.push((factor.into(), x)),
                },
            }
        }
        open.retain(|term| term.0 != 0);
        Some(match (&open[..], name) {
            ([], "int_lin_eq") => Sentence::Decided(rest == 0),
            ([], "int_lin_ne") => Sentence::Decided(rest != 0),
            ([], _) => Sentence::Decided(0 <= rest),
            (&[(c, x)], "int_lin_eq") => Sentence::In(x, multiple(c, rest)),
            (&[(c, x)], "int_lin_ne") => Sentence::In(x, multiple(c, rest).complement()),
            (&[(c, x)], _) if c > 0 => Sentence::In(x, Ranges::between(i64::MIN, clamp(rest.div_euclid(c)))),
            (&[(c, x)], _) => Sentence::In(x, Ranges::between(clamp(-rest.div_euclid(-c)), i64::MAX)),
            (&[(c, x), (d, y)], "int_lin_eq") if c.abs() == d.abs() => {
                let offset = rest / c;
                if rest % c != 0 {
                    Sentence::Decided(false)
                } else if offset.abs() < 1 << 40 {
                    Sentence::Tied(x, y, c == d, offset as i64)
                } else {
                    Sentence::Other
                }
            }
            _ => Sentence::Other,
        })
    }
}

/// `x = y + c`.
fn equal(x: Known, y: Known, c: i64) -> Sentence {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => Sentence::Tied(x, y, false, c),
        (Known::Open(x), Known::Value(v)) => at(x, v.saturating_add(c)),
        (Known::Value(v), Known::Open(y)) => at(y, v.saturating_sub(c)),
        (Known::Value(v), Known::Value(w)) => Sentence::Decided(v == w.saturating_add(c)),
    }
}

/// `x = 1 - y`, of truth values.
fn contrary(x: Known, y: Known) -> Sentence {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => Sentence::Tied(x, y, true, 1),
        (Known::Open(x), Known::Value(v)) | (Known::Value(v), Known::Open(x)) => at(x, 1 - v),
        (Known::Value(v), Known::Value(w)) => Sentence::Decided(v != w),
    }
}

fn differ(x: Known, y: Known) -> Sentence {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => {
            if x == y {
                Sentence::Decided(false)
            } else {
                Sentence::Other
            }
        }
        (Known::Open(x), Known::Value(v)) | (Known::Value(v), Known::Open(x)) => {
            Sentence::In(x, Ranges::between(v, v).complement())
        }
        (Known::Value(v), Known::Value(w)) => Sentence::Decided(v != w),
    }
}

/// `x + c <= y`.
fn ordered(x: Known, y: Known, c: i64) -> Sentence {
    match (x, y) {
        (Known::Open(_), Known::Open(_)) => Sentence::Other,
        (Known::Open(x), Known::Value(v)) => Sentence::In(x, Ranges::between(i64::MIN, v.saturating_sub(c))),
        (Known::Value(v), Known::Open(y)) => Sentence::In(y, Ranges::between(v.saturating_add(c), i64::MAX)),
        (Known::Value(v), Known::Value(w)) => Sentence::Decided(v.saturating_add(c) <= w),
    }
}

fn at(x: VariableId, v: i64) -> Sentence {
    Sentence::In(x, Ranges::between(v, v))
}

/// The values of `x` with `c·x = rest`.
fn multiple(c: i128, rest: i128) -> Ranges {
    match (rest % c, i64::try_from(rest / c)) {
        (0, Ok(v)) => Ranges::between(v, v),
        _ => Ranges::between(1, 0),
    }
}

fn clamp(v: i128) -> i64 {
    v.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}
