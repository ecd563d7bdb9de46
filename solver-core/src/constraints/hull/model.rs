//! `f(x, y) = z` in a model.

use crate::budget::Stopped;
use crate::model::spelling::{Decomposition, Say};
use crate::model::{ConstraintDef, Expr, Function, Operation, PostingContext, Refusal, Relates};
use crate::propagator::Propagator;
use crate::view::View;

/// A function of two arguments and its result.
pub(crate) struct Binary {
    pub(crate) kind: &'static str,
    /// x, y and z.
    pub(crate) arguments: [Expr; 3],
    pub(crate) function: Operation,
    /// The function's value; `None` where it is undefined or leaves `i64`.
    pub(crate) value: fn(i64, i64) -> Option<i64>,
    pub(crate) propagator: fn(View, View, View) -> Box<dyn Propagator>,
}

impl ConstraintDef for Binary {
    fn kind(&self) -> &'static str {
        self.kind
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn holds(&self, values: &[i32]) -> bool {
        (self.value)(values[0].into(), values[1].into()) == Some(values[2].into())
    }

    fn written(&self, say: Say<'_>) -> String {
        let [x, y, z] = [0, 1, 2].map(|i| say(&self.arguments[i..=i]));
        let [x, y] = [x, y].map(|side| if side.contains(' ') { format!("({side})") } else { side });
        let sign = match self.function {
            Operation::Times => "*",
            Operation::Div => "/",
            Operation::Modulo => "%",
            _ => "^",
        };
        format!("{x} {sign} {y} = {z}")
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require(Function::of(self.function.clone(), x[..2].to_vec()).equals(&x[2]))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let views = site.views();
        Ok(vec![(self.propagator)(views[0], views[1], views[2])])
    }
}
