//! Large neighbourhood search (LNS): fixes most of the incumbent and searches over the other variables (P. Shaw, *Using
//! constraint programming and local search methods to solve vehicle routing problems*, CP 1998).
//!
//! Each iteration returns to the root, fixes part of the incumbent ([`fix`]) and searches below it for a better
//! solution, up to a failure limit. After too many iterations without an improvement, LNS searches the entire tree,
//! which proves optimality.

mod fix;

use super::Rng;
use crate::engine::Engine;
use crate::names::named;
use crate::var::Var;
use crate::view::View;

/// A neighbourhood: which part of the incumbent is relaxed.
#[doc(alias("neighborhood", "lns"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Neighbourhood {
    /// Random variables.
    Random,
    /// Fixes variables that propagation links: the next one is the variable whose domain has shrunk most so far (L.
    /// Perron, P. Shaw, V. Furnon, *Propagation guided large neighborhood search*, CP 2004).
    PropagationGuided,
    /// Prefers to relax the variables that drive the objective: those whose values, when fixed, moved its bound most
    /// (M. Lombardi, P. Schaus, *Cost impact guided LNS*, CPAIOR 2014).
    ObjectiveGuided,
}

named!(
    Neighbourhood,
    "neighbourhood",
    Random = "random",
    PropagationGuided = "propagation",
    ObjectiveGuided = "objective",
);

/// How neighbourhoods are built, searched and selected. See [`Search::lns`](crate::Search::lns).
///
/// Neighbourhoods that recently found better solutions are selected more often (S. Ropke, D. Pisinger, *An adaptive
/// large neighborhood search heuristic*, Transportation Science 40(4), 2006, section 3.4). The relaxed share grows when
/// a neighbourhood was searched completely, and shrinks when the failure limit was reached.
#[doc(alias("large neighbourhood search", "large neighborhood search"))]
#[derive(Clone, PartialEq, Debug)]
pub struct Lns {
    kinds: Vec<Neighbourhood>,
    relaxed: f64,
    failures: u64,
    patience: Option<u64>,
    turn: Option<u64>,
}

impl Default for Lns {
    fn default() -> Lns {
        Lns::new()
    }
}

impl Lns {
    /// Creates the default options: adaptive selection among all neighbourhoods, a tenth of the variables relaxed at
    /// first, 100 failures per iteration, and a proof search after 100 iterations without improvement.
    pub fn new() -> Lns {
        Lns { kinds: Neighbourhood::ALL.to_vec(), relaxed: 0.1, failures: 100, patience: Some(100), turn: None }
    }

    /// Uses only these neighbourhoods. An empty list means all.
    #[must_use]
    pub fn neighbourhoods(mut self, kinds: &[Neighbourhood]) -> Lns {
        self.kinds = if kinds.is_empty() { Neighbourhood::ALL.to_vec() } else { kinds.to_vec() };
        self
    }

    /// Sets the share of the variables that the first iteration relaxes, from 0 to 1.
    #[doc(alias("destroy", "fragment"))]
    #[must_use]
    pub fn relax(mut self, share: f64) -> Lns {
        self.relaxed = if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 };
        self
    }

    /// Sets the failure limit of an iteration; 0 counts as 1.
    #[must_use]
    pub fn failures(mut self, failures: u64) -> Lns {
        self.failures = failures.max(1);
        self
    }

    /// Searches the entire tree after this many consecutive iterations without improvement.
    #[must_use]
    pub fn patience(mut self, iterations: u64) -> Lns {
        self.patience = Some(iterations);
        self
    }

    /// Alternates LNS with a proof that searches the entire tree. The tree search comes first, for this many failures
    /// after the first solution. LNS follows until its [patience](Lns::patience) is exhausted, then the tree search
    /// with twice as many failures, and so on. If the first time slice suffices for the proof, LNS never runs; a long
    /// proof is delayed only by a small fraction. The tree search is left only at a restart: without restarts, its
    /// first time slice never ends.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 7, 0..=6)?;
    /// m.all_different(&x);
    /// let cost: Expr = (1..).zip(&x).map(|(k, &x)| k * x).sum();
    /// let search = m.search().order(VarSelect::DomWdeg).restarts(Restarts::Luby { unit: 5 });
    /// let search = search.lns(Lns::new().patience(3).alternate_with_proof(10));
    /// assert_eq!(search.minimize(cost)?.complete().expect("it ends").value, 56);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[must_use]
    pub fn alternate_with_proof(mut self, failures: u64) -> Lns {
        self.turn = Some(failures.max(1));
        self
    }

    /// Never searches the entire tree: continues until a limit is reached.
    #[must_use]
    pub fn no_proof(mut self) -> Lns {
        self.patience = None;
        self
    }

    /// Whether only a limit can end the search.
    pub(crate) fn is_endless(&self) -> bool {
        self.patience.is_none()
    }
}

