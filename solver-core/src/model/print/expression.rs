//! Prints comparisons and expressions: `x + 1 <= y`, `a or b`, `2*x - |y|`.

use super::{Binds, within};
use crate::model::comparison::Comparison;
use crate::model::expr::{Expr, Function, Operation, Sign};
use crate::model::{IntVar, Model};

/// Arrays of numbers up to this length are printed in full.
const LONG: usize = 12;

impl Model {
    /// Prints a comparison, with negative terms moved to the other side: `x + 1 <= y`, `a or b`.
    pub(super) fn compared(&self, comparison: &Comparison) -> (String, Binds) {
        let e = comparison.difference.normalised();
        if let Some(logical) = self.connective(&e, comparison.sign) {
            return logical;
        }
        let (mut left, mut right) = (self.parts(&e, 1), self.parts(&e, -1));
        let mut constant = e.constant;
        let mut sign = comparison.sign.symbol();
        if left.is_empty() && !right.is_empty() {
            // The left side would be empty: swap the sides.
            (left, right, constant) = (right, left, -constant);
            sign = if comparison.sign == Sign::AtMost { ">=" } else { sign };
        }
        let is_strict = match (sign, constant) {
            ("<=", 1) if !right.is_empty() => Some("<"),
            (">=", -1) if !right.is_empty() => Some(">"),
            _ => None,
        };
        if let Some(strict) = is_strict {
            return (format!("{} {strict} {}", sum(&left, 0), sum(&right, 0)), Binds::Comparison);
        }
        let to_left = constant > 0 && !right.is_empty();
        let (a, b) = if to_left { (constant, 0) } else { (0, constant.saturating_neg()) };
        (format!("{} {sign} {}", sum(&left, a), sum(&right, b)), Binds::Comparison)
    }

    /// Prints `and`, `or`, `->`, `<->` and `xor` between comparisons.
    fn connective(&self, e: &Expr, sign: Sign) -> Option<(String, Binds)> {
        let truth = |function: &Function| match (&function.operation, &function.arguments[..]) {
            (&Operation::Truth(sign), [difference]) => {
                let comparison = Comparison { difference: difference.clone(), sign };
                Some(within(self.compared(&comparison), Binds::Comparison))
            }
            _ => None,
        };
        if !e.terms.is_empty() || e.functions.is_empty() || e.functions.iter().any(|f| !matches!(f.0, 1 | -1)) {
            return None;
        }
        let truths: Vec<String> = e.functions.iter().map(|f| truth(&f.1)).collect::<Option<_>>()?;
        let positive = e.functions.iter().filter(|f| f.0 == 1).count();
        let (count, joined) = (truths.len(), |word: &str| Some((truths.join(word), Binds::Connective)));
        match (sign, positive, e.constant) {
            (Sign::AtMost, 0, 1) if count == 1 => Some((truths[0].clone(), Binds::Comparison)),
            (Sign::AtMost, 1, 0) if count == 1 => Some((format!("not ({})", truths[0]), Binds::Comparison)),
            (Sign::AtMost, 0, 1) => joined(" or "),
            (Sign::AtMost, 0, n) if n == count as i128 => joined(" and "),
            (Sign::AtMost, 1, 0) if count == 2 && e.functions[0].0 == 1 => joined(" -> "),
            (Sign::Equal, 1, 0) if count == 2 => joined(" <-> "),
            (Sign::Equal, 2, -1) if count == 2 => joined(" xor "),
            _ => None,
        }
    }

    /// Prints the terms whose coefficients have the given sign, without the sign.
    fn parts(&self, e: &Expr, sign: i128) -> Vec<String> {
        let factor = |c: i128, (text, binds): (String, Binds)| match c.unsigned_abs() {
            1 => within((text, binds), Binds::Sum),
            c => format!("{c}*{}", within((text, binds), Binds::Tight)),
        };
        let name = |x: IntVar| {
            let index = x.index as usize;
            if index < self.variables.len() { self.quoted_name(index) } else { "?".to_owned() }
        };
        let variables = e.terms.iter().filter(|t| t.0.signum() == sign);
        let functions = e.functions.iter().filter(|f| f.0.signum() == sign);
        variables
            .map(|&(c, x)| factor(c, (name(x), Binds::Tight)))
            .chain(functions.map(|(c, function)| factor(*c, self.function(function))))
            .collect()
    }

    /// Prints an expression: `2*x - y + 3`.
    pub(super) fn printed(&self, e: &Expr) -> (String, Binds) {
        let e = e.normalised();
        let (added, taken) = (self.parts(&e, 1), self.parts(&e, -1));
        let is_one = added.len() == 1 && taken.is_empty() && e.constant == 0;
        let is_number = added.is_empty() && taken.is_empty() && e.constant >= 0;
        let mut text = sum(&added, 0);
        for part in &taken {
            text = match (added.is_empty(), &text[..]) {
                (true, "0") => format!("-{part}"),
                _ => format!("{text} - {part}"),
            };
        }
        let nothing = added.is_empty() && taken.is_empty();
        let text = match e.constant {
            c if nothing => c.to_string(),
            0 => text,
            c if c > 0 => format!("{text} + {c}"),
            c => format!("{text} - {}", c.unsigned_abs()),
        };
        (text, if is_one || is_number { Binds::Tight } else { Binds::Sum })
    }

    fn function(&self, function: &Function) -> (String, Binds) {
        let tight = |i: usize| within(self.printed(&function.arguments[i]), Binds::Tight);
        let infix = |sign: &str| (format!("{} {sign} {}", tight(0), tight(1)), Binds::Sum);
        match (&function.operation, function.arguments.len()) {
            (&Operation::Truth(sign), 1) => {
                let comparison = Comparison { difference: function.arguments[0].clone(), sign };
                (format!("({})", self.compared(&comparison).0), Binds::Tight)
            }
            (Operation::Times, 2) => infix("*"),
            (Operation::Div, 2) => infix("/"),
            (Operation::Modulo, 2) => infix("%"),
            (Operation::Pow, 2) => infix("^"),
            (Operation::Absolute, 1) => (format!("|{}|", self.printed(&function.arguments[0]).0), Binds::Tight),
            (Operation::Element(array), 1) if array.len() > LONG => {
                (format!("array of {}[{}]", array.len(), self.printed(&function.arguments[0]).0), Binds::Tight)
            }
            (Operation::Element(array), 1) => {
                let array: Vec<String> = array.iter().map(i32::to_string).collect();
                (format!("[{}][{}]", array.join(", "), self.printed(&function.arguments[0]).0), Binds::Tight)
            }
            (Operation::ElementOf, 1..) => {
                let (index, array) = (self.printed(&function.arguments[0]).0, self.listed(&function.arguments[1..]));
                (format!("[{array}][{index}]"), Binds::Tight)
            }
            (Operation::NValue, _) => (format!("nvalue({})", self.listed(&function.arguments)), Binds::Tight),
            (Operation::Minimum, _) => (format!("min({})", self.listed(&function.arguments)), Binds::Tight),
            _ => (format!("max({})", self.listed(&function.arguments)), Binds::Tight),
        }
    }
}

fn sum(parts: &[String], constant: i128) -> String {
    match (parts.is_empty(), constant) {
        (true, c) => c.to_string(),
        (false, 0) => parts.join(" + "),
        (false, c) if c < 0 => format!("{} - {}", parts.join(" + "), c.unsigned_abs()),
        (false, c) => format!("{} + {c}", parts.join(" + ")),
    }
}
