//! A FlatZinc instance: the content of a file in either format.
//!
//! An [`Instance`] owns flat pools of 16-byte terms, ranges and texts. Everything else consists of indices into the
//! pools; [`Variable`], [`Array`], [`Constraint`] and [`Call`] each combine such an index with a reference to the
//! instance. Names are resolved when the file is read: an argument that names a scalar parameter is replaced by the
//! parameter's value, and an argument that names a variable or array refers directly to it.
//!
//! # Typed access
//!
//! Each accessor method requires a particular kind of argument. It returns the argument or an [`ArgumentError`], which
//! gives the argument, the constraint, the line, and the expected and the actual kind.
//!
//! ```
//! let text = b"array [1..2] of int: c = [2,-3];
//! var 1..9: x; var bool: b;
//! constraint int_lin_le(c,[x,4],7) :: domain;
//! constraint int_lin_le(c,[x,b],7);
//! solve satisfy;";
//! let instance = flatzinc::text::read(text)?;
//! let mut constraints = instance.constraints();
//!
//! let good = constraints.next().unwrap();
//! assert_eq!(good.ints(0).unwrap(), [2, -3]);
//! assert_eq!(good.int(2).unwrap(), 7);
//!
//! let bad = constraints.next().unwrap();
//! let error = bad.int_operands(1).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 4, column 28: argument 2 of int_lin_le, element 2: expected an integer or an int variable, \
//!      found the bool variable b"
//! );
//! # Ok::<(), flatzinc::ReadError>(())
//! ```

mod argument;
pub(crate) mod array;
pub(crate) mod builder;
pub(crate) mod constraint;
pub(crate) mod declared;
mod expected;
pub(crate) mod goal;
mod link;
pub(crate) mod marks;
pub mod names;
mod place;
mod print;
pub(crate) mod sets;
mod symbols;
pub(crate) mod term;
pub(crate) mod variable;

pub use argument::Operand;
pub use array::Array;
pub use constraint::{Annotations, Call, Constraint};
pub use expected::{ArgumentError, Expected};
pub use goal::{Output, Predicate, Solve};
pub use place::{Location, Place};
pub use print::Shown;
pub use sets::{FloatSet, IntSet};
pub use solver_core::Consistency;
pub use symbols::Symbol;
pub use term::{ArrayId, ConstraintId, Term, Value, VariableId};
pub use variable::{Domain, Type, Variable};

/// A FlatZinc file in memory. See the [module](self) for access to its parts.
#[derive(Clone, Debug)]
pub struct Instance {
    pub(crate) symbols: symbols::Symbols,
    pub(crate) terms: Vec<Term>,
    pub(crate) int_ranges: Vec<(i64, i64)>,
    pub(crate) float_ranges: Vec<(f64, f64)>,
    pub(crate) calls: Vec<constraint::CallData>,
    pub(crate) variables: Vec<variable::VariableData>,
    pub(crate) arrays: Vec<array::ArrayData>,
    pub(crate) constraints: Vec<constraint::ConstraintData>,
    pub(crate) predicates: Vec<goal::PredicateData>,
    pub(crate) output: Vec<goal::OutputData>,
    pub(crate) solve: goal::SolveData,
    /// What each symbol is declared as.
    pub(crate) bindings: Vec<Binding>,
    /// Scalar parameters: their symbols, and the positions of their values in the term pool.
    pub(crate) parameters: Vec<(Symbol, u32)>,
    pub(crate) lines: place::Lines,
    pub(crate) origin: crate::origin::Origin,
}

/// What a name is declared as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binding {
    Free,
    Variable(u32),
    Array(u32),
    /// The value's position in the term pool.
    Parameter(u32),
}

impl Instance {
    /// The text of a name or string.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.text(symbol)
    }

    /// The symbol of a text, if the text occurs in the file or is one of [`names`].
    pub fn symbol(&self, text: &str) -> Option<Symbol> {
        self.symbols.find(text)
    }

    /// Looks up a declared name: a variable, an array, or the value of a scalar parameter.
    pub fn find(&self, name: &str) -> Option<Value<'_>> {
        match *self.bindings.get(self.symbol(name)?.index())? {
            Binding::Free => None,
            Binding::Variable(id) => Some(Value::Variable(self.variable(VariableId(id)))),
            Binding::Array(id) => Some(Value::Array(self.array(ArrayId(id)))),
            Binding::Parameter(at) => Some(self.value(self.terms[at as usize])),
        }
    }

    /// The scalar parameters and their values. In terms, each use of a parameter has been replaced by its value.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (&str, Value<'_>)> {
        self.parameters.iter().map(|&(name, at)| (self.text(name), self.value(self.terms[at as usize])))
    }

    /// The line and column of a position, in the MiniZinc model if the model is [known](Self::set_origin).
    pub fn location(&self, place: Place) -> Location {
        self.location_in_model(place).unwrap_or_else(|| self.lines.location(place))
    }

    /// The location in the MiniZinc model of the variable or constraint at a position.
    fn location_in_model(&self, place: Place) -> Option<Location> {
        if !self.origin.is_known() {
            return None;
        }
        let variables = self.variables().map(|x| (x.place(), x.annotations()));
        let constraints = self.constraints().map(|constraint| (constraint.place(), constraint.annotations()));
        let solve = std::iter::once((self.solve().place, self.solve().annotations));
        let items = variables.chain(constraints).chain(solve).filter(|(start, _)| *start <= place);
        let (_, annotations) = items.max_by_key(|(start, _)| *start)?;
        let found = self.origin.find(annotations.string(names::MZN_PATH)?)?;
        let (line, column) = (u32::try_from(found.line).ok()?, u32::try_from(found.column).ok()?);
        Some(Location { file: Some(found.file.into()), line, column, expression: found.expression.map(Into::into) })
    }

    /// The MiniZinc model that the instance was compiled from, as far as the model is known.
    pub fn origin(&self) -> &crate::origin::Origin {
        &self.origin
    }

    /// Reads the origin from the model files that the instance was compiled from (with `minizinc --keep-paths`); `read`
    /// reads one file. Omits library files and files that cannot be read.
    pub fn read_origin(&self, read: impl Fn(&str) -> Option<String>) -> crate::origin::Origin {
        crate::origin::Origin::read(self.constraints().filter_map(|constraint| constraint.path()), read)
    }

    /// Sets the MiniZinc model that the instance was compiled from; explanations and queries use the model's names.
    pub fn set_origin(&mut self, origin: crate::origin::Origin) {
        self.origin = origin;
    }

    /// The name of the file, if known.
    pub fn file(&self) -> Option<&str> {
        self.lines.file.as_deref()
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        fn size<T>(pool: &Vec<T>) -> usize {
            pool.capacity() * size_of::<T>()
        }
        self.symbols.bytes()
            + size(&self.terms)
            + size(&self.int_ranges)
            + size(&self.float_ranges)
            + size(&self.calls)
            + size(&self.variables)
            + size(&self.arrays)
            + size(&self.constraints)
            + size(&self.predicates)
            + size(&self.output)
            + size(&self.bindings)
            + size(&self.parameters)
            + size(&self.lines.starts)
    }
}
