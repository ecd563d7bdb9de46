//! Posting: how constraints are added to a model.

use super::comparison::Comparison;
use super::consistency::Consistency;
use super::constraint::{Condition, Constraint, Meaning};
use super::definition::{Certify, ConstraintDef, Decompose, Post, Semantics};
use super::expr::{Expr, exprs};
use super::rows::ConstraintRows;
use super::{ConstraintId, IntoComparison, Model, ModelError};
use crate::model::Form;
use crate::propagator::Propagator;
use crate::view::View;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

/// Marks constraints with a single level of consistency.
#[derive(Debug)]
pub struct Plain;

/// The two levels of a constraint that supports only bounds and domain consistency.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoundsOrDomain {
    /// Same as [`Consistency::Bounds`].
    Bounds,
    /// Same as [`Consistency::Domain`].
    Domain,
}

impl BoundsOrDomain {
    /// Both levels, weakest first.
    pub(crate) const LEVELS: &'static [Consistency] = &[Consistency::Bounds, Consistency::Domain];
}

impl From<BoundsOrDomain> for Consistency {
    fn from(level: BoundsOrDomain) -> Consistency {
        match level {
            BoundsOrDomain::Bounds => Consistency::Bounds,
            BoundsOrDomain::Domain => Consistency::Domain,
        }
    }
}

/// Marks constraints that have [a custom propagator](Model::propagator).
#[derive(Debug)]
pub struct Own;

/// A constraint just posted. The methods name it, choose its consistency, or make it conditional.
pub struct Posted<'m, Kind> {
    model: &'m mut Model,
    index: usize,
    kind: PhantomData<Kind>,
}

impl<Kind> Posted<'_, Kind> {
    fn constraint(&mut self) -> &mut Constraint {
        &mut Arc::make_mut(&mut self.model.constraints)[self.index]
    }

    /// Names the constraint, for error messages and explanations.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.constraint().name = Some(name.into());
        // An error found at posting contains the constraint's number; checking again uses the new name.
        self.model.recheck(self.index);
        self
    }

    /// Returns the constraint's handle for later use, for example in [`Search::among`](crate::Search::among) or
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

    /// Returns the constraint's error, if it can be found before the model is compiled. Queries also report this error.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// let posted = m.post(constraint!(x > 2)).enforce_if(x);
    /// assert!(posted.error().expect("x can be 9").to_string().contains("must be 0 or 1"));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn error(&self) -> Option<&ModelError> {
        self.model.errors.iter().find(|error| error.0 == self.index).map(|error| &error.1)
    }
}

impl Posted<'_, Own> {
    /// Defines the semantics of the constraint: whether it holds for given values of its arguments. Every solution is
    /// then checked ([`Model::violations`]), unsatisfiable cores are found sooner, and the constraint can be reified by
    /// [`iff`](Posted::iff).
    ///
    /// ```
    /// use solver_core::{constraints::NotEqual, prelude::*};
    /// let mut m = Model::new();
    /// let (b, x, y) = (m.bool("b")?, m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// let posted = m.propagator("different", [x, y], |v| Box::new(NotEqual::new(v[0], v[1])));
    /// posted.checked_by(|v| v[0] != v[1]).iff(b);
    /// assert_eq!(m.count()?, Outcome::Complete(9));
    /// assert_eq!(m.violations(&[1, 2, 2])?.len(), 1);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "checker")]
    pub fn checked_by(mut self, meaning: impl Fn(&[i32]) -> bool + Send + Sync + 'static) -> Self {
        if let Meaning::Defined(definition) = &mut self.constraint().meaning {
            definition.semantics = Some(Arc::new(meaning));
        }
        self.model.recheck(self.index);
        self
    }
}

impl Posted<'_, Own> {
    /// Defines the rows that represent the constraint in proofs ([`Search::prove`](crate::Search::prove)). Together
    /// they must be equivalent to the constraint.
    ///
    /// ```
    /// use solver_core::{Atom, constraints::NotEqual, prelude::*, proof::ProofFiles};
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// let posted = m.propagator("different", [x, y], |v| Box::new(NotEqual::new(v[0], v[1])));
    /// posted.written_by(|v, rows| {
    ///     (0..=2).for_each(|k| rows.at_most_one(("value", k.into()), v.iter().map(|&view| Atom::equals(view, k))));
    /// });
    /// let sink = || Box::new(std::io::sink());
    /// assert!(m.search().prove(ProofFiles { model: sink(), proof: sink(), solutions: sink() })?.verdict.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "proof encoding")]
    pub fn written_by(mut self, rows: impl Fn(&[View], &mut ConstraintRows<'_>) + Send + Sync + 'static) -> Self {
        if let Meaning::Defined(definition) = &mut self.constraint().meaning {
            definition.certificate = Some(Arc::new(rows));
        }
        self
    }
}

