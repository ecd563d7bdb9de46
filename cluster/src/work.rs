//! Explores units.

use crate::bounds::Bounds;
use crate::outcome::{Effort, Outcome, PRIME};
use crate::share::Size;
use crate::{Job, JobError, Pieces, Share, Unit, UnitId, files};
use num_bigint::BigUint;
use solver_core::search::{Rest, Statistics, Step};
use solver_core::{CancelToken, Expr, Run, Search};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The number of nodes between two checks of the clock.
const STRIDE: u64 = 256;

/// The node budget for splitting a unit: its root and one more node, which leaves at least two parts.
const CUT: u64 = 2;

/// How units are explored: the search or the counting kernel, and the budget.
#[derive(Clone, Debug)]
pub struct Work<'a> {
    kind: Kind<'a>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) cancel: Option<CancelToken>,
    again: bool,
}

/// The means of exploring a unit: a search or a counting kernel.
#[derive(Clone, Debug)]
enum Kind<'a> {
    Search { search: &'a Search<'a>, objective: Option<Expr> },
    Pieces(&'a dyn Pieces),
}

impl<'a> Work<'a> {
    /// Explores a unit with this search and, optionally, an objective, until the unit is complete.
    pub fn new(search: &'a Search<'a>, objective: Option<Expr>) -> Work<'a> {
        Work::by(Kind::Search { search, objective })
    }

    /// Counts numbered pieces until the unit is complete.
    pub fn pieces(pieces: &'a dyn Pieces) -> Work<'a> {
        Work::by(Kind::Pieces(pieces))
    }

    fn by(kind: Kind<'a>) -> Work<'a> {
        Work { kind, nodes: None, time: None, cancel: None, again: false }
    }

    /// Stops after this many nodes, but not before two, to guarantee progress, and returns the remaining parts, which
    /// are the same in every run.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Work<'a> {
        Work { nodes: Some(nodes.max(2)), ..self }
    }

    /// Stops after this time and returns the remaining parts.
    #[must_use]
    pub fn time(self, time: Duration) -> Work<'a> {
        Work { time: Some(time), ..self }
    }

    /// Stops on cancellation and returns the remaining parts.
    #[must_use]
    pub fn cancel(self, token: &CancelToken) -> Work<'a> {
        Work { cancel: Some(token.clone()), ..self }
    }

    /// Returns the number of nodes until the next check of the budget; zero if the budget is spent.
    pub(crate) fn room(&self, nodes: u64, begun: Instant) -> u64 {
        let enough = self.nodes.unwrap_or(u64::MAX);
        let is_late = self.time.is_some_and(|time| begun.elapsed() >= time);
        let is_cancelled = self.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
        // At least two nodes are explored, to guarantee progress.
        if (is_late || is_cancelled) && nodes >= 2 { 0 } else { STRIDE.min(enough.saturating_sub(nodes)) }
    }

    /// Also explores units that already have a result, and compares the two results.
    #[must_use]
    pub fn again(self) -> Work<'a> {
        Work { again: true, ..self }
    }
}

impl Job {
    /// Explores a unit and writes its result. If the unit already has a result, returns that instead.
    ///
    /// # Errors
    /// [`JobError::Model`] if the search cannot be split into units; [`JobError::Miscounted`];
    /// [`JobError::Cancelled`] on cancellation before any progress; [`JobError::File`] if the result cannot be written;
    /// [`JobError::Contradiction`] if another result contradicts this one.
    pub fn work(&self, unit: &Unit, work: &Work<'_>) -> Result<Outcome, JobError> {
        // A damaged result is replaced.
        let known = match self.outcome(unit.id) {
            Err(JobError::BadResult(path, _)) => {
                std::fs::remove_file(&path).map_err(|error| JobError::File(path, error))?;
                None
            }
            other => other?,
        };
        if let Some(known) = known
            && !work.again
        {
            return Ok(known);
        }
        let begun = Instant::now();
        let proof = self.description().proves.then(|| self.unfinished_proof()).transpose()?;
        let mut outcome = match &work.kind {
            Kind::Pieces(pieces) => self.count_pieces(unit, *pieces, work, begun)?,
            Kind::Search { search, objective } => {
                let goal = self.description().question.goal().zip(objective.clone());
                let bounds = goal.clone().map(|goal| Bounds::new(self, search.model(), goal));
                match (&proof, goal, bounds) {
                    (Some(folder), goal, bounds) => {
                        self.prove(unit, search, (goal, bounds), (work, begun), folder.path())?
                    }
                    (None, Some((goal, objective)), Some(bounds)) => {
                        let run = Search::clone(search).part(&unit.cube).improving(goal, objective)?.into_run();
                        self.improve(unit, run, work, bounds, begun)?
                    }
                    (None, ..) => self.count(unit, search, work, begun)?,
                }
            }
        };
        outcome.effort.milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        for cube in &outcome.rest {
            self.add(cube)?;
        }
        let path = self.result_file(unit.id);
        if !files::write(&path, &outcome)?
            && let Some(first) = self.outcome(unit.id)?
        {
            if first.contradicts(&outcome) {
                let second = self.contradiction_file(unit.id);
                files::write(&second, &outcome)?;
                return Err(JobError::Contradiction { unit: unit.id, first: path, second });
            }
            return Ok(first);
        }
        // The proof belongs to the result that came first.
        proof.map_or(Ok(()), |folder| self.keep_proof(folder, unit.id))?;
        Ok(outcome)
    }

