//! Variables with bits in the database: propagation between their literals.

use super::database::{Database, Owner, Role};
use super::integer::Integer;
use crate::model::rows::Literal;

impl Database {
    /// Gives the owner a variable with these bits, lowest first, and the value `base` if all bits are 0. Returns its
    /// index.
    pub(super) fn integer(&mut self, owner: Owner, base: i64, bits: &[Literal]) -> u32 {
        let integer = self.integers.len() as u32;
        bits.iter().for_each(|bit| self.roles[bit.variable()] = Some(Role { integer, bound: None }));
        self.integers.push((owner, Integer::new(base, bits.to_vec())));
        self.of_owner[owner.0 as usize].integer = Some((integer, true));
        integer
    }

    /// Declares that this literal is the bound `x >= value` of the variable. The rows that define the literal need not
    /// propagate.
    pub(super) fn bound(&mut self, integer: u32, value: i64, literal: Literal) {
        self.roles[literal.variable()] = Some(Role { integer, bound: Some(value) });
        let (owner, x) = &mut self.integers[integer as usize];
        x.insert(value, literal);
        self.of_owner[owner.0 as usize].integer = Some((integer, true));
        if self.active[owner.0 as usize] {
            self.fresh_bounds.push(literal);
        }
    }

    /// Processes a true literal if it is a bit or a bound. Returns `false` on a contradiction.
    pub(super) fn notify_integer(&mut self, l: Literal) -> bool {
        let Some(Role { integer, bound }) = self.roles[l.variable()] else { return true };
        let (owner, x) = &self.integers[integer as usize];
        if !self.active[owner.0 as usize] {
            return true;
        }
        let Some(value) = bound else { return self.settle(integer) };
        let (low, high) = x.bounds();
        let to = if l.is_negated() { (low, high.min(value)) } else { (low.max(value), high) };
        // If nothing changes, other literals have already implied the bound.
        to == (low, high) || self.narrow(integer, to) && self.settle(integer)
    }

    /// Sets the literals that a variable's bounds and bits imply, and their consequences. Returns `false` on a
    /// contradiction.
    pub(super) fn settle(&mut self, integer: u32) -> bool {
        let mut implied = std::mem::take(&mut self.implied);
        let bounds = self.integers[integer as usize].1.imply(|l| self.value(l), &mut implied);
        for l in implied.drain(..) {
            if self.is_open(l) {
                self.set(l);
            }
        }
        self.implied = implied;
        bounds.is_some_and(|bounds| self.narrow(integer, bounds))
    }

    /// Sets all literals that a variable's bounds imply, including new ones.
    pub(super) fn refresh(&mut self, integer: u32) {
        let x = &self.integers[integer as usize].1;
        let implied: Vec<Literal> = x.implied().filter(|&l| self.is_open(l)).collect();
        implied.into_iter().for_each(|l| self.set(l));
    }

    /// Sets a bound literal if the variable's bounds imply its value.
    pub(super) fn decide(&mut self, l: Literal) {
        let Some(Role { integer, bound: Some(value) }) = self.roles[l.variable()] else { return };
        let (low, high) = self.integers[integer as usize].1.bounds();
        if self.is_open(l) && (value <= low || value >= high) {
            self.set(if value <= low { l } else { !l });
        }
    }

    /// Tightens the bounds of a variable because of the literal being propagated, and sets the implied literals.
    /// Returns `false` if no value remains.
    fn narrow(&mut self, integer: u32, (low, high): (i64, i64)) -> bool {
        let x = &mut self.integers[integer as usize].1;
        let before = x.bounds();
        if (low, high) == before {
            return true;
        }
        if self.head > self.root {
            self.narrowed.push((self.head - 1, integer, before));
        }
        for l in x.narrow(low, high) {
            if self.values[l.variable()] == 0 {
                self.values[l.variable()] = if l.is_negated() { -1 } else { 1 };
                self.trail.push(l);
            }
        }
        low < high
    }

    /// The variables with bits whose rows propagate.
    pub(super) fn active_integers(&self) -> impl Iterator<Item = &Integer> {
        let integers = self.active_owners.iter().filter_map(|owner| self.of_owner[owner.0 as usize].integer);
        integers.map(|(integer, _)| &self.integers[integer as usize].1)
    }
}
