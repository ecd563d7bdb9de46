//! `--count` and its methods: the choice of method, the messages, and counts that are killed and resumed.

use crate::common::{Ran, cases, ferz, redacted, run, transcript};
use insta::assert_snapshot;
use std::path::Path;
use std::time::Duration;

#[test]
fn the_method_is_chosen_and_named() {
    assert_snapshot!(transcript([
        "queens 8 --count",
        "queens 1 --count",
        "queens 3 --count",
        "queens 12 --count --threads 1",
        "queens 12 --count --method bits",
        "queens 12 --count --method quadrants",
        "queens 8 --count --method model",
        "queens 8 --count --order dom",
        "queens 8 --count --given d1",
        "queens 8 --count --distinct",
        "queens 33 --count --node-limit 1",
        "queens 8 --method formula",
        "queens 14 --method formula --format rows",
        "queens 9 --method formula --format json",
    ]));
}

#[test]
fn what_a_method_cannot_do() {
    assert_snapshot!(transcript([
        "queens 8 --method bits",
        "queens 8 --method quadrants --all",
        "queens 25 --method quadrants --count",
        "queens 33 --method bits --count",
        "queens 8 --method bits --count --model dual",
        "queens 8 --method bits --count --given d1",
        "queens 8 --method quadrants --count --distinct",
        "queens 8 --method quadrants --count --format rows",
        "queens 8 --threads 2",
        "queens 8 --count --threads 0",
        "queens 8 --count --threads two",
        "queens 8 --count --checkpoint x --method model",
        "queens 3 --method formula",
        "queens 8 --method formula --all",
        "queens 100000001 --method formula",
        "queens 8 --count --checkpoint /no/such/folder/x",
    ]));
}

#[test]
fn every_method_counts_the_same() {
    for n in 1..=cases(9, 11).min(11) {
        let counts: Vec<String> = ["model", "bits", "quadrants"]
            .map(|method| {
                let Ran { code, out, .. } = run(&format!("queens {n} --count --method {method} --format json"));
                assert_eq!(code, Some(0));
                let answer: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
                let outcome = if [2, 3].contains(&n) { "unsatisfiable" } else { "complete" };
                assert_eq!(
                    (&answer["answer"]["outcome"], &answer["question"]["method"]),
                    (&outcome.into(), &method.into())
                );
                answer["answer"]["count"].to_string()
            })
            .into();
        assert!(counts.iter().all(|count| *count == counts[0]), "{n}: {counts:?}");
    }
}

#[test]
fn json_and_stats_report_counts() {
    let stats = run("queens 10 --count --threads 2 --stats").out;
    assert!(stats.starts_with("10 queens: 724 solutions, counted by quadrants\nmethod        quadrants ("), "{stats}");
    let answer: serde_json::Value =
        serde_json::from_str(&run("queens 10 --count --format json --threads 2").out).expect("valid JSON");
    assert_eq!((&answer["answer"]["count"], &answer["question"]["threads"]), (&724.into(), &2.into()));
    assert_eq!(answer["answer"]["units"], answer["answer"]["units_done"]);
}

#[test]
fn a_time_limit_leaves_a_lower_bound() {
    let Ran { code, out, err } = run("queens 24 --count --time-limit 200ms");
    assert_eq!((code, err.as_str()), (Some(3), ""));
    assert!(out.starts_with("24 queens: at least "), "{out}");
    assert!(out.contains("; incomplete, stopped by the time limit\n"), "{out}");
}

#[test]
fn a_killed_count_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("14.ferz");
    let mut kills = 0;
    // With bits in one thread, the count for 14 queens runs long enough to be killed.
    while kills < 3 {
        let mut child = counting(&file).spawn().expect("the command starts");
        std::thread::sleep(Duration::from_millis(60));
        if child.try_wait().expect("a child").is_some() {
            break;
        }
        child.kill().expect("a child");
        let _ = child.wait();
        kills += 1;
    }
    let ended = counting(&file).output().expect("the command starts");
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "14 queens: 365596 solutions, counted by bits\n");
    // A complete checkpoint file yields the same total.
    let again = counting(&file).output().expect("the command starts");
    assert_eq!(again.stdout, ended.stdout);
}

#[test]
fn foreign_and_damaged_checkpoints_are_refused_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("14.ferz");
    counting(&file).output().expect("the command starts");
    let whole = std::fs::read(&file).expect("a checkpoint");
    for (what, bytes) in
        [("a poem", b"Eight queens on a board\n".to_vec()), ("half a file", whole[..whole.len() / 2].to_vec())]
    {
        std::fs::write(&file, &bytes).expect("the folder is writable");
        let ran = counting(&file).output().expect("the command starts");
        assert_eq!(ran.status.code(), Some(2), "{what}");
        assert!(!ran.stderr.is_empty() && ran.stdout.is_empty(), "{what}");
        assert_eq!(std::fs::read(&file).expect("a file"), bytes, "{what} is left as it was");
    }
    std::fs::write(&file, &whole).expect("the folder is writable");
    let other =
        ferz("queens 15 --count --method bits --threads 1 --checkpoint").arg(&file).output().expect("it starts");
    assert_eq!(other.status.code(), Some(2));
    let message = redacted(&String::from_utf8_lossy(&other.stderr).replace(&*file.to_string_lossy(), "14.ferz"));
    assert_snapshot!(message);
}

fn counting(file: &Path) -> std::process::Command {
    let mut command = ferz("queens 14 --count --method bits --threads 1 --checkpoint");
    command.arg(file).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    command
}
