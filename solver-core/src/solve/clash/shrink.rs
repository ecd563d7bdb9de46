//! Deletion: members are removed from the core one by one until each remaining member is proved necessary.

use super::antecedents::Cones;
use super::rotate::Rotation;
use super::{Clash, Core, Effort, Member, MemberStatus, Necessities};
use crate::budget::{Budget, StopReason};
use crate::model::{Model, ModelError};
use crate::search::{Limits, RootInference, Statistics, Step};
use crate::solve::ledger::Ledger;
use crate::solve::{Run, Search, Solution, Task};
use fixedbitset::FixedBitSet;

/// Whether a refutation's antecedent cones determine which constraints it used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reasons {
    Trusted,
    /// A refutation is attributed to all constraints of the search.
    Ignored,
}

/// The number of failures after which a search starts again with stronger propagation of counting constraints.
const PATIENCE: u64 = 200;

/// The result of a search over some of the constraints.
enum Found {
    Solution(Solution),
    /// There is no solution, because of these constraints.
    Refuted(FixedBitSet),
    Stopped(StopReason),
}

/// A core under construction. Sets contain constraint indices.
struct CoreSearch<'s, 'm> {
    search: &'s Search<'m>,
    candidates: FixedBitSet,
    background: FixedBitSet,
    /// The candidates that were refuted last.
    refuted: FixedBitSet,
    /// The comparisons that involve only one variable, by variable index.
    unary: Vec<Vec<usize>>,
    /// The model with stronger propagation for counting arguments, if it differs from the original model.
    counting: Option<Model>,
    rotation: Rotation<'m>,
    ledger: Ledger,
    /// Whether reasons turned out to omit constraints.
    distrusted: bool,
}

pub(super) fn clash(search: &Search<'_>) -> Result<Clash, ModelError> {
    let mut search_for_core = CoreSearch::new(search)?;
    let (core, necessary) = match search_for_core.shrink(Reasons::Trusted)? {
        Ok(shrunk) => shrunk,
        Err(clash) => return Ok(clash),
    };
    match search_for_core.search_with(&core, Reasons::Ignored)? {
        Found::Refuted(_) => Ok(Clash::Minimal(search_for_core.core(&core, necessary))),
        // The last step of shrinking has refuted this core.
        Found::Stopped(_) if search_for_core.refuted == core => {
            Ok(Clash::Minimal(search_for_core.core(&core, necessary)))
        }
        Found::Stopped(by) => Ok(Clash::Stopped { by, known: Some(search_for_core.core(&core, necessary)) }),
        Found::Solution(_) => {
            search_for_core.distrusted = true;
            let shrunk = search_for_core.shrink(Reasons::Ignored)?;
            Ok(shrunk
                .map_or_else(|clash| clash, |(core, necessary)| Clash::Minimal(search_for_core.core(&core, necessary))))
        }
    }
}

impl<'s, 'm> CoreSearch<'s, 'm> {
    fn new(search: &'s Search<'m>) -> Result<CoreSearch<'s, 'm>, ModelError> {
        // Each search ends at its first solution in any case.
        let ledger = Ledger::open(Limits { solutions: None, ..search.options.limits.clone() });
        let count = search.model.constraints();
        let mut candidates = FixedBitSet::with_capacity(count);
        match &search.options.candidates {
            None => candidates.insert_range(..),
            Some(named) => {
                for &c in named {
                    candidates.insert(search.model.constraint_number(c, "the list of constraints that may clash")?);
                }
            }
        }
        let mut background = candidates.clone();
        background.toggle_range(..);
        let (unary, rotation) = (search.model.comparisons_of_one(), Rotation::new(search.model));
        let counting = search.model.with_counting();
        let (refuted, distrusted) = (FixedBitSet::new(), false);
        Ok(CoreSearch { search, candidates, background, refuted, unary, counting, rotation, ledger, distrusted })
    }

