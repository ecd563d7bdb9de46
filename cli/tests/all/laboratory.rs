//! Seven models in plain MiniZinc: explanations, the stepper and the page use the model's names.
//!
//! If MiniZinc or Chromium is missing, a test is skipped with a notice; with `FERZ_REQUIRE=1` it fails.

use crate::browser::Browser;
use crate::minizinc::is_there;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The models, each with its data and a fact to explain.
const MODELS: [(&str, &[&str], &str); 7] = [
    ("sudoku", &["sudoku.mzn", "hard.dzn"], "cell[1,3] != 7"),
    ("zebra", &["zebra.mzn"], "nation[English] != 2"),
    ("nonogram", &["nonogram.mzn"], "black[1,2] = 1"),
    ("ft06", &["ft06.mzn"], "start[2,6] >= 43"),
    ("rucksack", &["rucksack.mzn"], "value <= 131"),
    ("roster", &["roster.mzn"], "works[Ben,Mon] != Early"),
    ("tour", &["tour.mzn"], "length >= 35"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/laboratory/models")
}

/// Returns the output of a command run in the model folder.
fn said(command: &str, words: &[&str]) -> String {
    let output = crate::common::ferz(command).current_dir(folder()).args(words).output().expect("it starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_in_the_models_words(&text);
    text
}

/// Checks that a text contains no names introduced by the compiler, and no constant equated with itself.
fn assert_in_the_models_words(text: &str) {
    assert!(!text.contains("X_INTRODUCED") && !text.contains("ferz_"), "{text}");
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ',').collect();
    let same = words.windows(3).find(|w| w[1] == "=" && w[0] == w[2] && w[0].parse::<i64>().is_ok());
    assert_eq!(same, None, "{text}");
}

#[test]
fn explanations_are_in_the_words_of_the_model() {
    if !is_there() {
        return;
    }
    for (name, files, fact) in MODELS {
        insta::assert_snapshot!(format!("why_{name}"), said("solve", &[files, &["--why", fact]].concat()));
    }
    let unknown =
        crate::common::ferz("solve").current_dir(folder()).args(["zebra.mzn", "--why", "pet[Cat] = 1"]).output();
    assert!(String::from_utf8_lossy(&unknown.expect("it starts").stderr).contains("there is no variable pet[Cat]"));
}

#[test]
fn the_stepper_is_in_the_words_of_the_model() {
    if !is_there() {
        return;
    }
    let script = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(script.path(), "n 2\nprune\nprune\nwhy\nsolution\ntree\nwhere\n").expect("it is written");
    let path = script.path().to_str().expect("UTF-8");
    for (name, files, _) in MODELS {
        let words = [files, &["--limit", "1", "--script", path]].concat();
        insta::assert_snapshot!(format!("step_{name}"), said("study step", &words));
    }
}

#[test]
fn the_page_is_in_the_words_of_the_model() {
    if !is_there() {
        return;
    }
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    let made = tempfile::tempdir().expect("a folder");
    for (name, files, _) in MODELS {
        let file = made.path().join(format!("{name}.html"));
        let words = [files, &["--limit", "1", "--levels", "0", "-o", file.to_str().expect("UTF-8")]];
        let output = crate::common::ferz("study html").current_dir(folder()).args(words.concat()).output();
        assert!(output.expect("it starts").status.success());
        browser.open(&file, "");
        // The visible text at some events, and the picture at each of them.
        let mut text = String::new();
        for event in ["0", "ferz.views[0].event", "ferz.views[0].run.count - 1"] {
            browser.eval(&format!("ferz.views[0].go({event})"));
            let shown = browser.eval("document.body.innerText");
            let shown = shown.as_str().expect("text");
            assert_in_the_models_words(shown);
            for part in [".what", ".ledger table", ".why"] {
                text += &format!(
                    "== {part} at {event}\n{}\n",
                    browser.eval(&format!("document.querySelector('{part}').innerText")).as_str().unwrap_or_default()
                );
            }
        }
        let clipped = "[...document.querySelectorAll('.name')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)";
        assert_eq!(browser.eval(clipped), json!([]), "{name}");
        assert_eq!(browser.complaints(), [] as [String; 0], "{name}");
        insta::assert_snapshot!(format!("page_{name}"), text);
    }
}
