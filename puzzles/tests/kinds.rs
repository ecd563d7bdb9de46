//! Tests properties of every kind in the catalogue.

use puzzles::{Answer, Ask, Board, KINDS, Kind, Known, LEVELS, Limits, Question, Reached, State, answer, kind};
use solver_core::search::Rng;

fn ask(kind: &Kind, text: &str, state: &str, ask: Ask) -> Answer {
    let state: State = serde_json::from_str(state).expect("a state");
    answer(&Question { puzzle: kind.name.to_owned(), text: text.to_owned(), state, ask }, &Limits::default())
}

#[test]
fn examples_have_one_solution_and_are_read_as_they_are_written() {
    for kind in KINDS {
        let puzzle = (kind.read)(kind.example).unwrap_or_else(|error| panic!("{}: {error}", kind.name));
        assert_eq!(puzzle.write(), kind.example, "{}", kind.name);
        for format in kind.writes {
            let text = puzzle.write_as(format).unwrap_or_else(|| panic!("{}: {format}", kind.name));
            assert_eq!((kind.read)(&text).expect("what was written").write(), kind.example, "{}: {format}", kind.name);
        }
        assert_eq!(puzzle.write_as("an unknown format"), None);
        let unique = ask(kind, kind.example, "{}", Ask::Unique);
        assert_eq!(unique.outcome, "one", "{}: {:?}", kind.name, unique.text);
        assert_eq!(ask(kind, kind.example, "{}", Ask::Count).count.as_deref(), Some("1"), "{}", kind.name);
        let shown = ask(kind, kind.example, "{}", Ask::Show);
        assert_eq!(shown.cells.len(), unique.solutions[0].len());
        let squares = shown.sheet.expect("a sheet").squares.len();
        assert!(squares > 0 && kind.rules.matches(". ").count() < 3, "{}", kind.name);
    }
}

/// If a grid admits no loop, this is reported, even by the search for contradictory givens.
#[test]
fn loops_that_cannot_be_are_refused() {
    let slitherlink = kind("slitherlink").expect("a kind");
    for text in [".1.\n11.\n", "3.2\n3.1\n", "33\n33\n"] {
        for asked in [Ask::Solve { limit: 1 }, Ask::Unique] {
            let answer = ask(slitherlink, text, "{}", asked);
            assert_eq!(answer.outcome, "none", "{text}: {answer:?}");
        }
    }
}

#[test]
fn steps_lead_to_the_solution_of_each_example() {
    for kind in KINDS {
        let only = ask(kind, kind.example, "{}", Ask::Unique).solutions;
        let steps = ask(kind, kind.example, "{}", Ask::Steps);
        assert_eq!(steps.outcome, "solved", "{}: {:?}", kind.name, steps.text.last());
        assert_eq!(steps.solutions, only, "{}", kind.name);
    }
}

/// The puzzle documentation lists the levels of each kind.
#[test]
fn the_documented_scales_are_those_of_the_kinds() {
    let page = include_str!("../../docs/puzzles.md");
    let row = |name: &str, [easy, medium]: [u8; 2]| format!("\n| {name} | {easy} | {medium} |\n");
    assert!(page.contains(&row("all others", LEVELS)));
    for kind in KINDS {
        let own = page.contains(&row(&format!("`{}`", kind.name), kind.levels));
        assert_eq!(own, kind.levels != LEVELS, "{}", kind.name);
    }
}

