//! Notification and scheduling: from a change to the queue, and from the queue to a run.

use super::{ModifiedPositions, NO_PROPAGATOR, PropagatorState, Store, Waiting};
use crate::domain::small;
use crate::status::Status;
use crate::var::Var;
use crate::wake::{Events, Queue, Subscription};
use std::ops::Range;

impl Store {
    /// Schedules the subscribers of a change. `gone` contains the values that a Small variable has lost, as bits; for
    /// other variables these are unknown, and all bits are set.
    #[inline]
    pub(super) fn notify(&mut self, var: Var, events: Events, gone: u64) {
        if self.subscriptions.wanted(var) & events == 0 {
            return;
        }
        for range in self.subscriptions.ranges(var, events) {
            if !range.is_empty() {
                self.wake_range(range, gone);
            }
        }
    }

    #[inline(never)]
    pub(super) fn wake_range(&mut self, range: Range<usize>, gone: u64) {
        let Store { subscriptions, posts, modified, queue, running, .. } = self;
        for s in subscriptions.entries(range) {
            if s.propagator != *running {
                wake(posts, modified, queue, s, gone);
            }
        }
    }

    /// Schedules a propagator for its first run, with every position modified.
    pub(crate) fn wake_whole_scope(&mut self, propagator: u32, positions: u32) {
        let post = &self.posts[propagator as usize];
        let (start, places) = (post.first_place, if post.wants_positions { positions } else { 0 });
        (start..start + places).for_each(|place| self.wake_one(propagator, place));
        self.enqueue(propagator);
    }

    /// Takes the next propagator to run from the queue, and moves its modified positions to `modified`. The propagator
    /// is marked as queued while it runs. Always inlined, as is [`settle`](Store::settle), because two loops call both:
    /// one with an observer, and a fast one without.
    #[inline(always)]
    pub(crate) fn next_to_run(&mut self, modified: &mut Vec<u32>) -> Option<u32> {
        let p = self.queue.pop()?;
        self.running = if self.posts[p as usize].self_notifies { NO_PROPAGATOR } else { p };
        modified.clear();
        self.take_modified(p, |position| modified.push(position));
        Some(p)
    }

    /// Clears the modified positions of a propagator.
    #[inline(always)]
    fn take_modified(&mut self, propagator: u32, each: impl FnMut(u32)) {
        let post = &mut self.posts[propagator as usize];
        if post.wants_positions {
            self.modified.empty(post.first_place, post.received, each);
        }
        post.received = 0;
    }

    /// See [`Context::close`](crate::Context::close).
    #[inline]
    pub(crate) fn close(&mut self, propagator: u32, position: u32) {
        let post = &self.posts[propagator as usize];
        if post.wants_positions {
            self.modified.close(post.first_place + position, self.slots.level());
        }
    }

    /// See [`Context::watch_values`](crate::Context::watch_values).
    #[inline]
    pub(crate) fn watch_values(&mut self, propagator: u32, position: u32, var: Var, (from, values): (i32, u64)) {
        let post = &self.posts[propagator as usize];
        if post.wants_positions && !post.subscribes_to_all && self.domains.is_small(var) {
            let bits = small::shifted(values, i64::from(self.domains.base(var)) - i64::from(from));
            self.modified.watch_values(post.first_place + position, bits);
        }
    }

    /// See [`Context::watch_nothing`](crate::Context::watch_nothing).
    pub(crate) fn watch_nothing(&mut self, propagator: u32, position: u32) {
        let post = &self.posts[propagator as usize];
        if post.wants_positions && !post.subscribes_to_all && post.received == 0 {
            self.modified.watch_nothing(post.first_place + position);
        }
    }

    /// See [`Context::watch_all_values`](crate::Context::watch_all_values).
    #[inline]
    pub(crate) fn watch_all_values(&mut self, propagator: u32, position: u32) {
        let post = &self.posts[propagator as usize];
        if post.wants_positions {
            self.modified.watch_values(post.first_place + position, !0);
        }
    }

