//! Sets of integers: variables, constants, and expressions over them.
//!
//! A set is represented by a condition for each possible member, which is 0 or 1: a Boolean variable for a set variable,
//! a number for a constant, and a formula for a union or an intersection. Everything else compares sums of these
//! conditions, so sets need no special propagators.

use super::comparison::{Comparison, Relates};
use super::compute::{Indexed, maximum_of};
use super::expr::Expr;
use super::logic::{all_of, any_of};
use crate::value_set::ValueSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of possible members of a set.
pub(super) const LARGEST: u64 = 1 << 16;

/// A set of integers: a variable, declared by [`Model::set`](super::Model::set), a constant, or an expression over other
/// sets.
///
/// Operations also take constants: a range, an array of values, or a [`ValueSet`]. Posting a constraint over a constant
/// with more than 65,536 values is a [`ModelError::Overflow`](super::ModelError::Overflow).
///
/// A set is a Boolean for each possible member, and constraints over sets are decomposed into constraints over these
/// Booleans. Hence no inference combines the cardinalities of several sets, as in Azevedo 2007 (*Cardinal: a finite
/// sets constraint solver*): add implied constraints, such as `(a.len() + b.len()).at_most(9)`, where they help.
///
/// An element of an array of sets, `sets.at(i)`, is undefined if the index is out of range, and so is every operation
/// on it. A comparison of an undefined set does not hold.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let (a, b) = (m.set("a", 1..=4)?, m.set("b", 3..=6)?);
/// m.post(a.union(&b).equals(1..=6));
/// m.post(a.is_disjoint([3]).or(a.is_subset(&b)));
/// m.post(b.contains(a.len()));
/// let all: Vec<_> = m.solutions()?.map(|s| (s.set(&a), s.set(&b))).collect();
/// assert_eq!(all, [
///     (Ok(Some([1, 2, 4].into())), Ok(Some([3, 5, 6].into()))),
///     (Ok(Some([1, 2, 4].into())), Ok(Some([3, 4, 5, 6].into()))),
/// ]);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("SetVar", "set variable", "IntSetVar"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetExpr {
    /// The values that may be members, each with its condition.
    members: Arc<BTreeMap<i32, Expr>>,
    /// 0 if the set is defined, and undefined if the set is undefined.
    defined: Expr,
}

impl<T: Into<ValueSet>> From<T> for SetExpr {
    fn from(values: T) -> SetExpr {
        let values: ValueSet = values.into();
        match values.len() <= LARGEST {
            true => SetExpr::new(values.iter().map(|value| (value, 1.into())), Expr::default()),
            // Posting rejects a number that is too large.
            false => SetExpr::new([], Expr { constant: i128::MAX, ..Expr::default() }),
        }
    }
}

impl From<&SetExpr> for SetExpr {
    fn from(set: &SetExpr) -> SetExpr {
        set.clone()
    }
}

impl SetExpr {
    pub(super) fn new(members: impl IntoIterator<Item = (i32, Expr)>, defined: Expr) -> SetExpr {
        let members = members.into_iter().filter(|(_, has)| number(has) != Some(0)).collect();
        SetExpr { members: Arc::new(members), defined }
    }

    /// The condition that a value is a member, as an expression that is 0 or 1. For a set variable, it is a Boolean
    /// model variable on which a search can branch.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let s = m.set("s", 1..=9)?;
    /// let three = s.has(3).variable().expect("3 is a possible member");
    /// assert_eq!((m.name(three)?, s.has(10)), ("s has 3".to_owned(), 0.into()));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("membership literal", "channel"))]
    pub fn has(&self, value: i32) -> Expr {
        self.member(value) + self.defined.clone()
    }

    /// The condition that a value is a member, if the set is defined.
    pub(super) fn member(&self, value: i32) -> Expr {
        self.members.get(&value).cloned().unwrap_or_default()
    }

    /// The values that may be members.
    pub fn possible(&self) -> ValueSet {
        self.members.keys().copied().collect()
    }

    /// 0 if the set is defined, and otherwise undefined.
    pub(crate) fn defined(&self) -> Expr {
        self.defined.clone()
    }

