//! Compares every kind with a plain search that parses puzzles independently and knows only the rules.
//!
//! For a new kind, add a function to [`RULES`] that defines the cells of a text and the rules in their simplest form.
//! The kind is then compared on published puzzles, on generated puzzles, and on ambiguous and contradictory puzzles
//! obtained by changing other texts.

mod board;
mod grids;
mod made;
mod marks;
mod published;
mod words;

use board::Board;
use published::PUBLISHED;
use puzzles::{Ask, KINDS, Kind, Known, Limits, Question, State, answer, generate};
use solver_core::search::Rng;
use std::collections::BTreeSet;

/// A function that parses a text into cells and rules.
type Rules = fn(&str) -> Board;

/// The rules of each kind.
const RULES: &[(&str, Rules)] = &[
    ("sudoku", grids::sudoku),
    ("diagonal-sudoku", grids::sudoku),
    ("jigsaw-sudoku", grids::sudoku),
    ("killer-sudoku", grids::sudoku),
    ("region-queens", marks::stars),
    ("star-battle", marks::stars),
    ("queens", marks::queens),
    ("futoshiki", grids::futoshiki),
    ("skyscrapers", grids::skyscrapers),
    ("kenken", grids::kenken),
    ("nonogram", marks::nonogram),
    ("minesweeper", marks::minesweeper),
    ("light-up", marks::light_up),
    ("hitori", marks::hitori),
    ("heyawake", marks::heyawake),
    ("slitherlink", marks::slitherlink),
    ("kakuro", grids::kakuro),
    ("word-sum", words::word_sum),
    ("zebra", words::zebra),
];

/// The maximum number of solutions to compare. If there are more, only their existence is checked.
const COMPARED: usize = 600;

/// Returns the cells and rules of a puzzle.
fn board_of(kind: &Kind, text: &str) -> Board {
    let rules = RULES.iter().find(|(name, _)| *name == kind.name).unwrap_or_else(|| panic!("{}: no rules", kind.name));
    rules.1(text)
}

/// Returns the solver's solutions, with the values in the order of the board's cells.
fn solved(kind: &Kind, text: &str, board: &Board) -> BTreeSet<Vec<i32>> {
    let ask = Ask::Solve { limit: COMPARED as u64 + 1 };
    let question = |ask| Question { puzzle: kind.name.to_owned(), text: text.to_owned(), state: State::default(), ask };
    let shown = answer(&question(Ask::Show), &Limits::default());
    let place = |(name, _): &(String, Vec<i32>)| {
        let found = shown.cells.iter().position(|cell| cell.name == *name);
        found.unwrap_or_else(|| panic!("{}: the solver has no cell {name}: {text}", kind.name))
    };
    let places: Vec<usize> = board.cells.iter().map(place).collect();
    // The carries of a word sum exist only in the solver model.
    let own = shown.cells.iter().filter(|cell| !cell.name.starts_with("carry ")).count();
    assert_eq!(own, places.len(), "{}: {text}", kind.name);
    let answer = answer(&question(ask), &Limits::default());
    assert!(["none", "complete", "solved"].contains(&answer.outcome), "{}: {answer:?}", kind.name);
    let found: BTreeSet<Vec<i32>> =
        answer.solutions.iter().map(|values| places.iter().map(|&place| values[place]).collect()).collect();
    assert_eq!(found.len(), answer.solutions.len(), "{}: a solution is repeated: {text}", kind.name);
    found
}

/// Compares the solutions and returns their number.
fn compared(kind: &Kind, text: &str) -> usize {
    let board = board_of(kind, text);
    let expected = board.solutions(COMPARED + 1).unwrap_or_else(|| panic!("{}: too large: {text}", kind.name));
    let found = solved(kind, text, &board);
    if expected.len() <= COMPARED {
        let expected: BTreeSet<Vec<i32>> = expected.into_iter().collect();
        assert_eq!(found, expected, "{}: {text}", kind.name);
    } else {
        assert!(found.len() > COMPARED, "{}: {text}", kind.name);
    }
    found.len()
}

