//! The common part of variable and array declarations: a name and annotations.

use super::term::Span;
use super::{Place, Symbol};

/// The common part of a declaration.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Declaration {
    pub(crate) name: Symbol,
    pub(crate) place: Place,
    /// The annotations that are not stored in fields of their own.
    pub(crate) annotations: Span,
    /// Whether a constraint is marked as the definition of this variable or array.
    pub(crate) defined: bool,
    /// Whether the compiler introduced this variable or array.
    pub(crate) introduced: bool,
}

/// Declares a type that refers to a declaration in its instance, and the methods that look up such declarations.
macro_rules! declared {
    ($(#[$doc:meta])* $name:ident, $id:ident, $data:ty, $what:literal, $pool:ident, $one:ident, $named:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'a> {
            instance: &'a Instance,
            id: $id,
        }

        impl std::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($name), self.name())
            }
        }

        impl<'a> $name<'a> {
            fn data(self) -> &'a $data {
                &self.instance.$pool[self.id.index()]
            }

            fn declaration(self) -> &'a Declaration {
                &self.data().declaration
            }

            /// The identifier of the variable or array.
            pub fn id(self) -> $id {
                self.id
            }

            /// The name in the file.
            pub fn name(self) -> &'a str {
                self.instance.text(self.declaration().name)
            }

            /// Whether a constraint is marked as the definition (`is_defined_var`).
            pub fn is_defined(self) -> bool {
                self.declaration().defined
            }

            /// Whether the compiler introduced this variable or array (`var_is_introduced`; `introduced` in JSON).
            pub fn is_introduced(self) -> bool {
                self.declaration().introduced
            }

            /// The annotations, except `output_array` and those with a method of their own.
            pub fn annotations(self) -> Annotations<'a> {
                self.instance.annotations(self.declaration().annotations)
            }

            /// The position of the name in the declaration.
            pub fn place(self) -> Place {
                self.declaration().place
            }

            /// The instance that the declaration belongs to.
            pub fn instance(self) -> &'a Instance {
                self.instance
            }
        }

        impl Instance {
            #[doc = concat!("All ", $what, "s, in declaration order.")]
            pub fn $pool(&self) -> impl ExactSizeIterator<Item = $name<'_>> {
                (0..self.$pool.len() as u32).map(|i| $name { instance: self, id: $id(i) })
            }

            #[doc = concat!("The ", $what, " with this identifier.")]
            /// An identifier from another instance yields a wrong result or a panic.
            pub fn $one(&self, id: $id) -> $name<'_> {
                $name { instance: self, id }
            }

            #[doc = concat!("The ", $what, " with this name.")]
            pub fn $named(&self, name: &str) -> Option<$name<'_>> {
                match self.find(name)? {
                    Value::$name(found) => Some(found),
                    _ => None,
                }
            }
        }
    };
}

pub(super) use declared;
