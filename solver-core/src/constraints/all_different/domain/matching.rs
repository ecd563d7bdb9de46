//! Maximum matching: gives every view a different value.

use super::graph::{Graph, first_common};

impl Graph {
    /// Matches every view to a different value, starting from the hinted values. Returns `None` if there are too few
    /// values.
    pub(super) fn complete_matching(&mut self, hint: impl Fn(usize) -> u32) -> Option<()> {
        match self.width {
            1 => self.match_rows(hint, 1),
            width => self.match_rows(hint, width),
        }
    }

    #[inline(always)]
    fn match_rows(&mut self, hint: impl Fn(usize) -> u32, width: usize) -> Option<()> {
        self.matched[..width].fill(0);
        let mut lonely = 0;
        // Branch-free, because the validity of hints is unpredictable.
        for u in 0..self.views {
            let hinted = hint(u) as usize;
            let v = if hinted < width * 64 { hinted } else { 0 };
            let (w, bit) = (v / 64, u64::from(v == hinted) << (v % 64));
            let bit = self.rows[u * width + w] & !self.matched[w] & bit;
            self.matched[w] |= bit;
            self.owner[v] = if bit != 0 { u as u32 } else { self.owner[v] };
            self.partner[u] = v as u32;
            self.lonely[lonely] = u as u32;
            lonely += usize::from(bit == 0);
        }
        for i in 0..lonely {
            self.augment(self.lonely[i], width)?;
        }
        Some(())
    }

    /// Finds a value for `first` along an augmenting path.
    #[inline(always)]
    fn augment(&mut self, first: u32, width: usize) -> Option<()> {
        self.way.clear();
        if let Some(v) = self.free_value(first, width) {
            self.shift(first, v);
            return Some(());
        }
        self.unvisited[..width].copy_from_slice(&self.matched[..width]);
        let mut u = first;
        loop {
            let row = &self.rows[u as usize * width..][..width];
            match first_common(row, &self.unvisited[..width], |r, m| r & m) {
                Some(v) => {
                    self.unvisited[v as usize / 64] &= !(1 << (v % 64));
                    self.way.push((u, v));
                    u = self.owner[v as usize];
                    if let Some(v) = self.free_value(u, width) {
                        self.shift(u, v);
                        return Some(());
                    }
                }
                None => u = self.way.pop()?.0,
            }
        }
    }

    #[inline(always)]
    fn free_value(&self, u: u32, width: usize) -> Option<u32> {
        let row = &self.rows[u as usize * width..][..width];
        first_common(row, &self.matched[..width], |r, m| r & !m)
    }

    /// Gives the free value `v` to `u`, the old value of `u` to the path's previous view, and so on.
    fn shift(&mut self, mut u: u32, mut v: u32) {
        self.matched[v as usize / 64] |= 1 << (v % 64);
        loop {
            self.partner[u as usize] = v;
            self.owner[v as usize] = u;
            let Some(before) = self.way.pop() else { return };
            (u, v) = before;
        }
    }
}
