//! `disjunctive` (no-overlap, unary resource): no two tasks on one machine run at the same time.
//!
//! A task runs from its start for its duration. Tasks of duration 0 are unconstrained (MiniZinc's non-strict
//! `disjunctive`); for `disjunctive_strict`, a [`Diffn`](super::Diffn) over the tasks, as rectangles in one row, is
//! also posted. Durations may be views; a negative duration makes the constraint false.
//!
//! | level | removes | algorithm | cost of a run |
//! |---|---|---|---|
//! | [`Precedences`](DisjunctiveLevel::Precedences) | bounds of starts that contradict precedences; fails on overload | overload and detectable precedences by Θ-trees (Vilím 2004, 2007 §2.4, §2.5) | `n log n` |
//! | [`EdgeFinding`](DisjunctiveLevel::EdgeFinding) | also by not-first/not-last and edge finding | Θ-trees and Θ-Λ-trees (Vilím 2004, 2007 §2.6, §2.7) | `n log n` |
//!
//! Durations that are views get upper bounds from pairs of tasks, in `n²`. Both levels wake on the bounds of starts and
//! the minima of durations.
//!
//! # Reasons
//!
//! Reasons are recomputed from past domains on demand (after Vilím 2005, *Computing explanations for the unary resource
//! constraint*), and contain no more tasks than needed.
//!
//! | rule | meaning |
//! |---|---|
//! | `disjunctive.overload` | some tasks last longer than the window in which they must lie |
//! | `disjunctive.precedence` | some tasks cannot come after the pruned task, so it starts no earlier than the time by which all of them can have ended |
//! | `disjunctive.not_last` | if the pruned task ended later, a set of other tasks would have to come before it, and it would start too late |
//! | `disjunctive.edge` | together with the pruned task, a set of other tasks would not fit into its window, so the pruned task comes after them (or before them) |
//! | `disjunctive.order` | a pair: with this duration, the task fits neither before nor after the other |
//! | `disjunctive.negative` | no duration is negative |

mod activity;
mod check;
mod explain;
mod filter;
mod model;
#[cfg(test)]
mod tests;
mod tree;

use crate::prelude_propagator::*;
use crate::quantity::Quantity;
pub use activity::Activity;
use filter::{Cut, Filter};
pub use model::IntoTask;

/// While the condition is undecided, pairs are tested only among at most this many tasks.
const MOST_TRIED: usize = 256;

/// The level of [`Disjunctive`]; see the [module page](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum DisjunctiveLevel {
    /// Overload and detectable precedences.
    Precedences,
    /// Also not-first/not-last and edge finding.
    #[default]
    EdgeFinding,
}

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::{Activity, Disjunctive, DisjunctiveLevel};
/// use solver_core::{ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 5), ValueSet::range(1, 5), ValueSet::range(0, 9)]);
/// let tasks = [(0, 4), (1, 4), (2, 2)].map(|(i, d)| Activity { start: b.view(i), duration: d.into() });
/// b.post(Box::new(Disjunctive::new(tasks, DisjunctiveLevel::EdgeFinding)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.min(tasks[2].start), 8); // after the two tasks that take nearly all of 0..9
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Disjunctive {
    tasks: Box<[Activity]>,
    level: DisjunctiveLevel,
    filter: Filter,
}

static OVERLOAD: Rule = Rule::new(
    "disjunctive.overload",
    "{premises}: these tasks last longer than the time in which {constraint} must fit them in, \
           so {fact}",
);

static PRECEDENCE: Rule = Rule::new(
    "disjunctive.precedence",
    "{premises}: tasks of {constraint} that cannot come on one side of this one take all that \
           time, so {fact}",
);

static NOT_LAST: Rule = Rule::new(
    "disjunctive.not_last",
    "{premises}: otherwise {constraint} would put all of these tasks on one side of this one, \
           where they do not fit, so {fact}",
);

static EDGE: Rule = Rule::new(
    "disjunctive.edge",
    "{premises}: with this task among them the others would not fit into their time, so in \
           {constraint} it comes after all or before all of them, and {fact}",
);

static ORDER: Rule = Rule::new(
    "disjunctive.order",
    "{premises}: this long the task would fit neither before nor after the other in \
           {constraint}, so {fact}",
);

static NEGATIVE: Rule = Rule::new("disjunctive.negative", "no duration of {constraint} is negative, so {fact}");

/// The rule and the direction of time. A [`Lazy`] hint is `KINDS` times the task's index, plus both of these.
const KINDS: u32 = 8;
const BACKWARD: u32 = 1;
const BY_OVERLOAD: u32 = 0;
const BY_PRECEDENCE: u32 = 2;
const BY_NOT_LAST: u32 = 4;
const BY_EDGE: u32 = 6;

impl Disjunctive {
    /// Creates a propagator that ensures that no two of the tasks run at the same time.
    pub fn new(tasks: impl IntoIterator<Item = Activity>, level: DisjunctiveLevel) -> Disjunctive {
        let tasks: Box<[Activity]> = tasks.into_iter().collect();
        Disjunctive { filter: Filter::new(tasks.len()), tasks, level }
    }

