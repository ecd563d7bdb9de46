//! The modelling layer: variables, expressions and constraints.
//!
//! A model is built first, then solved. Posting never fails immediately (declaring a variable can): an error in a
//! constraint is stored, and the first search or query reports it with the constraint's name. This keeps model code
//! close to the problem.

mod alone;
mod array;
mod clash;
mod compared;
mod comparison;
mod compute;
mod consistency;
mod constraint;
pub(crate) mod defining;
pub(crate) mod definition;
mod error;
mod evaluate;
mod expr;
mod function;
mod handles;
mod incompatible;
mod interval;
mod label;
mod leave_out;
pub(crate) mod lines;
mod logic;
mod matrix;
mod owner;
mod post;
pub(crate) mod precedence;
mod print;
pub(crate) mod representations;
pub(crate) mod rows;
mod scheduling;
mod set;
mod set_constraints;
#[cfg(test)]
mod stopped_tests;
mod violation;

pub(crate) use clash::Inspector;
pub use compared::{ComparedByConstraint, IntoComparison};
pub use comparison::{Comparison, Relates};
pub use compute::{Compute, Indexed, count_of, maximum_of, minimum_of, nvalue_of};
pub use consistency::Consistency;
pub use constraint::Form;
pub(crate) use constraint::{Condition, Constraint, Meaning};
pub use error::ModelError;
pub(crate) use evaluate::Recheck;
pub use expr::Expr;
pub(crate) use expr::{Function, Operation, Sign};
pub use handles::{ConstraintId, IntVar};
pub use incompatible::Incompatible;
pub use interval::Interval;
pub use label::{Label, ValueNames};
pub use logic::{Logic, all_of, any_of};
pub use matrix::Matrix;
pub(crate) use owner::Owner;
pub use post::{BoundsOrDomain, Own, Plain, Posted};
pub use rows::ConstraintRows;
pub use set::SetExpr;
pub use violation::{Violation, WrongSolution};

use crate::domain::Layout;
use crate::value_set::ValueSet;
use array::Array;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A variable's name: its own, or that of an array element.
#[derive(Clone, Debug)]
pub(crate) enum Name {
    Own(String),
    Element { array: u32, index: u32 },
}

#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) domain: ValueSet,
}

/// A model, that is, variables and constraints. See the [module page](self).
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let q = m.ints("q", 8, 0..=7)?;
/// m.all_different(&q).named("rows");
/// m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i)).named("down diagonals");
/// m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i)).named("up diagonals");
/// assert_eq!(m.count()?, Outcome::Complete(92));
/// # Ok::<(), ModelError>(())
/// ```
///
/// A clone is an independent model. It has the variables declared so far, with the same handles; later declarations in
/// one model do not affect the other. Cloning is cheap, because the models share their content until one of them
/// changes.
#[doc(alias("problem", "space", "CpModel"))]
pub struct Model {
    owner: Owner,
    posted: Owner,
    pub(crate) variables: Arc<Vec<Declared>>,
    pub(crate) arrays: Arc<Vec<Array>>,
    pub(crate) labels: Arc<BTreeMap<u32, Label>>,
    pub(crate) constraints: Arc<Vec<Constraint>>,
    pub(crate) errors: Vec<(usize, ModelError)>,
    pub(crate) layout: Layout,
}

impl Clone for Model {
    fn clone(&self) -> Model {
        Model { owner: self.owner.copy(), posted: self.posted.copy(), ..self.snapshot() }
    }
}

impl Default for Model {
    fn default() -> Model {
        Model::new()
    }
}

