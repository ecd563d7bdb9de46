//! Posting: how constraints enter a model.

use super::consistency::Consistency;
use super::constraint::{Comparison, Constraint, Meaning};
use super::expr::Expr;
use super::{ConstraintId, Model, ModelError};
use crate::propagator::Propagator;
use crate::view::View;
use std::marker::PhantomData;
use std::sync::Arc;

/// Marks constraints that have one level of consistency.
#[derive(Debug)]
pub struct Plain;

/// Marks constraints whose level can be chosen.
#[derive(Debug)]
pub struct Leveled;

/// A constraint just posted: give it a name, or choose its consistency.
pub struct Posted<'m, Kind> {
    model: &'m mut Model,
    index: usize,
    kind: PhantomData<Kind>,
}

impl<Kind> Posted<'_, Kind> {
    /// Names the constraint, for error messages and explanations.
    pub fn named(self, name: impl Into<String>) -> Self {
        let name = name.into();
        let constraint = &mut self.model.constraints[self.index];
        constraint.name = Some(name);
        // An error found when it was posted speaks of it by number: say it again.
        let again = self.model.check(self.index).err();
        if let Some(error) = again
            && let Some(kept) = self.model.errors.iter_mut().find(|e| e.0 == self.index)
        {
            kept.1 = error;
        }
        self
    }

    /// The constraint's handle, to speak of it later: [`Search::among`](crate::Search::among),
    /// [`Model::constraint_name`].
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// let c = m.post(constraint!(x < y)).named("ascending").id();
    /// assert_eq!(m.constraint_name(c)?, "ascending");
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn id(&self) -> ConstraintId {
        self.model.posted.constraint(self.index)
    }
}

impl Posted<'_, Leveled> {
    /// Chooses the level of consistency. Constraints without levels have no such method.
    pub fn consistency(self, level: Consistency) -> Self {
        if let Meaning::AllDifferent { consistency, .. } = &mut self.model.constraints[self.index].meaning {
            *consistency = level;
        }
        self
    }
}

impl Model {
    /// All arguments take different values. The default level is [`Consistency::Value`],
    /// the fastest on the queens benchmarks (`docs/05-performance.md`).
    pub fn all_different<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, Leveled> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.add(Meaning::AllDifferent { arguments, consistency: Consistency::default() })
    }

    /// Posts a comparison: `m.post(x.less_than(y))` or `m.post(constraint!(x < y))`.
    pub fn post(&mut self, comparison: Comparison) -> Posted<'_, Plain> {
        self.add(Meaning::Compare(comparison))
    }

    /// Posts a constraint with a propagator of your own. `make` is called with the
    /// engine's views of the arguments whenever the model is frozen.
    ///
    /// ```
    /// use solver_core::{constraints::NotEqual, prelude::*};
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=1)?, m.int("y", 0..=1)?);
    /// m.propagator("different", [x, y], |v| Box::new(NotEqual::new(v[0], v[1])));
    /// assert_eq!(m.count()?, Outcome::Complete(2));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn propagator<T: Into<Expr>>(
        &mut self,
        kind: impl Into<String>,
        arguments: impl IntoIterator<Item = T>,
        make: impl Fn(&[View]) -> Box<dyn Propagator> + Send + Sync + 'static,
    ) -> Posted<'_, Plain> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.add(Meaning::Custom { kind: kind.into(), arguments, maker: Arc::new(make) })
    }

    fn add<Kind>(&mut self, meaning: Meaning) -> Posted<'_, Kind> {
        let index = self.posted.post().index();
        self.constraints.push(Constraint { name: None, meaning });
        if let Err(error) = self.check(index) {
            self.errors.push((index, error));
        }
        Posted { model: self, index, kind: PhantomData }
    }

    /// What can be told about a constraint before the model is frozen.
    fn check(&self, index: usize) -> Result<(), ModelError> {
        let constraint = &self.constraints[index];
        let mut terms = constraint.expressions().iter().flat_map(|e| &e.terms);
        if terms.any(|(_, x)| !self.owner.owns(*x)) {
            return Err(ModelError::ForeignVariable { place: constraint.display(index) });
        }
        Ok(())
    }
}

impl<Kind> std::fmt::Debug for Posted<'_, Kind> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.model.constraints[self.index].display(self.index))
    }
}
