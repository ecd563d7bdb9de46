//! Unit propagation over pseudo-Boolean rows, which records the row that set each literal.

use super::row::{Literal, Row};
use std::collections::VecDeque;

/// The derivation of a clause: the propagations that follow from the negated clause.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    /// The literals of the clause whose negations were used.
    pub(super) used: Vec<Literal>,
    /// The propagated literals, each with the row that implies it.
    pub(super) steps: Vec<(Literal, usize)>,
    /// The violated row.
    pub(super) conflict: usize,
}

/// Decides whether a row may be used, and with which priority.
pub(super) type Usable<'f> = &'f dyn Fn(usize) -> Option<Urgency>;

/// The priority of a row: rows already known to be needed come first.
#[derive(Clone, Copy)]
pub(super) enum Urgency {
    Needed,
    Other,
}

/// Allows all rows, in their order.
pub(super) const ANY: Usable<'static> = &|_| Some(Urgency::Needed);

/// The rows and a partial assignment.
pub(super) struct Propagation<'a> {
    rows: &'a [Row],
    slack: Vec<i128>,
    /// For each literal, the rows that contain it, each with the weight of the literal in the row.
    occurrences: Vec<Vec<(usize, i128)>>,
    /// For each variable, the trail position of its literal.
    position: Vec<Option<usize>>,
    /// The true literals, each with the row that implied it.
    trail: Vec<(Literal, Option<usize>)>,
    /// The rows to propagate: the needed ones, then the others.
    queues: [VecDeque<usize>; 2],
    is_queued: Vec<bool>,
    /// The rows that propagate at the start, before any literal is set.
    tight: Vec<usize>,
}

