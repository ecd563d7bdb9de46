//! Declared arrays.

use super::declared::{Declaration, declared};
use super::term::Span;
use super::variable::RawDomain;
use super::{Annotations, ArrayId, Domain, Instance, Place, Term, Type, Value};

#[derive(Clone, Debug)]
pub(crate) struct ArrayData {
    pub(crate) declaration: Declaration,
    pub(crate) elements: Span,
    /// In text files: the declared type of the elements, whether the elements are variables, and their domain.
    pub(crate) declared: Option<(Type, bool, RawDomain)>,
}

declared! {
    /// A declared array of constants or variables: a reference into its instance. Indices start at 1.
    Array, ArrayId, ArrayData, "array", arrays, array, array_named
}

impl<'a> Array<'a> {
    /// The elements of the array.
    pub fn elements(self) -> &'a [Term] {
        self.data().elements.slice(&self.instance.terms)
    }

    /// The declared type of the elements; `None` in JSON, which does not declare it.
    pub fn ty(self) -> Option<Type> {
        self.data().declared.map(|d| d.0)
    }

    /// Whether the array is declared as an array of variables; `None` in JSON, which does not declare this.
    pub fn is_var(self) -> Option<bool> {
        self.data().declared.map(|d| d.1)
    }

    /// The domain in the declared element type, such as `var 1..5`. It has no effect: only the elements' own domains
    /// apply.
    pub fn element_domain(self) -> Domain<'a> {
        self.data().declared.map_or(Domain::Unbounded, |d| self.instance.domain(d.2))
    }
}
