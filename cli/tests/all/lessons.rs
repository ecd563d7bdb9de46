//! The lessons, the README, the guide and the comparison page: every command shown is run, and must print the output
//! shown. `FERZ_WRITE=1` updates the pages.
//!
//! Two lessons create crates with `ferz new`, change their files and run `cargo`; these crates are built against this
//! checkout.

use crate::common::{Ran, redacted};
use crate::minizinc_models::is_there;
use crate::new::cargo;
use insta_cmd::get_cargo_bin;
use std::path::{Path, PathBuf};
use std::process::Command;

fn lessons() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/lessons")
}

/// Lists the chapters in order.
fn chapters() -> Vec<PathBuf> {
    let all = std::fs::read_dir(lessons()).expect("the folder of the lessons");
    let mut chapters: Vec<PathBuf> = all.map(|entry| entry.expect("an entry").path()).collect();
    chapters.retain(|path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_digit()))
    });
    chapters.sort_by_key(|path| number(path));
    chapters
}

/// Returns the number at the beginning of a chapter's name.
fn number(chapter: &Path) -> u32 {
    let name = chapter.file_name().unwrap_or_default().to_string_lossy();
    name.split('-').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// Returns the page of a chapter.
fn page_of(chapter: u32) -> String {
    let path = chapters().into_iter().find(|path| number(path) == chapter).expect("a chapter");
    std::fs::read_to_string(path).expect("a page")
}

/// Chapters with MiniZinc or `cargo`, which take longer.
const WITH_CRATES: [u32; 2] = [9, 12];

/// Splits a command line into arguments; a text in single quotes is one argument.
fn arguments(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts.flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect()
}

/// Runs a command of `ferz`, or of `cargo` in a crate created by `ferz`. For the reader, the folder `ferz` beside the
/// crate is a checkout; here it is this checkout.
fn ran(line: &str, folder: &Path) -> Ran {
    let started = line.strip_prefix("ferz ").or_else(|| line.strip_prefix("cargo run --release -- "));
    let Some(words) = started else {
        let task = line.strip_prefix("cargo ").expect("a command of ferz or cargo");
        return cargo(&arguments(task), folder);
    };
    let checkout = lessons().join("../..");
    let checkout = checkout.to_str().expect("UTF-8");
    let line = words.replace("--checkout ferz", &format!("--checkout {checkout}"));
    let mut command = Command::new(get_cargo_bin("ferz"));
    for variable in ["COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    crate::common::finish(command.args(arguments(&line)).current_dir(folder).output().expect("the command starts"))
}

/// Returns the output of a command run in a folder, filtered by `| head -N` or `| tail -N`. Unless it is filtered, an
/// exit code other than 0 is appended.
fn printed(line: &str, folder: &Path) -> String {
    let number = |lines: &str| lines.parse::<usize>().expect("a number of lines");
    let mut pipes = line.split(" | ");
    let ran = ran(pipes.next().unwrap_or_default(), folder);
    let all: Vec<&str> = ran.out.lines().chain(ran.err.lines()).collect();
    let mut shown = &all[..];
    let mut is_cut = false;
    for pipe in pipes {
        is_cut = true;
        shown = match pipe.split_once(" -") {
            Some(("head", lines)) => &shown[..number(lines).min(shown.len())],
            Some(("tail", lines)) => &shown[shown.len().saturating_sub(number(lines))..],
            _ => panic!("`{pipe}` is neither head nor tail"),
        };
    }
    let mut text: String = shown.iter().map(|line| format!("{line}\n")).collect();
    if let (false, Some(code @ 1..)) = (is_cut, ran.code) {
        text += &format!("(exit code {code})\n");
    }
    redacted(&text)
}

/// Writes a file shown on a page. `NAME from START` replaces the file from the line that begins with START to the end.
fn write(folder: &Path, name: &str, text: &str) {
    let (name, kept) = match name.split_once(" from ") {
        None => (name, String::new()),
        Some((name, start)) => {
            let before = std::fs::read_to_string(folder.join(name)).expect("a file to change");
            let at = before.find(&format!("\n{start}")).expect("the part to replace");
            (name, before[..=at].to_owned())
        }
    };
    std::fs::write(folder.join(name), kept + text).expect("the folder takes files");
}

/// Reruns the commands on a page in order, in a folder with the files shown there. `cd` changes the folder.
fn run_again(page: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut here = folder.path().to_owned();
    let mut written = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        written += &format!("{line}\n");
        let block = |lines: &mut std::str::Lines<'_>| -> Vec<String> {
            lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect()
        };
        if let Some(name) = line.strip_prefix("```text ").or_else(|| line.strip_prefix("```rust ")) {
            let text = block(&mut lines).join("\n") + "\n";
            write(&here, name, &text);
            written += &(text + "```\n");
        } else if line == "```console" {
            for shown in block(&mut lines).iter().filter_map(|line| line.strip_prefix("$ ")) {
                written += &format!("$ {shown}\n");
                match shown.strip_prefix("cd ") {
                    Some(other) => here = here.join(other),
                    None => written += &printed(shown, &here),
                }
            }
            written += "```\n";
        }
    }
    written
}

