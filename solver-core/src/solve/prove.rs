//! Searches that write a proof of their result.

use super::clash::Core;
use super::interleaved::Interleaved;
use super::optimise::Goal;
use super::prepared::Prepared;
use super::search::Search;
use super::searches::Searches;
use super::solution::Solution;
use super::task::{Mode, Task};
use crate::budget::StopReason;
use crate::compile::Compiled;
use crate::model::{Expr, ModelError};
use crate::proof::{Claim, ProofError, ProofFiles, Proving};
use crate::search::{Cube, Forked, Rest, Statistics, Step};
use fixedbitset::FixedBitSet;
use std::ops::ControlFlow;

/// The result of a search that writes a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The claim of the proof.
    pub claim: Claim,
    /// The values of all variables in the last solution, in the order of declaration.
    pub last: Option<Vec<i32>>,
    /// The statistics of the search.
    pub statistics: Statistics,
    /// The checker's line that confirms the claim; `None` without a claim.
    pub verdict: Option<String>,
    /// The parts of the tree that [`prove_part`](Search::prove_part) left unexplored; the claim is not about them.
    pub rest: Option<Rest>,
}

/// The files of a proof, and the callbacks during its search.
struct Written<'f> {
    files: ProofFiles,
    each: &'f mut dyn FnMut(&Solution) -> ControlFlow<()>,
    /// The number of nodes until the next call; 0 ends the search.
    room: &'f mut dyn FnMut(&Statistics) -> u64,
}

