//! Generates the components of random models: domains in every layout, terms, and related numbers.

use super::term::{Comparator, Term};
use solver_core::search::Rng;
use std::fmt::{Display, Formatter};

/// The largest magnitude of a value.
pub const LIMIT: i32 = 1 << 30;

/// A variable: its declaration, and the values that brute force tries.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The values, ascending. If the variable is [`wide`](Variable::wide), a constraint excludes all other values.
    pub values: Vec<i32>,
    /// The declared interval, if the declaration does not list the values.
    pub wide: Option<(i32, i32)>,
}

impl Variable {
    fn is_truth(&self) -> bool {
        self.values.iter().all(|v| (0..=1).contains(v)) && self.wide.is_none()
    }

    /// Whether an argument that contains this variable may be rejected because it exceeds the limits.
    pub fn is_large(&self) -> bool {
        let (low, high) = self.wide.unwrap_or((self.values[0], self.values[self.values.len() - 1]));
        low < -1000 || high > 1000
    }
}

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.wide {
            Some((low, high)) => write!(f, "{low}..={high}, but only {:?}", self.values),
            None => write!(f, "{:?}", self.values),
        }
    }
}

/// A generator of random models.
pub struct Draw {
    rng: Rng,
    /// The variables generated so far.
    pub variables: Vec<Variable>,
}

impl Draw {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Draw {
        Draw { rng: Rng::new(seed), variables: Vec::new() }
    }

