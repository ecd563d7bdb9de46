//! The search to make: orders, branching, limits; then a question.

use super::phase::Phase;
use super::rule::{Decision, Node, RuleFn};
use crate::budget::CancelToken;
use crate::model::{Comparison, ConstraintId, IntVar, Model};
use crate::search::{
    Branching, ConflictHeuristic, Exploration, Limits, Lns, Restarts, RootInference, TieBreak, ValueSelect, VarSelect,
};
use std::sync::Arc;
use std::time::Duration;

/// How a model is to be searched. Made by [`Model::search`].
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
#[derive(Clone)]
#[must_use = "a search does nothing until it is asked a question"]
pub struct Search<'m> {
    pub(super) model: &'m Model,
    pub(super) main: Phase,
    pub(super) then: Vec<Phase>,
    pub(super) rules: Vec<Arc<RuleFn>>,
    pub(super) conflict_heuristic: ConflictHeuristic,
    pub(super) wanted: Vec<(IntVar, i32)>,
    pub(super) phase_saving: bool,
    pub(super) distinct: bool,
    pub(super) branching: Branching,
    pub(super) restarts: Option<Restarts>,
    pub(super) root: RootInference,
    pub(super) exploration: Exploration,
    pub(super) lns: Option<Lns>,
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) explain: bool,
    /// Solutions are not looked at again.
    pub(super) unchecked: bool,
    /// What holds in this search alone.
    pub(super) assumptions: Vec<Comparison>,
    /// The constraints that may be told as clashing; `None` means all.
    pub(super) candidates: Option<Vec<ConstraintId>>,
}

impl Model {
    /// A search with the default orders: variables as stated, smallest value first, two-way branching.
    pub fn search(&self) -> Search<'_> {
        Search {
            model: self,
            main: Phase::default(),
            then: Vec::new(),
            rules: Vec::new(),
            conflict_heuristic: ConflictHeuristic::default(),
            wanted: Vec::new(),
            phase_saving: false,
            distinct: false,
            branching: Branching::default(),
            restarts: None,
            root: RootInference::default(),
            exploration: Exploration::default(),
            lns: None,
            seed: 0,
            limits: Limits::default(),
            explain: false,
            unchecked: false,
            assumptions: Vec::new(),
            candidates: None,
        }
    }
}

impl<'m> Search<'m> {
    /// Which variable to branch on.
    pub fn order(mut self, order: VarSelect) -> Self {
        self.main.order = order;
        self
    }

    /// Which of equally good variables to take.
    pub fn tie_break(mut self, tie_break: TieBreak) -> Self {
        self.main.tie_break = tie_break;
        self
    }

    /// Among equally good variables, this order decides; several are asked one after the other.
    pub fn then_by(mut self, order: VarSelect) -> Self {
        self.main.then.push(order);
        self
    }

    /// Which value, or half of the values, first.
    pub fn values(mut self, values: ValueSelect) -> Self {
        self.main.values = values;
        self
    }

    /// Two-way or d-way.
    pub fn branching(mut self, branching: Branching) -> Self {
        self.branching = branching;
        self
    }

    /// The seed of random orders and ties. The same seed gives the same search.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Branches on these variables first; on the others, in the order of declaration, only when these are fixed.
    pub fn on(mut self, variables: &[IntVar]) -> Self {
        self.main.on = variables.iter().map(Into::into).collect();
        self
    }

    /// Branches on the variables of these phases, one phase after the other; on others only when all of these are fixed.
    /// Takes the place of [`on`](Search::on), [`order`](Search::order), [`then_by`](Search::then_by), [`tie_break`](Search::tie_break) and
    /// [`values`](Search::values).
    pub fn seq(mut self, phases: impl IntoIterator<Item = Phase>) -> Self {
        let mut phases = phases.into_iter();
        self.main = phases.next().unwrap_or_default();
        self.then = phases.collect();
        self
    }

