//! A notebook that lists boards as rows, shows candidates and tests, and counts the cost of interchanged loops.

use super::{boards, colex, joined, out};
use crate::common::transcript;
use insta::assert_snapshot;

/// 2.1
#[test]
fn small_boards() {
    assert_eq!(out("queens list 3 --sort lex --format scheme"), "()\n");
    assert_eq!(out("queens list 4 --sort lex --format scheme"), "((2 4 1 3) (3 1 4 2))\n");
    let six = "((2 4 6 1 3 5) (3 6 2 5 1 4) (4 1 5 2 6 3) (5 3 1 6 4 2))\n";
    assert_eq!(out("queens list 6 --sort lex --format scheme"), six);
}

/// 2.2: the printed list ends in its 56th board.
#[test]
fn eight_queens() {
    let printed = out("queens list 8 --sort lex --format scheme");
    let board = |board: &Vec<usize>| format!("({})", joined(board, " ", usize::to_string));
    assert_eq!(printed, format!("({})\n", joined(&boards(8), " ", board)));
    assert!(printed.starts_with("((1 5 8 6 3 7 2 4) (1 6 8 3 7 4 2 5) (1 7 4 6 8 2 5 3) "));
    let whole = printed.find("(5 3 8 4 ").expect("the 56th board");
    assert_eq!(printed[..whole].matches(") ").count(), 55);
    assert!(printed[..whole].ends_with("(5 3 1 6 8 2 4 7) (5 3 1 7 2 8 6 4) "));
    assert!(printed[whole..].starts_with("(5 3 8 4 7 1 6 2) "));
}

/// 2.3: every candidate for column 4, before any is tested.
#[test]
fn candidates_before_they_are_filtered() {
    let asked = "queens report candidates 4 --given a2,b4,c1 --format scheme";
    assert_eq!(out(asked), "((2 4 1 1) (2 4 1 2) (2 4 1 3) (2 4 1 4))\n");
    assert_snapshot!(transcript([
        "queens report candidates 4 --given a2,b4,c1",
        "queens report candidates 4 --given c1,b4,a2 --format rows",
        "queens report candidates 4 --given a2,b4,c1 --format scheme-pairs",
        "queens report candidates 4 --given a2,b4,c1 --format python",
        "queens report candidates 4 --given a2,b4,c1 --format json",
        "queens report candidates 4 --given b4 --format pairs",
        "queens report candidates 4 --given a2,b4,c1 --limit 2 --format scheme",
        "queens report candidates 4 --given a2,b4,c1,d3 --format scheme",
        "queens report candidates 2 --format json",
    ]));
}

/// 2.4
#[test]
fn safe_or_not() {
    assert_eq!(out("queens report safe 4 --given a2,b4,c1,d3 --format scheme"), "#t\n");
    assert_eq!(out("queens report safe 4 --given a1,b2,c3,d4 --format scheme"), "#f\n");
    assert_eq!(out("queens report safe 4 --given a2,b4,c1 --format scheme"), "#t\n");
    assert_snapshot!(transcript([
        "queens report safe 4 --given a2,b4,c1,d3",
        "queens report safe 4 --given a1,b2,c3,d4",
        "queens report safe 4 --given a2",
        "queens report safe 4 --given a1,b2,c3,d4 --format json",
        "queens report safe 4 --given a1,b2 --format python",
        "queens report safe 4 --given a1,b3 --format ruby",
        "queens report safe 30 --given a1,30:30",
    ]));
}

/// 2.5 and 2.7: the attackers of the rejected candidates; the board with attacked squares.
#[test]
fn why_candidates_are_rejected() {
    assert_snapshot!(transcript([
        "queens report extensions 4 --given a2,b4,c1",
        "queens report extensions 4 --given a2,b4,c1 --format json",
        "queens report extensions 4 --given a2,b4,c1 --format scheme",
        "queens report extensions 4 --given a2,b4,c1,d3",
    ]));
}

/// 2.6 and 4.5: the slow program of the exercise, counted by running it.
#[test]
fn what_interchanged_loops_cost() {
    assert_snapshot!(transcript([
        "queens report costs 8",
        "queens report costs 6 --call-limit 1000",
        "queens report costs 3 --format json",
        "queens report costs 4 --format json --call-limit 100",
        "queens report costs 3 --time-limit 0",
    ]));
}

/// 2.6: the order of the boards depends on the order of the loops.
#[test]
fn interchanged_loops_list_boards_in_the_other_order() {
    let board = |board: &Vec<usize>| format!("({})", joined(board, " ", usize::to_string));
    for n in [3, 4, 6, 7, 8] {
        let listed = format!("({})\n", joined(&colex(n), " ", board));
        assert_eq!(out(&format!("queens list {n} --sort colex --format scheme")), listed);
    }
}
