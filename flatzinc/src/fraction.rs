//! Exact fractions, and the exact values that the numbers in a file represent.

use crate::instance::Term;
use crate::instance::term::Kind;
use num_integer::Integer;
use num_rational::Ratio;

/// A fraction in lowest terms. Operations are checked: they return `None` if the result exceeds 128 bits.
pub(crate) type Fraction = Ratio<i128>;

/// Returns `digits * 10^exponent`.
fn decimal(digits: i128, exponent: i32) -> Option<Fraction> {
    let power = 10_i128.checked_pow(exponent.unsigned_abs())?;
    if exponent < 0 { Some(Fraction::new(digits, power)) } else { digits.checked_mul(power).map(Fraction::from) }
}

pub(crate) fn whole(number: impl Into<i128>) -> Fraction {
    Fraction::from(number.into())
}

pub(crate) fn floor(value: Fraction) -> i128 {
    value.numer().div_floor(value.denom())
}

pub(crate) fn ceil(value: Fraction) -> i128 {
    value.numer().div_ceil(value.denom())
}

/// The least common multiple of positive numbers.
pub(crate) fn common(numbers: impl IntoIterator<Item = i128>) -> Option<i128> {
    numbers.into_iter().try_fold(1_i128, |all, number| (all / all.gcd(&number)).checked_mul(number))
}

/// The number of decimal digits that binary floating-point numbers preserve.
const DIGITS: usize = 15;

/// The maximum number of significant digits, possibly after rounding, for which a number is read as an exact decimal.
const SHORT: usize = 12;

/// The largest denominator for which a fraction is considered more likely than a decimal of 15 digits.
const SIMPLE: i128 = 1_000_000;

/// Floating-point numbers represent every integer up to this one exactly.
const EXACT: f64 = (1_u64 << 53) as f64;

/// The exact value of a number in a file.
///
/// A number with at most 12 significant digits represents exactly the decimal that it shows. MiniZinc computes with
/// binary floating-point numbers and prints 16 digits, so `9.95` arrives as `9.949999999999999`, `0.1 + 0.2` as
/// `0.30000000000000004`, and `1 / 3` as `0.3333333333333333`. Therefore only the first 15 digits of a longer number
/// are trusted. The number then represents the decimal of at most 12 digits that agrees with them, if there is one;
/// otherwise, a fraction with a denominator of at most a million; otherwise, the decimal of 15 digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Literal {
    pub(crate) value: Fraction,
    /// The smallest and the largest number that the literal may represent.
    pub(crate) low: Fraction,
    pub(crate) high: Fraction,
}

/// Reads a number; returns `None` if the number or its unit does not fit into 128 bits.
pub(crate) fn literal(value: f64) -> Option<Literal> {
    let exactly = |value| Literal { value, low: value, high: value };
    if value.trunc() == value && value.abs() < EXACT {
        return Some(exactly(whole(value as i64)));
    }
    let (digits, exponent) = digits(&format!("{value:e}"))?;
    if digits.unsigned_abs() < 10_u128.pow(SHORT as u32) {
        return Some(exactly(decimal(digits, exponent)?));
    }
    let (rounded, exponent) = self::digits(&format!("{value:.*e}", DIGITS - 1))?;
    let low = decimal(rounded.checked_sub(1)?, exponent)?;
    let high = decimal(rounded.checked_add(1)?, exponent)?;
    let is_short = rounded % 10_i128.pow((DIGITS - SHORT) as u32) == 0;
    let decimal = decimal(rounded, exponent)?;
    let simplest = if rounded > 0 { simplest(low, high) } else { -simplest(-high, -low) };
    let value = if is_short || *simplest.denom() > SIMPLE { decimal } else { simplest };
    Some(Literal { value, low, high })
}

/// Returns the digits of a number in scientific notation as an integer, and the exponent of its last digit.
fn digits(text: &str) -> Option<(i128, i32)> {
    let (mantissa, exponent) = text.split_once('e')?;
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(decimals.len()).ok()?)?;
    Some((format!("{whole}{decimals}").parse().ok()?, exponent))
}

/// Finds the fraction with the smallest denominator between two positive ones, by continued fractions.
fn simplest(low: Fraction, high: Fraction) -> Fraction {
    let least = floor(low);
    if low.is_integer() {
        low
    } else if floor(high) > least {
        whole(least + 1)
    } else {
        let rest = |end: Fraction| (end - whole(least)).recip();
        whole(least) + simplest(rest(high), rest(low)).recip()
    }
}

/// Returns the value of a constant; truth values are 0 and 1.
pub(crate) fn constant(term: Term) -> Option<Fraction> {
    match term.kind {
        Kind::Int => Some(whole(term.payload as i64)),
        Kind::Bool => Some(whole(term.payload)),
        Kind::Float => Some(literal(f64::from_bits(term.payload))?.value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (i128, i128) {
        let literal = literal(text.parse().expect("a number")).expect("it fits");
        assert!(literal.low <= literal.value && literal.value <= literal.high, "{text}");
        literal.value.into_raw()
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!((read("0.1"), read("-2.99"), read("1e-3")), ((1, 10), (-299, 100), (1, 1000)));
        assert_eq!((read("-0.0"), read("12.50"), read("1e20")), ((0, 1), (25, 2), (10_i128.pow(20), 1)));
        assert_eq!(read("0.123456789012345"), (24_691_357_802_469, 200_000_000_000_000));
        assert_eq!(read("9007199254740991"), (9_007_199_254_740_991, 1));
    }

    #[test]
    fn artefacts_of_floating_point_are_what_was_meant() {
        assert_eq!((read("9.949999999999999"), read("0.30000000000000004")), ((199, 20), (3, 10)));
        assert_eq!((read("0.3333333333333333"), read("-0.6666666666666667")), ((1, 3), (-2, 3)));
        assert_eq!((read("0.5238095238095237"), read("29.11071428571428")), ((11, 21), (8151, 280)));
        assert_eq!(read("0.12345678900000001"), (123_456_789, 1_000_000_000));
        let root = 2_f64.sqrt().to_string();
        assert_eq!(read(&root), (14_142_135_623_731, 10_000_000_000_000));
    }

    /// Sums, products and quotients that were computed in binary are read as exact decimals or fractions.
    #[test]
    fn sums_products_and_quotients_are_recovered() {
        for i in 1..400_i128 {
            for j in [1, 3, 7, 19, 60, 144] {
                let (a, b) = (i as f64 / 100.0, j as f64 / 10.0);
                let expected = [(10 * i + 100 * j, 1000), (i * j, 1000), (i, 10 * j)];
                for (value, (n, d)) in [a + b, a * b, a / b].into_iter().zip(expected) {
                    let printed: f64 = format!("{value:.15e}").parse().expect("a number");
                    for value in [value, printed] {
                        assert_eq!(literal(value).map(|l| l.value), Some(Fraction::new(n, d)), "{value}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(literal(1e-60).is_none() && literal(1e300).is_none());
    }
}
