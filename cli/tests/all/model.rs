//! `ferz model`: classical models, selected by name.

use crate::common::{Ran, ferz, finish, redacted, run, transcript};
use insta::assert_snapshot;
use serde_json::Value;

/// Returns the JSON output of the command, and its exit code.
fn json(line: &str) -> (Option<i32>, Value) {
    let Ran { code, out, err } = run(&format!("model {line} --format json"));
    assert_eq!(err, "", "ferz model {line}");
    (code, serde_json::from_str(&out).unwrap_or_else(|e| panic!("ferz model {line}: {e}\n{out}")))
}

/// Lists the available models, each by its name and the number of its arguments.
fn listed() -> Vec<(String, usize)> {
    let Ran { code, out, .. } = run("model");
    assert_eq!(code, Some(0));
    let rows = out.lines().take_while(|line| !line.is_empty());
    let usage = |row: &str| row.split("  ").next().unwrap_or_default().to_owned();
    rows.map(|row| (usage(row).split(' ').next().unwrap_or_default().to_owned(), usage(row).matches(' ').count()))
        .collect()
}

#[test]
fn the_list_and_what_each_model_needs() {
    assert_snapshot!(transcript(["model", "model --help"]));
    let needing: Vec<String> =
        listed().into_iter().filter(|(_, words)| *words > 0).map(|(name, _)| format!("model {name}")).collect();
    for line in &needing {
        assert_eq!(run(line).code, Some(2), "ferz {line}");
    }
    assert_snapshot!(transcript(needing.iter().map(String::as_str)));
}

/// Each model's usage message ends with an example, which must run.
#[test]
fn each_model_once() {
    let mut lines = Vec::new();
    for (name, words) in listed() {
        let example = match words {
            0 => name,
            _ => {
                let said = run(&format!("model {name}")).err;
                let example = said.split('`').nth(3).unwrap_or_else(|| panic!("{said}"));
                example.to_owned()
            }
        };
        lines.push(format!("model {example}"));
    }
    assert_snapshot!(transcript(lines.iter().map(String::as_str)));
}

#[test]
fn questions_and_their_answers() {
    assert_snapshot!(transcript([
        "model langford 8 --count",
        "model langford 5",
        "model langford 5 --all",
        "model langford 7 --limit 2",
        "model langford 4 --limit 2",
        "model langford 4 --limit 3 --stats",
        "model golomb 6 --all",
        "model golomb 6 --count",
        "model golomb 6 --limit 2",
        "model knapsack p07 --stats",
        "model letters send-more-money --all",
        "model costas 5 --branching d-way --exploration dds",
        "model latin-square 2",
        "model bibd 3 5 1",
        "model knights-tour 3 3",
    ]));
}

/// Covers a reason by constraints, one by search, no reason, and invalid facts.
#[test]
fn why_it_is_so() {
    let why = |model: &str, fact: &str| {
        let mut command = ferz(&format!("model {model}"));
        command.args(["--why", fact]);
        finish(command.output().expect("it runs"))
    };
    let asked = [
        ("golomb 4", "mark[1] >= 1"),
        ("golomb 4", "mark[3] <= 5"),
        ("golomb 4", "mark[1] = 1"),
        ("magic-square 3", "cell[1,1] != 5"),
        ("golomb 4", "mark[9] = 1"),
        ("golomb 4", "mark[1]"),
    ];
    let printed: Vec<String> = asked
        .into_iter()
        .map(|(model, fact)| {
            let Ran { code, out, err } = why(model, fact);
            format!("$ ferz model {model} --why '{fact}'\n{out}{err}({code:?})\n")
        })
        .collect();
    assert_snapshot!(printed.join("\n"));
}

#[test]
fn limits_stop_and_say_so() {
    assert_snapshot!(transcript([
        "model golomb 7 --node-limit 20",
        "model golomb 7 --node-limit 3",
        "model golomb 8 --all --failure-limit 10",
        "model langford 7 --all --node-limit 20",
        "model langford 8 --count --failure-limit 9 --stats",
        "model golomb 9 --lns --node-limit 40",
        "model job-shop ft06 --threads 2 --ordered --node-limit 5",
        "model golomb 16 --time-limit 0",
        "model social-golfers 12 12 20 --time-limit 1ms",
    ]));
}

