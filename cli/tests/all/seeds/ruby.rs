//! A Ruby program that generates all combinations of cells and tests them.

use super::{boards, joined, out};
use crate::common::transcript;
use insta::assert_snapshot;

/// 3.1: the counts that the text states, and two queens on a small board.
#[test]
fn any_number_of_queens() {
    assert_snapshot!(transcript([
        "queens 2 --pieces 2 --count",
        "queens 3 --pieces 2 --count",
        "queens 3 --pieces 3 --count",
        "queens 4 --pieces 4 --count",
        "queens 5 --pieces 5 --count",
        "queens 6 --pieces 6 --count",
        "queens 8 --pieces 8 --count",
        "queens 8 --pieces 5 --count",
    ]));
}

/// 3.2
#[test]
fn placements_in_the_order_of_combinations() {
    let two = "[[[0, 0], [1, 2]], [[0, 0], [2, 1]], [[0, 1], [2, 0]], [[0, 1], [2, 2]], \
               [[0, 2], [1, 0]], [[0, 2], [2, 1]], [[1, 0], [2, 2]], [[1, 2], [2, 0]]]\n";
    assert_eq!(out("queens 3 --pieces 2 --all --sort lex --format ruby"), two);
    let four = "[[[0, 1], [1, 3], [2, 0], [3, 2]], [[0, 2], [1, 0], [2, 3], [3, 1]]]\n";
    assert_eq!(out("queens 4 --pieces 4 --all --sort lex --format ruby"), four);
    // A queen in each column, mirrored, is a queen in each row.
    assert_eq!(out("queens 4 --all --sort lex --format ruby"), four);
    assert_eq!(out("queens 3 --pieces 3 --all --format ruby"), "[]\n");
}

/// The puzzle as it stands in the text: it "does not come back" there.
#[test]
fn eight_queens() {
    let cells = |board: &Vec<usize>| {
        format!("[{}]", joined(board.iter().enumerate(), ", ", |(row, column)| format!("[{row}, {}]", column - 1)))
    };
    let all = format!("[{}]\n", joined(&boards(8), ", ", cells));
    assert_eq!(out("queens 8 --pieces 8 --all --sort lex --format ruby"), all);
    assert_eq!(out("queens 8 --all --sort lex --format ruby"), all);
}

#[test]
fn placements_in_other_formats() {
    assert_snapshot!(transcript([
        "queens 4 --pieces 3",
        "queens 4 --pieces 3 --limit 2",
        "queens 4 --pieces 3 --limit 3 --format squares",
        "queens 4 --pieces 3 --limit 3 --format squares --sort colex",
        "queens 4 --pieces 3 --limit 3 --format pairs --transpose",
        "queens 4 --pieces 3 --limit 2 --format scheme-pairs",
        "queens 4 --pieces 3 --limit 2 --format python",
        "queens 4 --pieces 3 --format j-box",
        "queens 4 --pieces 3 --format ox",
        "queens 3 --pieces 2 --all --format json",
        "queens 8 --pieces 5 --count --format json",
        "queens 8 --pieces 5 --all --node-limit 20 --format squares",
        "queens 8 --pieces 5 --count --order dom --consistency domain --stats",
        "queens 4 --pieces 5",
        "queens 4 --pieces 0 --all",
        "queens 4 --pieces 0 --all --format ruby",
        "queens 4 --pieces 2 --count --check-inferences",
    ]));
}

/// 3.3
#[test]
fn cells_and_their_combinations() {
    let cells = "[[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]]\n";
    assert_eq!(out("queens 3 --report cells --format ruby"), cells);
    // As the text lists them.
    let combinations = "[[[0, 0], [0, 1]], [[0, 0], [0, 2]], [[0, 0], [1, 0]], [[0, 0], [1, 1]], [[0, 0], [1, 2]], \
        [[0, 0], [2, 0]], [[0, 0], [2, 1]], [[0, 0], [2, 2]], [[0, 1], [0, 2]], [[0, 1], [1, 0]], [[0, 1], [1, 1]], \
        [[0, 1], [1, 2]], [[0, 1], [2, 0]], [[0, 1], [2, 1]], [[0, 1], [2, 2]], [[0, 2], [1, 0]], [[0, 2], [1, 1]], \
        [[0, 2], [1, 2]], [[0, 2], [2, 0]], [[0, 2], [2, 1]], [[0, 2], [2, 2]], [[1, 0], [1, 1]], [[1, 0], [1, 2]], \
        [[1, 0], [2, 0]], [[1, 0], [2, 1]], [[1, 0], [2, 2]], [[1, 1], [1, 2]], [[1, 1], [2, 0]], [[1, 1], [2, 1]], \
        [[1, 1], [2, 2]], [[1, 2], [2, 0]], [[1, 2], [2, 1]], [[1, 2], [2, 2]], [[2, 0], [2, 1]], [[2, 0], [2, 2]], \
        [[2, 1], [2, 2]]]\n";
    assert_eq!(combinations.matches("]]").count(), 36);
    assert_eq!(out("queens 3 --pieces 2 --report candidates --format ruby"), combinations);
    assert_snapshot!(transcript([
        "queens 3 --report cells",
        "queens 2 --report cells --format python",
        "queens 2 --report cells --format json",
        "queens 2 --pieces 3 --report candidates",
        "queens 2 --pieces 3 --report candidates --format json",
        "queens 8 --pieces 8 --report candidates --limit 2",
        "queens 8 --pieces 8 --report candidates --time-limit 0",
    ]));
}

/// 3.4
#[test]
fn search_spaces() {
    assert_snapshot!(transcript([
        "queens 8 --report spaces",
        "queens 4 --pieces 2 --report spaces",
        "queens 2 --report spaces --format json",
    ]));
    let large = out("queens 1000 --report spaces");
    let end: Vec<&str> = large.lines().rev().take(3).collect();
    assert_snapshot!(end.join("\n"));
}
