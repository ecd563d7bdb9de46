//! Search options (variable and value selection, branching, restarts, limits), which apply to all queries.

use super::options::Options;
use super::phase::Phase;
use crate::budget::CancelToken;
use crate::model::{IntVar, Model};
use crate::search::{
    Branching, ConflictHeuristic, Explanations, Exploration, Learning, Limits, Lns, Relaxation, Restarts,
    RootInference, TieBreak, ValueSelect, VarSelect,
};
use std::time::Duration;

/// A search of a model, with its options. Created by [`Model::search`].
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let q = m.ints("q", 20, 0..=19)?;
/// m.all_different(&q);
/// m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
/// m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
/// let first = m.search().order(VarSelect::SmallestDomain).node_limit(10_000).first()?;
/// assert!(matches!(first, Outcome::Complete(_)));
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("solver", "strategy"))]
#[derive(Clone)]
#[must_use = "a search does nothing until it is asked a question"]
pub struct Search<'m> {
    pub(super) model: &'m Model,
    pub(super) options: Options,
}

/// A search that owns its model.
pub(crate) struct OwnedSearch {
    pub(super) model: Model,
    pub(super) options: Options,
}

impl OwnedSearch {
    /// The search.
    pub(crate) fn search(&self) -> Search<'_> {
        Search { model: &self.model, options: self.options.clone() }
    }

    /// The model to search.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// The limits that were requested.
    pub(crate) fn wanted_limits(&self) -> &Limits {
        &self.options.limits
    }
}

impl Model {
    /// Creates a search with the default options: variables in input order, smallest value first, two-way branching, no
    /// restarts. Queries for one solution or an optimum use the [automatic](Search::auto) search instead, unless
    /// something else is chosen.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 6, 0..=5)?;
    /// m.all_different(&q);
    /// let found = m.search().order(VarSelect::SmallestDomain).node_limit(1_000).first()?;
    /// assert!(found.complete().is_some());
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn search(&self) -> Search<'_> {
        Search { model: self, options: Options::default() }
    }
}

impl<'m> Search<'m> {
    /// Sets the variable selection: which variable to branch on.
    #[doc(alias("variable selection", "branching heuristic", "int_search"))]
    pub fn order(self, order: VarSelect) -> Self {
        self.choose(|options| options.main.set_order(order))
    }

    /// Sets how ties between equally good variables are broken.
    #[doc(alias = "ties")]
    pub fn tie_break(self, tie_break: TieBreak) -> Self {
        self.choose(|options| options.main.tie_break = tie_break)
    }

    /// Adds a variable selection that breaks ties. If there are several, they apply one after another.
    pub fn then_by(self, order: VarSelect) -> Self {
        self.choose(|options| options.main.then.push(order))
    }

    /// Sets the value selection: which value, or half of the domain, to try first.
    #[doc(alias("value selection", "indomain"))]
    pub fn values(self, values: ValueSelect) -> Self {
        self.choose(|options| options.main.values = values)
    }

    /// Sets two-way or d-way branching.
    #[doc(alias("binary branching", "d-way"))]
    pub fn branching(self, branching: Branching) -> Self {
        self.choose(|options| options.branching = branching)
    }

    /// Sets the seed of random selections and tie-breaking. The same seed gives the same search.
    #[doc(alias = "random seed")]
    pub fn seed(self, seed: u64) -> Self {
        self.set(|options| options.seed = seed)
    }

    /// Branches on these variables first. Once all of these are fixed, branches on the other variables in declaration
    /// order.
    #[doc(alias("decision variables"))]
    pub fn on(self, variables: &[IntVar]) -> Self {
        self.set(|options| options.main.on = variables.iter().map(Into::into).collect())
    }

