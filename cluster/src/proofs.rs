//! Proofs of units. Each proof covers the unit's part of the tree, without the parts that the unit leaves.

use crate::bounds::Bounds;
use crate::outcome::{Outcome, PRIME};
use crate::{Job, JobError, Unit, UnitId, Work};
use solver_core::proof::{Claim, ProofFiles};
use solver_core::{Expr, Goal, Pause, Search, StopReason};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

impl Job {
    /// Counts the solutions of a unit or improves on the bounds, and writes a proof into `folder`.
    pub(crate) fn prove(
        &self,
        unit: &Unit,
        search: &Search<'_>,
        (goal, mut bounds): (Option<(Goal, Expr)>, Option<Bounds<'_>>),
        (work, begun): (&Work<'_>, Instant),
        folder: &Path,
    ) -> Result<Outcome, JobError> {
        let files = ProofFiles::create(folder).map_err(|error| JobError::File(folder.to_owned(), error))?;
        let mut failed = None;
        let mut at_pause = |pause: &mut Pause<'_>| {
            let Some(bounds) = &mut bounds else { return work.room(pause.statistics.nodes, begun) };
            let newer = match pause.found {
                Some((solution, Some(value))) => bounds.found(value, solution.all_values().to_vec()).map(|()| None),
                _ => bounds.look(),
            };
            match newer {
                Ok(newer) => {
                    pause.better_than = newer;
                    work.room(pause.statistics.nodes, begun)
                }
                Err(error) => {
                    failed.get_or_insert(error);
                    0
                }
            }
        };
        let proved = search.prove_part(goal, &unit.cube, files, &mut at_pause)?;
        if let Some(error) = failed {
            return Err(error);
        }
        let count = match proved.claim {
            Claim::Solutions(count) => count,
            Claim::Nothing(by) => return Err(JobError::Limited(by)),
            Claim::Satisfiable | Claim::Optimum(_) | Claim::NoOptimum => {
                return Err(JobError::Limited(StopReason::Solutions));
            }
        };
        let outcome = self.outcome_of(unit, &proved.statistics, proved.rest);
        let (best, bound) = bounds.map_or((None, None), |bounds| (bounds.best, bounds.first));
        Ok(Outcome { count: count.into(), residue: count % PRIME, best, bound, ..outcome })
    }

    /// Creates a folder for a proof that is being written. The folder is deleted unless it is [kept](Job::keep_proof).
    pub(crate) fn unfinished_proof(&self) -> Result<TempDir, JobError> {
        let folder = self.folder().join("proofs");
        let new = std::fs::create_dir_all(&folder)
            .and_then(|()| tempfile::Builder::new().prefix(".part-").tempdir_in(&folder));
        new.map_err(|error| JobError::File(folder, error))
    }

    pub(crate) fn keep_proof(&self, folder: TempDir, id: UnitId) -> Result<(), JobError> {
        let to = self.proof_folder(id);
        let parent = to.parent().unwrap_or(self.folder());
        // The proof of a damaged result is replaced together with the result.
        let old = std::fs::remove_dir_all(&to);
        let gone = old.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) });
        let moved =
            gone.and_then(|()| std::fs::create_dir_all(parent)).and_then(|()| std::fs::rename(folder.keep(), &to));
        moved.map_err(|error| JobError::File(to, error))
    }
}
