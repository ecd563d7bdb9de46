//! Restarts that the model controls: `on_restart` of MiniZinc (J. J. Dekker, M. Garcia de la Banda, A. Schutt, P. J.
//! Stuckey, G. Tack, *Solver-independent large neighbourhood search*, CP 2018).
//!
//! At each restart, the solver assigns some variables: the status of the previous search, random numbers, and earlier
//! values of other variables. The model's own constraints turn them into a neighbourhood. Each search assumes these
//! values, so what it learns also holds for the next one, and an unsatisfiable core shows whether a failure concerns
//! only the neighbourhood.

use super::driver::{Driver, drop_aside};
use super::failure::Failure;
use super::sink::Ending;
use super::statistics::RunStatistics;
use crate::instance::{Call, Instance, Operand, VariableId};
use crate::plan::Plan;
use crate::translate::{ON_RESTART, TranslateError};
use solver_core::search::{Learning, Limits, Restarts, Rng, Statistics};
use solver_core::solve::{Incremental, Satisfiability};
use solver_core::{Comparison, Expr, Goal, Relates, Search, Solution, StopReason};
use std::time::Instant;

/// The unit, in failures, of the Luby restart sequence for a model that requests no restarts.
const UNIT: u64 = 100;

/// The status of the previous search, numbered as in MiniZinc's enumeration `STATUS`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Start = 1,
    Unknown = 2,
    Unsatisfiable = 3,
    Satisfied = 4,
}

/// The origin of a value that is assigned at a restart.
enum Source {
    Status,
    /// A random number between two bounds.
    Uniform(i64, i64),
    /// The value of a variable in the latest solution.
    Solution(Operand<i64>),
    /// The value that a variable had last, in the latest solution or when a search ended.
    Last(Operand<i64>),
}

/// The variables of a model that are assigned at each restart, and the literals that make the search complete.
struct Controls {
    assigned: Vec<(VariableId, Source)>,
    complete: Vec<Operand<i64>>,
}

impl Controls {
    fn read(instance: &Instance) -> Result<Controls, TranslateError> {
        let mut controls = Controls { assigned: Vec::new(), complete: Vec::new() };
        for constraint in instance.constraints() {
            if let Some(kind) = constraint.name().strip_prefix(ON_RESTART) {
                controls.add(kind, *constraint)?;
            }
        }
        Ok(controls)
    }

    fn add(&mut self, kind: &str, call: Call<'_>) -> Result<(), crate::instance::ArgumentError> {
        let operand = |at| match call.int_operand(at) {
            Ok(operand) => Ok(operand),
            Err(_) => call.bool_operand(at).map(Operand::from),
        };
        let source = match kind {
            "complete" => {
                self.complete.push(operand(0)?);
                return Ok(());
            }
            "status" => Source::Status,
            "uniform_int" => Source::Uniform(call.int(0)?, call.int(1)?),
            "sol_int" | "sol_bool" => Source::Solution(operand(0)?),
            _ => Source::Last(operand(0)?),
        };
        // A constant result is not assigned.
        if let Operand::Variable(x) = operand(call.arguments().len() - 1)? {
            self.assigned.push((x, source));
        }
        Ok(())
    }

    fn is_random(&self) -> bool {
        self.assigned.iter().any(|(_, source)| matches!(source, Source::Uniform(..)))
    }
}

/// The state between two searches.
struct Restarting<'a> {
    controls: &'a Controls,
    solver: Incremental,
    rng: Rng,
    status: Status,
    /// For each assigned variable, the value that it takes next; `None` if it is not assigned.
    values: Vec<Option<i64>>,
    statistics: Statistics,
}

