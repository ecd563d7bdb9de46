//! The algorithms, for time that runs forward; the other direction is the mirror image.

use super::tree::Tree;
use crate::prelude_propagator::*;

/// When a task can run: earliest start, latest end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) task: u32,
    pub(super) est: i64,
    pub(super) lct: i64,
    pub(super) duration: i64,
}

impl Span {
    pub(super) fn ect(&self) -> i64 {
        self.est + self.duration
    }

    pub(super) fn lst(&self) -> i64 {
        self.lct - self.duration
    }

    pub(super) fn mirrored(&self) -> Span {
        Span { est: -self.lct, lct: -self.est, ..*self }
    }
}

/// A new bound: of the start from below, or of the end from above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) task: u32,
    pub(super) bound: i64,
}

/// The tasks that last, in order of earliest start, and scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    pub(super) spans: Vec<Span>,
    tree: Tree,
    by_ect: Vec<u32>,
    by_lst: Vec<u32>,
    by_lct: Vec<u32>,
    pub(super) cuts: Vec<Cut>,
}

impl Filter {
    pub(super) fn new(tasks: usize) -> Filter {
        let room = || Vec::with_capacity(tasks);
        Filter {
            spans: Vec::with_capacity(tasks),
            tree: Tree::new(tasks),
            by_ect: room(),
            by_lst: room(),
            by_lct: room(),
            cuts: Vec::with_capacity(tasks),
        }
    }

    /// Sorts the spans once they are there.
    pub(super) fn sort(&mut self) {
        self.spans.sort_unstable_by_key(|s| (s.est, s.task));
        let spans = &self.spans;
        for (order, key) in [
            (&mut self.by_ect, Span::ect as fn(&Span) -> i64),
            (&mut self.by_lst, Span::lst),
            (&mut self.by_lct, |s: &Span| s.lct),
        ] {
            order.clear();
            order.extend(0..spans.len() as u32);
            order.sort_unstable_by_key(|&k| (key(&spans[k as usize]), k));
        }
    }

    pub(super) fn mirror(&mut self) {
        for span in &mut self.spans {
            *span = span.mirrored();
        }
        self.sort();
    }

    fn insert(&mut self, k: u32) {
        let Span { est, duration, .. } = self.spans[k as usize];
        self.tree.insert(k, est, duration);
    }

    /// Whether some tasks last longer than their window.
    pub(super) fn is_overloaded(&mut self) -> bool {
        self.tree.clear(self.spans.len());
        (0..self.by_lct.len()).any(|at| {
            let k = self.by_lct[at];
            self.insert(k);
            self.tree.end() > self.spans[k as usize].lct
        })
    }

    /// The earliest end of Θ without a task, which may be in it.
    fn end_without(&mut self, k: u32, inside: bool) -> i64 {
        if !inside {
            return self.tree.end();
        }
        self.tree.remove(k);
        let end = self.tree.end();
        self.insert(k);
        end
    }

    /// Detectable precedences: what starts at the latest before a task can end comes before it.
    pub(super) fn detect_precedences(&mut self) {
        self.cuts.clear();
        self.tree.clear(self.spans.len());
        let mut next = 0;
        for at in 0..self.by_ect.len() {
            let k = self.by_ect[at];
            let own = self.spans[k as usize];
            while let Some(&j) = self.by_lst.get(next).filter(|&&j| own.ect() > self.spans[j as usize].lst()) {
                self.insert(j);
                next += 1;
            }
            let bound = self.end_without(k, own.ect() > own.lst());
            if bound > own.est {
                self.cuts.push(Cut { task: own.task, bound });
            }
        }
    }

    /// Not-last: a task that would start too late behind these ends before the last of them starts.
    pub(super) fn find_not_last(&mut self) {
        self.cuts.clear();
        self.tree.clear(self.spans.len());
        let mut next = 0;
        for at in 0..self.by_lct.len() {
            let k = self.by_lct[at];
            let own = self.spans[k as usize];
            while let Some(&j) = self.by_lst.get(next).filter(|&&j| own.lct > self.spans[j as usize].lst()) {
                self.insert(j);
                next += 1;
            }
            // A task starts at the latest before it ends, so it is itself among those inserted.
            let last = self.by_lst[..next].iter().rev().find(|&&j| j != k);
            let Some(bound) = last.map(|&j| self.spans[j as usize].lst()) else { continue };
            if bound < own.lct && self.end_without(k, true) > own.lst() {
                self.cuts.push(Cut { task: own.task, bound });
            }
        }
    }

    /// Edge finding: a task that does not fit into the window of others comes after them.
    pub(super) fn find_edges(&mut self) {
        self.cuts.clear();
        self.tree.clear(self.spans.len());
        for k in 0..self.spans.len() as u32 {
            self.insert(k);
        }
        for at in (1..self.by_lct.len()).rev() {
            self.tree.turn_gray(self.by_lct[at]);
            let end = self.spans[self.by_lct[at - 1] as usize].lct;
            while let Some((_, k)) = self.tree.end_plus().filter(|&(plus, _)| plus > end) {
                let (own, bound) = (self.spans[k as usize], self.tree.end());
                if bound > own.est {
                    self.cuts.push(Cut { task: own.task, bound });
                }
                self.tree.remove(k);
            }
        }
    }
}

/// Reads the tasks that last.
pub(super) fn read(spans: &mut Vec<Span>, tasks: &[super::Activity], cx: &Context<'_>) {
    spans.clear();
    for (task, activity) in (0..).zip(tasks) {
        let duration = i64::from(activity.duration.min(cx));
        if duration > 0 {
            let (est, lst) = cx.bounds(activity.start);
            spans.push(Span { task, est: est.into(), lct: i64::from(lst) + duration, duration });
        }
    }
}
