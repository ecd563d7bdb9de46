//! The lessons, and the page about comparing: every command that they show is run, and prints what stands there. `FERZ_WRITE=1` writes it anew.

mod common;

use common::redacted;
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

/// What a command prints, in a folder: its output, or what `| head -N` and `| tail -N` leave of it, and the exit code if it is
/// not 0 and nothing is cut off.
fn printed(line: &str, folder: &Path) -> String {
    let number = |lines: &str| lines.parse::<usize>().expect("a number of lines");
    let mut pipes = line.split(" | ");
    let line = pipes.next().unwrap_or_default();
    let words = line.strip_prefix("ferz ").expect("a command of ferz").split_whitespace();
    let mut command = Command::new(get_cargo_bin("ferz"));
    for variable in ["COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    let ran = common::finish(command.args(words).current_dir(folder).output().expect("the command starts"));
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

/// A page outside the lessons that is run in the same way.
fn comparisons() -> PathBuf {
    lessons().join("../study-compare.md")
}

#[test]
fn every_command_prints_what_is_shown() {
    let chapters = chapters();
    assert_eq!(chapters.len(), 8);
    for path in chapters.into_iter().chain([comparisons()]) {
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

/// Our answers to the exercises are right, and a wrong one among them is found.
#[test]
fn answers_are_graded() {
    let folder = tempfile::tempdir().expect("a folder");
    for (chapter, subject) in [(3, "queens 6 --given a2"), (6, "queens 6 --given a2,b4")] {
        let ours = lessons().join(format!("answers/{chapter}.txt"));
        let line = |file: &Path| format!("ferz study quiz {subject} --answers {}", file.display());
        let right = printed(&line(&ours), folder.path());
        assert!(right.ends_with(", 0 wrong\n"), "{right}");
        let bad = folder.path().join("bad.txt");
        let text = std::fs::read_to_string(&ours).expect("our answers");
        std::fs::write(&bad, format!("not c1 because a2\n{text}")).expect("the folder takes files");
        let wrong = printed(&line(&bad), folder.path());
        assert!(wrong.ends_with(", 1 wrong\n(exit code 4)\n"), "{wrong}");
        std::fs::write(&bad, "guess b1\n").expect("the folder takes files");
        assert!(printed(&line(&bad), folder.path()).ends_with("0 right answers, 0 wrong\n(exit code 4)\n"));
    }
}
