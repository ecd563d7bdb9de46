//! `f(x, y) = z` in a model.

use crate::model::defining::*;

/// The constraint `f(x, y) = z`. The arguments are x, y and z.
pub(crate) struct Binary {
    pub(crate) function: Operation,
    /// The function's value; `None` if it is undefined or overflows.
    pub(crate) value: fn(i64, i64) -> Option<i64>,
    pub(crate) propagator: fn(View, View, View) -> Box<dyn Propagator>,
}

impl Semantics for Binary {
    fn holds(&self, values: &[i32]) -> bool {
        (self.value)(values[0].into(), values[1].into()) == Some(values[2].into())
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let [x, y, z] = [0, 1, 2].map(|i| say(&x[i..=i]));
        let [x, y] = [x, y].map(|side| if side.contains(' ') { format!("({side})") } else { side });
        let sign = match self.function {
            Operation::Times => "*",
            Operation::Div => "/",
            Operation::Modulo => "%",
            _ => "^",
        };
        format!("{x} {sign} {y} = {z}")
    }
}

impl Decompose for Binary {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require(Function::expr(self.function.clone(), x[..2].to_vec()).equals(&x[2]))
    }
}

impl Certify for Binary {}

impl Post for Binary {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views();
        Ok(vec![(self.propagator)(views[0], views[1], views[2])])
    }
}
