//! Strongly connected components of the value graph: which values may stay in which views.

use super::graph::{Graph, first_common, meet};

/// Passes of the head start.
const HEAD_START: usize = 4;

impl Graph {
    /// Splits the views into strongly connected components: each view leads to the
    /// owners of its values. Free values are one more node, to which every view
    /// leads that could take one, and which leads to every view. So a value may
    /// stay in a view just when it is free, or its owner is in the view's component.
    ///
    /// Afterwards [`sorted`](Self::sorted) and [`ends`](Self::ends) hold the components.
    pub(super) fn split(&mut self) {
        let width = self.width;
        let c = &mut self.components;
        c.done.clear();
        c.ends.clear();
        c.open.clear();
        self.head_start();
        if self.left.is_empty() {
            return;
        }
        let c = &mut self.components;
        c.segments.clear();
        c.segments.push(0);
        c.below[..width].fill(0);
        self.unvisited[..width].fill(0);
        for &u in &self.left {
            let v = self.partner[u as usize] as usize;
            self.unvisited[v / 64] |= 1 << (v % 64);
        }
        for i in 0..self.left.len() {
            let u = self.left[i];
            let v = self.partner[u as usize] as usize;
            if self.unvisited[v / 64] >> (v % 64) & 1 != 0 {
                self.search(u);
            }
        }
        let c = &mut self.components;
        c.done.append(&mut c.open);
    }

    /// Begins the first segment with the free values and views that lead to them.
    /// Often those are all views: some passes over them cost less than the search,
    /// which finds those that are missed.
    fn head_start(&mut self) {
        let width = self.width;
        let c = &mut self.components;
        let first = &mut c.rows[..width];
        for (row, matched) in first.iter_mut().zip(&self.matched[..width]) {
            *row = !matched;
        }
        let (rows, partner) = (&self.rows, &self.partner);
        self.left.clear();
        self.left.extend(0..self.views as u32);
        for _ in 0..HEAD_START {
            let before = self.left.len();
            self.left.retain(|&u| {
                let leads_there = meet(&rows[u as usize * width..][..width], first);
                if leads_there {
                    let v = partner[u as usize] as usize;
                    first[v / 64] |= 1 << (v % 64);
                    c.open.push(u);
                }
                !leads_there
            });
            if self.left.is_empty() || self.left.len() == before {
                return;
            }
        }
    }

    fn search(&mut self, root: u32) {
        let width = self.width;
        let mut u = root;
        self.way.clear();
        loop {
            self.enter(u);
            loop {
                let row = &self.rows[u as usize * width..][..width];
                if let Some(v) = first_common(row, &self.unvisited[..width], |r, m| r & m) {
                    self.way.push((u, v));
                    u = self.owner[v as usize];
                    break;
                }
                self.components.leave(u, width);
                match self.way.pop() {
                    Some((before, _)) => u = before,
                    None => return,
                }
            }
        }
    }

    /// Opens a view: alone in its segment, which then merges with all that it leads back to.
    #[inline]
    fn enter(&mut self, u: u32) {
        let width = self.width;
        let c = &mut self.components;
        let v = self.partner[u as usize] as usize;
        let (w, bit) = (v / 64, 1 << (v % 64));
        self.unvisited[w] &= !bit;
        let row = &self.rows[u as usize * width..][..width];
        let last = c.segments.len() - 1;
        c.segments.push(c.open.len() as u32);
        c.open.push(u);
        let (before, rest) = c.rows[last * width..].split_at_mut(width);
        for (below, before) in c.below[..width].iter_mut().zip(before) {
            *below |= *before;
        }
        rest[..width].fill(0);
        rest[w] = bit;
        while c.segments.len() > 1 && meet(row, &c.below[..width]) {
            c.merge(width);
        }
    }

    /// All views: component by component those without free values, then the rest.
    /// Not complete when [`ends`](Self::ends) is empty.
    pub(super) fn sorted(&self) -> &[u32] {
        &self.components.done
    }

    /// Where each component without free values ends in [`sorted`](Self::sorted).
    pub(super) fn ends(&self) -> &[u32] {
        &self.components.ends
    }

    /// Collects the values that the views from `start` to `end` of
    /// [`sorted`](Self::sorted) are matched with.
    pub(super) fn collect_values(&mut self, start: usize, end: usize) {
        let c = &mut self.components;
        let values = &mut c.values[..self.width];
        values.fill(0);
        for &u in &c.done[start..end] {
            let v = self.partner[u as usize];
            values[v as usize / 64] |= 1 << (v % 64);
        }
    }

    /// All values but the collected ones instead.
    pub(super) fn invert_values(&mut self) {
        self.components.values[..self.width].iter_mut().for_each(|w| *w = !*w);
    }

    /// For each word of a view that has values outside the collected ones: its number, and the collected values.
    #[inline]
    pub(super) fn excess(&self, view: u32) -> impl Iterator<Item = (usize, u64)> + '_ {
        let row = self.row(view as usize);
        let pairs = row.iter().zip(&self.components.values).enumerate();
        pairs.filter(|&(_, (row, values))| row & !values != 0).map(|(w, (_, &values))| (w, values))
    }
}
