//! Regions confined to as many lines fill them (Hall sets).
//!
//! When the squares left of m regions lie in m rows, all stars of these rows belong to these regions, and every other
//! square of these rows is excluded; the same with columns. Conversely, when everything left of m rows lies in m
//! regions, the rest of these regions is excluded. Both are Hall sets of the regions against the lines, found as Régin
//! (AAAI 1994) does for `all_different`: a matching of regions with lines, and reachability by exchange. The number of
//! stars does not matter: with k stars each, m regions and m lines balance as well.

use super::area::Area;
use super::constraint::Axis;
use super::exactly::rules;
use solver_core::prelude_propagator::*;
use std::sync::Arc;

mod check;
mod matching;
#[cfg(test)]
mod tests;

use matching::Matching;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub(crate) struct Confined {
    area: Arc<Area>,
    axis: Axis,
    size: usize,
    /// A view for each square of the board, with value 1 for a star.
    views: Arc<[View]>,
}

rules! {
    HALL = "confined.hall_set", "{premises}: these regions fill their lines ({constraint}), so {fact}";
    NO_ROOM = "confined.no_room", "{premises}: these regions have fewer lines than they need ({constraint}), so {fact}";
    MISCOUNT = "confined.miscount", "{premises}: the number of stars is wrong ({constraint}), so {fact}";
}

/// What a hint says when it is not four times a square.
const ROOM: u32 = 1;
const COUNT: u32 = 2;

impl Confined {
    pub(crate) fn new(area: Arc<Area>, axis: Axis, views: Arc<[View]>) -> Confined {
        let size = area.units.len() / 3;
        Confined { area, axis, size, views }
    }

    /// The line and the region of a square.
    fn place(&self, square: usize) -> (usize, usize) {
        let [row, column, region] = self.area.units_of[square];
        let line = if self.axis == Axis::Rows { row } else { column - self.size };
        (line, region - 2 * self.size)
    }

    /// Which regions have squares left in which lines, as bits by region.
    fn lines(&self, can_be: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut lines = vec![0; self.size];
        for square in (0..self.views.len()).filter(|&s| can_be(s)) {
            let (line, region) = self.place(square);
            lines[region] |= 1 << line;
        }
        lines
    }

    /// The squares of some regions outside some lines.
    fn outside(&self, regions: u64, lines: u64) -> impl Iterator<Item = usize> + '_ {
        (0..self.views.len()).filter(move |&square| {
            let (line, region) = self.place(square);
            regions >> region & 1 == 1 && lines >> line & 1 == 0
        })
    }

    /// The regions that fill lines, and these lines, with which the star of a square is ruled out, or
    /// those that have not enough lines.
    pub(super) fn filled(&self, can_be: impl Fn(usize) -> bool, square: Option<usize>) -> (Vec<usize>, Vec<usize>) {
        let lines = self.lines(can_be);
        let regions = match (Matching::new(&lines), square) {
            (Err(crowd), _) => crowd,
            (Ok(matching), Some(square)) => matching.tight_around(self.place(square).0, &lines),
            (Ok(_), None) => 0,
        };
        let members = |set: u64| (0..self.size).filter(|i| set >> i & 1 == 1).collect();
        (members(regions), members(matching::united(regions, &lines)))
    }

    /// A line or region whose number of stars is settled and wrong: its squares.
    fn miscounted(&self, is_star: impl Fn(usize) -> bool, can_be: impl Fn(usize) -> bool) -> Option<usize> {
        let first = if self.axis == Axis::Rows { 0 } else { self.size };
        let units = (first..first + self.size).chain(2 * self.size..3 * self.size);
        units.into_iter().find(|&unit| {
            let own = || self.area.units[unit].iter();
            let (stars, left) = (own().filter(|&s| is_star(s)).count(), own().filter(|&s| can_be(s)).count());
            stars > self.area.stars || left < self.area.stars
        })
    }
}

impl Propagator for Confined {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.work(4 * self.views.len())?;
        if self.miscounted(|s| cx.fixed(self.views[s]) == Some(1), |s| cx.contains(self.views[s], 1)).is_some() {
            return cx.fail(|| Lazy(COUNT));
        }
        let lines = self.lines(|s| cx.contains(self.views[s], 1));
        let Ok(matching) = Matching::new(&lines) else { return cx.fail(|| Lazy(ROOM)) };
        let mut removed = false;
        for line in 0..self.size {
            let inside = matching.tight_around(line, &lines);
            for square in 0..self.views.len() {
                let (own, region) = self.place(square);
                if own == line && inside >> region & 1 == 0 && cx.contains(self.views[square], 1) {
                    cx.remove(self.views[square], 1, || Lazy(4 * square as u32))?;
                    removed = true;
                }
            }
        }
        Ok(if removed { Status::Again } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let is_star = |s: usize| past.fixed(self.views[s]) == Some(1);
        let can_be = |s: usize| past.contains(self.views[s], 1);
        let gone = |s: usize| Atom::differs(self.views[s], 1);
        if hint == COUNT {
            let Some(unit) = self.miscounted(is_star, can_be) else { return &MISCOUNT };
            let own: Vec<usize> = self.area.units[unit].iter().collect();
            let stars: Vec<usize> = own.iter().copied().filter(|&s| is_star(s)).collect();
            if stars.len() > self.area.stars {
                why.extend(stars.into_iter().map(|s| Atom::equals(self.views[s], 1)));
            } else {
                why.extend(own.into_iter().filter(|&s| !can_be(s)).map(gone));
            }
            return &MISCOUNT;
        }
        let lines = self.lines(can_be);
        let regions = match Matching::new(&lines) {
            Err(crowd) => crowd,
            Ok(matching) => matching.tight_around(self.place((hint / 4) as usize).0, &lines),
        };
        let taken = matching::united(regions, &lines);
        why.extend(self.outside(regions, taken).map(gone));
        if hint == ROOM { &NO_ROOM } else { &HALL }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &MISCOUNT { check::is_miscounted(self, case) } else { check::is_overfull(self, rule, case) }
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
