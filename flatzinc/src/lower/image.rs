//! What becomes of the file's variables: a number, or a view of a variable of the model.

use crate::instance::VariableId;
use solver_core::{Expr, IntVar, ModelError, Solution};

/// A variable of the file, in the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Image {
    /// It has one value.
    Constant(i64),
    /// It is `±variable + offset`.
    View {
        /// The variable of the model.
        variable: IntVar,
        /// The sign is a minus.
        negated: bool,
        /// What is added.
        offset: i64,
    },
}

impl Image {
    /// As an expression.
    pub fn expr(self) -> Expr {
        match self {
            Image::Constant(value) => Expr::from(value),
            Image::View { variable, negated: false, offset } => Expr::from(variable) + Expr::from(offset),
            Image::View { variable, negated: true, offset } => Expr::from(offset) - variable,
        }
    }

    /// The value when the variable of the model, if there is one, has this value.
    pub fn value_of(self, variable: i32) -> i64 {
        match self {
            Image::Constant(value) => value,
            Image::View { negated: false, offset, .. } => offset + i64::from(variable),
            Image::View { negated: true, offset, .. } => offset - i64::from(variable),
        }
    }
}

/// The images of all variables of an instance.
#[derive(Clone, Debug, Default)]
pub struct Images {
    pub(crate) images: Vec<Image>,
    /// How many values each has.
    pub(crate) sizes: Vec<u64>,
}

impl Images {
    /// Of one variable.
    pub fn of(&self, x: VariableId) -> Image {
        self.images[x.index()]
    }

    /// One variable as an expression.
    pub fn expr(&self, x: VariableId) -> Expr {
        self.of(x).expr()
    }

    /// The value of a variable in a solution of the model.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when the solution is another model's.
    pub fn value(&self, x: VariableId, solution: &Solution) -> Result<i64, ModelError> {
        Ok(match self.of(x) {
            Image::Constant(value) => value,
            image @ Image::View { variable, .. } => image.value_of(solution.value(variable)?),
        })
    }

    pub(crate) fn product_of_sizes(&self, of: &[VariableId]) -> u64 {
        of.iter().fold(1_u64, |product, x| product.saturating_mul(self.sizes[x.index()]))
    }
}
