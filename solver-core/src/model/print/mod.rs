//! Printing of a model: variables with their domains, and constraints with their names as comments.

mod expression;

use super::comparison::Comparison;
use super::constraint::{Constraint, Meaning};
use super::expr::{Expr, Operation};
use super::{IntVar, Model, ModelError, Name};
use crate::model::Form;
use crate::value_set::ValueSet;
use std::fmt::{Display, Formatter};

impl Display for Model {
    /// Prints the variables with their domains, and the constraints with their names as comments; `{:#}` omits the
    /// names. The text may change between versions.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (q, cost) = (m.ints("q", 4, 0..=3)?, m.int("total cost", [0, 5, 6, 7])?);
    /// m.all_different(q.iter().zip(0..).map(|(q, i)| q + i)).named("up diagonals");
    /// m.all_different(&q);
    /// m.post(constraint!(2 * q[0] + q[1] < cost)).enforce_if(Expr::from(q[2].equals(0)));
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
                    let array = &self.arrays[*array as usize];
                    format!("{}{}", quoted(&array.name), array.subscripts(*index, last as u32))
                }
                _ => self.quoted_name(i),
            };
            writeln!(f, "    {name}: {}", range_list(&self.variables[i].domain))?;
            i += many;
        }
        writeln!(f, "constraints")?;
        let printed = |c: &&Constraint| !matches!(c.meaning, Meaning::Nothing);
        for constraint in self.constraints.iter().filter(printed) {
            write!(f, "    {}", self.written(constraint))?;
            match constraint.name.as_ref().filter(|_| !f.alternate()) {
                Some(name) => writeln!(f, "  # {}", plain(name))?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}

/// The maximum length of a text used as a name.
const SHORT: usize = 60;

/// Prints the values of a domain: `0..=7`, or `{0, 5..=7}`.
pub(super) fn range_list(domain: &ValueSet) -> String {
    let range = |&(low, high): &(i32, i32)| if low == high { low.to_string() } else { format!("{low}..={high}") };
    match domain.ranges() {
        [one @ (low, high)] if low != high => range(one),
        all => format!("{{{}}}", all.iter().map(range).collect::<Vec<_>>().join(", ")),
    }
}

/// Replaces control characters, so that a name fits on one line.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Quotes a name unless it is an identifier, so that it is unambiguous.
fn quoted(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '[' | ']' | ',' | '.' | '\''));
    let is_word = is_word && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if is_word { name.to_owned() } else { format!("`{}`", plain(name)) }
}

/// The precedence of the outermost operator in a text, which decides whether the text needs parentheses.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binds {
    Connective,
    Comparison,
    Sum,
    Tight,
}

impl Model {
    /// Returns the text of an expression or comparison, with its variables' names.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let [x, y] = m.ints_named(["x", "y"], 0..=9)?;
    /// assert_eq!(m.text(2 * x - y + 3)?, "2*x - y + 3");
    /// assert_eq!(m.text(constraint!(x < y || x == 3))?, "x < y or x = 3");
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when a variable belongs to another model.
    pub fn text(&self, expression: impl Into<Expr>) -> Result<String, ModelError> {
        let expression = expression.into();
        if expression.variables().into_iter().any(|x| !self.owner.owns(x)) {
            return Err(ModelError::ForeignVariable { place: "the query for an expression's text".to_owned() });
        }
        Ok(match truth_value(&expression) {
            Some(comparison) => self.compared(&comparison).0,
            None => self.printed(&expression).0,
        })
    }

    /// Returns the number of variables, starting with this one, that are consecutive elements of one array and have the
    /// same domain.
    fn alike(&self, first: usize) -> usize {
        let Name::Element { array, index } = self.variables[first].name else { return 1 };
        let same = |(k, declared): &(usize, &super::Declared)| {
            matches!(declared.name, Name::Element { array: a, index: i } if a == array && i as usize == index as usize + k)
                && declared.domain == self.variables[first].domain
        };
        self.variables[first..].iter().enumerate().take_while(same).count()
    }

    /// Returns a constraint's name in explanations: the user's name, or else its text if short, or else its kind and
    /// number.
    pub(crate) fn short_name(&self, number: usize) -> String {
        let constraint = &self.constraints[number];
        let written = || Some(self.written(constraint).replace('`', "")).filter(|text| text.chars().count() <= SHORT);
        let own = constraint.name.clone().or_else(written);
        own.unwrap_or_else(|| format!("{} number {}", constraint.kind(), number + 1))
    }