    fn forbid_negative(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for activity in &self.tasks {
            activity.duration.forbid_negative(cx, &NEGATIVE)?;
        }
        Ok(())
    }

    /// Applies the results of one algorithm; returns whether any domain changed.
    fn apply(&self, cx: &mut Context<'_>, kind: u32, backward: bool) -> Result<bool, Conflict> {
        let mut news = false;
        for &Cut { task, bound } in &self.filter.cuts {
            let Activity { start, duration } = self.tasks[task as usize];
            let before = cx.bounds(start);
            let duration = i64::from(duration.min(cx));
            let hint = || Lazy(task * KINDS + kind + u32::from(backward) * BACKWARD);
            // Edges and precedences raise starts, and not-last lowers ends; in mirrored time, starts and ends are
            // swapped.
            match (kind == BY_NOT_LAST, backward) {
                (false, false) => cx.at_least(start, bound, hint)?,
                (false, true) => cx.at_most(start, -bound - duration, hint)?,
                (true, false) => cx.at_most(start, bound - duration, hint)?,
                (true, true) => cx.at_least(start, -bound, hint)?,
            }
            news |= cx.bounds(start) != before;
        }
        Ok(news)
    }

    /// Lowers the maximum of each variable duration to what every other task allows.
    fn limit_durations(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for i in 0..self.tasks.len() {
            let Quantity::Of(view) = self.tasks[i].duration else { continue };
            cx.work(self.tasks.len())?;
            for j in (0..self.tasks.len()).filter(|&j| j != i) {
                let (own, other) = (self.tasks[i].start, self.tasks[j]);
                let long = i64::from(other.duration.min(cx));
                let ((est, lst), (first, last)) = (cx.bounds(own), cx.bounds(other.start));
                // If the other task cannot come first, this task must end before the other starts.
                let bound = (i64::from(last) - i64::from(est)).max(0);
                if long > 0 && i64::from(first) + long > i64::from(lst) && bound < cx.max(view).into() {
                    let order = [
                        Atom::at_least(own, est),
                        Atom::at_most(own, i64::from(first) + long - 1),
                        Atom::at_least(other.start, first),
                        Atom::at_most(other.start, last),
                    ];
                    let lasts = other.duration.at_least(long);
                    cx.at_most(view, bound, || ORDER.because(order.into_iter().chain(lasts)))?;
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Disjunctive {
    fn scope(&self, scope: &mut Scope) {
        for activity in &self.tasks {
            scope.watch(activity.start, Wake::Bounds);
            if let Quantity::Of(view) = activity.duration {
                scope.watch(view, Wake::Min);
            }
        }
        scope.priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let n = self.tasks.len();
        cx.work(30 * n)?;
        self.forbid_negative(cx)?;
        self.limit_durations(cx)?;
        let fixed = |quantity: Quantity| quantity.min(cx) == quantity.max(cx);
        if !self.filter.read(&self.tasks, cx) {
            // Tasks whose durations may still grow may overlap later.
            let decided = self.tasks.iter().all(|task| fixed(task.duration));
            return Ok(if decided { Status::Entailed } else { Status::Stable });
        }
        if self.filter.is_overloaded() {
            return cx.fail(|| Lazy(BY_OVERLOAD));
        }
        let kinds: &[u32] = match self.level {
            DisjunctiveLevel::Precedences => &[BY_PRECEDENCE],
            DisjunctiveLevel::EdgeFinding => &[BY_PRECEDENCE, BY_NOT_LAST, BY_EDGE],
        };
        for &kind in kinds {
            let mut news = false;
            for backward in [false, true] {
                cx.work(40 * n)?;
                match kind {
                    BY_PRECEDENCE => self.filter.detect_precedences(),
                    BY_NOT_LAST => self.filter.find_not_last(),
                    _ => self.filter.find_edges(),
                }
                news |= self.apply(cx, kind, backward)?;
                self.filter.mirror();
            }
            if news {
                return Ok(Status::Again);
            }
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(self, past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(self, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        if self.tasks.iter().any(|task| task.duration.is_negative()) {
            return Some(&NEGATIVE);
        }
        let n = self.tasks.len().min(MOST_TRIED);
        let mut pairs = (0..n).flat_map(|i| (0..i).map(move |j| (self.tasks[i], self.tasks[j])));
        let (a, b) = pairs.find(|(a, b)| a.must_overlap(b, cx))?;
        if cx.explains() {
            let bounds = [a, b].map(|task| (i64::from(cx.min(task.start)), i64::from(cx.max(task.start))));
            let long = [a, b].map(|task| task.duration.min(cx));
            for (k, task) in [a, b].into_iter().enumerate() {
                let other = 1 - k;
                let order = [
                    Atom::at_least(task.start, bounds[other].1 + 1 - i64::from(long[k])),
                    Atom::at_most(task.start, bounds[k].1),
                ];
                why.extend(order.into_iter().chain(task.duration.at_least(long[k])));
            }
        }
        Some(&ORDER)
    }
}
