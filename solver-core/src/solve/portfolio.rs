//! Several searches of one model side by side, on threads.

use super::optimise::{Goal, Optimum};
use super::outcome::Outcome;
use super::run::Run;
use super::search::Search;
use super::solution::Solution;
use crate::budget::{CancelToken, StopReason};
use crate::model::{Expr, Model, ModelError, WrongSolution};
use crate::search::{AfterFailure, Neighbourhoods, Restarts, Statistics, Step, Ties, VarOrder};
use std::sync::{Mutex, PoisonError};

/// Nodes between two looks at what the others do.
const SLICE: u64 = 512;

/// Searches of one model that run side by side: the first answer counts, and each knows the best solution of all.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 9, 0..=8)?;
/// m.all_different(&x);
/// let cost: Expr = (1..).zip(&x).map(|(k, &x)| k * x).sum();
/// let best = m.portfolio(2).deterministic().minimize(cost)?.complete().expect("there are solutions");
/// assert_eq!(best.value, 120);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a portfolio does nothing until it is asked a question"]
pub struct Portfolio<'m> {
    searches: Vec<Search<'m>>,
    deterministic: bool,
}

impl Model {
    /// As many searches as threads, each in another manner. The first one is the [search](Model::search) by failures: `dom/wdeg`, last
    /// conflict, restarts. See [`Search::beside`] to choose them.
    pub fn portfolio(&self, threads: usize) -> Portfolio<'_> {
        let manner = |k: usize| {
            let search = self.search().seed(k as u64);
            let luby = Restarts::Luby { unit: 100 };
            match k % 4 {
                0 => {
                    search.order(VarOrder::DomWdeg).after_failure(AfterFailure::LastConflict(1)).restarts(luby).saving()
                }
                1 => search
                    .order(VarOrder::SmallestDomain)
                    .tie(VarOrder::DomWdeg)
                    .after_failure(AfterFailure::ConflictOrdering),
                2 => search
                    .order(VarOrder::DomWdeg)
                    .ties(Ties::Random)
                    .restarts(Restarts::Geometric { first: 50, factor: 1.3 }),
                _ => search.order(VarOrder::DomDeg).ties(Ties::Random).restarts(luby),
            }
        };
        Portfolio { searches: (0..threads.max(1)).map(manner).collect(), deterministic: false }
    }
}

impl<'m> Search<'m> {
    /// This search and others of the same model, side by side: a thread each.
    pub fn beside(self, others: impl IntoIterator<Item = Search<'m>>) -> Portfolio<'m> {
        Portfolio { searches: std::iter::once(self).chain(others).collect(), deterministic: false }
    }
}

/// What a question to a portfolio came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared<T> {
    /// The answer.
    pub outcome: T,
    /// The number of the search that had it, from 0: that found the solution, or went through its tree to the end.
    pub by: usize,
    /// What each of the searches did.
    pub statistics: Vec<Statistics>,
}

impl<'m> Portfolio<'m> {
    /// Changes every search in the same way: limits, the variables to branch on.
    ///
    /// ```
    /// # use solver_core::prelude::*;
    /// # let mut m = Model::new();
    /// # let x = m.ints("x", 9, 0..=8)?;
    /// let stopped = m.portfolio(2).each(|search| search.node_limit(0)).first()?;
    /// assert_eq!(stopped, Outcome::Stopped { by: StopReason::Nodes, known: () });
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn each(mut self, change: impl Fn(Search<'m>) -> Search<'m>) -> Self {
        self.searches = self.searches.into_iter().map(change).collect();
        self
    }

    /// The searches, one by one.
    pub fn into_searches(self) -> impl Iterator<Item = Search<'m>> {
        self.searches.into_iter()
    }

    /// Searches in neighbourhoods, too: every second search, from the second one on. For questions that have an objective.
    pub fn neighbourhoods(mut self, around: &Neighbourhoods) -> Self {
        for search in self.searches.iter_mut().skip(1).step_by(2) {
            *search = search.clone().neighbourhoods(around.clone());
        }
        self
    }

    /// The same answer at every run: the searches wait for each other every few hundred nodes, and then tell what they found. Otherwise the answer
    /// is as good, but which of equally good solutions it is depends on which thread is faster.
    ///
    /// Limits on time and memory, and cancelling, depend on the machine all the same.
    pub fn deterministic(mut self) -> Self {
        self.deterministic = true;
        self
    }

