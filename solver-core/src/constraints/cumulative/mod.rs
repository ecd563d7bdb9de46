//! `cumulative`: tasks share a resource; at no time does their demand exceed its capacity.
//!
//! A task runs from its start for its duration, and needs its demand throughout. Tasks of duration 0 or demand 0 use
//! nothing. Durations, demands and the capacity may be views; a negative value makes the constraint false.
//!
//! | level | removes | algorithm | cost of a run |
//! |---|---|---|---|
//! | [`TimeTable`](CumulativeLevel::TimeTable) | bounds of starts, durations, demands and the capacity that contradict compulsory parts; fails on overload | profile of compulsory parts (Lahrichi 1982; Letort, Beldiceanu, Carlsson 2012); overload by a Θ-tree (Wolf, Schrader 2005; Vilím 2009) | `n log n`, plus tasks × segments that they overlap |
//! | [`EdgeFinding`](CumulativeLevel::EdgeFinding) | also bounds of starts that leave some window too little energy | time-table edge finding (Vilím 2011; Schutt, Feydy, Stuckey 2013, algorithm 1) | `n²` |
//!
//! Both wake on the bounds of starts, the minima of durations and demands, and the maximum of the capacity.
//!
//! Edge finding is not monotone: its windows run from some task's earliest start to some task's latest end, and tasks
//! that extend beyond the end contribute their minimum energy within the window. When the latest end that defined a
//! window moves down, the window disappears, and a smaller one may prune less. So the fixpoint, though not soundness,
//! can depend on the order in which domains shrink (C. Schulte, G. Tack, *Weakly monotonic propagators*, CP 2009).
//!
//! # Reasons
//!
//! | rule | premises |
//! |---|---|
//! | `cumulative.time_table` | a *point* of the profile (Schutt, Feydy, Stuckey, Wallace 2011): as few tasks as needed that run at that time; a whole segment if the task is shorter than the segment and jumps over it |
//! | `cumulative.energy` | a window and how much of each task must lie in it, with as few tasks as needed |
//! | `cumulative.capacity` | two of the following: the task has positive duration, the bound of its demand, the bound of the capacity |
//! | `cumulative.negative` | none |

#[cfg(test)]
mod bug_tests;
mod check;
mod edge_finding;
mod energy;
mod explain;
mod extent;
mod model;
mod overload;
mod profile;
#[cfg(test)]
mod tests;
mod time_table;

use crate::prelude_propagator::*;
use crate::quantity::Quantity;
use edge_finding::EdgeFinder;
use extent::Extent;
pub use model::IntoDemandingTask;
pub(super) use model::exclude_each_other;
use overload::OverloadTree;
use profile::Profile;

/// A task of a [`Cumulative`] constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The start time.
    pub start: View,
    /// The duration.
    pub duration: Quantity,
    /// The demand for the resource while the task runs.
    pub demand: Quantity,
}

/// The level of [`Cumulative`]; see the [module page](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum CumulativeLevel {
    /// Time-tabling (compulsory parts), and an overload check.
    #[default]
    TimeTable,
    /// Also time-table edge finding.
    EdgeFinding,
}

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::{Cumulative, CumulativeLevel, Task};
/// use solver_core::{ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 2), ValueSet::range(0, 9)]);
/// let task = |start| Task { start, duration: 4.into(), demand: 2.into() };
/// let (x, y) = (b.view(0), b.view(1));
/// b.post(Box::new(Cumulative::new([task(x), task(y)], 3.into(), CumulativeLevel::TimeTable)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.min(y), 4); // the first runs from 2 to 4 for certain
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cumulative {
    tasks: Box<[Task]>,
    capacity: Quantity,
    level: CumulativeLevel,
    /// Whether all durations and demands and the capacity are non-negative constants and no demand exceeds the
    /// capacity.
    is_plain: bool,
    /// The tasks as read in this run.
    extents: Vec<Extent>,
    profile: Profile,
    overload: OverloadTree,
    edges: EdgeFinder,
}

