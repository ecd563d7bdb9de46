//! Rows for functions of variables. The decomposition ensures that each function is defined for all argument values.

use super::variables::Form;
use super::{Encoding, Line, Stated};
use crate::constraints::reified::Form as Condition;
use crate::export::Linear;
use crate::model::rows::Literal;
use crate::model::{Operation, Sign};
use crate::proof::database::Owner;
use crate::var::Var;
use crate::view::View;

/// The maximum number of value pairs in a table.
const PAIRS: u64 = 4096;

impl Encoding {
    /// Writes `result = operation(arguments)`; the index of an `element` function counts from 1.
    pub(super) fn function(&mut self, owner: Owner, operation: &Operation, arguments: &[u32], result: u32) {
        let views: Vec<View> = arguments.iter().map(|&x| View::from(Var(x))).collect();
        if self.rows_of_function(owner, operation, (&views, View::from(Var(result))), &mut Stated::default()) {
            return;
        }
        match (operation, arguments) {
            (Operation::Absolute, &[x]) => self.absolute(owner, x, result),
            (Operation::Element(array), &[index]) => {
                for (i, &v) in (1..).zip(array.iter()) {
                    if !self.database.budget.spend(super::ROW) {
                        break;
                    }
                    let at = self.equals(index, i);
                    self.implies_value(owner, &[at], result, v);
                }
            }
            (Operation::ElementOf, [index, array @ ..]) => {
                for (i, &x) in (1..).zip(array) {
                    if !self.database.budget.spend(super::ROW) {
                        break;
                    }
                    let at = self.equals(*index, i);
                    let same = Linear { terms: vec![(1, x), (-1, result)], constant: 0 };
                    if at != Literal::FALSE {
                        self.compare_if(owner, &same, at);
                    }
                }
            }
            (Operation::Times, &[x, y]) => self.times(owner, x, y, result),
            (Operation::Div | Operation::Modulo, &[x, y]) => self.quotient(owner, operation, x, y, result),
            _ => self.refuse("proofs do not support this function"),
        }
    }

    /// Writes `sum = 0`, enforced if `b` holds.
    fn compare_if(&mut self, owner: Owner, sum: &Linear, b: Literal) {
        let mut sum = sum.clone();
        if let [(c, x), (d, y)] = sum.terms[..]
            && x == y
        {
            sum.terms = if c + d == 0 { Vec::new() } else { vec![(c + d, x)] };
        }
        self.compare(owner, &sum, Sign::Equal, Some((b, Condition::HalfReified)));
    }

    /// Writes that these literals together imply `x = v`.
    fn implies_value(&mut self, owner: Owner, premises: &[Literal], x: u32, v: i32) {
        self.make(x);
        let is_large = matches!(self.variables[x as usize].form, Form::Bits(_));
        let inside = self.variables[x as usize].domain.contains(v);
        let facts = match (inside, is_large) {
            (false, _) => vec![Literal::FALSE],
            (true, false) => vec![self.equals(x, v)],
            (true, true) => vec![self.at_least(x, v), !self.at_least(x, v.saturating_add(1))],
        };
        for fact in facts {
            self.clause(owner, premises.iter().map(|&l| !l).chain([fact]), Line::Follows);
        }
    }

    fn absolute(&mut self, owner: Owner, x: u32, result: u32) {
        let is_positive = self.at_least(x, 0);
        let same = Linear { terms: vec![(1, x), (-1, result)], constant: 0 };
        let opposite = Linear { terms: vec![(1, x), (1, result)], constant: 0 };
        self.compare_if(owner, &same, is_positive);
        self.compare_if(owner, &opposite, !is_positive);
    }

    /// The values of a variable, if it has a list of values.
    fn listed(&mut self, x: u32) -> Option<Vec<i32>> {
        self.make(x);
        let variable = &self.variables[x as usize];
        (!matches!(variable.form, Form::Bits(_))).then(|| variable.domain.iter().collect())
    }

    fn times(&mut self, owner: Owner, x: u32, y: u32, result: u32) {
        match (self.listed(x), self.listed(y)) {
            (Some(xs), Some(ys)) if x == y => {
                let _ = ys;
                for u in xs {
                    let at = self.equals(x, u);
                    self.implies_product(owner, &[at], u, u, result);
                }
            }
            (Some(xs), Some(ys)) if (xs.len() * ys.len()) as u64 <= PAIRS => {
                for &u in &xs {
                    for &v in &ys {
                        let at = [self.equals(x, u), self.equals(y, v)];
                        self.implies_product(owner, &at, u, v, result);
                    }
                }
            }
            (Some(xs), _) => self.scaled(owner, x, xs, y, result),
            (_, Some(ys)) => self.scaled(owner, y, ys, x, result),
            (None, None) => self.refuse("a product of two variables with many values"),
        }
    }

    fn implies_product(&mut self, owner: Owner, at: &[Literal], u: i32, v: i32, result: u32) {
        match u.checked_mul(v) {
            Some(w) => self.implies_value(owner, at, result, w),
            None => {
                self.clause(owner, at.iter().map(|&l| !l), Line::Follows);
            }
        }
    }

    /// Writes `result = x·y` for each value of x.
    fn scaled(&mut self, owner: Owner, x: u32, values: Vec<i32>, y: u32, result: u32) {
        for u in values {
            let at = self.equals(x, u);
            let sum = match u {
                0 => Linear { terms: vec![(1, result)], constant: 0 },
                _ if y == result => Linear { terms: vec![(i64::from(u) - 1, y)], constant: 0 },
                _ => Linear { terms: vec![(u.into(), y), (-1, result)], constant: 0 },
            };
            if u != 1 || y != result {
                self.compare_if(owner, &sum, at);
            }
        }
    }

    /// Writes the quotient rounded towards 0, or the remainder, for a divisor that is never 0.
    fn quotient(&mut self, owner: Owner, operation: &Operation, x: u32, y: u32, result: u32) {
        let is_div = matches!(operation, Operation::Div);
        let (Some(divisors), dividends) = (self.listed(y), self.listed(x)) else {
            return self.refuse("a quotient by a variable with many values");
        };
        if let Some(dividends) = dividends
            && (divisors.len() * dividends.len()) as u64 <= PAIRS
        {
            for &u in &dividends {
                for &v in divisors.iter().filter(|&&v| v != 0) {
                    let at = [self.equals(x, u), self.equals(y, v)];
                    self.implies_value(owner, &at, result, if is_div { u / v } else { u % v });
                }
            }
            return;
        }
        if !is_div || x == y || x == result || y == result {
            return self.refuse("a remainder of a variable with many values");
        }
        let is_positive = self.at_least(x, 0);
        for v in divisors.into_iter().filter(|&v| v != 0) {
            let at = self.equals(y, v);
            let (size, sign) = (i64::from(v).abs(), i64::from(v.signum()));
            // |v|·(sign·result) <= |x| <= |v|·(sign·result) + |v| - 1, for each sign of x.
            for (side, of_x) in [(is_positive, 1), (!is_positive, -1)] {
                let lower = Linear { terms: vec![(of_x * size * sign, result), (-of_x, x)], constant: 0 };
                let upper = Linear { terms: vec![(of_x, x), (-of_x * size * sign, result)], constant: 1 - size };
                let both = self.auxiliary_boolean("divides");
                self.clause(owner, [both, !at, !side], Line::Follows);
                self.clause(owner, [!both, at], Line::Follows);
                self.clause(owner, [!both, side], Line::Follows);
                for row in [lower, upper] {
                    self.compare(owner, &row, Sign::AtMost, Some((both, Condition::HalfReified)));
                }
            }
        }
    }
}