/// Lists the pages outside the lessons that are run in the same way.
fn other_pages() -> impl Iterator<Item = PathBuf> {
    ["../../README.md", "../guide.md", "../study-compare.md"].into_iter().map(|page| lessons().join(page))
}

#[test]
fn every_command_prints_what_is_shown() {
    let numbers: Vec<u32> = chapters().iter().map(|path| number(path)).collect();
    assert_eq!(numbers, Vec::from_iter(1..=12));
    let quick = chapters().into_iter().filter(|path| !WITH_CRATES.contains(&number(path)));
    print_what_is_shown(quick.chain(other_pages()));
}

#[test]
fn every_command_about_crates_prints_what_is_shown() {
    if is_there("minizinc") {
        print_what_is_shown(chapters().into_iter().filter(|path| WITH_CRATES.contains(&number(path))));
    }
}

fn print_what_is_shown(pages: impl Iterator<Item = PathBuf>) {
    for path in pages {
        let page = std::fs::read_to_string(&path).expect("a chapter");
        let again = run_again(&page);
        if std::env::var_os("FERZ_WRITE").is_some() {
            std::fs::write(&path, &again).expect("the chapter can be written");
            continue;
        }
        assert!(!again.contains("\nerror: "), "{}: a command is refused", path.display());
        let other = page.lines().zip(again.lines()).find(|(shown, printed)| shown != printed);
        assert!(page == again, "{}: FERZ_WRITE=1 writes it anew; first {other:?}", path.display());
    }
}

/// The exercises: the chapter, the subject, the end of the output for our answers, and a wrong answer with its message.
const EXERCISES: [(u32, &str, &str, [&str; 2]); 10] = [
    (
        1,
        "queens 4 --given a2",
        "     a b c d\n9 right answers, 0 wrong\n",
        ["not b4", "Wrong: it does not hold in the solution a2, b4, c1, d3."],
    ),
    (
        2,
        "queens 4",
        "     a b c d\n15 right answers, 0 wrong, 3 guesses\n",
        ["back", "Not yet: what is known contradicts no constraint, and every variable has a value left."],
    ),
    (
        3,
        "queens 6 --given a2",
        "     a b c d e f\n16 right answers, 0 wrong, 4 guesses\n",
        ["not c6 because a2", "Wrong: it does not hold in the solution a2, b4, c6, d1, e3, f5."],
    ),
    (
        4,
        "three.fzn",
        "2 right answers, 0 wrong\n",
        ["z <= 2", "Wrong: it does not hold in the solution x = 1, y = 2, z = 3."],
    ),
    (
        5,
        "model letters send-more-money --guesses 2",
        "  Y  2\n3 right answers, 0 wrong, 2 guesses\n",
        ["E = 5", "True, but only a search shows it."],
    ),
    (
        6,
        "queens 6 --given a2,b4",
        "3 right answers, 0 wrong\n",
        ["not d6 because a2", "It follows, by `up diagonals`, but not from this: a queen on a2."],
    ),
    (
        7,
        "queens 5 --given a2,c1",
        "     a b c d e\n3 right answers, 0 wrong\n",
        ["d3", "True, but no constraint alone shows it yet. Assuming the contrary does: that leads to a dead end."],
    ),
    (
        8,
        "queens 6",
        "4 right answers, 0 wrong, 4 guesses\n",
        ["not e3 because a1", "Wrong: a queen on a1 is not known."],
    ),
    (
        10,
        "rucksack.fzn --given 'worth >= 23'",
        "there is no solution.\n8 right answers, 0 wrong, 1 guess\n",
        ["stove = 0 because tent = 1", "Wrong: tent = 1 is not known."],
    ),
    (
        11,
        "queens 6 --given 'not d1, not d3, not d4, not d5'",
        "Right, so no queen on b4.\n6 right answers, 0 wrong, 2 guesses\n",
        ["not f4", "True, but no constraint alone shows it yet. Assuming the contrary does: that leads to a dead end."],
    ),
];

