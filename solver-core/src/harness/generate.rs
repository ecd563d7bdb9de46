//! Random cases: domains, views, aliases and extremes.
//!
//! All domains of a case come from one small pool of values, which is a window or a sample of the declared range, so
//! that values often coincide.

use super::case::{Case, Place};
use super::{Declared, Form, Rng};
use crate::domain::Layout;
use crate::harness::Claim;
use crate::view::View;

/// The maximum number of value tuples for brute force.
const MOST_TUPLES: u64 = 2_000;

/// The corresponding maximum for forms with a condition; the constraint's consistency is tested in the form without
/// one.
const MOST_REIFIED: u64 = 100;

/// The number of cases in a thousand that should share variables; not every case has enough positions to do so.
const MOST_ALIASED: u64 = 300;

/// The number of cases in a thousand that should have values or offsets near the limits.
const MOST_EXTREME: u64 = 120;

/// The maximum number of values in a pool.
const MOST_VALUES: u64 = 7;

/// The kind of large numbers in a case, if any.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extreme {
    None,
    /// Some views, and hence their variables, have offsets at this distance from 0; values are as declared.
    Offsets(i32),
    /// Values are shifted so that they reach 2³⁰ or -2³⁰.
    Values(i32),
}

/// A position before variables are shared, with its values.
struct Draft {
    place: Place,
    values: Vec<i32>,
}

impl Case {
    pub(super) fn generate(check: &Declared, form: Form, rng: &mut Rng) -> Case {
        let arguments = between(rng, *check.arity.start(), *check.arity.end());
        let parameters = (check.parameters)(rng, arguments);
        let extreme = draw_extreme(check, form, rng);
        let mut ranges: Vec<(i32, i32)> = (0..arguments).map(|i| range_of(check, i, extreme)).collect();
        let common = pool(rng, range_of(check, usize::MAX, extreme));
        let mut pools: Vec<Vec<i32>> = (0..arguments)
            .map(|i| if check.positions.iter().any(|p| p.0 == i) { pool(rng, ranges[i]) } else { common.clone() })
            .collect();
        // The condition comes last.
        if let Some(high) = form.condition() {
            ranges.push((0, high));
            pools.push((0..=high).collect());
        }

        let n = ranges.len();
        let originals =
            if n > 1 && rng.below(1_000) < chance(check, form, MOST_ALIASED, 2) { between(rng, 1, n - 1) } else { n };
        let mut drafts: Vec<Option<Draft>> = (0..n).map(|_| None).collect();
        let mut domains: Vec<Vec<i32>> = Vec::new();
        let order = shuffled(rng, n);
        for (k, &i) in order.iter().enumerate() {
            let alias = if k < originals {
                None
            } else {
                let first = rng.below(originals as u64) as usize;
                let mut models = (0..originals).filter_map(|m| drafts[order[(first + m) % originals]].as_ref());
                models.find_map(|d| alias_of(rng, d, ranges[i]))
            };
            drafts[i] = Some(alias.unwrap_or_else(|| {
                let values = domain(rng, &pools[i]);
                let place = Place { var: domains.len(), ..random_view(rng, extreme) };
                domains.push(variable_values(place, &values));
                Draft { place, values }
            }));
        }
        let places: Vec<Place> = drafts.into_iter().flatten().map(|d| d.place).collect();
        let widths: fn(&[i32]) -> u64 =
            if check.claims.iter().any(Claim::needs_hulls) { hull_width } else { |d| d.len() as u64 };
        let most = if form == Form::Holds { MOST_TUPLES } else { MOST_REIFIED };
        shrink(rng, &mut domains, &places, widths, most);
        let layout = match rng.below(8) {
            0 => Layout::Wide,
            1 => Layout::Span,
            _ => Layout::Auto,
        };
        let by_evaluation = match form {
            Form::Holds => false,
            Form::HalfReified => rng.below(2) == 0,
            Form::Reified | Form::Denied => true,
        };
        Case {
            form,
            by_evaluation,
            parameters,
            domains,
            places,
            layout,
            explain: rng.below(4) < if form == Form::Holds { 3 } else { 2 },
        }
    }
}

/// The probability, in thousandths, of adding a feature that needs `positions` positions, so that `wanted` in a
/// thousand cases have it.
fn chance(check: &Declared, form: Form, wanted: u64, positions: usize) -> u64 {
    let (low, high) = check.arity.clone().into_inner();
    let least = positions - usize::from(form != Form::Holds);
    let (all, able) = ((high - low + 1) as u64, (high + 1).saturating_sub(low.max(least)) as u64);
    (wanted * all).checked_div(able).unwrap_or(0).min(900)
}

fn between(rng: &mut Rng, low: usize, high: usize) -> usize {
    low + rng.below((high - low) as u64 + 1) as usize
}

fn shuffled(rng: &mut Rng, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut order);
    order
}

fn draw_extreme(check: &Declared, form: Form, rng: &mut Rng) -> Extreme {
    if rng.below(1_000) >= chance(check, form, MOST_EXTREME, 1) {
        return Extreme::None;
    }
    let (low, high) = check.values.clone().into_inner();
    let shifts = check.extremes && check.positions.is_empty();
    match rng.below(4) {
        0 if shifts => Extreme::Values(View::LIMIT - high),
        1 if shifts => Extreme::Values(-View::LIMIT - low),
        _ => {
            let ranges = check.positions.iter().map(|p| &p.1).chain([&check.values]);
            let reach = ranges.map(|r| r.start().abs().max(r.end().abs())).max().unwrap_or(0);
            Extreme::Offsets(View::LIMIT - reach)
        }
    }
}

