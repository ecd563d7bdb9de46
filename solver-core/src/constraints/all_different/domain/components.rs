//! Strongly connected components under construction.

/// Strongly connected components by Gabow's two stacks (*Path-based depth-first search for strong and biconnected
/// components*, 2000).
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// Views whose component is still incomplete.
    pub(super) open: Vec<u32>,
    /// The start of each segment of `open`; a segment's views are known to be connected.
    pub(super) segments: Vec<u32>,
    /// `rows` holds each segment's values, one row per segment; `below` holds the values of all segments but the last.
    /// Free values belong to the first segment.
    pub(super) rows: Box<[u64]>,
    pub(super) below: Box<[u64]>,
    /// The views of complete components, and the end of each component in `done`.
    pub(super) done: Vec<u32>,
    pub(super) ends: Vec<u32>,
    /// A component's values.
    pub(super) values: Box<[u64]>,
}

impl Components {
    pub(super) fn new(views: usize, words: usize) -> Components {
        let row = || vec![0; words].into_boxed_slice();
        Components {
            open: Vec::with_capacity(views),
            segments: Vec::with_capacity(views + 1),
            rows: vec![0; (views + 1) * words].into(),
            below: row(),
            done: Vec::with_capacity(views),
            ends: Vec::with_capacity(views),
            values: row(),
        }
    }

    /// Joins the last two segments.
    #[inline(always)]
    pub(super) fn merge(&mut self, width: usize) {
        self.segments.pop();
        let last = self.segments.len() - 1;
        let (into, from) = self.rows[last * width..].split_at_mut(width);
        for ((into, from), below) in into.iter_mut().zip(&from[..width]).zip(&mut self.below[..width]) {
            *below &= !*into;
            *into |= *from;
        }
    }

    /// Called after all successors of `u` have been visited: if `u` begins its segment, the segment is a component.
    #[inline(always)]
    pub(super) fn leave(&mut self, u: u32, width: usize) {
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
