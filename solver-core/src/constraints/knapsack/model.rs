//! `knapsack` in a model.

mod derive;

use super::{Item, Knapsack};
use crate::model::defining::*;
use derive::Sacks;

/// Arguments: the counts of the items, then the total weight and the total profit.
struct Sack {
    /// Weight and profit of each item.
    sizes: Vec<(i32, i32)>,
}

impl Model {
    /// Requires that the items taken have the total weight `weight` and the total profit `profit`. Each item is given
    /// by its weight, profit and number of copies taken.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let take = m.ints("take", 3, 0..=1)?;
    /// let (weight, profit) = (m.int("weight", 0..=5)?, m.int("profit", 7..=99)?);
    /// let items = [(2, 3), (3, 4), (4, 5)].into_iter().zip(&take).map(|((w, p), x)| (w, p, x));
    /// m.knapsack(items, weight, profit);
    /// assert_eq!(m.count()?, Outcome::Complete(1)); // the first two
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "binary_knapsack")]
    pub fn knapsack<T: Into<Expr>>(
        &mut self,
        items: impl IntoIterator<Item = (i32, i32, T)>,
        weight: impl Into<Expr>,
        profit: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        let items = items.into_iter().map(|(w, p, count)| (count.into(), (w, p)));
        let (mut arguments, sizes): (Vec<Expr>, Vec<(i32, i32)>) = items.unzip();
        arguments.extend([weight.into(), profit.into()]);
        self.state("knapsack", arguments, Sack { sizes })
    }
}

impl Sack {
    fn sacks<'a>(&'a self, x: &'a [View]) -> Sacks<'a> {
        let (counts, totals) = x.split_at(self.sizes.len());
        Sacks { counts, sizes: &self.sizes, totals: [totals[0], totals[1]] }
    }
}

impl Semantics for Sack {
    fn misuse(&self, _: &[Expr]) -> Option<String> {
        let negative = self.sizes.iter().position(|&(weight, profit)| weight < 0 || profit < 0)?;
        let (weight, profit) = self.sizes[negative];
        Some(format!("item {negative} has weight {weight} and profit {profit}, but neither may be negative"))
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (counts, totals) = values.split_at(self.sizes.len());
        let mut left = [i128::from(totals[0]), i128::from(totals[1])];
        for (&count, &(weight, profit)) in counts.iter().zip(&self.sizes) {
            left[0] -= i128::from(weight) * i128::from(count);
            left[1] -= i128::from(profit) * i128::from(count);
        }
        left == [0, 0] && counts.iter().all(|&count| count >= 0)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (counts, totals) = x.split_at(self.sizes.len());
        let items = counts.iter().zip(&self.sizes);
        let items = items
            .map(|(count, (weight, profit))| format!("({weight}, {profit}, {})", say(std::slice::from_ref(count))));
        format!("knapsack({}; {})", joined(items, ", "), say(totals))
    }
}

impl Decompose for Sack {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (counts, totals) = x.split_at(self.sizes.len());
        let items = || counts.iter().zip(&self.sizes);
        let weight: Expr = items().map(|(count, size)| count.clone() * size.0).sum();
        let profit: Expr = items().map(|(count, size)| count.clone() * size.1).sum();
        let not_negative = counts.iter().map(|count| count.clone().at_least(0));
        into.require_all(not_negative.chain([weight.equals(&totals[0]), profit.equals(&totals[1])]))
    }
}

impl Certify for Sack {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        derive::rows(&self.sacks(x), rows)
    }

    fn is_about_bounds(&self, _: &[Expr]) -> bool {
        true
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive::derive(&self.sacks(x), lines)
    }
}

impl Post for Sack {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (counts, totals) = site.views().split_at(self.sizes.len());
        let items = counts.iter().zip(&self.sizes).map(|(&count, &(weight, profit))| Item { weight, profit, count });
        Ok(vec![Box::new(Knapsack::new(items, totals[0], totals[1]))])
    }
}
