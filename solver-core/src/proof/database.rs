//! The rows known to the checker, and unit propagation over some of them.
//!
//! A proof line by reverse unit propagation (RUP) is written only if propagation over the constraint's own rows refutes
//! the negated line. The checker has at least these rows, and therefore accepts the line. The slack of a row is the
//! total weight of its literals that are not false, minus its degree: a literal that weighs more than the slack must be
//! true (D. Chai, A. Kuehlmann, *A fast pseudo-Boolean constraint solver*, IEEE TCAD 24(3), 2005).

use super::integer::Integer;
use super::sum::Sum;
use crate::budget::Budget;
use crate::model::rows::Literal;
use fixedbitset::FixedBitSet;

/// A row's owner: a variable or a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Owner(pub(super) u32);

/// A row known to the checker: either a model row, counted from 1, or a proof line, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum RowId {
    Model(u64),
    Line(u64),
}

struct Stored {
    /// The sum; its terms are sorted by weight, largest first.
    sum: Sum,
    id: RowId,
}

/// The row data that propagation reads for each literal that becomes false. They are stored separately because the row
/// itself is seldom read.
struct Reach {
    /// The total weight of the literals that are not false, minus the degree.
    slack: i64,
    /// The literal with the largest weight, that weight, and the second largest weight.
    top: Literal,
    largest: i64,
    second: i64,
    owner: Owner,
    /// Whether the row is in the owner's list of loose rows.
    is_loose: bool,
}

/// The role of a Boolean variable in an integer variable with bits: the Boolean variable is either one of the lower
/// bounds or one of the bits.
#[derive(Clone, Copy)]
pub(super) struct Role {
    pub(super) integer: u32,
    pub(super) bound: Option<i64>,
}

/// An owner's rows and integer variable.
#[derive(Default)]
pub(super) struct Owned {
    rows: Vec<u32>,
    /// The rows that may imply something under the known literals; the others imply nothing.
    loose: Vec<u32>,
    /// Whether the rows are only used in sums and never propagate.
    is_silent: bool,
    /// The owner's variable with bits, and whether it may imply something under the known literals.
    pub(super) integer: Option<(u32, bool)>,
}

/// The rows, and the assumptions.
#[derive(Default)]
pub(super) struct Database {
    rows: Vec<Stored>,
    reach: Vec<Reach>,
    /// The indices of removed rows.
    free: Vec<u32>,
    pub(super) of_owner: Vec<Owned>,
    /// For each literal, the rows that contain it, with the literal's weight in each.
    occurrences: Vec<Vec<(u32, i64)>>,
    /// For each Boolean variable, its value; 0 if open.
    pub(super) values: Vec<i8>,
    /// For each Boolean variable, whether its value is permanent.
    known: FixedBitSet,
    pub(super) trail: Vec<Literal>,
    pub(super) head: usize,
    /// For each owner, whether its rows propagate.
    pub(super) active: Vec<bool>,
    pub(super) active_owners: Vec<Owner>,
    /// The number of permanent assumptions on the trail.
    pub(super) root: usize,
    /// Whether permanent assumptions contradict each other.
    is_refuted: bool,
    /// The variables with bits, and their owners.
    pub(super) integers: Vec<(Owner, Integer)>,
    /// The roles of the Boolean variables.
    pub(super) roles: Vec<Option<Role>>,
    /// Undo records for the bounds of variables with bits: trail position, variable, and earlier bounds.
    pub(super) narrowed: Vec<(usize, u32, (i64, i64))>,
    /// The bound literals that were created or lost their values after their owner's rows began to propagate.
    pub(super) fresh_bounds: Vec<Literal>,
    /// The first Boolean variable created since the rows began to propagate.
    new_from: usize,
    /// A buffer for implied literals.
    pub(super) implied: Vec<Literal>,
    /// Rows added after their owner's rows began to propagate.
    fresh: Vec<u32>,
    /// A buffer for the rows affected by a literal.
    concerned: Vec<u32>,
    /// The budget of searches over the rows.
    pub(super) budget: Budget,
}

impl Database {
    pub(super) fn variable(&mut self) {
        self.values.push(0);
        self.roles.push(None);
        self.known.grow(self.values.len());
        self.occurrences.extend([Vec::new(), Vec::new()]);
    }