    /// Splits the largest unit repeatedly, until there are at least this many units, if possible.
    ///
    /// # Errors
    /// Those of [`work`](Job::work).
    pub fn cut(&self, units: u64, work: &Work<'_>) -> Result<(), JobError> {
        let work = work.clone().nodes(CUT);
        let mut open: BTreeMap<(Size, UnitId), Unit> = BTreeMap::new();
        open.extend(self.open_units()?.into_iter().map(|unit| ((Size::new(&unit.cube), unit.id), unit)));
        while (open.len() as u64) < units && !work.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            let Some((_, unit)) = open.pop_last() else { break };
            for cube in self.work(&unit, &work)?.rest {
                let unit = self.unit_of(cube);
                open.insert((Size::new(&unit.cube), unit.id), unit);
            }
        }
        Ok(())
    }

    /// Runs the search until it ends or the budget is spent. Calls `report` at each solution and every `STRIDE` nodes.
    fn explore(
        &self,
        run: &mut Run,
        work: &Work<'_>,
        begun: Instant,
        counts: bool,
        mut report: impl FnMut(&mut Run, bool) -> Result<(), JobError>,
    ) -> Result<(), JobError> {
        loop {
            let stride = work.room(run.statistics().nodes, begun).max(1);
            let step = if counts { run.count_for(stride) } else { run.step_for(stride) };
            match step {
                Some(Step::Exhausted) => return report(run, false),
                Some(Step::Stopped(by)) => return Err(JobError::Limited(by)),
                Some(Step::Solution) => report(run, true)?,
                None => report(run, false)?,
            }
            if work.room(run.statistics().nodes, begun) == 0 && run.is_divisible() {
                return Ok(());
            }
        }
    }

    fn count(&self, unit: &Unit, search: &Search<'_>, work: &Work<'_>, begun: Instant) -> Result<Outcome, JobError> {
        let mut run = search.clone().part(&unit.cube).start()?;
        let (mut count, mut residue, mut seen) = (BigUint::default(), 0, 0);
        self.explore(&mut run, work, begun, true, |run, _| {
            let all = run.statistics().solutions;
            let new = all - std::mem::replace(&mut seen, all);
            count += new;
            residue = (residue + new % PRIME) % PRIME;
            Ok(())
        })?;
        Ok(Outcome { count, residue, ..self.outcome_of(unit, &run.statistics(), run.rest()) })
    }

    fn improve(
        &self,
        unit: &Unit,
        mut run: Run,
        work: &Work<'_>,
        mut bounds: Bounds<'_>,
        begun: Instant,
    ) -> Result<Outcome, JobError> {
        bounds.look()?.into_iter().for_each(|bound| run.improve_on(bound));
        self.explore(&mut run, work, begun, false, |run, is_solution| {
            if is_solution && let Some(value) = run.objective() {
                run.recheck()?;
                let values = run.solution().map(|solution| solution.all_values().to_vec()).unwrap_or_default();
                bounds.found(value, values)
            } else {
                bounds.look().map(|newer| newer.into_iter().for_each(|value| run.improve_on(value)))
            }
        })?;
        let outcome = self.outcome_of(unit, &run.statistics(), run.rest());
        Ok(Outcome { best: bounds.best, bound: bounds.first, ..outcome })
    }

    /// Creates the result of a search, without its solutions so far.
    pub(crate) fn outcome_of(&self, unit: &Unit, statistics: &Statistics, rest: Option<Rest>) -> Outcome {
        let &Statistics { nodes, failures, .. } = statistics;
        let explored = match &rest {
            None => Share::new(&unit.cube),
            Some(rest) if rest.is_open => Share::before(&unit.cube, &rest.at),
            Some(rest) => Share::before(&unit.cube, &rest.at) + Share::new(&rest.at),
        };
        let rest = rest.map(|rest| rest.parts).unwrap_or_default();
        Outcome::new(&self.id, unit, explored, rest, Effort { nodes, failures, milliseconds: 0 })
    }
}
