//! Strongly connected components of the value graph, which decide which views may keep which values.

use super::graph::{Graph, first_common, meet};

/// The number of passes of the head start.
const HEAD_START: usize = 4;

impl Graph {
    /// Splits the views into strongly connected components. Each view has edges to the owners of its values. One more
    /// node represents the free values: it has edges from all views with a free value, and to all views. So a view may
    /// keep a value if and only if the value is free or its owner is in the view's component.
    ///
    /// Stores the components in `components.done` and `components.ends`.
    pub(super) fn split(&mut self) {
        // Usually there is a single word of values; that case is compiled separately.
        match self.width {
            1 => self.split_rows(1),
            width => self.split_rows(width),
        }
    }

    #[inline(always)]
    fn split_rows(&mut self, width: usize) {
        let c = &mut self.components;
        c.done.clear();
        c.ends.clear();
        c.open.clear();
        if self.is_one_component(width) {
            let c = &mut self.components;
            c.done.extend(0..self.views as u32);
            c.ends.push(self.views as u32);
            return;
        }
        self.head_start(width);
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
                self.search(u, width);
            }
        }
        let c = &mut self.components;
        c.done.append(&mut c.open);
    }

    /// Checks whether no value is free, the first view reaches all others, and all others reach it. This is
    /// common when there are as many values as views, and the test is cheaper than a search. It may miss some cases.
    #[inline(always)]
    fn is_one_component(&mut self, width: usize) -> bool {
        let (c, rows) = (&mut self.components, &self.rows[..self.views * width]);
        let is_free =
            rows.chunks_exact(width).any(|row| row.iter().zip(&self.matched[..width]).any(|(r, m)| r & !m != 0));
        if is_free {
            return false;
        }
        let first = &mut c.below[..width];
        first.copy_from_slice(&rows[..width]);
        self.unvisited[..width].copy_from_slice(&self.matched[..width]);
        while let Some(v) = first_common(first, &self.unvisited[..width], |r, m| r & m) {
            self.unvisited[v as usize / 64] &= !(1 << (v % 64));
            let row = &rows[self.owner[v as usize] as usize * width..][..width];
            first.iter_mut().zip(row).for_each(|(first, row)| *first |= row);
        }
        if self.unvisited[..width].iter().any(|&w| w != 0) {
            return false;
        }
        let v = self.partner[0] as usize;
        let first = &mut c.rows[..width];
        first.fill(0);
        first[v / 64] |= 1 << (v % 64);
        self.left.clear();
        self.left.extend(1..self.views as u32);
        self.collect_leading(width);
        self.components.open.clear();
        self.left.is_empty()
    }

    /// Starts the first segment with the free values and the views that lead to them, which are often all views. A few
    /// passes cost less than the depth-first search, which handles the remaining views.
    #[inline(always)]
    fn head_start(&mut self, width: usize) {
        let c = &mut self.components;
        let first = &mut c.rows[..width];
        for (row, matched) in first.iter_mut().zip(&self.matched[..width]) {
            *row = !matched;
        }
        self.left.clear();
        self.left.extend(0..self.views as u32);
        self.collect_leading(width);
    }

    /// Makes a few passes over the remaining views; those that lead to the first segment join it.
    #[inline(always)]
    fn collect_leading(&mut self, width: usize) {
        let (c, rows, partner) = (&mut self.components, &self.rows, &self.partner);
        let first = &mut c.rows[..width];
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

    #[inline(always)]
    fn search(&mut self, root: u32, width: usize) {
        let mut u = root;
        self.way.clear();
        loop {
            self.enter(u, width);
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

    /// Opens a view in a new segment, and merges the segment with all earlier ones to which the view has edges.
    #[inline(always)]
    fn enter(&mut self, u: u32, width: usize) {
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

    /// Collects the values matched with the views from `start` to `end` of `components.done`.
    pub(super) fn collect_values(&mut self, start: usize, end: usize) {
        let c = &mut self.components;
        let values = &mut c.values[..self.width];
        values.fill(0);
        for &u in &c.done[start..end] {
            let v = self.partner[u as usize];
            values[v as usize / 64] |= 1 << (v % 64);
        }
    }

    /// Returns the index of each word in which a view has values besides the collected ones, and the collected values
    /// in that word.
    #[inline]
    pub(super) fn excess(&self, view: u32) -> impl Iterator<Item = (usize, u64)> + '_ {
        let row = self.row(view as usize);
        let pairs = row.iter().zip(&self.components.values).enumerate();
        pairs.filter(|&(_, (row, values))| row & !values != 0).map(|(w, (_, &values))| (w, values))
    }
}
