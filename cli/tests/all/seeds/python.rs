//! A Python program that lists boards in colexicographic order.

use super::{colex, joined, out};
use crate::common::transcript;
use insta::assert_snapshot;

fn line(board: &Vec<usize>) -> String {
    format!("[{}]\n", joined((1..).zip(board), ", ", |(row, column): (usize, _)| format!("({row}, {column})")))
}

/// 4.1: all 92 lines.
#[test]
fn eight_queens() {
    let printed = out("queens list 8 --sort colex --format python");
    assert_eq!(printed, joined(&colex(8), "", line));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 92);
    assert_eq!(lines[0], "[(1, 4), (2, 2), (3, 7), (4, 3), (5, 6), (6, 8), (7, 5), (8, 1)]");
    assert_eq!(lines[1], "[(1, 5), (2, 2), (3, 4), (4, 7), (5, 3), (6, 8), (7, 6), (8, 1)]");
    assert_eq!(lines[91], "[(1, 5), (2, 7), (3, 2), (4, 6), (5, 3), (6, 1), (7, 4), (8, 8)]");
}

#[test]
fn given_queens_leave_the_order_as_it_is() {
    let expected = out("queens list 7 --sort colex --format python");
    let given = out("queens list 7 --sort colex --format python --given b5");
    let with: String = expected.lines().filter(|line| line.contains("(2, 5)")).map(|l| format!("{l}\n")).collect();
    assert_eq!(given, with);
}

/// 4.2: boards with zero, one, two and four rows.
#[test]
fn boards_that_grow() {
    assert_eq!(out("queens pieces 8 0 --all --format ruby"), "[[]]\n");
    let singletons: String = (1..=8).map(|column| format!("[(1, {column})]\n")).collect();
    assert_eq!(out("queens report extensions 8 --format python"), singletons);
    let second: String = (3..=8).map(|column| format!("[(1, 1), (2, {column})]\n")).collect();
    assert_eq!(out("queens report extensions 8 --given a1 --format python"), second);
    let fourth = "[(1, 1), (2, 5), (3, 8), (4, 2)]\n[(1, 1), (2, 5), (3, 8), (4, 6)]\n";
    assert_eq!(out("queens report extensions 8 --given a1,b5,c8 --format python"), fourth);
    assert_snapshot!(transcript(["queens report extensions 8 --given a1,b5,c8"]));
}
