//! A Ruby program that generates all combinations of cells and tests them.

use super::{boards, joined, out};
use crate::common::transcript;
use insta::assert_snapshot;

/// 3.1: the counts given in the text, and two queens on a small board.
#[test]
fn any_number_of_queens() {
    assert_snapshot!(transcript([
        "queens pieces 2 2 --count",
        "queens pieces 3 2 --count",
        "queens pieces 3 3 --count",
        "queens pieces 4 4 --count",
        "queens pieces 5 5 --count",
        "queens pieces 6 6 --count",
        "queens pieces 8 8 --count",
        "queens pieces 8 5 --count",
    ]));
}

/// 3.2
#[test]
fn placements_in_the_order_of_combinations() {
    let two = "[[[0, 0], [1, 2]], [[0, 0], [2, 1]], [[0, 1], [2, 0]], [[0, 1], [2, 2]], \
               [[0, 2], [1, 0]], [[0, 2], [2, 1]], [[1, 0], [2, 2]], [[1, 2], [2, 0]]]\n";
    assert_eq!(out("queens pieces 3 2 --all --sort lex --format ruby"), two);
    let four = "[[[0, 1], [1, 3], [2, 0], [3, 2]], [[0, 2], [1, 0], [2, 3], [3, 1]]]\n";
    assert_eq!(out("queens pieces 4 4 --all --sort lex --format ruby"), four);
    // Mirrored, a queen in each column is a queen in each row.
    assert_eq!(out("queens list 4 --sort lex --format ruby"), four);
    assert_eq!(out("queens pieces 3 3 --all --format ruby"), "[]\n");
}

/// The puzzle as given in the text, where it "does not come back".
#[test]
fn eight_queens() {
    let cells = |board: &Vec<usize>| {
        format!("[{}]", joined(board.iter().enumerate(), ", ", |(row, column)| format!("[{row}, {}]", column - 1)))
    };
    let all = format!("[{}]\n", joined(&boards(8), ", ", cells));
    assert_eq!(out("queens pieces 8 8 --all --sort lex --format ruby"), all);
    assert_eq!(out("queens list 8 --sort lex --format ruby"), all);
}

#[test]
fn placements_in_other_formats() {
    assert_snapshot!(transcript([
        "queens pieces 4 3",
        "queens pieces 4 3 --limit 2",
        "queens pieces 4 3 --limit 3 --format squares",
        "queens pieces 4 3 --limit 3 --format squares --sort colex",
        "queens pieces 4 3 --limit 3 --format pairs --transpose",
        "queens pieces 4 3 --limit 2 --format scheme-pairs",
        "queens pieces 4 3 --limit 2 --format python",
        "queens pieces 4 3 --format j-box",
        "queens pieces 4 3 --format ox",
        "queens pieces 3 2 --all --format json",
        "queens pieces 8 5 --count --format json",
        "queens pieces 8 5 --all --node-limit 20 --format squares",
        "queens pieces 8 5 --count --order dom --consistency domain --stats",
        "queens pieces 4 5",
        "queens pieces 4 0 --all",
        "queens pieces 4 0 --all --format ruby",
        "queens pieces 4 2 --count --check-inferences",
    ]));
}

/// 3.3
#[test]
fn cells_and_their_combinations() {
    let cells = "[[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]]\n";
    assert_eq!(out("queens report cells 3 --format ruby"), cells);
    // The order is the same as in the text.
    let combinations = "[[[0, 0], [0, 1]], [[0, 0], [0, 2]], [[0, 0], [1, 0]], [[0, 0], [1, 1]], [[0, 0], [1, 2]], \
        [[0, 0], [2, 0]], [[0, 0], [2, 1]], [[0, 0], [2, 2]], [[0, 1], [0, 2]], [[0, 1], [1, 0]], [[0, 1], [1, 1]], \
        [[0, 1], [1, 2]], [[0, 1], [2, 0]], [[0, 1], [2, 1]], [[0, 1], [2, 2]], [[0, 2], [1, 0]], [[0, 2], [1, 1]], \
        [[0, 2], [1, 2]], [[0, 2], [2, 0]], [[0, 2], [2, 1]], [[0, 2], [2, 2]], [[1, 0], [1, 1]], [[1, 0], [1, 2]], \
        [[1, 0], [2, 0]], [[1, 0], [2, 1]], [[1, 0], [2, 2]], [[1, 1], [1, 2]], [[1, 1], [2, 0]], [[1, 1], [2, 1]], \
        [[1, 1], [2, 2]], [[1, 2], [2, 0]], [[1, 2], [2, 1]], [[1, 2], [2, 2]], [[2, 0], [2, 1]], [[2, 0], [2, 2]], \
        [[2, 1], [2, 2]]]\n";
    assert_eq!(combinations.matches("]]").count(), 36);
    assert_eq!(out("queens report candidates 3 --pieces 2 --format ruby"), combinations);
    assert_snapshot!(transcript([
        "queens report cells 3",
        "queens report cells 2 --format python",
        "queens report cells 2 --format json",
        "queens report candidates 2 --pieces 3",
        "queens report candidates 2 --pieces 3 --format json",
        "queens report candidates 8 --pieces 8 --limit 2",
        "queens report candidates 8 --pieces 8 --time-limit 0",
    ]));
}

/// 3.4
#[test]
fn search_spaces() {
    assert_snapshot!(transcript([
        "queens report spaces 8",
        "queens report spaces 4 --pieces 2",
        "queens report spaces 2 --format json",
    ]));
    let large = out("queens report spaces 1000");
    let end: Vec<&str> = large.lines().rev().take(3).collect();
    assert_snapshot!(end.join("\n"));
}
