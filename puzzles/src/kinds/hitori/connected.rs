//! `Connected`: the unmarked squares are connected by their sides.
//!
//! Open squares count as possibly unmarked. The propagator fails when two unmarked squares cannot be connected, marks
//! squares that no path reaches, and keeps articulation squares between unmarked squares free. Each run searches the
//! board once for each open square, which is fast enough for puzzles on paper.

use crate::squares::{neighbours, reached};
use solver_core::prelude_propagator::*;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub(crate) struct Connected {
    views: Arc<[View]>,
    rows: usize,
    columns: usize,
}

static APART: Rule = Rule::new("connected.apart", "{premises}: this cuts squares off ({constraint}), so {fact}");

/// The hint for a failure; other hints encode a square.
const FAIL: u32 = u32::MAX;

impl Connected {
    pub(crate) fn new(views: &[View], rows: usize, columns: usize) -> Connected {
        Connected { views: views.into(), rows, columns }
    }

    /// Finds the squares that are reachable from the start without crossing marks, if square `without` counts as
    /// marked.
    fn piece(&self, squares: &[Option<i32>], start: usize, without: Option<usize>) -> Vec<bool> {
        reached(start, self.rows, self.columns, |other| squares[other] != Some(1) && Some(other) != without)
    }

    /// Finds two unmarked squares that are disconnected.
    fn apart(&self, squares: &[Option<i32>], without: Option<usize>) -> Option<(usize, usize)> {
        let mut free = (0..squares.len()).filter(|&square| squares[square] == Some(0));
        let first = free.next()?;
        let reached = self.piece(squares, first, without);
        free.find(|&square| !reached[square]).map(|other| (first, other))
    }
}

impl Propagator for Connected {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.work(8 * self.views.len())?;
        let squares: Vec<Option<i32>> = self.views.iter().map(|&view| cx.fixed(view)).collect();
        let Some(first) = squares.iter().position(|square| *square == Some(0)) else { return Ok(Status::Stable) };
        if self.apart(&squares, None).is_some() {
            return cx.fail(|| Lazy(FAIL));
        }
        let reached = self.piece(&squares, first, None);
        for square in (0..squares.len()).filter(|&square| squares[square].is_none()) {
            cx.work(4 * self.views.len())?;
            if !reached[square] {
                cx.fix(self.views[square], 1, || Lazy(2 * square as u32 + 1))?;
            } else if self.apart(&squares, Some(square)).is_some() {
                cx.fix(self.views[square], 0, || Lazy(2 * square as u32))?;
            }
        }
        Ok(Status::Again)
    }

    /// Explains by all marks and the two squares that they separate.
    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let mut squares: Vec<Option<i32>> = self.views.iter().map(|&view| past.fixed(view)).collect();
        let about = (hint != FAIL).then_some((hint / 2) as usize);
        let without = about.filter(|_| hint.is_multiple_of(2));
        if let Some(square) = about.filter(|_| without.is_none()) {
            squares[square] = Some(0);
        }
        if let Some((one, other)) = self.apart(&squares, without) {
            let free = [one, other].into_iter().filter(|&square| Some(square) != about);
            why.extend(free.map(|square| Atom::equals(self.views[square], 0)));
        }
        let marked = (0..squares.len()).filter(|&square| squares[square] == Some(1));
        why.extend(marked.map(|square| Atom::equals(self.views[square], 1)));
        &APART
    }

    /// Checks that two squares known to be unmarked are disconnected even if every square not known to be marked is
    /// unmarked.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let piece = pieces(self.rows, self.columns, |square| case.contains(self.views[square], 0));
        let mut free = (0..piece.len()).filter(|&square| case.fixed(self.views[square]) == Some(0)).map(|s| piece[s]);
        let first = free.next();
        rule == &APART && free.any(|piece| Some(piece) != first)
    }
}

/// Whether the squares with 0 are connected; used to check solutions.
pub(super) fn holds(rows: usize, columns: usize, values: &[i32]) -> bool {
    let piece = pieces(rows, columns, |square| values[square] == 0);
    let mut free = (0..piece.len()).filter(|&square| values[square] == 0).map(|square| piece[square]);
    let first = free.next();
    free.all(|piece| Some(piece) == first)
}

/// Finds the smallest square in the component of each square by spreading smaller numbers to neighbours. Independent of
/// the propagator.
fn pieces(rows: usize, columns: usize, is_free: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut piece: Vec<usize> = (0..rows * columns).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (one, other) in neighbours(rows, columns).filter(|&(one, other)| is_free(one) && is_free(other)) {
            let least = piece[one].min(piece[other]);
            changed |= piece[one] != piece[other];
            (piece[one], piece[other]) = (least, least);
        }
    }
    piece
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver_core::harness::Check;

    /// Compares the propagator with all paths through boards of two rows and four columns.
    #[test]
    fn the_harness_finds_no_fault() {
        let check: Check<()> = Check::new("connected")
            .arity(8..=8)
            .values(0..=1)
            .without_extremes()
            .parameters(|_, _| ())
            .post(|(), views| Connected::new(views, 2, 4))
            .holds(|(), values| is_whole(values))
            .rules([&APART])
            .cases(500)
            .seed(5);
        let report = check.run().unwrap_or_else(|failure| panic!("{failure}"));
        assert!(report.unseen_rules().is_empty() && report.reasons > 100, "{report}");
    }

    fn is_whole(values: &[i32]) -> bool {
        let free: Vec<usize> = (0..8).filter(|&square| values[square] == 0).collect();
        let Some(&first) = free.first() else { return true };
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&square) = reached.get(next) {
            next += 1;
            for &other in &free {
                let apart = (square / 4).abs_diff(other / 4) + (square % 4).abs_diff(other % 4);
                if apart == 1 && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached.len() == free.len()
    }
}
