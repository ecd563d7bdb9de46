//! Tests generated puzzles of every difficulty.

use crate::board_of;
use puzzles::{Answer, Ask, AskError, Difficulty, GenerateError, KINDS, Kind, Limits, Question, State, answer};

fn asked(kind: &Kind, text: &str, ask: Ask) -> Answer {
    let (puzzle, text) = (kind.name.to_owned(), text.to_owned());
    answer(&Question { puzzle, text, state: State::default(), ask }, &Limits::default())
}

/// Generates puzzles of the default size and checks by plain search that their solutions are unique. By default, one
/// puzzle is generated for each kind; with `FERZ_CASES=50`, fifty for each kind and difficulty.
#[test]
fn every_kind_is_made_easy_medium_and_hard() {
    let is_ordinary = std::env::var_os("FERZ_CASES").is_none();
    for (k, kind) in KINDS.iter().enumerate() {
        let wanted = Difficulty::WANTED.into_iter().enumerate();
        for (_, difficulty) in wanted.filter(|(d, _)| !is_ordinary || k % Difficulty::WANTED.len() == *d) {
            for seed in 0..solver_core::harness::cases(1) {
                let made = puzzles::generate(kind, kind.sizes[1], Some(difficulty), seed, &Limits::default());
                let text = made.unwrap_or_else(|error| panic!("{}, seed {seed}: {error}", kind.name)).write();
                let solutions = board_of(kind, &text).solutions(2);
                let solutions = solutions.unwrap_or_else(|| panic!("{}: too large: {text}", kind.name));
                assert_eq!(solutions.len(), 1, "{}: {text}", kind.name);
                assert_eq!(asked(kind, &text, Ask::Rate).difficulty, Some(difficulty), "{}: {text}", kind.name);
            }
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzle() {
    for kind in KINDS {
        let made =
            |difficulty, seed| asked(kind, "", Ask::Generate { seed, difficulty, size: Some(kind.sizes[0]) }).write;
        let mut all: Vec<String> = (0..5).map(|seed| made(None, seed)).collect();
        assert_eq!(all, (0..5).map(|seed| made(None, seed)).collect::<Vec<_>>(), "{}", kind.name);
        assert_eq!(made(Some(Difficulty::Medium), 7), made(Some(Difficulty::Medium), 7), "{}", kind.name);
        all.sort();
        all.dedup();
        assert!(all.len() > 3, "{}: {all:?}", kind.name);
    }
}

/// A request that cannot be met yields an error with the reason.
#[test]
fn no_sudoku_of_four_numbers_is_hard() {
    let sudoku = puzzles::kind("sudoku").expect("it is listed");
    let made = puzzles::generate(sudoku, 4, Some(Difficulty::Hard), 1, &Limits::default());
    let Err(AskError::Generate(error @ GenerateError::NotFound { .. })) = made else { panic!("{made:?}") };
    assert_eq!(
        error.to_string(),
        "no hard sudoku of size 4 was found in 400 attempts (400 were easier, 0 harder): try another size, difficulty \
         or seed"
    );
}
