//! Values of the file's variables.

use crate::instance::Term;
use crate::instance::term::Kind;
use std::fmt;
use std::num::NonZeroI64;

/// The value of a variable: an integer, or a fraction for a float variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quantity {
    /// The integer, or the numerator. Truth values are 0 and 1.
    pub numerator: i64,
    /// The positive denominator for a float variable.
    pub scale: Option<NonZeroI64>,
}

impl Quantity {
    /// Returns the exact decimal or its first digits, and whether the decimal is exact.
    fn digits(self) -> (String, bool) {
        let Some(scale) = self.scale else { return (self.numerator.to_string(), true) };
        let (size, scale) = (u128::from(self.numerator.unsigned_abs()), u128::from(scale.get().unsigned_abs()));
        let mut text = format!("{}{}.", if self.numerator < 0 { "-" } else { "" }, size / scale);
        let (point, mut rest) = (text.len(), size % scale);
        // The decimal expansion of a 64-bit fraction, if it terminates, has at most 63 digits after the point.
        while (rest != 0 || text.len() == point) && text.len() < point + 64 {
            rest *= 10;
            text += &(rest / scale).to_string();
            rest %= scale;
        }
        (text, rest == 0)
    }

    /// The nearest floating-point number.
    pub fn nearest(self) -> f64 {
        self.digits().0.parse().unwrap_or(f64::NAN)
    }

    /// Returns the value of a constant in a file.
    pub(crate) fn constant(term: Term) -> Option<Quantity> {
        let value = crate::fraction::constant(term)?;
        let scale = NonZeroI64::new(i64::try_from(*value.denom()).ok()?).filter(|_| term.kind == Kind::Float);
        Some(Quantity { numerator: i64::try_from(*value.numer()).ok()?, scale })
    }
}

impl From<i64> for Quantity {
    fn from(numerator: i64) -> Quantity {
        Quantity { numerator, scale: None }
    }
}

/// Writes an integer, or an exact decimal such as `12.5`. A fraction without a finite decimal expansion is written as
/// the nearest floating-point number.
///
/// ```
/// use flatzinc::Quantity;
/// use std::num::NonZeroI64;
/// let over = |numerator, scale| Quantity { numerator, scale: NonZeroI64::new(scale) }.to_string();
/// assert_eq!([over(-1250, 100), over(7, 1), over(1, 3)], ["-12.5", "7.0", "0.3333333333333333"]);
/// assert_eq!(Quantity::from(7).to_string(), "7");
/// ```
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.digits() {
            (text, true) => f.write_str(&text),
            (_, false) => write!(f, "{:?}", self.nearest()),
        }
    }
}
