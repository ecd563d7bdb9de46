//! Why is there no solution? A minimal set of constraints that contradict each other.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

fn main() -> Result<(), ModelError> {
    let mut m = Model::new();
    let [ann, ben, eve] = ["Ann", "Ben", "Eve"].map(|name| m.int(name, 9..=17));
    let (ann, ben, eve) = (ann?, ben?, eve?); // the hour of the meeting with each
    m.all_different([ann, ben, eve]).named("one meeting at a time");
    m.post(constraint!(ann <= 11)).named("Ann leaves at noon");
    m.post(constraint!(ben < ann)).named("Ben comes before Ann");
    m.post(constraint!(eve >= 14)).named("Eve has the afternoon");
    m.post(constraint!(ben >= 12)).named("Ben sleeps late");

    println!("{:?}", m.first()?.complete());
    if let Clash::Minimal(core) = m.clash()? {
        for member in &core.members {
            println!("- {}", member.name);
        }
    }
    Ok(())
}
