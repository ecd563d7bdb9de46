//! The driver of one search, from its start to the final status line; `together` drives several searches.

use super::core::core;
use super::failure::Failure;
use super::flags::Flags;
use super::sink::{Ending, OutputSink};
use super::statistics::RunStatistics;
use crate::Quantity;
use crate::instance::{Domain, Instance, Type};
use crate::plan::Plan;
use crate::translate::{MappedVar, Translated};
use solver_core::observe::Observer;
use solver_core::search::{Statistics, Step};
use solver_core::{CancelToken, Expr, Goal, Model, ModelError, Run, Search, Solution};
use std::time::{Duration, Instant};

/// Changes that the caller makes to the search of a file.
pub trait Refine {
    /// Changes the search that follows the file's annotations.
    fn refine<'m>(&self, search: Search<'m>) -> Search<'m>;

    /// Whether the changes determine the search strategy. If they do not, for example because they only set limits, a
    /// file without annotations is searched with the solver's default strategy.
    fn is_chosen(&self) -> bool;
}

/// An instance being solved, with its output sink.
pub(super) struct Driver<'a> {
    pub(super) instance: &'a Instance,
    pub(super) flags: &'a Flags,
    pub(super) translated: &'a Translated,
    pub(super) sink: &'a mut dyn OutputSink,
    pub(super) started: Instant,
    pub(super) cancel: &'a CancelToken,
    /// The number of solutions sent to the sink.
    printed: u64,
    /// The best solution, with its objective value, if it has not yet been printed.
    kept: Option<(Vec<Quantity>, Option<Quantity>)>,
    /// The caller's changes to the search.
    refine: Option<&'a dyn Refine>,
    /// The observer of the search.
    observer: Option<Box<dyn Observer>>,
}

