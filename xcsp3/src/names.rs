//! Variables by name, and slices of arrays.

use crate::error::Fault;
use solver_core::{IntVar, ValueNames, ValueSet};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A variable, or an array of them.
pub(crate) enum Declared {
    Variable(IntVar),
    Array(Array),
}

/// An array of variables in row-major order. Elements without a domain do not exist.
pub(crate) struct Array {
    pub(crate) sizes: Vec<usize>,
    /// The index of the first element in each dimension.
    pub(crate) first: i64,
    pub(crate) cells: Vec<Option<IntVar>>,
}

/// An index of a slice.
#[derive(Clone, Copy)]
pub(crate) enum Index {
    All,
    Range(i64, i64),
}

/// The variables of a slice in row-major order.
pub(crate) struct Slice {
    pub(crate) cells: Vec<Option<IntVar>>,
    /// The length of a row: the number of elements in the last dimension in which the slice has more than one.
    pub(crate) columns: usize,
}

impl Array {
    /// Returns the positions of the elements in a slice, and the length of the slice's rows.
    pub(crate) fn positions(&self, indices: &[Index]) -> Option<(Vec<usize>, usize)> {
        if indices.len() != self.sizes.len() {
            return None;
        }
        let (mut positions, mut columns) = (vec![0], 1);
        for (&index, &size) in indices.iter().zip(&self.sizes) {
            let (low, high) = match index {
                Index::All => (0, size),
                Index::Range(low, high) => {
                    let from_first = |i: i64| usize::try_from(i.checked_sub(self.first)?).ok();
                    (from_first(low)?, from_first(high)?.checked_add(1)?)
                }
            };
            if low >= high || high > size {
                return None;
            }
            columns = if matches!(index, Index::All) || high - low > 1 { high - low } else { columns };
            positions = positions.iter().flat_map(|&p| (low..high).map(move |i| p * size + i)).collect();
        }
        Some((positions, columns))
    }
}

/// The variables, arrays and symbols of a file by name.
#[derive(Default)]
pub(crate) struct Names<'d> {
    declared: HashMap<&'d str, Declared>,
    /// The symbols that variables can take as values, with their numbers.
    pub(crate) symbols: HashMap<String, i32>,
    /// The variables whose values are symbols.
    pub(crate) symbolic: HashSet<IntVar>,
    pub(crate) domains: HashMap<IntVar, ValueSet>,
}

impl<'d> Names<'d> {
    pub(crate) fn declare(&mut self, name: &'d str, declared: Declared) -> Result<(), Fault> {
        match self.declared.insert(name, declared) {
            None => Ok(()),
            Some(_) => Err(Fault::DeclaredTwice(name.to_owned())),
        }
    }

    /// The number of a symbol, unless a variable has the same name.
    pub(crate) fn symbol(&self, word: &str) -> Option<i32> {
        self.symbols.get(word).copied().filter(|_| !self.declared.contains_key(word))
    }

    /// Returns the value names, which map each number that represents a symbol to the symbol.
    pub(crate) fn values(&self) -> Arc<ValueNames> {
        let mut symbols: Vec<(&String, &i32)> = self.symbols.iter().collect();
        symbols.sort_unstable_by_key(|(_, number)| **number);
        Arc::new(ValueNames::new(0, symbols.into_iter().map(|(name, _)| name.as_str())))
    }

    /// The number that a word stands for: a symbol's number or a numeral's value.
    pub(crate) fn number(&self, word: &str) -> Option<i32> {
        self.symbols.get(word).copied().or_else(|| word.parse().ok())
    }

    /// The variables that a name with indices stands for. An array without indices stands for all its elements.
    pub(crate) fn slice(&self, name: &str, indices: &[Index]) -> Option<Slice> {
        match self.declared.get(name)? {
            Declared::Variable(x) if indices.is_empty() => Some(Slice { cells: vec![Some(*x)], columns: 1 }),
            Declared::Variable(_) => None,
            Declared::Array(array) if indices.is_empty() => {
                Some(Slice { cells: array.cells.clone(), columns: *array.sizes.last()? })
            }
            Declared::Array(array) => {
                let (positions, columns) = array.positions(indices)?;
                Some(Slice { cells: positions.into_iter().map(|p| array.cells[p]).collect(), columns })
            }
        }
    }
}