    /// Shrinks to a core with a proof of necessity for each member, or returns the answer if it is known earlier.
    fn shrink(&mut self, reasons: Reasons) -> Result<Result<(FixedBitSet, Necessities), Clash>, ModelError> {
        let mut core = match self.search_with(&self.candidates.clone(), reasons)? {
            Found::Solution(solution) => return Ok(Err(Clash::Satisfiable(solution))),
            Found::Stopped(by) => return Ok(Err(Clash::Stopped { by, known: None })),
            Found::Refuted(used) => used,
        };
        let mut necessary = Necessities::new();
        while let Some(c) = core.ones().rev().find(|c| !necessary.contains_key(c)) {
            let mut rest = core.clone();
            rest.set(c, false);
            match self.search_with(&rest, reasons) {
                Ok(Found::Solution(solution)) => {
                    necessary.insert(c, MemberStatus::Witness(solution));
                    self.rotation.spread(c, &core, &self.background, &mut necessary);
                }
                Err(wrong @ ModelError::WrongSolution(_)) => return Err(wrong),
                Err(error) => {
                    necessary.insert(c, MemberStatus::CannotBePosted(error));
                }
                Ok(Found::Refuted(used)) => {
                    // Members without which the others could not be posted may now be removable, so they are tried
                    // again. Witnesses remain valid.
                    necessary.retain(|_, why| matches!(why, MemberStatus::Witness(_)));
                    core = used;
                    core.extend(necessary.keys().copied());
                }
                Ok(Found::Stopped(by)) => {
                    return Ok(Err(Clash::Stopped { by, known: Some(self.core(&core, necessary)) }));
                }
            }
        }
        Ok(Ok((core, necessary)))
    }

    /// Searches for a solution of some candidates together with the background.
    fn search_with(&mut self, candidates: &FixedBitSet, reasons: Reasons) -> Result<Found, ModelError> {
        let mut only = candidates.clone();
        only.union_with(&self.background);
        let task = Task { explain: reasons == Reasons::Trusted, only: Some(&only), ..Task::default() };
        let patience = if self.counting.is_some() { PATIENCE } else { u64::MAX };
        let mut run = self.on(self.search.model).start_with(&task)?;
        let mut searched = self.advance(&mut run, candidates, reasons, patience);
        if searched.is_none() {
            self.ledger.enter(run.statistics());
            // If the model is too large for stronger propagation, it is searched unchanged.
            run = match self.counting.as_ref().map(|counting| self.on(counting).start_with(&task)) {
                Some(Ok(run)) => run,
                Some(Err(_)) | None => self.on(self.search.model).start_with(&task)?,
            };
            searched = self.advance(&mut run, candidates, reasons, u64::MAX);
        }
        self.ledger.enter(run.statistics());
        let solution = run.checked().map_err(ModelError::WrongSolution)?;
        Ok(match (searched, solution) {
            (Some((Step::Stopped(by), _)), _) => Found::Stopped(by),
            (_, Some(solution)) => Found::Solution(solution),
            (searched, None) => {
                self.refuted = candidates.clone();
                Found::Refuted(searched.map_or_else(|| candidates.clone(), |(_, used)| used))
            }
        })
    }

    /// Returns the search, on this model or on its copy for counting arguments.
    fn on<'n>(&self, model: &'n Model) -> Search<'n>
    where
        'm: 'n,
    {
        // Facts from restarts or from probing at the root cannot be traced to constraints, so both are off.
        let search = self.search.on_model(model).root(RootInference::None);
        search.limits(self.ledger.left()).set(|options| options.restarts = None)
    }

    /// Searches to the end and collects the constraints of each failure. Returns `None` after `patience` failures (or
    /// nodes, if reasons are ignored).
    fn advance(
        &self,
        run: &mut Run,
        candidates: &FixedBitSet,
        reasons: Reasons,
        patience: u64,
    ) -> Option<(Step, FixedBitSet)> {
        if reasons == Reasons::Ignored {
            let end = if patience == u64::MAX { Some(run.step()) } else { run.step_for(patience) };
            return end.map(|end| (end, candidates.clone()));
        }
        let mut budget = Budget::starting_now(&self.ledger.left());
        let mut cones = Cones::new(self.search.model, &self.unary, self.search.options.branching, candidates);
        let mut failures = 0;
        let end = loop {
            match run.step_for(1) {
                Some(end) => break end,
                None if failures == patience => return None,
                None if run.statistics().failures > failures => {
                    failures += 1;
                    if let Err(by) = cones.add(run, &mut budget) {
                        break Step::Stopped(by);
                    }
                }
                None if run.statistics().nodes == 1 => cones.at_root(run),
                None => {}
            }
        };
        Some((end, cones.used()))
    }

    fn core(&self, core: &FixedBitSet, mut necessary: Necessities) -> Core {
        let model = self.search.model;
        let member = |c| Member {
            id: model.constraint_id(c),
            name: model.constraint_name_at(c),
            status: necessary.remove(&c).unwrap_or(MemberStatus::Open),
        };
        let members = core.ones().map(member).collect();
        let (searches, distrusted) = (self.ledger.searches(), self.distrusted);
        let Statistics { nodes, failures, propagations, .. } = self.ledger.spent();
        Core { members, effort: Effort { searches, nodes, failures, propagations, distrusted } }
    }
}
