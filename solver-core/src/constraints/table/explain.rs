//! Reasons of `table`: for each row one fact that excludes it, few facts for all of them.
//!
//! A value was removed because all its rows are invalid, and each row is invalid because some position cannot take its
//! value. A fact such as `x >= 5` excludes many rows. The facts are chosen greedily, the one that excludes the most
//! remaining rows first, and finally weakened as far as their rows allow.

use super::relation::{ANY, Table};
use crate::prelude_propagator::*;
use std::collections::HashMap;

/// Row tests for the choice of facts, in total, before each remaining row just gets any.
const MOST_LOOKS: usize = 1 << 24;

/// A kind of fact about one position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    /// It has this value.
    Fixed,
    /// It is not below its smallest value.
    Low,
    /// It is not above its largest value.
    High,
    /// It is not this value.
    Hole(i32),
}

/// A fact that can exclude rows.
type Killer = (usize, Kind);

/// The smallest and the largest value, at its position, of the rows excluded by a chosen fact.
#[derive(Clone, Copy)]
struct Reach {
    low: i32,
    high: i32,
}

/// Adds to `why` facts that exclude every row in which `fact` is false, a fact about the view at the given position;
/// without a fact, every row.
pub(super) fn no_row(
    table: &Table,
    views: &[View],
    past: &DomainsAt<'_>,
    fact: Option<(Atom, usize)>,
    why: &mut Premises,
) {
    let mut cover = Cover { views, past, removals: HashMap::new() };
    let mut rows: Vec<u32> = Vec::new();
    each_row_against(table, views, fact, |row| {
        if !cover.is_out_at_root(table.cells(row as usize)) {
            rows.push(row);
        }
    });
    let chosen = cover.choose(table, rows);
    for ((p, kind), reach) in chosen {
        why.push(cover.weakest(p, kind, reach));
    }
}

/// The rows in which a fact is false.
fn each_row_against(table: &Table, views: &[View], fact: Option<(Atom, usize)>, mut each: impl FnMut(u32)) {
    let Some((fact, p)) = fact else { return (0..table.len() as u32).for_each(each) };
    let view = views[p];
    if fact.relation() == Relation::NotEqual {
        let column = table.column(p);
        if let Some(slot) = column.slot(view.value_of(fact.value())) {
            column.rows(slot).for_each(&mut each);
        }
        if let Some(any) = &column.any {
            any.for_each(&mut each);
        }
        return;
    }
    for row in 0..table.len() {
        let v = table.cells(row)[p];
        if v == ANY || !fact.holds_for(view.var_value(v)) {
            each(row as u32);
        }
    }
}

struct Cover<'a> {
    views: &'a [View],
    past: &'a DomainsAt<'a>,
    /// The status of a value of a position.
    removals: HashMap<(usize, i32), Removal>,
}

#[derive(Clone, Copy)]
enum Removal {
    Left,
    /// It was never in the domain.
    Never,
    Gone(Kind),
}

impl Cover<'_> {
    fn removal(&mut self, p: usize, v: i32) -> Removal {
        let (view, past) = (self.views[p], self.past);
        *self.removals.entry((p, v)).or_insert_with(|| {
            if past.contains(view, v) {
                Removal::Left
            } else if !past.root().contains(view, v) {
                Removal::Never
            } else if past.fixed(view).is_some() {
                Removal::Gone(Kind::Fixed)
            } else if v < past.min(view) {
                Removal::Gone(Kind::Low)
            } else if v > past.max(view) {
                Removal::Gone(Kind::High)
            } else {
                Removal::Gone(Kind::Hole(v))
            }
        })
    }

    fn is_out_at_root(&mut self, row: &[i32]) -> bool {
        row.iter().enumerate().any(|(p, &v)| v != ANY && matches!(self.removal(p, v), Removal::Never))
    }

    /// The facts that exclude a row, with its value there.
    fn killers(&mut self, row: &[i32], mut each: impl FnMut(Killer, i32)) {
        for (p, &v) in row.iter().enumerate() {
            if v != ANY
                && let Removal::Gone(kind) = self.removal(p, v)
            {
                each((p, kind), v);
            }
        }
    }

    /// Facts that together exclude all the rows.
    fn choose(&mut self, table: &Table, mut rows: Vec<u32>) -> Vec<(Killer, Reach)> {
        let mut chosen: Vec<(Killer, Reach)> = Vec::new();
        let mut looks = 0;
        let mut tally: HashMap<Killer, usize> = HashMap::new();
        while !rows.is_empty() && looks < MOST_LOOKS {
            looks += rows.len() * table.arity();
            tally.clear();
            for &row in &rows {
                self.killers(table.cells(row as usize), |killer, _| *tally.entry(killer).or_default() += 1);
            }
            // The first of the best, so that the result is deterministic.
            let Some((&best, _)) = tally.iter().max_by_key(|&(&killer, &count)| (count, std::cmp::Reverse(killer)))
            else {
                break;
            };
            let mut reach = None;
            rows.retain(|&row| {
                let mut stays = true;
                self.killers(table.cells(row as usize), |killer, v| {
                    if killer == best {
                        stays = false;
                        reach = Some(wider(reach, v));
                    }
                });
                stays
            });
            chosen.extend(reach.map(|reach| (best, reach)));
        }
        let mut rest: HashMap<Killer, Reach> = HashMap::new();
        for row in rows {
            let mut first = None;
            self.killers(table.cells(row as usize), |killer, v| first = first.or(Some((killer, v))));
            if let Some((killer, v)) = first {
                let reach = wider(rest.get(&killer).copied(), v);
                rest.insert(killer, reach);
            }
        }
        let mut rest: Vec<(Killer, Reach)> = rest.into_iter().collect();
        rest.sort_unstable_by_key(|r| r.0);
        chosen.extend(rest);
        chosen
    }

    /// The weakest fact of its kind that excludes the reach.
    fn weakest(&self, p: usize, kind: Kind, reach: Reach) -> Atom {
        let view = self.views[p];
        let Reach { low, high } = reach;
        match (kind, self.past.fixed(view)) {
            _ if low == high => Atom::differs(view, low),
            (Kind::Fixed, Some(v)) if low < v && v < high => Atom::equals(view, v),
            (Kind::Low, _) => Atom::at_least(view, high + 1),
            (Kind::Fixed, Some(v)) if high < v => Atom::at_least(view, high + 1),
            _ => Atom::at_most(view, low - 1),
        }
    }
}

/// The reach with one value more.
fn wider(reach: Option<Reach>, v: i32) -> Reach {
    reach.map_or(Reach { low: v, high: v }, |r| Reach { low: r.low.min(v), high: r.high.max(v) })
}
