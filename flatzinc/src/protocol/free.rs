//! Searches that go their own way: by failures, with restarts, near the best solution so far.

use crate::plan::Plan;
use solver_core::search::{AfterFailure, Neighbourhoods, Restarts, Ties, VarOrder};
use solver_core::{Phase, Search};

/// What `-f` allows. The order of phases stays, and so do their value orders. With an objective the whole tree takes turns with
/// neighbourhoods of the best solution.
pub(super) fn free<'m>(search: Search<'m>, plan: &Plan, restarts: Option<Restarts>, optimises: bool) -> Search<'m> {
    let phases = plan.phases.iter().cloned().map(|phase: Phase| phase.order(VarOrder::DomWdeg));
    let search = search.seq(phases).after_failure(AfterFailure::LastConflict(1)).saving();
    let search = restarts.into_iter().fold(search, Search::restarts);
    if optimises { search.neighbourhoods(Neighbourhoods::new().patience(50).taking_turns(1000)) } else { search }
}

/// The `k`-th search beside the one that was asked for, from 1: with an objective every second one in neighbourhoods.
pub(super) fn other<'m>(search: Search<'m>, plan: &Plan, k: usize, optimises: bool) -> Search<'m> {
    let (order, restarts) = match k % 3 {
        1 => (VarOrder::RefinedWdeg, Restarts::Luby { unit: 100 }),
        2 => (VarOrder::DomWdeg, Restarts::Geometric { first: 50, factor: 1.3 }),
        _ => (VarOrder::Activity, Restarts::Luby { unit: 50 }),
    };
    let ties = if k > 3 { Ties::Random } else { Ties::First };
    let phases = plan.phases.iter().cloned().map(|phase: Phase| phase.order(order).ties(ties));
    let search = search.seq(phases).after_failure(AfterFailure::LastConflict(1)).restarts(restarts).saving();
    if optimises && k % 2 == 1 { search.neighbourhoods(Neighbourhoods::new()) } else { search }
}
