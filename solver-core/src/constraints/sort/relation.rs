//! The positions in the sorted array that each unsorted view can have, computed from the bounds.

use crate::constraints::bits::{add_range, ends_of_range};
use crate::constraints::components::Components;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A view of the unsorted or the sorted array.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Unsorted(usize),
    Sorted(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Relation {
    n: usize,
    /// The bounds of the unsorted views, and the monotone bounds of the sorted views.
    x: Box<[(i32, i32)]>,
    y: Box<[(i32, i32)]>,
    /// The unsorted views ordered by minimum and by maximum. Each run sorts them again.
    by_low: Box<[u32]>,
    by_high: Box<[u32]>,
    ends: BinaryHeap<Reverse<(i32, u32)>>,
    begins: BinaryHeap<(i32, u32)>,
    /// The smallest and largest value that each position can have.
    hulls: Box<[(i32, i32)]>,
    /// The position matched to each unsorted view.
    place: Box<[u32]>,
    components: Components,
}

impl Relation {
    pub(super) fn new(n: usize) -> Relation {
        Relation {
            n,
            x: vec![(0, 0); n].into(),
            y: vec![(0, 0); n].into(),
            by_low: (0..n as u32).collect(),
            by_high: (0..n as u32).collect(),
            ends: BinaryHeap::with_capacity(n),
            begins: BinaryHeap::with_capacity(n),
            hulls: vec![(0, 0); n].into(),
            place: vec![0; n].into(),
            components: Components::new(n),
        }
    }

    /// Sets the bounds of a view; sorted views are numbered after the unsorted ones.
    pub(super) fn set(&mut self, view: usize, bounds: (i32, i32)) {
        match view.checked_sub(self.n) {
            None => self.x[view] = bounds,
            Some(place) => self.y[place] = bounds,
        }
    }

    /// Makes the bounds of the sorted views monotone, and matches unsorted views to positions; returns whether there is
    /// a matching.
    pub(super) fn can_match(&mut self) -> bool {
        for i in 1..self.n {
            self.y[i].0 = self.y[i].0.max(self.y[i - 1].0);
        }
        for i in (1..self.n).rev() {
            self.y[i - 1].1 = self.y[i - 1].1.min(self.y[i].1);
        }
        let Relation { x, y, by_low, ends, place, .. } = self;
        by_low.sort_unstable_by_key(|&j| x[j as usize].0);
        ends.clear();
        let mut waiting = by_low.iter().copied().peekable();
        for (i, &(low, high)) in (0..).zip(y.iter()) {
            while let Some(j) = waiting.next_if(|&j| x[j as usize].0 <= high) {
                ends.push(Reverse((x[j as usize].1, j)));
            }
            match ends.pop() {
                Some(Reverse((end, j))) if end >= low && low <= high => place[j as usize] = i,
                _ => return false,
            }
        }
        true
    }

    /// Computes the hulls of the positions: the matching from the left yields their maxima, and the matching from the
    /// right yields their minima. Returns whether both matchings exist.
    fn bound_places(&mut self) -> bool {
        let Relation { x, y, by_high, begins, place, hulls, .. } = self;
        for (j, &i) in place.iter().enumerate() {
            hulls[i as usize].1 = y[i as usize].1.min(x[j].1);
        }
        by_high.sort_unstable_by_key(|&j| Reverse(x[j as usize].1));
        begins.clear();
        let mut waiting = by_high.iter().copied().peekable();
        for (hull, &(low, _)) in hulls.iter_mut().zip(y.iter()).rev() {
            while let Some(j) = waiting.next_if(|&j| x[j as usize].1 >= low) {
                begins.push((x[j as usize].0, j));
            }
            let Some((begin, _)) = begins.pop() else { return false };
            hull.0 = low.max(begin);
        }
        true
    }

    /// Finds a matching and all other possible pairs; returns whether there is a matching.
    pub(super) fn solve(&mut self) -> bool {
        if !self.can_match() || !self.bound_places() {
            return false;
        }
        self.components.clear();
        for j in 0..self.n {
            let (first, end) = self.meets(j);
            let edges = self.components.edges_of(self.place[j] as usize);
            add_range(edges, first, end);
        }
        self.components.find();
        true
    }

    /// The range of positions whose bounds intersect those of an unsorted view: its start, and its exclusive end.
    fn meets(&self, j: usize) -> (usize, usize) {
        let (low, high) = self.x[j];
        (self.y.partition_point(|y| y.1 < low), self.y.partition_point(|y| y.0 <= high))
    }

    /// The smallest and largest value with support, after [`solve`](Relation::solve).
    pub(super) fn supported(&self, side: Side) -> (i32, i32) {
        match side {
            Side::Unsorted(j) => {
                let (first, end) = self.meets(j);
                let component = self.components.component(self.place[j] as usize);
                let own = self.place[j] as usize;
                let (least, most) = ends_of_range(component, first, end).unwrap_or((own, own));
                (self.x[j].0.max(self.y[least].0), self.x[j].1.min(self.y[most].1))
            }
            Side::Sorted(i) => self.hulls[i],
        }
    }
}