impl Model {
    /// Creates a model without variables. Its only solution is the empty one.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// assert_eq!(Model::new().count()?, Outcome::Complete(1));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn new() -> Model {
        Model {
            owner: Owner::new(),
            posted: Owner::new(),
            variables: Arc::default(),
            arrays: Arc::default(),
            labels: Arc::default(),
            constraints: Arc::default(),
            errors: Vec::new(),
            layout: Layout::Auto,
        }
    }

    /// Returns a copy of the model with the same handles. The models share their content until one of them changes.
    pub(crate) fn snapshot(&self) -> Model {
        Model {
            owner: self.owner.clone(),
            posted: self.posted.clone(),
            variables: Arc::clone(&self.variables),
            arrays: Arc::clone(&self.arrays),
            labels: Arc::clone(&self.labels),
            constraints: Arc::clone(&self.constraints),
            errors: self.errors.clone(),
            layout: self.layout,
        }
    }

    /// Declares a variable with the given values: a range, an array of values, or a [`ValueSet`].
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let digit = m.int("digit", 0..=9)?;
    /// let prime = m.int("prime", [2, 3, 5, 7])?;
    /// m.post(constraint!(digit == prime));
    /// assert_eq!(m.count()?, Outcome::Complete(4));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::EmptyDomain`], [`ModelError::ValueOutOfRange`] (values must lie
    /// within ±2³⁰), [`ModelError::TooManyVariables`].
    #[doc(alias("new_int_var", "variable", "var", "domain"))]
    pub fn int(&mut self, name: impl Into<String>, domain: impl Into<ValueSet>) -> Result<IntVar, ModelError> {
        self.declare(Name::Own(name.into()), domain.into())
    }

    /// Declares `count` variables `name[0]`, `name[1]`, … with the same domain.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 8, 0..=7)?;
    /// assert_eq!((q.len(), m.name(q[3])?), (8, "q[3]".to_owned()));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`int`](Model::int).
    #[doc(alias("int_var_array", "variables", "array"))]
    pub fn ints(
        &mut self,
        name: impl Into<String>,
        count: usize,
        domain: impl Into<ValueSet>,
    ) -> Result<Vec<IntVar>, ModelError> {
        self.array(Array { name: name.into(), columns: None, members: None }, count, domain.into())
    }

    fn array(&mut self, array: Array, count: usize, domain: ValueSet) -> Result<Vec<IntVar>, ModelError> {
        let number = self.arrays.len() as u32;
        Arc::make_mut(&mut self.arrays).push(array);
        let element = |index| self.declare(Name::Element { array: number, index }, domain.clone());
        (0..count as u32).map(element).collect()
    }

    /// Declares a variable for each name, all with the same domain.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let [x, y] = m.ints_named(["x", "y"], 0..=9)?;
    /// m.post((3 * x).equals(2 * y + 13));
    /// m.post(constraint!(x > y));
    /// let solution = m.unique()?;
    /// assert!(matches!(solution, Uniqueness::Several(..)));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`int`](Model::int).
    #[doc(alias("int_vars", "variables", "array"))]
    pub fn ints_named<const N: usize>(
        &mut self,
        names: [&str; N],
        domain: impl Into<ValueSet>,
    ) -> Result<[IntVar; N], ModelError> {
        let domain = domain.into();
        let mut failed = None;
        let variables = names.map(|name| {
            self.int(name, domain.clone()).unwrap_or_else(|error| {
                failed.get_or_insert(error);
                IntVar::auxiliary(u32::MAX)
            })
        });
        failed.map_or(Ok(variables), Err)
    }

    /// Declares `rows` times `columns` variables with the same domain, `name[0,0]`, `name[0,1]`, … row by row.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let square = m.matrix("square", 3, 3, 1..=9)?;
    /// m.all_different(&square);
    /// for line in square.rows().chain(square.columns()) {
    ///     m.post(line.into_iter().sum::<Expr>().equals(15));
    /// }
    /// m.post(square[(1, 1)].equals(5));
    /// assert_eq!((m.name(square[(1, 2)])?, m.count()?), ("square[1,2]".to_owned(), Outcome::Complete(8)));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`int`](Model::int).
    #[doc(alias("int_var_matrix", "array2d", "grid", "2d array"))]
    pub fn matrix(
        &mut self,
        name: impl Into<String>,
        rows: usize,
        columns: usize,
        domain: impl Into<ValueSet>,
    ) -> Result<Matrix, ModelError> {
        let array = Array { name: name.into(), columns: Some(columns as u32), members: None };
        Ok(Matrix::new(self.array(array, rows * columns, domain.into())?, rows, columns))
    }

    /// Declares a Boolean: a variable that is 0 or 1. Its negation is `1 - b`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let rains = m.bool("rains")?;
    /// m.post(constraint!(rains == 0));
    /// assert_eq!(m.first()?.complete().map(|s| s[rains]), Some(0));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`int`](Model::int).
    #[doc(alias("new_bool_var", "boolean variable"))]
    pub fn bool(&mut self, name: impl Into<String>) -> Result<IntVar, ModelError> {
        self.int(name, 0..=1)
    }

    /// Declares `count` Booleans `name[0]`, `name[1]`, ….
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let lit = m.bools("lit", 3)?;
    /// m.clause(&lit, &lit[..0]);
    /// assert_eq!(m.count()?, Outcome::Complete(7)); // not all dark
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`int`](Model::int).
    #[doc(alias("bool_var_array", "boolean"))]
    pub fn bools(&mut self, name: impl Into<String>, count: usize) -> Result<Vec<IntVar>, ModelError> {
        self.ints(name, count, 0..=1)
    }

    fn declare(&mut self, name: Name, domain: ValueSet) -> Result<IntVar, ModelError> {
        const LIMIT: i32 = crate::View::LIMIT;
        let declared = Declared { name, domain };
        let (Some(low), Some(high)) = (declared.domain.min(), declared.domain.max()) else {
            return Err(ModelError::EmptyDomain { variable: self.display(&declared.name) });
        };
        if low < -LIMIT || high > LIMIT {
            let variable = self.display(&declared.name);
            return Err(ModelError::ValueOutOfRange { variable, low: low.into(), high: high.into() });
        }
        let index = u32::try_from(self.variables.len()).ok().filter(|&i| i < crate::Var::MAX_COUNT);
        let index = index.ok_or(ModelError::TooManyVariables { limit: crate::Var::MAX_COUNT })?;
        debug_assert_eq!(index as usize, self.variables.len());
        Arc::make_mut(&mut self.variables).push(declared);
        Ok(self.owner.declare())
    }

    pub(crate) fn display(&self, name: &Name) -> String {
        match name {
            Name::Own(name) => name.clone(),
            Name::Element { array, index } => {
                let array = &self.arrays[*array as usize];
                format!("{}{}", array.name, array.subscript(*index))
            }
        }
    }

    /// The name of a variable, such as `q[3]`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=1)?;
    /// assert_eq!(m.name(x)?, "x");
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when the variable belongs to another model.
    pub fn name(&self, x: IntVar) -> Result<String, ModelError> {
        if !self.owner.owns(x) {
            return Err(ModelError::ForeignVariable { place: "the query for a variable's name".into() });
        }
        Ok(self.name_at(x.index as usize))
    }

    /// The name of the variable with this index.
    pub(crate) fn name_at(&self, index: usize) -> String {
        self.display(&self.variables[index].name)
    }

    /// The smallest and largest declared value of a variable. For a variable of another model, the result is arbitrary,
    /// because a search rejects the variable when it starts.
    pub(crate) fn declared_bounds(&self, x: IntVar) -> (i32, i32) {
        let domain = self.variables.get(x.index as usize).map(|variable| &variable.domain);
        domain.and_then(|domain| domain.min().zip(domain.max())).unwrap_or((0, 0))
    }

    /// Returns bounds on an expression under the declared domains. They may be loose, and are clamped to 64 bits.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", -2..=3)?);
    /// assert_eq!(m.bounds(10 * x - y)?, (-3, 92));
    /// assert_eq!(m.bounds(constraint!(x < y))?, (0, 1));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when a variable belongs to another model.
    pub fn bounds(&self, expression: impl Into<Expr>) -> Result<(i64, i64), ModelError> {
        let expression = expression.into();
        if expression.variables().into_iter().any(|x| !self.owner.owns(x)) {
            return Err(ModelError::ForeignVariable { place: "the query for an expression's bounds".to_owned() });
        }
        let (low, high) = expression.range(&|x| self.declared_bounds(x));
        let within = |n: i128| n.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        Ok((within(low), within(high)))
    }

    /// The owner that identifies this model's handles.
    pub(crate) fn owner(&self) -> &Owner {
        &self.owner
    }

    /// The number of variables.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// m.ints("x", 3, 0..=1)?;
    /// assert_eq!(m.variables(), 3);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    /// The number of constraints.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=2)?;
    /// m.all_different(&x);
    /// m.increasing(&x);
    /// assert_eq!(m.constraints(), 2);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn constraints(&self) -> usize {
        self.constraints.len()
    }

    /// The handles of all variables, in declaration order.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=1)?;
    /// assert_eq!(m.variable_ids().collect::<Vec<_>>(), x);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn variable_ids(&self) -> impl Iterator<Item = IntVar> + '_ {
        (0..self.variables.len()).map(|i| self.owner().variable(i))
    }

    /// The handles of all constraints, in posting order.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=1)?;
    /// let first = m.increasing(&x).id();
    /// assert_eq!(m.constraint_ids().collect::<Vec<_>>(), [first]);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn constraint_ids(&self) -> impl Iterator<Item = ConstraintId> + '_ {
        (0..self.constraints.len()).map(|i| self.posted.constraint(i))
    }

    /// The name of a constraint: the user's name if there is one; otherwise the constraint's text, such as `x < y`; or,
    /// if that text is long, its kind and number, such as `table number 3`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let [x, y] = m.ints("x", 2, 0..=1)?[..] else { unreachable!() };
    /// let below = m.post(constraint!(x < y)).id();
    /// let rows = m.all_different([x, y]).named("rows").id();
    /// assert_eq!((m.constraint_name(below)?, m.constraint_name(rows)?), ("x[0] < x[1]".to_owned(), "rows".to_owned()));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignConstraint`] when the constraint belongs to another model.
    pub fn constraint_name(&self, c: ConstraintId) -> Result<String, ModelError> {
        let number = self.constraint_number(c, "the query for a constraint's name")?;
        Ok(self.short_name(number))
    }

    /// The index of a constraint, if it belongs to this model.
    pub(crate) fn constraint_number(&self, c: ConstraintId, place: &str) -> Result<usize, ModelError> {
        match self.posted.owns_constraint(c) {
            true => Ok(c.index()),
            false => Err(ModelError::ForeignConstraint { place: place.to_owned() }),
        }
    }

    /// Forces a layout on all domains, to test that results do not depend on the layout.
    #[cfg(any(test, feature = "harness"))]
    pub fn force_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (variables, constraints) = (self.variables.len(), self.constraints.len());
        f.debug_struct("Model")
            .field("variables", &variables)
            .field("constraints", &constraints)
            .finish_non_exhaustive()
    }
}