    /// Generates a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.rng.below(n as u64) as usize
    }

    /// Returns true with probability 1/`n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Picks one of the given elements.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Generates a number between the bounds, inclusive.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = (i64::from(high) - i64::from(low)) as u64 + 1;
        (i64::from(low) + self.rng.below(span) as i64) as i32
    }

    fn some_of(&mut self, low: i32, high: i32, most: usize) -> Vec<i32> {
        let count = 1 + self.below(most);
        let mut values: Vec<i32> = (0..count).map(|_| self.between(low, high)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Generates a variable with any layout (Small, Wide or Span), with or without holes, possibly with values at the
    /// limits.
    pub fn variable(&mut self) -> Variable {
        let plain = |values| Variable { values, wide: None };
        match self.below(20) {
            0..4 => plain(vec![0, 1]),
            4..8 => {
                let low = self.between(-3, 1);
                plain((low..=low + self.between(0, 3)).collect())
            }
            8..13 => plain(self.some_of(-4, 4, 5)),
            13 => plain(self.some_of(-40, 40, 4)),
            14 => plain(self.some_of(-2_000, 2_000, 4)),
            15 => plain(self.some_of(-8_000, 8_000, 4)),
            16 => plain(self.some_of(-1_000_000, 1_000_000, 4)),
            17 => {
                let near = self.pick(&[-LIMIT, LIMIT - 3]);
                let low = self.pick(&[-2, near]);
                let mut values = [self.some_of(low, low + 3, 2), self.some_of(near, near + 3, 2)].concat();
                values.sort_unstable();
                values.dedup();
                plain(values)
            }
            _ => {
                let wide = self.pick(&[(-LIMIT, LIMIT), (0, LIMIT), (-1_000_000_000, 1_000_000_000), (-2_000, 2_000)]);
                let any = self.between(wide.0, wide.1);
                let near = self.pick(&[0, 0, any]).clamp(wide.0, wide.1 - 5);
                Variable { values: self.some_of(near, near + 5, 3), wide: Some(wide) }
            }
        }
    }

    /// Generates a number for comparisons or additions: a small one, a value of some variable or, rarely, a number at
    /// the limits that hold for all values, or beyond them.
    pub fn number(&mut self) -> i32 {
        match self.below(24) {
            0..12 => self.between(-3, 4),
            12..23 => self.value(),
            _ => self.pick(&[LIMIT, -LIMIT, LIMIT + 1, i32::MAX, i32::MIN]),
        }
    }

    /// Picks a value of some variable.
    pub fn value(&mut self) -> i32 {
        let of = self.below(self.variables.len());
        let k = self.below(self.variables[of].values.len());
        self.variables[of].values[k]
    }

    /// Generates up to `most` distinct numbers, mostly values of variables.
    pub fn values(&mut self, most: usize) -> Vec<i32> {
        let count = self.below(most + 1);
        let mut values: Vec<i32> = (0..count).map(|_| self.number()).collect();
        let mut seen = std::collections::BTreeSet::new();
        values.retain(|v| seen.insert(*v));
        values
    }

    /// Picks a variable.
    pub fn plain(&mut self) -> Term {
        Term::Variable(self.below(self.variables.len()))
    }

    /// Generates a constraint argument, usually a view of a variable.
    pub fn argument(&mut self) -> Term {
        match self.below(20) {
            0..12 => self.plain(),
            12..15 => Term::Sum(Box::new([self.plain(), Term::Constant(self.between(-2, 2))])),
            15 => {
                // Shifts a value of one variable onto a value of another.
                let shift = i64::from(self.value()) - i64::from(self.value());
                Term::Sum(Box::new([self.plain(), Term::Constant(shift.try_into().unwrap_or(0))]))
            }
            16 => Term::Scaled(-1, Box::new(self.plain())),
            17 => Term::Constant(self.number()),
            18 => self.truth(1),
            _ => self.term(2),
        }
    }

    /// Generates `count` arguments: of all kinds, over few variables, all equal, or truth values.
    pub fn arguments(&mut self, count: usize) -> Vec<Term> {
        match self.below(8) {
            0 => vec![self.argument(); count],
            1 | 2 => {
                let few = [self.argument(), self.argument()];
                (0..count).map(|_| few[self.below(2)].clone()).collect()
            }
            3 => (0..count).map(|_| self.truth(2)).collect(),
            4 | 5 => (0..count).map(|_| self.plain()).collect(),
            _ => (0..count).map(|_| self.argument()).collect(),
        }
    }

    /// Generates a numeric term of limited depth.
    pub fn term(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return if self.one_in(3) { Term::Constant(self.number()) } else { self.plain() };
        }
        let deeper = depth - 1;
        let pair = |d: &mut Draw| Box::new([d.term(deeper), d.term(deeper)]);
        let some = |d: &mut Draw| (0..=d.below(3)).map(|_| d.term(deeper)).collect::<Vec<_>>();
        match self.below(16) {
            0 | 1 => self.plain(),
            2 | 3 => Term::Sum(pair(self)),
            4 => Term::Scaled(self.between(-3, 3), Box::new(self.term(deeper))),
            5 => Term::Times(pair(self)),
            6 => Term::Quotient(pair(self)),
            7 => Term::Remainder(pair(self)),
            8 => Term::Power(Box::new([self.term(0), self.term(0)])),
            9 => Term::Absolute(Box::new(self.term(deeper))),
            10 => Term::Maximum(some(self)),
            11 => Term::Minimum(some(self)),
            12 => Term::Element((0..=self.below(3)).map(|_| self.number()).collect(), Box::new(self.term(deeper))),
            13 => Term::ElementOf(some(self), Box::new(self.term(deeper))),
            _ => self.truth(deeper),
        }
    }

    /// Generates a truth value of limited depth.
    pub fn truth(&mut self, depth: usize) -> Term {
        let deeper = depth.saturating_sub(1);
        let truths = |d: &mut Draw| (0..d.below(4)).map(|_| d.truth(deeper)).collect::<Vec<_>>();
        let pair = |d: &mut Draw| Box::new([d.truth(deeper), d.truth(deeper)]);
        match self.below(if depth == 0 { 6 } else { 14 }) {
            0..4 => {
                let plain = (0..self.variables.len()).filter(|&i| self.variables[i].is_truth()).collect::<Vec<_>>();
                if plain.is_empty() || self.one_in(2) {
                    self.compared(deeper)
                } else {
                    Term::Variable(self.pick(&plain))
                }
            }
            4 => self.compared(deeper),
            5 => Term::Negation(Box::new(if depth == 0 { self.compared(0) } else { self.truth(deeper) })),
            6 => Term::All(truths(self)),
            7 => Term::Any(truths(self)),
            8 => Term::Xor(pair(self)),
            9 => Term::Implies(pair(self)),
            10 => Term::Iff(pair(self)),
            11 => Term::Not(Box::new(self.truth(deeper))),
            12 => Term::Element((0..=self.below(3)).map(|_| self.between(0, 1)).collect(), Box::new(self.term(deeper))),
            _ => self.compared(depth),
        }
    }

    /// Generates a truth value that contains a partial function, negated or inside `<->` or `->`, possibly nested.
    pub fn truth_of_partial(&mut self, depth: usize) -> Term {
        if depth == 0 {
            let (a, b) = (self.plain(), self.plain());
            let partial = match self.below(5) {
                0 => Term::Quotient(Box::new([a, b])),
                1 => Term::Remainder(Box::new([a, b])),
                2 => Term::Power(Box::new([a, b])),
                3 => Term::Element((0..=self.below(3)).map(|_| self.between(-2, 2)).collect(), Box::new(a)),
                _ => Term::ElementOf(vec![a, b], Box::new(self.plain())),
            };
            let of = match self.below(4) {
                0 => Term::Quotient(Box::new([self.plain(), partial])),
                1 => Term::Sum(Box::new([partial, self.plain()])),
                _ => partial,
            };
            return Term::Compare(self.pick(&Comparator::ALL), Box::new([of, Term::Constant(self.between(-2, 3))]));
        }
        let pair = |d: &mut Draw| {
            let less = d.below(depth);
            Box::new([d.truth_of_partial(depth - 1), d.truth_of_partial(less)])
        };
        match self.below(8) {
            0 => Term::Iff(pair(self)),
            1 => Term::Implies(pair(self)),
            2 => Term::All(pair(self).to_vec()),
            3 => Term::Any(pair(self).to_vec()),
            4 => Term::Xor(pair(self)),
            _ => Term::Negation(Box::new(self.truth_of_partial(depth - 1))),
        }
    }

    fn compared(&mut self, depth: usize) -> Term {
        let how = self.pick(&Comparator::ALL);
        Term::Compare(how, Box::new([self.term(depth), self.term(depth.min(1))]))
    }
}
