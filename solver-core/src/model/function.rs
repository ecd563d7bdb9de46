//! Functions inside expressions: the non-linear terms. Compilation gives each of them an auxiliary variable.

use super::comparison::Relates;
use super::expr::{Expr, Function, Operation, Sign};
use std::collections::BTreeSet;
use std::sync::Arc;

type Range = (i128, i128);

impl Function {
    /// Wraps the function in an expression.
    pub(crate) fn expr(operation: Operation, arguments: Vec<Expr>) -> Expr {
        Expr { functions: vec![(1, Arc::new(Function { operation, arguments }))], ..Expr::default() }
    }

    /// Whether the function may be undefined for some variable values.
    pub(crate) fn is_partial(&self) -> bool {
        let last = self.arguments.last().filter(|e| e.is_number()).map(|e| e.constant);
        let itself = match self.operation {
            Operation::Truth(_) => return false,
            Operation::Div | Operation::Modulo => last.is_none_or(|divisor| divisor == 0),
            Operation::Pow => last.is_none_or(|exponent| exponent < 0),
            Operation::Element(_) | Operation::ElementOf => true,
            Operation::Maximum | Operation::Minimum => self.arguments.is_empty(),
            Operation::Times | Operation::Absolute | Operation::NValue => false,
        };
        itself || self.arguments.iter().any(Expr::is_partial)
    }

    /// Returns the value for these argument values, saturated. `None` if the function or one of its arguments is
    /// undefined. A truth value is always defined: it is 0 for an undefined argument.
    pub(crate) fn value(&self, arguments: Option<&[i128]>) -> Option<i128> {
        if let (Operation::Truth(_), None) = (&self.operation, arguments) {
            return Some(0);
        }
        match (&self.operation, arguments?) {
            (Operation::Truth(sign), &[difference]) => Some(sign.holds(difference).into()),
            (Operation::Times, &[x, y]) => Some(x.saturating_mul(y)),
            (Operation::Div, &[x, y]) => x.checked_div(y),
            (Operation::Modulo, &[x, y]) => x.checked_rem(y),
            (Operation::Pow, &[x, y]) => power(x, y),
            (Operation::Absolute, &[x]) => Some(x.saturating_abs()),
            (Operation::Maximum, all) => all.iter().copied().max(),
            (Operation::Minimum, all) => all.iter().copied().min(),
            (Operation::NValue, all) => i128::try_from(all.iter().collect::<BTreeSet<_>>().len()).ok(),
            (Operation::Element(array), &[i]) => array.get(usize::try_from(i).ok()?).map(|&v| v.into()),
            (Operation::ElementOf, [i, array @ ..]) => array.get(usize::try_from(*i).ok()?).copied(),
            _ => None,
        }
    }

    /// Returns the smallest and largest value for arguments within these bounds, possibly with some slack.
    pub(crate) fn range(&self, arguments: &[Range]) -> Range {
        match (&self.operation, arguments) {
            (Operation::Truth(Sign::AtMost), &[(low, high)]) => {
                // An undefined argument makes the comparison false.
                let is_partial = self.arguments.first().is_some_and(Expr::is_partial);
                ((high <= 0 && !is_partial).into(), (low <= 0).into())
            }
            (Operation::Times, &[x, y]) => {
                let corners = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)].map(|(a, b)| a.saturating_mul(b));
                hull(corners)
            }
            (Operation::Div, &[x, y]) => {
                let most = magnitude(x);
                if x.0 >= 0 && y.0 >= 0 { (0, most) } else { (-most, most) }
            }
            (Operation::Modulo, &[x, y]) => {
                let most = magnitude(x).min(magnitude(y).saturating_sub(1).max(0));
                (if x.0 < 0 { -most } else { 0 }, if x.1 > 0 { most } else { 0 })
            }
            (Operation::Pow, &[x, y]) => {
                let most = power(magnitude(x), y.1.max(0)).unwrap_or(1).max(1);
                (if x.0 < 0 { -most } else { 0 }, most)
            }
            (Operation::Absolute, &[x]) => {
                (if x.0 <= 0 && x.1 >= 0 { 0 } else { x.0.abs().min(x.1.abs()) }, magnitude(x))
            }
            (Operation::Maximum, all) => extreme(all, i128::max),
            (Operation::Minimum, all) => extreme(all, i128::min),
            (Operation::NValue, all) => {
                let (low, high) = hull(all.iter().flat_map(|range| [range.0, range.1]));
                (1, high.saturating_sub(low).saturating_add(1).min(all.len() as i128))
            }
            (Operation::Element(array), _) => hull(array.iter().map(|&v| v.into())),
            (Operation::ElementOf, [_, array @ ..]) => hull(array.iter().flat_map(|range| [range.0, range.1])),
            _ => (0, 1),
        }
    }

    /// Returns the conditions under which the function is defined, except those implied by the argument bounds.
    pub(crate) fn guards(&self, arguments: &[Range]) -> Vec<Expr> {
        // A maximum or minimum of nothing is never defined.
        let [first, rest @ ..] = &self.arguments[..] else { return vec![0.into()] };
        let within = |count: usize| {
            let count = i32::try_from(count).unwrap_or(i32::MAX);
            let is_within = arguments[0].0 >= 0 && arguments[0].1 < count.into();
            let guards = [first.clone().at_least(0).into(), first.clone().less_than(count).into()];
            if is_within { Vec::new() } else { guards.to_vec() }
        };
        let holds_zero = |range: Range| range.0 <= 0 && range.1 >= 0;
        match (&self.operation, rest) {
            (Operation::Element(array), _) => within(array.len()),
            (Operation::ElementOf, array) => within(array.len()),
            (Operation::Div | Operation::Modulo, [y]) if holds_zero(arguments[1]) => vec![y.clone().differs(0).into()],
            (Operation::Pow, [y]) if holds_zero(arguments[0]) && arguments[1].0 < 0 => {
                let one: [Expr; 2] = [first.clone().differs(0).into(), y.clone().at_least(0).into()];
                vec![super::any_of(one).into()]
            }
            _ => Vec::new(),
        }
    }
}

fn magnitude(range: Range) -> i128 {
    range.0.saturating_abs().max(range.1.saturating_abs())
}

fn hull(values: impl IntoIterator<Item = i128>) -> Range {
    let joined = values.into_iter().fold(None, |range: Option<Range>, v| match range {
        None => Some((v, v)),
        Some((low, high)) => Some((low.min(v), high.max(v))),
    });
    joined.unwrap_or((0, 0))
}

fn extreme(all: &[Range], pick: fn(i128, i128) -> i128) -> Range {
    let all = all.iter().copied();
    all.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or((0, 0))
}

/// Follows MiniZinc: `x^0 = 1`, and `x^-y` is `1 / x^y` rounded towards 0, undefined for 0.
fn power(x: i128, y: i128) -> Option<i128> {
    match (x, y) {
        (0, ..0) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
        (_, ..0) => Some(0),
        _ => Some(x.saturating_pow(u32::try_from(y).unwrap_or(u32::MAX))),
    }
}
