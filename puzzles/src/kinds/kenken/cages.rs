//! KenKen cages: operations, fillings, and random generation.

use super::KenKen;
use crate::kinds::prelude::*;

/// A cage: a set of squares whose numbers combine to a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cage {
    /// The squares, in ascending order.
    pub(super) squares: Vec<usize>,
    pub(super) operation: Operation,
    pub(super) result: usize,
}

/// The maximum number of tries when listing a cage's fillings.
const TRIES: usize = 5_000_000;

/// A cage's operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// No operation: the cage is a single square whose number is the result.
    Given,
    Sum,
    Difference,
    Product,
    Quotient,
}

/// All operations, each with the accepted signs. The first sign is used for writing.
const SIGNS: [(Operation, &[&str]); 5] = [
    (Operation::Given, &["", "="]),
    (Operation::Sum, &["+"]),
    (Operation::Difference, &["-", "−"]),
    (Operation::Product, &["*", "x", "×"]),
    (Operation::Quotient, &["/", ":", "÷"]),
];

impl Operation {
    /// Splits a label into its digits and the operation that follows them.
    pub(super) fn split(text: &str) -> (&str, Option<Operation>) {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let known = SIGNS.iter().find(|(_, signs)| signs.contains(&&text[digits.len()..]));
        (digits, known.map(|(operation, _)| *operation))
    }

    /// Checks whether a cage of this many squares can have the operation.
    pub(super) fn fits(self, squares: usize) -> bool {
        match self {
            Operation::Given => squares == 1,
            Operation::Sum | Operation::Product => squares > 1,
            Operation::Difference | Operation::Quotient => squares == 2,
        }
    }

    fn result(self, numbers: &[usize]) -> Option<usize> {
        let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
        match self {
            Operation::Given => Some(most),
            Operation::Sum => Some(numbers.iter().sum()),
            Operation::Product => Some(numbers.iter().fold(1, |product, &number| product.saturating_mul(number))),
            Operation::Difference => Some(most - least),
            Operation::Quotient => most.is_multiple_of(least).then_some(most / least),
        }
    }
}

impl Cage {
    /// Formats the cage's label: `12+`, `3-`, `4`.
    pub(super) fn label(&self) -> String {
        let own = SIGNS.iter().find(|(operation, _)| *operation == self.operation);
        format!("{}{}", self.result, own.map_or("", |(_, signs)| signs[0]))
    }

    /// Lists all fillings with the cage's result that do not repeat a number in a row or column; `None` if there are
    /// too many.
    pub(super) fn rows(&self, size: usize, most: usize) -> Option<Vec<Vec<i32>>> {
        let allow = |row: &[usize], number: usize| {
            let square = self.squares[row.len()];
            let meets = |other: usize| other / size == square / size || other % size == square % size;
            // Prune early, because a partial sum or product can only grow.
            let partial = match self.operation {
                Operation::Sum => row.iter().sum::<usize>() + number,
                Operation::Product => row.iter().fold(number, |product, &number| product.saturating_mul(number)),
                Operation::Given | Operation::Difference | Operation::Quotient => 0,
            };
            let taken = self.squares.iter().zip(row).any(|(&other, &there)| there == number && meets(other));
            partial <= self.result && !taken
        };
        let mut rows: Vec<Vec<i32>> = Vec::new();
        let mut fillings = latin::Fillings { length: self.squares.len(), most: size, allow: &allow, tries: TRIES };
        let is_complete = fillings.each(&mut Vec::new(), &mut |row| {
            let is_own = self.operation.result(row) == Some(self.result);
            rows.extend(is_own.then(|| row.iter().map(|&number| number as i32).collect()));
            rows.len() <= most
        });
        is_complete.then_some(rows)
    }
}

/// Generates random cages of one to four squares, with the results of a random Latin square.
pub(super) fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let numbers = latin::random(size, rng);
    let mut free = vec![true; size * size];
    let mut cages = Vec::new();
    while let Some(first) = free.iter().position(|free| *free) {
        let wanted = pick(&[1, 2, 2, 2, 3, 3, 3, 4], rng)?;
        let squares = latin::cage(first, wanted, &mut free, rng, |_, _| true);
        let own: Vec<usize> = squares.iter().map(|&square| numbers[square]).collect();
        let fits = |operation: &Operation| operation.fits(squares.len()) && operation.result(&own).is_some();
        let fitting: Vec<Operation> = SIGNS.iter().map(|(operation, _)| *operation).filter(fits).collect();
        let operation = pick(&fitting, rng)?;
        let result = operation.result(&own)?;
        cages.push(Cage { squares, operation, result });
    }
    Some(Box::new(KenKen { size, cages }))
}

#[cfg(test)]
mod tests {
    use super::{Cage, Operation};

    #[test]
    fn a_cage_without_fillings_is_given_up_in_time() {
        // An entire board sums to 405, so every Latin square would have to be tried and rejected.
        let cage = Cage { squares: (0..81).collect(), operation: Operation::Sum, result: 404 };
        assert_eq!(cage.rows(9, 50_000), None);
        let small = Cage { squares: vec![0, 1], operation: Operation::Sum, result: 3 };
        assert_eq!(small.rows(9, 50_000), Some(vec![vec![1, 2], vec![2, 1]]));
    }

    #[test]
    fn the_product_of_a_large_cage_does_not_overflow() {
        assert_eq!(Operation::Product.result(&[9; 3]), Some(729));
        assert_eq!(Operation::Product.result(&[9; 81]), Some(usize::MAX));
    }
}
