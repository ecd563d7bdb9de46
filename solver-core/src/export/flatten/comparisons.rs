//! Flattening of comparisons that must hold, and of truth values of comparisons.

use super::{Flattened, Flattener, Idiom};
use crate::export::flat::{Linear, RowKind};
use crate::model::{Comparison, Expr, Function, Operation, Sign};
use crate::value_set::ValueSet;
use std::sync::Arc;

impl Flattener<'_> {
    /// Writes a comparison that must hold.
    pub(super) fn require(&mut self, comparison: &Comparison) -> Flattened<()> {
        let Comparison { difference, sign } = comparison;
        if let Some(all) = conjunction(difference, *sign) {
            return all.into_iter().try_for_each(|one| self.require(&one));
        }
        let mut guards = Vec::new();
        let sum = self.lower(difference, &mut guards)?;
        self.require_all(&guards)?;
        self.require_linear(sum, *sign)
    }

    /// Requires these truth values to be 1.
    pub(super) fn require_all(&mut self, truths: &[u32]) -> Flattened<()> {
        for &truth in truths {
            self.require_linear(self.tidied(Linear { terms: vec![(-1, truth)], constant: 1 }), Sign::AtMost)?;
        }
        Ok(())
    }

    pub(super) fn require_linear(&mut self, sum: Linear, sign: Sign) -> Flattened<()> {
        match self.decided(&sum, sign) {
            Some(true) => Ok(()),
            // A row without terms that is unsatisfiable.
            Some(false) => {
                let sum = Linear { terms: Vec::new(), constant: 1 };
                self.row(RowKind::Linear { sum, sign: Sign::Equal, truth: None }, None)
            }
            None => {
                self.check_sum(&sum)?;
                self.row(RowKind::Linear { sum, sign, truth: None }, None)
            }
        }
    }

    /// Whether a comparison holds for all values (`true`) or for none (`false`); otherwise `None`.
    pub(super) fn decided(&self, sum: &Linear, sign: Sign) -> Option<bool> {
        let (low, high) = self.range(sum);
        match sign {
            Sign::AtMost if high <= 0 => Some(true),
            Sign::AtMost if low > 0 => Some(false),
            Sign::AtMost => None,
            _ if low > 0 || high < 0 => Some(sign == Sign::Differs),
            _ if low == high => Some(sign == Sign::Equal),
            _ => None,
        }
    }

    /// The truth value of a comparison: a variable that is 1 if the comparison is defined and holds, and 0 otherwise.
    pub(super) fn truth(&mut self, comparison: &Comparison) -> Flattened<u32> {
        let mut all = Vec::new();
        let sum = self.lower(&comparison.difference, &mut all)?;
        all.push(self.truth_of_linear(sum, comparison.sign)?);
        self.all_of(all)
    }

    pub(super) fn truth_of_linear(&mut self, sum: Linear, sign: Sign) -> Flattened<u32> {
        if let Some(decided) = self.decided(&sum, sign) {
            return Ok(self.number(i32::from(decided)));
        }
        if let &[(c, x)] = &sum.terms[..]
            && self.flat.is_binary(x)
            && matches!(
                (sign, c, sum.constant),
                (Sign::AtMost | Sign::Equal, -1, 1) | (Sign::Differs, 1 | -1, 0) | (Sign::Equal, 1, -1)
            )
        {
            return Ok(x);
        }
        // If the format compares only short sums, a long sum gets its own variable.
        let sum = if self.idiom == Idiom::Xcsp3 && sum.terms.len() > 3 {
            let constant = sum.constant;
            let terms = vec![(1, self.variable_of(Linear { constant: 0, ..sum })?)];
            Linear { terms, constant }
        } else {
            sum
        };
        if let Some(&known) = self.truths.get(&(sum.clone(), sign)) {
            return Ok(known);
        }
        self.check_sum(&sum)?;
        let truth = self.new_variable(ValueSet::range(0, 1));
        self.truths.insert((sum.clone(), sign), truth);
        self.row(RowKind::Linear { sum, sign, truth: Some(truth) }, Some(truth))?;
        Ok(truth)
    }

    /// A variable that is 1 if all of these truth values are 1, and 0 otherwise.
    pub(super) fn all_of(&mut self, mut truths: Vec<u32>) -> Flattened<u32> {
        truths.retain(|&t| self.flat.number(t) != Some(1));
        truths.sort_unstable();
        truths.dedup();
        match truths[..] {
            [one] => Ok(one),
            _ => {
                let constant = truths.len() as i64;
                let terms = truths.into_iter().map(|t| (-1, t)).collect();
                let sum = self.tidied(Linear { terms, constant });
                self.truth_of_linear(sum, Sign::AtMost)
            }
        }
    }
}

/// The comparisons whose conjunction this comparison expresses; `None` if it is not a conjunction.
fn conjunction(difference: &Expr, sign: Sign) -> Option<Vec<Comparison>> {
    let count = difference.functions.len();
    if sign != Sign::AtMost || !difference.terms.is_empty() || difference.constant != count as i128 {
        return None;
    }
    let one = |(c, function): &(i128, Arc<Function>)| match (c, &function.operation, &function.arguments[..]) {
        (-1, &Operation::Truth(sign), [difference]) => Some(Comparison { difference: difference.clone(), sign }),
        _ => None,
    };
    difference.functions.iter().map(one).collect()
}
