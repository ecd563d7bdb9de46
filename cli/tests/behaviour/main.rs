//! The command's interaction with the system: repeated runs, closed pipes, signals, and clocks.

#[path = "../all/common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod inputs;
#[cfg(target_os = "linux")]
mod random;

use common::{DEAD_COLUMN, Ran, ferz, finish, redacted, run};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn the_same_command_prints_the_same_bytes() {
    for line in [
        "queens 8 --all",
        "queens 9 --count --stats --model dual",
        "queens 10 --all --format json --order dom/wdeg",
        "queens 12 --limit 20 --order random --tie-break random --value-order random --seed 42 --stats",
        "queens 12 --limit 20 --order random --branching d-way --value-order random --seed 42 --format json",
        "queens 9 --count --order dom --tie-break random --seed 18446744073709551615 --format json",
        "queens 40 --order random --seed 3 --node-limit 5000 --stats",
        "queens 8 --consistency strong",
        "queens 8 --given d1,f2 --all --stats",
        "queens 18 --given a1,b3,c5,d2,e4 --format json",
        "queens 5000 --method local-search --format json --seed 9",
        "queens backtracking 8",
        "queens backtracking 12 --stats",
        "queens backtracking 10 --format json",
        "queens list 8 --sort colex --format python",
        "queens pieces 8 5 --all --format ruby",
        "queens report costs 9 --call-limit 1000000",
    ] {
        let (first, second) = (run(line), run(line));
        assert_eq!(redacted(&first.out), redacted(&second.out), "ferz {line}");
        assert_eq!((first.code, first.err), (second.code, second.err), "ferz {line}");
    }
}

/// A known bug of other solvers (case 23 in `tests/tests/all/known_bugs/README.md`): an order that depends on addresses
/// or a hash seed, which differ between processes.
#[test]
fn case_23_twenty_processes_print_the_same_bytes() {
    let line = "queens 8 --all --order random --value-order random --tie-break random --seed 7 --stats";
    let first = run(line);
    for _ in 1..20 {
        assert_eq!(redacted(&run(line).out), redacted(&first.out));
    }
}

/// Solving a larger board needs no options, and hardly any search.
#[test]
fn large_boards_are_solved_without_options() {
    for n in [17, 25, 32, 50, 64, 97, 128, 150, 195, 200, 500, 1000] {
        let found = run(&format!("queens {n} --format rows --node-limit {}", 50 * n));
        assert_eq!(found.code, Some(0), "{n} queens: {}", found.out);
    }
}

#[test]
fn another_seed_is_another_search() {
    let with =
        |seed: u64| run(&format!("queens 20 --order random --value-order random --format rows --seed {seed}")).out;
    assert_ne!(with(1), with(2));
}

/// Starts the command with piped output.
fn start(line: &str) -> Child {
    ferz(line).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
}

