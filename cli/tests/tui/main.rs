//! Tests of `ferz study tui`, driven by key presses in a terminal.
#![cfg(unix)]

mod terminal;

use insta::assert_snapshot;
use insta_cmd::get_cargo_bin;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::process::Command;
use terminal::Terminal;

const SIX: &str = "study tui queens 6";

/// The position of the first failure.
const DEAD_END: &str = "after event 36 of 761: node 4, depth 3, by a1, b3, c5";

/// A board wider than the terminal is printed as the row of each queen, unless the board itself is requested.
#[test]
fn wide_boards_are_rows() {
    let (_, screen) = Terminal::run("queens 21", 30, 40).end();
    let text = screen.screen().contents();
    assert!(text.contains("wider than the terminal") && !text.contains("Q ."), "{text}");
    for line in ["queens 20", "queens 21 --format board"] {
        let (_, screen) = Terminal::run(line, 60, 40).end();
        let text = screen.screen().contents();
        assert!(!text.contains("wider than the terminal") && text.contains("Q ."), "{text}");
    }
}

#[test]
fn a_session_with_keys() {
    let mut terminal = Terminal::run(SIX, 24, 100);
    terminal.wait_for("Welcome").wait_at("before the first of 761 events");
    assert!(terminal.screen().alternate_screen());
    terminal.press("nnnn").wait_at("after event 4 of 761");
    terminal.press("r").wait_until_drawn("after event 6 of 761: node 2, depth 1, by a1");
    assert_snapshot!("an_inference", terminal.text());
    terminal.press("f").wait_until_drawn(DEAD_END);
    assert_snapshot!("a_dead_end", terminal.text());
    // Each constraint has a colour in addition to its letter.
    let cell = |row, column| terminal.screen().cell(row, column).expect("it is on the screen");
    assert_eq!((cell(2, 9).contents(), cell(2, 11).contents()), ("C", "B"));
    assert_ne!(cell(2, 9).fgcolor(), cell(2, 11).fgcolor());
    terminal.press("u").wait_at("after event 28 of 761");
    terminal.press("s").wait_until_drawn("after event 180 of 761: node 20, depth 5, by not a1, a2, b4, not c1, d1");
    assert_snapshot!("a_solution", terminal.text());
    terminal.press("p").wait_at("after event 179 of 761");
    terminal.press("\x1b[D").wait_at("after event 178 of 761");
    terminal.press("\x1b[C\x1b[C").wait_at("after event 180 of 761");
    terminal.press("\x1b[6~").wait_at("after event 190 of 761");
    terminal.press("\x1b[5~").wait_at("after event 180 of 761");
    terminal.press("\x1b[H").wait_at("before the first of 761 events");
    terminal.press("p").wait_for("Nowhere to go");
    terminal.press("q");
    let (status, parser) = terminal.end();
    assert!(status.success(), "{status:?}");
    assert!(!parser.screen().alternate_screen() && !parser.screen().hide_cursor());
}

#[test]
fn the_command_line_of_the_stepper() {
    let mut terminal = Terminal::run(SIX, 24, 100);
    terminal.wait_at("before the first of 761 events");
    terminal.press(":goto node 4").wait_for(":goto node 4").press("\r").wait_at("after event 29 of 761");
    terminal
        .press(":why not d3\r")
        .wait_for("was checked")
        .wait_until_drawn("after event 29 of 761: node 4, depth 3, by a1, b3, c5");
    assert_snapshot!("why", terminal.text());
    terminal.press("g7\r").wait_at("after event 48 of 761");
    terminal.press(":fial\r").wait_for("did you mean `fail`?");
    terminal.press("l").wait_for("singleton");
    terminal.press("t").wait_for("<- here");
    terminal.press("?").wait_for("Keys and commands").press(":").wait_for(":█").press("\x1b");
    terminal.wait_until_drawn("after event 48 of 761: node 7, depth 3, by a1, not b3, b4");
    assert_snapshot!("help", terminal.text());
    terminal.press(":x\x7f\x7f").press(":q\r");
    assert!(terminal.end().0.success());
}

#[test]
fn what_if_and_back() {
    let mut terminal = Terminal::run(SIX, 24, 100);
    terminal.wait_at("before the first of 761 events");
    terminal.press("\x7f").wait_for("nothing was supposed");
    terminal.press("iq[3] = 9\r").wait_for("q[3] = 9 is excluded");
    terminal.press("id2\r").wait_for("6 queens, if d2").wait_for("below it");
    terminal.wait_until_drawn("after event 19 of 135: node 2, depth 1, by d2");
    assert_snapshot!("what_if", terminal.text());
    // Supposes something else inside the supposed search.
    terminal.press("inot a4\r").wait_for("if d2, if not a4");
    terminal.press("\x7f").wait_for("below it");
    terminal.press("\x7f").wait_at("before the first of 761 events");
    terminal.press("iq[3] = 1\r").wait_for("below it").press("q");
    assert!(terminal.end().0.success());
}

#[test]
fn every_size_can_be_drawn() {
    let mut terminal = Terminal::run(SIX, 24, 100);
    terminal.wait_at("before the first of 761 events");
    terminal.press("f").wait_at("after event 36 of 761");
    terminal.resize(18, 46).wait_until_drawn(DEAD_END);
    assert_snapshot!("narrow", terminal.text());
    for (rows, columns) in [(1, 1), (2, 3), (3, 80), (5, 5), (60, 7), (4, 200)] {
        terminal.resize(rows, columns).wait_for_anything();
    }
    // In a large terminal again, nothing is lost.
    terminal.resize(30, 120).wait_until_drawn(DEAD_END);
    assert_snapshot!("large", terminal.text());
    terminal.press("\x03");
    let (status, parser) = terminal.end();
    assert!(status.success() && !parser.screen().alternate_screen());
}

/// However the program ends, the terminal is restored.
#[test]
fn a_signal_gives_the_terminal_back() {
    let mut terminal = Terminal::run(SIX, 24, 80);
    terminal.wait_at("before the first of 761 events");
    assert!(terminal.screen().alternate_screen());
    kill(Pid::from_raw(terminal.pid() as i32), Signal::SIGTERM).expect("it runs");
    let (status, parser) = terminal.end();
    assert_eq!(status.exit_code(), 3);
    assert!(!parser.screen().alternate_screen() && !parser.screen().hide_cursor());
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let output = Command::new(get_cargo_bin("ferz")).args(SIX.split(' ')).output().expect("it starts");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("needs a terminal") && said.contains("ferz study step"), "{said}");
}

/// Draws a table with pencil marks, a schedule with its objective, and a picture.
#[test]
fn shapes_are_drawn() {
    let subjects = [
        ("magic-square 3", "f", "after event 46 of 369: node 2, depth 1, by cell[0,0] = 1"),
        (
            "job-shop ft06",
            "f",
            "after event 2996 of 37247: node 73, depth 72, by …, job 0 on machine 5 = 161, job 0 on machine 4 = 164, ",
        ),
        ("nonogram dragonfly", "s", "after event 667 of 667: node 1, depth 0"),
    ];
    for (subject, key, place) in subjects {
        let mut terminal = Terminal::run(&format!("study tui model {subject}"), 34, 100);
        terminal.wait_for("Welcome").press(key).wait_until_drawn(place);
        assert_snapshot!(subject.split(' ').next().unwrap_or(subject), terminal.text());
        terminal.press("q");
        assert!(terminal.end().0.success());
    }
}
