//! SEND + MORE = MONEY: each letter stands for a digit, and different letters stand for different digits.
//! (H. E. Dudeney, The Strand Magazine 68, 1924.)

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

fn main() -> Result<(), ModelError> {
    let mut m = Model::new();
    let [s, e, n, d, o_m, o, r, y] = m.ints_named(["S", "E", "N", "D", "M", "O", "R", "Y"], 0..=9)?;
    let word = |letters: &[IntVar]| letters.iter().fold(Expr::from(0), |number, &letter| 10 * number + letter);

    m.all_different([s, e, n, d, o_m, o, r, y]);
    m.post((word(&[s, e, n, d]) + word(&[o_m, o, r, e])).equals(word(&[o_m, o, n, e, y])));
    m.post(constraint!(s >= 1));
    m.post(constraint!(o_m >= 1));

    match m.unique()? {
        Uniqueness::One(solution) => {
            let number = |letters: &[IntVar]| letters.iter().fold(0, |number, &letter| 10 * number + solution[letter]);
            println!("  {}", number(&[s, e, n, d]));
            println!("+ {}", number(&[o_m, o, r, e]));
            println!("= {}, and there is no other way", number(&[o_m, o, n, e, y]));
        }
        other => println!("not one solution: {other:?}"),
    }
    Ok(())
}
