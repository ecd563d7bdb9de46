//! Set variables, and constraints over several [`SetExpr`]s.

use super::array::Array;
use super::comparison::{Comparison, Relates};
use super::expr::{Expr, exprs};
use super::label::{Label, ValueNames};
use super::post::{Plain, Posted};
use super::set::{LARGEST, SetExpr, values_in};
use super::{Model, ModelError};
use crate::value_set::ValueSet;
use std::sync::Arc;

impl Model {
    /// Declares a set variable: a subset of the universe, which is a range, an array of values, or a [`ValueSet`] of at
    /// most 65,536 values. For each of them, the model gets a Boolean, such as `s has 3`.
    ///
    /// A Steiner triple system of order 7, the Fano plane: seven triples of seven points; any two share one point.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let triples = m.sets("triple", 7, 1..=7)?;
    /// for (k, triple) in triples.iter().enumerate() {
    ///     m.post(triple.len().equals(3));
    ///     for other in &triples[..k] {
    ///         m.post(triple.intersection(other).len().equals(1));
    ///         m.set_lex_less(triple, other);
    ///     }
    /// }
    /// assert_eq!(m.count()?, Outcome::Complete(30)); // the labelled Fano planes
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::TooManyMembers`]; otherwise same as [`int`](Model::int).
    #[doc(alias("set_var", "SetVar", "set of int"))]
    pub fn set(&mut self, name: impl Into<String>, universe: impl Into<ValueSet>) -> Result<SetExpr, ModelError> {
        let (name, universe) = (name.into(), universe.into());
        if universe.len() > LARGEST {
            return Err(ModelError::TooManyMembers { set: name, size: universe.len(), limit: LARGEST });
        }
        let values: Vec<i32> = universe.iter().collect();
        let array = Array { name: name.clone(), columns: None, members: Some(values.clone()) };
        let booleans = self.array(array, values.len(), ValueSet::range(0, 1))?;
        for (&x, value) in booleans.iter().zip(&values) {
            let names = ["lacks", "has"].map(|verb| format!("{name} {verb} {value}"));
            self.label(x, Label { values: Some(Arc::new(ValueNames::new(0, names))), alone: true, introduced: false })?;
        }
        Ok(SetExpr::new(values.into_iter().zip(booleans.into_iter().map(Expr::from)), Expr::default()))
    }

    /// Declares `count` set variables `name[0]`, `name[1]`, … with the same universe.
    ///
    /// # Errors
    /// Same as [`set`](Model::set).
    pub fn sets(
        &mut self,
        name: impl Into<String>,
        count: usize,
        universe: impl Into<ValueSet>,
    ) -> Result<Vec<SetExpr>, ModelError> {
        let (name, universe) = (name.into(), universe.into());
        (0..count).map(|i| self.set(format!("{name}[{i}]"), universe.clone())).collect()
    }

    /// Requires that no two sets have a common member. Posts a sum for each value.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let team = m.sets("team", 2, 1..=3)?;
    /// m.all_disjoint(&team);
    /// assert_eq!(m.count()?, Outcome::Complete(27));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn all_disjoint<'a>(&mut self, sets: impl IntoIterator<Item = &'a SetExpr>) {
        self.for_each_value(sets, SetExpr::from(ValueSet::default()), "at most one set", |count, _| count.at_most(1));
    }

    /// Partitions the universe, which is a constant or any other set: each of its members belongs to exactly one of
    /// these sets, which have no other members. Posts a sum for each value.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let team = m.sets("team", 2, 1..=9)?;
    /// m.partition(&team, 1..=4);
    /// m.post(team[0].len().equals(team[1].len()));
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("disjoint union", "partition_set"))]
    pub fn partition<'a>(&mut self, sets: impl IntoIterator<Item = &'a SetExpr>, universe: impl Into<SetExpr>) {
        self.for_each_value(sets, universe.into(), "the part that", |count, within| count.equals(within));
    }

    /// For each value that may be a member, posts a comparison of the number of sets that contain it.
    fn for_each_value<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a SetExpr>,
        universe: SetExpr,
        subject: &str,
        row: fn(Expr, Expr) -> Comparison,
    ) {
        let sets: Vec<&SetExpr> = sets.into_iter().collect();
        let values = values_in(sets.iter().copied().chain([&universe]));
        // Sets without possible members must be defined too.
        for value in values.is_empty().then_some(0).into_iter().chain(values) {
            let count = sets.iter().map(|set| set.has(value)).sum();
            self.post(row(count, universe.has(value))).named(format!("{subject} has {value}"));
        }
    }

    /// `xs[i]` is `j` if and only if `i` is a member of `sets[j]`. Indices count from 0.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (table, guests) = (m.ints("table of guest", 4, 0..=9)?, m.sets("guests", 2, 0..=9)?);
    /// m.channel_sets(&table, &guests);
    /// m.post(guests[0].len().equals(2));
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("int_set_channel", "inverse_set", "assignment"))]
    pub fn channel_sets<'a, T: Into<Expr>>(
        &mut self,
        xs: impl IntoIterator<Item = T>,
        sets: impl IntoIterator<Item = &'a SetExpr>,
    ) {
        let (xs, sets) = (exprs(xs), sets.into_iter().collect::<Vec<&SetExpr>>());
        self.partition(sets.iter().copied(), 0..xs.len() as i32);
        for (x, i) in xs.iter().zip(0..) {
            for (set, j) in sets.iter().zip(0..) {
                self.post(x.equals(j)).iff(set.has(i));
            }
        }
    }

    /// If a set contains `after` but not `before`, an earlier set contains `before` but not `after`: `value_precede` for
    /// sets, which breaks the symmetry of two values.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let group = m.sets("group", 2, 1..=2)?;
    /// m.set_precede(1, 2, &group);
    /// assert_eq!(m.count()?, Outcome::Complete(2 * 3 + 4)); // of the first set: 1 and 2 alike, or only 1
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("value_precede", "symmetry breaking"))]
    pub fn set_precede<'a>(
        &mut self,
        before: i32,
        after: i32,
        sets: impl IntoIterator<Item = &'a SetExpr>,
    ) -> Posted<'_, Plain> {
        self.value_precede(1, -1, sets.into_iter().map(|set| set.has(before) - set.has(after)))
    }

    /// The characteristic vector of the left set is lexicographically less than that of the right one: the smallest
    /// value in exactly one of the sets is in the right one. This breaks the symmetry of sets.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let group = m.sets("group", 2, 1..=3)?;
    /// m.set_lex_less(&group[0], &group[1]);
    /// assert_eq!(m.count()?, Outcome::Complete(28)); // of 8 * 8
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("lexicographic", "symmetry breaking"))]
    pub fn set_lex_less(&mut self, left: impl Into<SetExpr>, right: impl Into<SetExpr>) -> Posted<'_, Plain> {
        let [left, right] = characteristic(&left.into(), &right.into());
        self.lex_less(left, right)
    }

    /// Like [`set_lex_less`](Model::set_lex_less), but the sets may be equal.
    pub fn set_lex_less_eq(&mut self, left: impl Into<SetExpr>, right: impl Into<SetExpr>) -> Posted<'_, Plain> {
        let [left, right] = characteristic(&left.into(), &right.into());
        self.lex_less_eq(left, right)
    }
}

/// Returns the characteristic vectors of two sets over the values that may be members of either.
fn characteristic(left: &SetExpr, right: &SetExpr) -> [Vec<Expr>; 2] {
    let (values, defined) = (values_in([left, right]), left.defined() + right.defined());
    let defined = (defined != Expr::default()).then_some(defined);
    [left, right].map(|set| values.iter().map(|&value| set.member(value)).chain(defined.clone()).collect())
}
