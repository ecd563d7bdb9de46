//! A task with its bounds, its minimum duration and its minimum demand.

/// The bounds of a task under their usual names: earliest and latest start (`est`, `lst`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    pub(super) est: i64,
    pub(super) lst: i64,
    pub(super) duration: i64,
    pub(super) demand: i64,
}

impl Extent {
    pub(super) fn new((est, lst): (i32, i32), duration: i32, demand: i32) -> Extent {
        Extent { est: est.into(), lst: lst.into(), duration: duration.max(0).into(), demand: demand.max(0).into() }
    }

    /// The earliest end.
    pub(super) fn ect(&self) -> i64 {
        self.est + self.duration
    }

    /// The latest end.
    pub(super) fn lct(&self) -> i64 {
        self.lst + self.duration
    }

    /// Returns whether the task has positive duration and demand.
    pub(super) fn takes(&self) -> bool {
        self.duration > 0 && self.demand > 0
    }

    /// Returns whether the task has a compulsory part, which is `lst..ect`.
    pub(super) fn is_compulsory(&self) -> bool {
        self.takes() && self.lst < self.ect()
    }

    /// Returns whether the task certainly runs throughout `x..y`.
    pub(super) fn covers(&self, x: i64, y: i64) -> bool {
        self.takes() && self.lst <= x && y <= self.ect()
    }

    pub(super) fn energy(&self) -> i128 {
        i128::from(self.duration) * i128::from(self.demand)
    }

    /// The minimum time for which the task runs within `a..b`.
    pub(super) fn overlap(&self, (a, b): (i64, i64)) -> i64 {
        self.duration.min(b - a).min(self.ect() - a).min(b - self.lst).max(0)
    }

    /// The task in reversed time.
    pub(super) fn mirrored(&self) -> Extent {
        Extent { est: -self.lct(), lst: -self.ect(), ..*self }
    }
}
