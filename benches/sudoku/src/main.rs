//! Compares Ferz with the crate `sudoku`, board by board: each must find out whether there is exactly one solution.
//!
//!     CARGO_TARGET_DIR=target cargo run --profile dist --manifest-path benches/sudoku/Cargo.toml -- 1000
//!
//! Boards are generated from seeds, without redundant clues; boards that singles do not solve need search. Ferz is
//! timed for the entire query (as text, with its answer in words), for building the model only, and for the search
//! only. A time is the median over boards of the median over some runs. Both programs must find the same single
//! solution.

use puzzles::{Ask, Found, Limits, Question, State, answer, generate, kind};
use std::time::Instant;

const RUNS: usize = 5;

/// Returns the median time in seconds, and the result.
fn timed<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut times = Vec::new();
    loop {
        let started = Instant::now();
        let found = std::hint::black_box(run());
        times.push(started.elapsed().as_secs_f64());
        if times.len() == RUNS {
            return (median(times), found);
        }
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let boards: u64 = std::env::args().nth(1).map_or(1000, |boards| boards.parse().expect("a number of boards"));
    let sudoku = kind("sudoku").expect("it is listed");
    // For each board: the number of nodes, the time of the crate, and Ferz's times for the query, the model and the
    // search.
    let mut rows: Vec<(u64, [f64; 5])> = Vec::new();
    for seed in 0..boards {
        let made = generate(sudoku, 9, None, seed, &Limits::default()).expect("a sudoku");
        let line: String = made.write().split_whitespace().collect();
        let (other, theirs) = timed(|| {
            let board = sudoku::Sudoku::from_str_line(&line).expect("a sudoku");
            let found = board.solutions_up_to(2);
            assert_eq!(found.len(), 1);
            found[0].to_str_line().to_string()
        });
        let question =
            Question { puzzle: "sudoku".into(), text: line.clone(), state: State::default(), ask: Ask::Unique };
        let (all, reply) = timed(|| answer(&question, &Limits::default()));
        assert_eq!(reply.outcome, "one");
        let (stated, statement) = timed(|| (sudoku.read)(&line).expect("a sudoku").statement().expect("a statement"));
        let (ready, prepared) = timed(|| statement.ready());
        let (searched, found) = timed(|| prepared.found(&[], &Limits::default()).expect("an answer"));
        let (Found::One(cells), nodes) = found else { panic!("{line}: {found:?}") };
        assert_eq!(cells.iter().map(i32::to_string).collect::<String>(), theirs, "{line}");
        rows.push((nodes, [other, all, stated, searched, ready]));
    }
    println!(
        "{:28}{:>8}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "boards", "number", "sudoku µs", "search µs", "ratio", "ready", "statement", "question"
    );
    for (name, least) in [("all", 0), ("that need search", 2)] {
        let own: Vec<&(u64, [f64; 5])> = rows.iter().filter(|row| row.0 >= least).collect();
        if own.is_empty() {
            continue;
        }
        let of = |column: usize| 1e6 * median(own.iter().map(|row| row.1[column]).collect());
        let ratio = median(own.iter().map(|row| row.1[3] / row.1[0]).collect());
        println!(
            "{name:28}{:>8}{:>12.1}{:>12.1}{ratio:>12.1}{:>12.1}{:>12.1}{:>12.1}",
            own.len(),
            of(0),
            of(3),
            of(4),
            of(2),
            of(1)
        );
    }
}
