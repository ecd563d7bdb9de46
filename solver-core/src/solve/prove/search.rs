//! The search that writes a proof, and its pauses.

use super::helper::{Found, Helpers, SLICE};
use super::{Pause, Proved, Written};
use crate::budget::{StopReason, drop_in_background};
use crate::compile::Compiled;
use crate::model::ModelError;
use crate::proof::{Claim, Kind, ProofError, ProofLog, Proving};
use crate::search::{Forked, SearchTree, Statistics, Step};
use crate::solve::interleaved::Interleaved;
use crate::solve::optimise::Goal;
use crate::solve::prepared::Prepared;
use crate::solve::search::Search;
use crate::solve::searches::Searches;
use crate::solve::solution::Solution;
use crate::view::View;

impl Prepared<'_> {
    pub(super) fn prove(self, goal: Option<Goal>, written: Written<'_>) -> Result<Proved, ProofError> {
        let Written { files, at_pause, is_part } = written;
        let Prepared { search, task, compiled: Compiled { engine, symbols, wiring, statements }, budget } = self;
        let (model, options, views) = (search.model, &search.options, &wiring.views);
        let view = wiring.objective.as_ref().map(|objective| objective.view);
        let lists = goal.is_none() && options.limits.solutions != Some(1);
        // Solutions that agree on the projected variables are listed once.
        let listed = match &options.projection {
            None => views.clone(),
            Some(onto) => onto.iter().filter_map(|x| views.get(x.index as usize).copied()).collect(),
        };
        let kind = Kind { lists, part: options.part.as_ref(), bounds: is_part && goal.is_some() };
        let proving =
            Proving::new(model, (&engine, &symbols), &statements, &listed, view, (files, kind), budget.clone())?;
        // With a projection or an objective, an inference may depend on the solutions listed before it.
        let is_plain = options.learning.is_none() && options.projection.is_none() && goal.is_none();
        let interleaved_with = search.interleaved_with(goal.is_some());
        let needs_reasons = interleaved_with.is_none() && (!is_plain || proving.needs_reasons());
        let engine = if needs_reasons { engine } else { engine.without_reasons() };
        let tree = search.tree(engine, &wiring, options.limits.clone(), budget)?;
        let (mut searches, helping) = searches(search, tree, interleaved_with, views)?;
        let learns = options.learning.is_some() || searches.is_interleaved() || !helping.is_empty();
        let mut recheck = search.recheck(task);
        let (mut last, mut wrong, mut rest) = (None, None, None);
        let mut helped = Statistics::default();
        let claim = std::thread::scope(|scope| {
            let helpers = (!helping.is_empty()).then(|| Helpers::start(scope, helping));
            let claim = proving.search(learns, |log| {
                let mut solution: Option<(Solution, Option<i32>)> = None;
                loop {
                    let found = solution.as_ref().map(|(solution, value)| (solution, *value));
                    let mut pause = Pause { statistics: searches.statistics(), found, better_than: None };
                    let room = at_pause(&mut pause);
                    if let Some(value) = pause.better_than.filter(|_| is_part) {
                        log.improve_on(value);
                        searches.improve_on(value);
                    }
                    if room == 0 {
                        if !is_part {
                            break Step::Stopped(StopReason::Observer);
                        }
                        if let Some(left) = searches.rest() {
                            log.leave(&left.parts);
                            rest = Some(left);
                            break Step::Exhausted;
                        }
                    }
                    // The logged search's statistics do not count a solution found by a helper.
                    if solution.is_some() && helpers.is_some() && goal.is_none() {
                        break Step::Stopped(StopReason::Solutions);
                    }
                    solution = None;
                    let found = match next(&mut searches, helpers.as_ref(), room, log) {
                        Some(Ok(found)) => found,
                        Some(Err(end)) => break end,
                        None => continue,
                    };
                    let value = |view: &View| view.value_of(found.values[view.var().index()]);
                    let values: Vec<i32> = views.iter().map(value).collect();
                    if let Some(recheck) = &mut recheck
                        && let Err(error) = recheck.check(&values, found.objective)
                    {
                        wrong = Some(error);
                        break Step::Stopped(StopReason::WrongSolution);
                    }
                    last = Some(values.clone());
                    solution =
                        Some((Solution { owner: model.owner().clone(), values: values.into() }, found.objective));
                }
            });
            helped = helpers.map(Helpers::end).unwrap_or_default();
            claim
        })?;
        if let Some(wrong) = wrong {
            return Err(ModelError::WrongSolution(wrong).into());
        }
        let claim = match (claim, goal) {
            (Claim::Optimum(value), Some(goal)) => Claim::Optimum(goal.user_value(value)),
            (claim, _) => claim,
        };
        let verdict = claim.verdict(goal == Some(Goal::Maximize));
        let statistics = searches.statistics() + helped;
        if let Claim::Nothing(_) = claim {
            drop_in_background(searches);
        }
        Ok(Proved { claim, last, statistics, verdict, rest })
    }
}

/// Continues to the next solution of the logged search or of a helper, or to the end of the search. Pauses (`None`)
/// after at most `room` nodes.
fn next(
    searches: &mut Interleaved,
    helpers: Option<&Helpers<'_>>,
    room: u64,
    log: &mut ProofLog<'_>,
) -> Option<Result<Found, Step>> {
    let found = if let Some(found) = helpers.and_then(Helpers::found) {
        // The solution may have come too late to be an improvement.
        if !searches.active().is_improved_by(found.objective) {
            return None;
        }
        log.import(found.values.clone());
        found.objective.into_iter().for_each(|value| searches.improve_on(value));
        found
    } else {
        let most = if helpers.is_some() { SLICE } else { u64::MAX };
        match searches.step_watched(room.clamp(1, most), log)? {
            Step::Solution => Found::at(searches.active().engine(), searches.active().objective()),
            end => return Some(Err(end)),
        }
    };
    if let Some((helpers, value)) = helpers.zip(found.objective) {
        helpers.improve_on(value);
    }
    Some(Ok(found))
}

/// Returns the searches of a proof: those that share the log's thread, and the trees of its helpers.
fn searches(
    search: &Search<'_>,
    tree: SearchTree,
    interleaved_with: Option<[Search<'_>; 2]>,
    views: &[View],
) -> Result<(Interleaved, Vec<SearchTree>), ProofError> {
    let unlogged = |option| ProofError::Unlogged { option };
    let threads = search.options.more_threads;
    let Some([learning, plain]) = interleaved_with else {
        return if threads == 0 {
            Ok((Interleaved::single(tree), Vec::new()))
        } else {
            Err(unlogged("several threads"))
        };
    };
    let forked = |search: &Search<'_>, way| -> Result<Option<SearchTree>, ModelError> {
        Ok(tree.forked(search.selection(tree.engine(), views)?, way))
    };
    let log =
        forked(&learning, Forked::Learning(None))?.ok_or_else(|| unlogged("the automatic search without restarts"))?;
    if threads == 0 {
        return Ok((Interleaved::proving(tree, log, &search.options.limits), Vec::new()));
    }
    let mut helping = Vec::new();
    for k in 1..threads {
        let [learning, plain] = [&learning, &plain].map(|one| one.clone().seed(one.options.seed + k as u64));
        helping.extend(match k % 2 {
            0 => forked(&learning, Forked::Learning(None))?,
            _ => forked(&plain, Forked::DepthFirst)?,
        });
    }
    helping.push(tree);
    Ok((Interleaved::single(log), helping.into_iter().map(SearchTree::unshared).collect()))
}
