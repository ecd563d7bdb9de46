//! Reasons for the inferences of `disjunctive`, computed from past domains.
//!
//! The tasks' excess duration allows omitting some of them, the shortest first; the remaining excess lets the others
//! start earlier. All code is for forward time; a hint determines whether to mirror it.

use super::filter::Span;
use super::{BACKWARD, BY_EDGE, BY_NOT_LAST, BY_PRECEDENCE, Disjunctive, EDGE, KINDS, NOT_LAST, OVERLOAD, PRECEDENCE};
use crate::prelude_propagator::*;
use crate::reason::Scratch;

pub(super) fn explain(
    d: &Disjunctive,
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    hint: u32,
    why: &mut Premises,
) -> &'static Rule {
    let scene = Scene::new(d, past, hint & BACKWARD != 0);
    let Some(fact) = fact else {
        scene.overload(why);
        return &OVERLOAD;
    };
    let task = hint / KINDS;
    let Some(own) = scene.spans.iter().copied().find(|s| s.task == task) else { return &PRECEDENCE };
    let start = fact.bound(d.tasks[task as usize].start);
    match (hint % KINDS) & !BACKWARD {
        BY_PRECEDENCE => {
            scene.precedence(own, scene.start_bound(own, start), why);
            &PRECEDENCE
        }
        BY_NOT_LAST => {
            scene.not_last(own, scene.end_bound(own, start), why);
            &NOT_LAST
        }
        BY_EDGE => {
            scene.edge(own, scene.start_bound(own, start), why);
            &EDGE
        }
        _ => &OVERLOAD,
    }
}

/// The tasks under past domains, possibly mirrored.
struct Scene<'a> {
    d: &'a Disjunctive,
    spans: Scratch<Span>,
    backward: bool,
}

/// Tasks that together take up all time from `start` on.
struct Block {
    tasks: Scratch<Span>,
    start: i64,
    total: i64,
}

impl Block {
    fn end(&self) -> i64 {
        self.start + self.total
    }

    /// Omits tasks and lets the block begin earlier, while it ends at `end` or later.
    fn shrink(&mut self, end: i64) {
        let mut surplus = self.end() - end;
        self.tasks.sort_by_key(|s| s.duration);
        // At least one task must remain, because a block without tasks has no start.
        let mut left = self.tasks.len();
        self.tasks.retain(|task| {
            let spare = task.duration <= surplus && left > 1;
            left -= usize::from(spare);
            if spare {
                surplus -= task.duration;
            }
            !spare
        });
        self.total = self.tasks.iter().map(|s| s.duration).sum();
        self.start -= surplus;
    }
}

/// Collects tasks by descending earliest start until together they end at `end` or later; `None` if they never do.
fn block(tasks: impl Iterator<Item = Span>, end: i64) -> Option<Block> {
    let mut tasks: Scratch<Span> = tasks.collect();
    tasks.sort_by_key(|s| std::cmp::Reverse(s.est));
    let mut total = 0;
    let at = tasks.iter().position(|s| {
        total += s.duration;
        s.est + total >= end
    })?;
    tasks.truncate(at + 1);
    Some(Block { start: tasks[at].est, total, tasks })
}

