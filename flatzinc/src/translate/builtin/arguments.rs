//! Converts the arguments of a constraint to values: expressions of the model, or known bounds.

use crate::instance::{ArgumentError, Call, Operand};

/// The value of an argument, or an error if its type is wrong.
pub(crate) type Read<T> = Result<T, ArgumentError>;

/// The element type of a list, for constraints that accept integers as well as truth values.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    Ints,
    Truths,
}

/// Access to arguments by position, from 0. Truth values are represented by 0 and 1.
pub(crate) trait Arguments<'i> {
    type Value;

    fn call(&self) -> Call<'i>;

    /// Converts an operand of argument `at`.
    fn value(&self, at: usize, operand: Operand<i64>) -> Self::Value;

    /// Argument `at` as an integer.
    fn int(&self, at: usize) -> Read<Self::Value> {
        Ok(self.value(at, self.call().int_operand(at)?))
    }

    /// Argument `at` as a list of integers.
    fn ints(&self, at: usize) -> Read<Vec<Self::Value>> {
        Ok(self.call().int_operands(at)?.into_iter().map(|operand| self.value(at, operand)).collect())
    }

    /// Argument `at` as a truth value.
    fn truth(&self, at: usize) -> Read<Self::Value> {
        Ok(self.value(at, self.call().bool_operand(at)?.into()))
    }

    /// Argument `at` as a list of truth values.
    fn truths(&self, at: usize) -> Read<Vec<Self::Value>> {
        Ok(self.call().bool_operands(at)?.into_iter().map(|operand| self.value(at, operand.into())).collect())
    }

    /// Argument `at` as a list of integers or of truth values.
    fn list(&self, at: usize, of: Of) -> Read<Vec<Self::Value>> {
        match of {
            Of::Ints => self.ints(at),
            Of::Truths => self.truths(at),
        }
    }

    /// The number of elements of the list in argument `at`.
    fn length(&self, at: usize) -> Read<i128> {
        Ok(self.call().elements(at)?.len() as i128)
    }
}
