//! Constraints and annotations, each of which is a name with arguments.

use std::ops::Deref;

use super::term::{Kind, Span};
use super::{ConstraintId, Instance, Place, Symbol, Term, Value, VariableId, names};
use solver_core::Consistency;

/// A name with arguments: a constraint without its annotations, or an annotation. The methods for [`typed
/// access`](crate::instance#typed-access) return its arguments by position, counted from 0.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub(super) instance: &'a Instance,
    name: Symbol,
    place: Place,
    arguments: &'a [Term],
}

impl std::fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Call({}/{})", self.name(), self.arguments.len())
    }
}

impl<'a> Call<'a> {
    /// The name of the constraint or annotation: `int_lin_eq`.
    pub fn name(self) -> &'a str {
        self.instance.text(self.name)
    }

    /// The name as a symbol.
    pub fn symbol(self) -> Symbol {
        self.name
    }

    /// The position of the name.
    pub fn place(self) -> Place {
        self.place
    }

    /// The arguments as written.
    pub fn arguments(self) -> &'a [Term] {
        self.arguments
    }

    /// The instance that the call belongs to.
    pub fn instance(self) -> &'a Instance {
        self.instance
    }

    /// The variables among the arguments, including elements of lists.
    pub(crate) fn all_variables(self) -> impl Iterator<Item = VariableId> + use<'a> {
        let terms = self.arguments.iter().flat_map(move |term| self.instance.terms_of(term));
        terms.filter_map(|term| term.as_variable())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ConstraintData {
    pub(crate) name: Symbol,
    pub(crate) place: Place,
    pub(crate) arguments: Span,
    pub(crate) annotations: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct CallData {
    pub(crate) name: Symbol,
    pub(crate) arguments: Span,
    pub(crate) place: Place,
}

/// A constraint, as a reference into its instance. It dereferences to a [`Call`], which gives its name and typed access
/// to its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Constraint<'a> {
    call: Call<'a>,
    id: ConstraintId,
}

impl<'a> Deref for Constraint<'a> {
    type Target = Call<'a>;

    fn deref(&self) -> &Call<'a> {
        &self.call
    }
}

impl<'a> Constraint<'a> {
    /// The constraint's identifier.
    pub fn id(self) -> ConstraintId {
        self.id
    }

    /// All annotations of the constraint.
    pub fn annotations(self) -> Annotations<'a> {
        self.call.instance.annotations(self.call.instance.constraints[self.id.index()].annotations)
    }

    /// The variable that the constraint defines according to an annotation: `defines_var(x)`, `"defines": "x"`.
    pub fn defines(self) -> Option<VariableId> {
        self.annotations().call(names::DEFINES_VAR)?.arguments.first()?.as_variable()
    }

    /// The constraint's source in the MiniZinc model: the string of `mzn_path`, which `minizinc --keep-paths`
    /// writes.
    pub fn path(self) -> Option<&'a str> {
        self.annotations().string(names::MZN_PATH)
    }

    /// The constraint's name in the MiniZinc model: the string of `mzn_constraint_name`.
    pub fn given_name(self) -> Option<&'a str> {
        self.annotations().string(names::MZN_CONSTRAINT_NAME)
    }

    /// The requested propagation strength; the first one if there are several. `domain` and `domain_propagation`
    /// request [`Consistency::Domain`]; `bounds`, `boundsZ`, `boundsR`, `boundsD` and `bounds_propagation` request
    /// [`Consistency::Bounds`]; `value_propagation` requests [`Consistency::Value`].
    pub fn consistency(self) -> Option<Consistency> {
        self.annotations().iter().find_map(|a| match a.symbol() {
            names::DOMAIN | names::DOMAIN_PROPAGATION => Some(Consistency::Domain),
            names::BOUNDS | names::BOUNDS_Z | names::BOUNDS_R | names::BOUNDS_D | names::BOUNDS_PROPAGATION => {
                Some(Consistency::Bounds)
            }
            names::VALUE_PROPAGATION => Some(Consistency::Value),
            _ => None,
        })
    }
}

/// The annotations of an item, in source order.
#[derive(Clone, Copy)]
pub struct Annotations<'a> {
    instance: &'a Instance,
    terms: &'a [Term],
}

impl std::fmt::Debug for Annotations<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> Annotations<'a> {
    /// The annotations as written.
    pub fn terms(self) -> &'a [Term] {
        self.terms
    }

    pub(super) fn instance(self) -> &'a Instance {
        self.instance
    }

    /// The annotations as calls; `domain` is a call without arguments.
    pub fn iter(self) -> impl Iterator<Item = Call<'a>> {
        self.terms.iter().filter_map(move |&term| self.instance.as_annotation(term))
    }

    /// The number of annotations.
    pub fn len(self) -> usize {
        self.terms.len()
    }

    /// Whether there are no annotations.
    pub fn is_empty(self) -> bool {
        self.terms.is_empty()
    }

    /// The first annotation with this name; [`names`] lists the usual names.
    pub fn call(self, name: Symbol) -> Option<Call<'a>> {
        self.iter().find(|a| a.name == name)
    }

    /// The first argument of the first annotation with this name, if it is a string.
    pub fn string(self, name: Symbol) -> Option<&'a str> {
        match self.instance.value(*self.call(name)?.arguments.first()?) {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl Instance {
    /// All constraints, in file order.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = Constraint<'_>> {
        (0..self.constraints.len() as u32).map(|i| self.constraint(ConstraintId(i)))
    }

    /// The constraint with this identifier. An identifier from another instance yields the wrong constraint or panics.
    pub fn constraint(&self, id: ConstraintId) -> Constraint<'_> {
        let data = &self.constraints[id.index()];
        let arguments = data.arguments.slice(&self.terms);
        Constraint { call: Call { instance: self, name: data.name, place: data.place, arguments }, id }
    }

    /// `term` as an annotation, if it is an atom or a call.
    pub fn as_annotation(&self, term: Term) -> Option<Call<'_>> {
        match term.kind {
            Kind::Atom => Some(Call { instance: self, name: term.as_symbol(), place: term.place, arguments: &[] }),
            Kind::Call => Some(self.call(term.payload as u32)),
            // A variable may have the same name as an annotation.
            Kind::Variable => {
                let name = self.variables[term.payload as usize].declaration.name;
                Some(Call { instance: self, name, place: term.place, arguments: &[] })
            }
            _ => None,
        }
    }

    pub(super) fn call(&self, index: u32) -> Call<'_> {
        let data = &self.calls[index as usize];
        Call { instance: self, name: data.name, place: data.place, arguments: data.arguments.slice(&self.terms) }
    }

    pub(super) fn annotations(&self, span: Span) -> Annotations<'_> {
        Annotations { instance: self, terms: span.slice(&self.terms) }
    }
}
