//! Pseudo-Boolean rows.

use crate::model::rows::Literal;

/// The row `Σ a·l >= degree`, normalised: weights are positive, and each variable occurs once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) terms: Vec<(i64, Literal)>,
    pub(super) degree: i64,
}

impl Sum {
    /// Normalises a row. Returns `None` on overflow.
    pub(super) fn new(terms: impl IntoIterator<Item = (i64, Literal)>, at_least: i64) -> Option<Sum> {
        Sum::normalised(terms.into_iter().collect(), at_least)
    }

    fn normalised(mut terms: Vec<(i64, Literal)>, mut degree: i64) -> Option<Sum> {
        for (c, l) in &mut terms {
            if l.is_negated() {
                // c·~x = c - c·x
                degree = degree.checked_sub(*c)?;
                (*c, *l) = (c.checked_neg()?, !*l);
            }
        }
        terms.sort_unstable_by_key(|term| term.1);
        let (mut kept, mut next) = (0, 0);
        while let Some(&(mut c, l)) = terms.get(next) {
            next += 1;
            while let Some(&(more, _)) = terms.get(next).filter(|term| term.1 == l) {
                c = c.checked_add(more)?;
                next += 1;
            }
            match c {
                0 => continue,
                _ if l == Literal::TRUE => {
                    degree = degree.checked_sub(c)?;
                    continue;
                }
                1.. => terms[kept] = (c, l),
                _ => {
                    // c·x = c - c·~x
                    degree = degree.checked_sub(c)?;
                    terms[kept] = (c.checked_neg()?, !l);
                }
            }
            kept += 1;
        }
        terms.truncate(kept);
        Some(Sum { terms, degree })
    }

    /// Whether the row holds for all values.
    pub(super) fn is_trivial(&self) -> bool {
        self.degree <= 0
    }

    /// The row divided by a positive number and rounded up.
    pub(super) fn divided(&self, by: i64) -> Sum {
        let up = |c: i64| c.div_euclid(by) + i64::from(c.rem_euclid(by) > 0);
        Sum { terms: self.terms.iter().map(|&(c, l)| (up(c), l)).collect(), degree: up(self.degree) }
    }

    /// Returns the sum of rows, each with its multiplier, or `None` on overflow.
    pub(super) fn total<'a>(rows: impl Iterator<Item = (&'a Sum, i64)> + Clone) -> Option<Sum> {
        let mut terms = Vec::with_capacity(rows.clone().map(|(sum, _)| sum.terms.len()).sum());
        let mut degree = 0_i64;
        for (sum, times) in rows {
            degree = degree.checked_add(sum.degree.checked_mul(times)?)?;
            for &(c, l) in &sum.terms {
                terms.push((c.checked_mul(times)?, l));
            }
        }
        Sum::normalised(terms, degree)
    }
}
