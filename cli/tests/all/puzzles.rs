//! The complete output of `ferz puzzle`.

use crate::common::{Ran, ferz, finish, redacted, run, transcript};
use insta::assert_snapshot;
use std::io::Write;
use std::process::Stdio;

/// Shows commands on the test files in `tests/puzzles`, without the folder.
fn shown<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let lines = lines.into_iter().map(|line| {
        let (kind, rest) = line.split_once(' ').expect("a kind and a file");
        format!("puzzle {kind} tests/puzzles/{rest}")
    });
    let lines: Vec<String> = lines.collect();
    transcript(lines.iter().map(String::as_str)).replace("tests/puzzles/", "")
}

/// Runs a command with the given standard input.
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
        "sudoku sudoku.txt",
        "region-queens eight.txt --unique --ascii",
        "region-queens eight.txt --all --format lines",
        "region-queens eight.txt --count",
        "star-battle ten.txt --ascii",
        "region-queens several.txt --unique --ascii",
        "region-queens several.txt --all --format lines",
        "region-queens several.txt --limit 1 --format lines",
        "region-queens several.txt --given b1 --unique --format lines",
        "region-queens none.txt",
        "region-queens none.txt --unique",
        "region-queens none.txt --count",
    ]));
}

#[test]
fn one_json_object() {
    assert_snapshot!(shown([
        "region-queens six.txt --format json",
        "region-queens several.txt --unique --format json",
        "region-queens six.txt --hint --format json",
        "sudoku sudoku.txt --check --given a1=5 --format json",
        "region-queens six.txt --weakest --format json",
    ]));
}

#[test]
fn hints() {
    assert_snapshot!(shown([
        "sudoku sudoku.txt --hint",
        "region-queens eight.txt --hint",
        "region-queens eight.txt --hint --given d1,c4 --ascii",
        "region-queens eight.txt --hint --given d1,g2,a3,c4,h5,f6,b7 --format lines",
        "region-queens eight.txt --hint --given a1,a5 --format lines",
        "region-queens eight.txt --hint --given a1 --format lines",
        "region-queens several.txt --hint --given b1 --format lines",
        "region-queens several.txt --hint --format lines",
        "sudoku sudoku.txt --hint --given a1=5 --format lines",
    ]));
}

#[test]
fn steps_checks_and_rates() {
    assert_snapshot!(shown([
        "region-queens eight.txt --solve-by-hints",
        "region-queens several.txt --solve-by-hints --ascii",
        "region-queens none.txt --solve-by-hints --format lines",
        "star-battle ten.txt --solve-by-hints --format lines",
        "region-queens eight.txt --why f3",
        "sudoku sudoku.txt --why a1",
        "sudoku sudoku.txt --why a1=9",
        "sudoku sudoku.txt --why c1",
        "sudoku sudoku.txt --check --given a1=4,b1=8",
        "sudoku sudoku.txt --check --given a1=9",
        "sudoku sudoku.txt --rate",
        "region-queens eight.txt --rate",
        "sudoku sudoku.txt --weakest",
        "region-queens eight.txt --weakest --format lines",
        "region-queens several.txt --weakest",
        "region-queens none.txt --weakest",
    ]));
}

/// Shows the picture of each kind's example, its next step, and its difficulty.
#[test]
fn every_kind() {
    for kind in puzzles::KINDS {
        let about = run(&format!("puzzle {}", kind.name)).out;
        let input = kind.example.as_bytes();
        let hint = fed(&format!("puzzle {} - --hint --format lines", kind.name), input).out;
        let rate = fed(&format!("puzzle {} - --rate", kind.name), input).out;
        let solution = fed(&format!("puzzle {} -", kind.name), input).out;
        assert_snapshot!(format!("kind_{}", kind.name), format!("{about}\n{solution}\n{hint}\n{rate}"));
    }
}