fn range_of(check: &Declared, position: usize, extreme: Extreme) -> (i32, i32) {
    let own = check.positions.iter().find(|p| p.0 == position).map(|p| &p.1);
    let (low, high) = own.unwrap_or(&check.values).clone().into_inner();
    assert!(
        low <= high && low > -View::LIMIT / 2 && high < View::LIMIT / 2,
        "{low}..={high} is not a valid range for a check"
    );
    let shift = if let Extreme::Values(shift) = extreme { shift } else { 0 };
    (low + shift, high + shift)
}

/// A window or a sample of the range, in ascending order.
fn pool(rng: &mut Rng, (low, high): (i32, i32)) -> Vec<i32> {
    let span = (high - low) as u64 + 1;
    let size = (1 + rng.below(MOST_VALUES).max(rng.below(MOST_VALUES))).min(span);
    let mut values: Vec<i32> = if rng.below(4) == 0 {
        (0..size).map(|_| low + rng.below(span) as i32).collect()
    } else {
        let first = low + rng.below(span - size + 1) as i32;
        (first..=first + (size - 1) as i32).collect()
    };
    values.sort_unstable();
    values.dedup();
    values
}

/// A constant, a window of the pool, or any subset of it.
fn domain(rng: &mut Rng, pool: &[i32]) -> Vec<i32> {
    let n = pool.len() as u64;
    let (a, b) = (rng.below(n) as usize, rng.below(n) as usize);
    match rng.below(8) {
        0 => vec![pool[a]],
        1..=3 => pool[a.min(b)..=a.max(b)].to_vec(),
        _ => {
            // Keeps about three values in four.
            let bits = rng.next_u64() | rng.next_u64();
            let some: Vec<i32> = (0..).zip(pool).filter(|&(k, _)| bits >> k & 1 != 0).map(|(_, &v)| v).collect();
            if some.is_empty() { vec![pool[a]] } else { some }
        }
    }
}

/// A random view for a position with its own variable; the variable's index is filled in later.
fn random_view(rng: &mut Rng, extreme: Extreme) -> Place {
    let negated = rng.below(4) == 0;
    let offset = match extreme {
        Extreme::Offsets(c) if rng.below(2) == 0 => c - rng.below(3) as i32,
        Extreme::Offsets(c) => rng.below(3) as i32 - c,
        Extreme::None if rng.below(4) == 0 => rng.below(19) as i32 - 9,
        _ => 0,
    };
    Place { var: 0, negated, offset }
}

/// For a position with the given values, the values of its variable, in ascending order.
fn variable_values(place: Place, values: &[i32]) -> Vec<i32> {
    let mut xs: Vec<i32> =
        values.iter().map(|&v| if place.negated { place.offset - v } else { v - place.offset }).collect();
    xs.sort_unstable();
    xs
}

/// Another position over the variable of `original`: `x` again, `x + c` or `-x + c`, with values within the range.
fn alias_of(rng: &mut Rng, original: &Draft, (low, high): (i32, i32)) -> Option<Draft> {
    let Draft { place, values } = original;
    let bounds = values.iter().min().zip(values.iter().max())?;
    let (least, most) = (i64::from(*bounds.0), i64::from(*bounds.1));
    let (low, high) = (i64::from(low), i64::from(high));
    let mirror = rng.below(3) == 0;
    // The offsets c with which c + v or c - v stay within the range; small ones are preferred.
    let (first, last) = if mirror { (low + most, high + least) } else { (low - least, high - most) };
    if first > last {
        return None;
    }
    let pick = |rng: &mut Rng| values[rng.below(values.len() as u64) as usize];
    let c = match (mirror, rng.below(2)) {
        (true, _) => i64::from(pick(rng)) + i64::from(pick(rng)),
        (false, 0) => 0,
        (false, _) => rng.below(5) as i64 - 2,
    };
    let c = c.clamp(first, last);
    let image = |v: i32| (if mirror { c - i64::from(v) } else { c + i64::from(v) }) as i32;
    let offset = if mirror { c - i64::from(place.offset) } else { c + i64::from(place.offset) };
    let place = Place { negated: place.negated != mirror, offset: i32::try_from(offset).ok()?, ..*place };
    Some(Draft { place, values: values.iter().map(|&v| image(v)).collect() })
}

fn hull_width(domain: &[i32]) -> u64 {
    (domain[domain.len() - 1] - domain[0]) as u64 + 1
}

/// Removes values until brute force over all positions is fast.
fn shrink(rng: &mut Rng, domains: &mut [Vec<i32>], places: &[Place], width: fn(&[i32]) -> u64, most: u64) {
    let tuples =
        |domains: &[Vec<i32>]| places.iter().fold(1u64, |product, p| product.saturating_mul(width(&domains[p.var])));
    while tuples(domains) > most {
        let Some(widest) = domains.iter_mut().max_by_key(|d| width(d)) else { return };
        // Removes values at the ends, because only that makes a hull smaller.
        let at = if rng.below(2) == 0 { 0 } else { widest.len() - 1 };
        widest.remove(at);
    }
}
