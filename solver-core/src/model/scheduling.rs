//! Constraints over [`Interval`]s that are composed of other constraints: alternatives, spans, transition times and
//! reservoirs.

use super::comparison::Relates;
use super::compute::{maximum_of, minimum_of};
use super::expr::Expr;
use super::interval::Interval;
use super::logic::{Logic, any_of};
use super::{Model, ModelError};
use std::ops::RangeInclusive;

impl Model {
    /// Declares a task that runs in the time window `within`. Its start is a new variable, `name.start`; its duration
    /// is a number or an expression.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let cut = m.interval("cut", 0..=9, 2)?;
    /// let glue = m.interval("glue", 0..=9, 3)?;
    /// m.post(cut.precedes(&glue));
    /// let best = m.minimize(glue.end())?.expect("there is time");
    /// assert_eq!((best.value, best.solution.interval(&glue)?), (5, Some(2..5)));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::EmptyDomain`] if a constant duration is longer than the window; otherwise same as
    /// [`int`](Model::int).
    #[doc(alias("new_interval_var", "new_optional_interval_var", "task", "activity"))]
    pub fn interval(
        &mut self,
        name: impl Into<String>,
        within: RangeInclusive<i32>,
        duration: impl Into<Expr>,
    ) -> Result<Interval, ModelError> {
        let (name, duration, latest) = (name.into(), duration.into(), *within.end());
        let shortest = self.bounds(&duration)?.0.max(0);
        let last = i32::try_from(i64::from(latest) - shortest).unwrap_or(i32::MIN);
        let start = self.int(format!("{name}.start"), *within.start()..=last)?;
        let task = Interval::new(start, duration);
        if !task.duration().is_number() {
            self.post(task.end().at_most(latest)).named(format!("{name} ends by {latest}"));
        }
        Ok(task)
    }

