//! Declared arrays.

use super::term::Span;
use super::variable::RawDomain;
use super::{Annotations, ArrayId, Domain, Instance, Place, Symbol, Term, Type, Value};

#[derive(Clone, Debug)]
pub(crate) struct ArrayData {
    pub(crate) name: Symbol,
    pub(crate) place: Place,
    pub(crate) elements: Span,
    pub(crate) annotations: Span,
    /// In text the declared type of the elements, whether they are variables, and their domain.
    pub(crate) declared: Option<(Type, bool, RawDomain)>,
    pub(crate) introduced: bool,
    pub(crate) defined: bool,
}

/// A declared array, of constants or variables: a reference into its instance. Indices start at 1.
#[derive(Clone, Copy)]
pub struct Array<'a> {
    instance: &'a Instance,
    id: ArrayId,
}

impl std::fmt::Debug for Array<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Array({})", self.name())
    }
}

impl<'a> Array<'a> {
    fn data(self) -> &'a ArrayData {
        &self.instance.arrays[self.id.index()]
    }

    /// Its number.
    pub fn id(self) -> ArrayId {
        self.id
    }

    /// Its name in the file.
    pub fn name(self) -> &'a str {
        self.instance.text(self.data().name)
    }

    /// Its elements.
    pub fn elements(self) -> &'a [Term] {
        self.data().elements.of(&self.instance.terms)
    }

    /// The declared type of its elements; JSON declares none.
    pub fn ty(self) -> Option<Type> {
        self.data().declared.map(|d| d.0)
    }

    /// Whether it is declared as an array of variables; JSON declares nothing.
    pub fn is_var(self) -> Option<bool> {
        self.data().declared.map(|d| d.1)
    }

    /// The domain in the declared type of its elements, `var 1..5` for instance. The elements' own domains are what
    /// counts.
    pub fn element_domain(self) -> Domain<'a> {
        self.data().declared.map_or(Domain::Unbounded, |d| self.instance.domain(d.2))
    }

    /// Whether the compiler made it (`var_is_introduced`; `introduced` in JSON).
    pub fn is_introduced(self) -> bool {
        self.data().introduced
    }

    /// Whether some constraint is marked as its definition.
    pub fn is_defined(self) -> bool {
        self.data().defined
    }

    /// Its annotations, except those that have an accessor here and `output_array`.
    pub fn annotations(self) -> Annotations<'a> {
        self.instance.annotations(self.data().annotations)
    }

    /// Where its name stands in its declaration.
    pub fn place(self) -> Place {
        self.data().place
    }

    /// The instance that it belongs to.
    pub fn instance(self) -> &'a Instance {
        self.instance
    }
}

impl Instance {
    /// All arrays, in the order of their declarations.
    pub fn arrays(&self) -> impl ExactSizeIterator<Item = Array<'_>> {
        (0..self.arrays.len() as u32).map(|i| Array { instance: self, id: ArrayId(i) })
    }

    /// The array with this number. An id of another instance gives another array or a panic.
    pub fn array(&self, id: ArrayId) -> Array<'_> {
        Array { instance: self, id }
    }

    /// The array with this name.
    pub fn array_named(&self, name: &str) -> Option<Array<'_>> {
        match self.find(name)? {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }
}