    /// A solution: the first one that any search finds.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated, or options contradict each other.
    pub fn first(&self) -> Result<Outcome<Solution>, ModelError> {
        Ok(self.first_shared()?.outcome)
    }

    /// As [`first`](Portfolio::first), with who found it and at what cost.
    ///
    /// # Errors
    /// As [`first`](Portfolio::first).
    pub fn first_shared(&self) -> Result<Shared<Outcome<Solution>>, ModelError> {
        let over = self.token();
        let runs =
            self.searches.iter().map(|search| search.clone().cancel(&over).start()).collect::<Result<Vec<_>, _>>()?;
        let mut race = Race::new(runs, None, over);
        race.run(self.deterministic);
        let end = race.end()?;
        let outcome = match (end.best, end.proved, end.stopped) {
            (Some((_, solution)), ..) => Outcome::Complete(solution),
            (None, true, _) => Outcome::Unsat,
            (None, false, by) => Outcome::Stopped { by: by.unwrap_or(StopReason::Cancelled), known: () },
        };
        Ok(Shared { outcome, by: end.by, statistics: end.statistics })
    }

    /// The solution with the smallest value of an expression.
    ///
    /// # Errors
    /// As [`first`](Portfolio::first).
    pub fn minimize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        Ok(self.optimum(Goal::Minimize, objective)?.outcome)
    }

    /// The solution with the largest value of an expression.
    ///
    /// # Errors
    /// As [`first`](Portfolio::first).
    pub fn maximize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        Ok(self.optimum(Goal::Maximize, objective)?.outcome)
    }

    /// As [`minimize`](Portfolio::minimize) and [`maximize`](Portfolio::maximize), with who found it and at what cost.
    ///
    /// # Errors
    /// As [`first`](Portfolio::first).
    pub fn optimum(
        &self,
        goal: Goal,
        objective: impl Into<Expr>,
    ) -> Result<Shared<Outcome<Optimum, Option<Optimum>>>, ModelError> {
        let objective = objective.into();
        let over = self.token();
        let start = |search: &Search<'m>| {
            search.clone().cancel(&over).improving(goal, objective.clone()).map(|stream| stream.into_run())
        };
        let runs = self.searches.iter().map(start).collect::<Result<Vec<_>, _>>()?;
        let mut race = Race::new(runs, Some(goal), over);
        race.run(self.deterministic);
        let end = race.end()?;
        let best = end.best.map(|(value, solution)| Optimum { value: goal.told(value), solution });
        let outcome = match (best, end.proved, end.stopped) {
            (Some(best), true, _) => Outcome::Complete(best),
            (None, true, _) => Outcome::Unsat,
            (known, false, by) => Outcome::Stopped { by: by.unwrap_or(StopReason::Cancelled), known },
        };
        Ok(Shared { outcome, by: end.by, statistics: end.statistics })
    }

    /// Stops all of the searches: when the user cancels the first one, or when one of them has the answer.
    fn token(&self) -> CancelToken {
        let wanted = self.searches.first().and_then(|search| search.limits.cancel.as_ref());
        wanted.map_or_else(CancelToken::new, CancelToken::child)
    }
}

/// A run, and how it ended.
struct Runner {
    run: Run,
    ended: Option<Step>,
    /// Found since the last exchange, each better than the one before.
    found: Vec<(i32, Solution)>,
    /// Found and no solution.
    wrong: Option<Box<WrongSolution>>,
}

/// The searches under way.
struct Race {
    runners: Vec<Runner>,
    optimises: bool,
    board: Mutex<Board>,
    /// Stops those that are still at work when one has the answer.
    over: CancelToken,
}

/// What all know.
#[derive(Default)]
struct Board {
    /// The best solution, and who found it.
    best: Option<(i32, Solution, usize)>,
    /// Who went through the whole tree.
    prover: Option<usize>,
}

struct End {
    best: Option<(i32, Solution)>,
    proved: bool,
    stopped: Option<StopReason>,
    by: usize,
    statistics: Vec<Statistics>,
}

impl Board {
    fn offer(&mut self, value: i32, solution: Solution, by: usize) {
        if self.best.as_ref().is_none_or(|(best, ..)| value < *best) {
            self.best = Some((value, solution, by));
        }
    }
}

