//! The filtering algorithms in forward time; the other direction is the mirror image.

use super::activity::Activity;
use super::tree::Tree;
use crate::prelude_propagator::*;

/// The bounds of a task: earliest start, latest end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) task: u32,
    pub(super) est: i64,
    pub(super) lct: i64,
    pub(super) duration: i64,
}

impl Span {
    #[inline]
    fn new(task: u32, activity: &Activity, cx: &Context<'_>) -> Span {
        let duration = i64::from(activity.duration.min(cx));
        let (est, lst) = cx.bounds(activity.start);
        Span { task, est: est.into(), lct: i64::from(lst) + duration, duration }
    }

    #[inline]
    pub(super) fn ect(&self) -> i64 {
        self.est + self.duration
    }

    #[inline]
    pub(super) fn lst(&self) -> i64 {
        self.lct - self.duration
    }

    pub(super) fn mirrored(&self) -> Span {
        Span { est: -self.lct, lct: -self.est, ..*self }
    }
}

/// A new bound: a lower bound of the start, or an upper bound of the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) task: u32,
    pub(super) bound: i64,
}

/// The tasks of positive duration in order of earliest start, with permutations for three other orders.
#[derive(Clone, Debug, Default)]
struct Sorted {
    spans: Vec<Span>,
    by_ect: Vec<u32>,
    by_lst: Vec<u32>,
    by_lct: Vec<u32>,
}

impl Sorted {
    fn new(tasks: usize) -> Sorted {
        let room = || Vec::with_capacity(tasks);
        Sorted { spans: Vec::with_capacity(tasks), by_ect: room(), by_lst: room(), by_lct: room() }
    }

    /// Sorts the three permutations.
    fn sort(&mut self) {
        order(&mut self.by_ect, &self.spans, Span::ect);
        order(&mut self.by_lst, &self.spans, Span::lst);
        order(&mut self.by_lct, &self.spans, |s| s.lct);
    }
}

/// Sorts a permutation of the spans by a key.
#[inline]
fn order(places: &mut Vec<u32>, spans: &[Span], key: impl Fn(&Span) -> i64) {
    if places.len() != spans.len() {
        places.clear();
        places.extend(0..spans.len() as u32);
    }
    places.sort_unstable_by_key(|&k| (key(&spans[k as usize]), k));
}

/// The tasks, their mirror image, and scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    /// All tasks of positive duration, in order of earliest start.
    all: Vec<Span>,
    /// The tasks whose interval from earliest start to latest end overlaps that of another task. The other tasks cannot
    /// be pruned and prune nothing.
    now: Sorted,
    /// The tasks in reversed time; computed when needed.
    mirror: Sorted,
    mirrored: bool,
    tree: Tree,
    pub(super) cuts: Vec<Cut>,
}

impl Filter {
    pub(super) fn new(tasks: usize) -> Filter {
        Filter {
            all: Vec::with_capacity(tasks),
            now: Sorted::new(tasks),
            mirror: Sorted::new(tasks),
            mirrored: false,
            tree: Tree::new(tasks),
            cuts: Vec::with_capacity(tasks),
        }
    }

    /// Reads the current tasks; returns whether any of them may overlap.
    pub(super) fn read(&mut self, tasks: &[Activity], cx: &Context<'_>) -> bool {
        self.mirrored = false;
        let all = &mut self.all;
        let all_last = all.len() == tasks.len()
            && all.iter_mut().all(|span| {
                *span = Span::new(span.task, &tasks[span.task as usize], cx);
                span.duration > 0
            });
        if !all_last {
            read(all, tasks, cx);
        }
        // Little changes between runs, so sorting is fast.
        all.sort_unstable_by_key(|s| (s.est, s.task));
        self.now.spans.clear();
        let mut end = i64::MIN;
        for (k, span) in all.iter().enumerate() {
            if span.est < end || all.get(k + 1).is_some_and(|next| next.est < span.lct) {
                self.now.spans.push(*span);
            }
            end = end.max(span.lct);
        }
        self.now.sort();
        !self.now.spans.is_empty()
    }

    pub(super) fn mirror(&mut self) {
        if !self.mirrored {
            self.mirror.spans.clear();
            self.mirror.spans.extend(self.now.spans.iter().map(|span| span.mirrored()));
            self.mirror.spans.sort_unstable_by_key(|s| (s.est, s.task));
            self.mirror.sort();
            self.mirrored = true;
        }
        std::mem::swap(&mut self.now, &mut self.mirror);
    }

