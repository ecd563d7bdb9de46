//! The schedule of a learning search: when it restarts, and which heuristic decides in each run.

use crate::names::named;

/// How decisions and restarts work in a search with clause learning: [`Search::learn`](crate::Search::learn).
///
/// ```
/// use solver_core::prelude::*;
/// assert_eq!("fixed".parse::<Learning>()?, Learning::Fixed);
/// assert_eq!(Learning::default().to_string(), "alternating");
/// # Ok::<(), solver_core::search::UnknownName>(())
/// ```
#[doc(alias("lazy clause generation", "lcg", "cdcl", "free search", "core-guided search", "unsatisfiable core"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Learning {
    /// Decisions by the given brancher, without restarts.
    Fixed,
    /// Decisions on the atoms of recent conflicts, as VSIDS decides on literals, with restarts. While there are no
    /// such atoms, the given brancher decides.
    #[doc(alias = "vsids")]
    Activity,
    /// Alternates between the given brancher and activities at restarts. Activities get the longer runs, and nearly all
    /// runs while no better solution is found. In an optimisation that has a solution, some runs begin by assuming a
    /// bound on the objective that has not been refuted. If the objective is a sum and no better solution has been
    /// found for a long time, other runs assume that the terms of the sum have their smallest values, raising the bound
    /// when these assumptions fail (core-guided search).
    #[default]
    Alternating,
}

named!(Learning, "way of learning", Fixed = "fixed", Activity = "activity", Alternating = "alternating");

/// The number of conflicts in the shortest run.
pub(super) const UNIT: u64 = 100;

/// The given brancher gets one in this many pairs of runs: the first number applies while the search keeps finding
/// solutions, the second once it is late. The brancher is good at finding solutions, but late in the search usually
/// only the optimality proof remains.
const STATED: (u64, u64) = (2, 8);

/// The search is late when the number of conflicts since its last solution, times this factor, exceeds the total number
/// of conflicts.
const LONG: u64 = 4;

/// The lengths of runs between restarts. The given brancher and the activities alternate every two runs; the activities
/// get the first runs and the longer ones. Everything else is as in Chuffed's free search. Runs 1 and 2 modulo 4 are
/// short.
pub(crate) struct Schedule {
    learning: Learning,
    /// The number of conflicts in the shortest run.
    unit: u64,
    runs: u64,
    left: u64,
    /// Whether activities decide in this run.
    by_activity: bool,
    /// Whether no better solution has been found for a long time.
    is_late: bool,
    /// The number of conflicts before the last solution, if any.
    solved: Option<u64>,
}

impl Schedule {
    pub(super) fn new(learning: Learning, unit: u64) -> Schedule {
        let by_activity = learning != Learning::Fixed;
        let mut schedule = Schedule { learning, unit, runs: 2, left: 0, by_activity, is_late: false, solved: None };
        schedule.next_run(0);
        schedule
    }

    /// Counts a conflict.
    pub(super) fn count(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    /// Records a solution, from this search or another one, found after this number of conflicts.
    pub(super) fn note_solution(&mut self, conflicts: u64) {
        self.solved = Some(conflicts);
    }

    /// Whether it is time to restart.
    pub(super) fn is_due(&self) -> bool {
        self.left == 0
    }

    /// Begins the next run. `conflicts` is the number of conflicts so far.
    pub(super) fn next_run(&mut self, conflicts: u64) {
        self.runs += 1;
        let turn = self.turn();
        self.left = match self.learning {
            Learning::Fixed => u64::MAX,
            Learning::Activity | Learning::Alternating => self.unit * (turn & turn.wrapping_neg()),
        };
        if self.learning == Learning::Alternating {
            self.is_late = self.solved.is_some_and(|solved| LONG * (conflicts - solved) > conflicts);
            self.by_activity = turn % if self.is_late { STATED.1 } else { STATED.0 } != 1;
        }
    }

    fn turn(&self) -> u64 {
        self.runs.div_ceil(2)
    }

    /// Whether activities decide in this run.
    pub(super) fn by_activity(&self) -> bool {
        self.by_activity
    }

    /// Whether this run is the second of two short ones. Such a run begins by assuming a bound on the objective, if
    /// possible.
    pub(super) fn probes(&self) -> bool {
        self.learning == Learning::Alternating && self.runs % 4 == 2
    }

    /// Whether cores guide this run if the objective is a sum. If the search is late, they guide the first of two short
    /// runs and, with `more`, also the second of two long ones.
    pub(super) fn is_guided(&self, more: bool) -> bool {
        let is_its_turn = self.runs % 4 == 1 || more && self.runs.is_multiple_of(4);
        is_its_turn && self.is_late && self.by_activity && self.learning == Learning::Alternating
    }

    /// Whether decisions of this run assign values, rather than exclude them, while there is no solution to follow.
    /// This holds in every second run. Which polarity is better depends on the model, and the wrong one can make the
    /// search hopeless.
    pub(super) fn assigns(&self) -> bool {
        self.runs.is_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists the first runs: heuristic, polarity, objective probing, and number of conflicts.
    #[test]
    fn turns_of_two_runs() {
        let mut schedule = Schedule::new(Learning::Alternating, UNIT);
        let mut runs = Vec::new();
        for _ in 0..8 {
            let conflicts = (1..).find(|_| {
                schedule.count();
                schedule.is_due()
            });
            runs.push((schedule.by_activity(), schedule.assigns(), schedule.probes(), conflicts.unwrap_or(0)));
            schedule.next_run(0);
        }
        let (stated, active) = (false, true);
        assert_eq!(
            runs,
            [
                (active, false, false, 200),
                (active, true, false, 200),
                (stated, false, false, 100),
                (stated, true, true, 100),
                (active, false, false, 400),
                (active, true, false, 400),
                (stated, false, false, 100),
                (stated, true, true, 100),
            ]
        );
    }

    /// The given brancher gets every second pair of runs while the search keeps finding solutions, and every eighth
    /// pair otherwise.
    #[test]
    fn the_stated_order_is_for_solutions() {
        let mut schedule = Schedule::new(Learning::Alternating, UNIT);
        schedule.note_solution(0);
        let (mut stated, mut probes, mut guided, mut conflicts) = (Vec::new(), 0, 0, 0);
        for run in 0..64 {
            if run == 32 {
                schedule.note_solution(conflicts);
            }
            if !schedule.by_activity() {
                stated.push(run);
            }
            probes += u32::from(schedule.probes());
            guided += u32::from(schedule.is_guided(false));
            while !schedule.is_due() {
                schedule.count();
                conflicts += 1;
            }
            schedule.next_run(conflicts);
        }
        assert_eq!((stated, probes, guided), (vec![14, 15, 30, 31, 34, 35, 38, 39, 42, 43, 46, 47, 62, 63], 16, 9));
    }
}
