//! The complete output of the command, so that changes can be reviewed by reading it.

use crate::common::{DEAD_COLUMN, STATED, ferz, finish, run, transcript};
use insta::assert_snapshot;
use std::fmt::Write;

#[test]
fn boards() {
    assert_snapshot!(transcript(["queens 1", "queens 4", "queens 8"]));
}

#[test]
fn boards_without_a_solution() {
    let without = ["queens 2", "queens 3", "queens 3 --all", "queens 2 --count", "queens 3 --limit 2 --format rows"];
    assert_snapshot!(transcript(without));
    assert_snapshot!(
        "no_solution_json",
        transcript(["queens 3 --format json", "queens 3 --count --method model --format json"])
    );
}

#[test]
fn formats() {
    assert_snapshot!(transcript([
        "queens 8 --format board",
        "queens 8 --format rows",
        "queens 8 --format pairs",
        "queens 8 --format squares",
        "queens 8 --format json",
        "queens 28 --order dom --format squares",
    ]));
}

#[test]
fn all_solutions() {
    assert_snapshot!(transcript([
        "queens 4 --all",
        "queens 6 --all",
        "queens 6 --all --format rows",
        "queens 6 --all --format pairs",
        "queens 6 --all --format squares",
        "queens 4 --all --format json",
        "queens 6 --all --format json",
    ]));
}

#[test]
fn counts() {
    assert_snapshot!(transcript([
        "queens 1 --count",
        "queens 8 --count",
        "queens 8 --count --method model --format json"
    ]));
}

#[test]
fn limits_on_solutions() {
    assert_snapshot!(transcript([
        "queens 8 --limit 1",
        "queens 8 --limit 3",
        "queens 8 --limit 3 --format rows",
        "queens 4 --limit 2 --format rows",
        "queens 4 --limit 3 --format rows",
        "queens 4 --limit 1 --format json",
        "queens 4 --limit 3 --format json",
    ]));
}

#[test]
fn statistics_of_a_first_solution() {
    assert_snapshot!(transcript([
        "queens 8 --stats",
        "queens 8 --format rows --stats",
        "queens 8 --model queens-rule --order dom --stats --format rows",
    ]));
}

#[test]
fn stopped_by_a_limit() {
    assert_snapshot!(transcript([
        "queens 8 --node-limit 10",
        "queens 8 --all --node-limit 100 --format rows",
        "queens 8 --count --method model --node-limit 100 --stats",
        "queens 8 --count --failure-limit 1",
        "queens 8 --limit 5 --node-limit 150 --format rows",
        "queens 8 --count --method model --time-limit 0",
        "queens 8 --count --order dom --memory-limit 1",
        "queens 1 --count --node-limit 1",
    ]));
}

#[test]
fn stopped_by_a_limit_json() {
    assert_snapshot!(transcript([
        "queens 8 --format json --node-limit 10",
        "queens 8 --format json --all --node-limit 150",
        "queens 8 --format json --count --node-limit 100",
        "queens 8 --format json --time-limit 0",
        "queens 8 --format json --failure-limit 3 --count",
    ]));
}

#[test]
fn help() {
    assert_snapshot!(transcript(["--help"]));
    assert_snapshot!("help_short", transcript(["-h"]));
    assert_snapshot!("help_without_a_command", transcript([""]));
    assert_snapshot!("help_queens", transcript(["queens --help"]));
    assert_snapshot!("help_queens_short", transcript(["queens -h"]));
    let relatives = ["domination --help", "armies --help", "pawns --help", "instance --help"];
    assert_snapshot!("help_relatives", transcript(relatives));
    assert_snapshot!("version", transcript(["--version", "-V"]));
}

#[test]
fn completions_and_pages_of_the_manual_know_the_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&format!("completions {shell}"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{shell}");
        assert!(ran.out.contains("time-limit") && ran.out.contains("queens"), "{shell}");
    }
    let page = run("man");
    assert!(page.out.starts_with(".ie") && page.out.contains(".SH SYNOPSIS"), "{}", page.out);
    let dir = tempfile::tempdir().expect("a folder");
    let ran = run(&format!("man --dir {}", dir.path().display()));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let queens = std::fs::read_to_string(dir.path().join("ferz-queens.1")).expect("a page");
    assert!(queens.contains("time\\-limit"), "{queens}");
    assert_eq!(run("completions ksh").code, Some(2));
}

/// `help` with a command and the command with `--help` print the same long help.
#[test]
fn help_of_a_command_is_its_long_one() {
    assert_eq!(run("help queens").out, run("queens --help").out);
}

/// Tabulates the effort of counting 8 queens with each line of options.
fn efforts(options: impl IntoIterator<Item = String>) -> String {
    let mut table = format!("{:58}solutions  nodes  failures  propagations  depth\n", "ferz queens 8 --count …");
    for options in options {
        let ran = run(&format!("queens 8 --count --method model --format json {options}"));
        assert_eq!(ran.code, Some(0), "{options}");
        assert!(ran.err.is_empty() || ran.err.starts_with("--seed has no effect here"), "{options}: {}", ran.err);
        let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("valid JSON");
        let s = |name: &str| answer["answer"]["statistics"][name].to_string();
        let numbers = [s("solutions"), s("nodes"), s("failures"), s("propagations"), s("peak_depth")];
        let [solutions, nodes, failures, propagations, depth] = numbers;
        writeln!(table, "{options:58}{solutions:>9}{nodes:>7}{failures:>10}{propagations:>14}{depth:>7}").unwrap();
    }
    table
}

