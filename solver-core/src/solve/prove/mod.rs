//! Searches that write a proof of their result.

mod helper;
mod search;

use crate::model::Expr;
use crate::proof::{Claim, ProofError, ProofFiles};
use crate::search::{Cube, Rest, Statistics};
use crate::solve::clash::Core;
use crate::solve::optimise::Goal;
use crate::solve::search::Search;
use crate::solve::solution::Solution;
use crate::solve::task::{Mode, Task};
use fixedbitset::FixedBitSet;
use std::ops::ControlFlow;

/// The result of a search that writes a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The claim of the proof.
    pub claim: Claim,
    /// The values of all variables in the last solution, in declaration order.
    pub last: Option<Vec<i32>>,
    /// The statistics of the search.
    pub statistics: Statistics,
    /// The checker's line that confirms the claim; `None` without a claim.
    pub verdict: Option<String>,
    /// The part of the tree that [`prove_part`](Search::prove_part) left unexplored; the claim does not cover it.
    pub rest: Option<Rest>,
}

/// A pause of a search that [proves a part](Search::prove_part) of the tree.
#[derive(Debug)]
#[non_exhaustive]
pub struct Pause<'p> {
    /// The statistics of the search so far.
    pub statistics: Statistics,
    /// If the search pauses because of a solution: the solution and, with an objective, the minimised objective value.
    pub found: Option<(&'p Solution, Option<i32>)>,
    /// From now on only solutions whose minimised objective is smaller than this value count; `None` leaves the bound
    /// unchanged.
    pub better_than: Option<i32>,
}

/// The callback at a pause: it returns the number of nodes until the next pause, or 0 to end the search.
type AtPause<'f> = dyn FnMut(&mut Pause<'_>) -> u64 + 'f;

/// The files of a proof, and the callback for the search that writes them.
struct Written<'f> {
    files: ProofFiles,
    at_pause: &'f mut AtPause<'f>,
    /// Whether a part is proved. If so, the values to improve on become rows of the model.
    is_part: bool,
}