/// `ferz … | head -1`: when the reader closes the pipe, the command ends without a message.
#[test]
fn a_closed_pipe_ends_the_search_in_silence() {
    for line in [
        "queens 8 --all",
        "queens 13 --all",
        "queens 13 --all --format rows",
        "queens 13 --all --format json",
        "queens 100000 --method local-search",
        "queens 100000 --method local-search --format json",
        "queens backtracking 8",
        "queens backtracking 30",
        "queens backtracking 30 --format json",
        "queens list 13 --format ruby",
        "queens report candidates 8 --pieces 8",
    ] {
        let mut child = start(line);
        let mut first = String::new();
        let json = line.ends_with("json");
        let mut reader = BufReader::with_capacity(64, child.stdout.take().expect("a pipe"));
        if json {
            first = String::from_utf8_lossy(reader.fill_buf().expect("some output")).into_owned();
        } else {
            reader.read_line(&mut first).expect("a line");
        }
        drop(reader);
        let Ran { code, err, .. } = finish(child.wait_with_output().expect("it ends"));
        assert_eq!((code, err.as_str()), (Some(0), ""), "ferz {line}");
        assert!(!first.is_empty());
    }
    // The pipe is closed before anything is written.
    let mut child = start("queens 8 --help");
    drop(child.stdout.take());
    let Ran { code, err, .. } = finish(child.wait_with_output().expect("it ends"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

/// If standard error is closed, the exit code still reports the result.
#[test]
fn a_closed_standard_error_does_not_matter() {
    let mut child = start("queens 5000 --model pairwise");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error_without_a_panic() {
    for line in [
        "queens 8",
        "queens 8 --count",
        "queens 12 --all",
        "queens 8 --format json",
        "queens 100000 --method local-search --format squares",
        "queens backtracking 8",
        "queens backtracking 30 --format json",
        "queens list 12 --format scheme",
        "queens list 4 --format ox --limit 1",
        "queens 5 --step",
        "queens pieces 6 3 --all --format ruby",
        "queens report levels 6",
        "queens report costs 6",
        "queens report spaces 6",
        "queens report cells 6",
        "queens report extensions 6",
        "queens report candidates 6 --format json",
        "queens report safe 6 --given a1",
        "--help",
        "--version",
        "queens -h",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let output = ferz(line).stdout(full).output().expect("the command starts");
        let Ran { code, err, .. } = finish(output);
        let said = "error: cannot write the output: No space left on device (os error 28)\n";
        assert_eq!((code, err.as_str()), (Some(70), said), "ferz {line}");
    }
}

#[cfg(target_os = "linux")]
mod signals {
    use super::*;

    /// Starts a search that takes hours, and waits until it handles signals.
    fn search(line: &str) -> Child {
        handles_signals(start(line))
    }

    /// Waits until a command handles signals.
    pub(crate) fn handles_signals(mut child: Child) -> Child {
        let status = format!("/proc/{}/status", child.id());
        let begun = Instant::now();
        while !catches_interrupts(&std::fs::read_to_string(&status).expect("it runs")) {
            assert!(begun.elapsed() < Duration::from_secs(60), "no handler");
            assert!(child.try_wait().expect("a state").is_none(), "it ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        // Waits until the search itself is running.
        std::thread::sleep(Duration::from_millis(100));
        child
    }

    /// Whether the second bit, which stands for SIGINT, is set in the mask of caught signals.
    fn catches_interrupts(status: &str) -> bool {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
        u64::from_str_radix(mask.trim(), 16).expect("a mask") & 2 != 0
    }

    /// Sends signals in immediate succession. The command may end before the last one.
    pub(crate) fn send(signals: &[&str], child: &Child) {
        let kills: Vec<String> = signals.iter().map(|signal| format!("kill -{signal} {}", child.id())).collect();
        let sent = Command::new("sh").args(["-c", &kills.join("; ")]).stderr(Stdio::null()).status();
        sent.expect("a shell to send signals");
    }

    #[test]
    fn an_interrupt_prints_what_is_known() {
        for signal in ["INT", "TERM"] {
            let child = search("queens 30 --count");
            send(&[signal], &child);
            let Ran { code, out, err } = finish(child.wait_with_output().expect("it ends"));
            assert_eq!((code, err.as_str()), (Some(3), ""));
            assert!(out.starts_with("30 queens: at least "), "{out}");
            assert!(out.ends_with("; incomplete, stopped by an interrupt\n"), "{out}");
        }
    }

    #[test]
    fn an_interrupt_leaves_valid_json() {
        for line in [
            "queens 30 --count --format json",
            "queens 30 --all --order dom --format json",
            "queens 200 --format json --limit 3",
        ] {
            let child = search(line);
            // Solutions must not fill the pipe before the interrupt.
            let id = child.id();
            let reader = std::thread::spawn(move || finish(child.wait_with_output().expect("it ends")));
            Command::new("kill").args(["-INT", &id.to_string()]).status().expect("kill");
            let Ran { code, out, err } = reader.join().expect("a reader");
            assert_eq!((code, err.as_str()), (Some(3), ""));
            let answer: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
            assert_eq!(answer["answer"]["outcome"], "stopped", "{line}");
            assert_eq!(answer["answer"]["stopped_by"], "cancelled", "{line}");
            if let Some(solutions) = answer["solutions"].as_array() {
                assert_eq!(answer["answer"]["count"], solutions.len(), "{line}");
            }
        }
    }

    /// The board has no solution; computing the unsatisfiable core of its queens takes hours.
    #[test]
    fn an_interrupt_prints_what_is_known_of_a_clash() {
        let line = format!("queens 50 --order input --given {DEAD_COLUMN}");
        let child = search(&line);
        send(&["INT"], &child);
        let Ran { code, out, err } = finish(child.wait_with_output().expect("it ends"));
        assert_eq!((code, err.as_str()), (Some(3), ""));
        let said: Vec<&str> = out.lines().collect();
        let [verdict, clash] = said[..] else { panic!("{out}") };
        assert!(verdict.ends_with(": no solution"), "{out}");
        assert!(clash.ends_with("rule out every solution, but perhaps fewer do: stopped by an interrupt"), "{out}");

        let child = search(&format!("{line} --format json"));
        send(&["INT"], &child);
        let Ran { code, out, .. } = finish(child.wait_with_output().expect("it ends"));
        assert_eq!(code, Some(3));
        let answer: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
        assert_eq!((&answer["answer"]["outcome"], &answer["answer"]["count"]), (&"unsatisfiable".into(), &0.into()));
        assert_eq!(answer["answer"]["clash"]["outcome"], "stopped");
        assert_eq!(answer["answer"]["clash"]["stopped_by"], "cancelled");
        assert_eq!(answer["answer"]["clash"]["given"], answer["question"]["given"]);
    }

    #[test]
    fn an_interrupt_ends_a_question() {
        let child = search("queens 30 --order input --why a1 --node-limit 1000000000");
        send(&["INT"], &child);
        let Ran { code, out, err } = finish(child.wait_with_output().expect("it ends"));
        assert_eq!((code, err.as_str()), (Some(3), ""));
        assert!(out.contains("stopped by an interrupt."), "{out}");
    }

    #[test]
    fn an_interrupt_ends_a_trace() {
        for line in ["queens backtracking 30", "queens backtracking 30 --format json"] {
            let child = search(line);
            let id = child.id();
            let reader = std::thread::spawn(move || finish(child.wait_with_output().expect("it ends")));
            Command::new("kill").args(["-INT", &id.to_string()]).status().expect("kill");
            let Ran { code, out, err } = reader.join().expect("a reader");
            assert_eq!((code, err.as_str()), (Some(3), ""));
            let last = out.lines().next_back().expect("a line");
            if line.ends_with("json") {
                let last: serde_json::Value = serde_json::from_str(last).expect("valid JSON");
                assert_eq!(last["outcome"], "stopped");
                assert_eq!(last["stopped_by"], "cancelled");
                assert_eq!(last["steps"], out.lines().count() - 1);
            } else {
                assert!(last.starts_with("30 queens: "), "{last}");
                assert!(last.ends_with(" steps so far; incomplete, stopped by an interrupt"), "{last}");
            }
        }
    }

    /// An interrupt also ends a trace that waits for input that never comes.
    #[test]
    fn an_interrupt_ends_a_trace_that_waits() {
        let mut command = ferz("queens backtracking 8 --step");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = handles_signals(command.spawn().expect("the command starts"));
        // The input is kept open, because its end would count as an answer.
        let input = child.stdin.take();
        send(&["INT"], &child);
        let Ran { code, out, err } = finish(child.wait_with_output().expect("it ends"));
        drop(input);
        assert_eq!((code, err.as_str()), (Some(3), ""));
        assert!(out.ends_with("8 queens: 5 steps so far; incomplete, stopped by an interrupt\n"), "{out}");
    }

    #[test]
    fn an_interrupt_ends_solutions_that_wait() {
        let mut command = ferz("queens list 6 --step --format scheme");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = handles_signals(command.spawn().expect("the command starts"));
        let input = child.stdin.take();
        send(&["INT"], &child);
        let Ran { code, out, err } = finish(child.wait_with_output().expect("it ends"));
        drop(input);
        // The interrupt may come before the first solution.
        assert!(matches!(out.as_str(), "()\n" | "((2 4 6 1 3 5))\n"), "{out}");
        assert_eq!(code, Some(3));
        assert!(err.ends_with(" so far; incomplete, stopped by an interrupt\n"), "{err}");
    }

    #[test]
    fn an_interrupt_ends_a_report() {
        for line in [
            "queens report levels 30",
            "queens report levels 30 --format json",
            "queens report costs 30 --call-limit 100000000000",
            "queens report costs 30 --call-limit 100000000000 --format json",
        ] {
            let child = search(line);
            send(&["INT"], &child);
            let Ran { code, out, err } = finish(child.wait_with_output().expect("it ends"));
            assert_eq!((code, err.as_str()), (Some(3), ""), "{line}");
            if line.ends_with("json") {
                let printed: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
                assert_eq!(
                    (&printed["answer"]["outcome"], &printed["answer"]["stopped_by"]),
                    (&"stopped".into(), &"cancelled".into())
                );
            } else {
                assert!(out.ends_with("incomplete, stopped by an interrupt\n"), "{out}");
            }
        }
    }

    /// The second interrupt ends the command at once, unless it comes too late or together with the first.
    #[test]
    fn two_interrupts_end_at_once() {
        for _ in 0..5 {
            let child = search("queens 30 --count");
            send(&["INT", "INT"], &child);
            let Ran { code, err, .. } = finish(child.wait_with_output().expect("it ends"));
            assert!(matches!(code, Some(3 | 130)), "{code:?}");
            assert_eq!(err, "");
        }
    }

    /// The search is blocked because the pipe is full and not read: the second interrupt ends it.
    #[test]
    fn two_interrupts_end_a_command_that_cannot_write() {
        for line in ["queens 30 --all --order dom", "queens backtracking 30"] {
            let mut child = search(line);
            std::thread::sleep(Duration::from_millis(300));
            send(&["INT"], &child);
            std::thread::sleep(Duration::from_millis(200));
            send(&["INT"], &child);
            let code = child.wait().expect("it ends").code();
            assert!(matches!(code, Some(3 | 130)), "{line}: {code:?}");
        }
    }
}

/// Runs every model on its largest board and on smaller ones. Times over the limit are printed but do not count as
/// failures; to see them, run with `--nocapture` in release mode.
#[test]
fn time_limits_stop_every_model_at_every_size() {
    const LIMIT: Duration = Duration::from_millis(200);
    let models = [
        ("--model pairwise", 700),
        ("--model alldifferent", 50_000),
        ("--model alldifferent --consistency bounds", 50_000),
        ("--model alldifferent --consistency domain", 11_500),
        ("--model dual", 4_000),
        ("--model queens-rule", 4_000),
    ];
    println!("{:44}{:>8}{:>8}{:>12}", "--time-limit 200ms", "N", "code", "elapsed");
    for (model, largest) in models {
        for n in [20, 200, 1_000, 5_000, largest] {
            if n > largest {
                continue;
            }
            let begun = Instant::now();
            let Ran { code, out, err } = run(&format!("queens {n} {model} --count --format json --time-limit 200ms"));
            println!("{model:44}{n:>8}{:>8}{:>9} ms", code.unwrap_or(-1), begun.elapsed().as_millis());
            assert!(matches!(code, Some(0 | 3)), "{model} {n}: {code:?} {err}");
            let answer: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
            assert_eq!(answer["answer"]["stopped_by"] == "time limit", code == Some(3), "{out}");
            assert!(begun.elapsed() >= LIMIT || code == Some(0));
        }
    }
}
