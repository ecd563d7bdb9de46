//! The rows that are available to a checker at a given line of a proof, and unit propagation over these rows.
//!
//! Clauses have two watched literals (M. Moskewicz et al., *Chaff*, DAC 2001); other rows have a counter. Literals that
//! follow without assumptions stay on the trail from line to line until a row that implies one of them is detached.
//! Rows that are already needed propagate first (N. Wetzler, M. Heule, W. Hunt, *DRAT-trim*, SAT 2014).

use super::row::{Literal, Row};
use std::collections::VecDeque;

/// A premise that a derivation uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hint {
    Row(usize),
    /// A literal that follows without assumptions.
    Fact(Literal),
}

/// The derivation of a clause by unit propagation, with the rows in an order in which they propagate.
#[derive(Clone, Default, Debug)]
pub(super) struct Derivation {
    /// The literals that follow without assumptions, each with its premises.
    pub(super) facts: Vec<(Literal, Vec<Hint>)>,
    pub(super) hints: Vec<Hint>,
}

pub(super) struct Database<'a> {
    rows: &'a [Row],
    /// Whether each row is needed. Needed rows propagate first.
    pub(super) is_needed: Vec<bool>,
    is_attached: Vec<bool>,
    /// For each row, the total weight minus the degree; `slack` also subtracts the weights of false literals.
    reach: Vec<i128>,
    slack: Vec<i128>,
    /// The watched literals of clauses.
    watched: Vec<[Literal; 2]>,
    /// For each literal, the clauses that watch it, and the other rows that contain it, each with the weight of the
    /// literal.
    watches: Vec<Vec<usize>>,
    occurrences: Vec<Vec<(usize, i128)>>,
    /// For each variable, the trail position of its literal.
    position: Vec<Option<usize>>,
    /// The true literals, each with the row that implied it.
    trail: Vec<(Literal, Option<usize>)>,
    /// The rows to visit, and the number of trail entries already processed: first for needed rows, then for all other
    /// rows.
    queues: [VecDeque<usize>; 2],
    seen: [usize; 2],
    is_queued: Vec<bool>,
    /// The attached rows that propagate even if no literal is false.
    tight: Vec<usize>,
}