    /// Requires that, if the task is present, exactly one alternative is present and has the task's start and duration;
    /// otherwise none is. If the alternatives are [modes](Interval::mode) of the task, they share its start.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let length = m.int("length", 3..=5)?;
    /// let drill = m.interval("drill", 0..=5, length)?;
    /// let slow = drill.mode(m.bool("slow")?, 5);
    /// let fast = drill.mode(m.bool("fast")?, 3);
    /// m.alternative(&drill, [&slow, &fast]);
    /// m.post(fast.avoids(2..3));
    /// assert_eq!(m.count()?, Outcome::Complete(1)); // slowly; or fast, which needs four hours in a row
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("flexible job shop", "modes", "choice of machines"))]
    pub fn alternative<'a>(&mut self, task: &Interval, alternatives: impl IntoIterator<Item = &'a Interval>) {
        let ways: Vec<&Interval> = alternatives.into_iter().collect();
        self.post(ways.iter().map(|way| way.presence()).sum::<Expr>().equals(task.presence()));
        for way in &ways {
            if way.start() != task.start() {
                self.post(way.start().equals(task.start())).enforce_if(way.presence());
            }
        }
        if ways.iter().all(|way| way.duration().is_number()) && !task.is_optional() {
            // A single equation propagates more than a separate implication for each alternative.
            let chosen = ways.iter().map(|way| way.presence().times(way.duration().constant));
            self.post(chosen.sum::<Expr>().equals(task.duration()));
        } else {
            for way in ways {
                self.post(way.duration().equals(task.duration())).enforce_if(way.presence());
            }
        }
    }

    /// Requires `whole` to start with the first of its parts and end with the last. It is present if and only if some
    /// part is; absent parts do not count.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let length = m.int("length", 0..=9)?;
    /// let project = m.interval("project", 0..=9, length)?;
    /// let parts = [m.interval("cut", 1..=9, 2)?, m.interval("glue", 4..=9, 3)?];
    /// m.span(&project, &parts);
    /// assert_eq!(m.minimize(length)?.expect("there is time").value, 3); // cut while the glue dries
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("hammock", "summary task", "cover"))]
    pub fn span<'a>(&mut self, whole: &Interval, parts: impl IntoIterator<Item = &'a Interval>) {
        let parts: Vec<&Interval> = parts.into_iter().collect();
        let (starts, ends) = (self.ranges(&parts, Interval::start), self.ranges(&parts, Interval::end));
        let (latest, earliest) = (starts.iter().map(|r| r.1).max(), ends.iter().map(|r| r.0).min());
        // An absent part is moved so that it is neither first nor last.
        let moved = |part: &Interval, time: Expr, by: i64| time + (1 - part.presence()).times(by.into());
        let first = minimum_of(
            parts
                .iter()
                .zip(&starts)
                .map(|(part, range)| moved(part, part.start(), latest.unwrap_or(range.0) - range.0)),
        );
        let last = maximum_of(
            parts.iter().zip(&ends).map(|(part, range)| moved(part, part.end(), earliest.unwrap_or(range.1) - range.1)),
        );
        if whole.is_optional() || parts.iter().all(|part| part.is_optional()) {
            self.post(any_of(parts.iter().map(|part| part.presence())).iff(whole.presence()));
        }
        self.post(whole.start().equals(first)).enforce_if(whole.presence());
        self.post(whole.end().equals(last)).enforce_if(whole.presence());
    }

    /// Returns the bounds on `time` for each task; (0, 0) for a task of another model, which posting rejects.
    fn ranges(&self, tasks: &[&Interval], time: fn(&Interval) -> Expr) -> Vec<(i64, i64)> {
        tasks.iter().map(|task| self.bounds(time(task)).unwrap_or_default()).collect()
    }

    /// Requires that no two tasks run at the same time, and that at least `transition(i, j)` passes between the end of
    /// task `i` and the start of a later task `j`. Tasks are numbered from 0; a negative transition counts as 0. Absent
    /// tasks are unconstrained.
    ///
    /// Posts a [`disjunctive`](Model::disjunctive) over the tasks, each extended by its shortest transition, and a
    /// disjunction for each pair with longer transitions.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let paint = [m.interval("white", 0..=6, 1)?, m.interval("black", 0..=6, 1)?];
    /// m.disjunctive_with_transitions(&paint, |i, j| if i < j { 0 } else { 4 }); // black before white: clean
    /// assert_eq!(m.count()?, Outcome::Complete(15 + 1));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("setup times", "sequence-dependent", "no overlap", "changeover"))]
    pub fn disjunctive_with_transitions<'a>(
        &mut self,
        tasks: impl IntoIterator<Item = &'a Interval>,
        transition: impl Fn(usize, usize) -> i32,
    ) {
        let tasks: Vec<&Interval> = tasks.into_iter().collect();
        let transition = |i: usize, j: usize| transition(i, j).max(0);
        let others = |i: usize| (0..tasks.len()).filter(move |&j| j != i);
        let shortest: Vec<i32> =
            (0..tasks.len()).map(|i| others(i).map(|j| transition(i, j)).min().unwrap_or(0)).collect();
        let long: Vec<Interval> = tasks.iter().zip(&shortest).map(|(task, &time)| task.extended(time)).collect();
        // `disjunctive` does not constrain tasks whose duration may be 0.
        let lasts: Vec<bool> = long.iter().map(|task| self.bounds(task.duration()).is_ok_and(|b| b.0 > 0)).collect();
        self.disjunctive(&long);
        for (j, b) in tasks.iter().enumerate() {
            for (i, a) in tasks[..j].iter().enumerate() {
                let (there, back) = (transition(i, j), transition(j, i));
                if lasts[i] && lasts[j] && (there, back) == (shortest[i], shortest[j]) {
                    continue;
                }
                let (first, then) = (a.extended(there).precedes(b), b.extended(back).precedes(a));
                self.post(first.or(then));
            }
        }
    }

    /// Posts a reservoir: each change adds to its level, or takes from it, at a given time. After all changes at the
    /// same time, the level must be within `levels`. It is initially 0; for a different initial level, add a change
    /// before all others. Times and changes are numbers or expressions: a change multiplied by a condition is optional.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (fill, empty) = (m.ints("fill", 2, 0..=4)?, m.int("empty", 0..=4)?);
    /// m.reservoir([(fill[0].into(), 2), (fill[1].into(), 2), (Expr::from(empty), -3)], 0..=4);
    /// m.post(constraint!(empty <= 1));
    /// assert_eq!(m.count()?, Outcome::Complete(1 + 4)); // both filled by the time 0 or 1
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("inventory", "producer consumer", "level", "add_reservoir_constraint"))]
    pub fn reservoir<T: Into<Expr>, C: Into<Expr>>(
        &mut self,
        changes: impl IntoIterator<Item = (T, C)>,
        levels: RangeInclusive<i32>,
    ) {
        let changes: Vec<(Expr, Expr)> =
            changes.into_iter().map(|(time, change)| (time.into(), change.into())).collect();
        for (now, change) in &changes {
            let level = changes.iter().map(|(time, change)| happened(time, now, change)).sum::<Expr>();
            // Posting refuses a change that contains a variable of another model.
            let signs = self.bounds(change).unwrap_or((-1, 1));
            // From a level within bounds, only a decrease can violate the lower bound, and only an increase the upper
            // one.
            let is_filled = levels.contains(&0);
            if signs.0 < 0 || !is_filled {
                self.post(level.clone().at_least(*levels.start()));
            }
            if signs.1 > 0 || !is_filled {
                self.post(level.at_most(*levels.end()));
            }
        }
    }
}

/// Returns the change if it has happened by `now`, and otherwise 0.
fn happened(time: &Expr, now: &Expr, change: &Expr) -> Expr {
    let by_now = Expr::from(time.clone().at_most(now));
    match change.is_number() {
        true => by_now.times(change.constant),
        false => by_now * change.clone(),
    }
}
