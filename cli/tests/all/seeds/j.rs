//! A J program that tests conflicts and shows boards one after another. Its step trace is in `trace.rs`.

use super::{boards, joined, out};
use crate::common::{Ran, ferz, finish};
use insta::assert_snapshot;
use std::io::Write;
use std::process::Stdio;

/// 1.1: 1 where a queen would be attacked.
#[test]
fn conflicts_of_the_next_row() {
    assert_eq!(out("queens report extensions 8 --given a1,b3,c5 --format j-box"), "1 0 1 1 1 1 0 0\n");
    // The same, one square at a time.
    let one = |row| out(&format!("queens report safe 8 --given a1,b3,c5,d{row} --format j-box"));
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

const COMMAND: &str = "queens list 8 --sort lex --format j-box --step";

fn stepped(line: &str, typed: &str) -> Ran {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(typed.as_bytes()).expect("the pipe has room");
    drop(writer);
    finish(ferz(line).stdin(reader).output().expect("the command starts"))
}

/// 1.6: the 92 boards, with Enter after each.
#[test]
fn boards_one_at_a_time() {
    let all = all_boxes();
    let Ran { code, out, err } = stepped(COMMAND, &"\n".repeat(92));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(out, all);
    assert_eq!(super::out("queens list 8 --sort lex --format j-box"), all);
    assert_snapshot!(&all[..all.find("No. 2").expect("a second board")]);
    // Checks the numbers of five boards by the columns of their queens.
    let numbered = [(1, 15863724), (2, 16837425), (3, 17468253), (91, 83162574), (92, 84136275)];
    for (number, columns) in numbered {
        let columns: Vec<usize> = columns.to_string().bytes().map(|digit| (digit - b'0').into()).collect();
        assert!(all.contains(&box_of(number, &columns)), "No. {number}");
    }
}

/// 1.6: any text ends the session, and the answer is the square of the last queen.
#[test]
fn any_text_ends_the_boards() {
    let boards = boards(8);
    let Ran { code, out, err } = stepped(COMMAND, "\n\n1\n\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let three: String = (1..=3).zip(&boards).map(|(number, board)| box_of(number, board)).collect();
    assert_eq!(out, three.clone() + "7 2\n");
    // The session also ends when the input ends, without claiming to be complete.
    assert_eq!(stepped(COMMAND, "\n\n").out, three);
}

/// Every format can be stepped through.
#[test]
fn boards_of_other_formats_one_at_a_time() {
    for (line, typed, end) in [
        (
            "queens 6 --step --format rows",
            "\nx\n",
            "3 6 2 5 1 4\n6 queens: 2 solutions so far, then ended by the user\n",
        ),
        (
            "queens 6 --step --format rows",
            "\n",
            "3 6 2 5 1 4\n6 queens: 2 solutions so far, then ended at the end of the input\n",
        ),
        ("queens list 6 --step --format scheme", "x", "((2 4 6 1 3 5))\n"),
        ("queens list 6 --step --format scheme", "\n\n\n\n", " (5 3 1 6 4 2))\n"),
        (
            "queens 6 --step --limit 2 --format rows",
            "\n\n\n",
            "the first 2 solutions, after 39 nodes and 17 failures\n",
        ),
        ("queens 4 --step", "stop", ". . Q .\n\n4 queens: 1 solution so far, then ended by the user\n"),
        (
            "queens pieces 3 2 --step --format squares",
            "\n.",
            "a1 b3\n2 queens on 3x3: 2 solutions so far, then ended by the user\n",
        ),
    ] {
        let Ran { code, out, err } = stepped(line, typed);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{line}");
        assert!(out.ends_with(end), "{line}\n{out}");
    }
}

/// If the input stays open and silent, the time limit ends the wait.
#[test]
fn a_time_limit_ends_the_waiting() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = ferz("queens list 6 --step --time-limit 300ms --format scheme");
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

/// 1.7: one board of each class under rotation and reflection.
#[test]
fn twelve_boards() {
    let listed = out("queens list 8 --distinct --sort lex --format j-box");
    assert_eq!(listed.matches("No. ").count(), 12);
    assert!(listed.starts_with(&out("queens list 8 --limit 1 --sort lex --format j-box")));
    assert!(listed.contains("\nNo. 12\n") && listed.ends_with("*** end ***\n"));
}
