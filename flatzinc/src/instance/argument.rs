//! Typed access to arguments by position. Errors give the location and the expected kind.

use super::expected::counted;
use super::term::Kind;
use super::{ArgumentError, Array, Call, Expected, Instance, IntSet, Term, Type, Value, VariableId};

/// A constant or a variable of the same type: FlatZinc allows a constant wherever it allows a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand<T> {
    /// A value.
    Constant(T),
    /// A variable.
    Variable(VariableId),
}

impl<T> Operand<T> {
    /// The variable, if the operand is one.
    pub fn variable(self) -> Option<VariableId> {
        match self {
            Operand::Constant(_) => None,
            Operand::Variable(x) => Some(x),
        }
    }
}

/// Converts a truth value to a number: 0 or 1.
impl From<Operand<bool>> for Operand<i64> {
    fn from(operand: Operand<bool>) -> Operand<i64> {
        match operand {
            Operand::Constant(value) => Operand::Constant(value.into()),
            Operand::Variable(x) => Operand::Variable(x),
        }
    }
}

type Result<T> = std::result::Result<T, ArgumentError>;

/// Recognises constants and variables of a type.
trait Read<'a>: Sized {
    const TYPE: Type;
    fn constant(instance: &'a Instance, term: Term) -> Option<Self>;
}

impl<'a> Read<'a> for i64 {
    const TYPE: Type = Type::Int;
    fn constant(_: &'a Instance, term: Term) -> Option<i64> {
        term.as_int()
    }
}

impl<'a> Read<'a> for bool {
    const TYPE: Type = Type::Bool;
    fn constant(_: &'a Instance, term: Term) -> Option<bool> {
        (term.kind == Kind::Bool).then_some(term.payload != 0)
    }
}

impl<'a> Read<'a> for f64 {
    const TYPE: Type = Type::Float;
    fn constant(_: &'a Instance, term: Term) -> Option<f64> {
        match term.kind {
            Kind::Float => Some(f64::from_bits(term.payload)),
            Kind::Int => Some(term.payload as i64 as f64),
            _ => None,
        }
    }
}

impl<'a> Read<'a> for IntSet<'a> {
    const TYPE: Type = Type::SetOfInt;
    fn constant(instance: &'a Instance, term: Term) -> Option<IntSet<'a>> {
        match instance.value(term) {
            Value::IntSet(set) => Some(set),
            _ => None,
        }
    }
}

macro_rules! accessors {
    ($($one:ident $many:ident $one_operand:ident $many_operands:ident $t:ty, $what:literal;)*) => {
        impl<'a> Call<'a> {
            $(
                #[doc = concat!("Argument `at`: ", $what, ".")]
                pub fn $one(self, at: usize) -> Result<$t> {
                    self.one(at, Expected::Constant(<$t>::TYPE), |term| Read::constant(self.instance, term))
                }

                #[doc = concat!("Argument `at`: a list of constants, each ", $what, ".")]
                pub fn $many(self, at: usize) -> Result<Vec<$t>> {
                    self.each(at, Expected::Constant(<$t>::TYPE), |term| Read::constant(self.instance, term))
                }

                #[doc = concat!("Argument `at`: ", $what, ", or a variable of that type.")]
                pub fn $one_operand(self, at: usize) -> Result<Operand<$t>> {
                    self.one(at, Expected::Operand(<$t>::TYPE), |term| self.as_operand(term))
                }

                #[doc = concat!("Argument `at`: a list, each element ", $what, " or a variable of that type.")]
                pub fn $many_operands(self, at: usize) -> Result<Vec<Operand<$t>>> {
                    self.each(at, Expected::Operand(<$t>::TYPE), |term| self.as_operand(term))
                }
            )*
        }
    };
}

accessors! {
    int ints int_operand int_operands i64, "an integer";
    bool bools bool_operand bool_operands bool, "true or false";
    float floats float_operand float_operands f64, "a number";
    set sets set_operand set_operands IntSet<'a>, "a set of integers";
}

impl<'a> Call<'a> {
    /// Checks that there are exactly `count` arguments.
    pub fn expect_arguments(self, count: usize) -> Result<()> {
        self.expect_arguments_between(count, count)
    }

    /// Checks that there are `least` to `most` arguments, inclusive; if `most` is `usize::MAX`, there is no upper
    /// limit.
    pub fn expect_arguments_between(self, least: usize, most: usize) -> Result<()> {
        let found = self.arguments().len();
        if (least..=most).contains(&found) {
            return Ok(());
        }
        Err(ArgumentError {
            location: self.instance.location(self.place()),
            constraint: self.name().into(),
            argument: None,
            element: None,
            expected: Expected::Arguments { least, most },
            found: found.to_string().into(),
        })
    }

    /// Argument `at` as written.
    pub fn argument(self, at: usize) -> Result<Term> {
        self.expect_arguments_between(at + 1, usize::MAX)?;
        Ok(self.arguments()[at])
    }

