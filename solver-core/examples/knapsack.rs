//! A knapsack for a hike: at most five kilograms, with the greatest total value. Prints each better packing as it is
//! found.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

/// The items: name, number available, weight in grams, and value.
const THINGS: [(&str, i32, i32, i32); 7] = [
    ("tent", 1, 2_300, 90),
    ("sleeping bag", 1, 1_400, 75),
    ("stove", 1, 650, 40),
    ("bottle of water", 3, 1_000, 45),
    ("bread", 2, 500, 35),
    ("book", 2, 350, 12),
    ("camera", 1, 900, 30),
];

fn main() -> Result<(), ModelError> {
    let mut m = Model::new();
    let mut count = Vec::new();
    for (name, available, _, _) in THINGS {
        count.push(m.int(name, 0..=available)?);
    }
    let (weight, benefit) = (m.int("weight", 0..=5_000)?, m.int("use", 0..=1_000)?);
    let items = THINGS.iter().zip(&count).map(|(&(_, _, grams, good), &x)| (grams, good, x));
    m.knapsack(items, weight, benefit).named("five kilograms");

    let mut best = None;
    for better in m.search().on(&count).values(ValueSelect::Max).improving(Goal::Maximize, benefit)? {
        println!("use {} in {} g", better.value, better.solution.value(weight)?);
        best = Some(better.solution);
    }
    let Some(best) = best else { return Ok(()) };
    println!("Nothing is better:");
    for ((name, ..), n) in THINGS.iter().zip(best.values(&count)?).filter(|(_, n)| *n > 0) {
        println!("- {n} × {name}");
    }
    Ok(())
}
