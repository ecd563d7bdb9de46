//! Incremental solving: a model is compiled once and solved many times, each time under different assumptions.

use super::prepared::Prepared;
use super::search::{OwnedSearch, Search};
use super::solution::Solution;
use super::task::Task;
use crate::atom::Atom;
use crate::budget::{Budget, StopReason};
use crate::compile::{Compiled, unary_atom};
use crate::model::{Comparison, IntVar, Model, ModelError, Recheck};
use crate::search::{Limits, SearchTree, Statistics, Step};
use crate::view::View;

/// A compiled model that is solved repeatedly under assumptions: atoms that hold in only one query. It learns
/// from conflicts ([`Search::learn`]) and keeps the nogoods of all queries. Created by [`Search::incremental`].
///
/// Use it for many queries about one model, for example to find all minimal unsatisfiable subsets: each query costs
/// only its search, not the compilation, and earlier refutations remain known. An `Incremental` owns its model; later
/// changes to the original have no effect. The same queries in the same order give the same answers.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let wish = m.bools("wish", 3)?;
/// let x = m.ints("x", 3, 1..=3)?;
/// m.all_different(&x);
/// m.post(constraint!(x[0] < x[1])).enforce_if(wish[0]);
/// m.post(constraint!(x[1] < x[2])).enforce_if(wish[1]);
/// m.post(constraint!(x[2] < x[0])).enforce_if(wish[2]);
/// let mut solver = m.search().incremental()?;
/// let granted = |k: usize| wish[k].equals(1);
/// let Satisfiability::Satisfiable(s) = solver.solve_under([granted(0), granted(1)])? else { panic!("two are possible") };
/// assert_eq!(s.values(&x)?, [1, 2, 3]);
/// let all = solver.solve_under([granted(0), x[0].at_least(1), granted(1), granted(2)])?;
/// assert_eq!(all, Satisfiability::Unsatisfiable(vec![0, 2, 3]));
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("assumptions", "incremental solver", "ipasir", "solve_with_assumptions", "SolverInterface"))]
pub struct Incremental {
    search: OwnedSearch,
    /// The search tree and the views of the model's variables. `None` if a limit has ended the compilation or the
    /// propagation at the root.
    pub(super) compiled: Option<(SearchTree, Vec<View>)>,
    recheck: Option<Recheck>,
    statistics: Statistics,
}

/// The result of [`Incremental::solve_under`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Satisfiability {
    /// This solution satisfies the assumptions.
    Satisfiable(Solution),
    /// A core: the assumptions with these indices (counted from 0, in ascending order) have no solution together. The
    /// core is derived from the reasons for the last conflict and need not be minimal. If it is empty, the model itself
    /// has no solution.
    Unsatisfiable(Vec<usize>),
    /// A limit was reached first.
    Stopped(StopReason),
}

impl Search<'_> {
    /// Compiles the model once, so that it can be solved under many different assumptions. Uses the variable and value
    /// selection of this search, and learns as with [`learn`](Search::learn). [Assumptions](Search::assuming) of the
    /// search itself hold in all queries. The limits apply to each query separately; a solution limit has no effect.
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    #[doc(alias("compile", "incremental solving"))]
    pub fn incremental(&self) -> Result<Incremental, ModelError> {
        let model = self.assumed().unwrap_or_else(|| self.model.snapshot());
        let search = self.on_model(&model).learn(self.options.learning.unwrap_or_default());
        let (compiled, recheck) = (search.compiled()?.ok(), search.recheck(&Task::default()));
        Ok(Incremental { search: search.owned(), compiled, recheck, statistics: Statistics::default() })
    }

    /// Returns the search tree before its first node and the views of the model's variables, or the limit that was
    /// reached.
    fn compiled(&self) -> Result<Result<(SearchTree, Vec<View>), StopReason>, ModelError> {
        self.prepare(
            &Task::default(),
            |by| Ok(Err(by)),
            |prepared| {
                let Prepared { search, compiled: Compiled { engine, wiring, .. }, budget, .. } = prepared;
                let tree = search.tree(engine, &wiring, search.options.limits.clone(), budget)?;
                Ok(Ok((tree, wiring.views)))
            },
        )
    }
}