#[test]
fn what_cannot_be_asked() {
    let lines = [
        "model foo",
        "model magic",
        "model Golomb 5",
        "model golomb x",
        "model golomb 2",
        "model golomb -5",
        "model golomb 99999999999",
        "model golomb 5 5",
        "model tour 5",
        "model bibd 7 3",
        "model job-shop ft07",
        "model quasigroup 5 qg5",
        "model --count",
        "model golomb 5 --all --count",
        "model golomb 5 --count --limit 3",
        "model golomb 5 --limit 0",
        "model golomb 5 --order smallish",
        "model golomb 5 --restarts luby",
        "model golomb 5 --restarts luby:0",
        "model golomb 5 --restarts geometric:100",
        "model golomb 5 --restarts geometric:100:0.5",
        "model golomb 5 --restarts fast",
        "model golomb 5 --conflict-heuristic last-conflict:0",
        "model golomb 5 --conflict-heuristic cry",
        "model golomb 5 --exploration lds --restarts luby:10",
        "model golomb 5 --exploration lds --lns",
        "model langford 7 --lns",
        "model langford 7 --learn=much",
        "model langford 7 --learn --branching d-way",
        "model langford 7 --learn --restarts luby:10",
        "model langford 7 --learn --exploration lds",
        "model golomb 7 --learn --lns",
        "model golomb 5 --lns --count",
        "model golomb 5 --ordered",
        "model golomb 5 --threads 0",
        "model langford 7 --threads 2 --all --restarts luby:10",
        "model golomb 5 --threads 2 --count --learn --format json",
        "model golomb 5 --time-limit soon",
        "model golomb 5 --memory-limit 0",
    ];
    for line in lines {
        let Ran { code, out, err } = run(line);
        assert_eq!((code, out.as_str()), (Some(2), ""), "ferz {line}");
        assert!(err.starts_with("error: "), "ferz {line}: {err}");
    }
    assert_snapshot!(transcript(lines));
}

/// The JSON object contains the same information as the text, and claims only what has been proved.
#[test]
fn answers_for_programs() {
    for (line, code, status, count, objective) in [
        ("golomb 7", 0, "optimal", None, Some(25)),
        ("golomb 7 --lns", 0, "optimal", None, Some(25)),
        ("golomb 7 --restarts luby:20 --phase-saving", 0, "optimal", None, Some(25)),
        ("golomb 7 --learn", 0, "optimal", None, Some(25)),
        ("golomb 7 --learn=activity", 0, "optimal", None, Some(25)),
        ("langford 7 --learn --all", 0, "complete", Some(52), None),
        ("langford 7 --learn=fixed --count", 0, "complete", Some(52), None),
        ("langford 7 --learn --node-limit 9 --all", 3, "stopped", Some(1), None),
        ("langford 5 --learn", 0, "unsatisfiable", Some(0), None),
        ("job-shop ft06", 0, "optimal", None, Some(55)),
        ("job-shop ft06 --threads 2", 0, "optimal", None, Some(55)),
        ("tour --threads 2 --ordered", 0, "optimal", None, Some(291)),
        ("golomb 7 --order input --threads 2", 0, "optimal", None, Some(25)),
        ("golomb 7 --all --threads 3 --ordered", 0, "optimal", None, Some(25)),
        ("langford 7 --all --threads 2", 0, "complete", Some(52), None),
        ("langford 7 --count --threads 3 --order dom/wdeg", 0, "complete", Some(52), None),
        ("langford 7 --limit 5 --threads 2", 0, "satisfied", Some(5), None),
        ("langford 7 --all --threads 2 --ordered --node-limit 20", 3, "stopped", Some(2), None),
        ("golomb 6 --count", 0, "complete", None, None),
        ("golomb 7 --node-limit 20", 3, "stopped", None, Some(27)),
        ("golomb 16 --time-limit 0", 3, "stopped", Some(0), None),
        ("langford 5", 0, "unsatisfiable", Some(0), None),
        ("langford 5 --threads 2", 0, "unsatisfiable", Some(0), None),
        ("langford 7", 0, "satisfied", Some(1), None),
        ("langford 7 --threads 2", 0, "satisfied", Some(1), None),
        ("langford 7 --all", 0, "complete", Some(52), None),
        ("langford 7 --count --order dom/wdeg --restarts luby:10", 0, "complete", Some(52), None),
        ("langford 7 --limit 5", 0, "satisfied", Some(5), None),
        ("langford 7 --limit 53", 0, "complete", Some(52), None),
        ("langford 7 --all --node-limit 20", 3, "stopped", Some(2), None),
        ("social-golfers 3 3 5 --count", 0, "unsatisfiable", Some(0), None),
    ] {
        let (ended, answer) = json(line);
        assert_eq!(
            (ended, answer["answer"]["outcome"].as_str()),
            (Some(code), Some(status)),
            "ferz model {line}: {answer}"
        );
        assert_eq!(answer["answer"]["objective"].as_i64(), objective, "ferz model {line}");
        assert_eq!(answer["answer"]["stopped_by"].is_null(), code == 0, "ferz model {line}");
        let printed = answer["solutions"].as_array().expect("an array").len() as u64;
        if let Some(count) = count {
            assert_eq!(answer["answer"]["count"], count, "ferz model {line}");
            assert_eq!(printed, if line.contains("--count") { 0 } else { count }, "ferz model {line}");
        }
        if let Some(objective) = objective {
            let last = answer["solutions"].as_array().and_then(|printed| printed.last()).expect("the best solution");
            assert_eq!(last["objective"], objective, "ferz model {line}");
        }
    }
}