impl Driver<'_> {
    /// Whether the model controls the restarts.
    pub(super) fn is_restarting(&self) -> bool {
        self.instance.constraints().any(|constraint| constraint.name().starts_with(ON_RESTART))
    }

    /// Searches repeatedly, each time under the values that the model requests, until the search is complete or a limit
    /// stops it.
    pub(super) fn restarting(
        &mut self,
        plan: &Plan,
        search: &Search<'_>,
        objective: Option<(Goal, Expr)>,
    ) -> Result<(Ending, RunStatistics), Failure> {
        let controls = &Controls::read(self.instance)?;
        let (init, begun) = (self.started.elapsed(), Instant::now());
        let learning =
            self.flags.learning.unwrap_or(if self.flags.free { Learning::Alternating } else { Learning::Fixed });
        let mut state = Restarting {
            controls,
            solver: search.clone().restarts(None).learn(learning).incremental()?,
            rng: Rng::new(self.flags.seed),
            status: Status::Start,
            values: vec![None; controls.assigned.len()],
            statistics: Statistics::default(),
        };
        let restarts = self.flags.restart.flatten().or(plan.restarts).unwrap_or(Restarts::Luby { unit: UNIT });
        let mut intervals = restarts.intervals();
        let (mut found, mut best, mut value) = (0, None, None);
        let mut before: Vec<Comparison> = Vec::new();
        let none = |found: u64, ending| if found == 0 { Ending::Unknown } else { ending };
        let root = self.query(&mut state, &[], Limits { nodes: Some(1), ..Limits::default() })?;
        let ending = loop {
            if matches!(root, Satisfiability::Unsatisfiable(_)) {
                break Ending::Unsatisfiable;
            }
            let bound = objective.as_ref().zip(best).map(|((goal, objective), best)| match goal {
                Goal::Minimize => objective.clone().less_than(best),
                Goal::Maximize => objective.clone().greater_than(best),
            });
            let bounds = usize::from(bound.is_some());
            let mut assumed: Vec<Comparison> = bound.into_iter().chain(self.assumed(&mut state)).collect();
            if state.status == Status::Unsatisfiable && !controls.is_random() && assumed == before {
                // All further searches would be the same.
                break none(found, Ending::Some);
            }
            before.clone_from(&assumed);
            let count = assumed.len();
            // First, infers only what the assigned values imply, without the objective bound.
            let nodes = Some((count - bounds) as u64 + 1);
            let _ = self.query(&mut state, &assumed[bounds..], Limits { nodes, ..Limits::default() })?;
            self.remember(&mut state);
            let holds = |operand: &Operand<i64>| match *operand {
                Operand::Constant(value) => Some(value),
                Operand::Variable(x) => self.fixed(&state.solver, x),
            };
            if controls.complete.iter().any(|operand| holds(operand) == Some(1)) {
                break none(found, Ending::Complete);
            }
            let open = controls.complete.iter().filter_map(|operand| operand.variable());
            assumed.extend(open.map(|x| self.translated.vars.expr(x).equals(0)));
            let limits = Limits { failures: intervals.next(), ..Limits::default() };
            let mut answer = self.query(&mut state, &assumed, limits.clone())?;
            let mut completes = false;
            if matches!(&answer, Satisfiability::Unsatisfiable(core) if core.iter().any(|&at| at >= count)) {
                // Every solution under these assumptions completes the search.
                assumed.truncate(count);
                answer = self.query(&mut state, &assumed, limits)?;
                completes = true;
            }
            match answer {
                Satisfiability::Satisfiable(solution) => {
                    found += 1;
                    match &objective {
                        None => self.found(&solution)?,
                        Some((_, objective)) => {
                            value = self.better(&solution, self.flags.each_better())?;
                            best = solution.evaluate(objective.clone())?;
                        }
                    }
                    state.status = Status::Satisfied;
                    self.learn_from(&mut state, &solution)?;
                    if completes {
                        break Ending::Complete;
                    }
                    // A later search may find the same solution again.
                    if objective.is_none() {
                        break Ending::Enough;
                    }
                }
                Satisfiability::Unsatisfiable(core) if core.iter().all(|&at| at < bounds) => {
                    break if found == 0 { Ending::Unsatisfiable } else { Ending::Complete };
                }
                Satisfiability::Unsatisfiable(_) => state.status = Status::Unsatisfiable,
                Satisfiability::Stopped(StopReason::Failures) => {
                    state.status = Status::Unknown;
                    self.remember(&mut state);
                }
                Satisfiability::Stopped(_) => break none(found, Ending::Some),
            }
        };
        let statistics = self.run_statistics(state.statistics, value, init, begun.elapsed());
        drop_aside(state.solver);
        Ok((ending, statistics))
    }

    /// The assumptions of the next search: the values of the assigned variables.
    fn assumed(&self, state: &mut Restarting<'_>) -> Vec<Comparison> {
        let mut assumed = Vec::new();
        for ((x, source), known) in state.controls.assigned.iter().zip(&state.values) {
            let value = match *source {
                Source::Status => Some(state.status as i64),
                Source::Uniform(low, high) => {
                    let values = high.abs_diff(low).saturating_add(1);
                    Some(low.wrapping_add(state.rng.below(values) as i64)).filter(|_| low <= high)
                }
                Source::Solution(_) | Source::Last(_) => *known,
            };
            let Some(value) = value else { continue };
            let mapped = self.translated.vars.mapping(*x);
            let assigned = mapped.assigned(value);
            if assigned.is_empty() {
                assumed.push(mapped.expr().equals(value));
            }
            assumed.extend(assigned.into_iter().map(|(x, v)| x.equals(v)));
        }
        assumed
    }

    /// Solves under assumptions and limits, within the time limit of the run.
    fn query(
        &self,
        state: &mut Restarting<'_>,
        assumed: &[Comparison],
        limits: Limits,
    ) -> Result<Satisfiability, Failure> {
        state.solver.set_limits(Limits { time: self.left(), cancel: Some(self.cancel.clone()), ..limits });
        let answer = state.solver.solve_under(assumed.iter().cloned())?;
        state.statistics = state.statistics + state.solver.statistics();
        Ok(answer)
    }

    /// The value of a variable that was fixed when the last search ended.
    fn fixed(&self, solver: &Incremental, x: VariableId) -> Option<i64> {
        self.translated.vars.value_by(x, |x| solver.fixed(x).ok_or(())).ok()
    }

    /// Stores the values of the variables that were fixed when the last search ended.
    fn remember(&self, state: &mut Restarting<'_>) {
        for ((_, source), known) in state.controls.assigned.iter().zip(&mut state.values) {
            if let Source::Last(Operand::Variable(x)) = *source {
                *known = self.fixed(&state.solver, x).or(*known);
            }
        }
    }

    /// Stores the values of a solution.
    fn learn_from(&self, state: &mut Restarting<'_>, solution: &Solution) -> Result<(), Failure> {
        for ((_, source), known) in state.controls.assigned.iter().zip(&mut state.values) {
            *known = match *source {
                Source::Solution(Operand::Variable(x)) | Source::Last(Operand::Variable(x)) => {
                    Some(self.translated.vars.value(x, solution)?)
                }
                Source::Solution(Operand::Constant(value)) | Source::Last(Operand::Constant(value)) => Some(value),
                Source::Status | Source::Uniform(..) => None,
            };
        }
        Ok(())
    }
}
