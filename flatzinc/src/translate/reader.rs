//! Reads a constraint as a linear form, using what is known of its arguments.

use super::equality_classes::EqualityClasses;
use super::linear_form::{Known, LinearForm, contrary, differ, equal, multiple, ordered};
use super::ranges::{INFINITE, Ranges};
use crate::instance::{Call, Operand, VariableId};

/// Reads arguments, and what is known of them.
pub(super) struct Reader<'a, 'b> {
    pub(super) call: Call<'a>,
    pub(super) classes: &'b EqualityClasses,
}

impl Reader<'_, '_> {
    fn of(&self, operand: Operand<i64>) -> Known {
        match operand {
            Operand::Constant(value) => Known::Value(value),
            Operand::Variable(x) => self.classes.fixed(x).map_or(Known::Open(x), Known::Value),
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
    pub(super) fn form(&self, name: &str) -> Option<LinearForm> {
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
                Known::Open(x) => LinearForm::In(x, Ranges::of_set(self.call.set(1).ok()?)),
                Known::Value(v) => LinearForm::Decided(self.call.set(1).ok()?.contains(v)),
            },
            "int_plus" => match (self.int(0)?, self.int(1)?, self.int(2)?) {
                (x, Known::Value(c), z) | (Known::Value(c), x, z) => equal(z, x, c.into()),
                _ => LinearForm::Other,
            },
            "int_lin_eq" | "int_lin_ne" | "int_lin_le" => self.linear(name)?,
            _ => LinearForm::Other,
        })
    }

    /// `x xor y = z`, where one is known; or `x xor y`.
    fn exclusive(&self) -> Option<LinearForm> {
        // A condition comes after them.
        let conditions = usize::from(self.call.name() != "bool_xor");
        let z = if self.call.arguments().len() - conditions == 2 { Known::Value(1) } else { self.truth(2)? };
        Some(match (self.truth(0)?, self.truth(1)?, z) {
            (x, y, Known::Value(0)) | (x, Known::Value(0), y) | (Known::Value(0), x, y) => equal(x, y, 0),
            (x, y, Known::Value(_)) | (x, Known::Value(_), y) | (Known::Value(_), x, y) => contrary(x, y),
            _ => LinearForm::Other,
        })
    }

    /// A linear comparison with one open variable, or an equation of two with coefficients that are equal but for the sign.
    fn linear(&self, name: &str) -> Option<LinearForm> {
        let (list, of) = (self.call.elements(0).ok()?, self.call.elements(1).ok()?);
        let most = 16;
        if list.len() != of.len() || list.len() > most {
            return Some(LinearForm::Other);
        }
        let (factors, operands) = (self.call.ints(0).ok()?, self.call.int_operands(1).ok()?);
        let mut rest = i128::from(self.call.int(2).ok()?);
        let mut open: Vec<(i128, VariableId)> = Vec::new();
        for (factor, operand) in factors.into_iter().zip(operands) {
            match self.of(operand) {
                Known::Value(v) => rest = rest.checked_sub(i128::from(factor) * i128::from(v))?,
                Known::Open(x) => match open.iter_mut().find(|(_, y)| *y == x) {
                    Some((sum, _)) => *sum += i128::from(factor),
                    None => open.push((factor.into(), x)),
                },
            }
        }
        open.retain(|term| term.0 != 0);
        Some(match (&open[..], name) {
            ([], "int_lin_eq") => LinearForm::Decided(rest == 0),
            ([], "int_lin_ne") => LinearForm::Decided(rest != 0),
            ([], _) => LinearForm::Decided(0 <= rest),
            (&[(c, x)], "int_lin_eq") => LinearForm::In(x, multiple(c, rest)),
            (&[(c, x)], "int_lin_ne") => LinearForm::In(x, multiple(c, rest).complement()),
            (&[(c, x)], _) if c > 0 => LinearForm::In(x, Ranges::between(-INFINITE, rest.div_euclid(c))),
            (&[(c, x)], _) => LinearForm::In(x, Ranges::between(-rest.div_euclid(-c), INFINITE)),
            (&[(c, x), (d, y)], "int_lin_eq") if c.abs() == d.abs() => {
                let offset = rest / c;
                if rest % c != 0 {
                    LinearForm::Decided(false)
                } else if offset.abs() < 1 << 64 {
                    LinearForm::Tied(x, y, c == d, offset)
                } else {
                    // Numbers of 64 bits are no further apart.
                    LinearForm::Other
                }
            }
            _ => LinearForm::Other,
        })
    }
}
