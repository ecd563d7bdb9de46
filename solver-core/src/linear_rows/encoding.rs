//! Rows that tie the indicators of a variable to each other and to its value.

use super::{LinearRows, Summand};
use crate::var::Var;
use crate::view::View;
use std::collections::BTreeSet;

/// A variable is tied to its indicators if it has at most this many values.
const MOST_VALUES: u64 = 1000;

impl LinearRows {
    /// Adds the rows of all variables whose indicators occur in rows: at most one indicator is 1, or exactly one if
    /// every value has an indicator. Where the variable itself occurs, further rows tie its value to its indicators.
    pub(super) fn add_encodings(&mut self) {
        let columns = || self.rows.iter().flat_map(|row| row.terms.iter().map(|term| term.0));
        let named = columns().filter_map(|column| Some((column.var, column.value?)));
        let named: BTreeSet<(Var, i32)> = named.chain(self.indicators.keys().copied()).collect();
        let valued: BTreeSet<Var> =
            columns().filter(|column| column.value.is_none()).map(|column| column.var).collect();
        for var in std::mem::take(&mut self.encoded) {
            let x = View::from(var);
            let (least, most) = self.bounds(x);
            if self.values(x).len() > MOST_VALUES || most - least < 2 {
                continue;
            }
            let (known, unnamed): (Vec<i32>, Vec<i32>) =
                self.values(x).iter().partition(|&value| named.contains(&(var, value)));
            let is_valued = valued.contains(&var);
            let indicators = |coefficient: &dyn Fn(i64) -> i64| -> Vec<(i64, Summand)> {
                known.iter().map(|&value| (coefficient(value.into()), Summand::Is(x, value))).collect()
            };
            match (unnamed.first(), unnamed.last()) {
                (Some(&lowest), Some(&highest)) => {
                    self.add(indicators(&|_| 1), None, 1);
                    // If an indicator is 1, the variable has the indicator's value; otherwise, its value lies between
                    // the extremes of the values without indicators.
                    for (end, low, high) in [(lowest, Some(lowest), None), (highest, None, Some(highest))] {
                        let end = i64::from(end);
                        let value = indicators(&|value| end - value).into_iter().chain([(1, Summand::Value(x))]);
                        if is_valued {
                            self.add(value, low.map(i64::from), high.map(i64::from));
                        }
                    }
                }
                _ => {
                    self.add(indicators(&|_| 1), 1, 1);
                    let least = i64::from(least);
                    let value = indicators(&|value| value - least).into_iter().chain([(-1, Summand::Value(x))]);
                    if is_valued {
                        self.add(value, -least, -least);
                    }
                }
            }
        }
    }
}
