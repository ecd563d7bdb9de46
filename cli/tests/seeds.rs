//! What five old texts about the puzzle print, ask for and wish: each granted by one command, to the letter.
//! `docs/seeds.md` tells which texts; the traces of the J program are in `trace.rs`.

mod common;

use common::{Ran, ferz, finish, run, transcript};
use insta::assert_snapshot;
use std::io::Write;
use std::process::Stdio;

/// The output of a command that ends well and says nothing beside.
fn out(line: &str) -> String {
    let Ran { code, out, err } = run(line);
    assert_eq!((code, err.as_str()), (Some(0), ""), "ferz {line}");
    out
}

/// All boards by the rules alone: the k-th value of each, from 1, in lexicographic order.
fn boards(n: usize) -> Vec<Vec<usize>> {
    fn extend(n: usize, board: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if board.len() == n {
            found.push(board.clone());
        }
        for value in 1..=n {
            let k = board.len();
            let safe = |(i, &v): (usize, &usize)| v != value && v.abs_diff(value) != k - i;
            if k < n && board.iter().enumerate().all(safe) {
                board.push(value);
                extend(n, board, found);
                board.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(n, &mut Vec::new(), &mut found);
    found
}

fn colex(n: usize) -> Vec<Vec<usize>> {
    let mut boards = boards(n);
    boards.sort_by_key(|board| board.iter().rev().copied().collect::<Vec<_>>());
    boards
}

fn joined<T>(items: impl IntoIterator<Item = T>, between: &str, one: impl Fn(T) -> String) -> String {
    items.into_iter().map(one).collect::<Vec<_>>().join(between)
}

mod scheme_with_pairs {
    use super::*;

    /// 0.1
    #[test]
    fn four_queens() {
        let printed = "'(((3 . 4) (1 . 3) (4 . 2) (2 . 1))\n  ((2 . 4) (4 . 3) (1 . 2) (3 . 1)))\n";
        assert_eq!(out("queens 4 --all --sort lex --format scheme-pairs"), printed);
    }

    /// 0.2
    #[test]
    fn four_queens_plotted() {
        let plotted = "\nxoxx\nxxxo\noxxx\nxxox\n\n\nxxox\noxxx\nxxxo\nxoxx\n\nThat's all!!";
        assert_eq!(out("queens 4 --all --sort lex --format ox"), plotted);
    }

    /// The other way round: a line for each row.
    #[test]
    fn four_queens_plotted_in_both_orientations() {
        let rows = "\nxxox\noxxx\nxxxo\nxoxx\n\n\nxoxx\nxxxo\noxxx\nxxox\n\nThat's all!!";
        assert_eq!(out("queens 4 --all --sort lex --format ox --transpose"), rows);
        assert_snapshot!(transcript(["queens 5 --format ox", "queens 5 --format ox --transpose"]));
    }

    /// 0.3 and 0.4: all 92, plotted and listed.
    #[test]
    fn eight_queens() {
        let lines = |board: &Vec<usize>| {
            let line = |&row: &usize| format!("\n{}o{}", "x".repeat(row - 1), "x".repeat(8 - row));
            board.iter().map(line).collect::<String>() + "\n\n"
        };
        let plotted = joined(&boards(8), "", lines) + "That's all!!";
        assert_eq!(out("queens 8 --all --sort lex --format ox"), plotted);
        let pairs = |board: &Vec<usize>| {
            let pairs = board.iter().enumerate().rev();
            format!("({})", joined(pairs, " ", |(i, row)| format!("({row} . {})", i + 1)))
        };
        let listed = format!("'({})\n", joined(&boards(8), "\n  ", pairs));
        assert_eq!(out("queens 8 --all --sort lex --format scheme-pairs"), listed);
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
            "queens 8 --report levels",
            "queens 8 --report levels --format json",
            "queens 1 --report levels",
            "queens 8 --report levels --time-limit 0",
        ]));
    }
}

mod j {
    use super::*;

