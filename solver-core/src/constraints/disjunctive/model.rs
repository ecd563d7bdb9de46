//! `disjunctive`, strict or not, in a model.

mod derive;

use super::{Activity, Disjunctive, DisjunctiveLevel};
use crate::constraints::{Diffn, Empty, Rectangle};
use crate::model::defining::*;

impl From<DisjunctiveLevel> for Consistency {
    fn from(level: DisjunctiveLevel) -> Consistency {
        match level {
            DisjunctiveLevel::Precedences => Consistency::Value,
            DisjunctiveLevel::EdgeFinding => Consistency::Bounds,
        }
    }
}

/// A task: an [`Interval`], or a pair of start and duration.
///
/// ```compile_fail,E0277
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let start = m.ints("start", 3, 0..=3).unwrap();
/// m.disjunctive(&start);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a task",
    note = "a task is an interval, or a pair of start and duration: write `m.disjunctive(start.iter().zip(durations))`"
)]
pub trait IntoTask {
    /// The start and the duration.
    fn into_task(self) -> [Expr; 2];
}

impl<S: Into<Expr>, D: Into<Expr>> IntoTask for (S, D) {
    fn into_task(self) -> [Expr; 2] {
        [self.0.into(), self.1.into()]
    }
}

impl IntoTask for &Interval {
    fn into_task(self) -> [Expr; 2] {
        self.start_and_duration()
    }
}

impl IntoTask for Interval {
    fn into_task(self) -> [Expr; 2] {
        self.start_and_duration()
    }
}

/// Arguments: start and duration of each task. If tasks of duration 0 block others, the last argument is 0, the
/// position of all tasks on a second axis.
struct OneMachine {
    empty: Empty,
}

impl Model {
    /// Requires that no two tasks run at the same time. Each task is an [`Interval`] or a pair of start and duration.
    /// Tasks of duration 0 are unconstrained, so a variable duration that may be 0 makes a task optional. The default
    /// level is [`DisjunctiveLevel::EdgeFinding`].
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let start = m.ints("start", 3, 0..=3)?;
    /// m.disjunctive(start.iter().zip([1, 1, 2]));
    /// assert_eq!(m.count()?, Outcome::Complete(12)); // the long one first, second or third: 2 ways each; last: 6
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("no overlap", "unary resource", "machine", "edge finding", "optional task"))]
    pub fn disjunctive<T: IntoTask>(&mut self, tasks: impl IntoIterator<Item = T>) -> Posted<'_, DisjunctiveLevel> {
        let arguments = tasks.into_iter().flat_map(T::into_task).collect::<Vec<_>>();
        self.state("disjunctive", arguments, OneMachine { empty: Empty::Free })
    }

    /// Like [`disjunctive`](Model::disjunctive), but a task of duration 0 must not lie strictly inside another one.
    /// This is enforced by [`Diffn`], pair by pair.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let start = m.ints("start", 2, 0..=3)?;
    /// m.disjunctive_strict(start.iter().zip([0, 2]));
    /// assert_eq!(m.count()?, Outcome::Complete(16 - 3)); // not in the middle of the other, at 0 + 1, 1 + 1 or 2 + 1
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("no_overlap", "unary"))]
    pub fn disjunctive_strict<T: IntoTask>(
        &mut self,
        tasks: impl IntoIterator<Item = T>,
    ) -> Posted<'_, DisjunctiveLevel> {
        let arguments = tasks.into_iter().flat_map(T::into_task).chain([Expr::from(0)]).collect::<Vec<_>>();
        self.state("disjunctive_strict", arguments, OneMachine { empty: Empty::Blocked })
    }
}

impl Semantics for OneMachine {
    fn holds(&self, values: &[i32]) -> bool {
        let mut tasks: Vec<(i64, i64)> = values.chunks_exact(2).map(|t| (t[0].into(), t[1].into())).collect();
        let sound = tasks.iter().all(|t| t.1 >= 0);
        tasks.retain(|t| t.1 > 0 || self.empty == Empty::Blocked);
        // Among tasks with the same start, the shortest sorts first.
        tasks.sort_unstable();
        sound && tasks.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0)
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("{kind}({})", joined(x.chunks_exact(2).map(|task| format!("({})", say(task))), ", "))
    }
}

impl Decompose for OneMachine {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let tasks: Vec<&[Expr]> = x.chunks_exact(2).collect();
        into.require_all(tasks.iter().map(|task| task[1].clone().at_least(0)))?;
        let empty = |task: &[Expr]| task[1].clone().at_most(0);
        let before = |a: &[Expr], b: &[Expr]| (a[0].clone() + a[1].clone()).at_most(&b[0]);
        let ways = |a: &[Expr], b: &[Expr]| {
            let flat = if self.empty == Empty::Free { vec![empty(a), empty(b)] } else { Vec::new() };
            any_of(flat.into_iter().chain([before(a, b), before(b, a)]))
        };
        for (j, b) in tasks.iter().enumerate() {
            into.require_all(tasks[..j].iter().map(|a| ways(a, b)))?;
        }
        Ok(())
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let lengths: Vec<&Named> = x.chunks_exact(2).map(|task| &task[1]).collect();
        // Solvers disagree about tasks of duration 0, so this form is written only if there are none.
        let solid = lengths.iter().all(|length| length.bounds.0 > 0);
        let lengths = joined(quantities(&lengths)?, " ");
        let origins = joined(x.chunks_exact(2).map(|task| &task[0].name), " ");
        let text = format!("<origins> {origins} </origins> <lengths> {lengths} </lengths>");
        (solid && x.len() > 2 && self.empty == Empty::Free).then(|| format!("<noOverlap> {text} </noOverlap>"))
    }
}

impl Certify for OneMachine {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        // If all durations are positive, the strict and the non-strict constraint are the same.
        let is_solid = || x.chunks_exact(2).all(|task| rows.bounds(task[1]).0 > 0);
        Ok((self.empty == Empty::Free || is_solid()) && derive::rows(x, rows)?)
    }

    fn is_about_bounds(&self, x: &[Expr]) -> bool {
        x.chunks_exact(2).all(|task| task[1].is_number())
    }

    fn exclusion(&self, x: &[View], atoms: &[Atom]) -> Option<Exclusion> {
        derive::exclusion(x, atoms)
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive::derive(x, lines)
    }
}

impl Post for OneMachine {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views();
        let tasks =
            (0..views.len() / 2 * 2).step_by(2).map(|k| Activity { start: views[k], duration: site.quantity(k + 1) });
        let level = match site.level() {
            Consistency::Value => DisjunctiveLevel::Precedences,
            Consistency::Bounds | Consistency::Domain => DisjunctiveLevel::EdgeFinding,
        };
        let mut all: Vec<Box<dyn Propagator>> = vec![Box::new(Disjunctive::new(tasks, level))];
        let [tasks @ .., axis] = views else { return Ok(all) };
        if self.empty == Empty::Blocked && (0..tasks.len() / 2).any(|k| site.bounds(2 * k + 1).0 <= 0) {
            let bars = (0..tasks.len())
                .step_by(2)
                .map(|k| Rectangle { origin: [tasks[k], *axis], size: [site.quantity(k + 1), 1.into()] });
            all.push(Box::new(Diffn::new(bars, Empty::Blocked)));
        }
        Ok(all)
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: &[Consistency::Value, Consistency::Bounds], default: Consistency::Bounds })
    }
}
