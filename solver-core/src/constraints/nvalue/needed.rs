//! Filtering for a count that requires as many values as a maximum matching has: a view keeps a value if some maximum
//! matching pairs the two or leaves the view unmatched.
//!
//! A matched view may take another view's value if that view gets a different value in exchange, along a cycle of
//! exchanges or along a chain that ends at a free value. Views that some maximum matching leaves unmatched keep all
//! their values; they are the views that chains from the unmatched ones reach (A. L. Dulmage, N. S. Mendelsohn,
//! *Coverings of bipartite graphs*, Canadian Journal of Mathematics 10, 1958).

use super::FEW;
use super::matching::Matching;
use crate::constraints::bits::{add, bits, has};
use crate::constraints::components::Components;
use crate::prelude_propagator::*;

/// The exchanges between views.
#[derive(Clone, Debug)]
pub(super) struct Exchanges {
    /// The graph with an edge from each view to the views whose values it could take.
    components: Components,
    /// Views that some maximum matching leaves unmatched.
    spare: Box<[u64]>,
    /// Views from which a chain of exchanges leads to a free value.
    mobile: Box<[u64]>,
}

impl Exchanges {
    pub(super) fn new(views: usize) -> Exchanges {
        let row = || vec![0; views.div_ceil(64)].into();
        Exchanges { components: Components::new(views), spare: row(), mobile: row() }
    }

    /// Removes the values without support; returns whether there were any.
    pub(super) fn filter(
        &mut self,
        cx: &mut Context<'_>,
        views: &[View],
        matching: &Matching,
    ) -> Result<bool, Conflict> {
        cx.work(2 * views.len() * (1 + views.len() / 4))?;
        self.read(cx, views, matching);
        let mut bound = false;
        for i in (0..views.len()).filter(|&i| !has(&self.spare, i)) {
            let edges = self.components.edges_of(i).iter().zip(&self.mobile);
            bound |= edges.into_iter().any(|(row, mobile)| row & !mobile != 0);
        }
        if !bound {
            return Ok(false);
        }
        self.components.find();
        let mut changes = false;
        for (i, &view) in views.iter().enumerate().filter(|(i, _)| !has(&self.spare, *i)) {
            for word in 0..self.mobile.len() {
                let others =
                    self.components.edges_of(i)[word] & !self.mobile[word] & !self.components.component(i)[word];
                for j in bits(&[others]).map(|bit| 64 * word + bit) {
                    if let Some(v) = matching.value(j) {
                        cx.remove(view, v, || Lazy(4 * i as u32 + FEW))?;
                        changes = true;
                    }
                }
            }
        }
        Ok(changes)
    }

    fn read(&mut self, cx: &Context<'_>, views: &[View], matching: &Matching) {
        self.components.clear();
        self.spare.fill(0);
        self.mobile.fill(0);
        for (i, &view) in views.iter().enumerate() {
            let (mut taken, edges) = (0, self.components.edges_of(i));
            for j in 0..views.len() {
                if matching.value(j).is_some_and(|v| cx.contains(view, v)) {
                    taken += 1;
                    if i != j {
                        add(edges, j);
                    }
                }
            }
            if matching.value(i).is_none() {
                add(&mut self.spare, i);
            } else if taken < cx.size(view) {
                add(&mut self.mobile, i);
            }
        }
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for i in 0..views.len() {
                let edges = self.components.edges_of(i);
                if has(&self.spare, i) {
                    for (all, &row) in self.spare.iter_mut().zip(&*edges) {
                        changes |= row & !*all != 0;
                        *all |= row;
                    }
                }
                if !has(&self.mobile, i) && edges.iter().zip(&self.mobile).any(|(row, all)| row & all != 0) {
                    add(&mut self.mobile, i);
                    changes = true;
                }
            }
        }
    }
}
