//! Cages: their operations, their fillings, and random ones.

use super::KenKen;
use crate::kinds::prelude::*;

/// Squares whose numbers make a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cage {
    /// The squares, ascending.
    pub(super) squares: Vec<usize>,
    pub(super) operation: Operation,
    pub(super) result: usize,
}

/// How the numbers make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// One square holds the result.
    Given,
    Sum,
    Difference,
    Product,
    Quotient,
}

/// All operations, with the signs that are read; the first is written.
const SIGNS: [(Operation, &[&str]); 5] = [
    (Operation::Given, &["", "="]),
    (Operation::Sum, &["+"]),
    (Operation::Difference, &["-", "−"]),
    (Operation::Product, &["*", "x", "×"]),
    (Operation::Quotient, &["/", ":", "÷"]),
];

impl Operation {
    /// The digits of a text, and the operation behind them.
    pub(super) fn split(text: &str) -> (&str, Option<Operation>) {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let known = SIGNS.iter().find(|(_, signs)| signs.contains(&&text[digits.len()..]));
        (digits, known.map(|(operation, _)| *operation))
    }

    /// Whether so many squares can have it.
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
            Operation::Product => Some(numbers.iter().product()),
            Operation::Difference => Some(most - least),
            Operation::Quotient => most.is_multiple_of(least).then_some(most / least),
        }
    }
}

impl Cage {
    /// `12+`, `3-`, `4`.
    pub(super) fn label(&self) -> String {
        let own = SIGNS.iter().find(|(operation, _)| *operation == self.operation);
        format!("{}{}", self.result, own.map_or("", |(_, signs)| signs[0]))
    }

    /// All fillings that make the result and repeat no number in a row or column; `None` if there are too many.
    pub(super) fn rows(&self, size: usize, most: usize) -> Option<Vec<Vec<i32>>> {
        let mut rows = Vec::new();
        let mut numbers = Vec::new();
        let whole = self.fill(size, most, &mut numbers, &mut rows);
        whole.then_some(rows)
    }

    /// False when there are too many.
    fn fill(&self, size: usize, most: usize, numbers: &mut Vec<usize>, rows: &mut Vec<Vec<i32>>) -> bool {
        if numbers.len() == self.squares.len() {
            if self.operation.result(numbers) == Some(self.result) {
                rows.push(numbers.iter().map(|&number| number as i32).collect());
            }
            return rows.len() <= most;
        }
        // What stands already is too much, and only becomes more.
        let (sum, product) = (numbers.iter().sum::<usize>(), numbers.iter().product::<usize>());
        if self.operation == Operation::Sum && sum > self.result
            || self.operation == Operation::Product && product > self.result
        {
            return true;
        }
        let square = self.squares[numbers.len()];
        let meets = |other: usize| other / size == square / size || other % size == square % size;
        for number in 1..=size {
            let taken = self.squares.iter().zip(numbers.iter()).any(|(&other, &there)| there == number && meets(other));
            if taken {
                continue;
            }
            numbers.push(number);
            let whole = self.fill(size, most, numbers, rows);
            numbers.pop();
            if !whole {
                return false;
            }
        }
        true
    }
}

/// Random cages of one to four squares on a random Latin square.
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
