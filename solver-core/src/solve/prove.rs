//! Searches that write a proof of what they find.

use super::clash::Core;
use super::optimise::Goal;
use super::search::Search;
use super::solution::Solution;
use crate::budget::{Budget, StopReason};
use crate::model::{CompileOptions, Compiled, Expr, Recheck};
use crate::proof::{Claim, ProofError, ProofFiles, Proving};
use crate::search::{Branching, Exploration, RootInference, Statistics, Step};
use fixedbitset::FixedBitSet;
use std::ops::ControlFlow;

/// What a search that writes a proof has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// What the proof claims.
    pub claim: Claim,
    /// The values of all variables in the last solution, in the order of declaration.
    pub last: Option<Vec<i32>>,
    /// What the search did.
    pub statistics: Statistics,
    /// The line of the checker that confirms the claim; none if nothing is claimed.
    pub verdict: Option<String>,
}

impl Search<'_> {
    /// Searches for all solutions and writes a proof that there are no others. If the solution limit is 1, the proof is that of one solution.
    ///
    /// Memory does not grow with the proof: both files are streamed. `veripb model.opb proof.pbp` checks them.
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
    /// [`ProofError`]: as [`start`](Search::start); the search does something that is not logged, or the model has something that cannot be written.
    #[doc(alias("proof logging", "certificate", "veripb", "drat"))]
    pub fn prove(&self, files: ProofFiles) -> Result<Proved, ProofError> {
        self.prove_each(None, files, |_| ControlFlow::Continue(()))
    }

    /// Searches for the best value of an objective and writes a proof that there is no better one.
    ///
    /// # Errors
    /// As [`prove`](Search::prove).
    #[doc(alias("proof logging", "certificate", "veripb", "drat"))]
    pub fn prove_optimum(
        &self,
        goal: Goal,
        objective: impl Into<Expr>,
        files: ProofFiles,
    ) -> Result<Proved, ProofError> {
        self.prove_each(Some((goal, objective.into())), files, |_| ControlFlow::Continue(()))
    }

    /// As [`prove`](Search::prove), or with an objective [`prove_optimum`](Search::prove_optimum), and hands over each solution as soon as it
    /// is found. [`Break`](ControlFlow::Break) ends the search, and nothing is claimed.
    ///
    /// # Errors
    /// As [`prove`](Search::prove).
    pub fn prove_each(
        &self,
        goal: Option<(Goal, Expr)>,
        files: ProofFiles,
        mut each: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Proved, ProofError> {
        self.prove_towards(goal, None, files, &mut each)
    }

    /// Searches for a solution of the members of an [unsatisfiable core](Search::clash) alone, with the background that [`among`](Search::among)
    /// leaves and the assumptions, and writes a proof that there is none. The model that is written has no other constraints. Should there be a
    /// solution, because the core is that of another search, it is what is proved.
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
    /// As [`prove`](Search::prove); [`ModelError::ForeignConstraint`](crate::ModelError::ForeignConstraint) when the core is that of another model.
    #[doc(alias("proof logging", "certificate", "mus", "unsat core"))]
    pub fn prove_core(&self, core: &Core, files: ProofFiles) -> Result<Proved, ProofError> {
        let mut only = FixedBitSet::with_capacity(self.model.constraints());
        let place = |id| self.model.constraint_number(id, "an unsatisfiable core");
        if let Some(candidates) = &self.candidates {
            only.insert_range(..);
            for &id in candidates {
                only.set(place(id)?, false);
            }
        }
        for member in &core.members {
            only.insert(place(member.id)?);
        }
        only.grow(self.model.constraints() + self.assumptions.len());
        only.insert_range(self.model.constraints()..);
        self.clone().solution_limit(1).prove_towards(None, Some(&only), files, &mut |_| ControlFlow::Continue(()))
    }

    /// What is not logged, refused by its name.
    fn unlogged(&self) -> Option<&'static str> {
        let all = [
            (self.threads > 1, "several threads"),
            (self.part.is_some(), "a part of the tree"),
            (self.exploration != Exploration::DepthFirst, "limited discrepancies"),
            (self.takes_turns, "the automatic search, of which several take turns"),
            (self.lns.is_some() || self.alternates, "large neighbourhoods"),
            (self.branching == Branching::DWay, "d-way branching"),
            (self.root != RootInference::None, "probing at the root"),
            (self.limits.objective.is_some() || self.limits.gap.is_some(), "an objective that is good enough"),
        ];
        all.into_iter().find(|(is_so, _)| *is_so).map(|(_, option)| option)
    }

    fn prove_towards(
        &self,
        goal: Option<(Goal, Expr)>,
        only: Option<&FixedBitSet>,
        files: ProofFiles,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Proved, ProofError> {
        self.check_options()?;
        if let Some(option) = self.unlogged() {
            return Err(ProofError::Unlogged { option });
        }
        if let Some(model) = self.assumed() {
            return self.on_model(&model).prove_towards(goal, only, files, each);
        }
        self.check_objective(goal.is_some())?;
        let minimised = goal.as_ref().map(|(goal, expr)| goal.minimised(expr.clone()));
        let mut budget = Budget::starting_now(&self.limits);
        let options = CompileOptions {
            explain: true,
            proves: true,
            nogoods: self.restarts.is_some(),
            learns: self.learning.is_some(),
            objective: minimised.as_ref(),
            only,
            ..CompileOptions::default()
        };
        let nothing =
            |by| Proved { claim: Claim::Nothing(by), last: None, statistics: Statistics::default(), verdict: None };
        let Some(compiled) = self.model.compile(&mut budget, options)? else {
            return Ok(nothing(budget.stopped.unwrap_or(StopReason::Cancelled)));
        };
        let Compiled { engine, views, symbols, objective, nogoods, statements, .. } = compiled;
        let Some(symbols) = symbols else { return Ok(nothing(StopReason::Cancelled)) };
        let view = objective.as_ref().map(|objective| objective.view);
        let lists = goal.is_none() && self.limits.solutions != Some(1);
        // Solutions that agree on a projection are listed once.
        let listed = match &self.projection {
            None => views.clone(),
            Some(onto) => onto.iter().filter_map(|x| views.get(x.index as usize).copied()).collect(),
        };
        let proving =
            Proving::new(self.model, (&engine, &symbols), &statements, &listed, view, (files, lists), budget.clone())?;
        // What is listed of a projection, or of an objective, depends on when it was inferred.
        let is_plain = self.learning.is_none() && self.projection.is_none() && goal.is_none();
        let engine = if is_plain && !proving.needs_reasons() { engine.without_reasons() } else { engine };
        let strategy = self.strategy(nogoods, objective.as_ref(), &views)?;
        let mut tree = self.tree_on(engine, &views, self.limits.clone(), budget)?.by(strategy);
        if let Some(objective) = objective {
            tree = tree.minimizing(objective);
        }
        let mut recheck =
            (!self.unchecked).then(|| Recheck::new(self.model).with_only(only).with_objective(minimised.as_ref()));
        let (mut last, mut wrong) = (None, None);
        let claim = proving.search(self.learning.is_some(), |log| {
            loop {
                let step = tree.step_watched(u64::MAX, log);
                if step != Some(Step::Solution) {
                    break step.unwrap_or(Step::Exhausted);
                }
                let values: Option<Vec<i32>> = views.iter().map(|&view| tree.engine().fixed(view)).collect();
                if let (Some(recheck), Some(values)) = (&mut recheck, &values)
                    && let Err(error) = recheck.check(values, tree.objective())
                {
                    wrong = Some(error);
                    break Step::Stopped(StopReason::WrongSolution);
                }
                let Some(values) = values else { continue };
                let owner = self.model.owner().clone();
                let solution = Solution { owner, values: values.into() };
                let goes_on = each(&solution).is_continue();
                last = Some(solution.values.into_vec());
                if !goes_on {
                    break Step::Stopped(StopReason::Observer);
                }
            }
        })?;
        if let Some(wrong) = wrong {
            return Err(crate::model::ModelError::WrongSolution(wrong).into());
        }
        let maximises = matches!(goal, Some((Goal::Maximize, _)));
        let (claim, verdict) = match claim {
            Claim::Optimum(value) => {
                let told = Claim::Optimum(if maximises { -value } else { value });
                (told, told.verdict(maximises))
            }
            claim => (claim, claim.verdict(maximises)),
        };
        Ok(Proved { claim, last, statistics: tree.statistics(), verdict })
    }
}
