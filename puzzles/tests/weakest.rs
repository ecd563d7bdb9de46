//! The consistency levels that solve a puzzle, compared with their definitions on small boards and with published
//! classifications.

use puzzles::{Ask, CONSISTENCIES, KINDS, Limits, Question, State, Statement, Words, answer, generate, kind};
use solver_core::harness::cases;
use solver_core::search::Rng;

/// The values of each cell.
type Domains = Vec<Vec<i32>>;

/// A constraint: its cells, and a predicate on their values.
type Rule = (Vec<usize>, Box<dyn Fn(&[i32]) -> bool>);

/// Lists all combinations of the values of these cells.
fn tuples(domains: &Domains, cells: &[usize]) -> Vec<Vec<i32>> {
    cells.iter().fold(vec![Vec::new()], |tuples, &cell| {
        let longer = |tuple: Vec<i32>| domains[cell].iter().map(move |&value| [&tuple[..], &[value]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

/// Removes the values without a support in some constraint until a fixpoint; returns `None` if a domain is emptied.
fn domain_consistent(mut domains: Domains, rules: &[&Rule]) -> Option<Domains> {
    loop {
        let before = domains.clone();
        for (cells, allows) in rules {
            let allowed: Vec<Vec<i32>> = tuples(&domains, cells).into_iter().filter(|tuple| allows(tuple)).collect();
            for (place, &cell) in cells.iter().enumerate() {
                domains[cell].retain(|&value| allowed.iter().any(|tuple| tuple[place] == value));
            }
        }
        if domains.iter().any(Vec::is_empty) {
            return None;
        }
        if domains == before {
            return Some(domains);
        }
    }
}

/// Removes the value of each fixed cell from the other cells of its rules, whose cells must all differ.
fn value_consistent(mut domains: Domains, rules: &[&Rule]) -> Option<Domains> {
    loop {
        let before = domains.clone();
        for (cells, _) in rules {
            for &one in cells {
                for &other in cells.iter().filter(|&&other| other != one) {
                    if let [value] = before[one][..] {
                        domains[other].retain(|&own| own != value);
                    }
                }
            }
        }
        if domains.iter().any(Vec::is_empty) {
            return None;
        }
        if domains == before {
            return Some(domains);
        }
    }
}

/// Removes the values refuted by the test until a fixpoint is reached.
fn refuted(domains: &Domains, rules: &[&Rule], fails: &dyn Fn(Domains) -> bool) -> Option<Domains> {
    let mut domains = domain_consistent(domains.clone(), rules)?;
    loop {
        let before = domains.clone();
        for cell in 0..domains.len() {
            for value in before[cell].iter().copied() {
                let mut assigned = domains.clone();
                assigned[cell].retain(|&own| own == value);
                if !assigned[cell].is_empty() && fails(assigned) {
                    domains[cell].retain(|&own| own != value);
                    domains = domain_consistent(domains, rules)?;
                }
            }
        }
        if domains == before {
            return Some(domains);
        }
    }
}

fn singleton(domains: &Domains, rules: &[&Rule]) -> Option<Domains> {
    refuted(domains, rules, &|assigned| domain_consistent(assigned, rules).is_none())
}

fn two_level(domains: &Domains, rules: &[&Rule]) -> Option<Domains> {
    refuted(domains, rules, &|assigned| singleton(&assigned, rules).is_none())
}

/// Unlike the solver, this also tries pairs of rules that share fewer than two open cells.
fn pairs(domains: &Domains, rules: &[&Rule]) -> Option<Domains> {
    refuted(domains, rules, &|assigned| {
        let pair = |one: usize| {
            (0..one).any(|other| domain_consistent(assigned.clone(), &[rules[one], rules[other]]).is_none())
        };
        (0..rules.len()).any(pair)
    })
}

/// Returns the candidates that a level leaves, or those of the last level needed; `None` if it fails.
fn left(statement: &Statement, level: &str) -> Option<Domains> {
    let (left, stopped) = statement.consistencies(&Limits::default()).expect("a model");
    assert_eq!(stopped, None);
    let place = CONSISTENCIES.iter().position(|&other| other == level).expect("a level");
    let values = left.get(place).or(left.last()).expect("at least one level");
    values.iter().all(|values| !values.is_empty()).then(|| values.clone())
}

/// Returns the total number of candidates.
fn size(domains: &Option<Domains>) -> usize {
    domains.iter().flatten().map(Vec::len).sum()
}

fn statement(name: &str, text: &str) -> Statement {
    let puzzle = (kind(name).expect("it is listed").read)(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    puzzle.statement().expect("a model")
}

/// Compares all levels whose definitions are implemented here, and adds up the candidates that each level leaves.
fn compare(statement: &Statement, domains: &Domains, rules: &[Rule], text: &str, sizes: &mut [usize; 4]) {
    let rules: Vec<&Rule> = rules.iter().collect();
    let expected = [
        ("domain", domain_consistent(domains.clone(), &rules)),
        ("pairs", pairs(domains, &rules)),
        ("singleton", singleton(domains, &rules)),
        ("two-level", two_level(domains, &rules)),
    ];
    for (place, (level, expected)) in expected.into_iter().enumerate() {
        sizes[place] += size(&expected);
        assert_eq!(left(statement, level), expected, "{level}: {text}");
    }
}

#[test]
fn sudokus_of_four_numbers_are_reduced_as_the_levels_are_defined() {
    let mut rng = Rng::new(1);
    let units = (0..4).flat_map(|i| {
        let square = |k: usize| (i / 2 * 2 + k / 2) * 4 + i % 2 * 2 + k % 2;
        [(0..4).map(|k| i * 4 + k).collect(), (0..4).map(|k| k * 4 + i).collect(), (0..4).map(square).collect()]
    });
    let differ = |values: &[i32]| (1..=4).all(|value| values.iter().filter(|&&own| own == value).count() <= 1);
    let rules: Vec<Rule> = units.map(|cells: Vec<usize>| -> Rule { (cells, Box::new(differ)) }).collect();
    let (mut sizes, mut by_value) = ([0; 4], 0);
    for _ in 0..cases(60) {
        // Some squares of a solution and, on some boards, a wrong number.
        let mut names = [1, 2, 3, 4];
        rng.shuffle(&mut names);
        let solution = "1234341221434321".bytes().map(|digit| names[usize::from(digit - b'1')]);
        let mut givens: Vec<i32> = solution.map(|value| if rng.below(3) == 0 { value } else { 0 }).collect();
        if rng.below(4) == 0 {
            givens[rng.below(16) as usize] = 1 + rng.below(4) as i32;
        }
        let text: String = givens.iter().map(|given| given.to_string()).collect();
        let statement = statement("sudoku", &text);
        let domains: Domains =
            givens.iter().map(|&given| if given > 0 { vec![given] } else { vec![1, 2, 3, 4] }).collect();
        let value = value_consistent(domains.clone(), &rules.iter().collect::<Vec<_>>());
        by_value += size(&value);
        assert_eq!(left(&statement, "value"), value, "{text}");
        compare(&statement, &domains, &rules, &text, &mut sizes);
    }
    assert!(by_value > sizes[0], "{by_value} {sizes:?}");
}

/// Placements of queens that do not touch: the column in each row.
const PLACED: [[usize; 5]; 4] = [[0, 2, 4, 1, 3], [1, 3, 0, 2, 4], [2, 4, 1, 3, 0], [1, 4, 2, 0, 3]];

#[test]
fn boards_of_five_queens_are_reduced_as_the_levels_are_defined() {
    let mut rng = Rng::new(2);
    let mut sizes = [0; 4];
    for _ in 0..cases(12) {
        // A solution has one queen in each region; the other squares belong to any region.
        let placed = PLACED[rng.below(4) as usize];
        let region_of = |square: usize| match placed[square / 5] == square % 5 {
            true => square / 5,
            false => rng.below(5) as usize,
        };
        let regions: Vec<usize> = (0..25).map(region_of).collect();
        let row =
            |row: &[usize]| row.iter().map(|&region| char::from(b'A' + region as u8)).chain(['\n']).collect::<String>();
        let text: String = regions.chunks(5).map(row).collect();
        let region = |own: usize| (0..25).filter(|&square| regions[square] == own).collect::<Vec<usize>>();
        let exact =
            (0..5).flat_map(|i| [(0..5).map(|k| i * 5 + k).collect(), (0..5).map(|k| k * 5 + i).collect(), region(i)]);
        let blocks = (0..16).map(|k| k / 4 * 5 + k % 4).map(|square| vec![square, square + 1, square + 5, square + 6]);
        let exact =
            exact.map(|cells: Vec<usize>| -> Rule { (cells, Box::new(|values| values.iter().sum::<i32>() == 1)) });
        let blocks = blocks.map(|cells| -> Rule { (cells, Box::new(|values| values.iter().sum::<i32>() <= 1)) });
        let rules: Vec<Rule> = exact.chain(blocks).collect();
        compare(&statement("region-queens", &text), &vec![vec![0, 1]; 25], &rules, &text, &mut sizes);
    }
    assert!(sizes[0] > sizes[1] && sizes[1] > sizes[2], "{sizes:?}");
}

/// Random tables over three cells, half of which fix a parity, so a single assumption implies little.
#[test]
fn random_tables_are_reduced_as_the_levels_are_defined() {
    let mut rng = Rng::new(3);
    let mut sizes = [0; 4];
    for case in 0..cases(200) {
        let mut statement = Statement::new(Words::NUMBERS);
        for name in ["a", "b", "c", "d", "e", "f", "g"] {
            statement.cell(name, 0..=1).expect("values");
        }
        let mut rules: Vec<Rule> = Vec::new();
        for number in 0..8 {
            let mut cells: Vec<usize> = (0..7).collect();
            rng.shuffle(&mut cells);
            cells.truncate(3);
            let all = (0..8).map(|row| vec![row / 4, row / 2 % 2, row % 2]);
            let parity = rng.below(2) as i32;
            let is_row = |row: &Vec<i32>| match number % 2 {
                0 => row.iter().sum::<i32>() % 2 == parity,
                _ => rng.below(100) < 80,
            };
            let rows: Vec<Vec<i32>> = all.filter(is_row).collect();
            statement.table(&format!("table {number}"), 1, &cells, &rows);
            rules.push((cells, Box::new(move |values| rows.iter().any(|row| row == values))));
        }
        compare(&statement, &vec![vec![0, 1]; 7], &rules, &format!("case {case}"), &mut sizes);
    }
    assert!(sizes.is_sorted_by(|more, less| more > less), "{sizes:?}");
}

/// For every kind of puzzle, a level leaves no more than the previous level, and never loses the solution.
#[test]
fn each_level_removes_at_least_as_much_as_the_one_before() {
    for kind in KINDS {
        for seed in 0..cases(12) {
            let made = generate(kind, kind.sizes[0], None, seed, &Limits::default()).expect("a puzzle");
            let (text, statement) = (made.write(), made.statement().expect("a model"));
            let ask = |ask| {
                let (puzzle, text) = (kind.name.to_owned(), text.clone());
                answer(&Question { puzzle, text, state: State::default(), ask }, &Limits::default())
            };
            let solution = ask(Ask::Unique).solutions.remove(0);
            let mut before: Domains = statement.cells.iter().map(|cell| cell.values.clone()).collect();
            let (left, _) = statement.consistencies(&Limits::default()).expect("a model");
            for (level, values) in CONSISTENCIES.iter().zip(&left) {
                for (cell, values) in values.iter().enumerate() {
                    assert!(values.iter().all(|value| before[cell].contains(value)), "{level} {}: {text}", kind.name);
                    assert!(values.contains(&solution[cell]), "{level} {}: {text}", kind.name);
                }
                before.clone_from(values);
            }
            let is_solved = before.iter().all(|values| values.len() == 1);
            let weakest = if is_solved { CONSISTENCIES[left.len() - 1] } else { "search" };
            let asked = ask(Ask::Weakest);
            assert_eq!((asked.weakest, asked.levels.len()), (Some(weakest), left.len()), "{}: {text}", kind.name);
        }
    }
}

/// D. Berthier found that the sudoku of A. Inkala (2012) is in T&E(2), that is, two levels of assumptions, each with
/// singles, but Loki (P. Newman, 2022) is not.
#[test]
fn published_sudokus() {
    let text = |text: &str| {
        let (puzzle, text) = ("sudoku".to_owned(), text.to_owned());
        answer(&Question { puzzle, text, state: State::default(), ask: Ask::Weakest }, &Limits::default())
            .text
            .remove(0)
    };
    let inkala = text("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    assert!(inkala.starts_with("two-level; value leaves 275; "), "{inkala}");
    let loki = text("57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..");
    assert!(loki.starts_with("search; value leaves 250; "), "{loki}");
    // The first board lacks one number per row, the second has two solutions, the third has a number twice in a row.
    assert_eq!(text("12.4.412214.43.1"), "value");
    assert!(text("12..34.........1").starts_with("more than one solution: two differ in "));
    assert_eq!(text("12.2............"), "no solution: 2 in b1 and 2 in d1: this breaks row 1; value leaves 0");
}

#[test]
fn limits_end_a_level_and_keep_the_weaker_ones() {
    let example = kind("region-queens").expect("it is listed").example.to_owned();
    let question =
        Question { puzzle: "region-queens".to_owned(), text: example, state: State::default(), ask: Ask::Weakest };
    let limited = answer(&question, &Limits { nodes: Some(1), ..Limits::default() });
    assert_eq!((limited.outcome, limited.levels.len()), ("stopped", 3), "{limited:?}");
    assert!(limited.text[0].starts_with("beyond domain; value leaves "), "{limited:?}");
    assert!(limited.text[0].ends_with("; stopped by node limit"), "{limited:?}");
    let free = answer(&question, &Limits::default());
    assert_eq!(free.levels[..3], limited.levels);
}
