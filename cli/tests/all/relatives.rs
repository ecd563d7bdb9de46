//! Domination, peaceable armies, queens with pawns, and generated instances.

use crate::common::{ferz, finish, run, shown_on, transcript};
use insta::assert_snapshot;

#[test]
fn domination() {
    assert_snapshot!(transcript([
        "domination 1",
        "domination 3 --all --format squares",
        "domination 4 --count",
        "domination 5 --limit 2 --format squares",
        "domination 6 --unique",
        "domination 8",
        "domination 8 --count",
        "domination 8 --queens 4",
        "domination 3 --queens 2 --count",
        "domination 4 --node-limit 1",
    ]));
}

#[test]
fn armies() {
    assert_snapshot!(transcript([
        "armies 1",
        "armies 4 --format squares",
        "armies 8",
        "armies 6 --queens 6",
        "armies 6 --queens 4 --format squares",
        "armies 8 --node-limit 50 --format squares",
    ]));
}

#[test]
fn pawns() {
    assert_snapshot!(transcript([
        "pawns 6",
        "pawns 5",
        "pawns 6 --count",
        "pawns 6 --unique --format squares",
        "pawns 7 1 --limit 2 --format squares",
        "pawns 8 3",
        "pawns 4 0 --all --format squares",
        "pawns 8 --count --node-limit 50",
    ]));
}

#[test]
fn instances() {
    assert_snapshot!(transcript([
        "instance diagonals 16 13 --seed 1",
        "instance diagonals 16 5 --seed 1",
        "instance blocked 6 5 --seed 7",
        "instance completion 12 4 --seed 3",
    ]));
}

/// Covers options that do not apply to a puzzle or are impossible.
#[test]
fn refusals() {
    let lines = [
        "domination 0",
        "domination 65",
        "domination 8 --queens 0",
        "domination 8 --all --count",
        "domination 8 --torus",
        "armies 8 --count",
        "armies x",
        "armies 100",
        "pawns 101",
        "pawns 3 10",
        "instance diagonals 4 40",
        "instance squares 8 3",
        "instance completion 0 3",
        "instance completion 5 9",
        "instance completion 5 2 --open 3",
        "instance blocked 5 5 --open 6",
        "instance blocked 5000 3",
    ];
    for line in lines {
        assert_eq!(run(line).code, Some(2), "{line}");
    }
    assert_snapshot!(transcript(lines));
}

#[test]
fn json() {
    let answer = |line: &str| -> serde_json::Value { serde_json::from_str(&run(line).out).expect("valid JSON") };
    let domination = answer("domination 8 --format json --limit 3");
    assert_eq!((&domination["answer"]["queens"], &domination["answer"]["count"]), (&5.into(), &3.into()));
    assert_eq!(domination["answer"]["searches"].as_array().map(Vec::len), Some(5));
    assert_eq!(domination["solutions"][2].as_array().map(Vec::len), Some(5));
    let armies = answer("armies 5 --format json");
    assert_eq!(
        (&armies["answer"]["queens"], armies["solutions"][0]["white"].as_array().map(Vec::len)),
        (&4.into(), Some(4))
    );
    let pawns = answer("pawns 6 --format json --all");
    assert_eq!((&pawns["answer"]["count"], pawns["solutions"].as_array().map(Vec::len)), (&16.into(), Some(16)));
    assert_eq!(pawns["solutions"][0]["pawns"].as_array().map(Vec::len), Some(1));
    let stopped = answer("pawns 8 --format json --count --node-limit 50");
    assert_eq!(stopped["answer"]["outcome"], "stopped");
}

/// Checks every command in `docs/variants.md` against the output shown below it.
#[test]
fn the_page_shows_what_the_commands_print() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let page = std::fs::read_to_string(root.join("docs/variants.md")).expect("the page");
    let mut commands = 0;
    for (line, below) in shown_on(&page) {
        let ran = finish(ferz(line).current_dir(root).output().expect("the command starts"));
        assert_eq!((ran.out + &ran.err).trim_end(), below.trim_end(), "ferz {line}");
        commands += 1;
    }
    assert!(commands >= 19, "{commands} commands");
}

/// Generated instances can be solved, and a seed reproduces them.
#[test]
fn generated_instances_are_read() {
    let made = run("instance diagonals 12 8 --seed 5").out;
    let path = std::env::temp_dir().join(format!("ferz-generated-{}.param", std::process::id()));
    std::fs::write(&path, &made).expect("a file");
    let solved = ferz("queens --count --format json --instance").arg(&path).output().expect("the command starts");
    let answer: serde_json::Value = serde_json::from_str(&finish(solved).out).expect("valid JSON");
    std::fs::remove_file(&path).expect("the file");
    assert_eq!(
        (&answer["question"]["n"], answer["question"]["excluded"].as_array().map(Vec::len)),
        (&12.into(), Some(8))
    );
    assert_eq!(run("instance diagonals 12 8 --seed 5").out, made);
    assert_ne!(run("instance diagonals 12 8 --seed 6").out, made);
}
