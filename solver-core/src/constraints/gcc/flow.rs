//! `gcc` at the levels Bounds and Domain: a flow over all values.
//!
//! A run repairs the flow (an assignment of the views). Then a view keeps a value if and only if that value and the
//! view's assigned value are in the same strongly connected component, because views can then exchange values along a
//! cycle, perhaps through values with slack (J.-C. Régin, *Generalized arc consistency for global cardinality
//! constraint*, AAAI 1996).

use super::explain::Look;
use super::network::Network;
use super::{FLOW, FULL, GccError, Meaning, Others, SCARCE};
use crate::constraints::bits::{add, has, ones};
use crate::constraints::components::Components;
use crate::constraints::within::clear;
use crate::prelude_propagator::*;
use std::sync::Arc;

/// The algorithm of both levels, and its state.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub(super) meaning: Arc<Meaning>,
    look: Look,
    network: Network,
    components: Components,
}

/// The maximum numbers of values and of view-value pairs. The residual graph has a bit for each pair of values (8 MB),
/// and the network one for each view-value pair (128 MB).
const MOST_VALUES: usize = 1 << 13;
const MOST_BITS: usize = 1 << 30;

/// The trailed integer: whether values without a count have been removed.
const CLOSED: usize = 0;

impl Flow {
    pub(super) fn new(meaning: Meaning, look: Look) -> Result<Flow, GccError> {
        let (n, m) = (meaning.views.len(), meaning.values.len());
        if m > MOST_VALUES || n.saturating_mul(m) > MOST_BITS {
            return Err(GccError::TooLarge(n, m));
        }
        let network = Network::new(&meaning);
        let components = Components::new(network.nodes + 1);
        Ok(Flow { meaning: Arc::new(meaning), look, network, components })
    }

