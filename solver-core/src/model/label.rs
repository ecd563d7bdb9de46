//! Labels: how a variable is presented to users. They have no effect on a search.

use super::{IntVar, Model, ModelError};
use std::sync::Arc;

/// Names for consecutive values, such as the constructors of an enumerated type.
///
/// ```
/// use solver_core::ValueNames;
/// let shifts = ValueNames::new(1, ["Off", "Early", "Late"]);
/// assert_eq!((shifts.name(2), shifts.name(4)), (Some("Early"), None));
/// assert_eq!(shifts.value("Late"), Some(3));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ValueNames {
    first: i32,
    names: Vec<String>,
}

impl ValueNames {
    /// Names for the values `first`, `first + 1`, ….
    pub fn new(first: i32, names: impl IntoIterator<Item = impl Into<String>>) -> ValueNames {
        ValueNames { first, names: names.into_iter().map(Into::into).collect() }
    }

    /// The name of a value, if it has one.
    pub fn name(&self, value: i32) -> Option<&str> {
        let at = usize::try_from(i64::from(value) - i64::from(self.first)).ok()?;
        self.names.get(at).map(String::as_str)
    }

    /// The value with this name.
    pub fn value(&self, name: &str) -> Option<i32> {
        let at = self.names.iter().position(|known| known == name)?;
        self.first.checked_add(i32::try_from(at).ok()?)
    }

    /// The first value that has a name.
    pub fn first(&self) -> i32 {
        self.first
    }

    /// All names, in the order of their values.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The presentation of a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Label {
    /// The names of the variable's values.
    pub values: Option<Arc<ValueNames>>,
    /// Whether a translation introduced the variable. The variable then represents an expression, which is its name,
    /// and is not listed among the problem's variables.
    pub introduced: bool,
    /// Whether a value's name, without the variable's name, means that the variable has this value: `d4`, or `not d4`
    /// for the opposite.
    pub alone: bool,
}

impl Model {
    /// Sets how a variable is presented in reasons, traces and pictures.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use solver_core::{Label, ValueNames};
    /// use solver_core::why::Answer;
    /// use std::sync::Arc;
    /// let mut m = Model::new();
    /// let colours = m.ints("colour", 2, 1..=2)?;
    /// let values = Some(Arc::new(ValueNames::new(1, ["Red", "Green"])));
    /// for &x in &colours {
    ///     m.label(x, Label { values: values.clone(), ..Label::default() })?;
    /// }
    /// m.all_different(&colours).named("neighbours");
    /// let mut explainer = m.explainer()?;
    /// explainer.assume(constraint!(colours[0] == 1))?;
    /// let Answer::False(why) = explainer.why(constraint!(colours[1] == 1), Depth::Step)? else { panic!("it is false") };
    /// assert_eq!(why.lines(explainer.symbols()), [
    ///     "1. colour[0] = Red, and all of `neighbours` must differ, so colour[1] != Red",
    /// ]);
    /// # Ok::<(), solver_core::why::WhyError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when the variable belongs to another model.
    pub fn label(&mut self, x: IntVar, label: Label) -> Result<(), ModelError> {
        if !self.owner.owns(x) {
            return Err(ModelError::ForeignVariable { place: "a label".into() });
        }
        Arc::make_mut(&mut self.labels).insert(x.index, label);
        Ok(())
    }
}
