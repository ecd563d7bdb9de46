//! From floating-point multipliers to one exact row.
//!
//! Whatever the multipliers, the rows imply the result: the multipliers are first rounded to integers, and the rows are
//! then added up without rounding (A. Neumaier, O. Shcherbina, *Safe bounds in linear and mixed-integer linear
//! programming*, Mathematical Programming 99, 2004; with integer multipliers: L. Perron, F. Didier, S. Gay, *The
//! CP-SAT-LP solver*, CP 2023).

use crate::linear_rows::{LinearRow, greatest_common_divisor};

/// A component's row, with columns given by index.
pub(super) type Row = LinearRow<u32>;

/// A combined row `Σ coefficient · column <= constant`, and the rows that it sums.
#[derive(Clone, Default, Debug)]
pub(super) struct Combined {
    pub(super) terms: Vec<(u32, i64)>,
    pub(super) constant: i64,
    /// Row indices and multipliers. A multiplier is above 0 for its row's lower bound, and below 0 for the upper one.
    pub(super) parts: Vec<(u32, i64)>,
}

/// All sums over the root bounds stay within this limit, so that arithmetic on a combined row fits in 64 bits.
const REACH: i128 = 1 << 61;

/// The limit for the multiples of the rows before their terms cancel; it leaves room for the additions of a proof.
const REACH_OF_PARTS: i128 = 1 << 60;

/// The exponent of the largest multiplier after rounding, which is a power of two.
const FINENESS: i32 = 30;

/// Multipliers below this fraction of the largest one are noise.
const NOISE: f64 = 1e-9;

/// The largest relative difference between a scaled multiplier and the integer that replaces it.
const INTEGRAL: f64 = 1e-6;

/// The largest integer to which the smallest multiplier is scaled to make all multipliers integers.
const FACTORS: u32 = 60;

/// The maximum number of scales to try; each is smaller than the previous one by the factor [`STEP`], until the sums
/// fit.
const ATTEMPTS: usize = 12;
const STEP: f64 = 16.0;

/// How multipliers become integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    /// Small integers in the same proportions.
    Small,
    /// Integers as precise as the range permits.
    Fine,
}

/// Adds up rows; owns the scratch space.
#[derive(Clone, Default)]
pub(super) struct Combiner {
    sums: Vec<i128>,
    touched: Vec<u32>,
    used: Vec<(u32, f64)>,
    combined: Combined,
}

impl Combiner {
    /// The sum of the rows with these multipliers, omitting rows that lack the bound selected by their multiplier's
    /// sign; `None` if the multipliers cannot be rounded in this way. `bounds` are those at the root, by column.
    pub(super) fn combine(
        &mut self,
        rows: &[Row],
        multipliers: &[f64],
        bounds: &[(i32, i32)],
        rounding: Rounding,
    ) -> Option<&Combined> {
        let largest = multipliers.iter().fold(0.0f64, |largest, factor| largest.max(factor.abs()));
        if !(largest.is_finite() && largest > f64::MIN_POSITIVE) {
            return None;
        }
        let has_limit = |&(i, factor): &(u32, f64)| {
            let row = &rows[i as usize];
            factor.abs() > NOISE * largest && if factor > 0.0 { row.low.is_some() } else { row.high.is_some() }
        };
        self.used.clear();
        self.used.extend((0..).zip(multipliers.iter().copied()).filter(has_limit));
        let mut scale = match rounding {
            Rounding::Small => self.integral()?,
            Rounding::Fine => f64::from(1 << FINENESS) / largest,
        };
        // The multipliers are too small to be scaled.
        if !scale.is_finite() {
            return None;
        }
        for _ in 0..ATTEMPTS {
            if self.add_up(rows, scale, bounds, rounding).is_some() {
                return Some(&self.combined);
            }
            scale /= STEP;
        }
        None
    }

    /// A factor that makes all multipliers small integers.
    fn integral(&self) -> Option<f64> {
        let smallest = self.used.iter().fold(f64::INFINITY, |smallest, (_, factor)| smallest.min(factor.abs()));
        (1..=FACTORS).map(|by| f64::from(by) / smallest).find(|scale| {
            self.used.iter().all(|(_, factor)| {
                let scaled = factor * scale;
                (scaled - scaled.round()).abs() <= INTEGRAL * scaled.abs().clamp(1.0, 100.0)
            })
        })
    }

    /// Adds up the rows into `self.combined`; `None` if a number exceeds its limit.
    fn add_up(&mut self, rows: &[Row], scale: f64, bounds: &[(i32, i32)], rounding: Rounding) -> Option<()> {
        for &column in &self.touched {
            self.sums[column as usize] = 0;
        }
        self.touched.clear();
        self.sums.resize(bounds.len(), 0);
        let Combined { terms, constant, parts } = &mut self.combined;
        terms.clear();
        parts.clear();
        let mut sum_of_limits = 0i128;
        let (mut largest, mut reach_of_parts) = (0, 0i128);
        for &(i, factor) in &self.used {
            // At most 2³⁰, or 60 / `NOISE`, so multiplying by a coefficient of 2⁴⁰ is far from overflow.
            let multiplier = (factor * scale).round() as i64;
            if multiplier == 0 {
                continue;
            }
            let row = &rows[i as usize];
            let limit = if multiplier > 0 { row.low? } else { row.high? };
            parts.push((i, multiplier));
            largest = largest.max(multiplier.unsigned_abs());
            let multiplier = i128::from(multiplier);
            sum_of_limits = sum_of_limits.checked_sub(multiplier.checked_mul(limit.into())?)?;
            for &(column, coefficient) in &row.terms {
                let (low, high) = bounds[column as usize];
                let most =
                    multiplier * i128::from(coefficient) * i128::from(low.unsigned_abs().max(high.unsigned_abs()));
                reach_of_parts += most.abs();
                let sum = &mut self.sums[column as usize];
                if *sum == 0 {
                    self.touched.push(column);
                }
                *sum = sum.checked_sub(multiplier.checked_mul(coefficient.into())?)?;
            }
        }
        if reach_of_parts >= REACH_OF_PARTS {
            return None;
        }
        // A column whose sum was 0 in between is listed twice.
        self.touched.sort_unstable();
        self.touched.dedup();
        let mut divisor = 0;
        for &column in &self.touched {
            let sum = self.sums[column as usize];
            let (low, high) = bounds[column as usize];
            let range = i128::from(high) - i128::from(low);
            // Without rounding the multipliers, this sum would be 0, so it is replaced by its bound.
            if rounding == Rounding::Fine && sum.checked_abs()?.checked_mul(range)? <= i128::from(largest >> 20) {
                sum_of_limits = sum_of_limits.checked_sub(sum * i128::from(if sum > 0 { low } else { high }))?;
                self.sums[column as usize] = 0;
                continue;
            }
            divisor = greatest_common_divisor(divisor, sum.checked_abs()?);
        }
        let divisor = divisor.max(1);
        let limit = sum_of_limits.div_euclid(divisor);
        let mut reach = limit.checked_abs()?;
        for &column in &self.touched {
            let coefficient = self.sums[column as usize] / divisor;
            let (low, high) = bounds[column as usize];
            let most = i128::from(low.unsigned_abs().max(high.unsigned_abs()));
            reach = reach.checked_add(coefficient.checked_abs()?.checked_mul(most)?)?;
            if coefficient != 0 {
                terms.push((column, i64::try_from(coefficient).ok()?));
            }
        }
        *constant = i64::try_from(limit).ok()?;
        // A row without terms is trivial, or a contradiction.
        (reach < REACH && (!terms.is_empty() || *constant < 0)).then_some(())
    }
}