    /// The elements of argument `at`, a list or array of any type.
    pub fn elements(self, at: usize) -> Result<&'a [Term]> {
        self.one(at, Expected::List, |term| self.instance.elements(term))
    }

    /// Checks that argument `at` is a list or array of exactly `count` elements, for example if two lists must have the
    /// same length.
    pub fn expect_elements(self, at: usize, count: usize) -> Result<()> {
        let found = self.elements(at)?.len();
        if found == count {
            return Ok(());
        }
        let error = self.wrong((at, None), self.argument(at)?, Expected::Elements(count));
        Err(ArgumentError { found: counted(found, "element").into(), ..error })
    }

    /// Argument `at` as a named array; `None` if the argument is an inline list.
    pub fn named_array(self, at: usize) -> Result<Option<Array<'a>>> {
        match self.instance.value(self.argument(at)?) {
            Value::Array(array) => Ok(Some(array)),
            _ => self.elements(at).map(|_| None),
        }
    }

    /// Argument `at`: a variable of any type.
    pub fn variable(self, at: usize) -> Result<VariableId> {
        self.one(at, Expected::Variable, Term::as_variable)
    }

    /// Argument `at`: a list of variables of any type, without constants.
    pub fn variables(self, at: usize) -> Result<Vec<VariableId>> {
        self.each(at, Expected::Variable, Term::as_variable)
    }

    /// Argument `at`: a string.
    pub fn string(self, at: usize) -> Result<&'a str> {
        self.one(at, Expected::String, |term| match self.instance.value(term) {
            Value::String(text) => Some(text),
            _ => None,
        })
    }

    /// Argument `at`: an annotation, as in `int_search(x, first_fail, indomain_min)`.
    pub fn annotation(self, at: usize) -> Result<Call<'a>> {
        self.one(at, Expected::Annotation, |term| self.instance.as_annotation(term))
    }

    /// Argument `at`: a list of annotations, as in `seq_search([…])`.
    pub fn annotations(self, at: usize) -> Result<Vec<Call<'a>>> {
        self.each(at, Expected::Annotation, |term| self.instance.as_annotation(term))
    }

    /// Converts argument `at` with `read`.
    fn one<T>(self, at: usize, expected: Expected, read: impl Fn(Term) -> Option<T>) -> Result<T> {
        let term = self.argument(at)?;
        read(term).ok_or_else(|| self.wrong((at, None), term, expected))
    }

    /// Converts each element of argument `at` with `read`.
    fn each<T>(self, at: usize, expected: Expected, read: impl Fn(Term) -> Option<T>) -> Result<Vec<T>> {
        let elements = self.elements(at)?.iter().enumerate();
        let one = |(i, &term)| read(term).ok_or_else(|| self.wrong((at, Some(i)), term, expected));
        elements.map(one).collect()
    }

    fn as_operand<T: Read<'a>>(self, term: Term) -> Option<Operand<T>> {
        match T::constant(self.instance, term) {
            Some(value) => Some(Operand::Constant(value)),
            None => {
                let x = term.as_variable().filter(|x| self.instance.variable(*x).ty() == T::TYPE)?;
                Some(Operand::Variable(x))
            }
        }
    }

    /// Builds the error for an argument or one of its elements, both counted from 0.
    #[cold]
    fn wrong(self, (argument, element): (usize, Option<usize>), term: Term, expected: Expected) -> ArgumentError {
        // If an element of a named array is wrong, the error's location is where the array is used; the element's own
        // location would be the line that declares the array.
        ArgumentError {
            location: self.instance.location(term.place),
            constraint: self.name().into(),
            argument: Some(argument as u32 + 1),
            element: element.map(|i| i as u32 + 1),
            expected,
            found: self.instance.describe(term).into(),
        }
    }
}

impl Instance {
    /// Describes a term in words, for messages: `the bool variable b`, `a list of 3 elements`.
    pub fn describe(&self, term: Term) -> String {
        match self.value(term) {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Float(value) => format!("{value:?}"),
            Value::IntSet(set) if set.ranges().len() > 5 => format!("a set of {} integers", set.len()),
            Value::IntSet(set) => match set.len() {
                0..=10 => format!("the set {set}"),
                n => format!("a set of {n} integers"),
            },
            Value::FloatSet(_) => "a set of floats".into(),
            Value::String(text) if text.len() > 30 => "a string".into(),
            Value::String(text) => format!("the string {text:?}"),
            Value::Variable(variable) => format!("the {} variable {}", variable.ty().name(), variable.name()),
            Value::Array(array) => format!("the array {}", array.name()),
            Value::List(list) => format!("a list of {}", counted(list.len(), "element")),
            Value::Atom(name) => format!("the annotation {}", self.text(name)),
            Value::Call(call) => format!("the annotation {}", call.name()),
        }
    }
}