    /// Applies `f` to each [phase](Search::seq). For example, this can change only the variable selection of a
    /// suggested search.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=2)?;
    /// m.all_different(&x);
    /// let suggested = m.search().seq([Phase::on(&x).values(ValueSelect::Min)]);
    /// let search = suggested.each_phase(|phase| phase.values(ValueSelect::Max));
    /// assert_eq!(search.first()?.complete().expect("there are solutions").values(&x)?, [2, 1, 0]);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn each_phase(self, mut f: impl FnMut(Phase) -> Phase) -> Self {
        self.set(|options| options.phases_mut().for_each(|phase| *phase = f(std::mem::take(phase))))
    }

    /// Branches on the variables of these phases, one phase after another, and then on the other variables. Replaces
    /// [`on`](Search::on), [`order`](Search::order), [`then_by`](Search::then_by), [`tie_break`](Search::tie_break) and
    /// [`values`](Search::values).
    #[doc(alias("seq_search", "search annotation"))]
    pub fn seq(self, phases: impl IntoIterator<Item = Phase>) -> Self {
        let mut phases = phases.into_iter();
        self.choose(|options| {
            options.main = phases.next().unwrap_or_default();
            options.then = phases.collect();
        })
    }

    /// Projection: finds only one of the solutions that agree on these variables. All other variables are auxiliary.
    /// They are decided after the projected ones, in their [phases](Search::seq) or in declaration order, regardless of
    /// the [conflict heuristic](Search::conflict_heuristic). After a solution, the search backtracks to a node where a
    /// projected variable was open. [Branchers](Search::branch_with) are rejected, because they may decide any
    /// variable. Has no effect with an objective.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("helper", 0..=9)?);
    /// m.post(constraint!(x < y));
    /// assert_eq!(m.search().project_onto(&[x]).count()?, Outcome::Complete(9));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("projection", "projected model counting"))]
    pub fn project_onto(self, variables: &[IntVar]) -> Self {
        self.set(|options| options.projection = Some(variables.to_vec()))
    }

    /// Branches first on variables from recent conflicts: last conflict or conflict ordering.
    #[doc(alias("last conflict", "conflict ordering"))]
    pub fn conflict_heuristic(self, after: ConflictHeuristic) -> Self {
        self.choose(|options| options.conflict_heuristic = after)
    }

    /// Warm start: first tries these values (hints), for example those of an earlier solution. Values outside a domain
    /// are ignored.
    #[doc(alias("warm start", "hint", "solution hint", "MIP start"))]
    pub fn warm_start(self, values: impl IntoIterator<Item = (IntVar, i32)>) -> Self {
        self.set(|options| options.wanted.extend(values))
    }

    /// Solution-based phase saving: tries the values of the last solution first (E. Demirović, G. Chu, P. J. Stuckey,
    /// *Solution-based phase saving for CP*, CP 2018). Before the first solution, value selection decides.
    #[doc(alias("phase saving", "solution-based phase saving", "sbps"))]
    pub fn phase_saving(self) -> Self {
        self.choose(|options| options.phase_saving = true)
    }

    /// Returns to the root at intervals counted in failures, but keeps the scores and the nogoods of searched branches;
    /// `None` turns restarts off.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 60, 0..=59)?;
    /// m.all_different(&q);
    /// m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
    /// m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
    /// let search = m.search().order(VarSelect::DomWdeg).restarts(Restarts::Luby { unit: 20 });
    /// assert!(matches!(search.first()?, Outcome::Complete(_)));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn restarts(self, restarts: impl Into<Option<Restarts>>) -> Self {
        self.choose(|options| options.restarts = restarts.into())
    }

    /// Sets the inference at the root before the first decision, such as singleton consistency or shaving.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let colours = m.ints("country", 3, 0..=1)?;
    /// for (i, j) in [(0, 1), (0, 2), (1, 2)] {
    ///     m.post(colours[i].differs(colours[j]));
    /// }
    /// let mut run = m.search().root(RootInference::Singleton).start()?;
    /// assert_eq!(run.step(), Step::Exhausted);
    /// assert_eq!(run.statistics().nodes, 1); // either colour of the first fails
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("probing", "shaving", "singleton consistency", "sac"))]
    pub fn root(self, inference: RootInference) -> Self {
        self.set(|options| options.root = inference)
    }

    /// Sets whether the linear relaxation is used; by default, only in [automatic search](Search::auto).
    ///
    /// The relaxation needs a search that [learns](Search::learn) or is automatic. It combines linear rows in order to
    /// fail, bound the objective, or remove values where no single row can do so.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=1)?;
    /// // Together, the three rows say that 2 (x[0] + x[1] + x[2]) <= 3.
    /// for (i, j) in [(0, 1), (1, 2), (0, 2)] {
    ///     m.post((x[i] + x[j]).at_most(1));
    /// }
    /// m.post((x[0] + x[1] + x[2]).at_least(2));
    /// let search = m.search().learn(Learning::default()).linear_relaxation(Relaxation::On);
    /// let mut run = search.start()?;
    /// assert_eq!((run.step(), run.statistics().nodes), (Step::Exhausted, 1));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("linear programming", "simplex"))]
    pub fn linear_relaxation(self, relaxation: Relaxation) -> Self {
        self.set(|options| options.relaxation = relaxation)
    }

    /// Chooses how a search that [learns](Search::learn) explains inferences in conflict analysis, and counts the
    /// explanations: [`Statistics::explanations`](crate::search::Statistics).
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let m = queens(6)?;
    /// let computed = |kind| -> Result<u64, ModelError> {
    ///     let mut run = m.search().learn(Learning::Fixed).explanations(kind).start()?;
    ///     while run.step() == Step::Solution {}
    ///     Ok(run.statistics().explanations.0[0])
    /// };
    /// assert!(computed(Explanations::Eager)? > computed(Explanations::Lazy)?);
    /// # fn queens(n: i32) -> Result<Model, ModelError> {
    /// #     let mut m = Model::new();
    /// #     let q = m.ints("q", n as usize, 0..=n - 1)?;
    /// #     m.all_different(&q);
    /// #     m.all_different((0..).zip(&q).map(|(i, &q)| q + i));
    /// #     m.all_different((0..).zip(&q).map(|(i, &q)| q - i));
    /// #     Ok(m)
    /// # }
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn explanations(self, explanations: Explanations) -> Self {
        self.set(|options| options.explanations = Some(explanations))
    }

    /// Sets the order in which the tree is searched: depth first, by discrepancies, or by iterative deepening.
    #[doc(alias("lds", "limited discrepancy search", "dfs", "dds"))]
    pub fn exploration(self, exploration: Exploration) -> Self {
        self.choose(|options| options.exploration = exploration)
    }

    /// Uses large neighbourhood search after a first solution, and finally searches the entire tree to prove
    /// optimality. Meant for queries with an objective.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 12, 0..=11)?;
    /// m.all_different(&x);
    /// let cost: Expr = (0..12).map(|i| (1 + i * 7 % 12) * x[i as usize]).sum();
    /// let search = m.search().lns(Lns::new().no_proof()).node_limit(20_000);
    /// let Outcome::Stopped { known: Incumbent { best: Some(best), .. }, .. } = search.minimize(cost)? else { panic!("it never ends") };
    /// assert_eq!(best.value, 286);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("large neighbourhood search", "large neighborhood search", "neighbourhoods"))]
    pub fn lns(self, around: Lns) -> Self {
        self.choose(|options| options.lns = Some(around))
    }

    /// Learns clauses (lazy clause generation: O. Ohrimenko, P. J. Stuckey, M. Codish, *Propagation via lazy clause
    /// generation*, Constraints 14, 2009). Conflict analysis up to the first unique implication point (1-UIP) derives
    /// a nogood from each conflict: a clause over atoms that prunes the remaining search. The search jumps back to
    /// the level where the nogood first propagates. `None` turns learning off.
    ///
    /// Nogoods with a high literal block distance (LBD) and no recent use are deleted from time to time. Learning needs
    /// two-way branching and works with any variable and value selection. It has its own restarts, and cannot be
    /// combined with discrepancies or neighbourhoods. Enumeration and counting use the given order without restarts,
    /// and find every solution once.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let holes = m.ints("pigeon", 7, 1..=6)?;
    /// for i in 0..7 {
    ///     for j in 0..i {
    ///         m.post(holes[i].differs(holes[j]));
    ///     }
    /// }
    /// assert_eq!(m.search().learn(Learning::default()).first()?, Outcome::Unsat);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias(
        "lazy clause generation",
        "lcg",
        "cdcl",
        "nogood learning",
        "clause learning",
        "1-UIP",
        "conflict analysis",
        "backjumping",
        "clause deletion",
        "forgetting"
    ))]
    pub fn learn(self, learning: impl Into<Option<Learning>>) -> Self {
        self.choose(|options| {
            (options.learning, options.interleaves) = (learning.into(), false);
            if options.learning.is_some() {
                (options.restarts, options.alternates) = (None, false);
            }
        })
    }

    /// Sets all limits at once.
    pub fn limits(self, limits: Limits) -> Self {
        self.set(|options| options.limits = limits)
    }

    /// Stops after this much wall-clock time, measured from the start of the query and including compilation.
    #[doc(alias("timeout", "time limit"))]
    pub fn time_limit(self, time: Duration) -> Self {
        self.set(|options| options.limits.time = Some(time))
    }

    /// Visits at most this many nodes.
    pub fn node_limit(self, nodes: u64) -> Self {
        self.set(|options| options.limits.nodes = Some(nodes))
    }

    /// Stops after this many failures.
    #[doc(alias("conflict limit", "fail limit", "backtrack limit"))]
    pub fn failure_limit(self, failures: u64) -> Self {
        self.set(|options| options.limits.failures = Some(failures))
    }

    /// Stops after this many solutions.
    pub fn solution_limit(self, solutions: u64) -> Self {
        self.set(|options| options.limits.solutions = Some(solutions))
    }

    /// Stops when domains, trail, modified positions and the search stack use more than this many bytes.
    pub fn memory_limit(self, bytes: usize) -> Self {
        self.set(|options| options.limits.memory = Some(bytes))
    }

    /// Stops at a solution with this objective value or a better one. Ignored by searches without an objective.
    pub fn objective_limit(self, value: i32) -> Self {
        self.set(|options| options.limits.objective = Some(value))
    }

    /// Stops when the relative optimality gap is proved to be small enough: `|best - bound| / max(1, |best|)` is at
    /// most `gap`, which is 0 or more.
    pub fn gap_limit(self, gap: f64) -> Self {
        self.set(|options| options.limits.gap = Some(gap))
    }

    /// Stops when the token is cancelled.
    pub fn cancel(self, token: &CancelToken) -> Self {
        self.set(|options| options.limits.cancel = Some(token.clone()))
    }

    /// Records every inference with its reason, for use through [`Run::engine`](crate::Run::engine). The search
    /// itself does not change.
    #[doc(alias("explain", "reasons"))]
    pub fn explaining(self) -> Self {
        self.set(|options| options.explain = true)
    }

    /// Returns solutions without checking them. By default, an evaluator that is independent of the propagators
    /// ([`Model::violations`]) checks each solution first, and a wrong solution ends the search as an internal error
    /// ([`ModelError::WrongSolution`](crate::ModelError::WrongSolution),
    /// [`StopReason::WrongSolution`](crate::StopReason::WrongSolution)). [`count`](Search::count) never checks, and a
    /// [`Run`](crate::Run) only on request ([`Run::recheck`](crate::Run::recheck)).
    #[doc(alias("check", "verify"))]
    pub fn unchecked(self) -> Self {
        self.set(|options| options.unchecked = true)
    }

    /// The model to search.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Returns the same search with its own copy of the current model.
    pub(crate) fn owned(self) -> OwnedSearch {
        OwnedSearch { model: self.model.snapshot(), options: self.options }
    }

    /// Sets an option.
    pub(super) fn set(mut self, set: impl FnOnce(&mut Options)) -> Self {
        set(&mut self.options);
        self
    }

    /// Sets an option about how to search, so the search is no longer automatic by default.
    pub(super) fn choose(self, set: impl FnOnce(&mut Options)) -> Self {
        self.set(|options| {
            set(options);
            options.is_chosen = true;
        })
    }
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Options { main, then, branching, restarts, exploration, limits, .. } = &self.options;
        f.debug_struct("Search")
            .field("main", main)
            .field("then", then)
            .field("branching", branching)
            .field("restarts", restarts)
            .field("exploration", exploration)
            .field("limits", limits)
            .finish_non_exhaustive()
    }
}
