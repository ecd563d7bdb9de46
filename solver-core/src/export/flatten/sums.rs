//! Flattening of expressions into sums of variables, and variables for sums.

use super::{ExportError, Flattened, Flattener, MOST_ROWS, ROW, SUM_LIMIT};
use crate::export::flat::{Linear, Row, RowKind};
use crate::model::{Expr, Sign};
use crate::value_set::ValueSet;
use crate::view::View;
use std::collections::HashMap;

impl Flattener<'_> {
    /// Flattens an expression into a sum of variables; if the expression is undefined, some of the guards are 0.
    pub(super) fn lower(&mut self, e: &Expr, guards: &mut Vec<u32>) -> Flattened<Linear> {
        let e = e.normalised();
        let small = |c: i128| i64::try_from(c).ok().filter(|c| c.abs() <= SUM_LIMIT);
        let beyond = |c: i128| self.overflow((c, c), SUM_LIMIT);
        let mut sum = Linear { terms: Vec::new(), constant: small(e.constant).ok_or_else(|| beyond(e.constant))? };
        for &(c, x) in &e.terms {
            sum.terms.push((small(c).ok_or_else(|| beyond(c))?, x.index));
        }
        for (c, function) in &e.functions {
            let c = small(*c).ok_or_else(|| self.overflow((*c, *c), SUM_LIMIT))?;
            let x = self.function(function, guards)?;
            sum.terms.push((c, x));
        }
        let sum = self.tidied(sum);
        self.check_sum(&sum)?;
        Ok(sum)
    }

    /// The sum with constants and like terms combined.
    pub(super) fn tidied(&self, sum: Linear) -> Linear {
        let mut tidy = Linear { terms: Vec::with_capacity(sum.terms.len()), constant: sum.constant };
        let mut place: HashMap<u32, usize> = HashMap::new();
        for (c, x) in sum.terms {
            if let Some(v) = self.flat.number(x) {
                tidy.constant = tidy.constant.saturating_add(c.saturating_mul(v.into()));
            } else if let Some(&at) = place.get(&x) {
                let term: &mut (i64, u32) = &mut tidy.terms[at];
                term.0 = term.0.saturating_add(c);
            } else {
                place.insert(x, tidy.terms.len());
                tidy.terms.push((c, x));
            }
        }
        tidy.terms.retain(|t| t.0 != 0);
        tidy
    }

    pub(super) fn range(&self, sum: &Linear) -> (i128, i128) {
        let constant = i128::from(sum.constant);
        sum.terms.iter().fold((constant, constant), |(low, high), &(c, x)| {
            let domain = &self.flat.domains[x as usize];
            let at = |v: Option<i32>| i128::from(c) * i128::from(v.unwrap_or(0));
            let (a, b) = (at(domain.min()), at(domain.max()));
            (low + a.min(b), high + a.max(b))
        })
    }

    pub(super) fn overflow(&self, (low, high): (i128, i128), limit: i64) -> ExportError {
        ExportError::Overflow { constraint: self.name(), low, high, limit }
    }

    pub(super) fn check_sum(&self, sum: &Linear) -> Flattened<()> {
        let range = self.range(sum);
        let limit = i128::from(SUM_LIMIT);
        if range.0 < -limit || range.1 > limit { Err(self.overflow(range, SUM_LIMIT)) } else { Ok(()) }
    }

    /// A variable that equals a sum.
    pub(super) fn variable_of(&mut self, sum: Linear) -> Flattened<u32> {
        match (&sum.terms[..], sum.constant) {
            (&[(1, x)], 0) => return Ok(x),
            ([], constant) => {
                let beyond = || self.overflow((constant.into(), constant.into()), View::LIMIT.into());
                let v = i32::try_from(constant).ok().filter(|v| v.abs() <= View::LIMIT).ok_or_else(beyond)?;
                return Ok(self.number(v));
            }
            _ => {}
        }
        if let Some(&known) = self.sums.get(&sum) {
            return Ok(known);
        }
        let result = self.within_limits(self.range(&sum))?;
        self.sums.insert(sum.clone(), result);
        let mut tie = sum;
        tie.terms.push((-1, result));
        self.row(RowKind::Linear { sum: tie, sign: Sign::Equal, truth: None }, Some(result))?;
        Ok(result)
    }

    /// Creates a variable with these bounds.
    pub(super) fn within_limits(&mut self, range: (i128, i128)) -> Flattened<u32> {
        let limit = i128::from(View::LIMIT);
        if range.0 < -limit || range.1 > limit {
            return Err(self.overflow(range, View::LIMIT.into()));
        }
        Ok(self.new_variable(ValueSet::range(range.0 as i32, range.1 as i32)))
    }

    pub(super) fn new_variable(&mut self, domain: ValueSet) -> u32 {
        self.flat.domains.push(domain);
        self.flat.domains.len() as u32 - 1
    }

    pub(super) fn number(&mut self, v: i32) -> u32 {
        if let Some(&known) = self.numbers.get(&v) {
            return known;
        }
        let x = self.new_variable(ValueSet::range(v, v));
        self.numbers.insert(v, x);
        x
    }

    pub(super) fn row(&mut self, kind: RowKind, defines: Option<u32>) -> Flattened<()> {
        if self.flat.rows.len() >= MOST_ROWS || !self.budget.spend(ROW) {
            return Err(ExportError::TooLarge { constraint: self.name(), limit: MOST_ROWS });
        }
        self.flat.rows.push(Row { constraint: self.constraint, kind, defines });
        Ok(())
    }
}
