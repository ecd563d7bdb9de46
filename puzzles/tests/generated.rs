//! Compares region puzzles with an exact cover and a plain search, both of which are independent of the solver.

mod cover;

use cover::Cover;
use puzzles::{Ask, Board, Known, Limits, Question, Reached, State, answer, generate, kind};

/// Returns the letters of a board, parsed without the reader.
fn board(text: &str) -> Vec<Vec<u8>> {
    text.lines().filter(|line| !line.starts_with("stars")).map(|line| line.as_bytes().to_vec()).collect()
}

/// Finds all solutions of a board by plain backtracking, square by square.
struct Search<'b> {
    board: &'b [Vec<u8>],
    stars: usize,
    placed: Vec<(usize, usize)>,
    found: Vec<Vec<(usize, usize)>>,
}

impl Search<'_> {
    fn new(board: &[Vec<u8>], stars: usize) -> Search<'_> {
        Search { board, stars, placed: Vec::new(), found: Vec::new() }
    }

    fn fits(&self, row: usize, column: usize) -> bool {
        let letter = self.board[row][column];
        let count = |same: &dyn Fn(usize, usize) -> bool| self.placed.iter().filter(|&&(r, c)| same(r, c)).count();
        self.placed.iter().all(|&(r, c)| r.abs_diff(row) > 1 || c.abs_diff(column) > 1)
            && count(&|r, _| r == row) < self.stars
            && count(&|_, c| c == column) < self.stars
            && count(&|r, c| self.board[r][c] == letter) < self.stars
    }

    /// Decides the squares of a row from `column` onward.
    fn run(&mut self, row: usize, column: usize) {
        let n = self.board.len();
        if row == n {
            // Full rows imply all other counts: there are n·k stars, with at most k in each column and region.
            self.found.push(self.placed.clone());
            return;
        }
        let in_row = self.placed.iter().filter(|placed| placed.0 == row).count();
        if in_row == self.stars {
            return self.run(row + 1, 0);
        }
        for c in column..n {
            if self.fits(row, c) {
                self.placed.push((row, c));
                self.run(row, c + 2);
                self.placed.pop();
            }
        }
    }
}

/// The kind, the size, the number of stars, and the number of boards to test.
const BOARDS: [(&str, usize, usize, u64); 6] = [
    ("region-queens", 5, 1, 25),
    ("region-queens", 6, 1, 35),
    ("region-queens", 7, 1, 35),
    ("region-queens", 8, 1, 40),
    ("region-queens", 9, 1, 20),
    ("star-battle", 9, 2, 6),
];

#[test]
fn boards_have_one_solution_and_hints_lead_to_it_or_say_that_a_guess_is_needed() {
    let (mut boards, mut solved) = (0, 0);
    for (name, size, stars, count) in BOARDS {
        for seed in 0..count {
            let made = generate(kind(name).unwrap(), size, None, seed, &Limits::default()).expect("a board");
            let text = made.write();
            let found = Cover::solutions(&board(&text), stars, 2);
            assert_eq!(found.len(), 1, "{text}");
            let is_star = |cell: usize| i32::from(found[0].contains(&(cell / size, cell % size)));
            let board = Board::new(made.statement().expect("a statement"));
            let walk = board.walk(&Known::given(&board), u8::MAX).expect("steps");
            assert!(!matches!(walk.end, Reached::Contradiction(_)), "{text}");
            solved += usize::from(walk.end == Reached::Solved);
            boards += 1;
            // Steps are sound, whether or not they solve the puzzle.
            for fact in walk.steps.iter().flat_map(|step| &step.facts) {
                assert_eq!(fact.holds, is_star(fact.cell) == fact.value, "{fact:?} {text}");
            }
        }
    }
    assert!(solved * 20 >= boards * 19, "{solved} of {boards}");
}

/// On boards with any number of solutions, the solver, plain search and exact cover find equally many.
#[test]
fn the_solver_counts_what_plain_search_counts() {
    let mut rng = solver_core::search::Rng::new(4);
    for case in 0..40 {
        let n = 4 + case % 4;
        let text = random_board(&mut rng, n);
        let letters = board(&text);
        let mut search = Search::new(&letters, 1);
        search.run(0, 0);
        let mut covers = Cover::solutions(&letters, 1, usize::MAX);
        covers.sort();
        assert_eq!(covers, search.found, "{text}");
        let question = Question {
            puzzle: "region-queens".to_owned(),
            text: text.clone(),
            state: State::default(),
            ask: Ask::Count,
        };
        let count = answer(&question, &Limits::default()).count;
        assert_eq!(count, Some(covers.len().to_string()), "{text}");
    }
}

/// Grows random regions from random squares.
fn random_board(rng: &mut solver_core::search::Rng, n: usize) -> String {
    let mut region = vec![usize::MAX; n * n];
    let mut number = 0;
    while number < n {
        let square = rng.below((n * n) as u64) as usize;
        if region[square] == usize::MAX {
            region[square] = number;
            number += 1;
        }
    }
    while region.contains(&usize::MAX) {
        let square = rng.below((n * n) as u64) as usize;
        let (row, column) = (square / n, square % n);
        let beside =
            [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        let (r, c) = beside[rng.below(4) as usize];
        if region[square] == usize::MAX && r < n && c < n {
            region[square] = region[r * n + c];
        }
    }
    let letter = |&region: &usize| char::from(b'A' + region as u8);
    region.chunks(n).map(|row| row.iter().map(letter).collect::<String>() + "\n").collect()
}

/// The exact cover agrees with the published numbers of placements of non-attacking kings, one in each row and column
/// (A002464).
#[test]
fn the_cover_counts_kings() {
    for (n, count) in [(4, 2), (5, 14), (6, 90), (7, 646)] {
        // Regions equal to rows are redundant.
        let rows: Vec<Vec<u8>> = (0..n).map(|row| vec![b'A' + row; usize::from(n)]).collect();
        assert_eq!(Cover::solutions(&rows, 1, usize::MAX).len(), count);
    }
}