#[test]
fn formats() {
    assert_snapshot!(shown([
        "region-queens six.json --write grid",
        "region-queens six.sbn --write json",
        "region-queens six.txt --write sbn",
        "sudoku sudoku.txt --write",
        "sudoku sudoku.txt --write sbn",
    ]));
    let text = std::fs::read("tests/puzzles/six.txt").expect("a file");
    let grid = run("puzzle region-queens tests/puzzles/six.txt --write grid");
    assert_eq!(fed("puzzle region-queens - --write grid", &text), grid);
    let noted = format!("{}.s42d7l4c12\n", std::fs::read_to_string("tests/puzzles/six.sbn").expect("a file").trim());
    assert_eq!(fed("puzzle region-queens - --write grid", noted.as_bytes()), grid);
    let drawn = run("puzzle sudoku tests/puzzles/sudoku.txt --format svg").out;
    roxmltree::Document::parse(&drawn).expect("a drawing");
}

/// A file with one board per line, the format of large collections, gets one numbered answer per board.
#[test]
fn a_collection_of_puzzles() {
    let boards = b"# two boards\n1.....3..4.....2\n...1.3....4.2...\n";
    let count = fed("puzzle sudoku - --count", boards);
    assert_eq!(count.out, "puzzle 1, line 2:\n1 solution\n\npuzzle 2, line 3:\n1 solution\n");
    assert_eq!(fed("puzzle sudoku - --count --format json", boards).out.lines().count(), 2);
    let links = fed("puzzle sudoku - --write puzzlink", boards);
    assert_eq!(links.out.lines().count(), 2, "{links:?}");
    // The written output can be read back.
    let grids = fed("puzzle sudoku - --write", links.out.as_bytes());
    assert_eq!(fed("puzzle sudoku - --write puzzlink", grids.out.as_bytes()), links);
    let given = fed("puzzle sudoku - --given a1=1", boards);
    assert_eq!(given.code, Some(2));
    assert_eq!(given.err, "error: --given applies to one puzzle, but standard input has 2\n");
    let wrong = fed("puzzle sudoku - --count", b"1.....3..4.....2\n.1...2..3...4..x\n");
    assert_eq!((wrong.code, wrong.out.as_str()), (Some(2), ""));
    assert!(wrong.err.starts_with("error: standard input: line 2, column 16: "), "{wrong:?}");
}

/// The weakest level has a line for each board, and a count for each level.
#[test]
fn levels_of_a_collection_are_counted() {
    let generated = run("puzzle sudoku --generate --seed 1").out;
    let hidden: String = generated.split_whitespace().collect();
    let boards = format!("{hidden}\n12..34.........1\n12.4.412214.43.1\n");
    let free = fed("puzzle sudoku - --weakest", boards.as_bytes());
    assert_snapshot!(free.out);
    let lines = fed("puzzle sudoku - --weakest --format lines", boards.as_bytes());
    assert_eq!(lines.out.matches("puzzle ").count(), 3, "{lines:?}");
    assert_eq!(fed("puzzle sudoku - --weakest --format json", boards.as_bytes()).out.lines().count(), 3);
}

#[test]
fn made_puzzles() {
    assert_snapshot!(transcript([
        "puzzle region-queens --generate --seed 1",
        "puzzle sudoku --generate 6 --seed 3 --boards 2 --difficulty easy",
        "puzzle zebra --generate 3",
        "puzzle sudoku --generate 5",
        "puzzle sudoku --generate 0",
        "puzzle star-battle --generate 3",
    ]));
    let made = run("puzzle futoshiki --generate 4 --seed 5").out;
    let unique = fed("puzzle futoshiki - --unique --format json", made.as_bytes());
    assert!(unique.out.contains("\"outcome\":\"one\""), "{unique:?}");
}

