//! An exact count with redundancy checks.
//!
//! A count is kept three times, with different arithmetic: in 128 bits, modulo the prime 2⁶¹ − 1, and modulo 2⁶⁴. After
//! an overflow, a flipped bit or a mixed-up record, the three disagree and no total is reported. (A well-known
//! distributed count for 24 queens was wrong because its clients overflowed unnoticed.)

use std::collections::BTreeMap;

/// The prime 2⁶¹ − 1.
pub(super) const PRIME: u64 = (1 << 61) - 1;

/// A count with two independently computed residues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) count: u128,
    /// The count modulo [`PRIME`].
    pub(super) residue: u64,
    /// The count modulo 2⁶⁴.
    pub(super) low: u64,
}

impl Tally {
    /// Adds `times * weight`.
    pub(super) fn add(&mut self, times: u64, weight: u64) {
        self.count += u128::from(times) * u128::from(weight);
        self.residue = (self.residue + times_modulo(times % PRIME, weight)) % PRIME;
        self.low = self.low.wrapping_add(times.wrapping_mul(weight));
    }

    /// Adds another part of the same count.
    pub(super) fn join(&mut self, other: Tally) {
        // If 128 bits overflow, the count and the residues disagree.
        self.count = self.count.wrapping_add(other.count);
        self.residue = (self.residue + other.residue) % PRIME;
        self.low = self.low.wrapping_add(other.low);
    }

    /// Whether the count agrees with both residues.
    pub(super) fn agrees(&self) -> bool {
        self.count % u128::from(PRIME) == u128::from(self.residue) && self.count as u64 == self.low
    }
}

/// The results, by unit index.
pub(super) type Results = BTreeMap<usize, Tally>;

/// The sum of results.
pub(super) fn sum(results: &Results) -> Tally {
    results.values().fold(Tally::default(), |mut sum, &tally| {
        sum.join(tally);
        sum
    })
}

/// The product modulo [`PRIME`], computed by folding, since 2⁶¹ ≡ 1.
fn times_modulo(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let folded = (product & u128::from(PRIME)) + (product >> 61);
    (folded % u128::from(PRIME)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_follow_the_count_beyond_64_bits() {
        let mut sum = Tally::default();
        for i in 0..100 {
            sum.add(u64::MAX - i, 24);
            let part = sum;
            sum.join(part);
            assert!(sum.agrees());
            if sum.count > 1 << 120 {
                break;
            }
        }
        assert!(sum.count > u128::from(u64::MAX));
    }

    #[test]
    fn any_flipped_bit_shows() {
        let mut sum = Tally::default();
        sum.add(234_907_967_154_122_528, 3);
        for bit in 0..128 {
            let wrong = Tally { count: sum.count ^ 1 << bit, ..sum };
            assert!(!wrong.agrees(), "bit {bit}");
        }
    }
}