    /// Returns an expression's text in explanations, and whether it is the truth value of a comparison.
    pub(crate) fn short_expression(&self, e: &Expr) -> (String, bool) {
        let truth = truth_value(e);
        let text = match &truth {
            Some(comparison) => within(self.compared(comparison), Binds::Comparison),
            None => self.printed(e).0,
        };
        (text.replace('`', ""), truth.is_some())
    }

    fn quoted_name(&self, variable: usize) -> String {
        match &self.variables[variable].name {
            Name::Own(name) => quoted(name),
            Name::Element { array, index } => {
                let array = &self.arrays[*array as usize];
                match array.members {
                    None => format!("{}{}", quoted(&array.name), array.subscript(*index)),
                    Some(_) => quoted(&self.name_at(variable)),
                }
            }
        }
    }

    fn written(&self, constraint: &Constraint) -> String {
        let own = match &constraint.meaning {
            Meaning::Compare(comparison) => self.compared(comparison),
            Meaning::Nothing => (String::new(), Binds::Tight),
            Meaning::Defined(definition) => {
                (definition.written(&plain(&definition.kind), &|list| self.listed(list)), Binds::Tight)
            }
        };
        match &constraint.condition {
            None => own.0,
            Some(condition) => {
                let truth = self.truth(&condition.truth);
                let arrow = if condition.form == Form::Reified { "<->" } else { "->" };
                format!("{} {arrow} {}", within(truth, Binds::Comparison), within(own, Binds::Comparison))
            }
        }
    }

    /// Prints an expression that is 0 or 1 as a condition.
    fn truth(&self, e: &Expr) -> (String, Binds) {
        match (&e.terms[..], &e.functions[..], e.constant) {
            (&[(1, x)], [], 0) => (self.quoted_name(x.index as usize), Binds::Tight),
            (&[(-1, x)], [], 1) => (format!("not {}", self.quoted_name(x.index as usize)), Binds::Tight),
            _ => self.compared(&Comparison::from(e.clone())),
        }
    }

    /// Prints expressions separated by commas, and abbreviates arrays and their slices.
    fn listed(&self, list: &[Expr]) -> String {
        let mut words = Vec::new();
        let mut i = 0;
        while i < list.len() {
            let run = self.run(&list[i..]);
            let part = self.single(&list[i]).and_then(|first| self.part(first, run));
            words.push(part.clone().unwrap_or_else(|| self.printed(&list[i]).0));
            i += if part.is_some() { run } else { 1 };
        }
        words.join(", ")
    }

    /// Prints the slice of an array that begins with this variable, if it is worth abbreviating.
    fn part(&self, first: usize, run: usize) -> Option<String> {
        let Name::Element { array, index } = self.variables[first].name else { return None };
        let next = self.variables.get(first + run).map(|next| &next.name);
        let is_whole = index == 0 && !matches!(next, Some(Name::Element { array: a, .. }) if *a == array);
        let array = &self.arrays[array as usize];
        let (name, last) = (quoted(&array.name), index as usize + run - 1);
        match (is_whole, run) {
            (true, 2..) => Some(name),
            (false, 3..) => Some(format!("{name}{}", array.subscripts(index, last as u32))),
            _ => None,
        }
    }

    /// Returns the number of leading expressions that are consecutive elements of one array.
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

    /// The index of the variable, if the expression is a single variable.
    fn single(&self, e: &Expr) -> Option<usize> {
        match (&e.terms[..], &e.functions[..], e.constant) {
            (&[(1, IntVar { index, .. })], [], 0) => Some(index as usize).filter(|&x| x < self.variables.len()),
            _ => None,
        }
    }
}

/// Returns the comparison whose truth value this expression is, if any.
fn truth_value(e: &Expr) -> Option<Comparison> {
    match (&e.terms[..], &e.functions[..], e.constant) {
        ([], [(1, function)], 0) if matches!(function.operation, Operation::Truth(_)) => Some(e.clone().into()),
        _ => None,
    }
}

/// Puts a text in parentheses if its precedence requires them.
fn within((text, binds): (String, Binds), around: Binds) -> String {
    if binds < around { format!("({text})") } else { text }
}
