//! The checker for [`Reach`], which places the unit's stars square by square and tests each placement against all known
//! stars.

use super::Reach;
use solver_core::reason::CheckContext;

fn is_star(reach: &Reach, case: &CheckContext<'_>, square: usize) -> bool {
    case.fixed(reach.views[square]) == Some(1)
}

/// Checks whether `chosen`, a selection from the first `decided` squares of the unit, can be extended to a placement.
pub(super) fn can_place(reach: &Reach, case: &CheckContext<'_>, chosen: &mut Vec<usize>, decided: usize) -> bool {
    if chosen.len() > reach.area.stars {
        return false;
    }
    let Some(&square) = reach.own.get(decided) else {
        return chosen.len() == reach.area.stars && is_peaceful(reach, case, chosen);
    };
    let apart = chosen.iter().all(|&star| !touch(reach, star, square));
    if apart && case.contains(reach.views[square], 1) {
        chosen.push(square);
        let found = can_place(reach, case, chosen, decided + 1);
        chosen.pop();
        if found {
            return true;
        }
    }
    !is_star(reach, case, square) && can_place(reach, case, chosen, decided + 1)
}

/// Checks that no other known star touches a chosen star or lies in a unit that the chosen stars fill.
fn is_peaceful(reach: &Reach, case: &CheckContext<'_>, chosen: &[usize]) -> bool {
    let sure = (0..reach.views.len()).filter(|s| !chosen.contains(s) && is_star(reach, case, *s));
    sure.into_iter().all(|star| {
        let shares = |unit: usize| chosen.iter().filter(|&&s| reach.area.units_of[s].contains(&unit)).count();
        let crowded = reach.area.units_of[star].iter().any(|&unit| shares(unit) == reach.area.stars);
        !crowded && chosen.iter().all(|&other| !touch(reach, star, other))
    })
}

fn touch(reach: &Reach, a: usize, b: usize) -> bool {
    let ([row, column, _], [other_row, other_column, _]) = (reach.area.units_of[a], reach.area.units_of[b]);
    row.abs_diff(other_row) <= 1 && column.abs_diff(other_column) <= 1
}
