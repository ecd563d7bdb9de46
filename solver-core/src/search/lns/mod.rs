//! Large neighbourhood search: most of the best solution is kept, the rest is searched anew (P. Shaw, *Using constraint programming and
//! local search methods to solve vehicle routing problems*, CP 1998).
//!
//! Iterations of one tree: each goes back to the root, fixes a part of the best solution ([`fix`]), and searches below it for a better one, up to a
//! number of failures. When nothing better was found for long, the tree searches the whole tree, and so proves what it has.

mod fix;

use super::{Rng, named};
use crate::engine::Engine;
use crate::var::Var;
use crate::view::View;

/// Which part of the best solution is taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Neighbourhood {
    /// Any variables.
    Random,
    /// What is fixed is what propagation ties together: next comes the variable that lost most values to those before it
    /// (L. Perron, P. Shaw, V. Furnon, *Propagation guided large neighborhood search*, CP 2004).
    PropagationGuided,
    /// What is taken apart is rather what the objective rises with: the variables whose values, when fixed, moved its bound most
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

/// How neighbourhoods are made, searched and chosen. See [`Search::lns`](crate::Search::lns).
///
/// Of several kinds, those that found better solutions lately are taken more often (S. Ropke, D. Pisinger, *An adaptive large neighborhood
/// search heuristic*, Transportation Science 40(4), 2006, section 3.4). The part that is taken apart grows when it was searched to
/// the end, and shrinks when the failures ran out.
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
    /// All kinds, adaptively; a tenth of the variables at first, 100 failures an iteration, and a proof after 100 iterations in vain.
    pub fn new() -> Lns {
        Lns { kinds: Neighbourhood::ALL.to_vec(), relaxed: 0.1, failures: 100, patience: Some(100), turn: None }
    }

    /// These kinds only. None at all counts as every kind.
    #[must_use]
    pub fn of(mut self, kinds: &[Neighbourhood]) -> Lns {
        self.kinds = if kinds.is_empty() { Neighbourhood::ALL.to_vec() } else { kinds.to_vec() };
        self
    }

    /// The share of the variables that the first iteration leaves free, from 0 to 1.
    #[must_use]
    pub fn relax(mut self, share: f64) -> Lns {
        self.relaxed = if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 };
        self
    }

    /// The failures after which an iteration is given up; 0 counts as 1.
    #[must_use]
    pub fn failures(mut self, failures: u64) -> Lns {
        self.failures = failures.max(1);
        self
    }

    /// After so many iterations in vain, one after the other, the whole tree is searched.
    #[must_use]
    pub fn patience(mut self, iterations: u64) -> Lns {
        self.patience = Some(iterations);
        self
    }

    /// Takes turns with the whole tree: that is searched first, for so many failures after the first solution; then the neighbourhoods, until their
    /// iterations were in [vain](Lns::patience) for long; then the tree again for twice as many failures, and so on. What is proved
    /// within the first turn costs no iteration, and a long proof is not held up by more than a small share. The tree gives way where it
    /// restarts: a search without restarts keeps its first turn.
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

    /// Never searches the whole tree: goes on until a limit ends it.
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

/// The neighbourhoods of a search under way.
pub(crate) struct LnsState {
    manner: Lns,
    vars: Vec<Var>,
    /// What is made small.
    objective: View,
    rng: Rng,
    /// The best solution, by place; empty while there is none.
    best: Vec<i32>,
    /// The share of the variables that is left free.
    relaxed: f64,
    /// How well each kind did lately.
    scores: Vec<f64>,
    kind: usize,
    /// By place: by how much fixing the variable moved the objective's bound, on the average of late.
    impacts: Vec<f64>,
    in_vain: u64,
    improved: bool,
    /// The failures of the tree's next turn, and those that its turn still has.
    turn: u64,
    left: u64,
    pub(crate) stage: Stage,
}

/// What the tree is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Looking for a first solution.
    First,
    /// Searching a neighbourhood; whether anything was fixed.
    Near { whole: bool },
    /// Searching the whole tree.
    Proof,
}

impl LnsState {
    /// Among these variables.
    pub(crate) fn new(manner: Lns, vars: Vec<Var>, objective: View, seed: u64) -> LnsState {
        LnsState {
            relaxed: manner.relaxed,
            scores: vec![1.0; manner.kinds.len()],
            impacts: vec![0.0; vars.len()],
            manner,
            vars,
            objective,
            rng: Rng::new(seed),
            best: Vec::new(),
            turn: 0,
            left: 0,
            kind: 0,
            in_vain: 0,
            improved: false,
            stage: Stage::First,
        }
    }

    /// A better solution was found.
    pub(crate) fn remember(&mut self, engine: &Engine) {
        self.best.clear();
        self.best.extend(self.vars.iter().map(|&var| engine.min(View::of(var))));
        self.improved = true;
    }

    /// Whether there is a solution to start from, so that an iteration in its neighbourhood comes next.
    pub(crate) fn wants_an_iteration(&self) -> bool {
        !self.best.is_empty() && self.stage != Stage::Proof
    }

    /// The failures that end the iteration.
    pub(crate) fn failures(&self) -> u64 {
        self.manner.failures
    }

    /// A neighbourhood was searched: to its end, or until the failures ran out.
    pub(crate) fn ended(&mut self, exhausted: bool) {
        let reward = if std::mem::take(&mut self.improved) { 1.0 } else { 0.0 };
        self.scores[self.kind] = (0.8 * self.scores[self.kind] + 0.2 * reward).max(0.05);
        if reward > 0.0 {
            self.in_vain = 0;
            return;
        }
        self.in_vain += 1;
        let one = 1.0 / self.vars.len().max(1) as f64;
        self.relaxed = if exhausted { self.relaxed * 1.05 + one } else { self.relaxed * 0.97 };
        self.relaxed = self.relaxed.clamp(one, 1.0);
        if self.manner.patience.is_some_and(|patience| self.in_vain >= patience) {
            self.turn_to_the_tree();
        }
    }

    /// There is a first solution. Whether an iteration near it comes at once.
    pub(crate) fn begins_near(&mut self) -> bool {
        self.turn = self.manner.turn.unwrap_or(0);
        if self.turn > 0 {
            self.turn_to_the_tree();
        }
        self.turn == 0
    }

    fn turn_to_the_tree(&mut self) {
        self.stage = Stage::Proof;
        self.left = self.turn;
        self.turn = self.turn.saturating_mul(2);
    }

    /// An iteration of the whole tree was given up after so many failures.
    pub(crate) fn left_the_tree(&mut self, failures: u64) {
        self.left = self.left.saturating_sub(failures);
        if self.stage == Stage::Proof && self.left == 0 && self.turn > 0 {
            self.stage = Stage::Near { whole: false };
            self.in_vain = 0;
        }
    }

    /// The kind of the next iteration, with a chance as its score.
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
        self.manner.kinds[self.kind]
    }
}