/// Each improvement is better than the previous one, and the last one is the answer.
#[test]
fn improvements_improve() {
    let (_, answer) = json("golomb 8 --all");
    let printed = answer["solutions"].as_array().expect("an array");
    let values: Vec<i64> = printed.iter().filter_map(|printed| printed["objective"].as_i64()).collect();
    assert!(values.len() == printed.len() && values.is_sorted_by(|a, b| a > b), "{values:?}");
    assert_eq!(values.last(), answer["answer"]["objective"].as_i64().as_ref());
    for printed in printed {
        let marks: Vec<i64> =
            printed["values"]["mark"].as_array().expect("marks").iter().flat_map(Value::as_i64).collect();
        let mut distances: Vec<i64> =
            (0..marks.len()).flat_map(|j| (0..j).map(move |i| (i, j))).map(|(i, j)| marks[j] - marks[i]).collect();
        distances.sort_unstable();
        assert!(distances.is_sorted_by(|a, b| a < b), "{marks:?}");
    }
}

#[test]
fn searches_side_by_side_can_be_repeated() {
    for line in [
        "model job-shop la02 --threads 2 --ordered --stats",
        "model quasigroup qg5 9 --threads 2 --ordered --seed 5 --stats",
        "model packing 5 3 --threads 3 --ordered --stats",
        "model golomb 8 --order dom/wdeg --restarts luby:10 --lns --seed 3 --stats",
        "solve ../flatzinc/tests/data/knapsack-2.10.0.fzn --threads 2 --ordered",
    ] {
        let first = run(line);
        for _ in 0..3 {
            assert_eq!(redacted(&run(line).out), redacted(&first.out), "ferz {line}");
        }
        assert_eq!((first.code, first.err.as_str()), (Some(0), ""), "ferz {line}");
    }
}

/// Deterministic threads that share a tree print the same bytes as one thread.
#[test]
fn in_order_threads_print_what_one_thread_prints() {
    for line in [
        "model langford 8 --all",
        "model latin-square 5 --all",
        "model quasigroup qg5 8 --all --branching d-way --order dom",
        "model golomb 9 --order input",
        "queens 9 --all --format squares",
        "queens 9 --distinct --all",
        "queens 8 --count --method model --format json",
        "solve ../flatzinc/tests/data/queens-2.10.0.fzn --all",
    ] {
        let one = run(line);
        assert_eq!(one.code, Some(0), "ferz {line}");
        for threads in [2, 5] {
            let several = run(&format!("{line} --threads {threads} --ordered"));
            // Do not print thousands of solutions on failure.
            assert!(redacted(&several.out) == redacted(&one.out), "ferz {line}, {threads} threads");
        }
    }
}

/// The examples in the help work; the long ones are stopped.
#[test]
fn the_examples_of_the_help_run() {
    let help = run("model --help").out;
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    let lines: Vec<&str> = examples.lines().take_while(|line| !line.is_empty()).collect();
    assert!(lines.len() > 5, "{lines:?}");
    for line in lines {
        let command = line.trim().trim_start_matches("ferz ").split("   ").next().unwrap_or_default();
        let limit = if command.contains("--time-limit") || command == "model" { "" } else { " --time-limit 100ms" };
        let command = command.replace("10s", "100ms");
        let mut asked = ferz("");
        asked.args(shlex::split(&format!("{command}{limit}")).expect("words"));
        let Ran { code, out, err } = finish(asked.output().expect("it runs"));
        assert!(matches!(code, Some(0 | 3)), "ferz {command}: {code:?} {err}");
        assert!(!out.is_empty() && err.is_empty(), "ferz {command}: {err}");
        assert_eq!(
            out.contains("stopped by ") || out.contains("\"stopped\""),
            code == Some(3),
            "ferz {command}: {out}"
        );
    }
}