static TIME_TABLE: Rule = Rule::new(
    "cumulative.time_table",
    "{premises}: these tasks run for certain, and {constraint} has no room beside them, so {fact}",
);

static ENERGY: Rule =
    Rule::new("cumulative.energy", "{premises}: these tasks need all the time that {constraint} has then, so {fact}");

static TOO_TALL: Rule = Rule::new(
    "cumulative.capacity",
    "{premises}: no task that lasts needs more than the capacity of {constraint}, so {fact}",
);

static NEGATIVE: Rule =
    Rule::new("cumulative.negative", "no duration, demand or capacity of {constraint} is negative, so {fact}");

/// The kinds of pruning. A [`Lazy`] hint is `KINDS` times the task's index, plus the kind.
const KINDS: u32 = 8;
const LOWER: u32 = 0;
const UPPER: u32 = 1;
const DURATION: u32 = 2;
const DEMAND: u32 = 3;
const PEAK: u32 = 4;

fn hint(kind: u32, task: usize) -> Lazy {
    Lazy(task as u32 * KINDS + kind)
}

/// While the condition is undecided, the profile is tested at the latest starts of at most this many tasks.
const MOST_TRIED: usize = 256;

impl Cumulative {
    /// Creates a propagator that ensures that the demand of the running tasks never exceeds the capacity.
    pub fn new(tasks: impl IntoIterator<Item = Task>, capacity: Quantity, level: CumulativeLevel) -> Cumulative {
        let tasks: Box<[Task]> = tasks.into_iter().collect();
        let n = tasks.len();
        let number = |quantity| match quantity {
            Quantity::Fixed(v) if v >= 0 => Some(v),
            _ => None,
        };
        let fits = |room: i32, task: &Task| {
            number(task.duration).zip(number(task.demand)).is_some_and(|(_, demand)| demand <= room)
        };
        Cumulative {
            is_plain: number(capacity).is_some_and(|room| tasks.iter().all(|task| fits(room, task))),
            capacity,
            level,
            extents: Vec::with_capacity(n),
            profile: Profile::new(n),
            overload: OverloadTree::new(n),
            edges: EdgeFinder::new(if level == CumulativeLevel::EdgeFinding { n } else { 0 }),
            tasks,
        }
    }

    fn forbid_negative(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let quantities = self.tasks.iter().flat_map(|t| [t.duration, t.demand]).chain([self.capacity]);
        for quantity in quantities {
            quantity.forbid_negative(cx, &NEGATIVE)?;
        }
        Ok(())
    }

    /// Enforces that the demand of a task of positive duration is at most the capacity.
    fn limit_demands(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for &Task { duration, demand, .. } in &self.tasks {
            let (capacity, need, lasts) = (self.capacity.max(cx), demand.min(cx), duration.min(cx) > 0);
            let (long, little) = (duration.at_least(1), self.capacity.at_most(capacity));
            if lasts && need > 0 {
                let much = demand.at_least(need);
                let because = || TOO_TALL.because([long, much].into_iter().flatten());
                match self.capacity {
                    Quantity::Of(view) => cx.at_least(view, need, because)?,
                    Quantity::Fixed(capacity) if need > capacity => return cx.fail(because),
                    Quantity::Fixed(_) => {}
                }
            }
            if let (true, Quantity::Of(view)) = (lasts, demand) {
                cx.at_most(view, capacity, || TOO_TALL.because([long, little].into_iter().flatten()))?;
            }
            if let (true, Quantity::Of(view)) = (need > capacity, duration) {
                let much = demand.at_least(i64::from(capacity) + 1);
                cx.at_most(view, 0, || TOO_TALL.because([much, little].into_iter().flatten()))?;
            }
        }
        Ok(())
    }