/// A wrong entry is reported and a correct one is not. A hint reports mistakes first.
#[test]
fn mistakes_are_reported_before_hints() {
    for kind in KINDS {
        let only = &ask(kind, kind.example, "{}", Ask::Unique).solutions[0];
        let shown = ask(kind, kind.example, "{}", Ask::Show);
        let cell = shown.cells.iter().position(|cell| cell.given.is_none()).expect("a cell to fill in");
        let about = &shown.cells[cell];
        let state = |value: i32| format!(r#"{{"entries":{{"{}":{value}}}}}"#, about.name);
        let wrong = *about.values.iter().find(|&&value| value != only[cell]).expect("another value");
        for asked in [Ask::Check, Ask::Hint, Ask::Steps] {
            let checked = ask(kind, kind.example, &state(wrong), asked);
            assert!(["wrong", "clash"].contains(&checked.outcome), "{}: {checked:?}", kind.name);
            assert_eq!(checked.wrong, [cell], "{}", kind.name);
        }
        assert_eq!(ask(kind, kind.example, &state(only[cell]), Ask::Check).outcome, "right", "{}", kind.name);
        let crossed = format!(r#"{{"crossed":{{"{}":[{}]}}}}"#, about.name, only[cell]);
        let checked = ask(kind, kind.example, &crossed, Ask::Check);
        assert!(["wrong", "clash"].contains(&checked.outcome) && checked.wrong == [cell], "{}: {checked:?}", kind.name);
    }
}

/// For each value of a cell, the answer to `why` agrees with the solution.
#[test]
fn why_says_what_is_true() {
    for kind in KINDS {
        let only = &ask(kind, kind.example, "{}", Ask::Unique).solutions[0];
        let shown = ask(kind, kind.example, "{}", Ask::Show);
        let open = shown.cells.iter().enumerate().filter(|(_, cell)| cell.given.is_none());
        for (number, cell) in open.step_by(1 + shown.cells.len() / 5) {
            for &value in &cell.values {
                let why = ask(kind, kind.example, "{}", Ask::Why { cell: cell.name.clone(), value: Some(value) });
                assert_eq!(why.outcome, "decided", "{}: {} {value}: {why:?}", kind.name, cell.name);
                for fact in why.steps.iter().flat_map(|step| &step.facts) {
                    assert_eq!(fact.holds, only[fact.cell] == fact.value, "{}: {why:?}", kind.name);
                }
                let last = why.steps.last().and_then(|step| step.facts.last());
                assert!(last.is_none_or(|fact| fact.cell != number
                    || fact.value != value
                    || fact.holds == (only[number] == value)));
            }
        }
    }
}

/// Any text is either read or rejected, and an error has a position in the text.
#[test]
fn no_text_is_too_strange() {
    let mut rng = solver_core::search::Rng::new(7);
    let strange: Vec<char> = "#.0123456789AB<>=+-*/\\ \n\t,:xé♛{}[]\"cagestotal".chars().collect();
    for kind in KINDS {
        let example: Vec<char> = kind.example.chars().collect();
        for case in 0..400 {
            let mut text: Vec<char> = if case % 4 == 0 { Vec::new() } else { example.clone() };
            for _ in 0..=rng.below(if case % 4 == 0 { 40 } else { 3 }) {
                let at = rng.below(text.len() as u64 + 1) as usize;
                let c = strange[rng.below(strange.len() as u64) as usize];
                match rng.below(3) {
                    0 => text.insert(at, c),
                    1 if at < text.len() => text[at] = c,
                    _ if at < text.len() => drop(text.remove(at)),
                    _ => {}
                }
            }
            let text: String = text.into_iter().collect();
            if let Err(error) = (kind.read)(&text) {
                let lines = text.lines().count().max(1);
                assert!((1..=lines).contains(&error.at.line), "{}: {error}: {text:?}", kind.name);
                let line = text.lines().nth(error.at.line - 1).unwrap_or_default();
                assert!((1..=line.chars().count() + 1).contains(&error.at.column), "{}: {error}: {text:?}", kind.name);
            }
        }
    }
}

/// Hints do not repeat what the player has crossed out.
#[test]
fn hints_go_on_from_crosses() {
    let sudoku = kind("sudoku").expect("it is listed");
    let board = Board::new((sudoku.read)(sudoku.example).expect("a sudoku").statement().expect("a statement"));
    let walk = board.walk(&Known::given(&board), u8::MAX).expect("steps");
    assert_eq!(walk.end, Reached::Solved);
    let mut state = State::default();
    for step in &walk.steps {
        let text = serde_json::to_string(&state).expect("a state");
        let hint = ask(sudoku, sudoku.example, &text, Ask::Hint);
        let facts: Vec<(usize, i32)> = hint.steps[0].facts.iter().map(|fact| (fact.cell, fact.value)).collect();
        assert_eq!(facts, step.facts.iter().map(|fact| (fact.cell, fact.value)).collect::<Vec<_>>());
        for fact in &step.facts {
            let name = board.statement.cells[fact.cell].name.clone();
            if fact.holds {
                state.entries.insert(name, fact.value);
            } else {
                state.crossed.entry(name).or_default().push(fact.value);
            }
        }
    }
    let text = serde_json::to_string(&state).expect("a state");
    assert_eq!(ask(sudoku, sudoku.example, &text, Ask::Hint).outcome, "solved");
}

#[test]
fn clues_that_stand_in_cells_come_first() {
    let mut seen = 0;
    for kind in puzzles::KINDS {
        let mut rng = Rng::new(7);
        let Some(full) = (0..100).find_map(|_| (kind.compose)(kind.sizes[0], &mut rng)) else {
            panic!("no {} was composed", kind.name)
        };
        let givens = |kept: &[bool]| full.keeping(kept).statement().unwrap().givens;
        let all = vec![true; full.clues()];
        let standing = givens(&all);
        for clue in 0..full.clues() {
            let mut kept = all.clone();
            kept[clue] = false;
            let mut expected = standing.clone();
            if clue < standing.len() {
                expected.remove(clue);
                seen += 1;
            }
            assert_eq!(givens(&kept), expected, "{} without clue {clue}", kind.name);
        }
    }
    assert!(seen > 50, "{seen}");
}
