//! The checker of [`Confined`]: sends every star from its region to a line, as a flow, and counts.

use super::{Confined, HALL, NO_ROOM};
use solver_core::prelude_propagator::*;

/// Whether a line of the axis or a region has too many sure stars or too few squares.
pub(super) fn is_miscounted(confined: &Confined, case: &CheckContext<'_>) -> bool {
    let mut counts = vec![[(0, 0); 2]; confined.size];
    for (square, &view) in confined.views.iter().enumerate() {
        let (line, region) = confined.place(square);
        for (kind, unit) in [line, region].into_iter().enumerate() {
            counts[unit][kind].0 += usize::from(case.fixed(view) == Some(1));
            counts[unit][kind].1 += usize::from(case.contains(view, 1));
        }
    }
    counts.iter().flatten().any(|&(sure, left)| sure > confined.area.stars || left < confined.area.stars)
}

/// Whether the stars that are not sure cannot all be sent from the regions to lines with room.
pub(super) fn is_overfull(confined: &Confined, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    if rule != &HALL && rule != &NO_ROOM {
        return false;
    }
    let (size, stars) = (confined.size, confined.area.stars);
    let (mut wants, mut room) = (vec![stars; size], vec![stars; size]);
    // How many more stars may go from a region to a line.
    let mut open = vec![vec![0usize; size]; size];
    for (square, &view) in confined.views.iter().enumerate() {
        let (line, region) = confined.place(square);
        if case.fixed(view) == Some(1) {
            let (Some(fewer), Some(less)) = (wants[region].checked_sub(1), room[line].checked_sub(1)) else {
                return true;
            };
            (wants[region], room[line]) = (fewer, less);
        } else if case.contains(view, 1) {
            open[region][line] += 1;
        }
    }
    let mut sent = vec![vec![0usize; size]; size];
    for (region, wanted) in wants.into_iter().enumerate() {
        for _ in 0..wanted {
            if !send(region, &open, &mut sent, &mut room, &mut vec![false; size]) {
                return true;
            }
        }
    }
    false
}

/// Sends one more star from a region, taking back others' if need be.
fn send(region: usize, open: &[Vec<usize>], sent: &mut [Vec<usize>], room: &mut [usize], tried: &mut [bool]) -> bool {
    for line in 0..room.len() {
        if tried[line] || sent[region][line] >= open[region][line] {
            continue;
        }
        tried[line] = true;
        if room[line] > 0 {
            room[line] -= 1;
            sent[region][line] += 1;
            return true;
        }
        for other in 0..sent.len() {
            if sent[other][line] > 0 && send(other, open, sent, room, tried) {
                sent[other][line] -= 1;
                sent[region][line] += 1;
                return true;
            }
        }
    }
    false
}
