//! A Racket program that lists boards as pairs, and plots them.

use super::{boards, joined, out};
use crate::common::transcript;
use insta::assert_snapshot;

/// 0.1
#[test]
fn four_queens() {
    let printed = "'(((3 . 4) (1 . 3) (4 . 2) (2 . 1))\n  ((2 . 4) (4 . 3) (1 . 2) (3 . 1)))\n";
    assert_eq!(out("queens list 4 --sort lex --format scheme-pairs"), printed);
}

/// 0.2
#[test]
fn four_queens_plotted() {
    let plotted = "\nxoxx\nxxxo\noxxx\nxxox\n\n\nxxox\noxxx\nxxxo\nxoxx\n\nThat's all!!";
    assert_eq!(out("queens list 4 --sort lex --format ox"), plotted);
}

/// The other orientation: a line for each row.
#[test]
fn four_queens_plotted_in_both_orientations() {
    let rows = "\nxxox\noxxx\nxxxo\nxoxx\n\n\nxoxx\nxxxo\noxxx\nxxox\n\nThat's all!!";
    assert_eq!(out("queens list 4 --sort lex --format ox --transpose"), rows);
    assert_snapshot!(transcript([
        "queens list 5 --format ox --limit 1",
        "queens list 5 --format ox --transpose --limit 1"
    ]));
}

/// 0.3 and 0.4: all 92, plotted and listed.
#[test]
fn eight_queens() {
    let lines = |board: &Vec<usize>| {
        let line = |&row: &usize| format!("\n{}o{}", "x".repeat(row - 1), "x".repeat(8 - row));
        board.iter().map(line).collect::<String>() + "\n\n"
    };
    let plotted = joined(&boards(8), "", lines) + "That's all!!";
    assert_eq!(out("queens list 8 --sort lex --format ox"), plotted);
    let pairs = |board: &Vec<usize>| {
        let pairs = board.iter().enumerate().rev();
        format!("({})", joined(pairs, " ", |(i, row)| format!("({row} . {})", i + 1)))
    };
    let listed = format!("'({})\n", joined(&boards(8), "\n  ", pairs));
    assert_eq!(out("queens list 8 --sort lex --format scheme-pairs"), listed);
}

/// 0.4: a compact form.
#[test]
fn eight_queens_in_a_line_each() {
    let lines = joined(&boards(8), "\n", |board| joined(board, " ", usize::to_string));
    assert_eq!(out("queens 8 --all --format rows"), lines + "\n8 queens: 92 solutions\n");
}

/// 0.6
#[test]
fn boards_that_grow_column_by_column() {
    assert_snapshot!(transcript([
        "queens report levels 8",
        "queens report levels 8 --format json",
        "queens report levels 1",
        "queens report levels 8 --time-limit 0",
    ]));
}

/// 0.5: the first board of each class under rotation and reflection.
#[test]
fn without_the_images_of_others() {
    let mirrored = |board: &Vec<usize>| board.iter().map(|row| 9 - row).collect::<Vec<_>>();
    let exchanged = |board: &Vec<usize>| {
        let column = |row| board.iter().position(|&r| r == row).map_or(0, |column| column + 1);
        (1..=8).map(column).collect::<Vec<_>>()
    };
    let mut left: Vec<Vec<usize>> = Vec::new();
    for board in boards(8) {
        let turns = std::iter::successors(Some(board.clone()), |board| Some(exchanged(&mirrored(board))));
        let images: Vec<_> = turns.take(4).flat_map(|board| [mirrored(&board), board]).collect();
        if !left.iter().any(|board| images.contains(board)) {
            left.push(board);
        }
    }
    let pairs = |board: &Vec<usize>| {
        let pairs = board.iter().enumerate().rev();
        format!("({})", joined(pairs, " ", |(i, row)| format!("({row} . {})", i + 1)))
    };
    let listed = format!("'({})\n", joined(&left, "\n  ", pairs));
    assert_eq!(left.len(), 12);
    assert_eq!(out("queens list 8 --distinct --sort lex --format scheme-pairs"), listed);
}