    pub(super) fn owner(&mut self) -> Owner {
        self.of_owner.push(Owned::default());
        self.active.push(false);
        Owner(self.of_owner.len() as u32 - 1)
    }

    /// Adds an owner whose rows are only used in sums.
    pub(super) fn silent_owner(&mut self) -> Owner {
        let owner = self.owner();
        self.of_owner[owner.0 as usize].is_silent = true;
        owner
    }

    /// Adds a row. Before this is called, all assumptions must have been propagated.
    pub(super) fn add(&mut self, owner: Owner, mut sum: Sum, id: RowId) -> u32 {
        debug_assert_eq!(self.head, self.trail.len());
        sum.terms.sort_by_key(|term| std::cmp::Reverse(term.0));
        let row = self.free.pop().unwrap_or(self.rows.len() as u32);
        let is_silent = self.of_owner[owner.0 as usize].is_silent;
        let mut slack = -sum.degree;
        for &(c, l) in sum.terms.iter().filter(|_| !is_silent) {
            self.occurrences[l.0 as usize].push((row, c));
            // Rows that do not propagate ignore all but permanent assumptions.
            let counts = self.active[owner.0 as usize] || self.known.contains(l.variable());
            slack += if counts && self.is_false(l) { 0 } else { c };
        }
        let weight = |i: usize| sum.terms.get(i).map_or(0, |term| term.0);
        let (largest, second) = (weight(0), weight(1));
        let top = sum.terms.first().map_or(Literal::TRUE, |term| term.1);
        let reach = Reach { slack, top, largest, second, owner, is_loose: !is_silent };
        let stored = Stored { sum, id };
        match self.rows.get_mut(row as usize) {
            Some(free) => (*free, self.reach[row as usize]) = (stored, reach),
            None => {
                self.rows.push(stored);
                self.reach.push(reach);
            }
        }
        let owned = &mut self.of_owner[owner.0 as usize];
        owned.rows.push(row);
        owned.loose.extend((!is_silent).then_some(row));
        if !is_silent && self.active[owner.0 as usize] {
            self.fresh.push(row);
        }
        row
    }

    /// Includes the rows added since their owners began to propagate, and propagates. Returns `false` on a
    /// contradiction.
    pub(super) fn enter_fresh(&mut self) -> bool {
        let fresh = std::mem::take(&mut self.fresh);
        for l in std::mem::take(&mut self.fresh_bounds) {
            self.decide(l);
        }
        fresh.into_iter().all(|row| self.visit(row)) && self.propagate()
    }

    /// Removes a row and frees its index for reuse.
    pub(super) fn remove(&mut self, row: u32) {
        let terms = std::mem::take(&mut self.rows[row as usize].sum.terms);
        let Reach { owner, is_loose, .. } = self.reach[row as usize];
        let forget = |list: &mut Vec<u32>| list.iter().rposition(|&r| r == row).map(|at| list.swap_remove(at));
        let owned = &mut self.of_owner[owner.0 as usize];
        forget(&mut owned.rows);
        if is_loose {
            forget(&mut owned.loose);
        }
        for (_, l) in terms {
            let list = &mut self.occurrences[l.0 as usize];
            list.iter().rposition(|o| o.0 == row).map(|at| list.swap_remove(at));
        }
        self.free.push(row);
    }

