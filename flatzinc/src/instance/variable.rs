//! Declared variables.

use super::declared::{Declaration, declared};
use super::term::Span;
use super::{Annotations, FloatSet, Instance, IntSet, Place, Symbol, Term, Value, VariableId};
use std::num::NonZeroI64;

/// The type of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `var bool`
    Bool,
    /// `var int`, `var 1..5`, `var {1,3}`
    Int,
    /// `var float`, `var 0.5..1.5`
    Float,
    /// `var set of int`, `var set of 1..5`, `var set of {1,3}`
    SetOfInt,
}

impl Type {
    /// The name of the type: `bool`, `int`, `float` or `set of int`.
    pub fn name(self) -> &'static str {
        match self {
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Float => "float",
            Type::SetOfInt => "set of int",
        }
    }
}

/// The values that a declaration allows; for a set variable, its possible elements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Domain<'a> {
    /// All values of the type.
    Unbounded,
    /// `lo..hi` as written, inclusive; empty if `hi < lo`.
    Interval {
        /// Smallest value.
        lo: i64,
        /// Largest value.
        hi: i64,
    },
    /// `{1,3,4}`; in JSON, also zero or several ranges.
    Values(IntSet<'a>),
    /// `lo..hi` as written, inclusive; empty if `hi < lo`.
    FloatInterval {
        /// Smallest value.
        lo: f64,
        /// Largest value.
        hi: f64,
    },
    /// Zero or several ranges, in JSON only.
    FloatValues(FloatSet<'a>),
}

impl Domain<'_> {
    /// The smallest and the largest integer, if both exist.
    pub(crate) fn bounds(self) -> Option<(i64, i64)> {
        match self {
            Domain::Interval { lo, hi } => Some((lo, hi)),
            Domain::Values(set) => Some((set.min()?, set.max()?)),
            Domain::Unbounded | Domain::FloatInterval { .. } | Domain::FloatValues(_) => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum RawDomain {
    Unbounded,
    Interval(i64, i64),
    Values(Span),
    FloatInterval(f64, f64),
    FloatValues(Span),
}

#[derive(Clone, Debug)]
pub(crate) struct VariableData {
    pub(crate) declaration: Declaration,
    pub(crate) domain: RawDomain,
    /// The position of the right-hand side in the term pool; `u32::MAX` if there is none.
    pub(crate) rhs: u32,
    pub(crate) ty: Type,
    pub(crate) output: bool,
    /// For a float variable that the translation has replaced by an integer, the factor by which it is multiplied.
    pub(crate) scale: Option<NonZeroI64>,
}

declared! {
    /// A declared variable: a reference into its instance.
    Variable, VariableId, VariableData, "variable", variables, variable, variable_named
}

impl<'a> Variable<'a> {
    /// The variable's name as a symbol.
    pub fn symbol(self) -> Symbol {
        self.declaration().name
    }

    /// The type of the variable: bool, int, float or set of int.
    pub fn ty(self) -> Type {
        self.data().ty
    }

    /// The values that the declaration allows.
    pub fn domain(self) -> Domain<'a> {
        self.instance.domain(self.data().domain)
    }

    /// The right-hand side of the declaration, after `=`: a constant of the variable's type or another variable. It
    /// applies in addition to the domain: `var 1..5: x = y;` requires both.
    pub fn rhs(self) -> Option<Value<'a>> {
        self.rhs_term().map(|term| self.instance.value(term))
    }

    /// The right-hand side, as in [`rhs`](Variable::rhs), but as a term with its position.
    pub fn rhs_term(self) -> Option<Term> {
        self.instance.terms.get(self.data().rhs as usize).copied()
    }

    /// The variable that this one is declared equal to.
    pub fn alias(self) -> Option<VariableId> {
        self.rhs_term().and_then(Term::as_variable)
    }

    pub(crate) fn scale(self) -> Option<NonZeroI64> {
        self.data().scale
    }

    /// Whether solutions include the variable: it has `output_var`, or is in the `output` list of JSON.
    pub fn is_output(self) -> bool {
        self.data().output
    }
}

impl Instance {
    pub(crate) fn domain(&self, raw: RawDomain) -> Domain<'_> {
        match raw {
            RawDomain::Unbounded => Domain::Unbounded,
            RawDomain::Interval(lo, hi) => Domain::Interval { lo, hi },
            RawDomain::Values(span) => Domain::Values(IntSet { ranges: span.slice(&self.int_ranges) }),
            RawDomain::FloatInterval(lo, hi) => Domain::FloatInterval { lo, hi },
            RawDomain::FloatValues(span) => Domain::FloatValues(FloatSet { ranges: span.slice(&self.float_ranges) }),
        }
    }
}