    /// Runs passes until nothing changes.
    pub(super) fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if cx.trailed(CLOSED) == 0 {
            let is_closed = self.meaning.close(cx)?;
            cx.set_trailed(CLOSED, is_closed.into());
        }
        while self.pass(cx)? == Status::Again {}
        Ok(Status::Stable)
    }

    /// Makes one pass; returns `Again` if a hole moved a bound further than requested.
    fn pass(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let meaning = Arc::clone(&self.meaning);
        let n = meaning.views.len();
        for (k, view) in meaning.count_views() {
            let place = 4 * meaning.place(k);
            cx.at_least(view, 0, || Lazy(place + FULL))?;
            cx.at_most(view, n as i32, || Lazy(place + SCARCE))?;
        }
        for k in 0..meaning.values.len() {
            let (low, high) = meaning.range(k, |view| cx.bounds(view));
            if low > n as i64 {
                return cx.fail(|| Lazy(4 * meaning.place(k) + SCARCE));
            }
            self.network.set_range(k, (low, high));
        }
        for position in 0..n {
            cx.work(1 + self.network.words)?;
            self.read(cx, position);
        }
        cx.work(n * self.network.words)?;
        let mut work = Ok(());
        let settled = self.network.settle(|units| {
            work = work.and_then(|()| cx.work(units));
            work.is_ok()
        });
        work?;
        if settled.is_err() {
            return cx.fail(|| Lazy(FLOW));
        }
        let mut again = self.bound_counts(cx)?;
        cx.work(self.network.nodes * self.network.words)?;
        self.find_components();
        for position in 0..n {
            cx.work(1)?;
            again |= match self.look {
                Look::Domains => self.prune(cx, position)?,
                Look::Hulls => self.cut(cx, position)?,
            };
        }
        Ok(if again { Status::Again } else { Status::Stable })
    }

    /// Reads the domain of a view into its row.
    fn read(&mut self, cx: &Context<'_>, position: usize) {
        let meaning = &*self.meaning;
        let (view, m) = (meaning.views[position], meaning.values.len());
        let row = self.network.row_mut(position);
        row.fill(0);
        let (listed, all) = match self.look {
            Look::Domains => {
                let mut listed = 0;
                for (word, bits) in row.iter_mut().enumerate().take(m.div_ceil(64)) {
                    *bits = meaning.present(cx, view, word);
                    listed += bits.count_ones();
                }
                (listed, cx.size(view))
            }
            Look::Hulls => {
                let (min, max) = cx.bounds(view);
                let first = meaning.values.partition_point(|&v| v < min);
                let end = meaning.values.partition_point(|&v| v <= max);
                (first..end).for_each(|k| add(row, k));
                ((end - first) as u32, max.wrapping_sub(min) as u32 + 1)
            }
        };
        if meaning.others == Others::Allowed && listed < all {
            add(row, m);
        }
    }

    /// Finds the components of the values and of the slack node, which is the last one.
    fn find_components(&mut self) {
        let Flow { network, components, .. } = self;
        let slack = network.nodes;
        components.clear();
        for view in 0..self.meaning.views.len() {
            let edges = components.edges_of(network.node_of(view));
            edges.iter_mut().zip(network.row(view)).for_each(|(edges, row)| *edges |= row);
        }
        for node in 0..slack {
            if network.count[node] < network.high[node] {
                add(components.edges_of(node), slack);
            }
            if network.count[node] > network.low[node] {
                add(components.edges_of(slack), node);
            }
        }
        components.find();
    }

    /// Restricts each count to the numbers that some assignment attains.
    fn bound_counts(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let mut again = false;
        let meaning = Arc::clone(&self.meaning);
        for (k, view) in meaning.count_views() {
            if self.network.low[k] >= self.network.high[k] {
                continue;
            }
            let hint = 4 * meaning.place(k) + FLOW;
            let mut work = cx.work(2 * meaning.views.len());
            let mut goes_on = |units| {
                work = work.and_then(|()| cx.work(units));
                work.is_ok()
            };
            let most = self.network.most(k, &mut goes_on) as i32;
            let least = self.network.least(k, &mut goes_on) as i32;
            work?;
            cx.at_most(view, most, || Lazy(hint))?;
            cx.at_least(view, least, || Lazy(hint))?;
            again |= cx.bounds(view) != (least, most);
        }
        Ok(again)
    }

    /// Removes all values without support.
    fn prune(&self, cx: &mut Context<'_>, position: usize) -> Result<bool, Conflict> {
        let meaning = &*self.meaning;
        let (view, m) = (meaning.views[position], meaning.values.len());
        let component = self.components.component(self.network.node_of(position));
        let hint = 4 * position as u32 + FLOW;
        for (word, (&row, &kept)) in self.network.row(position).iter().zip(component).enumerate() {
            for bit in ones(row & !kept) {
                let k = 64 * word + bit as usize;
                if k < m {
                    cx.remove(view, meaning.values[k], || Lazy(hint))?;
                } else {
                    clear(cx, view, &meaning.unlisted, hint)?;
                }
            }
        }
        Ok(false)
    }

    /// Moves both bounds to values with support.
    fn cut(&self, cx: &mut Context<'_>, position: usize) -> Result<bool, Conflict> {
        let view = self.meaning.views[position];
        let hint = 4 * position as u32 + FLOW;
        let (min, max) = cx.bounds(view);
        let (low, high) = (self.supported_from::<true>(position, min), self.supported_from::<false>(position, max));
        cx.at_least(view, low, || Lazy(hint))?;
        cx.at_most(view, high, || Lazy(hint))?;
        Ok(cx.bounds(view) != (low, high))
    }

    fn is_supported(&self, position: usize, node: usize) -> bool {
        has(self.components.component(self.network.node_of(position)), node)
    }

    /// Returns the first value from `v` upwards or downwards with support in the hull. There must be one.
    fn supported_from<const UP: bool>(&self, position: usize, mut v: i32) -> i32 {
        let values = &self.meaning.values;
        let others = self.meaning.others == Others::Allowed && self.is_supported(position, values.len());
        let step = if UP { 1 } else { -1 };
        let before = values.partition_point(|&value| if UP { value < v } else { value <= v });
        let mut k = if UP { before } else { before.wrapping_sub(1) };
        while let Some(&value) = values.get(k) {
            if value != v {
                if others {
                    return v;
                }
                v = value;
            }
            if self.is_supported(position, k) {
                return v;
            }
            (v, k) = (v + step, k.wrapping_add_signed(step as isize));
        }
        v
    }
}