impl<'a> Propagation<'a> {
    pub(super) fn new(rows: &'a [Row], variables: usize) -> Propagation<'a> {
        let mut occurrences = vec![Vec::new(); 2 * variables];
        for (i, row) in rows.iter().enumerate() {
            for &(c, l) in &row.terms {
                occurrences[l.0 as usize].push((i, c));
            }
        }
        let slack: Vec<i128> = rows.iter().map(Row::slack).collect();
        let tight = (0..rows.len()).filter(|&i| slack[i] < rows[i].largest().max(1)).collect();
        Propagation {
            rows,
            slack,
            occurrences,
            position: vec![None; variables],
            trail: Vec::new(),
            queues: Default::default(),
            is_queued: vec![false; rows.len()],
            tight,
        }
    }

    /// Refutes the negation of a clause with the usable rows, urgent ones first. Returns `None` if propagation does not
    /// suffice.
    pub(super) fn refute(&mut self, clause: &[Literal], usable: Usable<'_>) -> Option<Chain> {
        let chain = self.deny(clause, usable).map(|conflict| self.explain(conflict));
        self.forget();
        chain
    }

    /// Returns, for each variable, whether propagation of all rows sets it if the clause is false.
    pub(super) fn consequences(&mut self, clause: &[Literal]) -> Vec<bool> {
        self.deny(clause, ANY);
        let set = self.position.iter().map(Option::is_some).collect();
        self.forget();
        set
    }

    /// Makes a clause false and propagates. Returns a violated row, if any.
    fn deny(&mut self, clause: &[Literal], usable: Usable<'_>) -> Option<usize> {
        for i in 0..self.tight.len() {
            self.queue(self.tight[i], usable);
        }
        let mut conflict = None;
        for &l in clause {
            conflict = conflict.or_else(|| self.set(!l, None, usable));
        }
        conflict.or_else(|| self.propagate(usable))
    }

    fn queue(&mut self, row: usize, usable: Usable<'_>) {
        if let Some(urgency) = usable(row)
            && !self.is_queued[row]
            && self.slack[row] < self.rows[row].largest().max(1)
        {
            self.is_queued[row] = true;
            self.queues[urgency as usize].push_back(row);
        }
    }

    fn is_true(&self, l: Literal) -> Option<bool> {
        self.position[l.variable() as usize].map(|at| self.trail[at].0 == l)
    }

    /// Sets a literal and returns a row that becomes violated, if any.
    fn set(&mut self, l: Literal, by: Option<usize>, usable: Usable<'_>) -> Option<usize> {
        if self.is_true(l) == Some(true) {
            return None;
        }
        self.position[l.variable() as usize] = Some(self.trail.len());
        self.trail.push((l, by));
        let mut conflict = None;
        for i in 0..self.occurrences[(!l).0 as usize].len() {
            let (row, c) = self.occurrences[(!l).0 as usize][i];
            self.slack[row] -= c;
            if self.slack[row] < 0 && usable(row).is_some() {
                conflict = conflict.or(Some(row));
            }
            self.queue(row, usable);
        }
        conflict
    }

    fn propagate(&mut self, usable: Usable<'_>) -> Option<usize> {
        while let Some(row) = self.queues[0].pop_front().or_else(|| self.queues[1].pop_front()) {
            self.is_queued[row] = false;
            if self.slack[row] < 0 {
                return Some(row);
            }
            for &(c, l) in &self.rows[row].terms {
                if c > self.slack[row] && self.is_true(l).is_none() {
                    let conflict = self.set(l, Some(row), usable);
                    if conflict.is_some() {
                        return conflict;
                    }
                }
            }
        }
        None
    }

    fn forget(&mut self) {
        for (l, _) in std::mem::take(&mut self.trail) {
            self.position[l.variable() as usize] = None;
            for &(row, c) in &self.occurrences[(!l).0 as usize] {
                self.slack[row] += c;
            }
        }
        for queue in &mut self.queues {
            for row in queue.drain(..) {
                self.is_queued[row] = false;
            }
        }
    }

    /// Collects the derivation backward from the conflict.
    fn explain(&self, conflict: usize) -> Chain {
        let mut is_used = vec![false; self.trail.len()];
        self.antecedents(conflict, None, &mut is_used);
        let mut chain = Chain { conflict, ..Chain::default() };
        for at in
            (0..self.trail.len()).rev().filter(|&at| self.position[self.trail[at].0.variable() as usize] == Some(at))
        {
            if !is_used[at] {
                continue;
            }
            match self.trail[at] {
                (l, Some(row)) => {
                    self.antecedents(row, Some(at), &mut is_used);
                    chain.steps.push((l, row));
                }
                (l, None) => chain.used.push(!l),
            }
        }
        chain.steps.reverse();
        chain.used.reverse();
        chain
    }

    /// Marks false literals of a row that suffice to violate the row, or to propagate the literal at trail position
    /// `set`.
    fn antecedents(&self, row: usize, set: Option<usize>, is_used: &mut [bool]) {
        let before = set.unwrap_or(self.trail.len());
        let own = set.map(|at| self.trail[at].0);
        let mut reach = self.rows[row].slack();
        let mut candidates = Vec::new();
        for &(c, l) in &self.rows[row].terms {
            let at = self.position[l.variable() as usize];
            match at {
                _ if own == Some(l) => reach -= c,
                Some(at) if at < before && self.trail[at].0 != l => candidates.push((at, c)),
                _ => {}
            }
        }
        // Prefer literals that are already used or assumed, then heavier ones, then earlier ones.
        candidates.sort_by_key(|&(at, c)| (!is_used[at] && self.trail[at].1.is_some(), std::cmp::Reverse(c), at));
        let mut chosen = Vec::new();
        for &(at, c) in &candidates {
            if reach < 0 {
                break;
            }
            reach -= c;
            chosen.push((at, c));
        }
        // The literals chosen last may make literals chosen earlier redundant.
        for &(at, c) in chosen.iter().rev() {
            if !is_used[at] && reach + c < 0 {
                reach += c;
            } else {
                is_used[at] = true;
            }
        }
    }
}
