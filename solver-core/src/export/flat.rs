//! Flattened models, the common basis of the export formats.

use crate::model::{Model, Operation, Sign};
use crate::value_set::ValueSet;

/// A model without nested expressions. The model's own variables come first, in the model's order.
#[derive(Debug, Default)]
pub(crate) struct Flat {
    pub(crate) domains: Vec<ValueSet>,
    /// The number of the model's own variables.
    pub(crate) own: usize,
    /// The index of the first element of an array.
    pub(crate) first_index: i32,
    pub(crate) rows: Vec<Row>,
    /// The objective, with its direction.
    pub(crate) objective: Option<(Direction, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Minimize,
    Maximize,
}

#[derive(Debug)]
pub(crate) struct Row {
    /// The index of the constraint that needs this row; the objective comes after the last constraint.
    pub(crate) constraint: usize,
    pub(crate) kind: RowKind,
    /// The variable that this row defines.
    pub(crate) defines: Option<u32>,
}

/// A sum of variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Linear {
    pub(crate) terms: Vec<(i64, u32)>,
    pub(crate) constant: i64,
}

#[derive(Debug)]
pub(crate) enum RowKind {
    /// A comparison of a sum with 0 or, if `truth` is present, its definition as the comparison's truth value.
    Linear { sum: Linear, sign: Sign, truth: Option<u32> },
    /// A function that is defined for all argument values. Array indices count from `first_index`.
    Function { operation: Operation, arguments: Vec<u32>, result: u32 },
    /// The constraint in the format's own notation.
    Native { arguments: Vec<u32> },
}

impl Flat {
    /// The value of a fixed variable not declared in the model; it is written as a number.
    pub(crate) fn number(&self, x: u32) -> Option<i32> {
        let domain = &self.domains[x as usize];
        domain.min().filter(|_| domain.len() == 1 && x as usize >= self.own)
    }

    /// Whether a variable can only be 0 or 1.
    pub(crate) fn is_binary(&self, x: u32) -> bool {
        let domain = &self.domains[x as usize];
        domain.min() >= Some(0) && domain.max() <= Some(1)
    }

    /// Extends values of the model's own variables to all variables; `None` if some row does not hold.
    pub(crate) fn extend(&self, model: &Model, own: &[i32]) -> Option<Vec<i32>> {
        let mut values: Vec<i32> = own.to_vec();
        values.extend(self.domains[self.own..].iter().map(|domain| domain.min().unwrap_or(0)));
        for row in &self.rows {
            if let Some(x) = row.defines {
                let value = self.defined(row, &values, x)?;
                values[x as usize] = i32::try_from(value).ok()?;
            }
            if !self.holds(model, row, &values) {
                return None;
            }
        }
        values.iter().zip(&self.domains).all(|(&v, domain)| domain.contains(v)).then_some(values)
    }

    fn defined(&self, row: &Row, values: &[i32], x: u32) -> Option<i64> {
        let at = |x: u32| i64::from(values[x as usize]);
        let total = |sum: &Linear| sum.terms.iter().filter(|t| t.1 != x).map(|&(c, y)| c * at(y)).sum::<i64>();
        match &row.kind {
            // The coefficient of the defined variable is -1.
            RowKind::Linear { sum, truth: None, .. } => Some(total(sum) + sum.constant),
            RowKind::Linear { sum, sign, truth: Some(_) } => {
                Some(sign.holds((total(sum) + sum.constant).into()).into())
            }
            RowKind::Function { operation, arguments, .. } => self.value(operation, arguments, values),
            RowKind::Native { .. } => None,
        }
    }

    fn holds(&self, model: &Model, row: &Row, values: &[i32]) -> bool {
        let at = |x: u32| i64::from(values[x as usize]);
        match &row.kind {
            RowKind::Linear { sum, sign, truth } => {
                let total = sum.terms.iter().map(|&(c, x)| c * at(x)).sum::<i64>() + sum.constant;
                truth.map_or(1, at) == i64::from(sign.holds(total.into()))
            }
            RowKind::Function { operation, arguments, result } => {
                self.value(operation, arguments, values) == Some(at(*result))
            }
            RowKind::Native { arguments } => {
                let arguments: Vec<i32> = arguments.iter().map(|&x| values[x as usize]).collect();
                model.constraints[row.constraint].definition().is_some_and(|definition| definition.holds(&arguments))
            }
        }
    }

    /// The value of a function, given the values of all variables.
    pub(crate) fn value(&self, operation: &Operation, arguments: &[u32], values: &[i32]) -> Option<i64> {
        let all: Vec<i64> = arguments.iter().map(|&x| values[x as usize].into()).collect();
        let place = |i: i64| usize::try_from(i - i64::from(self.first_index)).ok();
        match (operation, &all[..]) {
            (Operation::Times, [x, y]) => Some(x * y),
            (Operation::Div, [x, y]) => x.checked_div(*y),
            (Operation::Modulo, [x, y]) => x.checked_rem(*y),
            (Operation::Absolute, [x]) => Some(x.abs()),
            (Operation::Maximum, all) => all.iter().copied().max(),
            (Operation::Minimum, all) => all.iter().copied().min(),
            (Operation::Element(array), &[i]) => array.get(place(i)?).map(|&v| v.into()),
            (Operation::ElementOf, [i, array @ ..]) => array.get(place(*i)?).copied(),
            _ => None,
        }
    }
}
