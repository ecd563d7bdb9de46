//! Linear rows: sums of integer variables compared with 0, unconditionally, conditionally, or reified.

use super::variables::{Form, LISTED};
use super::{Encoding, Line};
use crate::constraints::reified::Form as Condition;
use crate::export::Linear;
use crate::model::Sign;
use crate::model::rows::Literal;
use crate::proof::database::Owner;

/// Comparisons of two variables are written value by value if each has at most this many values.
const BY_VALUE: u64 = 64;

impl Encoding {
    /// Writes a comparison of a sum with 0. The comparison holds if (half-reified) or if and only if (reified) the
    /// condition holds. Returns the rows that bound the sum from above and from below, if any.
    pub(super) fn compare(
        &mut self,
        owner: Owner,
        sum: &Linear,
        sign: Sign,
        condition: Option<(Literal, Condition)>,
    ) -> [Option<u32>; 2] {
        let (b, is_exact) = match condition {
            None => (Literal::TRUE, false),
            Some((b, form)) => (b, form == Condition::Reified),
        };
        let sum = &self.without_constants(sum);
        match sign {
            Sign::AtMost => {
                let row = self.at_most(owner, sum, b);
                [row, if is_exact { self.at_most(owner, &above(sum), !b) } else { None }]
            }
            Sign::Equal => self.equal(owner, sum, b, is_exact),
            // `b <-> s != 0` is `!b <-> s = 0`.
            Sign::Differs => {
                self.differ(owner, sum, b);
                if is_exact { self.equal(owner, sum, !b, false) } else { [None, None] }
            }
        }
    }

    /// Returns the sum with its fixed variables moved to the constant.
    pub(super) fn without_constants(&self, sum: &Linear) -> Linear {
        let mut rest = Linear { terms: Vec::new(), constant: sum.constant };
        for &(c, x) in &sum.terms {
            let domain = &self.variables[x as usize].domain;
            match (domain.len(), domain.min()) {
                (1, Some(v)) => rest.constant += c * i64::from(v),
                _ => rest.terms.push((c, x)),
            }
        }
        rest
    }

    /// Writes `sum <= 0`, enforced if `b` holds.
    pub(super) fn at_most(&mut self, owner: Owner, sum: &Linear, b: Literal) -> Option<u32> {
        if let [(c, x)] = sum.terms[..] {
            // The row is equivalent to a bound on one variable.
            let bound = (-sum.constant).div_euclid(c.abs());
            let l = if c > 0 {
                !self.at_least(x, clamp(bound + 1))
            } else {
                // -c·x + k <= 0: x >= k / c, rounded up.
                self.at_least(x, clamp(-(-sum.constant).div_euclid(-c)))
            };
            return self.clause(owner, [!b, l], Line::Follows);
        }
        if let [(c, x), (d, y)] = sum.terms[..]
            && x != y
            && self.is_listed(x, LISTED)
            && self.is_listed(y, LISTED)
        {
            self.by_bounds(owner, (c, x), (d, y), sum.constant, b);
            return None;
        }
        let mut at_least = sum.constant;
        let mut terms = Vec::new();
        for &(c, x) in &sum.terms {
            let (constant, of_x) = self.sum_of(x, -c);
            at_least -= constant;
            terms.extend(of_x);
        }
        self.under(owner, terms, at_least, b)
    }

    /// Writes `c·x + d·y + k <= 0`, enforced if `b` holds, for two variables with lists of values: each bound on the
    /// first variable implies a bound on the second. Unit propagation over these clauses finds bounds that it would
    /// miss over a single row.
    fn by_bounds(&mut self, owner: Owner, (c, x): (i64, u32), (d, y): (i64, u32), k: i64, b: Literal) {
        let mut values: Vec<i32> = self.variables[x as usize].domain.iter().collect();
        if c < 0 {
            values.reverse();
        }
        let mut before = Literal::TRUE;
        for v in values {
            // Starts from the weakest bound on x: c·x >= c·v.
            let bound = if c > 0 { self.at_least(x, v) } else { !self.at_least(x, v.saturating_add(1)) };
            let most = (-k - c * i64::from(v)).div_euclid(d.abs());
            let meant = if d > 0 { !self.at_least(y, clamp(most + 1)) } else { self.at_least(y, clamp(-most)) };
            if meant != before {
                self.clause(owner, [!b, !bound, meant], Line::Follows);
                before = meant;
            }
        }
    }

    /// Writes a row that must hold if `b` is true and is trivial if `b` is false. In a proof, `b` is a new literal.
    pub(super) fn under(
        &mut self,
        owner: Owner,
        mut terms: Vec<(i64, Literal)>,
        at_least: i64,
        b: Literal,
    ) -> Option<u32> {
        if b == Literal::FALSE {
            return None;
        }
        if b != Literal::TRUE {
            // The smallest possible sum of the terms.
            let least: i64 = terms.iter().map(|t| t.0.min(0)).sum();
            if at_least <= least {
                return None;
            }
            terms.push((at_least - least, !b));
        }
        self.emit(owner, terms, at_least, Line::Defines(!b))
    }