#[test]
fn effort_of_each_model() {
    let orders = ["input", "dom"];
    assert_snapshot!(efforts(
        orders.iter().flat_map(|order| STATED.map(|stated| format!("--order {order:5} {stated}")))
    ));
}

#[test]
fn effort_of_each_order() {
    let orders = ["input", "dom", "largest", "smallest-value", "dom/deg", "dom/wdeg", "random"];
    let ties = ["first", "last", "random"];
    assert_snapshot!(efforts(
        orders.iter().flat_map(|order| ties.map(|ties| format!("--order {order} --tie-break {ties} --seed 7")))
    ));
}

/// The value selection determines which solution comes first, but not how many there are.
#[test]
fn first_solution_of_each_value_order() {
    let orders = ["min", "max", "median", "middle-out", "random", "split"];
    let lines = orders.map(|order| format!("queens 8 --format rows --value-order {order}"));
    let fan = orders[..5].iter().map(|order| format!("queens 8 --format rows --branching d-way --value-order {order}"));
    let lines: Vec<String> = lines.into_iter().chain(fan).collect();
    assert_snapshot!(transcript(lines.iter().map(String::as_str)));
}

#[test]
fn effort_of_each_value_order() {
    let orders = ["min", "max", "median", "middle-out", "random", "split"];
    let two = orders.map(|order| format!("--value-order {order} --branching two-way --seed 7"));
    // `split` branches on subsets of a domain, so it has no d-way form.
    let fan = orders[..5].iter().map(|order| format!("--value-order {order} --branching d-way --seed 7"));
    assert_snapshot!(efforts(two.into_iter().chain(fan)));
}

/// The statistics contain the same numbers as JSON, formatted for reading.
#[test]
fn statistics_say_what_json_says() {
    assert_snapshot!(transcript(["queens 8 --count --method model --stats", "queens 8 --count --order dom --stats"]));
}

#[test]
fn colours_and_width_come_from_the_terminal_only() {
    let plain = run("queens --help").out;
    assert!(!plain.contains('\u{1b}'));
    let narrow = ferz("queens --help").env("COLUMNS", "60").output().expect("the command starts");
    let narrow = String::from_utf8(narrow.stdout).expect("UTF-8");
    assert!(narrow.lines().count() > plain.lines().count());
}

#[test]
fn given_queens_that_clash() {
    let dead_column = format!("queens 50 --given {DEAD_COLUMN} --order dom");
    assert_snapshot!(transcript([
        "queens 6 --given a1",
        "queens 8 --given a1,d7 --stats",
        "queens 12 --given a1,b3,c5,d2,e4",
        "queens 12 --given e4,d2,c5,b3,a1 --count --model queens-rule --branching d-way",
        "queens 18 --given a1,b3,c5,d2,e4 --order dom --format squares",
        "queens 2 --given a1",
        "queens 3 --given a1,b3 --model pairwise",
        &dead_column,
    ]));
    assert_snapshot!(
        "given_queens_that_clash_json",
        transcript([
            "queens 8 --given a1,d7 --format json",
            "queens 12 --given a1,b3,c5,d2,e4 --count --format json",
            "queens 3 --given a1,b3 --format json",
        ])
    );
}

/// The limit covers the search for a solution and the searches for the unsatisfiable core combined.
#[test]
fn clashes_stopped_by_a_limit() {
    assert_snapshot!(transcript([
        "queens 8 --given a1,d7 --node-limit 12",
        "queens 8 --given a1,d7 --node-limit 13",
        "queens 8 --given a1,d7 --node-limit 26",
        "queens 8 --given a1,d7 --node-limit 26 --format json",
        "queens 8 --given a1,d7 --failure-limit 8 --format json",
        "queens 12 --given a1,b3,c5,d2,e4 --node-limit 14",
        "queens 6 --given a1 --node-limit 18",
    ]));
}

#[test]
fn given_queens() {
    assert_snapshot!(transcript([
        "queens 8 --given d1,f2",
        "queens 8 --given d1,f2 --all --format squares",
        "queens 8 --given d1,f2 --count --stats",
        "queens 8 --given 4:1,F2 --limit 2 --format rows",
        "queens 8 --given d1,f2 --limit 2 --format json",
        "queens 8 --given d1 --count --format json --model queens-rule",
        "queens 8 --given d1,f2 --count --node-limit 3",
        "queens 8 --given a1,d7",
        "queens 8 --given a1,d7 --count",
        "queens 8 --given a1,d7 --all --format json",
        "queens 6 --given a1",
        "queens 1 --given a1",
        "queens 2 --given a1",
        "queens 28 --given d1,2:5 --order dom --format squares",
    ]));
}

/// With a queen given on any one square, the solutions are those among the 92 that have a queen there.
#[test]
fn given_queens_select_from_all_solutions() {
    let all = run("queens 8 --all --format squares").out;
    for (column, row) in ('a'..='h').flat_map(|column| (1..=8).map(move |row| (column, row))) {
        let square = format!("{column}{row}");
        let with: String =
            all.lines().filter(|line| line.split(' ').any(|s| s == square)).map(|l| format!("{l}\n")).collect();
        let found = run(&format!("queens 8 --all --format squares --given {square}")).out;
        let count = with.lines().count();
        assert_eq!(found, format!("{with}8 queens with {square}: {count} solutions\n"));
    }
}

#[test]
fn given_queens_may_be_separated_by_blanks() {
    let with_commas = run("queens 8 --count --given d1,f2");
    let blanks = ferz("queens 8 --count").args(["--given", " d1  f2 "]).output().expect("the command starts");
    assert_eq!(finish(blanks), with_commas);
}
