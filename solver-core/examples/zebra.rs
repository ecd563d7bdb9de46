//! Who owns the zebra? Five houses in a row, five of everything, and a few hints (Life International, 1962).

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

fn main() -> Result<(), ModelError> {
    let mut m = Model::new();
    // Each variable is a house number from 1 to 5.
    let mut five = |names: [&str; 5]| -> Result<[IntVar; 5], ModelError> {
        let houses = m.ints_named(names, 1..=5)?;
        m.all_different(houses).consistency(Consistency::Domain);
        Ok(houses)
    };
    let nations = ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"];
    let people = five(nations)?;
    let [english, spaniard, ukrainian, norwegian, japanese] = people;
    let [red, green, ivory, yellow, blue] = five(["red", "green", "ivory", "yellow", "blue"])?;
    let [dog, snails, fox, horse, zebra] = five(["dog", "snails", "fox", "horse", "zebra"])?;
    let [coffee, tea, milk, juice, water] = five(["coffee", "tea", "milk", "juice", "water"])?;
    let [old_gold, kools, chesterfield, lucky, parliament] =
        five(["Old Gold", "Kools", "Chesterfield", "Lucky Strike", "Parliament"])?;

    for (a, b) in [
        (english, red),
        (spaniard, dog),
        (coffee, green),
        (ukrainian, tea),
        (old_gold, snails),
        (kools, yellow),
        (lucky, juice),
        (japanese, parliament),
    ] {
        m.post(a.equals(b));
    }
    m.post(green.equals(ivory + 1)).named("green is right of ivory");
    m.post(milk.equals(3));
    m.post(norwegian.equals(1));
    for (a, b) in [(chesterfield, fox), (kools, horse), (norwegian, blue)] {
        m.post((a - b).equals(1).or((b - a).equals(1))).named("next to each other");
    }

    for solution in m.solutions()? {
        let owner = |of: IntVar| nations.iter().zip(people).find(|&(_, person)| solution[person] == solution[of]);
        println!("The {} owns the zebra,", owner(zebra).map_or("?", |o| o.0));
        println!("and the {} drinks water.", owner(water).map_or("?", |o| o.0));
    }
    Ok(())
}
