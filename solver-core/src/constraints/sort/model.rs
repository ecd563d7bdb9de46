//! `sort` in a model.

mod derive;

use super::Sort;
use crate::budget::Stopped;
use crate::model::lines::Lines;
use crate::model::rows::Rows;
use crate::model::spelling::{Decomposition, Say};
use crate::model::{ConstraintDef, Expr, Indexed, Model, Plain, Posted, PostingContext, Refusal, Relates};
use crate::propagator::Propagator;
use crate::view::View;
use std::ops::ControlFlow;

struct Sorted {
    /// First the unsorted array, then the sorted.
    arguments: Vec<Expr>,
    lengths: (usize, usize),
}

impl Model {
    /// `sorted` holds the values of `unsorted` in increasing order.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("x1", 1..=3)?, m.int("x2", 1..=3)?];
    /// let y = [m.int("y1", 1..=3)?, m.int("y2", 1..=3)?];
    /// m.sort(x, y);
    /// assert_eq!(m.count()?, Outcome::Complete(9));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("sorted"))]
    pub fn sort<X: Into<Expr>, Y: Into<Expr>>(
        &mut self,
        unsorted: impl IntoIterator<Item = X>,
        sorted: impl IntoIterator<Item = Y>,
    ) -> Posted<'_, Plain> {
        let mut arguments: Vec<Expr> = unsorted.into_iter().map(Into::into).collect();
        let length = arguments.len();
        arguments.extend(sorted.into_iter().map(Into::into));
        let lengths = (length, arguments.len() - length);
        self.state(Sorted { arguments, lengths })
    }
}

impl ConstraintDef for Sorted {
    fn kind(&self) -> &'static str {
        "sort"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        let (x, y) = self.lengths;
        (x != y).then(|| format!("its arrays have {x} and {y} elements, but must have equally many"))
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (x, y) = values.split_at(self.lengths.0);
        let mut x = x.to_vec();
        x.sort_unstable();
        x == y
    }

    fn written(&self, say: Say<'_>) -> String {
        let (unsorted, sorted) = self.arguments.split_at(self.lengths.0);
        format!("sort({}; {})", say(unsorted), say(sorted))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (x, y) = x.split_at(self.lengths.0);
        // The place of an element is the number of those before it; on a tie the first one comes first.
        let place = |i: usize| -> Expr {
            let others = (0..x.len()).filter(|&j| j != i);
            others.map(|j| Expr::from((x[j].clone() + i32::from(j > i)).at_most(&x[i]))).sum()
        };
        let places = (0..x.len()).map(|i| into.variable(place(i))).collect::<Result<Vec<Expr>, Stopped>>()?;
        into.require_all(places.into_iter().zip(x).map(|(place, x)| y.at(place).equals(x)))
    }

    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let (x, y) = x.split_at(self.lengths.0);
        derive::rows(x, y, rows)
    }

    fn is_about_bounds(&self) -> bool {
        true
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> ControlFlow<()> {
        let (x, y) = x.split_at(self.lengths.0);
        derive::derive(x, y, lines)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let (x, y) = site.views().split_at(self.lengths.0);
        Ok(vec![Box::new(Sort::new(x.iter().copied(), y.iter().copied()))])
    }
}
