//! Two hundred generated boards, against an exact cover and a plain search that know nothing of the solver.

mod cover;

use cover::Cover;
use puzzles::regions::{Format, Generator, Hints, Puzzle, Reached, Square, Stars};

/// The text of a board as anybody could read it: the letter of each square's region.
fn board(puzzle: &Puzzle) -> Vec<Vec<u8>> {
    let text = Format::Grid.write(puzzle);
    text.lines().filter(|line| !line.starts_with("stars")).map(|line| line.as_bytes().to_vec()).collect()
}

/// Plain backtracking, square by square: every solution of a board.
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

    /// Decides the squares of a row from a column on.
    fn run(&mut self, row: usize, column: usize) {
        let n = self.board.len();
        if row == n {
            // Rows and their number make all counts right: n·k stars, at most k in each column and region.
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

fn pairs(stars: &Stars) -> Vec<(usize, usize)> {
    stars.squares().iter().map(|square| (square.row, square.column)).collect()
}

/// Sizes, stars, and how many boards of each: two hundred in all.
const BOARDS: [(usize, usize, usize); 8] =
    [(4, 1, 10), (5, 1, 25), (6, 1, 35), (7, 1, 35), (8, 1, 40), (9, 1, 30), (10, 1, 15), (9, 2, 10)];

#[test]
fn two_hundred_boards_have_one_solution_and_hints_lead_to_it_or_say_that_a_guess_is_needed() {
    let (mut boards, mut solved, mut steps, mut supposed) = (0, 0, 0, 0);
    for (size, stars, count) in BOARDS {
        let mut generator = Generator::new(size, stars, 2024);
        for _ in 0..count {
            let made = generator.make().expect("a board");
            let letters = board(&made.puzzle);
            let found = Cover::solutions(&letters, stars, 2);
            assert_eq!(found, [pairs(&made.solution)], "{}", Format::Grid.write(&made.puzzle));

            let walk = Hints::new(&made.puzzle).expect("hints").walk().expect("steps");
            steps += walk.steps.len();
            supposed += walk.steps.iter().filter(|step| step.kind() == "supposition").count();
            match &walk.end {
                Reached::Solved(found) => {
                    assert_eq!(found, &made.solution);
                    solved += 1;
                }
                Reached::Guess { open } => assert!(!open.is_empty()),
                Reached::Contradiction(step) => panic!("{step:?}"),
            }
            // No step says anything false, whether the walk ends at the solution or not.
            for fact in walk.steps.iter().flat_map(|step| step.facts()) {
                assert_eq!(fact.star, made.solution.contains(fact.square), "{fact:?}");
            }
            boards += 1;
        }
    }
    println!("{boards} boards, {solved} solved by hints in {steps} steps, {supposed} of them suppositions");
    assert_eq!(boards, 200);
    assert!(solved >= 190, "{solved}");
}

/// Boards that need not have one solution: the solver finds those that plain search finds.
#[test]
fn the_solver_counts_what_plain_search_counts() {
    use puzzles::regions::RegionsModel;
    use solver_core::prelude::Step;
    let mut rng = solver_core::search::Rng::new(4);
    for case in 0..60 {
        let n = 4 + case % 4;
        let puzzle = random_board(&mut rng, n);
        let letters = board(&puzzle);
        let mut search = Search::new(&letters, 1);
        search.run(0, 0);
        let mut covers = Cover::solutions(&letters, 1, usize::MAX);
        covers.sort();
        assert_eq!(covers, search.found, "{}", Format::Grid.write(&puzzle));
        for model in [RegionsModel::of_rows(&puzzle), RegionsModel::of_squares(&puzzle)] {
            let model = model.expect("a model");
            let mut run = model.search().start().expect("a search");
            let mut found = Vec::new();
            while run.step() == Step::Solution {
                found.push(pairs(&model.stars(|x| run.value(x)).expect("a solution")));
            }
            found.sort();
            let mut expected = search.found.clone();
            expected.sort();
            assert_eq!(found, expected, "{:?}\n{}", model.formulation, Format::Grid.write(&puzzle));
        }
    }
}

/// On boards with any number of solutions, steps say what is true in all of them, and the end is what it must be.
#[test]
fn hints_say_what_is_true_in_every_solution() {
    let mut rng = solver_core::search::Rng::new(6);
    let mut ends = [0; 3];
    for case in 0..150 {
        let puzzle = random_board(&mut rng, 4 + case % 4);
        let letters = board(&puzzle);
        let mut search = Search::new(&letters, 1);
        search.run(0, 0);
        let walk = Hints::new(&puzzle).expect("hints").walk().expect("steps");
        for fact in walk.steps.iter().flat_map(|step| step.facts()) {
            let place = (fact.square.row, fact.square.column);
            assert!(search.found.iter().all(|stars| stars.contains(&place) == fact.star), "{fact:?}");
        }
        match (&walk.end, &search.found[..]) {
            (Reached::Solved(stars), [only]) => assert_eq!(&pairs(stars), only),
            (Reached::Contradiction(_), []) | (Reached::Guess { .. }, _) => {}
            (end, found) => panic!("{end:?}, but there are {} solutions", found.len()),
        }
        ends[match walk.end {
            Reached::Solved(_) => 0,
            Reached::Guess { .. } => 1,
            Reached::Contradiction(_) => 2,
        }] += 1;
    }
    println!("{} solved, {} need a guess, {} have no solution", ends[0], ends[1], ends[2]);
    assert!(ends.iter().all(|&end| end > 5), "{ends:?}");
}

/// Regions grown at random from random squares.
fn random_board(rng: &mut solver_core::search::Rng, n: usize) -> Puzzle {
    loop {
        let mut regions = vec![usize::MAX; n * n];
        for region in 0..n {
            regions[rng.below((n * n) as u64) as usize] = region;
        }
        while regions.contains(&usize::MAX) {
            let square = rng.below((n * n) as u64) as usize;
            let (row, column) = (square / n, square % n);
            let step = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)][rng.below(4) as usize];
            let (r, c) = (row.wrapping_add(step.0), column.wrapping_add(step.1));
            if r < n && c < n && regions[square] == usize::MAX {
                regions[square] = regions[r * n + c];
            }
        }
        if let Ok(puzzle) = Puzzle::new(n, 1, regions.iter().map(usize::to_string)) {
            return puzzle;
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_boards() {
    let text = |seed| {
        let mut generator = Generator::new(7, 1, seed);
        (0..3).map(|_| Format::Sbn.write(&generator.make().expect("a board").puzzle)).collect::<String>()
    };
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

/// Why leads from what was given, by steps each of which rests on earlier ones.
#[test]
fn why_rests_on_what_was_shown_before() {
    let mut generator = Generator::new(7, 1, 11).by_hints();
    for _ in 0..10 {
        let made = generator.make().expect("a board");
        let mut hints = Hints::new(&made.puzzle).expect("hints");
        hints.walk().expect("steps");
        for index in 0..49 {
            let square = Square { row: index / 7, column: index % 7 };
            let mut shown = Vec::new();
            for step in hints.why(square) {
                assert!(step.premises().iter().all(|premise| shown.contains(premise)), "{square:?} {step:?}");
                shown.extend(step.facts());
            }
            let known = hints.known(square).expect("it is solved");
            assert!(shown.iter().any(|fact| fact.square == square && fact.star == known));
        }
    }
}
