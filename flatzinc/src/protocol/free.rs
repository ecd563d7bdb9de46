//! The additional searches of a portfolio (`-p`).

use crate::plan::Plan;
use solver_core::search::{ConflictHeuristic, Learning, Lns, Relaxation, Restarts, TieBreak, VarSelect};
use solver_core::{Phase, Search};

/// Creates search `k` of a portfolio, counted from 1 after the main search. Every other search learns: those with odd
/// indices or, if the main search also learns (`learns`), those with even indices. With an objective, every second one
/// of the remaining searches uses LNS.
pub(super) fn other<'m>(
    search: Search<'m>,
    plan: &Plan,
    k: usize,
    optimises: bool,
    learns: bool,
    relaxation: Relaxation,
) -> Search<'m> {
    let place = k + usize::from(learns);
    if place % 2 == 1 {
        let search = search.seq(plan.phases.iter().cloned()).conflict_heuristic(ConflictHeuristic::None);
        let search = search.learn([Learning::Alternating, Learning::Activity][place / 2 % 2]);
        return search.linear_relaxation(if relaxation == Relaxation::Auto { Relaxation::On } else { relaxation });
    }
    let k = place / 2;
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