    /// 1.1: 1 where a queen would be attacked.
    #[test]
    fn conflicts_of_the_next_row() {
        assert_eq!(out("queens 8 --given a1,b3,c5 --report extensions --format j-box"), "1 0 1 1 1 1 0 0\n");
        // One at a time.
        let one = |row| out(&format!("queens 8 --given a1,b3,c5,d{row} --report safe --format j-box"));
        assert_eq!((1..=8).map(one).collect::<String>(), "1\n0\n1\n1\n1\n1\n0\n0\n");
    }

    fn box_of(number: usize, board: &[usize]) -> String {
        let border = "+-+-+-+-+-+-+-+-+\n";
        let line = |&column: &usize| {
            let cells: String = (1..=8).map(|c| if c == column { "|*" } else { "| " }).collect();
            format!("{cells}|\n{border}")
        };
        format!("No. {number}\n{border}{}", joined(board, "", line))
    }

    fn all_boxes() -> String {
        let boxes: String = (1..).zip(&boards(8)).map(|(number, board)| box_of(number, board)).collect();
        boxes + "*** end ***\n"
    }

    const COMMAND: &str = "queens 8 --sort lex --format j-box --step";

    fn stepped(line: &str, typed: &str) -> Ran {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        writer.write_all(typed.as_bytes()).expect("the pipe has room");
        drop(writer);
        finish(ferz(line).stdin(reader).output().expect("the command starts"))
    }

    /// 1.6: 92 boards, Enter after each.
    #[test]
    fn boards_one_at_a_time() {
        let all = all_boxes();
        let Ran { code, out, err } = stepped(COMMAND, &"\n".repeat(92));
        assert_eq!((code, err.as_str()), (Some(0), ""));
        assert_eq!(out, all);
        assert_eq!(super::out("queens 8 --all --sort lex --format j-box"), all);
        assert_snapshot!(&all[..all.find("No. 2").expect("a second board")]);
        // The numbers of five boards, by the columns of their queens.
        let numbered = [(1, 15863724), (2, 16837425), (3, 17468253), (91, 83162574), (92, 84136275)];
        for (number, columns) in numbered {
            let columns: Vec<usize> = columns.to_string().bytes().map(|digit| (digit - b'0').into()).collect();
            assert!(all.contains(&box_of(number, &columns)), "No. {number}");
        }
    }

    /// 1.6: any text ends it, and the square of the last queen is the answer.
    #[test]
    fn any_text_ends_the_boards() {
        let boards = boards(8);
        let Ran { code, out, err } = stepped(COMMAND, "\n\n1\n\n");
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let three: String = (1..=3).zip(&boards).map(|(number, board)| box_of(number, board)).collect();
        assert_eq!(out, three.clone() + "7 2\n");
        // Without a line to wait for it ends too, and does not claim to be at the end.
        assert_eq!(stepped(COMMAND, "\n\n").out, three);
    }

    /// Every format can be stepped through.
    #[test]
    fn boards_of_other_formats_one_at_a_time() {
        for (line, typed, end) in [
            (
                "queens 6 --step --format rows",
                "\nx\n",
                "3 6 2 5 1 4\n6 queens: 2 solutions so far, then ended as you wished\n",
            ),
            (
                "queens 6 --step --format rows",
                "\n",
                "3 6 2 5 1 4\n6 queens: 2 solutions so far, then ended with the input\n",
            ),
            ("queens 6 --step --format scheme", "x", "((2 4 6 1 3 5))\n"),
            ("queens 6 --step --all --format scheme", "\n\n\n\n", " (5 3 1 6 4 2))\n"),
            (
                "queens 6 --step --limit 2 --format rows",
                "\n\n\n",
                "the first 2 solutions, after 39 nodes and 17 failures\n",
            ),
            ("queens 4 --step", "stop", ". . Q .\n\n4 queens: 1 solution so far, then ended as you wished\n"),
            (
                "queens 3 --pieces 2 --step --format squares",
                "\n.",
                "a1 b3\n2 queens on 3x3: 2 solutions so far, then ended as you wished\n",
            ),
        ] {
            let Ran { code, out, err } = stepped(line, typed);
            assert_eq!((code, err.as_str()), (Some(0), ""), "{line}");
            assert!(out.ends_with(end), "{line}\n{out}");
        }
    }

