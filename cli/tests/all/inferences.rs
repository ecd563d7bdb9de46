//! `--trace` (decisions, inferences, failures) and `--check-inferences`.

use crate::common::{Ran, ferz, finish, redacted, run, transcript};
use insta::assert_snapshot;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn six_queens_to_the_first_solution() {
    assert_snapshot!(run("queens 6 --trace").out);
}

/// Prints all solutions of the smallest puzzles, with each formulation, both branching schemes, and given queens.
#[test]
fn small_traces() {
    assert_snapshot!(transcript([
        "queens 1 --trace",
        "queens 2 --trace --stats",
        "queens 4 --trace --all --format squares",
        "queens 4 --trace --count --branching d-way --model dual",
        "queens 4 --trace=inferences --count --model queens-rule",
        "queens 5 --trace --limit 2 --format rows --model alldifferent --consistency domain --order dom",
        "queens 6 --trace --given d1,b4 --model pairwise",
        "queens 6 --trace --given a1",
    ]));
}

#[test]
fn small_traces_for_programs() {
    assert_snapshot!(transcript([
        "queens 1 --trace --format json",
        "queens 3 --trace --format json --branching d-way",
        "queens 4 --trace --format json --given a2",
    ]));
}

#[test]
fn limits_end_a_trace() {
    assert_snapshot!(transcript([
        "queens 8 --trace --node-limit 2",
        "queens 8 --trace --failure-limit 1 --given a1,b3",
        "queens 8 --trace --time-limit 0",
        "queens 8 --trace --time-limit 0 --format json",
    ]));
    let Ran { code, out, err } = run("queens 12 --trace --count --format json --node-limit 100");
    assert_eq!((code, err.as_str()), (Some(3), ""));
    let last: serde_json::Value = serde_json::from_str(out.lines().last().expect("lines")).expect("valid JSON");
    assert_eq!((&last["stopped_by"], &last["nodes"]), (&"node limit".into(), &100.into()));
}

/// A trace has the same counts as the search without a trace.
#[test]
fn a_trace_has_every_node_and_every_dead_end() {
    let plain: serde_json::Value =
        serde_json::from_str(&run("queens 8 --count --format json --order dom").out).expect("valid JSON");
    let json = run("queens 8 --count --trace --format json --order dom").out;
    let last: serde_json::Value = serde_json::from_str(json.lines().last().expect("lines")).expect("valid JSON");
    for number in ["nodes", "failures", "solutions", "propagations", "peak_depth"] {
        assert_eq!(last[number], plain["answer"]["statistics"][number], "{number}");
    }
    let text = run("queens 8 --count --trace --order dom").out;
    let lines = |word: &str| text.lines().filter(|line| line.trim_start().starts_with(word)).count();
    assert_eq!(lines("Dead end: "), plain["answer"]["statistics"]["failures"]);
    assert_eq!(lines("Solution "), plain["answer"]["count"]);
    assert_eq!(lines("Try ") + lines("Without that: ") + 1, plain["answer"]["statistics"]["nodes"]);
    assert!(text.ends_with("\n8 queens: 92 solutions, counted by search on a model\n"));
}

/// Runs `--step` with this input.
fn stepped(options: &str, text: &str) -> Ran {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(text.as_bytes()).expect("the pipe has room");
    drop(writer);
    finish(ferz(&format!("queens 6 --trace --step {options}")).stdin(reader).output().expect("the command starts"))
}

/// The trace of six queens pauses at each backtrack.
#[test]
fn steps_wait_where_the_search_goes_back() {
    for options in ["", "--format json", "--model dual"] {
        let whole = run(&format!("queens 6 --trace {options}"));
        let waits = whole.out.matches(if options.contains("json") { "backtrack" } else { "Dead end" }).count();
        assert!(waits > 3);
        assert_eq!(stepped(options, &"\n".repeat(waits)), whole, "{options}");
        let Ran { code, out, err } = stepped(options, &"\n".repeat(waits - 1));
        assert_eq!((code, err.as_str()), (Some(0), ""));
        assert_ne!(out, whole.out, "{options}");
    }
    assert_snapshot!(stepped("", "\nenough\n\n").out);
    let printed = |text| stepped("--format json", text).out.lines().last().map(str::to_owned).expect("a last line");
    assert_snapshot!([printed("q"), printed("\n\n")].join("\n"));
}