    /// The value is a member: a number or an expression.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (s, x) = (m.set("s", 1..=3)?, m.int("x", 0..=9)?);
    /// m.post(s.contains(x));
    /// m.post(!s.contains(1));
    /// assert_eq!(m.count()?, Outcome::Complete(1 + 1 + 2)); // {2}, {3}, and {2, 3} twice
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("membership", "in", "element of"))]
    pub fn contains(&self, value: impl Into<Expr>) -> Comparison {
        let value = value.into();
        let values = self.possible();
        let (first, last) = (values.min().unwrap_or(0), values.max().unwrap_or(0));
        let holds = if value.is_number() {
            i32::try_from(value.constant).map(|value| self.member(value)).unwrap_or_default()
        } else if i64::from(last) - i64::from(first) < 4 * values.len() as i64 {
            let all: Vec<Expr> = (first..=last).map(|value| self.member(value)).collect();
            all.at(value - first)
        } else {
            let is = |(&member, has): (&i32, &Expr)| both(&(&value).equals(member).into(), has);
            any_of(self.members.iter().map(is)).into()
        };
        let Comparison { difference, sign } = Comparison::from(holds);
        Comparison { difference: difference + self.defined(), sign }
    }

    /// The number of members: the cardinality.
    #[doc(alias("cardinality", "card", "size"))]
    pub fn len(&self) -> Expr {
        self.weighted(|_| 1)
    }

    /// The set is empty.
    pub fn is_empty(&self) -> Comparison {
        self.len().at_most(0)
    }

    /// The sum of the members.
    pub fn sum(&self) -> Expr {
        self.weighted(|value| value)
    }

    /// The sum of the weights of the members.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (load, weight) = (m.set("load", 0..=2)?, [5, 3, 4]);
    /// m.post(load.weighted(|item| weight[item as usize]).at_most(8));
    /// let best = m.maximize(load.len() + load.sum())?.expect("an optimum");
    /// assert_eq!(best.solution.set(&load)?, Some([1, 2].into()));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("weights"))]
    pub fn weighted(&self, weight: impl Fn(i32) -> i32) -> Expr {
        let weighted = self.members.iter().map(|(&value, has)| has.clone().times(weight(value).into()));
        weighted.sum::<Expr>() + self.defined()
    }

    /// The smallest member; undefined if the set is empty.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let s = m.set("s", [2, 3, 5, 7])?;
    /// m.post((s.maximum() - s.minimum()).equals(4)); // {3, 7}, and 5 or not; no comparison holds for the empty set
    /// assert_eq!(m.count()?, Outcome::Complete(2));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "min")]
    pub fn minimum(&self) -> Expr {
        let negated = self.members.iter().map(|(value, has)| (value.saturating_neg(), has.clone()));
        -SetExpr::new(negated, self.defined()).maximum()
    }

    /// The largest member; undefined if the set is empty.
    #[doc(alias = "max")]
    pub fn maximum(&self) -> Expr {
        let values: Vec<i32> = self.members.keys().copied().collect();
        // The position of the largest member, counted from 1, or 0 if there is none.
        let position = maximum_of(self.members.values().zip(1..).map(|(has, i)| has.clone() * i));
        values[..].at(position - 1) + self.defined()
    }

    /// Every member of this set is a member of the other.
    #[doc(alias("subseteq", "<="))]
    pub fn is_subset(&self, other: impl Into<SetExpr>) -> Comparison {
        self.difference(other).is_empty()
    }

    /// Every member of the other set is a member of this one.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let s = m.set("s", 1..=5)?;
    /// m.post(s.is_superset([2, 3])); // these must be members
    /// assert_eq!(m.count()?, Outcome::Complete(8));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("supseteq", "lower bound", "including"))]
    pub fn is_superset(&self, other: impl Into<SetExpr>) -> Comparison {
        other.into().is_subset(self)
    }

    /// The sets have no common member.
    pub fn is_disjoint(&self, other: impl Into<SetExpr>) -> Comparison {
        self.intersection(other).is_empty()
    }

    /// The sets have the same members.
    #[doc(alias("eq", "same set"))]
    pub fn equals(&self, other: impl Into<SetExpr>) -> Comparison {
        self.symmetric_difference(other).is_empty()
    }

    /// The sets differ in some member.
    #[doc(alias("ne", "neq"))]
    pub fn differs(&self, other: impl Into<SetExpr>) -> Comparison {
        self.symmetric_difference(other).len().at_least(1)
    }

    /// The members of this set, of the other, or of both.
    #[doc(alias("|", "cup"))]
    #[must_use]
    pub fn union(&self, other: impl Into<SetExpr>) -> SetExpr {
        self.combine(&other.into(), |a, b| join(a, b, 1, |both| any_of(both)))
    }

    /// The common members.
    #[doc(alias("&", "cap"))]
    #[must_use]
    pub fn intersection(&self, other: impl Into<SetExpr>) -> SetExpr {
        self.combine(&other.into(), both)
    }

    /// The members of this set that are not members of the other.
    #[doc(alias("-", "minus", "setminus"))]
    #[must_use]
    pub fn difference(&self, other: impl Into<SetExpr>) -> SetExpr {
        self.combine(&other.into(), |a, b| both(a, &not(b)))
    }

    /// The members of exactly one of the sets.
    #[doc(alias("^", "xor"))]
    #[must_use]
    pub fn symmetric_difference(&self, other: impl Into<SetExpr>) -> SetExpr {
        self.combine(&other.into(), |a, b| match (number(a), number(b)) {
            (Some(0), _) => b.clone(),
            (_, Some(0)) => a.clone(),
            (Some(_), _) => not(b),
            (_, Some(_)) => not(a),
            _ if a == b => Expr::default(),
            _ => a.differs(b).into(),
        })
    }

    /// The values of the universe that are not members of this set.
    #[must_use]
    pub fn complement(&self, universe: impl Into<SetExpr>) -> SetExpr {
        universe.into().difference(self)
    }

    /// Combines the conditions of each value that may be a member of one of the sets.
    fn combine(&self, other: &SetExpr, f: fn(&Expr, &Expr) -> Expr) -> SetExpr {
        let members = values_in([self, other]).into_iter().map(|v| (v, f(&self.member(v), &other.member(v))));
        SetExpr::new(members, self.defined() + other.defined())
    }
}