impl<Level: Into<Consistency>> Posted<'_, Level> {
    /// Chooses the level of consistency. Constraints with a single level lack this method, and choosing a level that a
    /// constraint does not support is a type error: the second parameter of `Posted` is the type of its levels. A
    /// half-reified or reified constraint uses its level once it must hold. `Domain` also makes sums and absolute
    /// values in the arguments domain consistent if they combine at most 65,536 pairs of values.
    ///
    /// Comparisons: `<=` and `!=` are always domain consistent. An equation can be made domain consistent if it has at
    /// most three variables, each spanning at most 65,536 values, and at most 2²⁴ pairs of values. For a larger
    /// equation, [`BoundsOrDomain::Domain`] is an error, [`ModelError::Unsupported`]: the level is never silently
    /// weakened. For an equation, [`BoundsOrDomain::Bounds`] means bounds consistency over the reals. It is the
    /// default, except that `x = ±y + c`, even with a condition, is domain consistent within the limits above.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", [0, 2, 4, 5])?, m.int("y", [1, 3, 6, 8])?);
    /// m.post((x + y).equals(8)).consistency(BoundsOrDomain::Domain);
    /// let mut run = m.search().start()?;
    /// while run.step() == Step::Solution {}
    /// assert_eq!((run.statistics().solutions, run.statistics().failures), (3, 0));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("propagation level", "ipl", "domain_propagation", "bounds_propagation"))]
    pub fn consistency(mut self, level: Level) -> Self {
        self.constraint().level = Some(level.into());
        self.model.recheck(self.index);
        self
    }
}

impl<Kind> Posted<'_, Kind> {
    /// Half-reification, `b -> C`: the constraint must hold if `condition` is 1, and may be violated if it is 0.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (b, x) = (m.bool("b")?, m.int("x", 0..=9)?);
    /// m.post(constraint!(x > 7)).enforce_if(b);
    /// assert_eq!(m.count()?, Outcome::Complete(10 + 2));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("half-reified", "half reification", "only_enforce_if", "implication", "imp", "reify"))]
    pub fn enforce_if(self, condition: impl Into<Expr>) -> Self {
        self.under(condition.into(), Form::HalfReified)
    }

    /// Reification, `b <-> C`: `condition` is 1 if the constraint holds and 0 if it does not.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (b, x) = (m.bool("b")?, m.int("x", 0..=9)?);
    /// m.post(constraint!(x > 7)).iff(b);
    /// m.all_different([x.into(), 9 - b]).iff(1 - b);
    /// assert_eq!(m.count()?, Outcome::Complete(1 + 8)); // b = 1 and x = 8; b = 0 and x = 0, 1, …, 7
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("reified", "reify", "reification", "channel"))]
    pub fn iff(self, condition: impl Into<Expr>) -> Self {
        self.under(condition.into(), Form::Reified)
    }

    fn under(mut self, truth: Expr, form: Form) -> Self {
        self.constraint().condition = Some(Condition { truth, form });
        self.model.recheck(self.index);
        self
    }
}