    /// The input stays open and silent: the clock ends the waiting.
    #[test]
    fn a_time_limit_ends_the_waiting() {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let mut command = ferz("queens 6 --step --time-limit 300ms --format scheme");
        let Ran { code, out, err } = finish(command.stdin(reader).output().expect("the command starts"));
        drop(writer);
        assert_eq!((code, out.as_str()), (Some(3), "((2 4 6 1 3 5))\n"));
        assert_eq!(err, "6 queens: 1 solution so far; incomplete, stopped by the time limit\n");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn unreadable_input_is_bad_input() {
        let directory: Stdio = std::fs::File::open("/").expect("a directory").into();
        let ran = finish(ferz("queens 6 --step").stdin(directory).output().expect("the command starts"));
        let said = "error: cannot read standard input: Is a directory (os error 21)\n";
        assert_eq!((ran.code, ran.err.as_str()), (Some(2), said));
    }
}

mod scheme_with_rows {
    use super::*;

    /// 2.1
    #[test]
    fn small_boards() {
        assert_eq!(out("queens 3 --all --sort lex --format scheme"), "()\n");
        assert_eq!(out("queens 4 --all --sort lex --format scheme"), "((2 4 1 3) (3 1 4 2))\n");
        let six = "((2 4 6 1 3 5) (3 6 2 5 1 4) (4 1 5 2 6 3) (5 3 1 6 4 2))\n";
        assert_eq!(out("queens 6 --all --sort lex --format scheme"), six);
    }

    /// 2.2: the printed list breaks off in its 56th board.
    #[test]
    fn eight_queens() {
        let printed = out("queens 8 --all --sort lex --format scheme");
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
        let asked = "queens 4 --given a2,b4,c1 --report candidates --format scheme";
        assert_eq!(out(asked), "((2 4 1 1) (2 4 1 2) (2 4 1 3) (2 4 1 4))\n");
        assert_snapshot!(transcript([
            "queens 4 --given a2,b4,c1 --report candidates",
            "queens 4 --given c1,b4,a2 --report candidates --format rows",
            "queens 4 --given a2,b4,c1 --report candidates --format scheme-pairs",
            "queens 4 --given a2,b4,c1 --report candidates --format python",
            "queens 4 --given a2,b4,c1 --report candidates --format json",
            "queens 4 --given b4 --report candidates --format pairs",
            "queens 4 --given a2,b4,c1 --report candidates --limit 2 --format scheme",
            "queens 4 --given a2,b4,c1,d3 --report candidates --format scheme",
            "queens 2 --report candidates --format json",
        ]));
    }

    /// 2.4
    #[test]
    fn safe_or_not() {
        assert_eq!(out("queens 4 --given a2,b4,c1,d3 --report safe --format scheme"), "#t\n");
        assert_eq!(out("queens 4 --given a1,b2,c3,d4 --report safe --format scheme"), "#f\n");
        assert_eq!(out("queens 4 --given a2,b4,c1 --report safe --format scheme"), "#t\n");
        assert_snapshot!(transcript([
            "queens 4 --given a2,b4,c1,d3 --report safe",
            "queens 4 --given a1,b2,c3,d4 --report safe",
            "queens 4 --given a2 --report safe",
            "queens 4 --given a1,b2,c3,d4 --report safe --format json",
            "queens 4 --given a1,b2 --report safe --format python",
            "queens 4 --given a1,b3 --report safe --format ruby",
            "queens 30 --given a1,30:30 --report safe",
        ]));
    }

    /// 2.5 and 2.7: who attacks the candidates that are rejected; the board with attacked squares.
    #[test]
    fn why_candidates_are_rejected() {
        assert_snapshot!(transcript([
            "queens 4 --given a2,b4,c1 --report extensions",
            "queens 4 --given a2,b4,c1 --report extensions --format json",
            "queens 4 --given a2,b4,c1 --report extensions --format scheme",
            "queens 4 --given a2,b4,c1,d3 --report extensions",
        ]));
    }

