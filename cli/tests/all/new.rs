//! `ferz new`: the crate that it makes is built against this checkout, tested and run.

use crate::common::{ferz, finish};
use std::path::Path;
use std::process::Command;

#[test]
fn a_new_puzzle_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = |name: &str| finish(ferz(&format!("new {name}")).current_dir(&folder).output().expect("it runs"));
    let told = made("my-coins");
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    assert!(told.out.contains("cd my-coins && cargo test && cargo run"), "{told:?}");
    let again = made("my-coins");
    assert_eq!((again.code, again.err.as_str()), (Some(2), "error: my-coins is there already: choose another name\n"));
    let wrong = made("My-Coins");
    assert_eq!(wrong.code, Some(2));

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let own = folder.path().join("my-coins");
    // The versions that the workspace has, so that nothing is fetched.
    std::fs::copy(root.join("Cargo.lock"), own.join("Cargo.lock")).expect("a lock file");
    let cargo = |task: &[&str]| {
        let patch = |name: &str, path: &str| format!("patch.crates-io.{name}.path='{}'", root.join(path).display());
        let mut command = Command::new(env!("CARGO"));
        command.args(task).arg("--offline").current_dir(&own);
        command.args(["--config", &patch("ferz-puzzles", "puzzles"), "--config", &patch("solver-core", "solver-core")]);
        command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("new"));
        finish(command.output().expect("cargo runs"))
    };
    let tested = cargo(&["test"]);
    assert_eq!(tested.code, Some(0), "{}\n{}", tested.out, tested.err);
    assert!(tested.out.contains("2 passed"), "{}", tested.out);
    let ran = cargo(&["run"]);
    insta::assert_snapshot!(ran.out);
}