    fn equal(&mut self, owner: Owner, sum: &Linear, b: Literal, is_exact: bool) -> [Option<u32>; 2] {
        if let Some(l) = self.literal_of(sum) {
            self.clause(owner, [!b, l], Line::Follows);
            if is_exact {
                self.clause(owner, [b, !l], Line::Follows);
            }
            return [None, None];
        }
        let mut rows = [None, None];
        if b != Literal::TRUE && self.is_pair_of_lists(sum) {
            self.pairs(owner, sum, b, true);
        } else {
            rows = [self.at_most(owner, sum, b), self.at_most(owner, &negated(sum), b)];
        }
        if is_exact {
            self.differ(owner, sum, !b);
        }
        rows
    }

    /// Writes `sum != 0`, enforced if `b` holds.
    fn differ(&mut self, owner: Owner, sum: &Linear, b: Literal) {
        if let Some(l) = self.literal_of(sum) {
            self.clause(owner, [!b, !l], Line::Follows);
        } else if self.is_pair_of_lists(sum) {
            self.pairs(owner, sum, b, false);
        } else {
            // One literal expresses that the sum is below 0, and one that it is above 0.
            let signs = [sum.clone(), negated(sum)].map(|sum| {
                let l = self.auxiliary_boolean("differs");
                // l <-> sum <= -1
                let below = Linear { constant: sum.constant + 1, ..sum.clone() };
                self.at_most(owner, &below, l);
                self.at_most(owner, &above(&below), !l);
                l
            });
            self.clause(owner, [!b, signs[0], signs[1]], Line::Follows);
        }
    }

    /// The literal of `sum = 0`, if the sum has at most one variable.
    fn literal_of(&mut self, sum: &Linear) -> Option<Literal> {
        match sum.terms[..] {
            [] => Some(if sum.constant == 0 { Literal::TRUE } else { Literal::FALSE }),
            [(c, x)] => Some(match (sum.constant % c == 0, i32::try_from(-sum.constant / c)) {
                (true, Ok(v)) => self.equals(x, v),
                _ => Literal::FALSE,
            }),
            _ => None,
        }
    }

    fn is_pair_of_lists(&mut self, sum: &Linear) -> bool {
        let [(1 | -1, x), (1 | -1, y)] = sum.terms[..] else { return false };
        x != y && self.is_listed(x, BY_VALUE) && self.is_listed(y, BY_VALUE)
    }

    /// Whether a variable has literals for its values or bounds, and at most `most` values.
    fn is_listed(&mut self, x: u32, most: u64) -> bool {
        self.make(x);
        let variable = &self.variables[x as usize];
        variable.domain.len() <= most && !matches!(variable.form, Form::Bits(_))
    }

    /// Writes that two variables with lists of values are equal (or different) up to a sign and a constant, enforced if
    /// `b` holds.
    fn pairs(&mut self, owner: Owner, sum: &Linear, b: Literal, are_equal: bool) {
        let [(c, x), (d, y)] = sum.terms[..] else { return };
        // c·x + d·y + k = 0: y = -(c·x + k) / d, where d is 1 or -1.
        let partner = |v: i32| i32::try_from(-(c * i64::from(v) + sum.constant) * d).ok();
        let values: Vec<i32> = self.variables[x as usize].domain.iter().collect();
        for v in values {
            let other = partner(v).map_or(Literal::FALSE, |w| self.equals(y, w));
            if other == Literal::FALSE && !are_equal {
                continue;
            }
            let l = self.equals(x, v);
            self.clause(owner, [!b, !l, if are_equal { other } else { !other }], Line::Follows);
        }
        if are_equal {
            let back = |w: i32| i32::try_from(-(d * i64::from(w) + sum.constant) * c).ok();
            let values: Vec<i32> = self.variables[y as usize].domain.iter().collect();
            for w in values {
                let other = back(w).map_or(Literal::FALSE, |v| self.equals(x, v));
                let l = self.equals(y, w);
                self.clause(owner, [!b, !l, other], Line::Follows);
            }
        }
    }
}

/// The complement of `sum <= 0`: `1 - sum <= 0`.
fn above(sum: &Linear) -> Linear {
    let sum = negated(sum);
    Linear { constant: sum.constant + 1, ..sum }
}

pub(super) fn negated(sum: &Linear) -> Linear {
    Linear { terms: sum.terms.iter().map(|&(c, x)| (-c, x)).collect(), constant: -sum.constant }
}

fn clamp(v: i64) -> i32 {
    v.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
