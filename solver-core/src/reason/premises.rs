//! Premises (antecedents): the atoms and model rows from which a fact follows.

use super::RowSum;
use crate::atom::Atom;
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};

/// A buffer for intermediate results of an explanation, on the stack unless there are many.
pub(crate) type Scratch<T> = SmallVec<[T; 32]>;

/// A model row that a cutting-planes proof adds to a sum.
///
/// A constraint documents its families; a row's meaning may depend only on the posted constraint, the family and the
/// number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Row {
    /// The kind of row: a name within the constraint, such as `at_most_one`.
    pub family: &'static str,
    /// The index of the row within the family: a position of the scope, a value, or another number.
    pub number: i64,
}

/// The premises of a fact: atoms that together imply it, with the [rows](Row) that a proof of it needs.
///
/// Dereferences to the slice of atoms.
#[doc(alias("antecedents", "explanation"))]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Premises {
    atoms: SmallVec<[Atom; 8]>,
    rows: Vec<Row>,
    /// The sum of linear rows that implies the fact, if it is requested.
    sum: Option<RowSum>,
}

impl Premises {
    /// Creates an empty list of premises.
    pub fn new() -> Premises {
        Premises::default()
    }

    /// Creates an empty list that also receives the sum of linear rows.
    pub(crate) fn with_sum() -> Premises {
        Premises { sum: Some(RowSum::default()), ..Premises::default() }
    }

    /// Removes all atoms and rows but keeps the memory.
    pub fn clear(&mut self) {
        self.atoms.clear();
        self.rows.clear();
        if let Some(sum) = &mut self.sum {
            *sum = RowSum::default();
        }
    }

    /// Adds an atom.
    pub fn push(&mut self, atom: Atom) {
        self.atoms.push(atom);
    }

    /// Keeps the atoms that satisfy a predicate.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(Atom) -> bool) {
        self.atoms.retain(|atom| is_kept(*atom));
    }

    /// Adds a row; only inferences by [`Justification::SumOfRows`](crate::Justification::SumOfRows) have rows.
    pub fn row(&mut self, family: &'static str, number: i64) {
        self.rows.push(Row { family, number });
    }

    /// The rows, in the order in which they were added.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The sum of linear rows that implies the fact, to be filled in; `None` if it is not requested.
    pub(crate) fn wanted_sum(&mut self) -> Option<&mut RowSum> {
        self.sum.as_mut()
    }

    /// The sum of linear rows that implies the fact, if there is one.
    pub(crate) fn sum(&self) -> Option<&RowSum> {
        self.sum.as_ref().filter(|sum| !sum.multiples.is_empty())
    }

    /// Removes the last atom.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn pop(&mut self) -> Option<Atom> {
        self.atoms.pop()
    }

    /// Removes the rows.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn drop_rows(&mut self) {
        self.rows.clear();
    }
}

impl Deref for Premises {
    type Target = [Atom];
    fn deref(&self) -> &[Atom] {
        &self.atoms
    }
}

impl DerefMut for Premises {
    fn deref_mut(&mut self) -> &mut [Atom] {
        &mut self.atoms
    }
}

impl Extend<Atom> for Premises {
    fn extend<I: IntoIterator<Item = Atom>>(&mut self, atoms: I) {
        self.atoms.extend(atoms);
    }
}

impl FromIterator<Atom> for Premises {
    fn from_iter<I: IntoIterator<Item = Atom>>(atoms: I) -> Premises {
        Premises { atoms: atoms.into_iter().collect(), ..Premises::default() }
    }
}

impl<'a> IntoIterator for &'a Premises {
    type Item = &'a Atom;
    type IntoIter = std::slice::Iter<'a, Atom>;
    fn into_iter(self) -> Self::IntoIter {
        self.atoms.iter()
    }
}
