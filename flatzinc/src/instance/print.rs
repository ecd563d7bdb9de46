//! Prints an instance as FlatZinc text.
//!
//! In JSON, a float domain can have several ranges. FlatZinc text has no syntax for them, so they are printed in
//! braces.

use std::fmt::{self, Display, Formatter};

use solver_core::Goal;

use super::{Annotations, Array, Call, Domain, Instance, Output, Term, Type, Value, Variable};

/// A term in FlatZinc syntax.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    instance: &'a Instance,
    term: Term,
}

impl Instance {
    /// Returns `term` in FlatZinc syntax, to be printed.
    ///
    /// ```
    /// let instance = flatzinc::text::read(b"constraint p([1,{2,3}],\"a\\nb\"); solve satisfy;")?;
    /// let arguments = instance.constraints().next().unwrap().arguments();
    /// assert_eq!(instance.shown(arguments[0]).to_string(), "[1,2..3]");
    /// assert_eq!(instance.shown(arguments[1]).to_string(), r#""a\nb""#);
    /// # Ok::<(), flatzinc::ReadError>(())
    /// ```
    pub fn shown(&self, term: Term) -> Shown<'_> {
        Shown { instance: self, term }
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.instance.value(self.term) {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{value:?}"),
            Value::IntSet(set) => write!(f, "{set}"),
            Value::FloatSet(set) => write!(f, "{set}"),
            Value::String(text) => string(f, text),
            Value::Variable(variable) => f.write_str(variable.name()),
            Value::Array(array) => f.write_str(array.name()),
            Value::List(elements) => list(f, self.instance, elements, ('[', ']')),
            Value::Atom(name) => f.write_str(self.instance.text(name)),
            Value::Call(call) => {
                f.write_str(call.name())?;
                list(f, self.instance, call.arguments(), ('(', ')'))
            }
        }
    }
}

fn list(f: &mut Formatter<'_>, instance: &Instance, terms: &[Term], (open, close): (char, char)) -> fmt::Result {
    write!(f, "{open}")?;
    for (i, &term) in terms.iter().enumerate() {
        write!(f, "{}{}", if i == 0 { "" } else { "," }, instance.shown(term))?;
    }
    write!(f, "{close}")
}

fn string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    write!(f, "\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => write!(f, "\\n")?,
            '\r' => write!(f, "\\r")?,
            '\t' => write!(f, "\\t")?,
            c if c.is_ascii_control() => write!(f, "\\{:03o}", c as u32)?,
            c => write!(f, "{c}")?,
        }
    }
    write!(f, "\"")
}

impl Display for Call<'_> {
    /// Writes `int_le(x,3)`, or only the name of an annotation without arguments.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if self.arguments().is_empty() {
            return Ok(());
        }
        list(f, self.instance(), self.arguments(), ('(', ')'))
    }
}

impl Display for Annotations<'_> {
    /// Writes ` :: ` before each annotation.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.terms().iter().try_for_each(|&term| write!(f, " :: {}", self.instance().shown(term)))
    }
}

/// A type with its domain, without `var`.
struct Typed<'a>(Type, Domain<'a>);

impl Display for Typed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == Type::SetOfInt {
            write!(f, "set of ")?;
        }
        match self.1 {
            Domain::Unbounded if self.0 == Type::SetOfInt => write!(f, "int"),
            Domain::Unbounded => write!(f, "{}", self.0.name()),
            Domain::Interval { lo, hi } => write!(f, "{lo}..{hi}"),
            // Written as a set, not as an interval, so that it is read back as a set.
            Domain::Values(set) if set.ranges().len() == 1 && set.len() <= 10_000 => {
                let values: Vec<String> = set.values().map(|v| v.to_string()).collect();
                write!(f, "{{{}}}", values.join(","))
            }
            Domain::Values(set) => write!(f, "{set}"),
            Domain::FloatInterval { lo, hi } => write!(f, "{lo:?}..{hi:?}"),
            Domain::FloatValues(set) => write!(f, "{set}"),
        }
    }
}