impl Search<'_> {
    /// Searches for all solutions and writes a proof that there are no others. If the solution limit is 1, it proves
    /// that there is a solution, or that there is none.
    ///
    /// For one solution or an optimum, the [automatic](Search::auto) search has two parts: one only finds solutions, and
    /// one learns and writes the proof. Memory does not grow with the proof: both files are streamed. `veripb model.opb proof.pbp` checks them.
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
    /// [`ProofError`]: as for [`start`](Search::start); if the search uses a feature that proofs do not support; or
    /// if a part of the model cannot be written.
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

    /// Same as [`prove`](Search::prove), or with an objective [`prove_optimum`](Search::prove_optimum), and passes
    /// each solution to `each` as soon as it is found. [`Break`](ControlFlow::Break) ends the search without a claim.
    ///
    /// # Errors
    /// Same as [`prove`](Search::prove).
    pub fn prove_each(
        &self,
        goal: Option<(Goal, Expr)>,
        files: ProofFiles,
        mut each: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Proved, ProofError> {
        self.prove_towards(goal, None, Written { files, each: &mut each, room: &mut |_| u64::MAX })
    }

    /// Searches for all solutions in a [part](Search::part) of the tree, and writes a proof that this part contains no
    /// others. The decisions of the part are rows `part_1`, `part_2`, … of the model.
    ///
    /// `room` is called before the search and at every pause, and returns the number of nodes until the next pause.
    /// Once it returns 0, the search ends as soon as it can leave the [rest](Proved::rest) of the part, and each of
    /// these parts is excluded by a row `left_1`, `left_2`, … of the model. Proofs of a part and of all parts that it
    /// left, and so on, are together a proof of the whole.
    ///
    /// ```
    /// use solver_core::Cube;
    /// use solver_core::prelude::*;
    /// use solver_core::proof::{Claim, ProofFiles};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=4)?;
    /// m.all_different(&x);
    /// let files = || ProofFiles {
    ///     model: Box::new(std::io::sink()),
    ///     proof: Box::new(std::io::sink()),
    ///     solutions: Box::new(std::io::sink()),
    /// };
    /// let mut parts = vec![Cube::root()];
    /// let mut solutions = 0;
    /// while let Some(part) = parts.pop() {
    ///     let proved = m.search().prove_part(&part, files(), |so_far| 8 - so_far.nodes.min(8))?;
    ///     let Claim::Solutions(count) = proved.claim else { panic!("the search has no limit") };
    ///     solutions += count;
    ///     parts.extend(proved.rest.into_iter().flat_map(|rest| rest.parts));
    /// }
    /// assert_eq!(solutions, 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`prove`](Search::prove); [`ProofError::Unlogged`] if the search branches on a variable with so many
    /// values that it is written in bits.
    #[doc(alias("proof logging", "cube and conquer", "distributed proof"))]
    pub fn prove_part(
        &self,
        part: &Cube,
        files: ProofFiles,
        mut room: impl FnMut(&Statistics) -> u64,
    ) -> Result<Proved, ProofError> {
        let mut each = |_: &Solution| ControlFlow::Continue(());
        self.clone().part(part).prove_towards(None, None, Written { files, each: &mut each, room: &mut room })
    }

    /// Writes a proof that the members of an [unsatisfiable core](Search::clash) have no solution together with the
    /// background that [`among`](Search::among) leaves and the assumptions. The written model has no other
    /// constraints. If there is a solution, because the core belongs to another search, the proof is about that
    /// solution.
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
    /// Same as [`prove`](Search::prove); [`ModelError::ForeignConstraint`](crate::ModelError::ForeignConstraint) when the
    /// core belongs to another model.
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
        let mut each = |_: &Solution| ControlFlow::Continue(());
        let written = Written { files, each: &mut each, room: &mut |_| u64::MAX };
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

impl Prepared<'_> {
    fn prove(self, goal: Option<Goal>, written: Written<'_>) -> Result<Proved, ProofError> {
        let Written { files, each, room } = written;
        let Prepared { search, task, compiled: Compiled { engine, symbols, wiring, statements }, budget } = self;
        let (model, options, views) = (search.model, &search.options, &wiring.views);
        let view = wiring.objective.as_ref().map(|objective| objective.view);
        let lists = goal.is_none() && options.limits.solutions != Some(1);
        // Solutions that agree on the projection are listed once.
        let listed = match &options.projection {
            None => views.clone(),
            Some(onto) => onto.iter().filter_map(|x| views.get(x.index as usize).copied()).collect(),
        };
        let part = options.part.as_ref();
        let proving =
            Proving::new(model, (&engine, &symbols), &statements, &listed, view, (files, lists, part), budget.clone())?;
        // With a projection or an objective, an inference may depend on the solutions listed before it.
        let is_plain = options.learning.is_none() && options.projection.is_none() && goal.is_none();
        let interleaved_with = search.interleaved_with(goal.is_some());
        let needs_reasons = interleaved_with.is_none() && (!is_plain || proving.needs_reasons());
        let engine = if needs_reasons { engine } else { engine.without_reasons() };
        let tree = search.tree(engine, &wiring, options.limits.clone(), budget)?;
        let mut searches = match interleaved_with {
            None => Interleaved::single(tree),
            Some([learning, _]) => {
                let selection = learning.selection(tree.engine(), views)?;
                let learning = tree.forked(selection, Forked::Learning(None));
                let learning =
                    learning.ok_or(ProofError::Unlogged { option: "the automatic search without restarts" })?;
                Interleaved::proving(tree, learning, &options.limits)
            }
        };
        let learns = options.learning.is_some() || searches.is_interleaved();
        let mut recheck = search.recheck(task);
        let (mut last, mut wrong, mut rest) = (None, None, None);
        let claim = proving.search(learns, |log| {
            loop {
                let room = room(&searches.statistics());
                if room == 0
                    && let Some(left) = searches.rest()
                {
                    log.leave(&left.parts);
                    rest = Some(left);
                    break Step::Exhausted;
                }
                let step = searches.step_watched(room.max(1), log);
                let tree = searches.active();
                match step {
                    Some(Step::Solution) => {}
                    Some(end) => break end,
                    None => continue,
                }
                let values: Option<Vec<i32>> = views.iter().map(|&view| tree.engine().fixed(view)).collect();
                if let (Some(recheck), Some(values)) = (&mut recheck, &values)
                    && let Err(error) = recheck.check(values, tree.objective())
                {
                    wrong = Some(error);
                    break Step::Stopped(StopReason::WrongSolution);
                }
                let Some(values) = values else { continue };
                let solution = Solution { owner: model.owner().clone(), values: values.into() };
                let goes_on = each(&solution).is_continue();
                last = Some(solution.values.into_vec());
                if !goes_on {
                    break Step::Stopped(StopReason::Observer);
                }
            }
        })?;
        if let Some(wrong) = wrong {
            return Err(ModelError::WrongSolution(wrong).into());
        }
        let claim = match (claim, goal) {
            (Claim::Optimum(value), Some(goal)) => Claim::Optimum(goal.user_value(value)),
            (claim, _) => claim,
        };
        let verdict = claim.verdict(goal == Some(Goal::Maximize));
        Ok(Proved { claim, last, statistics: searches.statistics(), verdict, rest })
    }
}
