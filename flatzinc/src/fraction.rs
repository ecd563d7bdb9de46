//! Exact fractions, and the fractions that the numbers of a file stand for.

use crate::instance::Term;
use crate::instance::term::Kind;
use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator. Operations return `None` beyond 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fraction {
    pub(crate) numerator: i128,
    pub(crate) denominator: i128,
}

impl Fraction {
    pub(crate) fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        let divisor = gcd(numerator, denominator)?.checked_mul(denominator.signum())?;
        Some(Fraction { numerator: numerator.checked_div(divisor)?, denominator: denominator.checked_div(divisor)? })
    }

    pub(crate) fn whole(numerator: impl Into<i128>) -> Fraction {
        Fraction { numerator: numerator.into(), denominator: 1 }
    }

    /// `digits * 10^exponent`.
    fn decimal(digits: i128, exponent: i32) -> Option<Fraction> {
        let power = 10_i128.checked_pow(exponent.unsigned_abs())?;
        if exponent < 0 { Fraction::new(digits, power) } else { Some(Fraction::whole(digits.checked_mul(power)?)) }
    }

    pub(crate) fn plus(self, other: Fraction) -> Option<Fraction> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Fraction::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    pub(crate) fn times(self, other: Fraction) -> Option<Fraction> {
        // Cancels first, so that intermediate products stay small.
        let (a, b) =
            (Fraction::new(self.numerator, other.denominator)?, Fraction::new(other.numerator, self.denominator)?);
        let denominator = a.denominator.checked_mul(b.denominator)?;
        Some(Fraction { numerator: a.numerator.checked_mul(b.numerator)?, denominator })
    }

    /// The quotient; `None` for a divisor of 0.
    pub(crate) fn over(self, other: Fraction) -> Option<Fraction> {
        self.times(Fraction::new(other.denominator, other.numerator)?)
    }

    pub(crate) fn negated(self) -> Fraction {
        Fraction { numerator: -self.numerator, ..self }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub(crate) fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    pub(crate) fn ceil(self) -> i128 {
        -self.negated().floor()
    }
}

fn gcd(a: i128, b: i128) -> Option<i128> {
    let (mut a, mut b) = (a.checked_abs()?, b.checked_abs()?);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(a)
}

/// The least common multiple of positive numbers.
pub(crate) fn common(numbers: impl IntoIterator<Item = i128>) -> Option<i128> {
    numbers.into_iter().try_fold(1_i128, |all, number| (all / gcd(all, number)?).checked_mul(number))
}

/// The greatest common divisor, which is 0 if all numbers are.
pub(crate) fn divisor(numbers: impl IntoIterator<Item = i128>) -> Option<i128> {
    numbers.into_iter().try_fold(0, gcd)
}

/// The number of digits that binary floating-point numbers preserve.
const DIGITS: usize = 15;

/// A number of this length, or one that rounding shortens to it, is a decimal.
const SHORT: usize = 12;

/// The largest denominator of a fraction that is more likely than a decimal.
const SIMPLE: i128 = 1_000_000;

/// Floating-point numbers represent all integers up to this one.
const EXACT: f64 = (1_u64 << 53) as f64;

/// What a number of a file stands for.
///
/// A number of at most 12 significant digits is that decimal. MiniZinc computes with binary floating-point numbers and
/// prints 16 digits, so `9.95` arrives as `9.949999999999999`, `0.1 + 0.2` as `0.30000000000000004`, and `1 / 3` as
/// `0.3333333333333333`. A longer number is therefore known to 15 digits only. It stands for the decimal of at most 12
/// digits that agrees with it, else for a fraction with a denominator up to a million, else for the decimal of 15 digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Literal {
    pub(crate) value: Fraction,
    /// The smallest and the largest number that agree with it.
    pub(crate) low: Fraction,
    pub(crate) high: Fraction,
}

/// Reads a number; `None` if it or its unit is beyond 128 bits.
pub(crate) fn literal(value: f64) -> Option<Literal> {
    let exactly = |value| Literal { value, low: value, high: value };
    if value.trunc() == value && value.abs() < EXACT {
        return Some(exactly(Fraction::whole(value as i64)));
    }
    let (digits, exponent) = digits(&format!("{value:e}"))?;
    if digits.unsigned_abs() < 10_u128.pow(SHORT as u32) {
        return Some(exactly(Fraction::decimal(digits, exponent)?));
    }
    let (rounded, exponent) = self::digits(&format!("{value:.*e}", DIGITS - 1))?;
    let low = Fraction::decimal(rounded.checked_sub(1)?, exponent)?;
    let high = Fraction::decimal(rounded.checked_add(1)?, exponent)?;
    let is_short = rounded % 10_i128.pow((DIGITS - SHORT) as u32) == 0;
    let decimal = Fraction::decimal(rounded, exponent)?;
    let simplest = match rounded > 0 {
        true => simplest(low, high)?,
        false => simplest(high.negated(), low.negated())?.negated(),
    };
    let value = if is_short || simplest.denominator > SIMPLE { decimal } else { simplest };
    Some(Literal { value, low, high })
}

/// The digits of a number in scientific notation as an integer, and the exponent of its last digit.
fn digits(text: &str) -> Option<(i128, i32)> {
    let (mantissa, exponent) = text.split_once('e')?;
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(decimals.len()).ok()?)?;
    Some((format!("{whole}{decimals}").parse().ok()?, exponent))
}

/// The fraction with the smallest denominator between two positive ones, by continued fractions.
fn simplest(low: Fraction, high: Fraction) -> Option<Fraction> {
    let whole = low.floor();
    if low.denominator == 1 {
        return Some(low);
    }
    if high.floor() > whole {
        return Some(Fraction::whole(whole + 1));
    }
    let rest = |end: Fraction| Fraction::new(end.denominator, end.plus(Fraction::whole(-whole))?.numerator);
    let inner = simplest(rest(high)?, rest(low)?)?;
    Fraction::whole(whole).plus(Fraction::new(inner.denominator, inner.numerator)?)
}

/// The value of a constant, with truth values as 0 and 1.
pub(crate) fn constant(term: Term) -> Option<Fraction> {
    match term.kind {
        Kind::Int => Some(Fraction::whole(term.payload as i64)),
        Kind::Bool => Some(Fraction::whole(term.payload)),
        Kind::Float => Some(literal(f64::from_bits(term.payload))?.value),
        _ => None,
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.plus(other.negated())?.numerator.cmp(&0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (i128, i128) {
        let literal = literal(text.parse().expect("a number")).expect("it fits");
        assert!(literal.low <= literal.value && literal.value <= literal.high, "{text}");
        (literal.value.numerator, literal.value.denominator)
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

    /// Sums, products and quotients of decimals, computed in binary, are read as computed by hand.
    #[test]
    fn sums_products_and_quotients_are_recovered() {
        for i in 1..400_i128 {
            for j in [1, 3, 7, 19, 60, 144] {
                let (a, b) = (i as f64 / 100.0, j as f64 / 10.0);
                let expected = [(10 * i + 100 * j, 1000), (i * j, 1000), (i, 10 * j)];
                for (value, (n, d)) in [a + b, a * b, a / b].into_iter().zip(expected) {
                    let printed: f64 = format!("{value:.15e}").parse().expect("a number");
                    for value in [value, printed] {
                        assert_eq!(literal(value).map(|l| l.value), Fraction::new(n, d), "{value}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(literal(1e-60).is_none() && literal(1e300).is_none());
        let large = Fraction::whole(i128::MAX);
        assert!(large.plus(large).is_none() && large.times(large).is_none());
        assert!(large.over(Fraction::whole(0)).is_none());
    }
}
