//! The lessons, the README, the guide and the page about comparing: every command that they show is run, and prints what stands there. `FERZ_WRITE=1` writes it anew.

use crate::common::redacted;
use insta_cmd::get_cargo_bin;
use std::path::{Path, PathBuf};
use std::process::Command;

fn lessons() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/lessons")
}

/// The chapters, in order.
fn chapters() -> Vec<PathBuf> {
    let all = std::fs::read_dir(lessons()).expect("the folder of the lessons");
    let mut chapters: Vec<PathBuf> = all.map(|entry| entry.expect("an entry").path()).collect();
    chapters.retain(|path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_digit()))
    });
    chapters.sort();
    chapters
}

/// The arguments of a command line; what stands between single quotes is one of them.
fn arguments(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts.flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect()
}

/// What a command prints, in a folder: its output, or what `| head -N` and `| tail -N` leave of it, and the exit code if it is
/// not 0 and nothing is cut off.
fn printed(line: &str, folder: &Path) -> String {
    let number = |lines: &str| lines.parse::<usize>().expect("a number of lines");
    let mut pipes = line.split(" | ");
    let line = pipes.next().unwrap_or_default();
    let started = line.strip_prefix("ferz ").or_else(|| line.strip_prefix("cargo run --release -- "));
    let words = arguments(started.expect("a command of ferz"));
    let mut command = Command::new(get_cargo_bin("ferz"));
    for variable in ["COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    let ran = crate::common::finish(command.args(words).current_dir(folder).output().expect("the command starts"));
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

/// A page with its commands run: in the order in which they stand there, in a folder with the files that it shows.
fn run_again(page: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut written = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        written += &format!("{line}\n");
        let block = |lines: &mut std::str::Lines<'_>| -> Vec<String> {
            lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect()
        };
        if let Some(name) = line.strip_prefix("```text ") {
            let text = block(&mut lines).join("\n") + "\n";
            std::fs::write(folder.path().join(name), &text).expect("the folder takes files");
            written += &(text + "```\n");
        } else if line == "```console" {
            for shown in block(&mut lines).iter().filter_map(|line| line.strip_prefix("$ ")) {
                written += &format!("$ {shown}\n{}", printed(shown, folder.path()));
            }
            written += "```\n";
        }
    }
    written
}

/// The pages outside the lessons that are run in the same way.
fn other_pages() -> impl Iterator<Item = PathBuf> {
    ["../../README.md", "../guide.md", "../study-compare.md"].into_iter().map(|page| lessons().join(page))
}

#[test]
fn every_command_prints_what_is_shown() {
    let chapters = chapters();
    assert_eq!(chapters.len(), 8);
    for path in chapters.into_iter().chain(other_pages()) {
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

/// The exercise of a chapter, how its answers end, and an answer that is wrong, with what is said of it.
const EXERCISES: [(u32, &str, &str, [&str; 2]); 8] = [
    (
        1,
        "queens 4 --given a2",
        "     a b c d\n9 right answers, 0 wrong\n",
        ["not b4", "Wrong: it is otherwise in the solution a2, b4, c1, d3."],
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
        ["not c6 because a2", "Wrong: it is otherwise in the solution a2, b4, c6, d1, e3, f5."],
    ),
    (
        4,
        "three.fzn",
        "2 right answers, 0 wrong\n",
        ["z <= 2", "Wrong: it is otherwise in the solution x = 1, y = 2, z = 3."],
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
        ["d3", "True, but no constraint alone shows it yet. To try the contrary does: that leads to a dead end."],
    ),
    (
        8,
        "queens 6",
        "4 right answers, 0 wrong, 4 guesses\n",
        ["not e3 because a1", "Wrong: a queen on a1 is not known."],
    ),
];

/// Grades answers, in a folder where chapter 4 finds its puzzle.
fn graded(subject: &str, answers: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let page = std::fs::read_to_string(lessons().join("4-levels.md")).expect("chapter 4");
    let puzzle = page.split_once("```text three.fzn\n").and_then(|(_, rest)| rest.split_once("```"));
    std::fs::write(folder.path().join("three.fzn"), puzzle.expect("a puzzle").0).expect("the folder takes files");
    std::fs::write(folder.path().join("answers.txt"), answers).expect("the folder takes files");
    printed(&format!("ferz study quiz {subject} --answers answers.txt"), folder.path())
}

fn ours(chapter: u32) -> String {
    std::fs::read_to_string(lessons().join(format!("answers/{chapter}.txt"))).expect("our answers")
}

/// Our answers to the exercises are right to the end, and a wrong one is refused for the right reason.
#[test]
fn answers_are_graded() {
    for (chapter, subject, end, [wrong, reason]) in EXERCISES {
        let right = graded(subject, &ours(chapter));
        assert!(right.ends_with(end), "chapter {chapter}: {right}");
        let also_wrong = graded(subject, &format!("{wrong}\n{}", ours(chapter)));
        assert!(also_wrong.contains(&format!("> {wrong}\n{reason}")), "chapter {chapter}: {also_wrong}");
        assert!(also_wrong.ends_with("(exit code 4)\n"), "chapter {chapter}: {also_wrong}");
        // Whoever says nothing has not solved it.
        assert!(graded(subject, "state\n").ends_with("0 right answers, 0 wrong\n(exit code 4)\n"));
    }
}

/// What the chapters say of other ways.
#[test]
fn other_ways_are_graded() {
    let of = |chapter: u32| EXERCISES[chapter as usize - 1].1;
    // 5: letters with more digits take more guesses.
    let many = graded(of(5), "rest\nguess R = 2\nrest\nback\nguess R = 3\nrest\nback\nguess R = 4\n");
    assert!(
        many.ends_with(
            "That is one guess too many: 2 guesses had to do.\n2 right answers, 1 wrong, 2 guesses\n(exit code 4)\n"
        ),
        "{many}"
    );
    // 7: the same answers where the puzzle is stated otherwise.
    for (stated, by) in [("dual", "`rows` or `rows and columns`"), ("queens-rule", "`queens`")] {
        let told = graded(&format!("{} --model {stated}", of(7)), &ours(7));
        assert!(told.contains(&format!("> d3\nRight, by {by}.\n")) && told.ends_with(", 0 wrong\n"), "{told}");
    }
    let pairwise = graded(&format!("{} --model pairwise", of(7)), &ours(7));
    assert!(
        pairwise.contains("> d3\nTrue, but no constraint alone shows it yet")
            && pairwise.ends_with(", 1 wrong\n(exit code 4)\n")
    );
    let at_once = graded(&format!("{} --model queens-rule", of(7)), "d3");
    assert!(at_once.ends_with("Right, by `queens`.\n1 right answer, 0 wrong\n"), "{at_once}");
    // 8: who names all guesses learns less.
    let less = graded(of(8), &ours(8).replace("because a1, e3", "because a1, b4, e3"));
    assert!(less.contains("it fails without this as well: a queen on b4.\n"), "{less}");
    assert!(less.contains("> not e3 because a1\nTrue, but no constraint alone shows it yet"), "{less}");
    let seen = graded(of(8), &ours(8));
    assert!(seen.contains("> not e3 because a1\nRight, by `nogood 1`.\n"), "{seen}");
}
