//! Pseudo-Boolean rows.

/// A literal: twice the number of its variable, plus one if it is negated.
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

/// `Σ a·l >= degree`: positive weights, each variable once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    pub(super) terms: Vec<(i128, Literal)>,
    pub(super) degree: i128,
}

impl Row {
    /// Normalises a row; `None` on overflow.
    pub(super) fn new(terms: impl IntoIterator<Item = (i128, Literal)>, mut degree: i128) -> Option<Row> {
        let mut of_variable = std::collections::BTreeMap::new();
        for (c, l) in terms {
            // c·~x = c - c·x
            let c = if l.is_negated() {
                degree = degree.checked_sub(c)?;
                c.checked_neg()?
            } else {
                c
            };
            let sum: &mut i128 = of_variable.entry(l.variable()).or_default();
            *sum = sum.checked_add(c)?;
        }
        let mut row = Row { terms: Vec::new(), degree };
        for (x, c) in of_variable {
            if c > 0 {
                row.terms.push((c, Literal(2 * x)));
            } else if c < 0 {
                row.degree = row.degree.checked_sub(c)?;
                row.terms.push((c.checked_neg()?, Literal(2 * x + 1)));
            }
        }
        row.total()?;
        Some(row)
    }

    /// The clause of these literals.
    pub(super) fn clause(literals: impl IntoIterator<Item = Literal>) -> Row {
        Row { terms: literals.into_iter().map(|l| (1, l)).collect(), degree: 1 }
    }

    /// The sum of all weights.
    fn total(&self) -> Option<i128> {
        self.terms.iter().try_fold(0_i128, |sum, term| sum.checked_add(term.0))
    }

    /// The sum of the weights minus the degree.
    pub(super) fn slack(&self) -> i128 {
        self.terms.iter().map(|term| term.0).sum::<i128>() - self.degree
    }

    pub(super) fn largest(&self) -> i128 {
        self.terms.iter().map(|term| term.0).max().unwrap_or(0)
    }

    /// The sum of two rows.
    pub(super) fn plus(&self, other: &Row) -> Option<Row> {
        Row::new(self.terms.iter().chain(&other.terms).copied(), self.degree.checked_add(other.degree)?)
    }

    pub(super) fn times(&self, factor: i128) -> Option<Row> {
        let terms = self.terms.iter().map(|&(c, l)| Some((c.checked_mul(factor)?, l)));
        Row::new(terms.collect::<Option<Vec<_>>>()?, self.degree.checked_mul(factor)?)
    }

    /// The literals, if the row is a clause.
    pub(super) fn as_clause(&self) -> Option<Vec<Literal>> {
        let is_clause = self.degree == 1 && self.terms.iter().all(|term| term.0 == 1);
        is_clause.then(|| self.terms.iter().map(|term| term.1).collect())
    }
}
