//! The value graph of one part: its views, their values, a matching.
//!
//! Rows of the graph are words of values, and so are the sets of values that are
//! matched or not yet visited: a step of the matching or of the depth-first
//! search costs a word operation for 64 values.

/// No value.
const NONE: u32 = u32::MAX;

/// Room for the graph of any part; filled anew for each.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// Words in a row, and the number of views.
    width: usize,
    views: usize,
    rows: Box<[u64]>,
    /// The values that are matched.
    matched: Box<[u64]>,
    /// Each view's value, and for matched values the view.
    partner: Box<[u32]>,
    owner: Box<[u32]>,
    unvisited: Box<[u64]>,
    /// Views on the way of the depth-first search, and the value by which each was left.
    way: Vec<(u32, u32)>,
    components: Components,
}

/// Strongly connected components, by Gabow's two stacks (*Path-based depth-first
/// search for strong and biconnected components*, 2000).
#[derive(Clone, Debug)]
struct Components {
    /// Views whose component is not complete.
    open: Vec<u32>,
    /// Where each segment of `open` begins: its views are known to be connected.
    segments: Vec<u32>,
    /// The values of each segment, a row each, and of all segments but the last.
    rows: Box<[u64]>,
    below: Box<[u64]>,
    /// Views of complete components, and where each component ends.
    done: Vec<u32>,
    ends: Vec<u32>,
    /// The values of a component.
    values: Box<[u64]>,
}

impl Graph {
    /// Room for so many views over so many words of values.
    pub(super) fn new(views: usize, words: usize) -> Graph {
        let row = || vec![0; words].into_boxed_slice();
        Graph {
            width: 0,
            views: 0,
            rows: vec![0; views * words].into(),
            matched: row(),
            partner: vec![NONE; views].into(),
            owner: vec![NONE; words * 64].into(),
            unvisited: row(),
            way: Vec::with_capacity(views),
            components: Components {
                open: Vec::with_capacity(views),
                segments: Vec::with_capacity(views + 1),
                rows: vec![0; (views + 1) * words].into(),
                below: row(),
                done: Vec::with_capacity(views),
                ends: Vec::with_capacity(views),
                values: row(),
            },
        }
    }

    /// Starts a graph of so many views and so many words; rows are to be filled.
    pub(super) fn start(&mut self, views: usize, width: usize) {
        (self.views, self.width) = (views, width);
    }

    /// The values of a view.
    #[inline]
    fn row(&self, view: usize) -> &[u64] {
        &self.rows[view * self.width..][..self.width]
    }

    /// The values of a view, to be filled in.
    #[inline]
    pub(super) fn row_mut(&mut self, view: usize) -> &mut [u64] {
        &mut self.rows[view * self.width..][..self.width]
    }

    /// The value that a view is matched with.
    pub(super) fn partner(&self, view: usize) -> u32 {
        self.partner[view]
    }

    // ---- matching ------------------------------------------------------

    /// Matches every view with a value of its own, beginning with the hinted ones;
    /// `None` when there are too few values.
    pub(super) fn complete_matching(&mut self, hint: impl Fn(usize) -> u32) -> Option<()> {
        self.matched[..self.width].fill(0);
        let mut lonely = 0;
        for u in 0..self.views {
            let v = hint(u);
            let (w, bit) = (v as usize / 64, 1 << (v % 64));
            let usable = w < self.width && self.row(u)[w] & !self.matched[w] & bit != 0;
            if usable {
                self.matched[w] |= bit;
                self.owner[v as usize] = u as u32;
            } else {
                lonely += 1;
            }
            self.partner[u] = if usable { v } else { NONE };
        }
        for u in 0..self.views {
            if lonely > 0 && self.partner[u] == NONE {
                lonely -= 1;
                self.augment(u as u32)?;
            }
        }
        Some(())
    }

