//! The fine-grained algorithms: they queue removed values, and visit the values that each removed value supported.

use super::work::Work;
use solver_core::prelude_propagator::*;
use std::collections::VecDeque;

/// A queue of removed values, each given by its variable's index and its value index.
pub(super) type Gone = VecDeque<(u32, u32)>;

/// The indices at which two arrays of trailed integers begin: The array at `own` has an entry for each arc and value of
/// its own variable; the one at `other`, for each arc and value of its other variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    /// AC-4: the number of remaining supports. AC-6: the next value in the list of values with the same support.
    pub(super) own: usize,
    /// AC-4: whether the value was counted as a support. AC-6: the first value in the list of the values that it
    /// supports.
    pub(super) other: usize,
}

/// AC-4 (R. Mohr and T. Henderson, *Arc and Path Consistency Revisited*, Artificial Intelligence 28, 1986): counts the
/// supports of every value once by checking all pairs.
pub(super) fn ac4_start(work: &mut Work<'_, '_>, cells: Cells, gone: &mut Gone) -> Result<(), Conflict> {
    let net = work.net;
    for (number, arc) in net.arcs.iter().enumerate() {
        for b in work.values(arc.other) {
            work.cx.set_trailed(cells.other + arc.first_other + b, 1);
        }
        for a in work.values(arc.own) {
            let (mut count, mut support) = (0, work.seek(number, a, 0)?);
            while let Some(b) = support {
                count += 1;
                support = work.seek(number, a, b + 1)?;
            }
            work.cx.set_trailed(cells.own + arc.first_own + a, count);
            if count == 0 {
                work.remove(number, a)?;
                gone.push_back((arc.own, a as u32));
            }
        }
    }
    Ok(())
}

/// AC-4: each removed value decrements the counters of the values that it supported.
pub(super) fn ac4(work: &mut Work<'_, '_>, cells: Cells, gone: &mut Gone) -> Result<(), Conflict> {
    let net = work.net;
    while let Some((variable, b)) = gone.pop_front() {
        for &number in &net.into[variable as usize] {
            let (arc, b) = (&net.arcs[number as usize], b as usize);
            if work.cx.trailed(cells.other + arc.first_other + b) == 0 {
                continue;
            }
            // The paper stores the values that `b` supports in a list; here this list is a row of the relation.
            let row = arc.relation.row(1 - arc.side, b);
            work.cx.work(net.values[arc.own as usize].len() / 8)?;
            for (k, &word) in row.iter().enumerate() {
                let mut supported = word;
                while supported != 0 {
                    let a = 64 * k + supported.trailing_zeros() as usize;
                    supported &= supported - 1;
                    let cell = cells.own + arc.first_own + a;
                    let left = work.cx.trailed(cell) - 1;
                    work.cx.set_trailed(cell, left);
                    if left == 0 && work.has(arc.own, a) {
                        work.remove(number as usize, a)?;
                        gone.push_back((arc.own, a as u32));
                    }
                }
            }
        }
    }
    Ok(())
}

/// AC-6 (C. Bessière, *Arc-consistency and arc-consistency again*, Artificial Intelligence 65, 1994): finds the first
/// support of every value. Value indices are stored with 1 added.
pub(super) fn ac6_start(work: &mut Work<'_, '_>, cells: Cells, gone: &mut Gone) -> Result<(), Conflict> {
    let net = work.net;
    for (number, arc) in net.arcs.iter().enumerate() {
        for a in work.values(arc.own) {
            support(work, cells, gone, (number, a, 0))?;
        }
    }
    Ok(())
}

/// AC-6: values that have lost their support search for the next support.
pub(super) fn ac6(work: &mut Work<'_, '_>, cells: Cells, gone: &mut Gone) -> Result<(), Conflict> {
    let net = work.net;
    while let Some((variable, b)) = gone.pop_front() {
        for &number in &net.into[variable as usize] {
            let (arc, b) = (&net.arcs[number as usize], b as usize);
            let first = cells.other + arc.first_other + b;
            let mut next = work.cx.trailed(first) as usize;
            work.cx.set_trailed(first, 0);
            while next != 0 {
                let a = next - 1;
                next = work.cx.trailed(cells.own + arc.first_own + a) as usize;
                if work.has(arc.own, a) {
                    support(work, cells, gone, (number as usize, a, b + 1))?;
                }
            }
        }
    }
    Ok(())
}

/// Finds a support for a value from index `from` onward, or removes the value.
fn support(
    work: &mut Work<'_, '_>,
    cells: Cells,
    gone: &mut Gone,
    (number, a, from): (usize, usize, usize),
) -> Result<(), Conflict> {
    let arc = &work.net.arcs[number];
    match work.seek(number, a, from)? {
        Some(b) => {
            let first = cells.other + arc.first_other + b;
            let behind = work.cx.trailed(first);
            work.cx.set_trailed(cells.own + arc.first_own + a, behind);
            work.cx.set_trailed(first, a as i64 + 1);
            Ok(())
        }
        None => {
            work.remove(number, a)?;
            gone.push_back((arc.own, a as u32));
            Ok(())
        }
    }
}
