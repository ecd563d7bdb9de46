//! Maps each of the file's variables to a number, a view of a model variable, or two digits.

use crate::Quantity;
use crate::fraction::{constant, whole};
use crate::instance::{Term, VariableId};
use num_traits::CheckedMul;
use solver_core::{Expr, IntVar, ModelError, Solution, View};
use std::num::NonZeroI64;

/// The weight of the leading digit of a number that is too large for a model variable.
pub const DIGIT: i64 = 1 << 30;

/// The representation of a file's variable in the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MappedVar {
    /// The variable has one value.
    Constant(i64),
    /// The variable is `±variable + offset`.
    View {
        /// The variable of the model.
        variable: IntVar,
        /// Whether the variable is negated.
        negated: bool,
        /// The offset.
        offset: i64,
    },
    /// The variable is `±(DIGIT * high + low) + offset`, where `low` is from 0 to `DIGIT - 1`.
    Digits {
        /// The leading digit.
        high: IntVar,
        /// The low digit.
        low: IntVar,
        /// Whether the number is negated.
        negated: bool,
        /// The offset.
        offset: i64,
    },
}

/// Returns the expression, negated if requested.
fn signed(expr: impl Into<Expr>, negated: bool) -> Expr {
    if negated { Expr::from(0) - expr.into() } else { expr.into() }
}

impl MappedVar {
    /// Converts the mapping to an expression.
    pub fn expr(self) -> Expr {
        match self {
            MappedVar::Constant(value) => Expr::from(value),
            MappedVar::View { variable, negated, offset } => signed(variable, negated) + Expr::from(offset),
            MappedVar::Digits { high, low, negated, offset } => {
                let digits = Expr::weighted([(DIGIT, high.into()), (1, low.into())]);
                signed(digits, negated) + Expr::from(offset)
            }
        }
    }

    /// Returns the assignment of model variables that gives the file's variable the value `value`.
    pub fn assigned(self, value: i64) -> Vec<(IntVar, i32)> {
        let root = |negated: bool, offset: i64| {
            let (value, offset) = (i128::from(value), i128::from(offset));
            if negated { offset - value } else { value - offset }
        };
        let digits = match self {
            MappedVar::Constant(_) => Vec::new(),
            MappedVar::View { variable, negated, offset } => vec![(variable, root(negated, offset))],
            MappedVar::Digits { high, low, negated, offset } => {
                let root = root(negated, offset);
                vec![(high, root.div_euclid(DIGIT.into())), (low, root.rem_euclid(DIGIT.into()))]
            }
        };
        digits.into_iter().filter_map(|(x, v)| Some((x, i32::try_from(v).ok()?))).collect()
    }
}

/// The mapping of all variables of an instance.
#[derive(Clone, Debug, Default)]
pub struct VarMap {
    pub(crate) vars: Vec<MappedVar>,
    /// The smallest and the largest value that the search considers for each variable.
    pub(crate) reach: Vec<(i64, i64)>,
    /// The scale of each float variable.
    pub(crate) scales: Vec<Option<NonZeroI64>>,
}

impl VarMap {
    /// The mapping of one variable.
    pub fn mapping(&self, x: VariableId) -> MappedVar {
        self.vars[x.index()]
    }

    /// A variable as an expression.
    pub fn expr(&self, x: VariableId) -> Expr {
        self.mapping(x).expr()
    }

    /// Expressions that represent a variable, in the order in which a search should decide them. Each is within the
    /// engine's limits, and smaller values of the expressions mean a smaller value of the variable. Empty for a
    /// constant.
    pub fn decided(&self, x: VariableId) -> Vec<Expr> {
        match self.mapping(x) {
            MappedVar::Constant(_) => Vec::new(),
            MappedVar::View { variable, negated, .. } if self.is_far(x) => vec![signed(variable, negated)],
            mapped @ MappedVar::View { .. } => vec![mapped.expr()],
            MappedVar::Digits { high, low, negated, .. } => vec![signed(high, negated), signed(low, negated)],
        }
    }

    /// Whether a variable grows when the underlying model variables decrease.
    pub(crate) fn is_negated(&self, x: VariableId) -> bool {
        matches!(self.mapping(x), MappedVar::View { negated: true, .. } | MappedVar::Digits { negated: true, .. })
    }

    /// The smallest and the largest value that the search considers for a variable.
    pub fn reach(&self, x: VariableId) -> (i64, i64) {
        self.reach[x.index()]
    }

    /// Whether a variable has values that the engine cannot represent.
    pub(crate) fn is_far(&self, x: VariableId) -> bool {
        let ((low, high), limit) = (self.reach(x), i64::from(View::LIMIT));
        low < -limit || high > limit
    }

    /// The value of a variable of the file in a solution of the model.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] if the solution belongs to another model.
    pub fn quantity(&self, x: VariableId, solution: &Solution) -> Result<Quantity, ModelError> {
        Ok(Quantity { numerator: self.value(x, solution)?, scale: self.scale(x) })
    }

    /// The integer that represents a value of a variable in the model; `None` if the variable cannot have this value.
    pub(crate) fn numerator(&self, x: VariableId, value: Term) -> Option<i64> {
        let scale = self.scale(x).map_or(1, i64::from);
        let scaled = constant(value)?.checked_mul(&whole(scale))?;
        i64::try_from(*scaled.numer()).ok().filter(|_| scaled.is_integer())
    }

    /// The factor by which a float variable is multiplied in the model.
    pub fn scale(&self, x: VariableId) -> Option<NonZeroI64> {
        self.scales[x.index()]
    }

    /// The value of a variable in a solution of the model; for a float variable, its numerator.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] if the solution belongs to another model.
    pub fn value(&self, x: VariableId, solution: &Solution) -> Result<i64, ModelError> {
        self.value_by(x, |variable| solution.value(variable))
    }

    /// The value of a variable, computed from the values of the model's variables.
    pub(crate) fn value_by<E>(&self, x: VariableId, at: impl Fn(IntVar) -> Result<i32, E>) -> Result<i64, E> {
        let of = |root: i64, negated: bool, offset: i64| {
            // The value and each operand fit into 64 bits, so wrapping arithmetic gives the exact result.
            if negated { offset.wrapping_sub(root) } else { offset.wrapping_add(root) }
        };
        Ok(match self.mapping(x) {
            MappedVar::Constant(value) => value,
            MappedVar::View { variable, negated, offset } => of(at(variable)?.into(), negated, offset),
            MappedVar::Digits { high, low, negated, offset } => {
                let (high, low) = (i64::from(at(high)?), i64::from(at(low)?));
                of(DIGIT * high + low, negated, offset)
            }
        })
    }

    /// The number of integers from a variable's smallest to its largest value.
    pub(crate) fn span(&self, x: VariableId) -> u64 {
        let (low, high) = self.reach(x);
        high.abs_diff(low).saturating_add(1)
    }
}