impl Race {
    fn new(runs: Vec<Run>, goal: Option<Goal>, over: CancelToken) -> Race {
        let runners = runs.into_iter().map(|run| Runner { run, ended: None, found: Vec::new(), wrong: None }).collect();
        Race { runners, optimises: goal.is_some(), board: Mutex::default(), over }
    }

    fn run(&mut self, deterministic: bool) {
        if deterministic {
            self.run_in_step();
        } else {
            self.run_freely();
        }
    }

    /// Each as fast as it can.
    fn run_freely(&mut self) {
        let Race { runners, optimises, board, over } = self;
        let (board, over) = (&*board, &*over);
        let work = |(by, runner): (usize, &mut Runner)| {
            while !over.is_cancelled() {
                let pause = runner.advance(*optimises);
                let mut known = board.lock().unwrap_or_else(PoisonError::into_inner);
                for (value, solution) in runner.found.drain(..) {
                    known.offer(value, solution, by);
                }
                if let Some((best, ..)) = &known.best {
                    runner.run.outdo(*best);
                    if !*optimises {
                        over.cancel();
                    }
                }
                if runner.ended == Some(Step::Exhausted) {
                    known.prover.get_or_insert(by);
                    over.cancel();
                }
                if !pause {
                    break;
                }
            }
        };
        side_by_side(runners.iter_mut().enumerate().collect(), &work);
    }

    /// All the same number of nodes, then all tell what they found.
    fn run_in_step(&mut self) {
        let Race { runners, optimises, board, .. } = self;
        let board = board.get_mut().unwrap_or_else(PoisonError::into_inner);
        loop {
            let open = runners.iter_mut().filter(|runner| runner.ended.is_none());
            side_by_side(open.collect(), &|runner: &mut Runner| {
                runner.advance(*optimises);
            });
            for (by, runner) in runners.iter_mut().enumerate() {
                for (value, solution) in runner.found.drain(..) {
                    board.offer(value, solution, by);
                }
            }
            let prover = runners.iter().position(|runner| runner.ended == Some(Step::Exhausted));
            board.prover = prover;
            if prover.is_some() || board.best.is_some() && !*optimises || runners.iter().all(|r| r.ended.is_some()) {
                return;
            }
            if let Some((best, ..)) = &board.best {
                runners.iter_mut().for_each(|runner| runner.run.outdo(*best));
            }
        }
    }

    fn end(mut self) -> Result<End, ModelError> {
        if let Some(wrong) = self.runners.iter_mut().find_map(|runner| runner.wrong.take()) {
            return Err(ModelError::WrongSolution(wrong));
        }
        let board = self.board.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stopped = self.runners.iter().find_map(|runner| match runner.ended {
            Some(Step::Stopped(by)) => Some(by),
            _ => None,
        });
        let by = board.prover.or(board.best.as_ref().map(|(_, _, by)| *by)).unwrap_or(0);
        Ok(End {
            proved: board.prover.is_some(),
            best: board.best.map(|(value, solution, _)| (value, solution)),
            stopped,
            by,
            statistics: self.runners.iter().map(|runner| runner.run.statistics()).collect(),
        })
    }
}

/// Does several things at once, one of them on this thread. Where the system gives no more threads, those that there are do the rest
/// one after the other.
fn side_by_side<T: Send>(things: Vec<T>, work: &(impl Fn(T) + Sync)) {
    let threads = things.len();
    let queue = Mutex::new(things.into_iter());
    let serve = || {
        while let Some(thing) = { queue.lock().unwrap_or_else(PoisonError::into_inner).next() } {
            work(thing);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, serve).is_err() {
                break;
            }
        }
        serve();
    });
}

impl Runner {
    /// Goes on for some nodes, or to a solution. `false` when there is nothing more to do.
    fn advance(&mut self, optimises: bool) -> bool {
        match self.run.step_for(SLICE) {
            None => true,
            Some(Step::Solution) => {
                let value = if optimises { self.run.objective() } else { Some(0) };
                match (value, self.run.checked()) {
                    (Some(value), Ok(Some(solution))) => self.found.push((value, solution)),
                    (_, Ok(_)) => {}
                    (_, Err(wrong)) => {
                        self.wrong = Some(wrong);
                        self.ended = Some(Step::Stopped(StopReason::WrongSolution));
                        return false;
                    }
                }
                optimises
            }
            Some(step) => {
                self.ended = Some(step);
                false
            }
        }
    }
}
