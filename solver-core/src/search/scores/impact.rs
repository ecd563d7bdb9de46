//! Impact-based search (IBS): variable scores by the reduction of the search space.
//!
//! The impact of a decision `x = v` is the share of the search space that its propagation removes, `1 - after /
//! before`, where the search space is the product of the sizes of all domains (P. Refalo, *Impact-based search
//! strategies for constraint programming*, CP 2004, section 2); a failure has impact 1. The mean of all observations is
//! kept for each value. The variable whose values leave the least is selected: the one with the smallest sum of `1 -
//! impact` over its values (section 3).
//!
//! Initially, each value is probed at the root, until [`EFFORT`] is used up (section 3.2). The values of a wide domain
//! share [`BUCKETS`] buckets, and one value per bucket is probed. An unobserved value counts as if it did not affect
//! other variables.

use super::sizes::Sizes;
use super::{DecisionVars, Score};
use crate::atom::{Atom, Relation};
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};
use crate::search::Branch;
use crate::view::View;

/// The maximum number of buckets per variable.
const BUCKETS: u32 = 64;
/// No further value is probed at the root after this many inspected variables plus propagator runs.
const EFFORT: u64 = 20_000_000;

pub(super) struct Impact {
    /// By variable index: smallest initial value, values per bucket, first bucket, and number of buckets.
    tables: Vec<Table>,
    /// By bucket: the sum and number of observed impacts.
    seen: Vec<(f64, u32)>,
    before: Sizes,
    /// The bucket being decided.
    current: Option<usize>,
}

#[derive(Clone, Copy)]
struct Table {
    low: i32,
    width: u32,
    start: u32,
    count: u32,
}

impl Table {
    /// Returns a value's bucket. Values outside the initial bounds count as the nearest one inside.
    fn bucket(self, value: i32) -> usize {
        let above = (i64::from(value) - i64::from(self.low)).max(0) / i64::from(self.width);
        self.start as usize + above.min(i64::from(self.count) - 1) as usize
    }

    /// Returns the first value beyond the bucket of `value`.
    fn beyond(self, value: i32) -> Option<i32> {
        let buckets = (self.bucket(value) + 1 - self.start as usize) as i64;
        i32::try_from(i64::from(self.low) + buckets * i64::from(self.width)).ok()
    }
}

impl Impact {
    pub(super) fn new(engine: &Engine, decision_vars: &DecisionVars) -> Impact {
        let mut start = 0;
        let tables = decision_vars.vars.iter().map(|&var| {
            let (low, high) = engine.store.bounds(var);
            let span = (i64::from(high) - i64::from(low) + 1) as u32;
            let width = span.div_ceil(BUCKETS);
            let table = Table { low, width, start, count: span.div_ceil(width) };
            start += table.count;
            table
        });
        let tables = tables.collect();
        Impact { tables, seen: vec![(0.0, 0); start as usize], before: Sizes::default(), current: None }
    }

    fn record(&mut self, bucket: usize, impact: f64) {
        let (sum, count) = &mut self.seen[bucket];
        *sum += impact;
        *count += 1;
    }

    /// Returns the share of the search space that remains since the last inspection. It multiplies in a fixed order, so
    /// the result is the same on every machine.
    fn left(&self, engine: &Engine, decision_vars: &DecisionVars) -> f64 {
        self.before.open(engine, decision_vars).map(|(_, before, after)| f64::from(after) / f64::from(before)).product()
    }

    /// The share of the search space, from 0 to 1, that a bucket's values leave if the variable has `size` values left.
    fn leaves(&self, bucket: usize, size: u32) -> f64 {
        match self.seen[bucket] {
            (_, 0) => 1.0 / f64::from(size),
            (sum, count) => 1.0 - sum / f64::from(count),
        }
    }

    /// Probes a value at the root.
    fn probe(
        &mut self,
        engine: &mut Engine,
        decision_vars: &DecisionVars,
        index: usize,
        value: i32,
    ) -> Result<(), StopReason> {
        engine.push_level();
        let decided = engine.assume(Atom::equals(View::from(decision_vars.vars[index]), value));
        let end = decided.and_then(|()| engine.propagate());
        let left = if end.is_ok() { self.left(engine, decision_vars) } else { 0.0 };
        engine.pop_level();
        if let Err(Halt::Stopped(by)) = end {
            return Err(by);
        }
        self.record(self.tables[index].bucket(value), 1.0 - left);
        Ok(())
    }
}

impl Score for Impact {
    fn prepare(&mut self, engine: &mut Engine, decision_vars: &DecisionVars) -> Result<(), StopReason> {
        self.before.record(engine, decision_vars);
        let (mut work, runs) = (0, engine.propagations());
        for (index, &var) in decision_vars.vars.iter().enumerate() {
            if engine.store.fixed(var).is_some() {
                continue;
            }
            let table = self.tables[index];
            let mut next = engine.next(var, i32::MIN);
            while let Some(value) = next {
                self.probe(engine, decision_vars, index, value)?;
                work += decision_vars.vars.len() as u64;
                if work + engine.propagations() - runs > EFFORT {
                    return Ok(());
                }
                if !engine.budget().spend(decision_vars.vars.len() / 2) {
                    return Err(engine.budget().stopped.unwrap_or(StopReason::Cancelled));
                }
                next = table.beyond(value).and_then(|v| engine.next(var, v));
            }
        }
        Ok(())
    }

    fn inspects_all(&self) -> bool {
        true
    }

    fn deciding(&mut self, engine: &Engine, decision_vars: &DecisionVars, atom: Atom, _: Branch) {
        self.current = None;
        if atom.relation() == Relation::Equal
            && let Some(index) = decision_vars.index(atom.var())
        {
            self.before.record(engine, decision_vars);
            self.current = Some(self.tables[index].bucket(atom.value()));
        }
    }

    fn reached(&mut self, engine: &Engine, decision_vars: &DecisionVars) {
        if let Some(bucket) = self.current.take() {
            self.record(bucket, 1.0 - self.left(engine, decision_vars));
        }
    }

    fn failed(&mut self, _: &Engine, _: &DecisionVars, _: Option<usize>) {
        if let Some(bucket) = self.current.take() {
            self.record(bucket, 1.0);
        }
    }

    fn impact(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize, value: i32) -> f64 {
        1.0 - self.leaves(self.tables[index].bucket(value), engine.store.size(decision_vars.vars[index]))
    }

    fn least_impact(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> i32 {
        let (var, table) = (decision_vars.vars[index], self.tables[index]);
        let (mut best, _) = engine.store.bounds(var);
        let mut least = self.impact(engine, decision_vars, index, best);
        let mut next = table.beyond(best);
        while let Some(value) = next.and_then(|v| engine.next(var, v)) {
            let impact = self.impact(engine, decision_vars, index, value);
            if impact < least {
                (best, least) = (value, impact);
            }
            next = table.beyond(value);
        }
        best
    }

    fn key(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64 {
        let (var, table) = (decision_vars.vars[index], self.tables[index]);
        let size = engine.store.size(var);
        let (low, high) = engine.store.bounds(var);
        if size <= BUCKETS {
            let values = std::iter::successors(Some(low), |&v| engine.next(var, v + 1));
            return values.map(|v| self.leaves(table.bucket(v), size)).sum();
        }
        // Assumes that all buckets have the same number of values left.
        let buckets = table.bucket(low)..table.bucket(high) + 1;
        let count = buckets.len() as f64;
        f64::from(size) * buckets.map(|bucket| self.leaves(bucket, size)).sum::<f64>() / count
    }
}