#[test]
fn a_time_limit_ends_the_waiting() {
    let (reader, _writer) = std::io::pipe().expect("a pipe");
    let output = ferz("queens 6 --trace --step --time-limit 200ms").stdin(reader).output().expect("the command starts");
    let Ran { code, out, err } = finish(output);
    assert_eq!((code, err.as_str()), (Some(3), ""));
    assert!(out.ends_with("6 queens: 0 solutions so far; incomplete, stopped by the time limit\n"), "{out}");
}

#[test]
fn a_closed_pipe_ends_a_trace_in_silence() {
    for line in ["queens 13 --trace --all", "queens 13 --trace --all --format json", "queens 13 --trace --count"] {
        let mut child = ferz(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        reader.read_line(&mut first).expect("a line");
        drop(reader);
        let Ran { code, err, .. } = finish(child.wait_with_output().expect("it ends"));
        assert_eq!((code, err.as_str()), (Some(0), ""), "ferz {line}");
        assert!(!first.is_empty());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    for line in ["queens 10 --trace --count", "queens 6 --trace --format json", "queens 6 --check-inferences"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let Ran { code, err, .. } = finish(ferz(line).stdout(full).output().expect("the command starts"));
        let said = "error: cannot write the output: No space left on device (os error 28)\n";
        assert_eq!((code, err.as_str()), (Some(70), said), "ferz {line}");
    }
}

/// An interrupt during the output of a trace leaves complete lines.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_a_trace_with_a_whole_line() {
    for (line, end) in [
        ("queens 30 --trace --count", "; incomplete, stopped by an interrupt\n"),
        ("queens 30 --trace --count --format json", "}\n"),
    ] {
        let mut child = ferz(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
        // The first line shows that the search is running; the remaining output must be read, or the pipe fills up.
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut out = String::new();
        reader.read_line(&mut out).expect("a line");
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        std::io::Read::read_to_string(&mut reader, &mut out).expect("text");
        let Ran { code, err, .. } = finish(child.wait_with_output().expect("it ends"));
        assert_eq!((code, err.as_str()), (Some(3), ""), "ferz {line}");
        assert!(out.ends_with(end), "ferz {line}");
        if end == "}\n" {
            let last: serde_json::Value = serde_json::from_str(out.lines().last().expect("lines")).expect("valid JSON");
            assert_eq!(last["stopped_by"], "cancelled");
        }
    }
}

#[test]
fn every_inference_is_verified() {
    assert_snapshot!(transcript([
        "queens 8 --count --check-inferences",
        "queens 8 --count --check-inferences --model alldifferent --consistency bounds",
        "queens 8 --count --check-inferences --model alldifferent --consistency domain",
        "queens 8 --count --check-inferences --model pairwise --branching d-way",
        "queens 8 --count --check-inferences --model dual --order dom --stats",
        "queens 8 --count --check-inferences --model queens-rule",
        "queens 6 --check-inferences --given d1 --format rows",
        "queens 6 --check-inferences --count --node-limit 1",
        "queens 6 --check-inferences --all --format json",
    ]));
}

/// Verification does not change the other output.
#[test]
fn the_answer_is_the_same_while_it_is_verified() {
    let plain = redacted(&run("queens 7 --all --format rows").out);
    let verified = redacted(&run("queens 7 --all --format rows --check-inferences").out);
    assert!(verified.starts_with(&plain));
}

#[test]
fn options_that_exclude_each_other() {
    assert_snapshot!(transcript([
        "queens 8 --trace --check-inferences",
        "queens backtracking 8 --check-inferences",
        "queens 8 --trace thoughts",
        "queens --trace 8",
    ]));
}