/// Grades answers, in a folder with the FlatZinc files of the chapter.
fn graded(chapter: u32, subject: &str, answers: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for block in page_of(chapter).split("```text ").skip(1) {
        let (name, text) = block.split_once('\n').expect("a block");
        if name.ends_with(".fzn") {
            let text = text.split("```").next().unwrap_or_default();
            std::fs::write(folder.path().join(name), text).expect("the folder takes files");
        }
    }
    std::fs::write(folder.path().join("answers.txt"), answers).expect("the folder takes files");
    printed(&format!("ferz study quiz {subject} --answers answers.txt"), folder.path())
}

fn ours(chapter: u32) -> String {
    std::fs::read_to_string(lessons().join(format!("answers/{chapter}.txt"))).expect("our answers")
}

/// Our answers to the exercises are all correct, and a wrong one is rejected for the right reason.
#[test]
fn answers_are_graded() {
    for (chapter, subject, end, [wrong, reason]) in EXERCISES {
        let right = graded(chapter, subject, &ours(chapter));
        assert!(right.ends_with(end), "chapter {chapter}: {right}");
        let also_wrong = graded(chapter, subject, &format!("{wrong}\n{}", ours(chapter)));
        assert!(also_wrong.contains(&format!("> {wrong}\n{reason}")), "chapter {chapter}: {also_wrong}");
        assert!(also_wrong.ends_with("(exit code 4)\n"), "chapter {chapter}: {also_wrong}");
        // An empty answer does not solve the exercise.
        assert!(graded(chapter, subject, "state\n").ends_with("0 right answers, 0 wrong\n(exit code 4)\n"));
    }
}

/// The chapters comment on alternative answers; these comments are true.
#[test]
fn other_ways_are_graded() {
    let of = |chapter: u32| EXERCISES[chapter as usize - 1].1;
    // 5: letters with more possible digits require more guesses.
    let many = graded(5, of(5), "rest\nguess R = 2\nrest\nback\nguess R = 3\nrest\nback\nguess R = 4\n");
    assert!(
        many.ends_with(
            "That is one guess too many: only 2 guesses allowed.\n2 right answers, 1 wrong, 2 guesses\n(exit code 4)\n"
        ),
        "{many}"
    );
    // 7: grades the same answers in other formulations.
    for (stated, by) in [("dual", "`rows` or `rows and columns`"), ("queens-rule", "`queens`")] {
        let listing = graded(7, &format!("{} --model {stated}", of(7)), &ours(7));
        assert!(listing.contains(&format!("> d3\nRight, by {by}.\n")) && listing.ends_with(", 0 wrong\n"), "{listing}");
    }
    let pairwise = graded(7, &format!("{} --model pairwise", of(7)), &ours(7));
    assert!(
        pairwise.contains("> d3\nTrue, but no constraint alone shows it yet")
            && pairwise.ends_with(", 1 wrong\n(exit code 4)\n")
    );
    let at_once = graded(7, &format!("{} --model queens-rule", of(7)), "d3");
    assert!(at_once.ends_with("Right, by `queens`.\n1 right answer, 0 wrong\n"), "{at_once}");
    // 8: naming all guesses yields a weaker nogood.
    let less = graded(8, of(8), &ours(8).replace("because a1, e3", "because a1, b4, e3"));
    assert!(less.contains("it fails even without this: a queen on b4.\n"), "{less}");
    assert!(less.contains("> not e3 because a1\nTrue, but no constraint alone shows it yet"), "{less}");
    let seen = graded(8, of(8), &ours(8));
    assert!(seen.contains("> not e3 because a1\nRight, by `nogood 1`.\n"), "{seen}");
}

