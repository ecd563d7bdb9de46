//! Terms: arguments, list elements and right-hand sides. Each takes 16 bytes including its position, and all are in one
//! pool.

use super::{Array, Call, FloatSet, Instance, IntSet, Place, Symbol, Variable};

/// A stored expression. [`Instance::value`] decodes it.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub(crate) payload: u64,
    pub(crate) place: Place,
    pub(crate) kind: Kind,
}

impl Term {
    /// The position of the term. A number in JSON has no position of its own and uses that of the last string before
    /// it.
    pub fn place(self) -> Place {
        self.place
    }

    /// The integer, if the term is one.
    #[inline]
    pub fn as_int(self) -> Option<i64> {
        (self.kind == Kind::Int).then_some(self.payload as i64)
    }

    /// The variable, if the term is one.
    #[inline]
    pub fn as_variable(self) -> Option<VariableId> {
        (self.kind == Kind::Variable).then_some(VariableId(self.payload as u32))
    }

    pub(crate) fn new(kind: Kind, payload: u64, place: Place) -> Term {
        Term { payload, place, kind }
    }

    pub(crate) fn int(value: i64, place: Place) -> Term {
        Term::new(Kind::Int, value as u64, place)
    }

    pub(crate) fn bool(value: bool, place: Place) -> Term {
        Term::new(Kind::Bool, value.into(), place)
    }

    pub(crate) fn float(value: f64, place: Place) -> Term {
        Term::new(Kind::Float, value.to_bits(), place)
    }

    pub(crate) fn symbol(kind: Kind, symbol: Symbol, place: Place) -> Term {
        Term::new(kind, symbol.0.into(), place)
    }

    pub(crate) fn span(kind: Kind, span: Span, place: Place) -> Term {
        Term::new(kind, u64::from(span.start) << 32 | u64::from(span.len), place)
    }

    /// The span, for a term whose payload is a span.
    pub(crate) fn as_span(self) -> Span {
        Span { start: (self.payload >> 32) as u32, len: self.payload as u32 }
    }

    /// The symbol, for a term whose payload is a symbol.
    pub(crate) fn as_symbol(self) -> Symbol {
        Symbol(self.payload as u32)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Kind {
    Bool,
    Int,
    Float,
    IntSet,
    FloatSet,
    String,
    Variable,
    Array,
    List,
    Atom,
    Call,
    /// A name that must be declared; linking resolves it.
    Name,
    /// A name that need not be declared: an undeclared one is an atom. Linking resolves it.
    Open,
    /// `name[index]`: two `u32`, with the name in the lower half; linking resolves it.
    Element,
    /// An `Element` in an annotation, which becomes an atom if the element does not exist; linking resolves it.
    OpenElement,
}

/// A range of indices into a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Span {
    pub(crate) fn slice<T>(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..self.start as usize + self.len as usize]
    }
}

/// The decoded form of a [`Term`].
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// `true`, `false`
    Bool(bool),
    /// `42`
    Int(i64),
    /// `4.2`
    Float(f64),
    /// `1..5`, `{1,3}`
    IntSet(IntSet<'a>),
    /// `0.5..1.5`
    FloatSet(FloatSet<'a>),
    /// `"text"`, with escapes resolved.
    String(&'a str),
    /// A declared variable.
    Variable(Variable<'a>),
    /// A declared array.
    Array(Array<'a>),
    /// An inline list.
    List(&'a [Term]),
    /// An undeclared name, which only annotations may use: `first_fail`.
    Atom(Symbol),
    /// An annotation with arguments: `priority(2)`.
    Call(Call<'a>),
}

macro_rules! id {
    ($name:ident, $what:literal) => {
        #[doc = concat!($what, " of an instance, identified by its index in declaration order.")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The item's index, from 0; suitable as an array index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(VariableId, "A variable");
id!(ArrayId, "An array");
id!(ConstraintId, "A constraint");

impl Instance {
    /// Decodes a term of this instance.
    pub fn value(&self, term: Term) -> Value<'_> {
        match term.kind {
            Kind::Bool => Value::Bool(term.payload != 0),
            Kind::Int => Value::Int(term.payload as i64),
            Kind::Float => Value::Float(f64::from_bits(term.payload)),
            Kind::IntSet => Value::IntSet(IntSet { ranges: term.as_span().slice(&self.int_ranges) }),
            Kind::FloatSet => Value::FloatSet(FloatSet { ranges: term.as_span().slice(&self.float_ranges) }),
            Kind::String => Value::String(self.text(term.as_symbol())),
            Kind::Variable => Value::Variable(self.variable(VariableId(term.payload as u32))),
            Kind::Array => Value::Array(self.array(ArrayId(term.payload as u32))),
            Kind::List => Value::List(term.as_span().slice(&self.terms)),
            Kind::Call => Value::Call(self.call(term.payload as u32)),
            Kind::Atom | Kind::Name | Kind::Open | Kind::Element | Kind::OpenElement => Value::Atom(term.as_symbol()),
        }
    }

    /// The elements of an inline list or of a declared array; in an annotation, either may be inside `array1d`,
    /// `array2d`, …. `None` for anything else.
    #[inline]
    pub fn elements(&self, term: Term) -> Option<&[Term]> {
        match term.kind {
            Kind::Call => {
                let call = self.call(term.payload as u32);
                let dimensions = call.name().strip_prefix("array")?.strip_suffix('d')?;
                dimensions.parse::<u8>().ok()?;
                self.elements(*call.arguments().last()?)
            }
            Kind::List => Some(term.as_span().slice(&self.terms)),
            Kind::Array => Some(self.arrays[term.payload as usize].elements.slice(&self.terms)),
            _ => None,
        }
    }
}

impl Instance {
    /// Adds terms to the pool.
    pub(crate) fn add_terms(&mut self, terms: &[Term]) -> Span {
        let start = self.terms.len() as u32;
        self.terms.extend_from_slice(terms);
        Span { start, len: terms.len() as u32 }
    }

    /// The elements of a list or an array, or the term itself if it is neither.
    pub(crate) fn terms_of<'a>(&'a self, term: &'a Term) -> &'a [Term] {
        self.elements(*term).unwrap_or(std::slice::from_ref(term))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_small() {
        assert_eq!(size_of::<Term>(), 16);
    }
}
