//! For each kind: boards of each difficulty, with the time that each takes.
#![expect(clippy::print_stdout, reason = "a program")]
use puzzles::*;
use std::time::Instant;
fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    for kind in KINDS.iter().filter(|kind| names.is_empty() || names.contains(&kind.name.to_owned())) {
        for difficulty in Difficulty::WANTED {
            let mut told = String::new();
            let mut last = String::new();
            for seed in 0..3 {
                let start = Instant::now();
                let made = generate(kind, kind.sizes[1], Some(difficulty), seed, &Limits::default());
                let t = start.elapsed().as_secs_f64();
                match made {
                    Ok(made) => {
                        last = made.write();
                        told += &format!(" {t:.2}")
                    }
                    Err(e) => told += &format!(" FAILED {e} {t:.2}"),
                }
            }
            println!("{} {}: {told}\n{last}", kind.name, difficulty.name());
        }
    }
}
