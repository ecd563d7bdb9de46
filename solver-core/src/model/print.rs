//! A model as text: variables with their domains, constraints as they were written, names as comments.

use super::constraint::{Comparison, Constraint, Meaning, Sign};
use super::expr::Expr;
use super::function::{Function, Operation};
use super::{IntVar, Model, Name};
use crate::constraints::conditional::Form;
use crate::value_set::ValueSet;
use std::fmt::{Display, Formatter};

impl Display for Model {
    /// Variables with their domains, constraints as they were written, names as comments. The text may change from
    /// version to version.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (q, cost) = (m.ints("q", 4, 0..=3)?, m.int("total cost", [0, 5, 6, 7])?);
    /// m.all_different(q.iter().zip(0..).map(|(q, i)| q + i)).named("up diagonals");
    /// m.all_different(&q);
    /// m.post(constraint!(2 * q[0] + q[1] < cost)).only_if(Expr::from(q[2].equals(0)));
    /// assert_eq!(m.to_string(), "\
    /// variables
    ///     q[0..=3]: 0..=3
    ///     `total cost`: {0, 5..=7}
    /// constraints
    ///     all_different(q[0], q[1] + 1, q[2] + 2, q[3] + 3)  # up diagonals
    ///     all_different(q)
    ///     q[2] = 0 -> 2*q[0] + q[1] < `total cost`
    /// ");
    /// # Ok::<(), ModelError>(())
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "variables")?;
        let mut i = 0;
        while i < self.variables.len() {
            let many = self.alike(i);
            let name = match &self.variables[i].name {
                Name::Element { array, index } if many > 1 => {
                    let last = *index as usize + many - 1;
                    format!("{}[{index}..={last}]", quoted(&self.arrays[*array as usize]))
                }
                _ => self.quoted_name(i),
            };
            writeln!(f, "    {name}: {}", set(&self.variables[i].domain))?;
            i += many;
        }
        writeln!(f, "constraints")?;
        for (i, constraint) in self.constraints.iter().enumerate() {
            write!(f, "    {}", self.written(constraint))?;
            match &constraint.name {
                Some(_) => writeln!(f, "  # {}", plain(&constraint.short_name(i)))?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}

/// The values of a domain: `0..=7`, or `{0, 5..=7}`.
fn set(domain: &ValueSet) -> String {
    let range = |&(low, high): &(i32, i32)| if low == high { low.to_string() } else { format!("{low}..={high}") };
    match domain.ranges() {
        [one @ (low, high)] if low != high => range(one),
        all => format!("{{{}}}", all.iter().map(range).collect::<Vec<_>>().join(", ")),
    }
}

/// A name on one line.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A name that cannot be taken for anything else: in quotes, unless it looks like one.
fn quoted(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '[' | ']' | '.' | '\''));
    let is_word = is_word && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if is_word { name.to_owned() } else { format!("`{}`", plain(name)) }
}

/// How tightly a text binds: what stands around it may need parentheses.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binds {
    Connective,
    Comparison,
    Sum,
    Tight,
}

impl Model {
    /// The variables from here on that are elements of one array in their order, and have one domain.
    fn alike(&self, first: usize) -> usize {
        let Name::Element { array, index } = self.variables[first].name else { return 1 };
        let same = |(k, declared): &(usize, &super::Declared)| {
            matches!(declared.name, Name::Element { array: a, index: i } if a == array && i as usize == index as usize + k)
                && declared.domain == self.variables[first].domain
        };
        self.variables[first..].iter().enumerate().take_while(same).count()
    }

    fn quoted_name(&self, index: usize) -> String {
        match &self.variables[index].name {
            Name::Own(name) => quoted(name),
            Name::Element { array, index } => format!("{}[{index}]", quoted(&self.arrays[*array as usize])),
        }
    }

    fn written(&self, constraint: &Constraint) -> String {
        let own = match &constraint.meaning {
            Meaning::Compare(comparison) => self.compared(comparison),
            Meaning::Stated(statement) => (statement.written(&|list| self.listed(list)), Binds::Tight),
            Meaning::Custom { kind, arguments, .. } => {
                (format!("{}({})", plain(kind), self.listed(arguments)), Binds::Tight)
            }
        };
        match &constraint.condition {
            None => own.0,
            Some(condition) => {
                let truth = self.truth(&condition.truth);
                let arrow = if condition.form == Form::Iff { "<->" } else { "->" };
                format!("{} {arrow} {}", within(truth, Binds::Comparison), within(own, Binds::Comparison))
            }
        }
    }

    /// An expression that is 0 or 1, as a condition.
    fn truth(&self, e: &Expr) -> (String, Binds) {
        match (&e.terms[..], &e.functions[..], e.constant) {
            (&[(1, x)], [], 0) => (self.quoted_name(x.index as usize), Binds::Tight),
            (&[(-1, x)], [], 1) => (format!("not {}", self.quoted_name(x.index as usize)), Binds::Tight),
            _ => self.compared(&Comparison::from(e.clone())),
        }
    }