/// Long searches of several kinds, each stopped by a signal or a deadline at several times: the output is always
/// complete and claims no more than is known.
#[cfg(unix)]
#[test]
fn stops_at_any_moment_leave_a_whole_answer() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    for (line, optimum) in [
        ("golomb 13 --all", Some(106)),
        ("packing 20 1 --lns", Some(20)),
        ("job-shop ft10 --threads 2", Some(930)),
        ("langford 23 --all", None),
        ("latin-square 40 --all", None),
        ("social-golfers 12 12 20", None),
    ] {
        // The first signal comes as soon as the process handles signals.
        for (stop, moment) in [("INT", 0), ("INT", 40), ("TERM", 70), ("limit", 100)] {
            let moment = Duration::from_millis(moment);
            let deadline =
                if stop == "limit" { format!(" --time-limit {}ms", moment.as_millis()) } else { String::new() };
            let mut command = ferz(&format!("model {line} --format json{deadline}"));
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
            let id = child.id();
            // A full pipe must not block the process.
            let reader = std::thread::spawn(move || finish(child.wait_with_output().expect("it ends")));
            if stop != "limit" {
                while !handles_signals(id) {
                    std::thread::sleep(Duration::from_millis(2));
                }
                std::thread::sleep(moment);
                Command::new("kill").args([&format!("-{stop}"), &id.to_string()]).status().expect("kill");
            }
            let Ran { code, out, err } = reader.join().expect("a reader");
            assert_eq!((code, err.as_str()), (Some(3), ""), "{line} {stop}");
            let answer: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{line} {stop}: {e}\n{out}"));
            assert_eq!(answer["answer"]["outcome"], "stopped", "{line} {stop}");
            let by = if stop == "limit" { "time limit" } else { "cancelled" };
            assert_eq!(answer["answer"]["stopped_by"], by, "{line} {stop}");
            let printed = answer["solutions"].as_array().expect("an array");
            match optimum {
                Some(optimum) => {
                    let last = printed.last().map_or(&Value::Null, |printed| &printed["objective"]);
                    assert_eq!(&answer["answer"]["objective"], last, "{line} {stop}");
                    assert!(last.as_i64().is_none_or(|value| value >= optimum), "{line} {stop}: {last}");
                }
                None => assert_eq!(answer["answer"]["count"], printed.len(), "{line} {stop}"),
            }
        }
    }
}

/// Whether a process handles SIGINT, as the second bit of its mask of caught signals shows. If the mask is unknown,
/// returns true, because the process has had time to set a handler.
#[cfg(unix)]
fn handles_signals(id: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{id}/status")) else { return true };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("2");
    u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0)
}

/// When memory is short, the answer is correct or a stop is reported.
#[cfg(target_os = "linux")]
#[test]
fn little_memory_ends_in_an_answer_or_a_stop() {
    use std::process::Command;
    let bin = insta_cmd::get_cargo_bin("ferz");
    for (line, answer) in [
        ("golomb 7", "25 is the smallest: proved"),
        ("langford 7 --count", "52 solutions"),
        ("job-shop ft06 --threads 2", "55 is the smallest: proved"),
        ("social-golfers 12 12 20 --time-limit 1s", "never"),
    ] {
        for kilobytes in [28_000, 32_000, 64_000, 128_000] {
            let shell = format!("ulimit -v {kilobytes}; exec \"$0\" model {line}");
            let ran = Command::new("sh").args(["-c", &shell]).arg(&bin).output().expect("a shell");
            let Ran { code, out, err } = finish(ran);
            let whole = out.contains(answer) && err.is_empty();
            let stopped = out.contains("stopped by the ") || err.contains("error: out of memory");
            assert!(
                code == Some(0) && whole || code == Some(3) && stopped,
                "{line}, {kilobytes} KB: {code:?} {out} {err}"
            );
        }
        let Ran { code, out, err } = run(&format!("model {line} --memory-limit 30"));
        // The process ends while the model is still being built.
        let stopped = |said: &str| said.contains("stopped by the memory limit");
        let is_stopped = if err.is_empty() { stopped(&out) } else { stopped(&err) };
        let whole = out.contains(answer) && err.is_empty();
        assert!(code == Some(0) && whole || code == Some(3) && is_stopped, "{line}: {code:?} {out} {err}");
    }
}
