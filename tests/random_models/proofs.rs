//! Proofs of random models.

use super::checks::{NODES, Verdict, require};
use super::{Built, Case, Draw};
use crate::checkers::{ProofDir, SolutionChecker};
use solver_core::prelude::*;
use solver_core::proof::{Claim, ProofError};
use solver_core::{Cube, Member, Pause, Proved};

/// A function that sets search options.
pub type Way = for<'m> fn(Search<'m>) -> Search<'m>;

impl Case {
    /// Checks that VeriPB accepts the proof of every kind of answer.
    ///
    /// # Errors
    /// The output of a checker that rejects the proof, or a description of a difference from brute force.
    pub fn proofs_are_accepted(&self, checkers: (&ProofDir, &SolutionChecker), way: Way) -> Verdict {
        self.proof_is_accepted(checkers, way, 0)
    }

    /// Checks proofs as [`proofs_are_accepted`](Case::proofs_are_accepted) does, but only of one solution or an
    /// optimum.
    ///
    /// # Errors
    /// The errors of [`proofs_are_accepted`](Case::proofs_are_accepted).
    pub fn proofs_of_one_are_accepted(&self, checkers: (&ProofDir, &SolutionChecker), way: Way) -> Verdict {
        self.proof_is_accepted(checkers, way, 2)
    }

    /// Checks a proof of a random kind from `first` to 3: kinds 0 and 1 prove all solutions, 2 proves one solution, and
    /// 3 an optimum.
    fn proof_is_accepted(&self, (folder, lists): (&ProofDir, &SolutionChecker), way: Way, first: usize) -> Verdict {
        let Ok(Built { model: m, x, ids }) = self.build() else { return Ok("refused") };
        let expected = self.solutions(|_| true);
        let mut d = Draw::new(self.seed ^ 0xf00f);
        let objective = self.objective.expr(&x);
        let values = || expected.iter().filter_map(|v| self.objective.value(v));
        let search = || way(m.search());
        let asked = first + d.below(4 - first);
        let files = || folder.create().map_err(|e| e.to_string());
        let (proved, claim) = match asked {
            0 | 1 => (search().prove(files()?), Claim::Solutions(expected.len() as u64)),
            2 if !expected.is_empty() => (search().solution_limit(1).prove(files()?), Claim::Satisfiable),
            2 => (search().solution_limit(1).prove(files()?), Claim::Solutions(0)),
            _ => {
                let minimises = d.one_in(2);
                let best = if minimises { values().min() } else { values().max() };
                let goal = if minimises { Goal::Minimize } else { Goal::Maximize };
                let claim = best.map_or(Claim::NoOptimum, |best| Claim::Optimum(best as i32));
                (search().prove_optimum(goal, objective, files()?), claim)
            }
        };
        let Proved { claim: claimed, verdict, .. } = match proved {
            Ok(proved) => proved,
            Err(error) => return refused(error),
        };
        require!(claimed == claim, "claims {claimed:?}, but brute force {claim:?}");
        lists.check(folder).map_err(|said| format!("the list of solutions is refused: {said}"))?;
        let said = folder.veripb().map_err(|said| format!("refused: {said}"))?;
        require!(Some(&said) == verdict.as_ref(), "VeriPB says {said}, not {verdict:?}");
        let trimmed = folder.trimmed().map_err(|said| format!("trimmed: {said}"))?;
        require!(trimmed == said, "VeriPB says {trimmed} of the trimmed proof, not {said}");
        Ok(match claim {
            Claim::Solutions(0) if asked == 0 => return self.core_is_proved(&m, &ids, way, folder),
            Claim::Solutions(0) => "unsatisfiable",
            Claim::Solutions(_) => "all solutions",
            Claim::Satisfiable => "satisfiable",
            _ => "optimum",
        })
    }

    /// Checks that the solution listed in a proof of optimality satisfies the rows and has the best value according to
    /// brute force. VeriPB checks only one proof in twenty.
    ///
    /// # Errors
    /// A description of an error in the list, or of a difference from brute force.
    pub fn optima_are_listed(&self, (folder, lists): (&ProofDir, &SolutionChecker)) -> Verdict {
        let Ok(Built { model: m, x, .. }) = self.build() else { return Ok("refused") };
        let expected = self.solutions(|_| true);
        let values = expected.iter().filter_map(|v| self.objective.value(v));
        let goal = if self.seed.is_multiple_of(2) { Goal::Minimize } else { Goal::Maximize };
        let best = if goal == Goal::Minimize { values.min() } else { values.max() };
        let claim = best.map_or(Claim::NoOptimum, |best| Claim::Optimum(best as i32));
        let learning = [None, Some(Learning::Fixed), Some(Learning::Activity), Some(Learning::Alternating)];
        let search = m.search().learn(learning[self.seed as usize / 2 % 4]);
        let files = folder.create().map_err(|e| e.to_string())?;
        let proved = match search.prove_optimum(goal, self.objective.expr(&x), files) {
            Ok(proved) => proved,
            Err(error) => return refused(error),
        };
        require!(proved.claim == claim, "claims {:?}, but brute force {claim:?}", proved.claim);
        lists.check(folder).map_err(|said| format!("the list of solutions is refused: {said}"))?;
        if self.seed.is_multiple_of(20) {
            let said = folder.veripb().map_err(|said| format!("refused: {said}"))?;
            require!(Some(&said) == proved.verdict.as_ref(), "VeriPB says {said}");
        }
        Ok(if best.is_some() { "optimum" } else { "unsatisfiable" })
    }

