//! The choice of facts for a table of any size: the relevant rows are listed, with the facts that exclude each.

use super::{Killer, Kind, Reach, Removal, removal, wider};
use crate::constraints::table::column::ANY;
use crate::constraints::table::relation::Table;
use crate::prelude_propagator::*;
use crate::store::DomainAt;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The maximum number of row tests for the choice of facts. After that, any fact that excludes a row is accepted.
const MOST_LOOKS: usize = 1 << 24;

/// Chooses facts that together exclude all rows in which `fact` is false.
pub(super) fn choose(
    table: &Table,
    views: &[View],
    past: &DomainsAt<'_>,
    fact: Option<(Atom, usize)>,
) -> Vec<(Killer, Reach)> {
    let mut cover = Cover::new(table, views, past);
    each_row_against(table, views, fact, |row| cover.add(table.cells(row as usize)));
    cover.choose()
}

/// Calls `each` for every row in which a fact is false.
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

/// The removals found for the slots of a table, computed on demand.
enum Removals {
    Dense(Vec<Option<Known>>),
    Sparse(FxHashMap<usize, Known>),
}

/// Up to this many slots, an array with an entry for each slot is used.
const MOST_DENSE: usize = 4_096;

impl Removals {
    fn new(slots: usize) -> Removals {
        if slots <= MOST_DENSE { Removals::Dense(vec![None; slots]) } else { Removals::Sparse(FxHashMap::default()) }
    }

    #[inline]
    fn get(&self, slot: usize) -> Option<Known> {
        match self {
            Removals::Dense(all) => all[slot],
            Removals::Sparse(some) => some.get(&slot).copied(),
        }
    }

    fn set(&mut self, slot: usize, removal: Known) {
        match self {
            Removals::Dense(all) => all[slot] = Some(removal),
            Removals::Sparse(some) => drop(some.insert(slot, removal)),
        }
    }
}

/// Rows, and the facts that can exclude each of them.
struct Cover<'a> {
    table: &'a Table,
    views: &'a [View],
    past: &'a DomainsAt<'a>,
    /// The past domain at each position.
    domains: SmallVec<[DomainAt<'a>; 8]>,
    removals: Removals,
    killers: Vec<Killer>,
    /// For each position, the indices of the facts that it is fixed, has a lower bound, and has an upper bound.
    numbers: SmallVec<[[Option<u32>; 3]; 8]>,
    /// For each row, the indices of its killers, each with the row's value at the killer's position.
    cells: Vec<(u32, i32)>,
    /// The index at which the killers of each row end.
    ends: Vec<u32>,
}

/// A [`Removal`] with the fact given by its index.
#[derive(Clone, Copy)]
enum Known {
    Left,
    Never,
    Gone(u32),
}

impl<'a> Cover<'a> {
    fn new(table: &'a Table, views: &'a [View], past: &'a DomainsAt<'a>) -> Cover<'a> {
        Cover {
            table,
            views,
            past,
            domains: views.iter().map(|&view| past.domain(view)).collect(),
            removals: Removals::new(table.first_slot(table.arity())),
            killers: Vec::new(),
            numbers: smallvec![[None; 3]; views.len()],
            cells: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Returns how the value of a row at a position was removed.
    #[inline]
    fn removal(&mut self, p: usize, v: i32) -> Known {
        // Every value of a row has a slot.
        let slot = self.table.first_slot(p) + self.table.column(p).slot(v).unwrap_or_default();
        if let Some(known) = self.removals.get(slot) {
            return known;
        }
        let removal = self.found(p, v);
        self.removals.set(slot, removal);
        removal
    }

    fn found(&mut self, p: usize, v: i32) -> Known {
        match removal(self.past, self.views[p], &self.domains[p], v) {
            Removal::Left => Known::Left,
            Removal::Never => Known::Never,
            Removal::Gone(kind) => Known::Gone(self.number(p, kind)),
        }
    }

    fn number(&mut self, p: usize, kind: Kind) -> u32 {
        let next = self.killers.len() as u32;
        let known = match kind {
            Kind::Fixed => self.numbers[p][0].get_or_insert(next),
            Kind::Low => self.numbers[p][1].get_or_insert(next),
            Kind::High => self.numbers[p][2].get_or_insert(next),
            // Each value is looked up only once, so its hole is new.
            Kind::Hole(_) => &next,
        };
        if *known == next {
            self.killers.push((p, kind));
        }
        *known
    }

    /// Adds a row, unless it is excluded at the root.
    fn add(&mut self, row: &[i32]) {
        let start = self.cells.len();
        for (p, &v) in row.iter().enumerate().filter(|&(_, &v)| v != ANY) {
            match self.removal(p, v) {
                Known::Left => {}
                Known::Never => return self.cells.truncate(start),
                Known::Gone(killer) => self.cells.push((killer, v)),
            }
        }
        self.ends.push(self.cells.len() as u32);
    }

    fn killers_of(&self, row: u32) -> &[(u32, i32)] {
        let start = if row == 0 { 0 } else { self.ends[row as usize - 1] };
        &self.cells[start as usize..self.ends[row as usize] as usize]
    }

    /// Chooses facts that together exclude all the rows.
    fn choose(&self) -> Vec<(Killer, Reach)> {
        let mut rows: Vec<u32> = (0..self.ends.len() as u32).collect();
        let mut chosen = Vec::new();
        let mut looks = 0;
        let mut tally: Vec<usize> = Vec::new();
        while !rows.is_empty() && looks < MOST_LOOKS {
            looks += rows.len() * self.views.len();
            tally.clear();
            tally.resize(self.killers.len(), 0);
            for &row in &rows {
                self.killers_of(row).iter().for_each(|&(killer, _)| tally[killer as usize] += 1);
            }
            // Ties go to the smallest fact, so that the result is deterministic.
            let best = (0..tally.len()).max_by_key(|&k| (tally[k], std::cmp::Reverse(self.killers[k])));
            let Some(best) = best.filter(|&k| tally[k] > 0) else { break };
            let mut reach = None;
            rows.retain(|&row| {
                let mut own = self.killers_of(row).iter().filter(|cell| cell.0 as usize == best).peekable();
                let stays = own.peek().is_none();
                own.for_each(|&(_, v)| reach = Some(wider(reach, v)));
                stays
            });
            chosen.extend(reach.map(|reach| (self.killers[best], reach)));
        }
        let mut rest: Vec<Option<Reach>> = vec![None; self.killers.len()];
        for row in rows {
            if let Some(&(killer, v)) = self.killers_of(row).first() {
                rest[killer as usize] = Some(wider(rest[killer as usize], v));
            }
        }
        let rest = self.killers.iter().zip(rest).filter_map(|(&killer, reach)| Some((killer, reach?)));
        let mut rest: Vec<(Killer, Reach)> = rest.collect();
        rest.sort_unstable_by_key(|r| r.0);
        chosen.extend(rest);
        chosen
    }
}