/// Chapter 9: our answers grade a model. Our model is correct, but the first attempt is not, and neither is a model
/// that lacks a constraint.
#[test]
fn a_model_of_ones_own_is_graded() {
    if !is_there("minizinc") {
        return;
    }
    let page = page_of(9);
    let shown = |name: &str| {
        let (_, block) = page.split_once(&format!("```text {name}\n")).expect("the file is shown");
        block.split("```").next().unwrap_or_default().to_owned()
    };
    let graded = |model: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("race.mzn", model), ("answers.txt", &shown("answers.txt"))] {
            std::fs::write(folder.path().join(name), text).expect("the folder takes files");
        }
        printed("ferz study quiz race.mzn --answers answers.txt", folder.path())
    };
    let ours = std::fs::read_to_string(lessons().join("answers/9.mzn")).expect("our model");
    let right = graded(&ours);
    assert!(right.contains("That is a solution:\n") && right.ends_with("7 right answers, 0 wrong\n"), "{right}");
    for constraint in ours.lines().filter(|line| line.starts_with("constraint ")) {
        let lacking = graded(&ours.replace(constraint, ""));
        assert!(lacking.ends_with("(exit code 4)\n"), "without {constraint}: {lacking}");
    }
    assert!(graded(&shown("race.mzn")).ends_with("0 right answers, 7 wrong\n(exit code 4)\n"));
}

/// Chapter 12: our propagator passes the harness, and fails if it removes too much or its reasons are incomplete.
#[test]
fn a_propagator_of_ones_own_is_graded() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = ran("ferz new close --template propagator --checkout ferz", folder.path());
    assert_eq!((made.code, made.err.as_str()), (Some(0), ""));
    let own = folder.path().join("close");
    let begins = std::fs::read_to_string(own.join("src/constraint.rs")).expect("it is there");
    let page = page_of(12);
    let (_, shown) = page.split_once("```text\n").expect("its heart is shown");
    assert!(begins.contains(shown.split("```").next().unwrap_or_default()), "{begins}");
    let graded = |constraint: &str| {
        std::fs::write(own.join("src/constraint.rs"), constraint).expect("the crate takes files");
        printed("cargo run -q -- domain", &own)
    };
    let ours = std::fs::read_to_string(lessons().join("answers/12.rs")).expect("our propagator");
    let right = graded(&ours);
    assert!(
        right.ends_with("it is sound, and domain consistent\ninjected faults that were not detected: 0\n"),
        "{right}"
    );
    for (ours_has, wrong, refused) in [
        ("let close = v - 2..=v + 2;", "let close = v - 1..=v + 1;", "was lost"),
        ("close.clone().map(", "close.clone().skip(1).map(", "it does not follow"),
    ] {
        assert!(ours.contains(ours_has), "{ours_has}");
        let refusal = graded(&ours.replace(ours_has, wrong));
        assert!(refusal.contains(refused) && refusal.ends_with("(exit code 1)\n"), "{refusal}");
    }
    // A propagator that waits until one side is fixed is sound but weak.
    let weak = graded(&begins);
    assert!(weak.contains("the claim is not met") && weak.ends_with("(exit code 1)\n"), "{weak}");
}