    /// Splits the search tree into subtrees of a few nodes each. Checks that VeriPB accepts the proof of every subtree,
    /// and that together they yield the solutions, or the best value, that brute force finds.
    ///
    /// # Errors
    /// The output of a checker that rejects a proof, or a description of a difference from brute force.
    pub fn parts_are_proved(&self, (folder, lists): (&ProofDir, &SolutionChecker)) -> Verdict {
        let Ok(Built { model: m, x, .. }) = self.build() else { return Ok("refused") };
        let mut d = Draw::new(self.seed ^ 0xcafe);
        let nodes = 2 + d.below(12) as u64;
        let goal = [None, Some(Goal::Minimize), Some(Goal::Maximize)][d.below(3)];
        let (mut parts, mut found, mut best, mut proofs) = (vec![Cube::root()], 0, None, 0);
        while let Some(part) = parts.pop() {
            // Only the first subtrees are small.
            let room = if proofs < 8 { nodes } else { u64::MAX };
            let files = folder.create().map_err(|e| e.to_string())?;
            let at_pause = |pause: &mut Pause<'_>| {
                match pause.found {
                    Some((_, value)) => best = value,
                    None if pause.statistics.nodes == 0 => pause.better_than = best,
                    None => {}
                }
                room - pause.statistics.nodes.min(room)
            };
            let objective = goal.map(|goal| (goal, self.objective.expr(&x)));
            let proved = match m.search().prove_part(objective, &part, files, at_pause) {
                Ok(proved) => proved,
                Err(ProofError::Unlogged { .. }) => return Ok("branches on a wide domain"),
                Err(error) => return refused(error),
            };
            let Claim::Solutions(count) = proved.claim else { return Err(format!("claims {:?}", proved.claim)) };
            lists.check(folder).map_err(|said| format!("part {part}: the list of solutions is refused: {said}"))?;
            let said = folder.veripb().map_err(|said| format!("part {part}: refused: {said}"))?;
            require!(folder.trimmed().as_ref() == Ok(&said), "part {part}: trimmed: {:?}", folder.trimmed());
            require!(Some(&said) == proved.verdict.as_ref(), "part {part}: VeriPB says {said}");
            found += count;
            proofs += 1;
            parts.extend(proved.rest.into_iter().flat_map(|rest| rest.parts));
        }
        let expected = self.solutions(|_| true);
        let values = expected.iter().filter_map(|v| self.objective.value(v));
        let optimum = match goal {
            None => None,
            Some(Goal::Minimize) => values.min(),
            Some(Goal::Maximize) => values.max().map(|value| -value),
        };
        let (all, best) = (if goal.is_none() { expected.len() as u64 } else { 0 }, best.map(i128::from));
        require!(found == all, "{proofs} parts have {found} solutions, and by brute force there are {all}");
        require!(best == optimum, "{proofs} parts have the best value {best:?}, and by brute force {optimum:?}");
        Ok(match (proofs, goal) {
            (1, _) => "one part",
            (_, None) => "several parts",
            (_, Some(_)) => "several parts with an objective",
        })
    }

    /// Checks that VeriPB accepts the proof of an unsatisfiable core, and that the core without one of its members is
    /// not claimed to be unsatisfiable.
    fn core_is_proved(&self, m: &Model, ids: &[ConstraintId], way: Way, folder: &ProofDir) -> Verdict {
        let message = |e: ModelError| e.to_string();
        // The constraints that restrict wide variables are in the background.
        let search = || m.search().among(ids).node_limit(NODES);
        let mut core = match search().clash().map_err(message)? {
            Clash::Minimal(core) => core,
            Clash::Stopped { .. } => return Ok("a core that takes long"),
            Clash::Satisfiable(_) => return Err("no core".to_owned()),
        };
        let prove = |core: &Core| {
            let files = folder.create().map_err(|e| e.to_string())?;
            Ok::<_, String>(way(search()).prove_core(core, files))
        };
        let proved = match prove(&core)? {
            Ok(proved) => proved,
            Err(error) => return refused(error),
        };
        require!(proved.claim == Claim::Solutions(0), "of a core, claims {:?}", proved.claim);
        let said = folder.veripb().map_err(|said| format!("refused: {said}"))?;
        require!(Some(&said) == proved.verdict.as_ref(), "VeriPB says {said} of a core");
        let spare = core.members.pop();
        if let Some(Member { status: MemberStatus::Witness(_), .. }) = spare {
            match prove(&core)? {
                Ok(proved) => require!(proved.claim != Claim::Solutions(0), "a core with a member less is refuted"),
                Err(error) => return refused(error),
            }
        }
        Ok("a core")
    }
}

/// Checks that an error reports numbers that are too large, or a constraint without a decomposition.
fn refused(error: ProofError) -> Verdict {
    match error {
        ProofError::Model(ModelError::Overflow { .. } | ModelError::TooLarge { .. }) => Ok("refused"),
        ProofError::TooLarge { why, .. } => Ok(why),
        ProofError::Encoding(_) => Ok("refused as an export is"),
        error => Err(error.to_string()),
    }
}
