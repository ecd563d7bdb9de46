//! `ferz regions`: what it prints, whole.

use crate::common::{Ran, ferz, finish, redacted, run, transcript};
use insta::assert_snapshot;
use std::io::Write;
use std::process::Stdio;

/// The same with `FILE` for the files of these tests, which stand in `tests/regions`.
fn shown<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let lines: Vec<String> = lines.into_iter().map(|line| format!("regions tests/regions/{line}")).collect();
    transcript(lines.iter().map(String::as_str)).replace("tests/regions/", "")
}

/// A run with something on standard input.
fn fed(line: &str, input: &[u8]) -> Ran {
    let mut command = ferz(line);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    finish(child.wait_with_output().expect("it ends"))
}

#[test]
fn solutions() {
    assert_snapshot!(shown([
        "eight.txt",
        "eight.txt --unique --ascii",
        "eight.txt --all --format squares",
        "eight.txt --count",
        "ten.txt --ascii",
        "several.txt --unique --ascii",
        "several.txt --all --format squares",
        "several.txt --limit 1 --format squares",
        "several.txt --given b1 --unique --format squares",
        "none.txt",
        "none.txt --unique",
        "none.txt --count",
    ]));
}

#[test]
fn solutions_json() {
    assert_snapshot!(shown([
        "six.txt --format json",
        "six.txt --unique --format json",
        "several.txt --all --given b1 --format json",
        "several.txt --unique --format json",
        "none.txt --unique --format json",
        "several.txt --count --format json",
    ]));
}

#[test]
fn hints() {
    assert_snapshot!(shown([
        "eight.txt --hint",
        "eight.txt --hint --given d1,c4 --ascii",
        "eight.txt --hint --given d1,g2,a3,c4,h5,f6,b7 --format squares",
        "eight.txt --hint --given a1,a5 --format squares",
        "eight.txt --hint --given a1,b2 --format squares",
        "several.txt --hint --given b1 --format squares",
        "several.txt --hint --format squares",
        "six.txt --hint --format json",
    ]));
}

#[test]
fn all_steps() {
    assert_snapshot!(shown([
        "eight.txt --solve-by-hints",
        "several.txt --solve-by-hints --ascii",
        "none.txt --solve-by-hints --format squares",
        "six.txt --solve-by-hints --format json",
        "several.txt --solve-by-hints --format json",
    ]));
}

#[test]
fn all_steps_of_a_board_with_two_stars() {
    assert_snapshot!(shown(["ten.txt --solve-by-hints --ascii"]));
}

#[test]
fn why() {
    assert_snapshot!(shown([
        "eight.txt --why f3",
        "eight.txt --why e8 --given d1",
        "eight.txt --why d1 --given d1",
        "several.txt --why b1",
        "none.txt --why c3",
        "six.txt --why a1 --format json",
    ]));
}

#[test]
fn other_formats() {
    let formats = ["six.txt --write sbn", "six.txt --write json", "six.sbn --write grid", "six.json --write grid"];
    assert_snapshot!(shown(formats.into_iter().chain(["ten.txt --write sbn", "ten.txt --write grid"])));
    let text = std::fs::read("tests/regions/six.json").expect("a file");
    let grid = run("regions tests/regions/six.txt --write grid");
    assert_eq!(fed("regions - --write grid", &text), grid);
    let noted = format!("{}.s42d7l4c12\n", std::fs::read_to_string("tests/regions/six.sbn").expect("a file").trim());
    assert_eq!(fed("regions - --write grid", noted.as_bytes()), grid);
}

#[test]
fn made_boards() {
    assert_snapshot!(transcript([
        "regions --generate 5",
        "regions --generate 8 --seed 1",
        "regions --generate 6 --seed 3 --boards 3 --write sbn",
        "regions --generate 6 --seed 3 --boards 2 --by-hints",
        "regions --generate 8 --stars 2 --write json",
        "regions --generate 1",
    ]));
    let made = run("regions --generate 9 --seed 5").out;
    let unique = fed("regions - --unique --format json", made.as_bytes());
    assert!(unique.out.contains("\"unique\":true"), "{unique:?}");
}

/// Each message begins with the name of the file, line and column.
#[test]
fn bad_files() {
    let mut files: Vec<String> = std::fs::read_dir("tests/regions/bad")
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
        .collect();
    files.sort();
    let lines: Vec<String> = files.iter().map(|file| format!("bad/{file}")).collect();
    for file in &files {
        let ran = run(&format!("regions tests/regions/bad/{file}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{file}");
        let place = format!("error: tests/regions/bad/{file}: line ");
        assert!(ran.err.starts_with(&place), "{file}: {}", ran.err);
    }
    assert_snapshot!(shown(lines.iter().map(String::as_str)));
    let by_pipe = fed("regions -", b"AABB\nAAB\n");
    assert_eq!(
        by_pipe.err,
        "error: standard input: line 2, column 4: row 2 has 3 squares, but row 1 has 4: 1 missing\n"
    );
}

#[test]
fn bad_command_lines() {
    assert_snapshot!(shown([
        "eight.txt --given z9",
        "eight.txt --given d1,D1",
        "eight.txt --given ,",
        "eight.txt --why d1,d2",
        "eight.txt --why i1",
        "eight.txt --stars 0",
        "eight.txt --stars 5",
        "ten.txt --stars 1",
        "eight.txt --all --count",
        "eight.txt --hint --node-limit 3",
        "eight.txt --write png",
        "eight.txt --generate 8",
        "eight.txt --seed 3",
    ]));
    let others = ["regions", "regions --generate 3", "regions --generate 60", "regions --generate 6 --stars 4"];
    assert_snapshot!("bad_generators", transcript(others.into_iter().chain(["regions --generate 5 --stars 2"])));
    let missing = run("regions tests/regions/nowhere.txt");
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.starts_with("error: tests/regions/nowhere.txt: cannot be read: "), "{missing:?}");
}

#[test]
fn stopped_by_a_limit() {
    assert_snapshot!(shown([
        "eight.txt --unique --node-limit 3 --format squares",
        "several.txt --count --node-limit 3",
        "several.txt --count --time-limit 0 --format json",
        "several.txt --why b1 --node-limit 1",
    ]));
    assert_snapshot!("stopped_generator", transcript(["regions --generate 40 --boards 2 --time-limit 0"]));
}

#[test]
fn help() {
    assert_snapshot!(redacted(&run("regions --help").out));
}

/// Every command of the page prints what the page shows.
#[test]
fn the_page_is_true() {
    let page = std::fs::read_to_string("../docs/regions.md").expect("the page");
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("an end");
        for shown in block.split("$ ferz ").skip(1) {
            let (line, expected) = shown.split_once('\n').expect("a line");
            let (line, kept) = match line.split_once(" | head -") {
                Some((line, lines)) => (line, lines.parse().expect("a number")),
                None => (line, usize::MAX),
            };
            let ran = run(&line.replace("puzzle.txt", "tests/regions/eight.txt"));
            let out: String = (ran.out + &ran.err).lines().take(kept).map(|line| format!("{line}\n")).collect();
            assert_eq!(out.replace("tests/regions/eight.txt", "puzzle.txt").trim_end(), expected.trim_end(), "{line}");
            commands += 1;
        }
    }
    assert!(commands >= 6, "{commands}");
}

/// Colours are for terminals.
#[test]
fn a_pipe_has_no_colours() {
    assert!(!run("regions tests/regions/eight.txt").out.contains('\u{1b}'));
}
