//! `ferz queens backtracking`: plain backtracking, step by step.

use crate::common::{Ran, ferz, finish, run, transcript};
use insta::assert_snapshot;
use std::fs::File;
use std::io::Write;
use std::process::Stdio;

/// Splits a trace into steps, each of which begins with `Step:` and has four lines.
fn steps(trace: &str) -> Vec<&str> {
    let starts: Vec<usize> = trace.match_indices("Step:").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([trace.find("======").unwrap_or(trace.len())]);
    starts.iter().zip(ends).map(|(&start, end)| &trace[start..end]).collect()
}

#[test]
fn the_first_ten_steps() {
    let trace = run("queens backtracking 8").out;
    assert_snapshot!(steps(&trace)[..10].concat());
}

#[test]
fn the_last_steps_and_the_board() {
    let trace = run("queens backtracking 8").out;
    let at = trace.find("Step:109\n").expect("a step");
    assert_snapshot!(&trace[at..]);
}

#[test]
fn eight_queens_take_112_steps() {
    let Ran { code, out, err } = run("queens backtracking 8");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let steps = steps(&out);
    assert_eq!(steps.len(), 112);
    for (k, step) in (1..).zip(&steps) {
        let lines: Vec<&str> = step.lines().collect();
        let [title, border, boxes, same] = lines[..] else { panic!("{step}") };
        assert_eq!(title, format!("Step:{k}"));
        assert_eq!(border, same);
        let cells = boxes.replace(|c: char| c.is_ascii_digit() || c == ' ', "-").replace('|', "+");
        assert_eq!(border, cells, "the border fits the cells");
    }
    let end = out.strip_prefix(steps.concat().as_str()).expect("nothing between the steps");
    assert_eq!(
        end,
        "======\nCongratulation!\n\
         +---+---+---+---+---+---+---+---+\n\
         |0 0|1 4|2 7|3 5|4 2|5 6|6 1|7 3|\n\
         +---+---+---+---+---+---+---+---+\n"
    );
}

#[test]
fn small_boards_and_costs() {
    assert_snapshot!(transcript([
        "queens backtracking 1",
        "queens backtracking 2",
        "queens backtracking 3 --stats",
        "queens backtracking 4 --stats",
        "queens backtracking 5 --time-limit 0",
    ]));
}

#[test]
fn json_lines() {
    assert_snapshot!(transcript([
        "queens backtracking 1 --format json",
        "queens backtracking 3 --format json",
        "queens backtracking 4 --format json --stats",
        "queens backtracking 4 --format json --time-limit 0",
    ]));
}

#[test]
fn json_says_what_text_says() {
    let text = run("queens backtracking 8").out;
    let json = run("queens backtracking 8 --format json").out;
    let events: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("valid JSON")).collect();
    let (end, events) = events.split_last().expect("an end");
    assert_eq!(events.len(), 112);
    let boxes = |placed: &serde_json::Value| -> String {
        let queens = placed.as_array().expect("a list").iter();
        queens.map(|queen| format!("|{} {}", queen[0], queen[1])).chain(["|".to_owned()]).collect()
    };
    for ((k, event), step) in (1..).zip(events).zip(steps(&text)) {
        assert_eq!((&event["event"], &event["step"]), (&"step".into(), &k.into()));
        assert_eq!(step.lines().nth(2), Some(boxes(&event["placed"]).as_str()));
    }
    assert_eq!(text.lines().nth_back(1), Some(boxes(&end["solution"]).as_str()));
    let counts = ["steps", "placements", "conflict_tests", "backtracks"].map(|name| end[name].as_u64());
    assert_eq!(counts, [112, 113, 876, 105].map(Some));
}

/// Row and column numbers from 10 on need wider boxes.
#[test]
fn wide_boxes() {
    let trace = run("queens backtracking 12").out;
    let lines: Vec<&str> = trace.lines().collect();
    assert_snapshot!(lines[lines.len() - 9..].join("\n"));
}

#[test]
fn a_time_limit_ends_a_trace() {
    let Ran { code, out, err } = run("queens backtracking 30 --time-limit 100ms");
    assert_eq!((code, err.as_str()), (Some(3), ""));
    assert!(out.ends_with(" steps so far; incomplete, stopped by the time limit\n"));
}

/// Runs `--step` with this input.
fn stepped(options: &str, input: impl Into<Stdio>) -> Ran {
    let mut command = ferz(&format!("queens backtracking 8 --step {options}"));
    finish(command.stdin(input).output().expect("the command starts"))
}

/// Returns a pipe that contains a text.
fn piped(text: &str) -> std::io::PipeReader {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(text.as_bytes()).expect("the pipe has room");
    reader
}

/// With eight queens, the search backtracks 105 times, so exactly 105 empty lines are read.
#[test]
fn empty_lines_step_through_the_whole_trace() {
    let whole = run("queens backtracking 8");
    assert_eq!(stepped("", piped(&"\n".repeat(105))), whole);
    assert_eq!(stepped("", piped(&" \r\n".repeat(200))), whole);
    let short = stepped("", piped(&"\n".repeat(104)));
    assert_eq!(steps(&short.out).len(), 108);
    assert!(short.out.ends_with("\n8 queens: 108 steps, then ended at the end of the input\n"));
    assert_eq!((short.code, short.err.as_str()), (Some(0), ""));
}

#[test]
fn any_text_ends_the_trace() {
    let Ran { code, out, err } = stepped("", piped("\n\nenough\n\n\n"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_snapshot!(out);
    // The last line needs no line break, and the input may end there.
    assert_eq!(stepped("", piped("\n\n1")).out, out);
}

#[test]
fn without_input_the_trace_ends_at_the_first_wait() {
    let Ran { code, out, err } = stepped("", Stdio::null());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.ends_with(
        "|0 0|1 2|2 4|3 1|4 3|\n+---+---+---+---+---+\n8 queens: 5 steps, then ended at the end of the input\n"
    ));
}

#[test]
fn json_names_what_ended_the_trace() {
    for (input, by) in [("\nstop\n", "text typed"), ("\n", "end of input")] {
        let Ran { code, out, err } = stepped("--format json", piped(input));
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let end: serde_json::Value = serde_json::from_str(out.lines().next_back().expect("an end")).expect("JSON");
        assert_eq!((&end["outcome"], &end["stopped_by"]), (&"stopped".into(), &by.into()));
        assert_eq!(end["steps"], 6);
    }
}

/// If the input stays open and silent, the time limit ends the wait.
#[test]
fn a_time_limit_ends_the_waiting() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let Ran { code, out, err } = stepped("--time-limit 300ms", reader);
    drop(writer);
    assert_eq!((code, err.as_str()), (Some(3), ""));
    assert!(out.ends_with("8 queens: 5 steps so far; incomplete, stopped by the time limit\n"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn unreadable_input_is_bad_input() {
    let directory = File::open("/").expect("a directory");
    let Ran { code, err, .. } = stepped("", directory);
    let said = "error: cannot read standard input: Is a directory (os error 21)\n";
    assert_eq!((code, err.as_str()), (Some(2), said));
}
