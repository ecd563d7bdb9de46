//! Propagation for variables with bits: computes the consequences of the rows that define the variable's bounds.
//!
//! A bound `x >= v` has two rows, each over all bits. A schedule has thousands of bounds, so each bit would occur in
//! thousands of rows. Instead, everything that unit propagation derives from these rows and from the clauses between
//! neighbouring bounds is computed directly: bounds imply bits, bits imply bounds, and a moving bound sets all literals
//! that it passes.

use crate::model::rows::Literal;

/// A variable with bits.
pub(super) struct Integer {
    /// The value if all bits are 0.
    base: i64,
    /// The bits, lowest first.
    bits: Vec<Literal>,
    /// The bounds `x >= value` that have a literal, in ascending order.
    bounds: Vec<(i64, Literal)>,
    /// The interval implied by the literals with known values: `low <= x < high`.
    low: i64,
    high: i64,
}

impl Integer {
    pub(super) fn new(base: i64, bits: Vec<Literal>) -> Integer {
        let high = base + (1 << bits.len());
        Integer { base, bits, bounds: Vec::new(), low: base, high }
    }

    /// Adds the literal for a bound.
    pub(super) fn insert(&mut self, value: i64, literal: Literal) {
        let at = self.bounds.partition_point(|bound| bound.0 < value);
        self.bounds.insert(at, (value, literal));
    }

    /// The current interval: the lower bound is inclusive, the upper one exclusive.
    pub(super) fn bounds(&self) -> (i64, i64) {
        (self.low, self.high)
    }

    /// Restores earlier bounds.
    pub(super) fn widen(&mut self, (low, high): (i64, i64)) {
        (self.low, self.high) = (low, high);
    }

    /// Tightens the bounds. Returns the literals that become true as a result.
    pub(super) fn narrow(&mut self, low: i64, high: i64) -> impl Iterator<Item = Literal> + '_ {
        let place = |value: i64| self.bounds.partition_point(|bound| bound.0 < value);
        let (holds, fails) = (place(self.low + 1)..place(low + 1), place(high)..place(self.high));
        (self.low, self.high) = (low, high);
        let holds = self.bounds.get(holds).into_iter().flatten().map(|bound| bound.1);
        holds.chain(self.bounds.get(fails).into_iter().flatten().map(|bound| !bound.1))
    }

    /// The bound literals that are true under the current bounds.
    pub(super) fn implied(&self) -> impl Iterator<Item = Literal> + '_ {
        let holds = self.bounds.iter().take_while(|bound| bound.0 <= self.low).map(|bound| bound.1);
        holds.chain(self.bounds.iter().rev().take_while(|bound| bound.0 >= self.high).map(|bound| !bound.1))
    }

    /// The literals of the bits and the bounds.
    pub(super) fn literals(&self) -> impl Iterator<Item = Literal> + '_ {
        self.bits.iter().rev().copied().chain(self.bounds.iter().map(|bound| bound.1))
    }

    /// Adds the implied open bits, and returns the bounds tightened by the bits, or `None` on a contradiction. `value`
    /// returns a literal's value, if it has one.
    pub(super) fn imply(
        &self,
        value: impl Fn(Literal) -> Option<bool>,
        implied: &mut Vec<Literal>,
    ) -> Option<(i64, i64)> {
        let weighted = || (0..).zip(&self.bits).map(|(k, &bit)| (1_i64 << k, bit));
        let (mut least, mut most) = (self.base, self.base);
        for (weight, bit) in weighted() {
            let value = value(bit);
            least += if value == Some(true) { weight } else { 0 };
            most += if value == Some(false) { 0 } else { weight };
        }
        let (low, high) = (self.low.max(least), self.high.min(most + 1));
        if low >= high {
            return None;
        }
        for (weight, bit) in weighted().filter(|&(_, bit)| value(bit).is_none()) {
            if most - weight < low {
                implied.push(bit);
            } else if least + weight >= high {
                implied.push(!bit);
            }
        }
        Some((low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the implied literals with unit propagation over the rows, for each partial assignment of the literals.
    #[test]
    fn it_implies_what_the_rows_imply() {
        let (base, bits) = (3, [2, 4, 6].map(Literal).to_vec());
        let bounds = [(4, 8), (6, 10), (7, 12), (10, 14)].map(|(value, l)| (value, Literal(l)));
        let mut rows: Vec<(Vec<(i64, Literal)>, i64)> = Vec::new();
        for &(v, l) in &bounds {
            let weights = || (0..).zip(&bits).map(|(k, &bit)| (1_i64 << k, bit));
            rows.push((weights().chain([(v - base, !l)]).collect(), v - base));
            let rest = 7 - (v - base - 1);
            rows.push((weights().map(|(c, bit)| (c, !bit)).chain([(rest, l)]).collect(), rest));
        }
        let chain: Vec<_> = bounds.windows(2).map(|pair| (vec![(1, pair[0].1), (1, !pair[1].1)], 1)).collect();
        let closure = |given: &[Literal], by_rows: bool| -> Option<Vec<Literal>> {
            let mut known = given.to_vec();
            loop {
                let value = |known: &[Literal], l: Literal| match (known.contains(&l), known.contains(&!l)) {
                    (false, false) => None,
                    (holds, _) => Some(holds),
                };
                let mut new = Vec::new();
                for (terms, degree) in chain.iter().chain(&rows).filter(|_| by_rows) {
                    let not_false = terms.iter().filter(|t| value(&known, t.1) != Some(false));
                    let slack = not_false.map(|t| t.0).sum::<i64>() - degree;
                    if slack < 0 {
                        return None;
                    }
                    new.extend(terms.iter().filter(|t| t.0 > slack && value(&known, t.1).is_none()).map(|t| t.1));
                }
                if !by_rows {
                    let mut x = Integer::new(base, bits.clone());
                    bounds.iter().rev().for_each(|&(v, l)| x.insert(v, l));
                    for &(v, l) in &bounds {
                        let (low, high) = x.bounds();
                        new.extend(match value(&known, l) {
                            Some(true) => x.narrow(low.max(v), high).collect::<Vec<_>>(),
                            Some(false) => x.narrow(low, high.min(v)).collect(),
                            None => Vec::new(),
                        });
                    }
                    let (low, high) = x.imply(|l| value(&known, l), &mut new)?;
                    new.extend(x.narrow(low, high));
                    new.retain(|&l| value(&known, l) != Some(true));
                }
                if new.is_empty() {
                    known.sort_unstable();
                    return Some(known);
                }
                for l in new {
                    if value(&known, l) == Some(false) {
                        return None;
                    }
                    if value(&known, l).is_none() {
                        known.push(l);
                    }
                }
            }
        };
        for code in 0..3_u32.pow(7) {
            let given: Vec<Literal> = (0..7)
                .filter_map(|k| match code / 3_u32.pow(k) % 3 {
                    0 => None,
                    1 => Some(Literal(2 * k + 2)),
                    _ => Some(Literal(2 * k + 3)),
                })
                .collect();
            assert_eq!(closure(&given, false), closure(&given, true), "{given:?}");
        }
    }
}