    /// Finds a value for `first`, for which others may have to change theirs.
    fn augment(&mut self, first: u32) -> Option<()> {
        let width = self.width;
        self.unvisited[..width].copy_from_slice(&self.matched[..width]);
        self.way.clear();
        let mut u = first;
        loop {
            let row = &self.rows[u as usize * width..][..width];
            if let Some(v) = first_common(row, &self.matched[..width], |r, m| r & !m) {
                self.shift(u, v);
                return Some(());
            }
            match first_common(row, &self.unvisited[..width], |r, m| r & m) {
                Some(v) => {
                    self.unvisited[v as usize / 64] &= !(1 << (v % 64));
                    self.way.push((u, v));
                    u = self.owner[v as usize];
                }
                None => u = self.way.pop()?.0,
            }
        }
    }

    /// Gives `u` the free value `v`, and its old one to the view before it on the way, and so on.
    fn shift(&mut self, mut u: u32, mut v: u32) {
        self.matched[v as usize / 64] |= 1 << (v % 64);
        loop {
            self.partner[u as usize] = v;
            self.owner[v as usize] = u;
            let Some(before) = self.way.pop() else { return };
            (u, v) = before;
        }
    }

    // ---- components ----------------------------------------------------

    /// Splits the views into strongly connected components: each view leads to the
    /// owners of its values. Free values are one more node, to which every view
    /// leads that could take one, and which leads to every view. So a value may
    /// stay in a view just when it is free, or its owner is in the view's component.
    ///
    /// Afterwards [`sorted`](Self::sorted) and [`ends`](Self::ends) tell the components.
    pub(super) fn split(&mut self) {
        let width = self.width;
        let c = &mut self.components;
        self.unvisited[..width].copy_from_slice(&self.matched[..width]);
        c.below[..width].fill(0);
        c.rows[..width].fill(0);
        c.done.clear();
        c.ends.clear();
        c.open.clear();
        c.segments.clear();
        // The search begins at the free values: their segment is the first.
        c.segments.push(0);
        for root in 0..self.views {
            let v = self.partner[root] as usize;
            if self.unvisited[v / 64] >> (v % 64) & 1 != 0 {
                self.search(root as u32);
            }
        }
        let c = &mut self.components;
        c.done.append(&mut c.open);
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
        let matched = &self.matched[..width];
        let last = c.segments.len() - 1;
        let takes_free = row.iter().zip(matched).any(|(r, m)| r & !m != 0);
        if takes_free && last == 0 {
            c.rows[w] |= bit;
            c.open.push(u);
            return;
        }
        c.segments.push(c.open.len() as u32);
        c.open.push(u);
        let (before, rest) = c.rows[last * width..].split_at_mut(width);
        for (below, before) in c.below[..width].iter_mut().zip(before) {
            *below |= *before;
        }
        rest[..width].fill(0);
        rest[w] = bit;
        while c.segments.len() > 1 && (takes_free || row.iter().zip(&c.below[..width]).any(|(r, below)| r & below != 0))
        {
            c.merge(width);
        }
    }

    /// All views: component by component those without free values, then the rest.
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

impl Components {
    /// Joins the last two segments.
    #[inline]
    fn merge(&mut self, width: usize) {
        self.segments.pop();
        let last = self.segments.len() - 1;
        let (into, from) = self.rows[last * width..].split_at_mut(width);
        for ((into, from), below) in into.iter_mut().zip(&from[..width]).zip(&mut self.below[..width]) {
            *below &= !*into;
            *into |= *from;
        }
    }

    /// After all that `u` leads to: if its segment begins with it, it is a component.
    #[inline]
    fn leave(&mut self, u: u32, width: usize) {
        let last = self.segments.len() - 1;
        let start = self.segments[last] as usize;
        if last == 0 || self.open[start] != u {
            return;
        }
        self.segments.pop();
        for (below, row) in self.below[..width].iter_mut().zip(&self.rows[(last - 1) * width..]) {
            *below &= !*row;
        }
        self.done.extend(self.open.drain(start..));
        self.ends.push(self.done.len() as u32);
    }
}

/// The first value in a combination of two sets of words.
#[inline]
fn first_common(a: &[u64], b: &[u64], combine: impl Fn(u64, u64) -> u64) -> Option<u32> {
    a.iter().zip(b).zip((0..).step_by(64)).find_map(|((&a, &b), base)| {
        let word = combine(a, b);
        (word != 0).then(|| base + word.trailing_zeros())
    })
}
