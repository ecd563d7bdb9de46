//! The size of the search space without any pruning, which generate-and-test enumerates.
//!
//! The numbers are exact up to 128 bits; larger ones are omitted.

/// The sizes of three search spaces for k queens on an n×n board, each contained in the previous one.
///
/// ```
/// use queens::Space;
/// let eight = Space::new(8, 8);
/// assert_eq!(eight.squares, Some(4_426_165_368));
/// assert_eq!(eight.columns, Some(16_777_216));
/// assert_eq!(eight.rows_and_columns, Some(40_320));
/// assert_eq!(Space::new(3, 2).squares, Some(36));
/// assert_eq!(Space::new(1_000, 1_000).squares, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Space {
    /// Queens on any k of the n² squares: C(n², k).
    pub squares: Option<u128>,
    /// As `squares`, but without two queens in one column: C(n, k)·nᵏ, which is nⁿ for n queens.
    pub columns: Option<u128>,
    /// As `squares`, but without two queens in one column or row: C(n, k)²·k!, which is n! for n queens.
    pub rows_and_columns: Option<u128>,
}

impl Space {
    /// The spaces of k queens on an n×n board; a size of 2¹²⁸ or more is `None`.
    pub fn new(n: u64, pieces: u64) -> Space {
        let wide = u128::from(n);
        let columns = binomial(wide, pieces);
        let product = |factors: [Option<u128>; 2]| match factors {
            // The product is zero, however large the other factor is.
            [Some(0), _] | [_, Some(0)] => Some(0),
            [Some(a), Some(b)] => a.checked_mul(b),
            _ => None,
        };
        Space {
            squares: binomial(wide * wide, pieces),
            columns: product([columns, power(wide, pieces)]),
            rows_and_columns: product([product([columns, columns]), factorial(pieces)]),
        }
    }

    /// Whether all three sizes are too large to be represented.
    pub fn is_beyond(self) -> bool {
        [self.squares, self.columns, self.rows_and_columns].iter().all(Option::is_none)
    }
}

/// The number of ways to choose k out of n; `None` if it does not fit into 128 bits.
fn binomial(n: u128, k: u64) -> Option<u128> {
    let k = u128::from(k);
    if k > n {
        return Some(0);
    }
    let mut chosen: u128 = 1;
    for i in 0..k.min(n - k) {
        // `chosen * (n - i)` is divisible by `i + 1`. With the division first, the product overflows 128 bits only if
        // the result does. Binomial coefficients grow with k up to n / 2, so once one does not fit, no later one does.
        let divisor = gcd(chosen, i + 1);
        chosen = (chosen / divisor).checked_mul((n - i) / ((i + 1) / divisor))?;
    }
    Some(chosen)
}

fn power(base: u128, exponent: u64) -> Option<u128> {
    match base {
        0 | 1 if exponent > 0 => Some(base),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

fn factorial(n: u64) -> Option<u128> {
    (1..=u128::from(n)).try_fold(1u128, u128::checked_mul)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_queens_as_columns() {
        let squares: Vec<Option<u128>> = (2..=8).map(|n| Space::new(n, n).squares).collect();
        assert_eq!(squares, [6, 84, 1_820, 53_130, 1_947_792, 85_900_584, 4_426_165_368].map(Some));
        for n in 1..=25 {
            let Space { columns, rows_and_columns, .. } = Space::new(n, n);
            assert_eq!(columns, u128::from(n).checked_pow(n as u32));
            assert_eq!(rows_and_columns, Some((1..=u128::from(n)).product()));
        }
    }

    /// Compares with Pascal's triangle, up to 128 bits and somewhat beyond.
    #[test]
    fn choices_are_those_of_the_triangle() {
        let mut row: Vec<Option<u128>> = vec![Some(1)];
        for n in 0..140u128 {
            for (k, &expected) in (0..).zip(&row) {
                assert_eq!(binomial(n, k), expected, "{k} of {n}");
            }
            assert_eq!(binomial(n, n as u64 + 1), Some(0));
            let inner = row.windows(2).map(|pair| pair[0]?.checked_add(pair[1]?));
            row = std::iter::once(Some(1)).chain(inner).chain([Some(1)]).collect();
        }
    }

    /// Compares with enumeration.
    #[test]
    fn small_spaces_are_counted() {
        for n in 1..=3u64 {
            for k in 0..=5u64 {
                let cells = n * n;
                let (mut squares, mut columns, mut both) = (0, 0, 0);
                for set in 0u32..1 << cells {
                    if u64::from(set.count_ones()) != k {
                        continue;
                    }
                    let most = |line: &dyn Fn(u64) -> u64| {
                        (0..n).map(|l| (0..cells).filter(|&c| set >> c & 1 == 1 && line(c) == l).count()).max()
                    };
                    squares += 1;
                    if most(&|cell| cell % n) <= Some(1) {
                        columns += 1;
                        both += u128::from(most(&|cell| cell / n) <= Some(1));
                    }
                }
                let counted = Space { squares: Some(squares), columns: Some(columns), rows_and_columns: Some(both) };
                assert_eq!(Space::new(n, k), counted, "{k} queens on {n}x{n}");
            }
        }
    }

    #[test]
    fn the_ends_of_the_numbers() {
        assert_eq!(Space::new(0, 0), Space { squares: Some(1), columns: Some(1), rows_and_columns: Some(1) });
        assert_eq!(Space::new(2, u64::MAX), Space { squares: Some(0), columns: Some(0), rows_and_columns: Some(0) });
        assert!(Space::new(u64::MAX, 1 << 40).is_beyond());
        assert_eq!(Space::new(u64::MAX, 1).squares, Some(u128::from(u64::MAX).pow(2)));
        assert_eq!(Space::new(34, 34).rows_and_columns, Some((1..=34).product()));
        assert!(Space::new(35, 35).is_beyond());
    }
}
