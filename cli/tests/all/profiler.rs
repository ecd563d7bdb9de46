//! `fzn-ferz --cp-profiler`: the search is sent to a receiver, and the answer does not change.

#[path = "../../../study/tests/all/cp_profiler/receiver.rs"]
mod receiver;

use insta_cmd::get_cargo_bin;
use receiver::{Received, listen};
use std::process::{Command, Output};

const QUEENS: &str = "\
var 1..6: a :: output_var; var 1..6: b :: output_var; var 1..6: c :: output_var;
var 1..6: d :: output_var; var 1..6: e :: output_var; var 1..6: f :: output_var;
array [1..6] of var int: q = [a, b, c, d, e, f];
constraint ferz_all_different(q);
constraint int_lin_ne([1, -1], [a, b], 1); constraint int_lin_ne([1, -1], [a, b], -1);
constraint int_lin_ne([1, -1], [b, c], 1); constraint int_lin_ne([1, -1], [b, c], -1);
constraint int_lin_ne([1, -1], [c, d], 1); constraint int_lin_ne([1, -1], [c, d], -1);
constraint int_lin_ne([1, -1], [d, e], 1); constraint int_lin_ne([1, -1], [d, e], -1);
constraint int_lin_ne([1, -1], [e, f], 1); constraint int_lin_ne([1, -1], [e, f], -1);
";

fn fzn(folder: &std::path::Path, goal: &str, flags: &[&str]) -> Output {
    let file = folder.join("six.fzn");
    std::fs::write(&file, format!("{QUEENS}solve {goal};\n")).expect("a file");
    Command::new(get_cargo_bin("fzn-ferz")).args(flags).arg(&file).output().expect("it starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the nodes that a receiver gets from a search, and the command's output.
fn profiled(goal: &str, flags: &[&str]) -> (Received, Output) {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, receiving) = listen();
    let printed = fzn(folder.path(), goal, &[flags, &["--cp-profiler", &format!("3,{port}")]].concat());
    let received = receiving.join().expect("it received the search");
    // The search without a receiver has the same output, except for times.
    let plain: Vec<&str> = flags.split(|flag| *flag == "-p").next().unwrap_or_default().to_vec();
    let plain = fzn(folder.path(), goal, &plain);
    let timeless = |output: &Output| -> Vec<String> {
        text(&output.stdout).lines().filter(|line| !line.contains("Time=")).map(str::to_owned).collect()
    };
    assert_eq!(timeless(&printed), timeless(&plain));
    (received, printed)
}

#[test]
fn the_tree_of_all_solutions() {
    let (received, output) = profiled("satisfy", &["-a", "-s"]);
    let start = serde_json::json!({"name": "six.fzn", "has_restarts": false, "execution_id": 3});
    assert_eq!((&received.start, received.kinds.first(), received.kinds.last()), (&start, Some(&2), Some(&1)));
    let said = text(&output.stdout);
    assert!(said.contains(&format!("%%%mzn-stat: nodes={}\n", received.nodes.len())), "{said}");
    let solved = received.nodes.values().filter(|node| node.status == 0).count();
    assert_eq!(solved, said.matches("----------").count());
    assert!(received.nodes.values().any(|node| node.texts[0].as_deref() == Some("a = 1")));
}

#[test]
fn one_search_is_shown_with_its_restarts() {
    let (received, output) = profiled("minimize f", &["-f", "-p", "2"]);
    assert_eq!(received.start["has_restarts"], true);
    assert_eq!(received.kinds.last(), Some(&1));
    assert!(text(&output.stderr).contains("only one search can be sent to CP-Profiler"), "{}", text(&output.stderr));
}

#[test]
fn no_program_listens() {
    let folder = tempfile::tempdir().expect("a folder");
    for (flag, said) in [("1", "such as 1,6565"), ("1,0", "such as 1,6565"), ("1,70000", "such as 1,6565")] {
        let output = fzn(folder.path(), "satisfy", &["--cp-profiler", flag]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
    // Port 1 is below 1024 and unused.
    let output = fzn(folder.path(), "satisfy", &["--cp-profiler", "1,1"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(text(&output.stderr).contains("no CP-Profiler listens on port 1 "), "{}", text(&output.stderr));
}