impl<'a> Database<'a> {
    pub(super) fn new(rows: &'a [Row], variables: usize) -> Database<'a> {
        Database {
            rows,
            is_needed: vec![false; rows.len()],
            is_attached: vec![false; rows.len()],
            reach: rows.iter().map(Row::slack).collect(),
            slack: vec![0; rows.len()],
            watched: vec![[Literal(0); 2]; rows.len()],
            watches: vec![Vec::new(); 2 * variables],
            occurrences: vec![Vec::new(); 2 * variables],
            position: vec![None; variables],
            trail: Vec::new(),
            queues: Default::default(),
            seen: [0; 2],
            is_queued: vec![false; rows.len()],
            tight: Vec::new(),
        }
    }

    /// Adds a row.
    pub(super) fn attach(&mut self, row: usize) {
        self.is_attached[row] = true;
        if self.is_watched(row) {
            // Watch literals that are not false, or else those that became false last.
            let mut terms: Vec<Literal> = self.rows[row].terms.iter().map(|term| term.1).collect();
            let rank = |l: &Literal| if self.is_false(*l) { self.position[l.variable() as usize] } else { None };
            terms.sort_by_key(|l| rank(l).map_or(0, |at| self.trail.len() - at));
            self.watched[row] = [terms[0], terms[1]];
            self.watched[row].iter().for_each(|l| self.watches[l.0 as usize].push(row));
            if self.is_false(terms[1]) {
                self.queue(row);
            }
            return;
        }
        self.slack[row] = self.reach[row];
        for &(c, l) in &self.rows[row].terms {
            self.occurrences[l.0 as usize].push((row, c));
            self.slack[row] -= if self.is_false(l) { c } else { 0 };
        }
        if self.reach[row] < self.rows[row].largest().max(1) {
            self.tight.push(row);
        }
        self.queue(row);
    }

    /// Removes a row. If the row implied literals without assumptions, undoes the trail from the first such literal
    /// onward.
    pub(super) fn detach(&mut self, row: usize) {
        self.is_attached[row] = false;
        let at = |l: Literal| self.position[l.variable() as usize].filter(|&at| self.trail[at].1 == Some(row));
        if let Some(first) = self.rows[row].terms.iter().filter_map(|term| at(term.1)).min() {
            let undone = self.undo(first);
            // Other rows may also imply the undone literals.
            self.seen = [0; 2];
            for (l, _) in undone {
                for i in 0..self.occurrences[l.0 as usize].len() {
                    self.queue(self.occurrences[l.0 as usize][i].0);
                }
            }
        }
    }

    /// Undoes all literals that follow without assumptions.
    fn restart(&mut self) {
        self.undo(0);
        self.clear();
        self.tight.retain(|&row| self.is_attached[row]);
        for i in 0..self.tight.len() {
            self.queue(self.tight[i]);
        }
    }

    /// Derives a clause. Returns `None` if propagation does not suffice.
    pub(super) fn derive(&mut self, clause: &[Literal]) -> Option<Derivation> {
        if let Some(conflict) = self.propagate() {
            let derivation = self.explain(Some(conflict), None, self.trail.len());
            self.restart();
            return Some(derivation);
        }
        let root = self.trail.len();
        let mut known = None;
        for &l in clause {
            match self.position[l.variable() as usize] {
                None => self.set(!l, None),
                Some(at) if self.trail[at].0 == l => known = Some(at),
                Some(_) => {}
            }
        }
        let conflict = if known.is_some() { None } else { self.propagate() };
        let is_derived = known.is_some() || conflict.is_some();
        let derivation = is_derived.then(|| self.explain(conflict, known, root));
        self.undo(root);
        self.clear();
        derivation
    }

    fn is_watched(&self, row: usize) -> bool {
        let row = &self.rows[row];
        row.degree == 1 && row.terms.len() > 1 && row.terms.iter().all(|term| term.0 == 1)
    }

    fn holds(&self, l: Literal) -> Option<bool> {
        self.position[l.variable() as usize].map(|at| self.trail[at].0 == l)
    }

    fn is_false(&self, l: Literal) -> bool {
        self.holds(l) == Some(false)
    }

    fn queue(&mut self, row: usize) {
        if self.is_attached[row] && !self.is_queued[row] {
            self.is_queued[row] = true;
            self.queues[usize::from(!self.is_needed[row])].push_back(row);
        }
    }

    fn set(&mut self, l: Literal, by: Option<usize>) {
        self.position[l.variable() as usize] = Some(self.trail.len());
        self.trail.push((l, by));
        let mut occurrences = std::mem::take(&mut self.occurrences[(!l).0 as usize]);
        occurrences.retain(|&(row, c)| {
            self.slack[row] -= c;
            if self.slack[row] < self.rows[row].largest().max(1) {
                self.queue(row);
            }
            self.is_attached[row]
        });
        self.occurrences[(!l).0 as usize] = occurrences;
    }

    /// Propagates to the fixpoint. Returns a violated row, if any.
    fn propagate(&mut self) -> Option<usize> {
        loop {
            let urgency = (0..2).find(|&i| !self.queues[i].is_empty() || self.seen[i] < self.trail.len())?;
            let conflict = match self.queues[urgency].pop_front() {
                Some(row) => self.visit(row),
                None => {
                    self.seen[urgency] += 1;
                    self.falsified(!self.trail[self.seen[urgency] - 1].0, urgency == 0)
                }
            };
            if conflict.is_some() {
                return conflict;
            }
        }
    }

    /// Visits the clauses that watch a false literal: either only the needed clauses or only the others.
    fn falsified(&mut self, l: Literal, needed: bool) -> Option<usize> {
        let mut watches = std::mem::take(&mut self.watches[l.0 as usize]);
        let (mut conflict, mut i) = (None, 0);
        while conflict.is_none() && i < watches.len() {
            let row = watches[i];
            if self.is_attached[row] {
                let [one, two] = self.watched[row];
                let other = if one == l { two } else { one };
                let mut open = self.rows[row].terms.iter().map(|term| term.1);
                if self.is_needed[row] != needed || self.holds(other) == Some(true) {
                    i += 1;
                    continue;
                }
                let Some(open) = open.find(|&open| open != other && !self.is_false(open)) else {
                    match self.holds(other) {
                        None => self.set(other, Some(row)),
                        Some(_) => conflict = Some(row),
                    }
                    i += 1;
                    continue;
                };
                self.watched[row] = [other, open];
                self.watches[open.0 as usize].push(row);
            }
            watches.swap_remove(i);
        }
        self.watches[l.0 as usize] = watches;
        conflict
    }

    fn visit(&mut self, row: usize) -> Option<usize> {
        self.is_queued[row] = false;
        if !self.is_attached[row] {
            return None;
        }
        let slack = match self.is_watched(row) {
            true => self.rows[row].terms.iter().filter(|term| !self.is_false(term.1)).count() as i128 - 1,
            false => self.slack[row],
        };
        if slack < 0 {
            return Some(row);
        }
        for &(c, l) in &self.rows[row].terms {
            if c > slack && self.holds(l).is_none() {
                self.set(l, Some(row));
            }
        }
        None
    }

    fn undo(&mut self, length: usize) -> Vec<(Literal, Option<usize>)> {
        let undone = self.trail.split_off(length);
        for &(l, _) in &undone {
            self.position[l.variable() as usize] = None;
            for &(row, c) in &self.occurrences[(!l).0 as usize] {
                self.slack[row] += c;
            }
        }
        undone
    }

    /// Empties the queues, as if all rows had processed the trail.
    fn clear(&mut self) {
        for queue in &mut self.queues {
            queue.drain(..).for_each(|row| self.is_queued[row] = false);
        }
        self.seen = [self.trail.len(); 2];
    }

    /// Collects the rows that lead to a violated row or to a true literal of the clause.
    fn explain(&self, conflict: Option<usize>, known: Option<usize>, root: usize) -> Derivation {
        let mut is_used = vec![false; self.trail.len()];
        let mut steps = Vec::new();
        if let Some(row) = conflict {
            steps.push((None, row, self.antecedents(row, None, &mut is_used)));
        }
        known.into_iter().for_each(|at| is_used[at] = true);
        for at in (0..self.trail.len()).rev() {
            if let (true, Some(row)) = (is_used[at], self.trail[at].1) {
                steps.push((Some(at), row, self.antecedents(row, Some(at), &mut is_used)));
            }
        }
        let hint = |&at: &usize| match self.trail[at] {
            (_, Some(row)) if self.rows[row].terms.len() == 1 => Hint::Row(row),
            (l, _) => Hint::Fact(l),
        };
        let mut derivation = Derivation::default();
        let mut is_given = vec![false; root];
        for (at, row, antecedents) in steps.into_iter().rev() {
            let roots = antecedents.into_iter().filter(|&at| at < root);
            match at.filter(|&at| at < root) {
                Some(at) if self.rows[row].terms.len() > 1 => {
                    let hints = roots.map(|at| hint(&at)).chain([Hint::Row(row)]);
                    derivation.facts.push((self.trail[at].0, hints.collect()));
                }
                Some(_) => {}
                None => {
                    let new = roots.filter(|&at| !std::mem::replace(&mut is_given[at], true));
                    derivation.hints.extend(new.map(|at| hint(&at)));
                    if derivation.hints.last() != Some(&Hint::Row(row)) {
                        derivation.hints.push(Hint::Row(row));
                    }
                }
            }
        }
        derivation.hints.extend(known.iter().map(hint));
        derivation
    }

    /// Finds and marks false literals of a row that suffice to violate the row, or to propagate the literal at trail
    /// position `set`.
    fn antecedents(&self, row: usize, set: Option<usize>, is_used: &mut [bool]) -> Vec<usize> {
        let before = set.unwrap_or(self.trail.len());
        let own = set.map(|at| self.trail[at].0);
        let mut slack = self.reach[row];
        let mut candidates = Vec::new();
        for &(c, l) in &self.rows[row].terms {
            match self.position[l.variable() as usize] {
                _ if own == Some(l) => slack -= c,
                Some(at) if at < before && self.trail[at].0 != l => candidates.push((at, c)),
                _ => {}
            }
        }
        // Prefer literals that are already used or assumed, then heavier ones, then earlier ones.
        candidates.sort_by_key(|&(at, c)| (!is_used[at] && self.trail[at].1.is_some(), std::cmp::Reverse(c), at));
        let mut chosen = Vec::new();
        for (at, c) in candidates {
            if slack < 0 {
                break;
            }
            slack -= c;
            is_used[at] = true;
            chosen.push(at);
        }
        chosen
    }
}
