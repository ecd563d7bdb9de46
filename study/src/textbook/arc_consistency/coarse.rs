//! The coarse-grained algorithms, with a queue of arcs to *revise*.
//!
//! Revising an arc means finding, for every value of the arc's own variable, a support in its other variable, and
//! removing the values without a support. If a value was removed, the arcs into that variable are queued again, except
//! the reverse arc of the same constraint. The algorithms differ in how they search for a support.

use super::work::Work;
use solver_core::prelude_propagator::*;
use std::collections::VecDeque;

/// A queue of arcs to revise, which contains each arc at most once.
#[derive(Clone, Debug, Default)]
pub(super) struct ArcQueue {
    waiting: VecDeque<u32>,
    is_in: Vec<bool>,
}

impl ArcQueue {
    pub(super) fn clear(&mut self, arcs: usize) {
        self.waiting.clear();
        self.is_in.clear();
        self.is_in.resize(arcs, false);
    }

    pub(super) fn push(&mut self, arc: u32) {
        if !std::mem::replace(&mut self.is_in[arc as usize], true) {
            self.waiting.push_back(arc);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let arc = self.waiting.pop_front()?;
        self.is_in[arc as usize] = false;
        Some(arc)
    }
}

/// Revises arcs until the queue is empty. `has_support` searches for a support for a value of the given arc.
pub(super) fn run(
    work: &mut Work<'_, '_>,
    queue: &mut ArcQueue,
    mut has_support: impl FnMut(&mut Work<'_, '_>, usize, usize) -> Result<bool, Conflict>,
) -> Result<(), Conflict> {
    let net = work.net;
    while let Some(number) = queue.pop() {
        let arc = &net.arcs[number as usize];
        let mut changed = false;
        for a in work.values(arc.own) {
            if !has_support(work, number as usize, a)? {
                work.remove(number as usize, a)?;
                changed = true;
            }
        }
        if changed {
            // The reverse arc need not be revised, because the removed values had no support in it and so supported
            // nothing.
            let back = number ^ 1;
            net.into[arc.own as usize].iter().filter(|&&into| into != back).for_each(|&into| queue.push(into));
        }
    }
    Ok(())
}

/// AC-3 (A. Mackworth, *Consistency in networks of relations*, Artificial Intelligence 8, 1977): searches from the
/// first value.
pub(super) fn ac3(work: &mut Work<'_, '_>, arc: usize, a: usize) -> Result<bool, Conflict> {
    Ok(work.seek(arc, a, 0)?.is_some())
}

/// AC-2001 (C. Bessière and J.-C. Régin, *Refining the basic constraint propagation algorithm*, IJCAI 2001; Y. Zhang
/// and R. Yap, the same year): searches from the last support, whose index is stored in a trailed integer with 1 added.
pub(super) fn ac2001(work: &mut Work<'_, '_>, first_cell: usize, arc: usize, a: usize) -> Result<bool, Conflict> {
    let cell = first_cell + work.net.arcs[arc].first_own + a;
    let last = work.cx.trailed(cell) as usize;
    if last > 0 && work.has(work.net.arcs[arc].other, last - 1) {
        return Ok(true);
    }
    let support = work.seek(arc, a, last)?;
    if let Some(b) = support {
        work.cx.set_trailed(cell, b as i64 + 1);
    }
    Ok(support.is_some())
}

/// AC-3 with multi-directional residues (C. Lecoutre and F. Hemery, *A Study of Residual Supports in Arc Consistency*,
/// IJCAI 2007): stores the last support as a hint, which need not be undone and is valid in both directions.
pub(super) fn ac3_residues(
    work: &mut Work<'_, '_>,
    residues: &mut [u32],
    arc: usize,
    a: usize,
) -> Result<bool, Conflict> {
    let net = work.net;
    let place = net.arcs[arc].first_own + a;
    let residue = residues[place];
    if residue != NONE && work.has(net.arcs[arc].other, residue as usize) {
        return Ok(true);
    }
    let Some(b) = work.seek(arc, a, 0)? else { return Ok(false) };
    residues[place] = b as u32;
    residues[net.arcs[arc ^ 1].first_own + b] = a as u32;
    Ok(true)
}

/// The value that marks a missing residue.
pub(super) const NONE: u32 = u32::MAX;

/// AC-3bit (C. Lecoutre and J. Vion, *Enforcing Arc Consistency using Bitwise Operations*, Constraint Programming
/// Letters 2, 2008): tests a word of values in one operation.
pub(super) fn ac3_bit(work: &mut Work<'_, '_>, arc: usize, a: usize) -> Result<bool, Conflict> {
    let arc = &work.net.arcs[arc];
    let domain = work.domain(arc.other);
    let words = work.now[domain].iter().zip(arc.relation.row(arc.side, a));
    let met = words.clone().position(|(now, row)| now & row != 0);
    let looked = met.map_or(words.len(), |k| k + 1);
    work.words += looked as u64;
    work.cx.work(looked)?;
    Ok(met.is_some())
}
