//! `sort` in a model.

mod derive;

use super::Sort;
use crate::model::defining::*;

/// Arguments: the unsorted array, then the sorted one.
struct Sorted {
    lengths: (usize, usize),
}

impl Model {
    /// Requires that `sorted` contains the values of `unsorted` in increasing order.
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
        let mut arguments = exprs(unsorted);
        let length = arguments.len();
        arguments.extend(exprs(sorted));
        let lengths = (length, arguments.len() - length);
        self.state("sort", arguments, Sorted { lengths })
    }
}

impl Semantics for Sorted {
    fn misuse(&self, _: &[Expr]) -> Option<String> {
        let (x, y) = self.lengths;
        (x != y).then(|| format!("its arrays have {x} and {y} elements, but must have the same length"))
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (x, y) = values.split_at(self.lengths.0);
        let mut x = x.to_vec();
        x.sort_unstable();
        x == y
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (unsorted, sorted) = x.split_at(self.lengths.0);
        format!("sort({}; {})", say(unsorted), say(sorted))
    }
}

impl Decompose for Sorted {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (x, y) = x.split_at(self.lengths.0);
        // The position of an element is the number of elements before it; ties are broken by index.
        let place = |i: usize| -> Expr {
            let others = (0..x.len()).filter(|&j| j != i);
            others.map(|j| Expr::from((x[j].clone() + i32::from(j > i)).at_most(&x[i]))).sum()
        };
        let places = (0..x.len()).map(|i| into.variable(place(i))).collect::<Result<Vec<Expr>, Stopped>>()?;
        into.require_all(places.into_iter().zip(x).map(|(place, x)| y.at(place).equals(x)))
    }
}

impl Certify for Sorted {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let (x, y) = x.split_at(self.lengths.0);
        derive::rows(x, y, rows)
    }

    fn is_about_bounds(&self, _: &[Expr]) -> bool {
        true
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        let (x, y) = x.split_at(self.lengths.0);
        derive::derive(x, y, lines)
    }
}

impl Post for Sorted {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (x, y) = site.views().split_at(self.lengths.0);
        Ok(vec![Box::new(Sort::new(x.iter().copied(), y.iter().copied()))])
    }
}