    /// Of solutions that are equal on the variables of the [phases](Search::seq) only one is found: the others are helpers, whose values
    /// nobody asks for. After a solution the search goes back to where one of those variables was open. So helpers are decided last, whatever
    /// [failed](Search::conflict_heuristic); [rules](Search::branch_with), which may decide on any variable, are refused. An objective makes this void.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("helper", 0..=9)?);
    /// m.post(constraint!(x < y));
    /// assert_eq!(m.search().on(&[x]).distinct().count()?, Outcome::Complete(9));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn distinct(mut self) -> Self {
        self.distinct = true;
        self
    }

    /// Asks this rule before the orders; of several, the first one that has an answer decides. A rule must depend on
    /// nothing but the domains that it sees, for a search to be the same every time.
    ///
    /// See [`Node`](crate::Node) for an example.
    pub fn branch_with(mut self, rule: impl Fn(&Node<'_>) -> Option<Decision> + Send + Sync + 'static) -> Self {
        self.rules.push(Arc::new(rule));
        self
    }

    /// What a failure changes in the order of variables.
    pub fn conflict_heuristic(mut self, after: ConflictHeuristic) -> Self {
        self.conflict_heuristic = after;
        self
    }

    /// Tries these values first, wherever they are left: a solution of yesterday, or a guess. Values that a variable cannot take do no harm.
    pub fn warm_start(mut self, values: impl IntoIterator<Item = (IntVar, i32)>) -> Self {
        self.wanted.extend(values);
        self
    }

    /// Tries the values of the last solution first (solution-based phase phase_saving; E. Demirović, G. Chu, P. J. Stuckey, *Solution-based
    /// phase phase_saving for CP*, CP 2018). Until there is one, the value order decides.
    pub fn phase_saving(mut self) -> Self {
        self.phase_saving = true;
        self
    }

    /// Goes back to the root after some failures, keeping what was learned.
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
    pub fn restarts(mut self, restarts: Restarts) -> Self {
        self.restarts = Some(restarts);
        self
    }

    /// What is inferred at the root before the first decision.
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
    pub fn root(mut self, inference: RootInference) -> Self {
        self.root = inference;
        self
    }

    /// In which order the tree is searched.
    pub fn exploration(mut self, exploration: Exploration) -> Self {
        self.exploration = exploration;
        self
    }

    /// After a first solution, searches near the best one; at last the whole tree, for the proof. For questions that have an objective.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 12, 0..=11)?;
    /// m.all_different(&x);
    /// let cost: Expr = (0..12).map(|i| (1 + i * 7 % 12) * x[i as usize]).sum();
    /// let search = m.search().lns(Lns::new().no_proof()).node_limit(20_000);
    /// let Outcome::Stopped { known: Some(best), .. } = search.minimize(cost)? else { panic!("it never ends") };
    /// assert_eq!(best.value, 286);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn lns(mut self, around: Lns) -> Self {
        self.lns = Some(around);
        self
    }

    /// Whether the search may go back to the root to begin another iteration: it restarts, counts discrepancies, goes
    /// deeper and deeper, or looks around its best solution. Each iteration is told as
    /// [`Event::Restart`](crate::observe::Event::Restart).
    pub fn has_restarts(&self) -> bool {
        self.restarts.is_some() || self.lns.is_some() || self.exploration != Exploration::DepthFirst
    }

    /// All limits at once.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Stops after this much wall-clock time, counted from the question, compiling included.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Visits at most this many nodes.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Stops after this many failures.
    pub fn failure_limit(mut self, failures: u64) -> Self {
        self.limits.failures = Some(failures);
        self
    }

    /// Stops after this many solutions.
    pub fn solution_limit(mut self, solutions: u64) -> Self {
        self.limits.solutions = Some(solutions);
        self
    }

    /// Stops when domains, trail, inboxes and the search stack take more than this many bytes.
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// Stops when somebody cancels the token.
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.limits.cancel = Some(token.clone());
        self
    }

    /// Records every inference with its reason, for [`Run::engine`](crate::Run::engine) to tell. The search stays the same.
    pub fn explaining(mut self) -> Self {
        self.explain = true;
        self
    }

    /// Hands out solutions as they are found. Otherwise each is first looked at by an evaluator that knows nothing of
    /// propagators ([`Model::violations`]): one that is wrong after all ends the search, as an internal
    /// error ([`ModelError::WrongSolution`](crate::ModelError::WrongSolution), [`StopReason::WrongSolution`](crate::StopReason::WrongSolution)).
    /// [`count`](Search::count) does not look, and a [`Run`](crate::Run) only when asked to ([`Run::recheck`](crate::Run::recheck)).
    pub fn unchecked(mut self) -> Self {
        self.unchecked = true;
        self
    }

    /// Whether inferences are recorded with their reasons.
    pub(super) fn explains(&self) -> bool {
        self.explain
    }

    /// The model that is searched.
    pub(crate) fn model(&self) -> &'m Model {
        self.model
    }

    /// The same search of another model, which is a copy of its own with more constraints.
    pub(super) fn of<'n>(self, model: &'n Model) -> Search<'n>
    where
        'm: 'n,
    {
        let mut search: Search<'n> = self;
        search.model = model;
        search
    }

    /// The limits as they were asked for.
    pub(crate) fn wanted_limits(&self) -> &Limits {
        &self.limits
    }
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search")
            .field("main", &self.main)
            .field("then", &self.then)
            .field("branching", &self.branching)
            .field("restarts", &self.restarts)
            .field("exploration", &self.exploration)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