impl<'a> Driver<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        flags: &'a Flags,
        translated: &'a Translated,
        sink: &'a mut dyn OutputSink,
        started: Instant,
        cancel: &'a CancelToken,
    ) -> Driver<'a> {
        Driver {
            instance,
            flags,
            translated,
            sink,
            started,
            cancel,
            printed: 0,
            kept: None,
            refine: None,
            observer: None,
        }
    }

    /// Applies the caller's changes to the requested search.
    pub(super) fn refined(self, refine: Option<&'a dyn Refine>) -> Driver<'a> {
        Driver { refine, ..self }
    }

    /// Searches according to the plan, and sends the results to the sink.
    pub(super) fn run(mut self, plan: &Plan) -> Result<Ending, Failure> {
        self.begin(plan)?;
        let (instance, translated) = (self.instance, self.translated);
        let search = self.search(plan, &translated.model);
        self.observer = self.sink.observer(&search);
        let (mut last, mut statistics) = self.stage(plan, search, translated.leading_objective(instance))?;
        self.observer = None;
        if last == Ending::Complete
            && let Some((model, objective)) =
                statistics.objective.and_then(|value| translated.refined(instance, value.numerator))
        {
            let refining = self.search(plan, &model);
            let (refined, more) = self.stage(plan, refining, Some(objective))?;
            if matches!(refined, Ending::Some | Ending::Unknown) {
                last = Ending::Some;
            }
            statistics = statistics.and(more);
        }
        statistics.bound = match last {
            // The search does not cover the omitted values.
            _ if !translated.clamped.is_empty() => None,
            Ending::Complete => statistics.objective,
            // If the objective has two digits, an optimality proof for one digit does not apply to the objective.
            _ if translated.digits(instance) > 1 => None,
            _ => statistics.bound,
        };
        self.print_kept()?;
        statistics.strategy = self.strategy(plan);
        statistics.solutions = self.printed;
        self.end(last, &statistics)
    }

    /// Runs one search or a portfolio; returns its outcome and its statistics.
    fn stage(
        &mut self,
        plan: &Plan,
        search: Search<'_>,
        objective: Option<(Goal, Expr)>,
    ) -> Result<(Ending, RunStatistics), Failure> {
        let search = search.cancel(self.cancel);
        let search = match self.left() {
            Some(time) => search.time_limit(time),
            None => search,
        };
        let optimises = objective.is_some();
        let search = if self.observer.is_some() { search.threads(1).explaining() } else { search };
        if self.is_restarting() {
            return self.restarting(plan, &search, objective);
        }
        let several = self.flags.searches() > 1 && self.observer.is_none() && (optimises || self.flags.wanted() == 1);
        if several {
            return self.side_by_side(plan, search, objective);
        }
        let mut run = match objective {
            None => search.start()?,
            Some((goal, objective)) => search.improving(goal, objective)?.into_run(),
        };
        let (init, begun) = (self.started.elapsed(), Instant::now());
        let (last, best) = self.explore(&mut run)?;
        let mut statistics = self.run_statistics(run.statistics(), best, init, begun.elapsed());
        statistics.bound = best.zip(run.objective_gap()).map(|(value, gap)| self.bound(value, gap));
        drop_aside(run);
        Ok((last, statistics))
    }

    /// Reports the model size in remarks.
    fn begin(&mut self, plan: &Plan) -> std::io::Result<()> {
        let (instance, model) = (self.instance, &self.translated.model);
        let read = self.started.elapsed().as_secs_f64();
        self.sink.remark(format_args!(
            "{} variables and {} constraints in the file, {} variables and {} constraints in the model ({read:.3} s)",
            instance.variables().len(),
            instance.constraints().len(),
            model.variables(),
            model.constraints(),
        ))?;
        if self.translated.strengthened > 0 {
            let permutations = self.translated.strengthened;
            self.sink.remark(format_args!("permutations kept domain consistent: {permutations}"))?;
        }
        if self.translated.weakened > 0 {
            let equations = self.translated.weakened;
            self.sink.remark(format_args!("equations too large for domain consistency: {equations}"))?;
        }
        let (annotated, searches) = (plan.annotated, self.flags.searches());
        let strategy = self.strategy(plan);
        self.sink.remark(format_args!("{strategy}: annotations with variables: {annotated}, threads: {searches}"))
    }

    /// The name of the search strategy.
    fn strategy(&self, plan: &Plan) -> &'static str {
        match self.flags.learning {
            _ if self.refine.is_some_and(Refine::is_chosen) => "search as chosen",
            Some(_) => "learning search",
            None if self.flags.free => "free search",
            None if self.is_automatic(plan) => "automatic search",
            None => "search as annotated",
        }
    }

    /// Reports the final status.
    pub(super) fn end(&mut self, last: Ending, statistics: &RunStatistics) -> Result<Ending, Failure> {
        let ending = self.believed(last, statistics.objective);
        if ending == Ending::Unsatisfiable
            && let Some(assumptions) = core(self.instance, self.left(), self.cancel)?
        {
            self.sink.core(&assumptions)?;
        }
        let (nodes, failures, time) =
            (statistics.search.nodes, statistics.search.failures, statistics.solve.as_secs_f64());
        self.sink.remark(format_args!("{nodes} nodes, {failures} failures ({time:.3} s)"))?;
        self.sink.end(ending, statistics)?;
        Ok(ending)
    }

    /// The remaining time.
    pub(super) fn left(&self) -> Option<Duration> {
        self.flags.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// Weakens the status if values have been omitted, unless the objective reaches its declared bound.
    fn believed(&self, last: Ending, best: Option<Quantity>) -> Ending {
        match last {
            _ if self.translated.clamped.is_empty() => last,
            Ending::Complete if self.declared_best().is_some_and(|most| best == Some(most)) => last,
            Ending::Complete => Ending::Some,
            Ending::Unsatisfiable => Ending::Unknown,
            Ending::Enough | Ending::Some | Ending::Unknown => last,
        }
    }

    /// The best value in the declared domain of an integer objective.
    fn declared_best(&self) -> Option<Quantity> {
        let (goal, term) = self.instance.solve().goal?;
        let Domain::Interval { lo, hi } = self.instance.variable(term.as_variable()?).domain() else { return None };
        Some(Quantity { numerator: if goal == Goal::Minimize { lo } else { hi }, scale: None })
    }

    pub(super) fn search<'m>(&self, plan: &Plan, model: &'m Model) -> Search<'m> {
        let search = plan.search(model).seed(self.flags.seed).linear_relaxation(self.flags.relaxation);
        let search = if self.flags.wanted() == 1 && self.satisfies() { search.solution_limit(1) } else { search };
        match self.refine {
            Some(refine) if refine.is_chosen() => self.chosen(search, refine),
            Some(refine) => refine.refine(self.suggested(plan, search)),
            None => self.suggested(plan, search),
        }
    }

    fn satisfies(&self) -> bool {
        self.instance.solve().goal.is_none()
    }

    /// Whether threads share the search tree. If so, restarts requested by the file are useless, because the tree is
    /// explored completely.
    fn shares_tree(&self) -> bool {
        self.satisfies() && self.flags.wanted() != 1 && self.flags.searches() > 1
    }

    fn shared<'m>(&self, search: Search<'m>) -> Search<'m> {
        let search = search.threads(self.flags.searches());
        if self.flags.ordered { search.ordered() } else { search }
    }

    /// The search chosen by the caller.
    fn chosen<'m>(&self, search: Search<'m>, refine: &dyn Refine) -> Search<'m> {
        if self.shares_tree() {
            return self.shared(refine.refine(search.restarts(None)));
        }
        // Learning keeps its nogoods across restarts, so a search with learning ignores the restarts requested by the
        // file.
        refine.refine(if self.flags.learning.is_some() { search.restarts(None) } else { search })
    }

    /// The search requested by the file and the flags.
    fn suggested<'m>(&self, plan: &Plan, search: Search<'m>) -> Search<'m> {
        match self.flags.learning {
            None if self.shares_tree() => self.shared(search.restarts(None)),
            Some(learning) => search.learn(learning).restarts(self.flags.restart.flatten()),
            None if !self.is_automatic(plan) => search,
            None => self.flags.restart.into_iter().fold(search.auto(), Search::restarts),
        }
    }

    /// Whether the solver chooses the search strategy: with `-f`, or if the file has no annotations. But if several
    /// solutions of a satisfaction problem are requested, the search keeps the file's order.
    fn is_automatic(&self, plan: &Plan) -> bool {
        let is_silent = plan.annotated == 0 && plan.restarts.is_none();
        self.flags.free || is_silent && (self.flags.wanted() == 1 || !self.satisfies())
    }

    /// Runs to the next solution.
    fn step(&mut self, run: &mut Run) -> Step {
        let Some(observer) = &mut self.observer else { return run.step() };
        loop {
            if let Some(step) = run.step_observed(u64::MAX, &mut **observer) {
                return step;
            }
        }
    }

    /// Finds all requested solutions, or the best objective value.
    fn explore(&mut self, run: &mut Run) -> Result<(Ending, Option<Quantity>), Failure> {
        let satisfies = self.satisfies();
        let most = if satisfies { self.flags.wanted() } else { u64::MAX };
        let (mut found, mut best) = (0, None);
        while found < most {
            match self.step(run) {
                Step::Solution => {
                    run.recheck()?;
                    let Some(solution) = run.solution() else { return Ok((Ending::Some, best)) };
                    found += 1;
                    match satisfies {
                        true => self.found(&solution)?,
                        false => best = self.better(&solution, self.flags.each_better())?,
                    }
                }
                Step::Exhausted if found == 0 => return Ok((Ending::Unsatisfiable, None)),
                Step::Exhausted => return Ok((Ending::Complete, best)),
                Step::Stopped(_) if found == 0 => return Ok((Ending::Unknown, None)),
                Step::Stopped(_) => return Ok((Ending::Some, best)),
            }
        }
        Ok((Ending::Enough, None))
    }

    /// Reports a solution.
    pub(super) fn found(&mut self, solution: &Solution) -> Result<(), Failure> {
        let values = self.values(solution)?;
        Ok(self.print(&values, None)?)
    }

    /// Computes the dual bound of the objective from the best value and the gap.
    fn bound(&self, best: Quantity, gap: u32) -> Quantity {
        let numerator = match self.instance.solve().goal {
            Some((Goal::Maximize, _)) => best.numerator + i64::from(gap),
            Some((Goal::Minimize, _)) | None => best.numerator - i64::from(gap),
        };
        Quantity { numerator, ..best }
    }

    /// Handles an improving solution; returns its objective value.
    pub(super) fn better(&mut self, solution: &Solution, at_once: bool) -> Result<Option<Quantity>, Failure> {
        let (values, value) = (self.values(solution)?, self.value(solution)?);
        if let Some(value) = value {
            let time = self.started.elapsed().as_secs_f64();
            self.sink.remark(format_args!("objective {value} ({time:.3} s)"))?;
        }
        if at_once {
            self.print(&values, value)?;
        } else {
            self.kept = Some((values, value));
        }
        Ok(value)
    }

    /// Reports the best solution, unless it has already been reported.
    pub(super) fn print_kept(&mut self) -> std::io::Result<()> {
        match self.kept.take() {
            Some((values, value)) => self.print(&values, value),
            None => Ok(()),
        }
    }

    /// The values of all the file's variables.
    fn values(&self, solution: &Solution) -> Result<Vec<Quantity>, ModelError> {
        self.instance.variables().map(|x| self.translated.vars.quantity(x.id(), solution)).collect()
    }

    /// The objective value.
    fn value(&self, solution: &Solution) -> Result<Option<Quantity>, ModelError> {
        let Some((_, term)) = self.instance.solve().goal else { return Ok(None) };
        Ok(match term.as_variable() {
            Some(x) => Some(self.translated.vars.quantity(x, solution)?),
            None => Quantity::constant(term),
        })
    }

    fn print(&mut self, values: &[Quantity], objective: Option<Quantity>) -> std::io::Result<()> {
        self.printed += 1;
        self.sink.solution(self.instance, values, objective)
    }

    pub(super) fn run_statistics(
        &self,
        search: Statistics,
        objective: Option<Quantity>,
        init: Duration,
        solve: Duration,
    ) -> RunStatistics {
        let vars = &self.translated.vars;
        let is_own = |x: &crate::instance::Variable<'_>| {
            matches!(vars.mapping(x.id()), MappedVar::View { negated: false, offset: 0, .. })
        };
        let kept = self.translated.model.variables();
        let bools = self.instance.variables().filter(|x| x.ty() == Type::Bool && is_own(x)).count().min(kept);
        RunStatistics {
            strategy: "",
            search,
            int_variables: kept - bools,
            bool_variables: bools,
            constraints: self.translated.model.constraints(),
            views: self.instance.variables().len().saturating_sub(kept),
            init,
            solve,
            objective,
            bound: None,
            solutions: self.printed,
        }
    }
}

/// Drops a large value in a separate thread, so that it delays neither the answer nor the process exit.
pub(super) fn drop_aside<T: Send + 'static>(value: T) {
    // If no thread can be spawned, the closure is dropped here, and the value with it.
    let _ = std::thread::Builder::new().spawn(move || drop(value));
}