/// Each message begins with file name, line and column.
#[test]
fn bad_files() {
    let list = |folder: &str| {
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
            .collect();
        files.sort();
        files
    };
    let mut lines: Vec<String> =
        list("tests/puzzles/bad").iter().map(|file| format!("region-queens bad/{file}")).collect();
    for kind in list("tests/puzzles/bad-kinds") {
        let files = list(&format!("tests/puzzles/bad-kinds/{kind}"));
        lines.extend(files.iter().map(|file| format!("{kind} bad-kinds/{kind}/{file}")));
    }
    for line in &lines {
        let (kind, file) = line.split_once(' ').expect("a kind and a file");
        let ran = run(&format!("puzzle {kind} tests/puzzles/{file} --count"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{file}");
        let place = format!("error: tests/puzzles/{file}: line ");
        assert!(ran.err.starts_with(&place), "{file}: {}", ran.err);
    }
    assert_snapshot!(shown(lines.iter().map(String::as_str)));
    let by_pipe = fed("puzzle region-queens -", b"AABB\nAAB\n");
    assert_eq!(by_pipe.err, "error: standard input: line 2, column 4: row 2 has 3 squares, but row 1 has 4\n");
}

#[test]
fn bad_command_lines() {
    assert_snapshot!(shown([
        "region-queens eight.txt --given z9",
        "region-queens eight.txt --given d1,D1=0",
        "sudoku sudoku.txt --given a1",
        "sudoku sudoku.txt --given a1=10",
        "sudoku sudoku.txt --crossed a1",
        "sudoku sudoku.txt --why a1=1/2",
        "sudoku sudoku.txt --why z1",
        "sudoku sudoku.txt --check",
        "sudoku sudoku.txt --all --count",
        "sudoku sudoku.txt --weakest --rate",
        "sudoku sudoku.txt --weakest --given a1=4",
        "sudoku sudoku.txt --generate 9",
        "chess sudoku.txt",
    ]));
    let missing = run("puzzle sudoku tests/puzzles/nowhere.txt");
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.starts_with("error: cannot read tests/puzzles/nowhere.txt: "), "{missing:?}");
}

#[test]
fn stopped_by_a_limit() {
    assert_snapshot!(shown([
        "region-queens eight.txt --unique --node-limit 3 --format lines",
        "region-queens several.txt --count --node-limit 3",
        "region-queens several.txt --why b1 --node-limit 1",
        "region-queens eight.txt --weakest --node-limit 9",
    ]));
    let stopped = run("puzzle kakuro --generate 9 --boards 100000 --difficulty hard --time-limit 0");
    assert_eq!(
        (stopped.code, stopped.err.as_str()),
        (Some(3), "0 of 100000 puzzles generated; stopped by the time limit\n")
    );
}

#[test]
fn help() {
    assert_snapshot!(redacted(&run("puzzle --help").out));
}

/// Every command on the page prints the output shown there.
#[test]
fn the_page_is_true() {
    let page = std::fs::read_to_string("../docs/puzzles.md").expect("the page");
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("an end");
        for shown in block.split("$ ferz ").skip(1) {
            let (line, expected) = shown.split_once('\n').expect("a line");
            let (line, kept) = match line.split_once(" | head -") {
                Some((line, lines)) => (line, lines.parse().expect("a number")),
                None => (line, usize::MAX),
            };
            let ran = run(&line
                .replace("stars.txt", "tests/puzzles/eight.txt")
                .replace("sudoku.txt", "tests/puzzles/sudoku.txt")
                .replace("slither.txt", "tests/puzzles/slither.txt"));
            let out: String = (ran.out + &ran.err).lines().take(kept).map(|line| format!("{line}\n")).collect();
            assert_eq!(out.trim_end(), expected.trim_end(), "{line}");
            commands += 1;
        }
    }
    assert!(commands >= 6, "{commands}");
}

/// Colours are only for terminals.
#[test]
fn a_pipe_has_no_colours() {
    assert!(!run("puzzle region-queens tests/puzzles/eight.txt").out.contains('\u{1b}'));
}
