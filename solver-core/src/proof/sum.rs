//! Pseudo-Boolean rows.

use crate::model::rows::Literal;

/// `Σ a·l >= degree`, normalised: positive weights, each variable once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) terms: Vec<(i64, Literal)>,
    pub(super) degree: i64,
}

impl Sum {
    /// Normalised; `None` if numbers overflow.
    pub(super) fn new(terms: impl IntoIterator<Item = (i64, Literal)>, at_least: i64) -> Option<Sum> {
        let mut degree = at_least;
        let mut signed: Vec<(usize, i64)> = Vec::new();
        for (c, l) in terms {
            // c·~x = c - c·x
            let positive = if l.is_negated() {
                degree = degree.checked_sub(c)?;
                c.checked_neg()?
            } else {
                c
            };
            match l.variable() {
                0 => degree = degree.checked_sub(positive)?,
                x => signed.push((x, positive)),
            }
        }
        signed.sort_unstable_by_key(|t| t.0);
        let mut terms: Vec<(i64, Literal)> = Vec::with_capacity(signed.len());
        for of_one in signed.chunk_by(|a, b| a.0 == b.0) {
            let c = of_one.iter().try_fold(0_i64, |sum, t| sum.checked_add(t.1))?;
            let positive = Literal(2 * of_one[0].0 as u32);
            match c {
                0 => {}
                1.. => terms.push((c, positive)),
                _ => {
                    // c·x = c - c·~x
                    degree = degree.checked_sub(c)?;
                    terms.push((c.checked_neg()?, !positive));
                }
            }
        }
        Some(Sum { terms, degree })
    }

    /// Whether it holds whatever the values are.
    pub(super) fn is_trivial(&self) -> bool {
        self.degree <= 0
    }

    /// The sum of rows, each several times; `None` if numbers overflow.
    pub(super) fn total<'a>(rows: impl IntoIterator<Item = (&'a Sum, i64)>) -> Option<Sum> {
        let (mut terms, mut degree) = (Vec::new(), 0_i64);
        for (sum, times) in rows {
            degree = degree.checked_add(sum.degree.checked_mul(times)?)?;
            for &(c, l) in &sum.terms {
                terms.push((c.checked_mul(times)?, l));
            }
        }
        Sum::new(terms, degree)
    }
}
