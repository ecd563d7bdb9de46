//! Intervals: tasks with a start, a duration and an end, which may be optional.

use super::comparison::{Comparison, Relates};
use super::expr::Expr;
use super::logic::{Logic, any_of};
use std::ops::Range;

/// A task: its start, its duration and, if it is optional, its presence.
///
/// [`Model::interval`](super::Model::interval) declares a task with its own start variable. Intervals that
/// [`new`](Interval::new) or [`mode`](Interval::mode) build from existing expressions add no variables to the model. An
/// absent task uses no resource, and its start and duration are meaningless: they may take any values.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let polish = m.bool("polish")?;
/// let cut = m.interval("cut", 0..=6, 2)?;
/// let glue = m.interval("glue", 0..=6, 3)?.optional(polish);
/// m.post(cut.precedes(&glue));
/// m.post(glue.avoids(3..4)); // a break
/// m.disjunctive([&cut, &glue]).named("bench");
/// m.post(constraint!(polish == 1));
/// assert_eq!(m.count()?, Outcome::Unsat); // between the break and the end there is too little time
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("IntervalVar", "interval variable", "optional task", "activity"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    start: Expr,
    duration: Expr,
    /// The constant 1 if the task is not optional.
    presence: Expr,
}

impl Interval {
    /// Creates a task that is not optional.
    pub fn new(start: impl Into<Expr>, duration: impl Into<Expr>) -> Interval {
        Interval { start: start.into(), duration: duration.into(), presence: 1.into() }
    }

    /// Makes the task optional: it is present if `presence` is 1, and absent if it is 0.
    pub fn optional(self, presence: impl Into<Expr>) -> Interval {
        Interval { presence: presence.into(), ..self }
    }

    /// Returns a mode of this task: an optional interval with the same start.
    /// [`Model::alternative`](super::Model::alternative) makes exactly one of several modes present.
    #[doc(alias("alternative", "machine"))]
    pub fn mode(&self, presence: impl Into<Expr>, duration: impl Into<Expr>) -> Interval {
        Interval::new(self.start.clone(), duration).optional(presence)
    }

    /// Returns the task with `by` added to its duration, for setups, cleaning and delays.
    #[must_use]
    pub fn extended(&self, by: impl Into<Expr>) -> Interval {
        Interval { duration: self.duration.clone() + by.into(), ..self.clone() }
    }

    /// The start of the task.
    pub fn start(&self) -> Expr {
        self.start.clone()
    }

    /// The duration of the task.
    pub fn duration(&self) -> Expr {
        self.duration.clone()
    }

    /// The end of the task: the first time at which it no longer runs.
    pub fn end(&self) -> Expr {
        self.start.clone() + self.duration.clone()
    }

    /// Whether the task is present: an expression that is 0 or 1.
    pub fn presence(&self) -> Expr {
        self.presence.clone()
    }

    /// Requires that this task ends before `next` starts, or that one of the two is absent.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (wash, dry) = (m.interval("wash", 0..=5, 1)?, m.interval("dry", 0..=5, 2)?);
    /// m.post(wash.extended(2).precedes(&dry)); // two hours later
    /// assert_eq!(m.count()?, Outcome::Complete(1));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("end before start", "precedence"))]
    pub fn precedes(&self, next: &Interval) -> Comparison {
        unless_absent([self, next], self.end().at_most(next.start()))
    }

    /// Requires that the task does not run during `times`, or is absent.
    #[doc(alias("calendar", "forbidden times", "break", "time window"))]
    pub fn avoids(&self, times: Range<i32>) -> Comparison {
        unless_absent([self], self.end().at_most(times.start).or(self.start().at_least(times.end)))
    }

    /// The start, and the duration, which is 0 if the task is absent.
    pub(crate) fn start_and_duration(&self) -> [Expr; 2] {
        let duration = match (self.is_optional(), self.duration.is_number()) {
            (false, _) => self.duration(),
            (true, true) => self.presence().times(self.duration.constant),
            (true, false) => self.presence() * self.duration(),
        };
        [self.start(), duration]
    }

    /// Whether the task may be absent.
    pub(super) fn is_optional(&self) -> bool {
        !(self.presence.is_number() && self.presence.constant == 1)
    }
}

/// Requires that the comparison holds or one of the tasks is absent.
fn unless_absent<'a>(tasks: impl IntoIterator<Item = &'a Interval>, comparison: Comparison) -> Comparison {
    let absent: Vec<Expr> =
        tasks.into_iter().filter(|task| task.is_optional()).map(|task| 1 - task.presence()).collect();
    match absent.is_empty() {
        true => comparison,
        false => any_of(absent.into_iter().chain([comparison.into()])),
    }
}
