//! `bin_packing` in a model.

mod derive;

use super::BinPacking;
use crate::model::defining::*;
use derive::Bins;

/// Arguments: the bins of the items, then the loads.
struct Packing {
    sizes: Vec<i32>,
}

impl Model {
    /// Requires that each bin's load in `loads` is the total size of the items in the bin. `items` gives each item's
    /// bin, numbered from 0, and its size.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let bin = m.ints("bin", 4, 0..=1)?;
    /// let load = m.ints("load", 2, 0..=6)?;
    /// m.bin_packing(bin.iter().zip([4, 3, 2, 2]), &load);
    /// assert_eq!(m.count()?, Outcome::Complete(4)); // 4 + 2 and 3 + 2, either 2, either bin
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("bin packing", "bin_packing_load"))]
    pub fn bin_packing<B: Into<Expr>, L: Into<Expr>>(
        &mut self,
        items: impl IntoIterator<Item = (B, i32)>,
        loads: impl IntoIterator<Item = L>,
    ) -> Posted<'_, Plain> {
        let (mut arguments, sizes): (Vec<Expr>, Vec<i32>) = items.into_iter().map(|(bin, s)| (bin.into(), s)).unzip();
        arguments.extend(loads.into_iter().map(Into::into));
        self.state("bin_packing", arguments, Packing { sizes })
    }
}

impl Packing {
    fn bins<'a>(&'a self, x: &'a [View]) -> Bins<'a> {
        let (of, loads) = x.split_at(self.sizes.len());
        Bins { of, sizes: &self.sizes, loads }
    }
}

impl Semantics for Packing {
    fn misuse(&self, _: &[Expr]) -> Option<String> {
        let negative = self.sizes.iter().position(|&size| size < 0)?;
        Some(format!("item {negative} has size {}, but sizes must not be negative", self.sizes[negative]))
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (bins, loads) = values.split_at(self.sizes.len());
        let mut left: Vec<i64> = loads.iter().map(|&load| load.into()).collect();
        for (&bin, &size) in bins.iter().zip(&self.sizes) {
            match usize::try_from(bin).ok().and_then(|b| left.get_mut(b)) {
                Some(left) => *left -= i64::from(size),
                None => return false,
            }
        }
        left.iter().all(|&left| left == 0)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (bins, loads) = x.split_at(self.sizes.len());
        format!("bin_packing({}; {}; {})", say(bins), joined(&self.sizes, ", "), say(loads))
    }
}

impl Decompose for Packing {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (bins, loads) = x.split_at(self.sizes.len());
        into.require_all(indices(bins, loads.len()))?;
        for (b, load) in (0..).zip(loads) {
            let sizes = bins.iter().zip(&self.sizes).map(|(bin, &size)| size * is(bin, b));
            into.require(sizes.sum::<Expr>().equals(load))?;
        }
        Ok(())
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (bins, loads) = x.split_at(self.sizes.len());
        let (list, sizes, loaded) = (listed(bins), joined(&self.sizes, " "), listed(loads));
        let text = format!("<list> {list} </list> <sizes> {sizes} </sizes> <loads> {loaded} </loads>");
        let within = bins.iter().all(|bin| always_within(bin, loads.len()));
        (!bins.is_empty() && within).then(|| format!("<binPacking> {text} </binPacking>"))
    }
}

impl Certify for Packing {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        derive::rows(&self.bins(x), rows)
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive::derive(&self.bins(x), lines)
    }
}

impl Post for Packing {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (bins, loads) = site.views().split_at(self.sizes.len());
        let items = bins.iter().copied().zip(self.sizes.iter().copied());
        Ok(vec![Box::new(BinPacking::new(items, loads.iter().copied()))])
    }
}
