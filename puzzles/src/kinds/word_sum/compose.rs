//! Random word sums, in which two numbers and their total are written with letters.

use super::WordSum;
use crate::kinds::prelude::*;

/// Composes a sum of two random numbers with random letters for the digits. All letters are given.
pub(super) fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let letters = shuffled('A'..='Z', rng);
    let least = 10u64.pow(size as u32 - 1);
    let mut number = || least + rng.below(9 * least);
    let numbers = [number(), number()];
    let total: u64 = numbers.iter().sum();
    let word = |number: u64| {
        number.to_string().chars().map(|digit| letters[digit as usize - '0' as usize]).collect::<Vec<char>>()
    };
    let mut sum = WordSum { terms: numbers.map(word).to_vec(), total: word(total), givens: Vec::new() };
    let digit = |letter: char| letters.iter().position(|&other| other == letter).map(|digit| (letter, digit));
    sum.givens = sum.letters().into_iter().filter_map(digit).collect();
    Some(Box::new(sum))
}