    fn insert(&mut self, k: u32) {
        let Span { est, duration, .. } = self.now.spans[k as usize];
        self.tree.insert(k, est, duration);
    }

    /// Returns whether some tasks together last longer than their window.
    pub(super) fn is_overloaded(&mut self) -> bool {
        self.tree.clear(self.now.spans.len());
        (0..self.now.by_lct.len()).any(|at| {
            let k = self.now.by_lct[at];
            self.insert(k);
            self.tree.end() > self.now.spans[k as usize].lct
        })
    }

    /// Returns the earliest end of Θ without task `k` if that end exceeds `limit`. `inside` is whether the task is in
    /// Θ. Usually, Θ does not exceed the limit even with the task.
    #[inline]
    fn end_without(&self, k: u32, inside: bool, limit: i64) -> Option<i64> {
        let all = self.tree.end();
        if all <= limit {
            return None;
        }
        let end = if inside { self.tree.end_without(k) } else { all };
        (end > limit).then_some(end)
    }

    /// Detectable precedences: a task precedes another if its latest start is before the other's earliest end.
    pub(super) fn detect_precedences(&mut self) {
        self.cuts.clear();
        self.tree.clear(self.now.spans.len());
        let mut next = 0;
        for at in 0..self.now.by_ect.len() {
            let k = self.now.by_ect[at];
            let own = self.now.spans[k as usize];
            while let Some(&j) = self.now.by_lst.get(next).filter(|&&j| own.ect() > self.now.spans[j as usize].lst()) {
                self.insert(j);
                next += 1;
            }
            if let Some(bound) = self.end_without(k, own.ect() > own.lst(), own.est) {
                self.cuts.push(Cut { task: own.task, bound });
            }
        }
    }

    /// Not-last: if a task would start too late after all tasks of a set, it must end before the last task of the set
    /// starts.
    pub(super) fn find_not_last(&mut self) {
        self.cuts.clear();
        self.tree.clear(self.now.spans.len());
        let mut next = 0;
        for at in 0..self.now.by_lct.len() {
            let k = self.now.by_lct[at];
            let own = self.now.spans[k as usize];
            while let Some(&j) = self.now.by_lst.get(next).filter(|&&j| own.lct > self.now.spans[j as usize].lst()) {
                self.insert(j);
                next += 1;
            }
            // Every task starts before it ends, so task `k` itself is among the inserted ones.
            let last = self.now.by_lst[..next].iter().rev().find(|&&j| j != k);
            let Some(bound) = last.map(|&j| self.now.spans[j as usize].lst()) else { continue };
            if bound < own.lct && self.end_without(k, true, own.lst()).is_some() {
                self.cuts.push(Cut { task: own.task, bound });
            }
        }
    }

    /// Edge finding: a task that does not fit into the window of others comes after them.
    pub(super) fn find_edges(&mut self) {
        self.cuts.clear();
        let Sorted { spans, by_lct, .. } = &self.now;
        // Θ with one task of Λ ends no later than all tasks together, so only earlier deadlines matter, and tasks with
        // later ones are gray from the beginning.
        let latest = spans.iter().fold(i64::MIN, |end, span| span.est.max(end) + span.duration);
        let early = by_lct.partition_point(|&k| spans[k as usize].lct < latest);
        let first = early.min(by_lct.len().saturating_sub(1));
        if first == 0 {
            return;
        }
        let rank = |k: u32| (spans[k as usize].lct, k);
        let gray_from = rank(by_lct[first]);
        self.tree
            .fill(spans.iter().enumerate().map(|(k, span)| (span.est, span.duration, rank(k as u32) >= gray_from)));
        for at in (1..=first).rev() {
            if at < first {
                self.tree.turn_gray(self.now.by_lct[at]);
            }
            let end = self.now.spans[self.now.by_lct[at - 1] as usize].lct;
            while let Some((_, k)) = self.tree.end_plus().filter(|&(plus, _)| plus > end) {
                let (own, bound) = (self.now.spans[k as usize], self.tree.end());
                if bound > own.est {
                    self.cuts.push(Cut { task: own.task, bound });
                }
                self.tree.remove_gray(k);
            }
        }
    }
}

/// Reads the tasks of positive duration into `spans`.
fn read(spans: &mut Vec<Span>, tasks: &[Activity], cx: &Context<'_>) {
    spans.clear();
    spans.extend((0..).zip(tasks).map(|(task, activity)| Span::new(task, activity, cx)).filter(|s| s.duration > 0));
}
