//! `docs/seeds.md` shows the commands' output, and names existing tests.

use super::out;
use crate::common::{ferz, finish, shown_on};
use std::path::{Path, PathBuf};
use std::process::Stdio;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/seeds.md")).expect("the page")
}

/// Checks every command on the page against the output shown below it.
#[test]
fn shows_what_the_commands_print() {
    let page = page();
    let mut commands = 0;
    for (line, below) in shown_on(&page) {
        assert_eq!(out(line).trim_end(), below.trim_end(), "ferz {line}");
        commands += 1;
    }
    assert!(commands >= 15, "{commands} commands");
}

fn sources(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let rust = entries.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.map(|path| std::fs::read_to_string(path).expect("a source")).collect()
}

/// Every command in the tables is valid, and the tests named there exist.
#[test]
fn names_commands_and_tests_that_exist() {
    let (page, tests) = (
        page(),
        ["cli/tests/all", "cli/tests/all/seeds", "queens/src"].map(|folder| sources(&root().join(folder))).concat(),
    );
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit())
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 34);
    let mut understood = std::collections::BTreeSet::new();
    for row in rows {
        let [number, _wish, commands, named] = row[..] else { panic!("{row:?}") };
        for command in commands.split('`').skip(1).step_by(2).filter_map(|text| text.strip_prefix("ferz ")) {
            if !understood.insert(command) {
                continue;
            }
            // `--step` and `backtracking --step` end when the input ends.
            let ran = finish(ferz(command).stdin(Stdio::null()).output().expect("the command starts"));
            assert!(matches!(ran.code, Some(0 | 3)), "{number}: ferz {command}: {}", ran.err);
        }
        for test in named.split('`').skip(1).step_by(2) {
            assert!(tests.contains(&format!("fn {test}()")), "{number}: no test {test}");
        }
        assert!(!commands.is_empty() && !named.is_empty(), "{number}: granted, and tested");
    }
}