impl Incremental {
    /// Searches for a solution of the model under these assumptions. Each assumption is a comparison of one variable
    /// with a number: `x.equals(3)`, `y.at_least(2)`, `constraint!(b == 1)`. The assumptions are decided first, in the
    /// order given, and each decision is a node of the tree.
    ///
    /// # Errors
    /// [`ModelError::Misuse`] for any other comparison (post it under a Boolean, and assume the Boolean instead);
    /// [`ModelError::ForeignVariable`]; [`ModelError::WrongSolution`].
    #[doc(alias("solve", "check", "assume"))]
    pub fn solve_under<C: Into<Comparison>>(
        &mut self,
        assumptions: impl IntoIterator<Item = C>,
    ) -> Result<Satisfiability, ModelError> {
        self.statistics = Statistics::default();
        let assumptions: Vec<Comparison> = assumptions.into_iter().map(Into::into).collect();
        let OwnedSearch { model, options } = &self.search;
        let mut budget = Budget::starting_now(&options.limits);
        let (tree, views) = match &mut self.compiled {
            Some(compiled) => compiled,
            none => match self.search.search().compiled()? {
                Ok(compiled) => none.insert(compiled),
                Err(by) => return Ok(Satisfiability::Stopped(by)),
            },
        };
        let mut atoms = Vec::with_capacity(assumptions.len());
        for (number, assumption) in assumptions.iter().enumerate() {
            match atom(model, views, number, assumption)? {
                Ok(atom) => atoms.push((atom, number)),
                Err(true) => {}
                Err(false) => return Ok(Satisfiability::Unsatisfiable(vec![number])),
            }
        }
        if !budget.check_now() {
            return Ok(Satisfiability::Stopped(budget.reason()));
        }
        let propagations = tree.statistics().propagations;
        tree.begin_under(atoms, &options.limits, budget);
        let step = loop {
            if let Some(step) = tree.step_for(u64::MAX) {
                break step;
            }
        };
        self.statistics = tree.statistics();
        self.statistics.propagations -= propagations;
        Ok(match step {
            Step::Solution => {
                let values = views.iter().map(|&view| tree.engine().fixed(view)).collect::<Option<_>>();
                let solution = Solution { owner: model.owner().clone(), values: values.ok_or(ModelError::NoSolution)? };
                if let Some(recheck) = &mut self.recheck {
                    let checked = recheck.check(&solution.values, None);
                    let checked = checked.and_then(|()| recheck.check_assumptions(&solution.values, &assumptions));
                    checked.map_err(ModelError::WrongSolution)?;
                }
                Satisfiability::Satisfiable(solution)
            }
            Step::Exhausted => {
                let mut core = tree.core().to_vec();
                core.sort_unstable();
                Satisfiability::Unsatisfiable(core)
            }
            Step::Stopped(by) => {
                if !tree.can_continue() {
                    self.compiled = None;
                }
                Satisfiability::Stopped(by)
            }
        })
    }

    /// Replaces the limits for the following queries.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// let mut solver = m.search().node_limit(0).incremental()?;
    /// assert_eq!(solver.solve_under([x.at_least(3)])?, Satisfiability::Stopped(StopReason::Nodes));
    /// solver.set_limits(Limits::default());
    /// assert!(matches!(solver.solve_under([x.at_least(3)])?, Satisfiability::Satisfiable(_)));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn set_limits(&mut self, limits: Limits) {
        self.search.options.limits = limits;
    }

    /// The value of a variable that was fixed when the last query ended, at a solution or where a limit stopped it.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=9)?;
    /// m.post(constraint!(x[0] + x[1] == 9));
    /// let mut solver = m.search().node_limit(2).incremental()?;
    /// // The second of the two nodes is the decision on the assumption.
    /// let _ = solver.solve_under([x[0].equals(2)])?;
    /// assert_eq!(solver.fixed(x[1]), Some(7));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn fixed(&self, x: IntVar) -> Option<i32> {
        let (tree, views) = self.compiled.as_ref()?;
        let view = views.get(x.index as usize).filter(|_| self.search.model.owner().owns(x))?;
        tree.engine().fixed(*view)
    }

    /// Statistics of the last query.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The number of nogoods kept from the queries so far.
    pub fn nogoods(&self) -> usize {
        self.compiled.as_ref().map_or(0, |(tree, _)| tree.engine().nogoods())
    }
}

/// Returns the atom of an assumption, or the assumption's truth value if it does not depend on the variable.
fn atom(
    model: &Model,
    views: &[View],
    number: usize,
    assumption: &Comparison,
) -> Result<Result<Atom, bool>, ModelError> {
    let expr = assumption.difference.normalised();
    let place = || format!("assumption number {}", number + 1);
    let count = match (&expr.terms[..], expr.is_linear()) {
        (&[(c, x)], true) => {
            let view = views.get(x.index as usize).filter(|_| model.owner().owns(x));
            let view = view.ok_or_else(|| ModelError::ForeignVariable { place: place() })?;
            return Ok(unary_atom(*view, c, expr.constant, assumption.sign));
        }
        ([], true) => return Ok(Err(assumption.sign.holds(expr.constant))),
        _ => expr.variables().len(),
    };
    let reason = format!(
        "it does not compare one variable with a number, but has {count} variables or functions: \
         post it with `enforce_if(b)`, and assume `b == 1`"
    );
    Err(ModelError::Misuse { constraint: place(), reason })
}

impl std::fmt::Debug for Incremental {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Incremental");
        debug.field("nogoods", &self.nogoods()).field("statistics", &self.statistics).finish_non_exhaustive()
    }
}
