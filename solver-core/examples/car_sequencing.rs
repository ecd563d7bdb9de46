//! Car sequencing: in what order should ten cars be built so that no station has too many in a row?
//! (M. Dincbas, H. Simonis, P. Van Hentenryck, ECAI 1988; CSPLib 1.)

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

/// The options, each with its name and capacity: at most `p` of any `q` consecutive cars can have it.
const OPTIONS: [(&str, i32, usize); 5] =
    [("sun roof", 1, 2), ("radio", 2, 3), ("air conditioning", 1, 3), ("alarm", 2, 5), ("heated seats", 1, 5)];

/// For each class, the number of cars, and which options it has.
const CLASSES: [(i32, [bool; 5]); 6] = [
    (1, [true, false, true, true, false]),
    (1, [false, false, false, true, false]),
    (2, [false, true, false, false, true]),
    (2, [false, true, false, true, false]),
    (2, [true, false, true, false, false]),
    (2, [true, true, false, false, false]),
];

fn main() -> Result<(), ModelError> {
    let mut m = Model::new();
    let cars: i32 = CLASSES.iter().map(|class| class.0).sum();
    let slot = m.ints("slot", cars as usize, 0..=5)?; // the class of each car on the line
    m.gcc(&slot, (0..).zip(CLASSES.map(|class| class.0))).named("what was ordered");
    for (option, (name, most, of)) in OPTIONS.into_iter().enumerate() {
        let with: Vec<i32> = (0..).zip(CLASSES).filter(|class| class.1.1[option]).map(|class| class.0).collect();
        for window in slot.windows(of) {
            let some = m.int(name, 0..=most)?;
            m.among(window, with.iter().copied(), some).named(name);
        }
    }

    let mut solutions = m.solutions()?;
    let Some(line) = solutions.next() else { return Ok(()) };
    let classes = line.values(&slot)?;
    let row = |symbol: &dyn Fn(&i32) -> String| classes.iter().map(symbol).collect::<Vec<_>>().join(" ");
    println!("{:>16} {}", "class", row(&i32::to_string));
    for (option, (name, ..)) in OPTIONS.into_iter().enumerate() {
        let has = |class: &i32| if CLASSES[*class as usize].1[option] { "#" } else { "." }.to_owned();
        println!("{name:>16} {}", row(&has));
    }
    println!("and {} more orders", solutions.count());
    Ok(())
}