    /// 2.6 and 4.5: the exercise's slow program, counted by running it.
    #[test]
    fn what_interchanged_loops_cost() {
        assert_snapshot!(transcript([
            "queens 8 --report costs",
            "queens 6 --report costs --node-limit 1000",
            "queens 3 --report costs --format json",
            "queens 4 --report costs --format json --node-limit 100",
            "queens 3 --report costs --time-limit 0",
        ]));
    }

    /// 2.6: the order of the boards changes with the loops.
    #[test]
    fn interchanged_loops_list_boards_in_the_other_order() {
        let board = |board: &Vec<usize>| format!("({})", joined(board, " ", usize::to_string));
        for n in [3, 4, 6, 7, 8] {
            let listed = format!("({})\n", joined(&colex(n), " ", board));
            assert_eq!(out(&format!("queens {n} --all --sort colex --format scheme")), listed);
        }
    }
}

mod ruby {
    use super::*;

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
}

mod python {
    use super::*;

    fn line(board: &Vec<usize>) -> String {
        format!("[{}]\n", joined((1..).zip(board), ", ", |(row, column): (usize, _)| format!("({row}, {column})")))
    }

    /// 4.1: all 92 lines.
    #[test]
    fn eight_queens() {
        let printed = out("queens 8 --all --sort colex --format python");
        assert_eq!(printed, joined(&colex(8), "", line));
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines.len(), 92);
        assert_eq!(lines[0], "[(1, 4), (2, 2), (3, 7), (4, 3), (5, 6), (6, 8), (7, 5), (8, 1)]");
        assert_eq!(lines[1], "[(1, 5), (2, 2), (3, 4), (4, 7), (5, 3), (6, 8), (7, 6), (8, 1)]");
        assert_eq!(lines[91], "[(1, 5), (2, 7), (3, 2), (4, 6), (5, 3), (6, 1), (7, 4), (8, 8)]");
    }

    /// The sorted list is the same however the puzzle is stated and searched.
    #[test]
    fn the_order_does_not_depend_on_propagation() {
        let expected = out("queens 7 --all --sort colex --format python");
        for options in [
            "--model pairwise",
            "--model dual",
            "--model queens-rule",
            "--consistency domain",
            "--branching d-way",
            "--model queens-rule --branching d-way",
        ] {
            assert_eq!(out(&format!("queens 7 --all --sort colex --format python {options}")), expected);
        }
        let given = out("queens 7 --all --sort colex --format python --given b5");
        let with: String = expected.lines().filter(|line| line.contains("(2, 5)")).map(|l| format!("{l}\n")).collect();
        assert_eq!(given, with);
    }

    /// 4.2: boards of no row, of one, of two, of four.
    #[test]
    fn boards_that_grow() {
        assert_eq!(out("queens 8 --pieces 0 --all --format ruby"), "[[]]\n");
        let singletons: String = (1..=8).map(|column| format!("[(1, {column})]\n")).collect();
        assert_eq!(out("queens 8 --report extensions --format python"), singletons);
        let second: String = (3..=8).map(|column| format!("[(1, 1), (2, {column})]\n")).collect();
        assert_eq!(out("queens 8 --given a1 --report extensions --format python"), second);
        let fourth = "[(1, 1), (2, 5), (3, 8), (4, 2)]\n[(1, 1), (2, 5), (3, 8), (4, 6)]\n";
        assert_eq!(out("queens 8 --given a1,b5,c8 --report extensions --format python"), fourth);
        assert_snapshot!(transcript(["queens 8 --given a1,b5,c8 --report extensions"]));
    }
}

/// What a list leaves unsaid is said on standard error, so that the list stays what it is.
#[test]
fn lists_are_all_that_is_printed() {
    assert_snapshot!(transcript([
        "queens 6 --format scheme",
        "queens 6 --limit 2 --format scheme-pairs",
        "queens 6 --all --format scheme --stats",
        "queens 6 --all --format python --node-limit 20",
        "queens 6 --all --format scheme --check-inferences",
        "queens 6 --all --format scheme --given a1",
        "queens 6 --count --format scheme",
        "queens 3 --all --format ox",
        "queens 3 --all --format j-box",
        "queens 6 --format json --sort colex --transpose",
        "queens 6 --all --format rows --transpose",
    ]));
}