#[test]
fn every_kind_has_its_rules() {
    let named: Vec<&str> = RULES.iter().map(|(name, _)| *name).collect();
    assert_eq!(named, KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>());
}

#[test]
fn published_counts() {
    for &(name, text, count) in PUBLISHED {
        assert_eq!(compared(puzzles::kind(name).expect(name), text), count, "{name}: {text}");
    }
}

/// Changes a text at random such that the reader still accepts it.
fn changed(kind: &Kind, text: &str, rng: &mut Rng) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=rng.below(3) {
        let line = rng.below(lines.len() as u64) as usize;
        let mut chars: Vec<char> = lines[line].chars().collect();
        match rng.below(5) {
            0 if lines.len() > 1 => drop(lines.remove(line)),
            1 => {
                let other = rng.below(lines.len() as u64) as usize;
                lines.swap(line, other);
            }
            _ if !chars.is_empty() => {
                let all: Vec<char> = text.chars().filter(|c| c.is_alphanumeric() || ".#=".contains(*c)).collect();
                let place = rng.below(chars.len() as u64) as usize;
                chars[place] = all[rng.below(all.len() as u64) as usize];
                lines[line] = chars.into_iter().collect();
            }
            _ => {}
        }
    }
    let changed = (kind.read)(&lines.iter().map(|line| format!("{line}\n")).collect::<String>()).ok()?;
    Some(changed.write()).filter(|changed| changed != text)
}

/// The solver and plain search find the same solutions: exactly one for a generated puzzle, and any number for a
/// changed one.
#[test]
fn solutions_are_those_of_plain_search() {
    let cases = solver_core::harness::cases(30);
    for kind in KINDS {
        let mut counts = [0; 3];
        let mut rng = Rng::new(11);
        assert_eq!(compared(kind, kind.example), 1, "{}", kind.name);
        for seed in 0..cases.div_ceil(5) {
            let made = generate(kind, kind.sizes[0], None, seed, &Limits::default()).expect("a puzzle").write();
            assert_eq!(compared(kind, &made), 1, "{}: {made}", kind.name);
            counts[1] += 1;
            let mut others = std::iter::repeat_with(|| changed(kind, &made, &mut rng)).take(400).flatten();
            for _ in 0..5 {
                let other = others.next().unwrap_or_else(|| panic!("{}: nothing is read: {made}", kind.name));
                counts[compared(kind, &other).min(2)] += 1;
            }
        }
        println!("{:16} none {}, one {}, more {}", kind.name, counts[0], counts[1], counts[2]);
        let published =
            |least: usize| PUBLISHED.iter().any(|&(name, _, count)| name == kind.name && count.min(2) == least);
        for (number, count) in counts.into_iter().enumerate() {
            assert!(count > 0 || published(number), "{}: none of {number} solutions", kind.name);
        }
    }
}

/// No solving step contradicts the unique solution.
#[test]
fn steps_are_true_in_the_solution_of_plain_search() {
    let boards = solver_core::harness::cases(108).div_ceil(KINDS.len() as u64);
    for kind in KINDS {
        for seed in 0..boards {
            let puzzle = generate(kind, kind.sizes[0], None, 1000 + seed, &Limits::default()).expect("a puzzle");
            let text = puzzle.write();
            let plain = board_of(kind, &text);
            let solutions = plain.solutions(2).expect("a small puzzle");
            let [only] = &solutions[..] else { panic!("{}: {} solutions: {text}", kind.name, solutions.len()) };
            let board = puzzles::Board::new(puzzle.statement().expect("a statement"));
            let walk = board.walk(&Known::given(&board), u8::MAX).expect("steps");
            for fact in walk.steps.iter().flat_map(|step| &step.facts) {
                let name = &board.statement.cells[fact.cell].name;
                if let Some(cell) = plain.cells.iter().position(|cell| cell.0 == *name) {
                    assert_eq!(fact.holds, only[cell] == fact.value, "{}: {name}: {fact:?}: {text}", kind.name);
                }
            }
        }
    }
}
