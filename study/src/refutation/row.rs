//! Pseudo-Boolean rows.

/// A literal: twice its variable's index, plus one if it is negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal(pub(super) u32);

impl Literal {
    pub(super) fn variable(self) -> u32 {
        self.0 / 2
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// A row `Σ a·l >= degree` with positive weights. Each variable occurs at most once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    pub(super) terms: Vec<(i128, Literal)>,
    pub(super) degree: i128,
}

impl Row {
    /// Normalises a row. Returns `None` on overflow.
    pub(super) fn new(terms: impl IntoIterator<Item = (i128, Literal)>, mut degree: i128) -> Option<Row> {
        let mut positive: Vec<(u32, i128)> = Vec::new();
        for (c, l) in terms {
            // c·~x = c - c·x
            let c = if l.is_negated() {
                degree = degree.checked_sub(c)?;
                c.checked_neg()?
            } else {
                c
            };
            positive.push((l.variable(), c));
        }
        positive.sort_unstable_by_key(|term| term.0);
        let mut row = Row { terms: Vec::with_capacity(positive.len()), degree };
        for same in positive.chunk_by(|a, b| a.0 == b.0) {
            let (x, c) = (same[0].0, same.iter().try_fold(0_i128, |sum, term| sum.checked_add(term.1))?);
            if c > 0 {
                row.terms.push((c, Literal(2 * x)));
            } else if c < 0 {
                row.degree = row.degree.checked_sub(c)?;
                row.terms.push((c.checked_neg()?, Literal(2 * x + 1)));
            }
        }
        row.total()?.checked_sub(row.degree)?;
        Some(row)
    }

    /// Creates a clause from literals.
    pub(super) fn clause(literals: impl IntoIterator<Item = Literal>) -> Row {
        Row { terms: literals.into_iter().map(|l| (1, l)).collect(), degree: 1 }
    }

    /// Returns the sum of all weights, or `None` on overflow.
    fn total(&self) -> Option<i128> {
        self.terms.iter().try_fold(0_i128, |sum, term| sum.checked_add(term.0))
    }

    /// Returns the sum of the weights minus the degree.
    pub(super) fn slack(&self) -> i128 {
        self.terms.iter().map(|term| term.0).sum::<i128>() - self.degree
    }

    pub(super) fn largest(&self) -> i128 {
        self.terms.iter().map(|term| term.0).max().unwrap_or(0)
    }

    /// Returns the sum of two rows.
    pub(super) fn plus(&self, other: &Row) -> Option<Row> {
        Row::new(self.terms.iter().chain(&other.terms).copied(), self.degree.checked_add(other.degree)?)
    }

    pub(super) fn times(&self, factor: i128) -> Option<Row> {
        let terms = self.terms.iter().map(|&(c, l)| Some((c.checked_mul(factor)?, l)));
        Row::new(terms.collect::<Option<Vec<_>>>()?, self.degree.checked_mul(factor)?)
    }

    /// Returns the row divided by a positive number, with all coefficients rounded up.
    pub(super) fn divided(&self, by: i128) -> Row {
        let up = |c: i128| c.div_euclid(by) + i128::from(c.rem_euclid(by) > 0);
        Row { terms: self.terms.iter().map(|&(c, l)| (up(c), l)).collect(), degree: up(self.degree) }
    }

    /// Returns the row with its weights reduced to at most the degree.
    pub(super) fn saturated(mut self) -> Row {
        let most = self.degree.max(0);
        self.terms.iter_mut().for_each(|term| term.0 = term.0.min(most));
        self.terms.retain(|term| term.0 > 0);
        self
    }

    /// Returns the row's literals if the row is a clause.
    pub(super) fn as_clause(&self) -> Option<Vec<Literal>> {
        let is_clause = self.degree == 1 && self.terms.iter().all(|term| term.0 == 1);
        is_clause.then(|| self.terms.iter().map(|term| term.1).collect())
    }
}
