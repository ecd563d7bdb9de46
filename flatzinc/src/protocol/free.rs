//! Searches that go their own way: by failures, with restarts, near the best solution so far.

use crate::plan::Plan;
use solver_core::search::{ConflictHeuristic, Lns, Restarts, TieBreak, VarSelect};
use solver_core::{Phase, Search};

/// What `-f` allows. The order of phases stays, and so do their value orders. With an objective the whole tree takes turns with
/// neighbourhoods of the best solution.
pub(super) fn free<'m>(search: Search<'m>, plan: &Plan, restarts: Option<Restarts>, optimises: bool) -> Search<'m> {
    let phases = plan.phases.iter().cloned().map(|phase: Phase| phase.order(VarSelect::DomWdeg));
    let search = search.seq(phases).conflict_heuristic(ConflictHeuristic::LastConflict(1)).phase_saving();
    let search = restarts.into_iter().fold(search, Search::restarts);
    if optimises { search.lns(Lns::new().patience(50).alternate_with_proof(1000)) } else { search }
}

/// The `k`-th search beside the one that was asked for, from 1: with an objective every second one in neighbourhoods.
pub(super) fn other<'m>(search: Search<'m>, plan: &Plan, k: usize, optimises: bool) -> Search<'m> {
    let (order, restarts) = match k % 3 {
        1 => (VarSelect::RefinedWdeg, Restarts::Luby { unit: 100 }),
        2 => (VarSelect::DomWdeg, Restarts::Geometric { first: 50, factor: 1.3 }),
        _ => (VarSelect::Activity, Restarts::Luby { unit: 50 }),
    };
    let ties = if k > 3 { TieBreak::Random } else { TieBreak::First };
    let phases = plan.phases.iter().cloned().map(|phase: Phase| phase.order(order).tie_break(ties));
    let search =
        search.seq(phases).conflict_heuristic(ConflictHeuristic::LastConflict(1)).restarts(restarts).phase_saving();
    if optimises && k % 2 == 1 { search.lns(Lns::new()) } else { search }
}
