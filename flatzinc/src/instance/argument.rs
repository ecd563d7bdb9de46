//! Typed access to arguments by position, with errors that name the place and the expectation.

use super::expected::counted;
use super::term::Kind;
use super::{ArgumentError, Array, Call, Expected, Instance, IntSet, Term, Type, Value, VariableId};

/// A constant or a variable of its type: FlatZinc allows a constant wherever it allows a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand<T> {
    /// A value.
    Constant(T),
    /// A variable.
    Variable(VariableId),
}

/// A truth value as a number: 0 or 1.
impl From<Operand<bool>> for Operand<i64> {
    fn from(operand: Operand<bool>) -> Operand<i64> {
        match operand {
            Operand::Constant(value) => Operand::Constant(value.into()),
            Operand::Variable(x) => Operand::Variable(x),
        }
    }
}

type Result<T> = std::result::Result<T, ArgumentError>;

/// How a type's constants and variables are recognised.
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

/// The argument `at` (from 0), and if the fault is in a list, the element (from 0).
#[derive(Clone, Copy)]
struct At {
    argument: usize,
    element: Option<usize>,
}

macro_rules! accessors {
    ($($one:ident $many:ident $one_operand:ident $many_operands:ident $t:ty, $what:literal;)*) => {
        impl<'a> Call<'a> {
            $(
                #[doc = concat!("Argument `at`: ", $what, ".")]
                pub fn $one(self, at: usize) -> Result<$t> {
                    self.constant(at)
                }

                #[doc = concat!("Argument `at`: a list of constants, each ", $what, ".")]
                pub fn $many(self, at: usize) -> Result<Vec<$t>> {
                    self.constants(at)
                }

                #[doc = concat!("Argument `at`: ", $what, ", or a variable of that type.")]
                pub fn $one_operand(self, at: usize) -> Result<Operand<$t>> {
                    self.operand(at)
                }

                #[doc = concat!("Argument `at`: a list, each element ", $what, " or a variable of that type.")]
                pub fn $many_operands(self, at: usize) -> Result<Vec<Operand<$t>>> {
                    self.operands(at)
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
    /// That it has exactly `count` arguments.
    pub fn expect_arguments(self, count: usize) -> Result<()> {
        self.expect_arguments_between(count, count)
    }

    /// That it has `least` to `most` arguments, inclusive; `usize::MAX` for no upper limit.
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

    /// Argument `at` as it was written.
    pub fn argument(self, at: usize) -> Result<Term> {
        self.arguments().get(at).copied().ok_or_else(|| ArgumentError {
            location: self.instance.location(self.place()),
            constraint: self.name().into(),
            argument: None,
            element: None,
            expected: Expected::Arguments { least: at + 1, most: usize::MAX },
            found: self.arguments().len().to_string().into(),
        })
    }

    /// Argument `at`: the elements of a list or array of anything.
    pub fn elements(self, at: usize) -> Result<&'a [Term]> {
        let term = self.argument(at)?;
        self.instance.elements(term).ok_or_else(|| self.wrong(At { argument: at, element: None }, term, Expected::List))
    }

    /// Argument `at`: a list or array of exactly `count` elements. Use it where two lists must be equally long.
    pub fn expect_elements(self, at: usize, count: usize) -> Result<()> {
        let found = self.elements(at)?.len();
        if found == count {
            return Ok(());
        }
        let at = At { argument: at, element: None };
        let error = self.wrong(at, self.argument(at.argument)?, Expected::Elements(count));
        Err(ArgumentError { found: counted(found, "element").into(), ..error })
    }

    /// Argument `at`: the array, if it is the name of one; `None` for a list written in place.
    pub fn named_array(self, at: usize) -> Result<Option<Array<'a>>> {
        match self.instance.value(self.argument(at)?) {
            Value::Array(array) => Ok(Some(array)),
            _ => self.elements(at).map(|_| None),
        }
    }

    /// Argument `at`: a variable of any type.
    pub fn variable(self, at: usize) -> Result<VariableId> {
        let term = self.argument(at)?;
        let wrong = || self.wrong(At { argument: at, element: None }, term, Expected::Variable);
        term.as_variable().ok_or_else(wrong)
    }

    /// Argument `at`: a list of variables of any type, no constants among them.
    pub fn variables(self, at: usize) -> Result<Vec<VariableId>> {
        self.each(at, |at, term| term.as_variable().ok_or_else(|| self.wrong(at, term, Expected::Variable)))
    }

    /// Argument `at`: a string.
    pub fn string(self, at: usize) -> Result<&'a str> {
        let term = self.argument(at)?;
        match self.instance.value(term) {
            Value::String(text) => Ok(text),
            _ => Err(self.wrong(At { argument: at, element: None }, term, Expected::String)),
        }
    }

    /// Argument `at`: an annotation, as in `int_search(x, first_fail, indomain_min)`.
    pub fn annotation(self, at: usize) -> Result<Call<'a>> {
        let term = self.argument(at)?;
        let wrong = || self.wrong(At { argument: at, element: None }, term, Expected::Annotation);
        self.instance.as_annotation(term).ok_or_else(wrong)
    }

    /// Argument `at`: a list of annotations, as in `seq_search([…])`.
    pub fn annotations(self, at: usize) -> Result<Vec<Call<'a>>> {
        self.each(at, |at, term| {
            self.instance.as_annotation(term).ok_or_else(|| self.wrong(at, term, Expected::Annotation))
        })
    }

    fn constant<T: Read<'a>>(self, at: usize) -> Result<T> {
        self.read_constant(At { argument: at, element: None }, self.argument(at)?)
    }

    fn constants<T: Read<'a>>(self, at: usize) -> Result<Vec<T>> {
        self.each(at, |at, term| self.read_constant(at, term))
    }

    fn operand<T: Read<'a>>(self, at: usize) -> Result<Operand<T>> {
        self.read_operand(At { argument: at, element: None }, self.argument(at)?)
    }

    fn operands<T: Read<'a>>(self, at: usize) -> Result<Vec<Operand<T>>> {
        self.each(at, |at, term| self.read_operand(at, term))
    }

    fn each<T>(self, at: usize, mut read: impl FnMut(At, Term) -> Result<T>) -> Result<Vec<T>> {
        let elements = self.elements(at)?.iter().enumerate();
        elements.map(|(i, &term)| read(At { argument: at, element: Some(i) }, term)).collect()
    }

    fn read_constant<T: Read<'a>>(self, at: At, term: Term) -> Result<T> {
        T::constant(self.instance, term).ok_or_else(|| self.wrong(at, term, Expected::Constant(T::TYPE)))
    }

    fn read_operand<T: Read<'a>>(self, at: At, term: Term) -> Result<Operand<T>> {
        if let Some(value) = T::constant(self.instance, term) {
            return Ok(Operand::Constant(value));
        }
        match term.as_variable() {
            Some(id) if self.instance.variable(id).ty() == T::TYPE => Ok(Operand::Variable(id)),
            _ => Err(self.wrong(at, term, Expected::Operand(T::TYPE))),
        }
    }

    #[cold]
    fn wrong(self, at: At, term: Term, expected: Expected) -> ArgumentError {
        // An element of a named array is at fault where the array is used; its own place is the array's line.
        ArgumentError {
            location: self.instance.location(term.place),
            constraint: self.name().into(),
            argument: Some(at.argument as u32 + 1),
            element: at.element.map(|i| i as u32 + 1),
            expected,
            found: self.instance.describe(term).into(),
        }
    }
}

impl Instance {
    /// A term in words, for messages: `the bool variable b`, `a list of 3 elements`.
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