    /// Handles the status after a run, and reschedules the propagator if needed.
    #[inline(always)]
    pub(crate) fn settle(&mut self, propagator: u32, status: Status) {
        self.running = NO_PROPAGATOR;
        let post = &mut self.posts[propagator as usize];
        debug_assert!(status != Status::Again || post.self_notifies || post.aliased, "it has promised never to say so");
        match status {
            Status::Entailed => {
                if std::mem::take(&mut post.active) {
                    self.entailed.push((self.slots.level() as u32, propagator));
                }
            }
            Status::Again | Status::Stable if post.received > 0 => {
                if status == Status::Again || post.aliased {
                    return self.queue.push(post.priority, propagator);
                }
            }
            Status::Again | Status::Stable => {}
        }
        post.queued = false;
        if post.received > 0 {
            self.take_modified(propagator, |_| ());
        }
    }

    /// Clears the queue after a conflict. `running` is the propagator that failed, if any.
    pub(crate) fn clear_queue(&mut self, running: Option<u32>) {
        self.running = NO_PROPAGATOR;
        let mut next = running;
        while let Some(p) = next {
            self.take_modified(p, |_| ());
            self.posts[p as usize].queued = false;
            next = self.queue.pop();
        }
    }

    /// Clears the queue when no propagator is running.
    pub(crate) fn drop_queue(&mut self) {
        let first = self.queue.pop();
        self.clear_queue(first);
    }

    /// Saves the scheduled propagators when a level is opened before the fixpoint, because they must run again once it
    /// is undone.
    #[cold]
    pub(super) fn remember_waiting(&mut self) {
        let received = |p: u32| {
            let post = &self.posts[p as usize];
            let received = if post.wants_positions { post.received } else { 0 };
            (p, self.modified.received(post.first_place, received).to_vec())
        };
        let waiting = Waiting { level: self.slots.level(), modified: self.queue.iter().map(received).collect() };
        self.unfinished.push(waiting);
    }

    /// Restores the saved propagators. Those scheduled in the undone level need not run.
    #[cold]
    pub(super) fn restore_waiting(&mut self) {
        self.drop_queue();
        let Some(waiting) = self.unfinished.pop_if(|w| w.level == self.slots.level()) else { return };
        for (propagator, positions) in waiting.modified {
            let start = self.posts[propagator as usize].first_place;
            positions.into_iter().for_each(|position| self.wake_one(propagator, start + position));
            self.enqueue(propagator);
        }
    }

    /// Reactivates a propagator permanently.
    pub(crate) fn revive(&mut self, propagator: u32) {
        self.posts[propagator as usize].active = true;
    }

    /// Reactivates propagators that became entailed above this level.
    #[inline]
    pub(super) fn reactivate(&mut self, level: usize) {
        while let Some(&(since, propagator)) = self.entailed.last()
            && since as usize > level
        {
            self.posts[propagator as usize].active = true;
            self.entailed.pop();
        }
    }

    fn wake_one(&mut self, propagator: u32, place: u32) {
        let subscription = Subscription { propagator, place };
        wake(&mut self.posts, &mut self.modified, &mut self.queue, &subscription, !0);
    }

    /// Queues a propagator unless it is already queued.
    fn enqueue(&mut self, propagator: u32) {
        let post = &mut self.posts[propagator as usize];
        if !post.queued {
            post.queued = true;
            self.queue.push(post.priority, propagator);
        }
    }
}

/// Schedules one subscriber. Most subscribers are already scheduled or do not watch this change, so a single test
/// decides: of the slot if the propagator has modified positions, and otherwise of the propagator.
#[inline(always)]
fn wake(
    posts: &mut [PropagatorState],
    modified: &mut ModifiedPositions,
    queue: &mut Queue,
    s: &Subscription,
    gone: u64,
) {
    let has_place = s.place != Subscription::NO_PLACE;
    if has_place && !modified.wants(s.place, gone) {
        return;
    }
    let post = &mut posts[s.propagator as usize];
    if !post.active || !has_place && post.received != 0 {
        return;
    }
    if has_place {
        modified.enter(s.place, post.first_place, post.received);
    }
    post.received += 1;
    if !post.queued {
        post.queued = true;
        queue.push(post.priority, s.propagator);
    }
}