    /// All rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&Sum, RowId)> {
        self.rows.iter().map(|row| (&row.sum, row.id))
    }

    /// The rows of an owner.
    pub(super) fn rows_of(&self, owner: Owner) -> &[u32] {
        &self.of_owner[owner.0 as usize].rows
    }

    pub(super) fn sum(&self, row: u32) -> &Sum {
        &self.rows[row as usize].sum
    }

    pub(super) fn id(&self, row: u32) -> RowId {
        self.rows[row as usize].id
    }

    pub(super) fn is_true(&self, l: Literal) -> bool {
        l == Literal::TRUE || l.variable() != 0 && self.values[l.variable()] == if l.is_negated() { -1 } else { 1 }
    }

    pub(super) fn is_open(&self, l: Literal) -> bool {
        self.values[l.variable()] == 0
    }

    /// The assumed value of a literal, if any.
    pub(super) fn value(&self, l: Literal) -> Option<bool> {
        (!self.is_open(l)).then(|| self.is_true(l))
    }

    pub(super) fn is_false(&self, l: Literal) -> bool {
        self.is_true(!l)
    }

    /// Assumes a literal permanently.
    pub(super) fn know(&mut self, l: Literal) {
        debug_assert_eq!(self.trail.len(), self.root);
        if l.variable() == 0 || self.values[l.variable()] != 0 {
            self.is_refuted |= self.is_false(l);
            return;
        }
        self.set(l);
        self.known.insert(l.variable());
        for i in 0..self.occurrences[(!l).0 as usize].len() {
            let (row, c) = self.occurrences[(!l).0 as usize][i];
            let reach = &mut self.reach[row as usize];
            reach.slack -= c;
            if !std::mem::replace(&mut reach.is_loose, true) {
                self.of_owner[reach.owner.0 as usize].loose.push(row);
            }
        }
        if let Some(Role { integer, bound }) = self.roles[l.variable()] {
            let (owner, x) = &mut self.integers[integer as usize];
            if let Some(value) = bound {
                let (low, high) = x.bounds();
                x.widen(if l.is_negated() { (low, high.min(value)) } else { (low.max(value), high) });
            }
            self.of_owner[owner.0 as usize].integer = Some((integer, true));
        }
        self.root = self.trail.len();
        self.head = self.root;
    }

    pub(super) fn set(&mut self, l: Literal) {
        self.values[l.variable()] = if l.is_negated() { -1 } else { 1 };
        self.trail.push(l);
    }

    /// Lets the rows of these owners propagate from now on. Literals that the rows imply without assumptions become
    /// known. Returns `false` if the rows and the known literals, or the known literals themselves, are contradictory.
    pub(super) fn begin(&mut self, owners: &[Owner]) -> bool {
        debug_assert_eq!(self.trail.len(), self.root);
        self.new_from = self.values.len();
        for &owner in owners {
            self.active[owner.0 as usize] = true;
        }
        self.active_owners.extend_from_slice(owners);
        if self.is_refuted {
            return false;
        }
        loop {
            let known = self.root;
            for &owner in owners {
                for i in 0..self.of_owner[owner.0 as usize].loose.len() {
                    let row = self.of_owner[owner.0 as usize].loose[i];
                    if !self.visit(row) {
                        return false;
                    }
                }
                if let Some((integer, true)) = self.of_owner[owner.0 as usize].integer {
                    self.refresh(integer);
                    if !self.settle(integer) {
                        return false;
                    }
                }
            }
            if !self.propagate() {
                return false;
            }
            for &owner in owners {
                let owned = &mut self.of_owner[owner.0 as usize];
                owned.loose.drain(..).for_each(|row| self.reach[row as usize].is_loose = false);
                owned.integer = owned.integer.map(|(integer, _)| (integer, false));
            }
            if self.trail.len() == known {
                return true;
            }
            let implied = self.trail[known..].to_vec();
            self.back_to(known);
            implied.into_iter().for_each(|l| self.know(l));
        }
    }

    /// Stops all propagation, and undoes all assumptions that are not permanent.
    pub(super) fn end(&mut self) {
        self.back_to(self.root);
        self.fresh.clear();
        self.fresh_bounds.clear();
        for owner in self.active_owners.drain(..) {
            self.active[owner.0 as usize] = false;
        }
    }

    /// The number of literals assumed and propagated.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all assumptions made after a [`mark`](Database::mark).
    pub(super) fn back_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let at = self.trail.len() - 1;
            let Some(l) = self.trail.pop() else { return };
            self.values[l.variable()] = 0;
            // A new bound may be implied by literals that became true before the bound was created.
            if l.variable() >= self.new_from {
                self.fresh_bounds.push(Literal(l.0 & !1));
            }
            // Literals beyond the propagation head have not been propagated.
            if at < self.head {
                for &(row, c) in &self.occurrences[(!l).0 as usize] {
                    let reach = &mut self.reach[row as usize];
                    if self.active[reach.owner.0 as usize] {
                        reach.slack += c;
                    }
                }
            }
        }
        self.head = self.head.min(mark);
        while let Some((_, integer, bounds)) = self.narrowed.pop_if(|narrowed| narrowed.0 >= mark) {
            self.integers[integer as usize].1.widen(bounds);
        }
    }

    /// Assumes a literal and propagates. Returns `false` on a contradiction.
    pub(super) fn assume(&mut self, l: Literal) -> bool {
        if self.is_true(l) {
            return true;
        }
        if self.is_false(l) {
            return false;
        }
        self.set(l);
        self.propagate()
    }

    fn propagate(&mut self) -> bool {
        let mut concerned = std::mem::take(&mut self.concerned);
        let fine = self.propagate_through(&mut concerned);
        self.concerned = concerned;
        fine
    }

    fn propagate_through(&mut self, concerned: &mut Vec<u32>) -> bool {
        while self.head < self.trail.len() {
            let l = !self.trail[self.head];
            self.head += 1;
            let mut fine = true;
            concerned.clear();
            // All slacks are updated first, so that undoing is exact.
            for &(row, c) in &self.occurrences[l.0 as usize] {
                let reach = &mut self.reach[row as usize];
                if self.active[reach.owner.0 as usize] {
                    reach.slack -= c;
                    fine &= reach.slack >= 0;
                    // In rows that define a bound, the bound's literal usually has a value.
                    let is_top_open = || self.values[reach.top.variable()] == 0;
                    if reach.slack < reach.largest && (reach.slack < reach.second || is_top_open()) {
                        concerned.push(row);
                    }
                }
            }
            if !fine {
                return false;
            }
            for &row in &*concerned {
                self.require(row);
            }
            if !self.notify_integer(!l) {
                return false;
            }
        }
        true
    }

    /// Sets the literals that a row requires. Returns `false` if the row cannot be satisfied.
    fn visit(&mut self, row: u32) -> bool {
        let Reach { slack, largest, .. } = self.reach[row as usize];
        if slack >= 0 && slack < largest {
            self.require(row);
        }
        slack >= 0
    }

    /// Sets the required literals of a satisfiable row.
    fn require(&mut self, row: u32) {
        let slack = self.reach[row as usize].slack;
        for i in 0..self.rows[row as usize].sum.terms.len() {
            let (c, l) = self.rows[row as usize].sum.terms[i];
            if c <= slack {
                break;
            }
            if self.values[l.variable()] == 0 {
                self.set(l);
            }
        }
    }

    /// The open literals in the propagating rows, each once.
    pub(super) fn open_literals(&self) -> Vec<Literal> {
        let rows = self.active_owners.iter().flat_map(|owner| &self.of_owner[owner.0 as usize].rows);
        let terms = rows.flat_map(|&row| &self.rows[row as usize].sum.terms).map(|term| term.1.variable());
        let of_integers = self.active_integers().flat_map(Integer::literals).map(Literal::variable);
        let mut open: Vec<usize> = terms.chain(of_integers).filter(|&variable| self.values[variable] == 0).collect();
        open.sort_unstable();
        open.dedup();
        open.into_iter().flat_map(|variable| [Literal(2 * variable as u32), Literal(2 * variable as u32 + 1)]).collect()
    }

    /// An open literal in the propagating row with the fewest open literals.
    pub(super) fn open_literal(&self) -> Option<Literal> {
        let rows = self.active_owners.iter().flat_map(|owner| &self.of_owner[owner.0 as usize].rows);
        let open = |sum: &Sum| sum.terms.iter().filter(|t| self.values[t.1.variable()] == 0).count();
        let candidates = rows.map(|&row| (&self.rows[row as usize].sum, self.reach[row as usize].slack));
        let candidates = candidates.filter(|(sum, slack)| {
            // Skips rows that are already satisfied.
            let unsure: i64 = sum.terms.iter().filter(|t| self.values[t.1.variable()] == 0).map(|t| t.0).sum();
            *slack < unsure
        });
        let Some((tightest, _)) = candidates.min_by_key(|(sum, _)| open(sum)) else {
            let of_integers = self.active_integers().flat_map(Integer::literals);
            return of_integers.into_iter().find(|l| self.values[l.variable()] == 0);
        };
        let term = tightest.terms.iter().filter(|t| self.values[t.1.variable()] == 0).max_by_key(|t| t.0)?;
        Some(term.1)
    }
}
