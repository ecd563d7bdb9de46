//! Tests of every kind that hints take the player's entries and crosses into account.

use puzzles::{Ask, KINDS, Limits, Question, State, answer, generate};
use solver_core::search::Rng;

/// In a contradiction, only entries that differ from the solution are reported as mistaken. If there is no solution,
/// the answer names contradictory givens.
#[test]
fn what_is_mistaken() {
    let ask = |text: &str, entries: &[(&str, i32)], ask| {
        let mut state = State::default();
        state.entries.extend(entries.iter().map(|&(cell, value)| (cell.to_owned(), value)));
        let (puzzle, text) = ("sudoku".to_owned(), text.to_owned());
        answer(&Question { puzzle, text, state, ask }, &Limits::default())
    };
    // The solution is 1234 3412 2143 4321, so the first row ends with 3 and 4.
    let text = "12..\n3..2\n.14.\n..2.\n";
    let clash = ask(text, &[("c1", 3), ("d1", 3)], Ask::Check);
    assert_eq!((clash.outcome, &clash.wrong[..], &clash.mistaken[..]), ("clash", &[2, 3][..], &[3][..]), "{clash:?}");
    let wrong = ask("1...\n..3.\n.4..\n...2\n", &[("c1", 4)], Ask::Hint);
    assert_eq!((wrong.outcome, &wrong.wrong[..], &wrong.mistaken[..]), ("wrong", &[2][..], &[2][..]), "{wrong:?}");
    let none = ask("12.2\n....\n....\n....\n", &[], Ask::Unique);
    assert_eq!((none.outcome, &none.wrong[..]), ("none", &[1, 3][..]), "{none:?}");
    // No rule is broken by itself, but 3 and 4 would both have to be in c1 and in d1.
    let none = ask("12..\n...3\n....\n....\n", &[], Ask::Unique);
    assert_eq!((none.outcome, &none.wrong[..]), ("none", &[0, 1, 7][..]), "{none:?}");
    // A hint also gives the remaining values.
    let hint = ask(text, &[], Ask::Hint);
    assert_eq!(hint.left[2], [3]);
}

/// A hint does not repeat what is entered or crossed out, and it claims nothing false.
#[test]
fn hints_do_not_repeat_what_the_player_knows() {
    let cases = solver_core::harness::cases(12);
    for kind in KINDS {
        let mut rng = Rng::new(3);
        let mut steps = 0;
        for case in 0..cases {
            let made = generate(kind, kind.sizes[0], None, case, &Limits::default()).expect("a puzzle").write();
            let question = |ask, state: &State| {
                let (puzzle, text, state) = (kind.name.to_owned(), made.clone(), state.clone());
                answer(&Question { puzzle, text, state, ask }, &Limits::default())
            };
            let only = question(Ask::Unique, &State::default()).solutions.remove(0);
            let shown = question(Ask::Show, &State::default());
            let mut state = State::default();
            // Choose a few entries and any number of crosses.
            let crosses = 1 + rng.below(9);
            for (cell, &value) in shown.cells.iter().zip(&only).filter(|(cell, _)| cell.given.is_none()) {
                if rng.below(8) == 0 {
                    state.entries.insert(cell.name.clone(), value);
                }
                let others = cell.values.iter().copied().filter(|&other| other != value);
                let crossed: Vec<i32> = others.filter(|_| rng.below(10) < crosses).collect();
                if !crossed.is_empty() {
                    state.crossed.insert(cell.name.clone(), crossed);
                }
            }
            let hint = question(Ask::Hint, &state);
            let context = || format!("{}: {made}{state:?}: {hint:?}", kind.name);
            assert!(["step", "solved", "guess"].contains(&hint.outcome), "{}", context());
            steps += hint.steps.len();
            for fact in hint.steps.iter().flat_map(|step| &step.facts) {
                let name = &shown.cells[fact.cell].name;
                assert_eq!(fact.holds, only[fact.cell] == fact.value, "{}", context());
                assert!(!state.entries.contains_key(name), "{}", context());
                let crossed = state.crossed.get(name).is_some_and(|crossed| crossed.contains(&fact.value));
                assert!(fact.holds || !crossed, "{}", context());
                assert_eq!(hint.known[fact.cell], None, "{}", context());
            }
        }
        assert!(steps * 3 >= cases as usize, "{}: {steps} steps", kind.name);
    }
}
