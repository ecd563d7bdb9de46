//! Cryptarithmetic: different letters stand for different digits.

use crate::Classic;
use solver_core::prelude::*;

/// Solves SEND + MORE = MONEY. (H. E. Dudeney, The Strand Magazine 68, 1924.)
///
/// # Errors
/// None.
pub fn send_more_money() -> Result<Classic, ModelError> {
    addition("SEND", "MORE", "MONEY")
}

/// Solves DONALD + GERALD = ROBERT. (F. Bartlett 1958; A. Newell and H. A. Simon, Human Problem Solving, 1972.)
///
/// # Errors
/// None.
pub fn donald_gerald_robert() -> Result<Classic, ModelError> {
    addition("DONALD", "GERALD", "ROBERT")
}

fn addition(a: &str, b: &str, sum: &str) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let mut letters: Vec<(char, IntVar)> = Vec::new();
    for letter in [a, b, sum].concat().chars() {
        if letters.iter().all(|known| known.0 != letter) {
            let leads = [a, b, sum].iter().any(|word| word.starts_with(letter));
            letters.push((letter, m.int(letter.to_string(), i32::from(leads)..=9)?));
        }
    }
    let number = |word: &str| {
        let digit = |letter| letters.iter().filter(move |known| known.0 == letter).map(|known| known.1);
        word.chars().flat_map(digit).fold(Expr::from(0), |number, digit| 10 * number + digit)
    };
    m.post((number(a) + number(b)).equals(number(sum))).named("addition");
    let letters: Vec<IntVar> = letters.iter().map(|letter| letter.1).collect();
    m.all_different(&letters).consistency(Consistency::Value).named("different digits");
    Ok(Classic::new(m, letters))
}