impl<'a> Scene<'a> {
    fn new(d: &'a Disjunctive, past: &DomainsAt<'_>, backward: bool) -> Scene<'a> {
        let mut spans = Scratch::new();
        for (task, activity) in (0..).zip(&d.tasks) {
            let duration = i64::from(activity.duration.past(past).0);
            if duration > 0 {
                let (est, lst) = (i64::from(past.min(activity.start)), i64::from(past.max(activity.start)));
                let span = Span { task, est, lct: lst + duration, duration };
                spans.push(if backward { span.mirrored() } else { span });
            }
        }
        Scene { d, spans, backward }
    }

    /// Converts a bound on the view into a bound on the earliest start.
    fn start_bound(&self, own: Span, start: i64) -> i64 {
        if self.backward { -(start + own.duration) } else { start }
    }

    /// Converts a bound on the view into a bound on the latest end.
    fn end_bound(&self, own: Span, start: i64) -> i64 {
        if self.backward { -start } else { start + own.duration }
    }

    fn overload(&self, why: &mut Premises) {
        for end in self.spans.iter().map(|s| s.lct) {
            if let Some(mut block) = block(self.spans.iter().copied().filter(|s| s.lct <= end), end + 1) {
                block.shrink(end + 1);
                for &task in &block.tasks {
                    self.push(task, Some(block.start), Some(end), why);
                }
                return;
            }
        }
    }

    fn precedence(&self, own: Span, bound: i64, why: &mut Premises) {
        let before = self.others(own).filter(|s| s.lst() < own.ect());
        let Some(mut block) = block(before, bound) else { return };
        block.shrink(bound);
        let last = block.tasks.iter().map(Span::lst).max().unwrap_or(own.est);
        self.push(own, Some(last + 1 - own.duration), None, why);
        for &task in &block.tasks {
            self.push(task, Some(block.start), Some(last + task.duration), why);
        }
    }

    fn not_last(&self, own: Span, bound: i64, why: &mut Premises) {
        let Some(mut block) = block(self.others(own).filter(|s| s.lst() <= bound), own.lst() + 1) else { return };
        block.shrink(own.lst() + 1);
        self.push(own, None, Some(own.lct), why);
        for &task in &block.tasks {
            self.push(task, Some(block.start), Some(bound + task.duration), why);
        }
    }

    /// Adds the premises for two windows with the same end: one into which the task does not fit and, within that, one
    /// whose tasks push the task to the bound.
    fn edge(&self, own: Span, bound: i64, why: &mut Premises) {
        for end in self.spans.iter().map(|s| s.lct) {
            let inside = || self.others(own).filter(|s| s.lct <= end);
            let Some(mut pushing) = block(inside(), bound) else { continue };
            // The window begins no later than the task or any of the tasks that push it.
            let first = pushing.start.min(own.est);
            let need = end + 1 - own.duration;
            let Some(mut window) = window(inside(), first, need) else { continue };
            pushing.shrink(bound);
            let kept = |s: &Span| pushing.tasks.iter().any(|p| p.task == s.task);
            // The pushing tasks must stay, and their duration is already included.
            window.tasks.sort_by_key(|s| (!kept(s), std::cmp::Reverse(s.duration)));
            let mut total = 0;
            window.tasks.retain(|s| {
                let stays = kept(s) || window.start + total < need;
                total += if stays { s.duration } else { 0 };
                stays
            });
            self.push(own, Some(window.start), None, why);
            for &task in &window.tasks {
                let start = if kept(&task) { pushing.start.max(window.start) } else { window.start };
                self.push(task, Some(start), Some(end), why);
            }
            return;
        }
    }

    fn others(&self, own: Span) -> impl Iterator<Item = Span> + '_ {
        self.spans.iter().copied().filter(move |s| s.task != own.task)
    }

    /// Adds the premises stating that a task does not start before `start`, does not end after `end`, and lasts at
    /// least its duration.
    fn push(&self, span: Span, start: Option<i64>, end: Option<i64>, why: &mut Premises) {
        let Span { task, duration, .. } = span;
        let view = self.d.tasks[task as usize].start;
        let (low, high) = if self.backward {
            (end.map(|end| -end), start.map(|start| -start - duration))
        } else {
            (start, end.map(|end| end - duration))
        };
        why.extend(low.map(|v| Atom::at_least(view, v)));
        why.extend(high.map(|v| Atom::at_most(view, v)));
        why.extend(self.d.tasks[task as usize].duration.at_least(duration));
    }
}

/// Returns the latest window that begins at `latest` or before and whose tasks together end at `end` or later.
fn window(tasks: impl Iterator<Item = Span>, latest: i64, end: i64) -> Option<Block> {
    let mut tasks: Scratch<Span> = tasks.collect();
    tasks.sort_by_key(|s| std::cmp::Reverse(s.est));
    let (mut start, mut total) = (latest, 0);
    for at in 0..=tasks.len() {
        let next = tasks.get(at).map(|s| s.est);
        if next.is_none_or(|est| est < start) && start + total >= end {
            tasks.truncate(at);
            return Some(Block { tasks, start, total });
        }
        total += tasks.get(at).map_or(0, |s| s.duration);
        start = start.min(next.unwrap_or(start));
    }
    None
}
