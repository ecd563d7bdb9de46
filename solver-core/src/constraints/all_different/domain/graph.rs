//! The value graph of one part: its views, their values and a matching.
//!
//! Graph rows are bitsets of values, as are the sets of matched and unvisited values, so a step of the matching or the
//! depth-first search costs one word operation per 64 values.

use super::components::Components;

/// No value.
const NONE: u32 = u32::MAX;

/// Buffers for the graph of any part; refilled for each part.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The number of words in a row, and the number of views.
    pub(super) width: usize,
    pub(super) views: usize,
    pub(super) rows: Box<[u64]>,
    /// The values matched to a view.
    pub(super) matched: Box<[u64]>,
    /// The value matched to each view, and the view matched to each value.
    pub(super) partner: Box<[u32]>,
    pub(super) owner: Box<[u32]>,
    /// Views whose hinted value is not available.
    pub(super) lonely: Box<[u32]>,
    pub(super) unvisited: Box<[u64]>,
    /// The path of the depth-first search: each view with the value along which the search left it.
    pub(super) way: Vec<(u32, u32)>,
    /// The views that the head start leaves to the depth-first search.
    pub(super) left: Vec<u32>,
    pub(super) components: Components,
}

impl Graph {
    /// Allocates space for `views` views over `words` words of values.
    pub(super) fn new(views: usize, words: usize) -> Graph {
        let row = || vec![0; words].into_boxed_slice();
        Graph {
            width: 0,
            views: 0,
            rows: vec![0; views * words].into(),
            matched: row(),
            partner: vec![NONE; views].into(),
            owner: vec![NONE; words * 64].into(),
            lonely: vec![0; views + 1].into(),
            unvisited: row(),
            way: Vec::with_capacity(views),
            left: Vec::with_capacity(views),
            components: Components::new(views, words),
        }
    }

    /// Starts a graph with `views` rows of `width` words each; the caller fills the rows.
    pub(super) fn start(&mut self, views: usize, width: usize) {
        (self.views, self.width) = (views, width);
    }

    /// A view's values.
    #[inline]
    pub(super) fn row(&self, view: usize) -> &[u64] {
        &self.rows[view * self.width..][..self.width]
    }

    /// A view's values, to be filled in.
    #[inline]
    pub(super) fn row_mut(&mut self, view: usize) -> &mut [u64] {
        &mut self.rows[view * self.width..][..self.width]
    }
}

/// The first value in the combination of two bitsets.
#[inline(always)]
pub(super) fn first_common(a: &[u64], b: &[u64], combine: impl Fn(u64, u64) -> u64) -> Option<u32> {
    a.iter().zip(b).zip((0..).step_by(64)).find_map(|((&a, &b), base)| {
        let word = combine(a, b);
        (word != 0).then(|| base + word.trailing_zeros())
    })
}

/// Checks whether two bitsets have a value in common.
#[inline(always)]
pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}
