//! The kinds of arguments that constraints and annotations expect, and the errors that name them.

use std::fmt;

use thiserror::Error;

use super::{Location, Type};

/// The expected kind of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Expected {
    /// A constant of the type.
    Constant(Type),
    /// A constant or a variable of the type.
    Operand(Type),
    /// A list or the name of an array.
    List,
    /// A string.
    String,
    /// A variable of any type.
    Variable,
    /// An annotation.
    Annotation,
    /// This number of arguments.
    Arguments {
        /// The minimum number.
        least: usize,
        /// The maximum number.
        most: usize,
    },
    /// A list of this length.
    Elements(usize),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let constant = |ty| match ty {
            Type::Bool => "true or false",
            Type::Int => "an integer",
            Type::Float => "a number",
            Type::SetOfInt => "a set of integers",
        };
        match *self {
            Expected::Constant(ty) => write!(f, "{}", constant(ty)),
            Expected::Operand(ty) => write!(f, "{} or {} {} variable", constant(ty), article(ty), ty.name()),
            Expected::List => write!(f, "a list or an array"),
            Expected::String => write!(f, "a string"),
            Expected::Variable => write!(f, "a variable"),
            Expected::Annotation => write!(f, "an annotation"),
            Expected::Arguments { least, most } if least == most => write!(f, "{}", counted(least, "argument")),
            Expected::Arguments { least, most: usize::MAX } => {
                write!(f, "at least {}", counted(least, "argument"))
            }
            Expected::Arguments { least, most } => write!(f, "{least} to {}", counted(most, "argument")),
            Expected::Elements(n) => write!(f, "a list of {}", counted(n, "element")),
        }
    }
}

fn article(ty: Type) -> &'static str {
    if ty == Type::Int { "an" } else { "a" }
}

pub(super) fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The error for an argument that its constraint or annotation does not accept.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {}", self.fault())]
pub struct ArgumentError {
    /// The position of the argument; if the number of arguments is wrong, the position of the constraint.
    pub location: Location,
    /// The constraint or annotation.
    pub constraint: Box<str>,
    /// The position of the argument, from 1; `None` if the number of arguments is wrong.
    pub argument: Option<u32>,
    /// The index of the faulty element in the argument, from 1, if the fault is in an element.
    pub element: Option<u32>,
    /// The expected kind.
    pub expected: Expected,
    /// A description of the argument.
    pub found: Box<str>,
}

impl ArgumentError {
    /// The message without the location.
    pub(crate) fn fault(&self) -> String {
        let argument = self.argument.map_or(String::new(), |n| format!("argument {n} of "));
        let element = self.element.map_or(String::new(), |n| format!(", element {n}"));
        format!("{argument}{}{element}: expected {}, found {}", self.constraint, self.expected, self.found)
    }
}
