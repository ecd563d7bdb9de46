//! Flattening of functions into variables that are defined for all argument values.

use super::{ExportError, Flattened, Flattener, Idiom, MOST_PAIRS, SUM_LIMIT};
use crate::export::flat::{Linear, RowKind};
use crate::model::{Comparison, Expr, Function, Operation, Relates, Sign, all_of};
use crate::view::View;
use std::sync::Arc;

impl Flattener<'_> {
    /// The variable of a function; if the function is undefined, some of the guards are 0.
    pub(super) fn function(&mut self, function: &Function, guards: &mut Vec<u32>) -> Flattened<u32> {
        if let (&Operation::Truth(sign), [difference]) = (&function.operation, &function.arguments[..]) {
            return self.truth(&Comparison { difference: difference.clone(), sign });
        }
        let arguments = function.arguments.iter().map(|e| self.lower(e, guards)).collect::<Flattened<Vec<Linear>>>()?;
        match (&function.operation, &arguments[..]) {
            (Operation::Times, [x, y]) => self.product(x, y),
            (Operation::Div | Operation::Modulo, [x, y]) => {
                let is_zero = self.truth_of_linear(y.clone(), Sign::Equal)?;
                guards.push(self.truth_of_linear(y.clone(), Sign::Differs)?);
                let mut divisor = y.clone();
                divisor.terms.push((1, is_zero));
                let divisor = self.tidied(divisor);
                self.quotient(&function.operation, x, &divisor)
            }
            (Operation::Pow, [x, y]) => self.power(x, y, guards),
            (Operation::Element(array), [index]) => {
                let index = self.index(index, array.len(), guards)?;
                if array.is_empty() {
                    Ok(index)
                } else {
                    self.result(Operation::Element(Arc::clone(array)), vec![index])
                }
            }
            (Operation::ElementOf, [index, array @ ..]) => {
                let mut all = vec![self.index(index, array.len(), guards)?];
                for sum in array {
                    all.push(self.variable_of(sum.clone())?);
                }
                if array.is_empty() { Ok(all[0]) } else { self.result(Operation::ElementOf, all) }
            }
            (Operation::NValue, _) => {
                // Counts the arguments whose value no earlier argument has.
                let all = &function.arguments;
                let is_new = |i: usize| all_of(all[..i].iter().map(|y| (&all[i]).differs(y)));
                let sum = self.lower(&((1..all.len()).map(is_new).sum::<Expr>() + 1), guards)?;
                self.variable_of(sum)
            }
            (operation, all) => {
                if all.is_empty() {
                    guards.push(self.number(0));
                    return Ok(self.number(0));
                }
                let all = all.iter().map(|sum| self.variable_of(sum.clone())).collect::<Flattened<Vec<u32>>>()?;
                match (operation, &all[..]) {
                    (Operation::Maximum | Operation::Minimum, &[one]) => Ok(one),
                    _ => self.result(operation.clone(), all),
                }
            }
        }
    }

    /// The variable of a function that is defined for all argument values.
    pub(super) fn result(&mut self, operation: Operation, arguments: Vec<u32>) -> Flattened<u32> {
        let key = (operation, arguments);
        if let Some(&known) = self.functions.get(&key) {
            return Ok(known);
        }
        let (operation, arguments) = key.clone();
        let bounds = |&x: &u32| {
            let domain = &self.flat.domains[x as usize];
            (domain.min().unwrap_or(0).into(), domain.max().unwrap_or(0).into())
        };
        let ranges: Vec<(i128, i128)> = arguments.iter().map(bounds).collect();
        let range = Function { operation: operation.clone(), arguments: Vec::new() }.range(&ranges);
        if arguments.iter().all(|&x| self.flat.number(x).is_some()) {
            let values: Vec<i32> = self.flat.domains.iter().map(|domain| domain.min().unwrap_or(0)).collect();
            if let Some(v) = self.flat.value(&operation, &arguments, &values).and_then(|v| i32::try_from(v).ok()) {
                return Ok(self.number(v));
            }
        }
        let result = self.within_limits(range)?;
        self.functions.insert(key, result);
        self.row(RowKind::Function { operation, arguments, result }, Some(result))?;
        Ok(result)
    }

    pub(super) fn product(&mut self, x: &Linear, y: &Linear) -> Flattened<u32> {
        for (number, other) in [(x, y), (y, x)] {
            if number.terms.is_empty() {
                let times = |c: i64| c.checked_mul(number.constant).filter(|c| c.abs() <= SUM_LIMIT);
                let scaled: Option<Vec<(i64, u32)>> = other.terms.iter().map(|&(c, x)| Some((times(c)?, x))).collect();
                let Some((terms, constant)) = scaled.zip(times(other.constant)) else {
                    return Err(self.overflow((i128::MIN, i128::MAX), SUM_LIMIT));
                };
                let sum = self.tidied(Linear { terms, constant });
                return self.variable_of(sum);
            }
        }
        let (x, y) = (self.variable_of(x.clone())?, self.variable_of(y.clone())?);
        self.result(Operation::Times, vec![x, y])
    }

    /// The quotient or remainder of `x / y`, for a divisor that is never 0.
    pub(super) fn quotient(&mut self, operation: &Operation, x: &Linear, y: &Linear) -> Flattened<u32> {
        let negative = self.range(x).0 < 0 || self.range(y).0 < 0;
        let (x, y) = (self.variable_of(x.clone())?, self.variable_of(y.clone())?);
        self.never_zero(y);
        if self.idiom == Idiom::FlatZinc || !negative {
            return self.result(operation.clone(), vec![x, y]);
        }
        // Formats round negative quotients differently, so the absolute values are divided first, and the sign is added
        // afterwards.
        let below =
            |this: &mut Self, x: u32| this.truth_of_linear(Linear { terms: vec![(1, x)], constant: 1 }, Sign::AtMost);
        let (a, b) = (below(self, x)?, below(self, y)?);
        let one_sided = self.tidied(Linear { terms: vec![(1, a), (-1, b)], constant: 0 });
        let opposite = self.truth_of_linear(one_sided, Sign::Differs)?;
        let (p, q) = (self.result(Operation::Absolute, vec![x])?, self.result(Operation::Absolute, vec![y])?);
        self.never_zero(q);
        let distance = self.result(Operation::Div, vec![p, q])?;
        let sign = self.tidied(Linear { terms: vec![(-2, opposite)], constant: 1 });
        let distance = self.tidied(Linear { terms: vec![(1, distance)], constant: 0 });
        let quotient = self.product(&sign, &distance)?;
        if *operation == Operation::Div {
            return Ok(quotient);
        }
        let [p, q] = [quotient, y].map(|x| self.tidied(Linear { terms: vec![(1, x)], constant: 0 }));
        let taken = self.product(&p, &q)?;
        let rest = self.tidied(Linear { terms: vec![(1, x), (-1, taken)], constant: 0 });
        self.variable_of(rest)
    }

    /// Removes 0 from the domain of an introduced variable that is never 0, because solvers inspect divisors' domains.
    pub(super) fn never_zero(&mut self, x: u32) {
        if x as usize >= self.flat.own {
            let domain = &mut self.flat.domains[x as usize];
            *domain = domain.without(0);
        }
    }

    pub(super) fn power(&mut self, x: &Linear, y: &Linear, guards: &mut Vec<u32>) -> Flattened<u32> {
        if let (true, 0..=30) = (y.terms.is_empty(), y.constant) {
            let mut product = Linear { terms: Vec::new(), constant: 1 };
            for _ in 0..y.constant {
                let next = self.product(&product, x)?;
                product = self.tidied(Linear { terms: vec![(1, next)], constant: 0 });
            }
            return self.variable_of(product);
        }
        // All other powers are listed, one base after another.
        let (bases, exponents) = (self.range(x), self.range(y));
        let size = |range: (i128, i128)| u64::try_from(range.1 - range.0 + 1).unwrap_or(u64::MAX);
        let pairs = size(bases).saturating_mul(size(exponents));
        if pairs > MOST_PAIRS {
            return Err(ExportError::Power { constraint: self.name(), pairs, limit: MOST_PAIRS });
        }
        let power = Function { operation: Operation::Pow, arguments: Vec::new() };
        let mut all = Vec::new();
        for x in bases.0..=bases.1 {
            for y in exponents.0..=exponents.1 {
                let v = power.value(Some(&[x, y])).unwrap_or(0);
                let small = i32::try_from(v).ok().filter(|v| v.abs() <= View::LIMIT);
                all.push(small.ok_or_else(|| self.overflow((v, v), View::LIMIT.into()))?);
            }
        }
        if bases.0 <= 0 && bases.1 >= 0 && exponents.0 < 0 {
            let at_least_0 = Linear { terms: y.terms.iter().map(|&(c, x)| (-c, x)).collect(), constant: -y.constant };
            let fine =
                [self.truth_of_linear(x.clone(), Sign::Differs)?, self.truth_of_linear(at_least_0, Sign::AtMost)?];
            let one = self.tidied(Linear { terms: fine.iter().map(|&t| (-1, t)).collect(), constant: 1 });
            guards.push(self.truth_of_linear(one, Sign::AtMost)?);
        }
        let width = size(exponents) as i64;
        let mut place = Linear { terms: x.terms.iter().map(|&(c, x)| (c * width, x)).collect(), constant: 0 };
        place.terms.extend(&y.terms);
        place.constant = (x.constant - bases.0 as i64) * width + y.constant - exponents.0 as i64;
        place.constant += i64::from(self.flat.first_index);
        let place = self.tidied(place);
        let place = self.variable_of(place)?;
        self.result(Operation::Element(all.into()), vec![place])
    }

    /// Converts a 0-based index to the numbering of the format, and clamps it to the array.
    pub(super) fn index(&mut self, index: &Linear, length: usize, guards: &mut Vec<u32>) -> Flattened<u32> {
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        if length == 0 {
            guards.push(self.number(0));
            return Ok(self.number(0));
        }
        let first = self.flat.first_index;
        let last = first + length - 1;
        let place = Linear { constant: index.constant.saturating_add(first.into()), ..index.clone() };
        let (low, high) = self.range(&place);
        let mut at = self.variable_of(place.clone())?;
        if high > last.into() {
            let excess = Linear { constant: place.constant.saturating_sub(last.into()), ..place.clone() };
            guards.push(self.truth_of_linear(excess, Sign::AtMost)?);
            let last = self.number(last);
            at = self.result(Operation::Minimum, vec![at, last])?;
        }
        if low < first.into() {
            let terms = place.terms.iter().map(|&(c, x)| (-c, x)).collect();
            let lack = Linear { terms, constant: i64::from(first).saturating_sub(place.constant) };
            guards.push(self.truth_of_linear(lack, Sign::AtMost)?);
            let first = self.number(first);
            at = self.result(Operation::Maximum, vec![at, first])?;
        }
        Ok(at)
    }
}