impl Display for Variable<'_> {
    /// Writes the declaration, without the `;`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "var {}: {}", Typed(self.ty(), self.domain()), self.name())?;
        marks(f, self.is_introduced(), self.is_defined())?;
        if self.is_output() {
            write!(f, " :: output_var")?;
        }
        write!(f, "{}", self.annotations())?;
        match self.rhs_term() {
            Some(rhs) => write!(f, " = {}", self.instance().shown(rhs)),
            None => Ok(()),
        }
    }
}

fn marks(f: &mut Formatter<'_>, introduced: bool, defined: bool) -> fmt::Result {
    if introduced {
        write!(f, " :: var_is_introduced")?;
    }
    if defined {
        write!(f, " :: is_defined_var")?;
    }
    Ok(())
}

impl Display for Array<'_> {
    /// Writes the declaration, without the `;`. An array from JSON, which does not declare a type, gets the type of the
    /// first element that has one.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (ty, is_var) = match (self.ty(), self.is_var()) {
            (Some(ty), Some(is_var)) => (ty, is_var),
            _ => self.seeming_type(),
        };
        let var = if is_var { "var " } else { "" };
        let ty = Typed(ty, self.element_domain());
        write!(f, "array [1..{}] of {var}{ty}: {}", self.elements().len(), self.name())?;
        marks(f, self.is_introduced(), self.is_defined())?;
        if let Some(ranges) = self.output_ranges() {
            let ranges: Vec<String> = ranges.iter().map(|(lo, hi)| format!("{lo}..{hi}")).collect();
            write!(f, " :: output_array([{}])", ranges.join(","))?;
        }
        write!(f, "{} = ", self.annotations())?;
        list(f, self.instance(), self.elements(), ('[', ']'))
    }
}

impl<'a> Array<'a> {
    fn seeming_type(self) -> (Type, bool) {
        let mut found = (Type::Int, false);
        for &term in self.elements() {
            found.0 = match self.instance().value(term) {
                Value::Variable(variable) => return (variable.ty(), true),
                Value::Bool(_) => Type::Bool,
                Value::Float(_) => Type::Float,
                Value::IntSet(_) => Type::SetOfInt,
                _ => found.0,
            };
        }
        found
    }

    fn output_ranges(self) -> Option<&'a [(i64, i64)]> {
        self.instance().output().find_map(|item| match item {
            Output::Array { array, ranges } if array.id() == self.id() => Some(ranges),
            _ => None,
        })
    }
}

impl Display for Instance {
    /// Writes the entire file: predicates, parameters, variables, arrays, constraints, the solve item.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for predicate in self.predicates() {
            writeln!(f, "predicate {}({});", predicate.name, predicate.signature)?;
        }
        for (name, value) in &self.parameters {
            let term = self.terms[*value as usize];
            let ty = match self.value(term) {
                Value::Bool(_) => Type::Bool,
                Value::Float(_) => Type::Float,
                Value::IntSet(_) => Type::SetOfInt,
                _ => Type::Int,
            };
            writeln!(f, "{}: {} = {};", ty.name(), self.text(*name), self.shown(term))?;
        }
        self.variables().try_for_each(|variable| writeln!(f, "{variable};"))?;
        self.arrays().try_for_each(|array| writeln!(f, "{array};"))?;
        for constraint in self.constraints() {
            write!(f, "constraint {}", constraint.name())?;
            list(f, self, constraint.arguments(), ('(', ')'))?;
            writeln!(f, "{};", constraint.annotations())?;
        }
        let solve = self.solve();
        write!(f, "solve{} ", solve.annotations)?;
        match solve.goal {
            None => writeln!(f, "satisfy;"),
            Some((Goal::Minimize, objective)) => writeln!(f, "minimize {};", self.shown(objective)),
            Some((Goal::Maximize, objective)) => writeln!(f, "maximize {};", self.shown(objective)),
        }
    }
}