impl Search<'_> {
    /// Searches for all solutions and writes a proof that there are no others. If the solution limit is 1, the proof
    /// shows whether a solution exists.
    ///
    /// For one solution or an optimum, the [automatic](Search::auto) search consists of two searches: one only finds
    /// solutions; the other learns and writes the proof. With several [threads](Search::threads), one thread learns and
    /// writes the proof, and the others find solutions. Memory use does not grow with the proof, because both files are
    /// streamed. The command `veripb model.opb proof.pbp` checks them.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use solver_core::proof::{Claim, ProofFiles};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=2)?;
    /// m.all_different(&x);
    /// let sink = || Box::new(std::io::sink());
    /// let proved = m.search().prove(ProofFiles { model: sink(), proof: sink(), solutions: sink() })?;
    /// assert_eq!(proved.claim, Claim::Solutions(0));
    /// assert_eq!(proved.verdict.as_deref(), Some("s VERIFIED UNSATISFIABLE"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError`]: as for [`start`](Search::start), if the search uses a feature that proofs do not support, or if
    /// some of the model cannot be written.
    #[doc(alias("proof logging", "certificate", "veripb", "drat"))]
    pub fn prove(&self, files: ProofFiles) -> Result<Proved, ProofError> {
        self.prove_each(None, files, |_| ControlFlow::Continue(()))
    }

    /// Searches for the best value of an objective and writes a proof that there is no better one.
    ///
    /// # Errors
    /// Same as [`prove`](Search::prove).
    #[doc(alias("proof logging", "certificate", "veripb", "drat"))]
    pub fn prove_optimum(
        &self,
        goal: Goal,
        objective: impl Into<Expr>,
        files: ProofFiles,
    ) -> Result<Proved, ProofError> {
        self.prove_each(Some((goal, objective.into())), files, |_| ControlFlow::Continue(()))
    }

    /// Same as [`prove`](Search::prove), or [`prove_optimum`](Search::prove_optimum) if there is an objective, and
    /// passes each solution to `each` as soon as it is found. [`Break`](ControlFlow::Break) ends the search without a
    /// claim.
    ///
    /// # Errors
    /// Same as [`prove`](Search::prove).
    pub fn prove_each(
        &self,
        goal: Option<(Goal, Expr)>,
        files: ProofFiles,
        mut each: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Proved, ProofError> {
        let at_pause = &mut |pause: &mut Pause<'_>| match pause.found {
            Some((solution, _)) if each(solution).is_break() => 0,
            _ => u64::MAX,
        };
        self.prove_towards(goal, None, Written { files, at_pause, is_part: false })
    }

    /// Searches for all solutions in a [part](Search::part) of the tree, or for the best value of an objective, and
    /// writes a proof that the part contains no other solution, or no better one. The decisions that lead to the part
    /// become rows `part_1`, `part_2`, … of the model. With an objective, each value to improve on becomes a row
    /// `bound_…`, and the proof shows that nothing better is left ([`Claim::Solutions(0)`](Claim::Solutions)).
    ///
    /// `at_pause` is called before the search, at every solution and at every pause, and returns the number of nodes
    /// until the next pause. Once it returns 0, the search ends as soon as it can leave the [rest](Proved::rest) of the
    /// part, and rows `left_1`, `left_2`, … of the model exclude the parts of which the rest consists. The proofs of a
    /// part, of all parts that it left, and so on, together prove the result for the entire tree.
    ///
    /// ```
    /// use solver_core::Cube;
    /// use solver_core::prelude::*;
    /// use solver_core::proof::{Claim, ProofFiles};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=4)?;
    /// m.all_different(&x);
    /// let sink = || Box::new(std::io::sink());
    /// let mut parts = vec![Cube::root()];
    /// let mut solutions = 0;
    /// while let Some(part) = parts.pop() {
    ///     let files = ProofFiles { model: sink(), proof: sink(), solutions: sink() };
    ///     let proved = m.search().prove_part(None, &part, files, |pause| 8 - pause.statistics.nodes.min(8))?;
    ///     let Claim::Solutions(count) = proved.claim else { panic!("the search has no limit") };
    ///     solutions += count;
    ///     parts.extend(proved.rest.into_iter().flat_map(|rest| rest.parts));
    /// }
    /// assert_eq!(solutions, 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`prove`](Search::prove); [`ProofError::Unlogged`] if the search branches on a variable with more than
    /// 256 values, because such a variable is encoded in bits.
    #[doc(alias("proof logging", "cube and conquer", "distributed proof"))]
    pub fn prove_part(
        &self,
        goal: Option<(Goal, Expr)>,
        part: &Cube,
        files: ProofFiles,
        mut at_pause: impl FnMut(&mut Pause<'_>) -> u64,
    ) -> Result<Proved, ProofError> {
        let written = Written { files, at_pause: &mut at_pause, is_part: true };
        self.clone().part(part).prove_towards(goal, None, written)
    }

    /// Writes a proof that the members of an [unsatisfiable core](Search::clash) have no solution together with the
    /// assumptions and with the background that [`among`](Search::among) defines. The written model has no other
    /// constraints. If there is a solution (because the core comes from a different search), the proof shows that
    /// solution instead.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use solver_core::proof::{Claim, ProofFiles};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=2)?;
    /// m.post(constraint!(x[0] < x[1]));
    /// m.all_different(&x);
    /// let Clash::Minimal(core) = m.clash()? else { panic!("there is no solution") };
    /// assert_eq!(core.members.len(), 1);
    /// let sink = || Box::new(std::io::sink());
    /// let proved = m.search().prove_core(&core, ProofFiles { model: sink(), proof: sink(), solutions: sink() })?;
    /// assert_eq!(proved.claim, Claim::Solutions(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`prove`](Search::prove); [`ModelError::ForeignConstraint`](crate::ModelError::ForeignConstraint) when
    /// the core belongs to another model.
    #[doc(alias("proof logging", "certificate", "mus", "unsat core"))]
    pub fn prove_core(&self, core: &Core, files: ProofFiles) -> Result<Proved, ProofError> {
        let mut only = FixedBitSet::with_capacity(self.model.constraints());
        let number = |id| self.model.constraint_number(id, "an unsatisfiable core");
        if let Some(candidates) = &self.options.candidates {
            only.insert_range(..);
            for &id in candidates {
                only.set(number(id)?, false);
            }
        }
        for member in &core.members {
            only.insert(number(member.id)?);
        }
        only.grow(self.model.constraints() + self.options.assumptions.len());
        only.insert_range(self.model.constraints()..);
        let written = Written { files, at_pause: &mut |_| u64::MAX, is_part: false };
        self.clone().solution_limit(1).prove_towards(None, Some(&only), written)
    }

    fn prove_towards(
        &self,
        goal: Option<(Goal, Expr)>,
        only: Option<&FixedBitSet>,
        written: Written<'_>,
    ) -> Result<Proved, ProofError> {
        let (goal, minimised) = goal.map(|(goal, objective)| (goal, goal.minimised(objective))).unzip();
        let task = Task { mode: Mode::Proving, objective: minimised.as_ref(), only, ..Task::default() };
        if let Some(option) = self.unlogged(&task) {
            return Err(ProofError::Unlogged { option });
        }
        let statistics = Statistics::default();
        let nothing = |by| Proved { claim: Claim::Nothing(by), last: None, statistics, verdict: None, rest: None };
        self.prepare(&task, |by| Ok(nothing(by)), |prepared| prepared.prove(goal, written))
    }
}
