//! Value elimination: removes the values of fixed views from the others. Most runs begin with it, and many need nothing
//! else.

use super::AllDifferentDomain;
use crate::prelude_propagator::*;

impl AllDifferentDomain {
    /// Moves the part's fixed views to the front and removes their values from the unfixed ones. Returns the index
    /// after the last fixed view.
    pub(super) fn eliminate(&mut self, cx: &mut Context<'_>, start: usize, end: usize) -> Result<usize, Conflict> {
        let (mut fixed, mut done) = (start, start);
        for place in start..end {
            if cx.fixed(self.view_at(place)).is_some() {
                self.partition.swap(place, fixed);
                fixed += 1;
            }
        }
        while done < fixed {
            // Collects the values of fixed views that lie within one window of 64.
            let Some(v) = cx.fixed(self.view_at(done)) else { break };
            let (base, mut mask) = (v.wrapping_sub(32), 0u64);
            while done < fixed {
                let Some(v) = cx.fixed(self.view_at(done)) else { break };
                let d = v.wrapping_sub(base) as u32;
                if d >= 64 {
                    break;
                }
                if mask >> d & 1 != 0 {
                    return cx.fail(|| Lazy(0));
                }
                mask |= 1 << d;
                done += 1;
            }
            cx.work(end - done)?;
            // Fixed views outside this batch also lose its values, so that equal values fail.
            for place in done..end {
                let (position, view) = (self.partition.at(place), self.view_at(place));
                cx.keep(view, base, !mask, || Lazy(position))?;
                if place >= fixed && cx.fixed(view).is_some() {
                    self.partition.swap(place, fixed);
                    fixed += 1;
                }
            }
        }
        Ok(fixed)
    }

    /// Like [`eliminate`](Self::eliminate), for a part whose values fit into one word. First fills the graph, and
    /// leaves the rows of the unfixed views there.
    pub(super) fn eliminate_rows(&mut self, cx: &mut Context<'_>, start: usize, end: usize) -> Result<usize, Conflict> {
        cx.work((end - start) * 5)?;
        let AllDifferentDomain { views, base, partition, graph, .. } = self;
        let rows = &mut graph.rows[..end - start];
        let (mut done, mut fixed) = (0, 0);
        for at in 0..rows.len() {
            let row = cx.window(views[partition.at(start + at) as usize], *base);
            rows[at] = row;
            if row & row.wrapping_sub(1) == 0 {
                rows.swap(at, fixed);
                partition.swap(start + at, start + fixed);
                fixed += 1;
            }
        }
        while done < fixed {
            let mut taken = 0;
            for &row in &rows[done..fixed] {
                if taken & row != 0 {
                    return cx.fail(|| Lazy(0));
                }
                taken |= row;
            }
            done = fixed;
            for at in done..rows.len() {
                if rows[at] & taken == 0 {
                    continue;
                }
                let position = partition.at(start + at);
                cx.keep(views[position as usize], *base, !taken, || Lazy(position))?;
                rows[at] &= !taken;
                if rows[at] & rows[at].wrapping_sub(1) == 0 {
                    rows.swap(at, fixed);
                    partition.swap(start + at, start + fixed);
                    fixed += 1;
                }
            }
        }
        rows.copy_within(fixed.., 0);
        let left = rows.len() - fixed;
        graph.start(left, 1);
        Ok(start + fixed)
    }
}