    /// Expressions with commas between them; arrays, or parts of them, in one.
    fn listed(&self, list: &[Expr]) -> String {
        let mut words = Vec::new();
        let mut i = 0;
        while i < list.len() {
            let run = self.run(&list[i..]);
            let part = self.single(&list[i]).and_then(|first| self.part(first, run));
            words.push(part.clone().unwrap_or_else(|| self.said(&list[i]).0));
            i += if part.is_some() { run } else { 1 };
        }
        words.join(", ")
    }

    /// So many elements of an array from this variable on, if that is worth an abbreviation.
    fn part(&self, first: usize, run: usize) -> Option<String> {
        let Name::Element { array, index } = self.variables[first].name else { return None };
        let next = self.variables.get(first + run).map(|next| &next.name);
        let is_whole = index == 0 && !matches!(next, Some(Name::Element { array: a, .. }) if *a == array);
        let (name, last) = (quoted(&self.arrays[array as usize]), index as usize + run - 1);
        match (is_whole, run) {
            (true, 2..) => Some(name),
            (false, 3..) => Some(format!("{name}[{index}..={last}]")),
            _ => None,
        }
    }

    /// The expressions at the beginning that are elements of one array, one after the other.
    fn run(&self, list: &[Expr]) -> usize {
        let element = |e: &Expr| {
            let x = self.single(e)?;
            matches!(self.variables[x].name, Name::Element { .. }).then_some(x)
        };
        let array = |x: usize| match self.variables[x].name {
            Name::Element { array, .. } => Some(array),
            Name::Own(_) => None,
        };
        let Some(first) = list.first().and_then(element) else { return 1 };
        let follows = |&(k, e): &(usize, &Expr)| element(e).is_some_and(|x| x == first + k && array(x) == array(first));
        list.iter().enumerate().take_while(follows).count()
    }

    /// The variable that an expression is.
    fn single(&self, e: &Expr) -> Option<usize> {
        match (&e.terms[..], &e.functions[..], e.constant) {
            (&[(1, IntVar { index, .. })], [], 0) => Some(index as usize).filter(|&x| x < self.variables.len()),
            _ => None,
        }
    }

    /// A comparison with what is subtracted on its other side: `x + 1 <= y`, `a or b`.
    fn compared(&self, comparison: &Comparison) -> (String, Binds) {
        let e = comparison.difference.normalised();
        if let Some(logical) = self.connective(&e, comparison.sign) {
            return logical;
        }
        let (mut left, mut right) = (self.parts(&e, 1), self.parts(&e, -1));
        let mut constant = e.constant;
        let mut sign = comparison.sign.symbol();
        if left.is_empty() && !right.is_empty() {
            // What is on the left alone is a number: turn it round.
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

    /// `and`, `or`, `->`, `<->` and `xor` between comparisons.
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
            (Sign::AtMost, 0, 1) => joined(" or "),
            (Sign::AtMost, 0, n) if n == count as i128 => joined(" and "),
            (Sign::AtMost, 1, 0) if count == 2 && e.functions[0].0 == 1 => joined(" -> "),
            (Sign::Equal, 1, 0) if count == 2 => joined(" <-> "),
            (Sign::Equal, 2, -1) if count == 2 => joined(" xor "),
            _ => None,
        }
    }

    /// The terms whose coefficients have a sign, without it.
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

    /// An expression: `2*x - y + 3`.
    fn said(&self, e: &Expr) -> (String, Binds) {
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
        let tight = |i: usize| within(self.said(&function.arguments[i]), Binds::Tight);
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
            (Operation::Absolute, 1) => (format!("|{}|", self.said(&function.arguments[0]).0), Binds::Tight),
            (Operation::Element(array), 1) => {
                let array: Vec<String> = array.iter().map(i32::to_string).collect();
                (format!("[{}][{}]", array.join(", "), self.said(&function.arguments[0]).0), Binds::Tight)
            }
            (Operation::ElementOf, 1..) => {
                let (index, array) = (self.said(&function.arguments[0]).0, self.listed(&function.arguments[1..]));
                (format!("[{array}][{index}]"), Binds::Tight)
            }
            (Operation::Minimum, _) => (format!("min({})", self.listed(&function.arguments)), Binds::Tight),
            _ => (format!("max({})", self.listed(&function.arguments)), Binds::Tight),
        }
    }
}

/// A text, in parentheses if it binds less tightly than what stands around it.
fn within((text, binds): (String, Binds), around: Binds) -> String {
    if binds < around { format!("({text})") } else { text }
}

fn sum(parts: &[String], constant: i128) -> String {
    match (parts.is_empty(), constant) {
        (true, c) => c.to_string(),
        (false, 0) => parts.join(" + "),
        (false, c) if c < 0 => format!("{} - {}", parts.join(" + "), c.unsigned_abs()),
        (false, c) => format!("{} + {c}", parts.join(" + ")),
    }
}