/// Arrays of sets, indexed by a variable.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let (x, i) = (m.sets("x", 3, 1..=2)?, m.int("i", 0..=9)?);
/// m.post(x.at(i).equals(1..=2)); // hence there is such an index
/// m.all_disjoint(&x);
/// assert_eq!(m.count()?, Outcome::Complete(3));
/// # Ok::<(), ModelError>(())
/// ```
impl Indexed for [SetExpr] {
    type Item = SetExpr;

    fn at(&self, index: impl Into<Expr>) -> SetExpr {
        let index = index.into();
        let at = |part: &dyn Fn(&SetExpr) -> Expr| self.iter().map(part).collect::<Vec<Expr>>().at(&index);
        SetExpr::new(values_in(self).into_iter().map(|v| (v, at(&|set| set.member(v)))), at(&SetExpr::defined))
    }
}

/// The values that may be members of some of these sets, in ascending order.
pub(super) fn values_in<'a>(sets: impl IntoIterator<Item = &'a SetExpr>) -> BTreeSet<i32> {
    sets.into_iter().flat_map(|set| set.members.keys().copied()).collect()
}

fn number(condition: &Expr) -> Option<i128> {
    condition.is_number().then_some(condition.constant)
}

fn not(condition: &Expr) -> Expr {
    1 - condition.clone()
}

fn both(a: &Expr, b: &Expr) -> Expr {
    join(a, b, 0, |both| all_of(both))
}

/// Joins two conditions with a connective that is constant if one of them is `absorbing`.
fn join(a: &Expr, b: &Expr, absorbing: i128, connective: fn([&Expr; 2]) -> Comparison) -> Expr {
    match (number(a), number(b)) {
        (Some(n), _) => if n == absorbing { a } else { b }.clone(),
        (_, Some(n)) => if n == absorbing { b } else { a }.clone(),
        _ if a == b => a.clone(),
        _ => connective([a, b]).into(),
    }
}
