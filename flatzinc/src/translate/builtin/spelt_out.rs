//! Equations represented by tables of their solutions.
//!
//! Equations of at most three variables have a domain-consistent propagator. MiniZinc also requests domain consistency
//! for longer equations, which index arrays of three or more dimensions: `i = 9x + 3y + z - 12`. For these equations, a
//! table of all combinations of indices provides domain consistency.

use solver_core::View;
use solver_core::constraints::Table;
use std::collections::HashMap;

/// The maximum numbers of solutions of one equation, and of all equations together.
const MOST: (i64, usize) = (4_096, 1 << 20);

/// `Σ factor · x = constant`.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct Equation {
    pub(super) factors: Vec<i64>,
    /// The smallest and the largest value of each variable.
    pub(super) reach: Vec<(i64, i64)>,
    pub(super) constant: i64,
}

impl Equation {
    /// Lists the solutions. The value of one variable with coefficient ±1 follows from the values of the others.
    /// Returns `None` if the other variables have too many combinations of values.
    fn solutions(&self) -> Option<Vec<Vec<i32>>> {
        let Equation { factors, reach, constant } = self;
        let limit = i64::from(View::LIMIT);
        if reach.iter().any(|&(low, high)| low < -limit || high > limit) {
            return None;
        }
        let span = |&k: &usize| reach[k].1 - reach[k].0 + 1;
        let last = (0..reach.len()).filter(|&k| factors[k].unsigned_abs() == 1).max_by_key(span)?;
        let others: Vec<usize> = (0..reach.len()).filter(|&k| k != last).collect();
        let count = others.iter().fold(1_i64, |count, k| count.saturating_mul(span(k)));
        if count > MOST.0 {
            return None;
        }
        let mut rows = Vec::new();
        let mut row: Vec<i32> = reach.iter().map(|&(low, _)| low as i32).collect();
        for _ in 0..count {
            let sum: i128 = others.iter().map(|&k| i128::from(factors[k]) * i128::from(row[k])).sum();
            let value = (i128::from(*constant) - sum) * i128::from(factors[last]);
            if i128::from(reach[last].0) <= value && value <= i128::from(reach[last].1) {
                row[last] = value as i32;
                rows.push(row.clone());
            }
            // Advances to the next combination, like an odometer.
            for &k in others.iter().rev() {
                if i64::from(row[k]) < reach[k].1 {
                    row[k] += 1;
                    break;
                }
                row[k] = reach[k].0 as i32;
            }
        }
        Some(rows)
    }
}

/// The tables of a model; equal equations over the same ranges share a table.
#[derive(Debug, Default)]
pub(crate) struct SpeltOut {
    tables: HashMap<Equation, Option<Table>>,
    rows: usize,
}

impl SpeltOut {
    /// Returns the table of the solutions of an equation; `None` if there are too many to list.
    pub(super) fn table(&mut self, equation: Equation) -> Option<&Table> {
        let SpeltOut { tables, rows } = self;
        let table = tables.entry(equation).or_insert_with_key(|equation| {
            let solutions = equation.solutions().filter(|solutions| *rows + solutions.len() <= MOST.1)?;
            *rows += solutions.len();
            Table::new(equation.factors.len(), solutions).ok()
        });
        table.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solutions_are_all_there() {
        let equation = Equation { factors: vec![2, -1, 3], reach: vec![(0, 2), (-3, 9), (1, 2)], constant: 4 };
        // 2x - y + 3z = 4, where y follows from the others.
        let all = equation.solutions().unwrap();
        let expected: Vec<Vec<i32>> =
            [[0, -1, 1], [0, 2, 2], [1, 1, 1], [1, 4, 2], [2, 3, 1], [2, 6, 2]].map(Vec::from).into();
        assert_eq!(all, expected);
        let none = Equation { factors: vec![2, i64::MIN], reach: vec![(0, 9), (0, 9)], constant: 4 };
        assert_eq!(none.solutions(), None, "no variable follows from the other");
        let many = Equation { factors: vec![1, 1, 1], reach: vec![(0, 99), (0, 99), (0, 99)], constant: 4 };
        assert_eq!(many.solutions(), None);
    }
}
