//! Sums of weighted *choices*: the view of a choice has two neighbouring values, as a Boolean does. A choice is *up* at
//! the higher value and *down* at the lower one. A few other terms are allowed, such as the variable equal to the sum.
//!
//! The contribution of the choices is updated as they become fixed. They are sorted by descending coefficient: if the
//! largest unfixed one fits, all of them fit. So the cost of a run depends on the changes, not on the sum's length.
//! Trailed bits mark the choices that have been counted.

use super::Term;
use super::half::{AT_LEAST, AT_MOST, Room};
use super::sum::{Sum, quotient};
use crate::constraints::bits::ones;
use crate::prelude_propagator::*;

#[derive(Clone, Copy, Debug)]
struct Choice {
    view: View,
    coefficient: i64,
    low: i32,
    position: u32,
}

/// The terms of a sum of weighted choices.
#[derive(Clone, Debug)]
pub(super) struct Weighted {
    /// The choices, largest coefficients first.
    choices: Box<[Choice]>,
    /// The index of the choice at each position, or the number of choices if the term is not a choice.
    place: Box<[u32]>,
    /// The other terms, with their positions.
    others: Box<[(u32, Term)]>,
    /// The slack when all choices are down.
    room: i64,
    /// The total contribution of the choices when all are up.
    span: i64,
}

/// Trailed integers: the contribution of the counted choices that are up, the lost contribution of those that are down,
/// and bits that mark the counted choices.
const UP: usize = 0;
const DOWN: usize = 1;
const COUNTED: usize = 2;

/// The minimum number of choices. With fewer, recomputing is as fast.
const FEWEST: usize = 4;
/// The maximum number of other terms, which are handled in every run.
const MOST_OTHERS: usize = 2;

/// The two counters, and how far the sum may still rise and fall.
struct Tally {
    up: i64,
    down: i64,
    room: Room,
}

impl Weighted {
    /// Returns the choices of a sum, if there are enough of them and few enough other terms.
    pub(super) fn from_sum(sum: &Sum) -> Option<Weighted> {
        let (mut choices, mut others) = (Vec::new(), Vec::new());
        for ((position, &term), &(low, high)) in (0..).zip(&sum.terms).zip(&sum.ranges) {
            if i64::from(high) - i64::from(low) == 1 {
                choices.push(Choice { view: term.view, coefficient: term.coefficient, low, position });
            } else {
                others.push((position, term));
            }
        }
        if choices.len() < FEWEST || others.len() > MOST_OTHERS {
            return None;
        }
        choices.sort_by_key(|choice| -choice.coefficient);
        let mut place = vec![choices.len() as u32; sum.terms.len()];
        for (at, choice) in (0..).zip(&choices) {
            place[choice.position as usize] = at;
        }
        let all_down: i64 = choices.iter().map(|c| c.coefficient * i64::from(c.low)).sum();
        Some(Weighted {
            room: sum.constant - all_down,
            span: choices.iter().map(|c| c.coefficient).sum(),
            choices: choices.into(),
            place: place.into(),
            others: others.into(),
        })
    }

    /// The number of trailed integers.
    pub(super) fn cells(&self) -> usize {
        COUNTED + self.choices.len().div_ceil(64)
    }

    /// Counts newly fixed choices.
    #[inline]
    fn tally(&self, cx: &mut Context<'_>, modified: &[u32]) -> Tally {
        let (mut up, mut down) = (cx.trailed(UP), cx.trailed(DOWN));
        // The current word of bits; usually there is only one.
        let mut cell = COUNTED;
        let mut counted = cx.trailed(cell);
        for &position in modified {
            let Some(&at) = self.place.get(position as usize) else { continue };
            let Some(choice) = self.choices.get(at as usize) else { continue };
            if cell != COUNTED + at as usize / 64 {
                cx.set_trailed(cell, counted);
                cell = COUNTED + at as usize / 64;
                counted = cx.trailed(cell);
            }
            let (min, max) = cx.bounds(choice.view);
            let bit = 1 << (at % 64);
            if min != max || counted & bit != 0 {
                continue;
            }
            counted |= bit;
            if min == choice.low {
                down += choice.coefficient;
            } else {
                up += choice.coefficient;
            }
        }
        cx.set_trailed(cell, counted);
        let (mut above, mut below) = (self.room - up, self.span - down - self.room);
        for (_, Term { coefficient, view }) in &self.others {
            let (min, max) = cx.bounds(*view);
            above -= coefficient * i64::from(min);
            below += coefficient * i64::from(max);
        }
        Tally { up, down, room: Room { above, below } }
    }