    /// Reads the bounds of all tasks and builds the profile; returns whether everything is fixed.
    fn read(&mut self, cx: &Context<'_>) -> bool {
        self.extents.clear();
        let mut fixed = true;
        for task in &self.tasks {
            let (est, lst) = cx.bounds(task.start);
            let (duration, demand) = (task.duration.bounds(cx), task.demand.bounds(cx));
            let extent = Extent::new((est, lst), duration.0, demand.0);
            fixed &= est == lst && duration.0 == duration.1 && demand.0 == demand.1;
            self.extents.push(extent);
        }
        self.profile.rebuild(&self.extents);
        fixed
    }

    /// Enforces that the capacity is at least the height of the profile.
    fn raise_capacity(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let peak = self.profile.peak();
        match self.capacity {
            Quantity::Of(view) => cx.at_least(view, peak, || hint(PEAK, 0)),
            Quantity::Fixed(capacity) if peak > i64::from(capacity) => cx.fail(|| hint(PEAK, 0)),
            Quantity::Fixed(_) => Ok(()),
        }
    }
}

impl Propagator for Cumulative {
    fn scope(&self, scope: &mut Scope) {
        for task in &self.tasks {
            scope.watch(task.start, Wake::Bounds);
            for view in [task.duration, task.demand].into_iter().filter_map(Quantity::view) {
                scope.watch(view, Wake::Min);
            }
        }
        if let Quantity::Of(view) = self.capacity {
            scope.watch(view, Wake::Max);
        }
        scope.priority(if self.level == CumulativeLevel::TimeTable { 5 } else { 6 });
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let n = self.tasks.len();
        cx.work(4 * n)?;
        if !self.is_plain {
            self.forbid_negative(cx)?;
            self.limit_demands(cx)?;
        }
        let fixed = self.read(cx);
        cx.work(8 * n)?;
        self.raise_capacity(cx)?;
        if fixed && self.profile.peak() <= i64::from(self.capacity.min(cx)) {
            return Ok(Status::Entailed);
        }
        if self.filter_by_profile(cx)? {
            return Ok(Status::Again);
        }
        let capacity = self.capacity.max(cx);
        cx.work(20 * n)?;
        if let Some(window) = self.overload.overloaded(&self.extents, capacity) {
            let why = energy::premises(self, cx, window, capacity, None);
            return cx.fail(|| ENERGY.because(why));
        }
        if self.level == CumulativeLevel::EdgeFinding && self.find_edges(cx, capacity)? {
            return Ok(Status::Again);
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::time_table(self, past, fact, hint, why);
        &TIME_TABLE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(self, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let mut quantities = self.tasks.iter().flat_map(|t| [t.duration, t.demand]).chain([self.capacity]);
        if quantities.any(Quantity::is_negative) {
            return Some(&NEGATIVE);
        }
        let capacity = self.capacity.max(cx);
        let lasts = |task: &&Task| task.duration.min(cx) > 0;
        if let Some(tall) = self.tasks.iter().filter(lasts).find(|task| task.demand.min(cx) > capacity.max(0)) {
            let order =
                [tall.duration.at_least(1), tall.demand.at_least(tall.demand.min(cx)), self.capacity.at_most(capacity)];
            why.extend(order.into_iter().flatten());
            return Some(&TOO_TALL);
        }
        // The profile is highest at the start of some compulsory part.
        let needs = |time: i64| {
            let running = self.tasks.iter().filter(|task| {
                let (est, lst) = cx.bounds(task.start);
                i64::from(lst) <= time && time < i64::from(est) + i64::from(task.duration.min(cx))
            });
            running.map(|task| i64::from(task.demand.min(cx)).max(0)).sum::<i64>()
        };
        // A different rule handles a negative capacity that is not constant, even if no task runs.
        let room = i64::from(capacity).max(0);
        let tried = self.tasks.iter().take(MOST_TRIED);
        let is_overfull = tried.map(|task| i64::from(cx.max(task.start))).any(|time| needs(time) > room);
        is_overfull.then(|| {
            if let Some(now) = cx.now() {
                self.explain(&now, None, PEAK, why);
            }
            &TIME_TABLE
        })
    }
}