impl Model {
    /// Posts a comparison, `m.post(x.less_than(y))` or `m.post(constraint!(x < y))`, or a formula built with
    /// [`Logic`](super::Logic). Posting an expression without a comparison requires it to be at least 1.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let [x, y] = m.ints("x", 2, 0..=2)?[..] else { unreachable!() };
    /// m.post(constraint!(x + 1 < y));
    /// m.post(x.less_than(y).or(x.equals(2)));
    /// assert_eq!(m.count()?, Outcome::Complete(1)); // 0 and 2
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("add_constraint", "rel", "linear"))]
    pub fn post(&mut self, comparison: impl IntoComparison) -> Posted<'_, BoundsOrDomain> {
        self.push(Meaning::Compare(comparison.into_comparison()))
    }

    /// Removes the most recently posted constraint, if there is one. Its handle must no longer be used, because the
    /// next constraint gets the same handle.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// let wrong = m.post(constraint!(x > 2)).enforce_if(x).error().is_some();
    /// assert!(wrong && m.pop_constraint());
    /// assert_eq!(m.count()?, Outcome::Complete(10));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn pop_constraint(&mut self) -> bool {
        let Some(last) = self.constraints.len().checked_sub(1) else { return false };
        Arc::make_mut(&mut self.constraints).truncate(last);
        self.errors.retain(|error| error.0 < last);
        self.posted.truncate(last);
        true
    }

    /// Same as [`post`](Model::post).
    pub fn add(&mut self, comparison: impl IntoComparison) -> Posted<'_, BoundsOrDomain> {
        self.post(comparison)
    }

    /// Same as [`maximum`](Model::maximum).
    pub fn max<T: Into<Expr>>(&mut self, xs: impl IntoIterator<Item = T>, m: impl Into<Expr>) -> Posted<'_, Plain> {
        self.maximum(xs, m)
    }

    /// Same as [`minimum`](Model::minimum).
    pub fn min<T: Into<Expr>>(&mut self, xs: impl IntoIterator<Item = T>, m: impl Into<Expr>) -> Posted<'_, Plain> {
        self.minimum(xs, m)
    }

    /// Posts a constraint with a custom propagator. `make` is called with the engine's views of the arguments whenever
    /// the model is compiled.
    ///
    /// ```
    /// use solver_core::{constraints::NotEqual, prelude::*};
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=1)?, m.int("y", 0..=1)?);
    /// m.propagator("different", [x, y], |v| Box::new(NotEqual::new(v[0], v[1])));
    /// assert_eq!(m.count()?, Outcome::Complete(2));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("custom propagator", "user propagator"))]
    pub fn propagator<T: Into<Expr>>(
        &mut self,
        kind: impl Into<String>,
        arguments: impl IntoIterator<Item = T>,
        make: impl Fn(&[View]) -> Box<dyn Propagator> + Send + Sync + 'static,
    ) -> Posted<'_, Own> {
        self.push(Meaning::Defined(ConstraintDef {
            kind: Cow::Owned(kind.into()),
            arguments: exprs(arguments),
            semantics: None,
            decomposition: None,
            certificate: None,
            posting: Arc::new(make),
        }))
    }

    /// Posts comparisons under a common name and returns their handles.
    pub(crate) fn post_all(&mut self, comparisons: &[Comparison], name: &str) -> Vec<ConstraintId> {
        let named = |(i, comparison): (usize, &Comparison)| {
            self.post(comparison.clone()).named(format!("{name} number {}", i + 1)).id()
        };
        comparisons.iter().enumerate().map(named).collect()
    }

    fn push<Kind>(&mut self, meaning: Meaning) -> Posted<'_, Kind> {
        let index = self.posted.post().index();
        Arc::make_mut(&mut self.constraints).push(Constraint { name: None, meaning, condition: None, level: None });
        self.recheck(index);
        Posted { model: self, index, kind: PhantomData }
    }

    /// Posts a catalogue constraint.
    pub(crate) fn state<Kind>(
        &mut self,
        kind: &'static str,
        arguments: impl Into<Vec<Expr>>,
        parts: impl Semantics + Decompose + Certify + Post + 'static,
    ) -> Posted<'_, Kind> {
        self.push(Meaning::Defined(ConstraintDef::new(kind, arguments.into(), parts)))
    }

    /// Checks a constraint for errors again, under its current name.
    pub(crate) fn recheck(&mut self, index: usize) {
        self.errors.retain(|e| e.0 != index);
        if let Err(error) = self.check(index) {
            self.errors.push((index, error));
        }
    }

    /// Checks for errors that can be found before the model is compiled.
    fn check(&self, index: usize) -> Result<(), ModelError> {
        let constraint = &self.constraints[index];
        let mut variables = constraint.expressions().flat_map(Expr::variables);
        if variables.any(|x| !self.owner.owns(x)) {
            return Err(ModelError::ForeignVariable { place: constraint.display(index) });
        }
        if let (Meaning::Compare(comparison), Some(Consistency::Domain)) = (&constraint.meaning, constraint.level)
            && !comparison.difference.is_linear()
        {
            let reason = "only comparisons of sums have it: post the functions inside as separate constraints";
            return Err(self.unsupported(index, Consistency::Domain, reason));
        }
        match self.misuse(constraint) {
            Some(reason) => Err(ModelError::Misuse { constraint: constraint.display(index), reason }),
            None => Ok(()),
        }
    }

    /// Builds the error for a level that a constraint does not support.
    pub(crate) fn unsupported(&self, index: usize, level: Consistency, reason: impl Into<String>) -> ModelError {
        ModelError::Unsupported { constraint: self.constraints[index].display(index), level, reason: reason.into() }
    }

    /// Returns the error in a constraint's arguments, without the constraint's name.
    fn misuse(&self, constraint: &Constraint) -> Option<String> {
        if let Some(Condition { truth, form }) = &constraint.condition {
            let (low, high) = truth.normalised().range(&|x| self.declared_bounds(x));
            if low < 0 || high > 1 {
                return Some(format!("its condition can be {low}..={high}, but must be 0 or 1"));
            }
            if let (Meaning::Defined(ConstraintDef { semantics: None, .. }), Form::Reified) =
                (&constraint.meaning, form)
            {
                return Some("`iff` needs its semantics, not only its propagator: state them with `checked_by`, or use `enforce_if`".to_owned());
            }
        }
        let definition = constraint.definition()?;
        definition.semantics.as_ref()?.misuse(&definition.arguments)
    }
}

impl<Kind> std::fmt::Debug for Posted<'_, Kind> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.model.constraints[self.index].display(self.index))
    }
}
