use super::*;

fn found(n: u64, seed: u64) -> (Board, Effort) {
    let search = LocalSearch::new(n, seed).expect("a board with solutions");
    match search.run(|_| ControlFlow::<()>::Continue(())).expect("a checked board") {
        LocalOutcome::Found { board, effort } => (board, effort),
        LocalOutcome::Stopped { .. } => panic!("it has no limit"),
    }
}

#[test]
fn small_boards_are_solved_too() {
    for n in (1..=1).chain(4..=60) {
        for seed in 0..20 {
            let (board, effort) = found(n, seed);
            assert_eq!(board.size() as u64, n);
            assert!(effort.placed as u64 <= n && effort.swaps <= effort.tries);
        }
    }
}

#[test]
fn the_seed_decides_everything() {
    assert_eq!(found(500, 7), found(500, 7));
    assert_ne!(found(500, 7).0, found(500, 8).0);
    assert_eq!(found(8, 0).0.rows(), [2, 5, 1, 6, 0, 3, 7, 4], "the streams of seeds are frozen");
}

/// The effort is linear in the number of queens, and the number of queens to repair does not grow.
#[test]
fn few_queens_are_left_to_repair() {
    for n in [1_000, 10_000, 100_000] {
        let effort = found(n, 1).1;
        assert!(n - u64::from(effort.placed) < 100 && effort.restarts == 0 && effort.tries < 20_000, "{effort:?}");
        assert!(effort.draws <= 308 * n / 100 + 16);
    }
}

#[test]
fn one_who_watches_may_stop_it() {
    let mut calls = 0;
    let search = LocalSearch::new(1_000_000, 0).expect("a board");
    let outcome = search.run(|effort| {
        calls += 1;
        assert_eq!(effort.draws, calls * u64::from(STRIDE));
        if calls == 3 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
    });
    let Ok(LocalOutcome::Stopped { by, effort }) = outcome else { panic!("it was stopped") };
    assert_eq!((by, effort.draws), ("enough", 3 * u64::from(STRIDE)));
}

#[test]
fn boards_that_cannot_be_searched_are_refused() {
    let said = |n| LocalSearch::new(n, 0).expect_err("a refusal").to_string();
    assert_eq!(said(0), "a board needs at least 1 column");
    assert_eq!(said(2), "2 queens have no solution, so local search would never end");
    assert_eq!(said(100_000_001), "local search supports boards up to 100000000x100000000, not 100000001x100000001");
    assert!(matches!(LocalSearch::new(u64::MAX, 0), Err(LocalSearchError::TooLarge { .. })));
}