    fn keep(cx: &mut Context<'_>, tally: &Tally) {
        cx.set_trailed(UP, tally.up);
        cx.set_trailed(DOWN, tally.down);
    }

    /// Uses `how` to fix and count the unfixed choices whose coefficients are too large; returns whether any choice is
    /// still unfixed.
    #[inline]
    fn fix(
        &self,
        cx: &mut Context<'_>,
        tally: &mut Tally,
        is_too_large: impl Fn(&Tally, i64) -> bool,
        mut how: impl FnMut(&mut Context<'_>, &mut Tally, &Choice) -> Result<(), Conflict>,
    ) -> Result<bool, Conflict> {
        for (word, choices) in self.choices.chunks(64).enumerate() {
            let mut counted = cx.trailed(COUNTED + word);
            for at in ones(!counted as u64 & !0 >> (64 - choices.len())) {
                let choice = &choices[at as usize];
                if !is_too_large(tally, choice.coefficient) {
                    return Ok(true);
                }
                how(cx, tally, choice)?;
                counted |= 1 << at;
                cx.set_trailed(COUNTED + word, counted);
            }
        }
        Ok(false)
    }

    /// Propagates `sum <= constant`. Choices that go down affect only the maximum of the sum, so they are counted when
    /// they are encountered.
    pub(super) fn at_most(&self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        cx.work(modified.len())?;
        let mut tally = self.tally(cx, modified);
        if tally.room.above < 0 {
            return cx.fail(|| Lazy(0));
        }
        self.fix(
            cx,
            &mut tally,
            |tally, coefficient| coefficient > tally.room.above,
            |cx, tally, choice| {
                tally.down += choice.coefficient;
                tally.room.below -= choice.coefficient;
                cx.at_most(choice.view, choice.low, || Lazy(choice.position))
            },
        )?;
        for &(position, Term { coefficient, view }) in &self.others {
            let (min, max) = cx.bounds(view);
            if coefficient * (i64::from(max) - i64::from(min)) > tally.room.above {
                // The quotient is less than `max - min`, so the sum fits.
                cx.at_most(view, min + quotient(tally.room.above, coefficient) as i32, || Lazy(position))?;
                tally.room.below -= coefficient * (i64::from(max) - i64::from(cx.max(view)));
            }
        }
        Self::keep(cx, &tally);
        Ok(if tally.room.below <= 0 { Status::Entailed } else { Status::Stable })
    }

    /// Propagates `sum = constant`.
    pub(super) fn equal(&self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        cx.work(modified.len())?;
        let mut tally = self.tally(cx, modified);
        tally.room.check(cx)?;
        let mut changed = true;
        let mut width = 0;
        while std::mem::take(&mut changed) {
            let is_open = self.fix(
                cx,
                &mut tally,
                |tally, coefficient| coefficient > tally.room.above.min(tally.room.below),
                |cx, tally, choice| {
                    if choice.coefficient > tally.room.above {
                        cx.at_most(choice.view, choice.low, || Lazy(2 * choice.position + AT_MOST))?;
                        tally.down += choice.coefficient;
                        tally.room.below -= choice.coefficient;
                    } else {
                        cx.at_least(choice.view, choice.low + 1, || Lazy(2 * choice.position + AT_LEAST))?;
                        tally.up += choice.coefficient;
                        tally.room.above -= choice.coefficient;
                    }
                    tally.room.check(cx)
                },
            )?;
            width = i64::from(is_open);
            for &(position, term) in &self.others {
                let (left, cut) = tally.room.fit(cx, position, term)?;
                width += left;
                changed |= cut;
            }
            Self::keep(cx, &tally);
            cx.work(self.others.len())?;
        }
        Ok(if width == 0 { Status::Entailed } else { Status::Stable })
    }
}
