//! Functions inside expressions: what is not a sum. Freezing gives each a variable of its own.

use super::constraint::Sign;
use super::expr::Expr;
use std::sync::Arc;

/// What a function computes from its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operation {
    /// 1 if the only argument compares so with 0, and 0 if not.
    Truth(Sign),
}

/// A function of some expressions. Two that are equal share their variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Function {
    pub(crate) operation: Operation,
    pub(crate) arguments: Vec<Expr>,
}

impl Function {
    /// The function as an expression.
    pub(crate) fn of(operation: Operation, arguments: Vec<Expr>) -> Expr {
        Expr { functions: vec![(1, Arc::new(Function { operation, arguments }))], ..Expr::default() }
    }

    /// The value for these values of the arguments; `None` where it is undefined.
    pub(crate) fn value(&self, arguments: &[i128]) -> Option<i128> {
        match (self.operation, arguments) {
            (Operation::Truth(sign), &[difference]) => Some(sign.holds(difference).into()),
            (Operation::Truth(_), _) => None,
        }
    }

    /// The smallest and the largest value for arguments within these bounds.
    pub(crate) fn range(&self, arguments: &[(i128, i128)]) -> (i128, i128) {
        match (self.operation, arguments) {
            (Operation::Truth(Sign::AtMost), &[(low, high)]) => ((high <= 0).into(), (low <= 0).into()),
            (Operation::Truth(_), _) => (0, 1),
        }
    }
}