/// The state of a running large neighbourhood search.
pub(crate) struct LnsState {
    options: Lns,
    vars: Vec<Var>,
    /// By variable index: the index in `vars`, or `u32::MAX` for a variable that is not in `vars`.
    indices: Vec<u32>,
    /// The objective to minimise.
    objective: View,
    rng: Rng,
    /// The incumbent, by index; empty while there is none.
    best: Vec<i32>,
    /// The share of the variables that is relaxed.
    relaxed: f64,
    /// The recent success of each neighbourhood.
    scores: Vec<f64>,
    kind: usize,
    /// By index: the recent average change of the objective bound when the variable was fixed.
    impacts: Vec<f64>,
    fruitless: u64,
    improved: bool,
    /// The number of failures in the next time slice of the tree search, and the number left in the current one.
    turn: u64,
    left: u64,
    pub(crate) stage: Stage,
}

/// The current stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Looking for a first solution.
    First,
    /// Searching a neighbourhood; `whole` means that nothing was fixed.
    Neighbourhood { whole: bool },
    /// Searching the entire tree.
    Proof,
}

impl LnsState {
    /// Creates a large neighbourhood search over these variables.
    pub(crate) fn new(options: Lns, vars: Vec<Var>, objective: View, seed: u64) -> LnsState {
        let mut indices = vec![u32::MAX; vars.iter().map(|var| var.index() + 1).max().unwrap_or(0)];
        for (index, var) in (0..).zip(&vars) {
            indices[var.index()] = index;
        }
        LnsState {
            indices,
            relaxed: options.relaxed,
            scores: vec![1.0; options.kinds.len()],
            impacts: vec![0.0; vars.len()],
            options,
            vars,
            objective,
            rng: Rng::new(seed),
            best: Vec::new(),
            turn: 0,
            left: 0,
            kind: 0,
            fruitless: 0,
            improved: false,
            stage: Stage::First,
        }
    }

    /// Stores a new incumbent.
    pub(crate) fn remember(&mut self, engine: &Engine) {
        self.best.clear();
        self.best.extend(self.vars.iter().map(|&var| engine.min(View::from(var))));
        self.improved = true;
    }

    /// Stores an incumbent that another search has found.
    pub(crate) fn import(&mut self, engine: &Engine) {
        let improved = self.improved;
        self.remember(engine);
        self.improved = improved;
        if self.stage == Stage::First {
            self.begins_near();
        }
    }

    /// The incumbent, if there is one.
    pub(crate) fn incumbent(&self) -> impl Iterator<Item = (Var, i32)> + '_ {
        self.vars.iter().copied().zip(self.best.iter().copied())
    }

    /// Whether an LNS iteration comes next: there is an incumbent, and the stage is not `Proof`.
    pub(crate) fn wants_an_iteration(&self) -> bool {
        !self.best.is_empty() && self.stage != Stage::Proof
    }

    /// The failure limit of the iteration.
    pub(crate) fn failures(&self) -> u64 {
        self.options.failures
    }

    /// Records that a neighbourhood was searched, either completely or up to the failure limit.
    pub(crate) fn ended(&mut self, exhausted: bool) {
        let reward = if std::mem::take(&mut self.improved) { 1.0 } else { 0.0 };
        self.scores[self.kind] = (0.8 * self.scores[self.kind] + 0.2 * reward).max(0.05);
        if reward > 0.0 {
            self.fruitless = 0;
            return;
        }
        self.fruitless += 1;
        let one = 1.0 / self.vars.len().max(1) as f64;
        self.relaxed = if exhausted { self.relaxed * 1.05 + one } else { self.relaxed * 0.97 };
        self.relaxed = self.relaxed.clamp(one, 1.0);
        if self.options.patience.is_some_and(|patience| self.fruitless >= patience) {
            self.switch_to_proof();
        }
    }

    /// Called after the first solution. Returns whether an LNS iteration follows at once.
    pub(crate) fn begins_near(&mut self) -> bool {
        self.turn = self.options.turn.unwrap_or(0);
        if self.turn > 0 {
            self.switch_to_proof();
        }
        self.turn == 0
    }

    fn switch_to_proof(&mut self) {
        self.stage = Stage::Proof;
        self.left = self.turn;
        self.turn = self.turn.saturating_mul(2);
    }

    /// Records that the search of the entire tree was interrupted after this many failures.
    pub(crate) fn left_the_tree(&mut self, failures: u64) {
        self.left = self.left.saturating_sub(failures);
        if self.stage == Stage::Proof && self.left == 0 && self.turn > 0 {
            self.stage = Stage::Neighbourhood { whole: false };
            self.fruitless = 0;
        }
    }

    /// Selects the next neighbourhood, with probability proportional to its score.
    fn choose(&mut self) -> Neighbourhood {
        let total: f64 = self.scores.iter().sum();
        let mut at = total * (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        self.kind = self.scores.len() - 1;
        for (k, score) in self.scores.iter().enumerate() {
            if at < *score {
                self.kind = k;
                break;
            }
            at -= score;
        }
        self.options.kinds[self.kind]
    }
}
