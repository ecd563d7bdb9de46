//! `--distinct`: solutions that are equal up to rotation and reflection count once.

use crate::common::{cases, run, transcript};
use insta::assert_snapshot;

#[test]
fn distinct_solutions() {
    assert_snapshot!(transcript([
        "queens 8 --distinct",
        "queens 6 --distinct --all",
        "queens 8 --distinct --all --format rows",
        "queens 8 --distinct --limit 3 --format squares",
        "queens 5 --distinct --limit 5 --format pairs",
        "queens 8 --distinct --count --stats",
        "queens 8 --distinct --count --order dom --model queens-rule --stats",
        "queens 1 --distinct",
        "queens 3 --distinct",
        "queens 3 --distinct --count",
        "queens 4 --distinct --count",
        "queens 9 --distinct --count --node-limit 100",
        "queens 9 --distinct --all --node-limit 50 --format rows",
    ]));
}

#[test]
fn orbits_for_programs() {
    assert_snapshot!(transcript([
        "queens 6 --distinct --format json",
        "queens 5 --distinct --all --format json",
        "queens 8 --distinct --count --format json",
        "queens 3 --distinct --all --format json",
    ]));
}

/// Only symmetries that map the given queens to themselves count.
#[test]
fn given_queens_leave_some_symmetries() {
    assert_snapshot!(transcript([
        "queens 9 --distinct --count --given e5",
        "queens 5 --distinct --all --given c3 --format squares",
        "queens 8 --distinct --count --given c1,f8",
        "queens 8 --distinct --count --given d1",
        "queens 8 --distinct --all --given d1,f2 --format json",
        "queens 8 --distinct --given a1,d7 --count",
    ]));
}

#[test]
fn reasons_of_broken_symmetries() {
    assert_snapshot!(transcript([
        "queens 6 --distinct --count --trace",
        "queens 10 --distinct --count --order dom --check-inferences",
    ]));
}

#[test]
fn questions_without_symmetry() {
    assert_snapshot!(transcript(["queens 8 --distinct --why e3", "queens backtracking 8 --distinct"]));
}

/// Compares `--distinct` with all solutions, which the test itself rotates and reflects.
#[test]
fn every_solution_is_the_image_of_exactly_one() {
    let read = |line: &str| -> serde_json::Value { serde_json::from_str(&run(line).out).expect("valid JSON") };
    let rows = |value: &serde_json::Value| -> Vec<usize> {
        let numbers = value.as_array().expect("rows").iter();
        numbers.map(|row| row.as_u64().expect("a row") as usize).collect()
    };
    let largest = cases(7, 9) as usize;
    for n in 4..=largest.min(9) {
        let all = read(&format!("queens {n} --all --format json"));
        let mut expected: Vec<Vec<usize>> = all["solutions"].as_array().expect("solutions").iter().map(rows).collect();
        expected.sort();
        for order in ["input", "dom", "random --tie-break random --value-order random --seed 5"] {
            for model in ["pairwise", "alldifferent", "dual", "queens-rule"] {
                let distinct =
                    read(&format!("queens {n} --all --distinct --format json --order {order} --model {model}"));
                let mut images = Vec::new();
                for solution in distinct["solutions"].as_array().expect("solutions") {
                    let mut orbit = orbit(&rows(&solution["rows"]));
                    assert_eq!(solution["orbit"], orbit.len());
                    assert_eq!(rows(&solution["rows"]), orbit[0], "the least");
                    images.append(&mut orbit);
                }
                images.sort();
                assert_eq!(images, expected, "{n} {order} {model}");
            }
        }
    }
}

/// Returns the distinct boards among the eight images, in ascending order.
fn orbit(rows: &[usize]) -> Vec<Vec<usize>> {
    let n = rows.len();
    let mirror = |rows: &[usize]| rows.iter().rev().copied().collect::<Vec<_>>();
    let turn = |rows: &[usize]| {
        let mut turned = vec![0; n];
        for (column, &row) in (1..).zip(rows) {
            turned[n - row] = column;
        }
        turned
    };
    let mut orbit = Vec::new();
    let mut board = rows.to_vec();
    for _ in 0..4 {
        orbit.push(mirror(&board));
        orbit.push(board.clone());
        board = turn(&board);
    }
    orbit.sort();
    orbit.dedup();
    orbit
}
