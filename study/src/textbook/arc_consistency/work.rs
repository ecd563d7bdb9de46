//! The state of a propagator run: the domains as bits, and the number of checks.

use super::network::Network;
use solver_core::prelude_propagator::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters of a propagator's work. Clones share the counters.
#[derive(Clone, Debug, Default)]
pub struct Checks(Arc<[AtomicU64; 2]>);

impl Checks {
    /// Resets the counters.
    pub(super) fn restart(&self) {
        self.0.iter().for_each(|count| count.store(0, Ordering::Relaxed));
    }

    /// Returns the number of constraint checks, which test whether a relation allows two values.
    pub fn checks(&self) -> u64 {
        self.0[0].load(Ordering::Relaxed)
    }

    /// Returns the number of operations on words of values, which replace constraint checks in AC-3bit.
    pub fn words(&self) -> u64 {
        self.0[1].load(Ordering::Relaxed)
    }
}

/// The state of a propagator run, and the operations that all algorithms share.
pub(super) struct Work<'r, 'c> {
    pub(super) cx: &'r mut Context<'c>,
    pub(super) net: &'r Network,
    /// The current values of each variable, as bits.
    pub(super) now: &'r mut [u64],
    pub(super) checks: u64,
    pub(super) words: u64,
}

impl Work<'_, '_> {
    /// Reads the domain of a variable.
    pub(super) fn read(&mut self, variable: usize) -> Result<(), Conflict> {
        let (view, values) = (self.net.views[variable], &self.net.values[variable]);
        self.cx.work(values.len() / 2)?;
        for (k, chunk) in (self.net.first_word[variable]..).zip(values.chunks(64)) {
            self.now[k] = (0..).zip(chunk).fold(0, |word, (i, &v)| word | u64::from(self.cx.contains(view, v)) << i);
        }
        Ok(())
    }

    /// Checks whether a value is in a variable's domain.
    #[inline]
    pub(super) fn has(&self, variable: u32, a: usize) -> bool {
        self.now[self.net.first_word[variable as usize] + a / 64] >> (a % 64) & 1 != 0
    }

    /// Returns the indices of a variable's words.
    pub(super) fn domain(&self, variable: u32) -> std::ops::Range<usize> {
        self.net.first_word[variable as usize]..self.net.first_word[variable as usize + 1]
    }

    /// Returns the first value in a variable's domain from `a` onward.
    #[inline]
    pub(super) fn next(&self, variable: u32, a: usize) -> Option<usize> {
        let words = &self.now[self.domain(variable)];
        let mut k = a / 64;
        let mut word = words.get(k)? & (!0 << (a % 64));
        while word == 0 {
            k += 1;
            word = *words.get(k)?;
        }
        Some(64 * k + word.trailing_zeros() as usize)
    }

    /// Returns the current values of a variable.
    pub(super) fn values(&self, variable: u32) -> Vec<usize> {
        std::iter::successors(self.next(variable, 0), |&a| self.next(variable, a + 1)).collect()
    }

    /// Performs a constraint check.
    #[inline]
    fn check(&mut self, arc: usize, a: usize, b: usize) -> bool {
        self.checks += 1;
        let arc = &self.net.arcs[arc];
        arc.relation.seen_from(arc.side, a, b)
    }

    /// Returns the first support of value `a` of the own variable, from index `from` onward.
    pub(super) fn seek(&mut self, arc: usize, a: usize, from: usize) -> Result<Option<usize>, Conflict> {
        let other = self.net.arcs[arc].other;
        let before = self.checks;
        let mut b = self.next(other, from);
        while let Some(v) = b {
            if self.check(arc, a, v) {
                break;
            }
            b = self.next(other, v + 1);
        }
        self.cx.work((self.checks - before) as usize)?;
        Ok(b)
    }

    /// Removes value `a` of the own variable, which has no support.
    pub(super) fn remove(&mut self, arc: usize, a: usize) -> Result<(), Conflict> {
        let own = self.net.arcs[arc].own as usize;
        self.now[self.net.first_word[own] + a / 64] &= !(1 << (a % 64));
        self.cx.remove(self.net.views[own], self.net.values[own][a], || Lazy(arc as u32))
    }

    pub(super) fn report(self, counts: &Checks) {
        counts.0[0].fetch_add(self.checks, Ordering::Relaxed);
        counts.0[1].fetch_add(self.words, Ordering::Relaxed);
    }
}
