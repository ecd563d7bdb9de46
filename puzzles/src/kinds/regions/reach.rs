//! `Reach`: excludes the squares that every placement of a unit's stars excludes.
//!
//! The propagator enumerates all placements of the missing stars in a row, column or region on its open squares such
//! that no two stars touch. A placement excludes the squares next to its stars and the other squares of every unit that
//! it fills. A square that every placement excludes has no star; a square that every placement contains has one. For
//! one star, this is the familiar hint "every square left in region B touches d4". A placement takes a few machine
//! words, and the enumeration stops as soon as the placements have nothing in common. If there are more than 20,000
//! placements, the propagator does nothing.

use super::area::{Area, bits};
use fixedbitset::FixedBitSet;
use solver_core::prelude_propagator::*;
use std::sync::Arc;

/// The propagator described in the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    area: Arc<Area>,
    /// The squares of the unit.
    own: Arc<[usize]>,
    /// A view for each square on the board; value 1 means a star.
    views: Arc<[View]>,
}

static RULED_OUT: Rule =
    Rule::new("reach.ruled_out", "{premises}: wherever the stars of {constraint} go, they rule it out, so {fact}");
static COMMON: Rule =
    Rule::new("reach.common", "{premises}: {constraint} cannot place its stars without it, so {fact}");
static NO_WAY: Rule = Rule::new("reach.no_way", "{premises}: {constraint} cannot place its stars, so {fact}");

/// The maximum number of placements to enumerate.
const WAYS: usize = 20_000;

/// The maximum number of enumeration steps. It is needed because a unit with too little room has many partial
/// placements.
const STEPS: usize = 8 * WAYS;

/// The kinds of inferences. A hint is four times the square index plus the kind.
const OUT: u32 = 0;
const IN: u32 = 1;
const NONE: u32 = 2;

/// The error when there are too many placements to enumerate.
struct TooMany;

impl Reach {
    pub(crate) fn new(area: Arc<Area>, unit: usize, views: Arc<[View]>) -> Reach {
        let own = area.units[unit].ones().collect();
        Reach { area, own, views }
    }

    /// Calls `look` for every placement until `look` returns false. Returns the number of enumeration steps.
    fn ways(
        &self,
        is_star: impl Fn(usize) -> bool,
        can_be: impl Fn(usize) -> bool,
        mut look: impl FnMut(&[usize]) -> bool,
    ) -> Result<usize, TooMany> {
        let (stars, rest): (Vec<usize>, Vec<usize>) = self.own.iter().partition(|&&square| is_star(square));
        let open: Vec<usize> = rest.into_iter().filter(|&square| can_be(square)).collect();
        let apart = |way: &[usize], square: usize| way.iter().all(|&star| !self.area.touched[star].contains(square));
        let mut way: Vec<usize> = Vec::with_capacity(self.area.stars + 1);
        for star in stars {
            if !apart(&way, star) {
                return Ok(0);
            }
            way.push(star);
        }
        if way.len() > self.area.stars {
            return Ok(0);
        }
        // The indices of the missing stars in `open`.
        let mut places: Vec<usize> = Vec::new();
        let (mut seen, mut steps) = (0, 0);
        let mut next = 0;
        loop {
            steps += 1;
            if way.len() == self.area.stars {
                seen += 1;
                if seen > WAYS || steps > STEPS {
                    return Err(TooMany);
                }
                if !look(&way) {
                    return Ok(steps);
                }
            } else if steps > STEPS {
                return Err(TooMany);
            } else if let Some(place) = (next..open.len()).find(|&i| apart(&way, open[i])) {
                way.push(open[place]);
                places.push(place);
                next = place + 1;
                continue;
            }
            let Some(place) = places.pop() else { return Ok(steps) };
            way.pop();
            next = place + 1;
        }
    }

    /// Checks, depending on the hint, that all placements exclude a square, that all contain it, or that there is no
    /// placement.
    fn all_agree(&self, is_star: impl Fn(usize) -> bool, can_be: impl Fn(usize) -> bool, hint: u32) -> bool {
        let (square, mut agree) = ((hint / 4) as usize, true);
        let ways = self.ways(is_star, can_be, |way| {
            agree = match hint % 4 {
                OUT => self.area.ruled_out(way).contains(square),
                IN => way.contains(&square),
                _ => false,
            };
            agree
        });
        ways.is_ok() && agree
    }
}

impl Propagator for Reach {
    fn scope(&self, scope: &mut Scope) {
        for (square, &view) in self.views.iter().enumerate() {
            // Other constraints propagate the effect of stars outside this unit. This propagator needs to check those
            // stars only in the final assignment.
            let wake = if self.own.contains(&square) { Wake::Domain } else { Wake::Never };
            scope.watch(view, wake);
        }
        scope.priority(4);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let mut out: Option<FixedBitSet> = None;
        let mut common: Option<FixedBitSet> = None;
        let (is_star, can_be) = (|s| cx.fixed(self.views[s]) == Some(1), |s| cx.contains(self.views[s], 1));
        let ways = self.ways(is_star, can_be, |way| {
            let ruled_out = self.area.ruled_out(way);
            let way = bits(self.area.squares, way.iter().copied());
            match (&mut out, &mut common) {
                (Some(out), Some(common)) => {
                    out.intersect_with(&ruled_out);
                    common.intersect_with(&way);
                    !(out.is_clear() && common.is_clear())
                }
                _ => {
                    (out, common) = (Some(ruled_out), Some(way));
                    true
                }
            }
        });
        let Ok(ways) = ways else {
            cx.work(STEPS)?;
            return Ok(Status::Stable);
        };
        cx.work(ways)?;
        let (Some(out), Some(common)) = (out, common) else { return cx.fail(|| Lazy(NONE)) };
        for square in out.ones() {
            if cx.contains(self.views[square], 1) {
                cx.remove(self.views[square], 1, || Lazy(4 * square as u32 + OUT))?;
            }
        }
        for square in common.ones() {
            cx.fix(self.views[square], 1, || Lazy(4 * square as u32 + IN))?;
        }
        Ok(Status::Again)
    }

    /// Explains an inference by the stars and excluded squares of the unit, after minimising them.
    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let is_star = |s: usize| past.fixed(self.views[s]) == Some(1);
        let can_be = |s: usize| past.contains(self.views[s], 1);
        let mut needed: Vec<usize> = self.own.iter().copied().filter(|&s| is_star(s) || !can_be(s)).collect();
        let mut i = 0;
        while i < needed.len() {
            let mut fewer = needed.clone();
            fewer.remove(i);
            let known = |s: usize| fewer.contains(&s);
            let agree = self.all_agree(|s| known(s) && is_star(s), |s| can_be(s) || !known(s), hint);
            if agree { needed = fewer } else { i += 1 }
        }
        let atom = |s: usize| if is_star(s) { Atom::equals(self.views[s], 1) } else { Atom::differs(self.views[s], 1) };
        why.extend(needed.into_iter().map(atom));
        match hint % 4 {
            OUT => &RULED_OUT,
            IN => &COMMON,
            _ => &NO_WAY,
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let known = [&RULED_OUT, &COMMON, &NO_WAY].contains(&rule);
        known && !check::can_place(self, case, &mut Vec::new(), 0)
    }
}

mod check;
#[cfg(test)]
mod tests;
