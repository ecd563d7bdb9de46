//! `ferz new`: builds the generated crate against this checkout, tests it and runs it.

use crate::common::{Ran, ferz, finish};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the root of this checkout.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// Runs `cargo` in a crate that depends on this checkout, with the same dependency versions, so nothing is downloaded.
/// All these crates share a target folder and, in an ordinary run, one set of `solver-core` features, so `solver-core`
/// is compiled only once.
pub(crate) fn cargo(task: &[&str], crate_folder: &Path) -> Ran {
    std::fs::copy(root().join("Cargo.lock"), crate_folder.join("Cargo.lock")).expect("a lock file");
    let mut command = Command::new(env!("CARGO"));
    let (before, after) = task.split_at(task.iter().position(|&word| word == "--").unwrap_or(task.len()));
    command.args(before).arg("--offline");
    if std::env::var_os("FERZ_CASES").is_none() {
        command.args(["--features", "solver-core/harness"]);
    }
    command.args(after).current_dir(crate_folder);
    command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("new"));
    // Debug information is not needed, and no dependency changes.
    command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "0");
    finish(command.output().expect("cargo runs"))
}

/// Without a checkout, the dependencies are the published crates of this version; a folder that is not a checkout is
/// rejected.
#[test]
fn where_the_crates_come_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = |line: &str| finish(ferz(line).current_dir(&folder).output().expect("it runs"));
    assert_eq!(made("new sum --template model").code, Some(0));
    let manifest = std::fs::read_to_string(folder.path().join("sum/Cargo.toml")).expect("a manifest");
    assert!(
        manifest.contains(&format!("solver-core = {{ version = \"{}\" }}", env!("CARGO_PKG_VERSION"))),
        "{manifest}"
    );
    let absent = made("new other --checkout .");
    assert_eq!(absent.err, "error: --checkout .: there is no solver-core/Cargo.toml\n");
    assert!(!folder.path().join("other").exists());
}

#[test]
fn a_new_puzzle_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = |name: &str| finish(ferz(&format!("new {name}")).current_dir(&folder).output().expect("it runs"));
    let checkout = root();
    let printed = made(&format!("my-coins --checkout {}", checkout.display()));
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    assert!(printed.out.contains("cd my-coins && cargo test && cargo run"), "{printed:?}");
    let again = made("my-coins");
    assert_eq!((again.code, again.err.as_str()), (Some(2), "error: my-coins already exists: choose another name\n"));
    let wrong = made("My-Coins");
    assert_eq!(wrong.code, Some(2));

    let own = folder.path().join("my-coins");
    let tested = cargo(&["test"], &own);
    assert_eq!(tested.code, Some(0), "{}\n{}", tested.out, tested.err);
    assert!(tested.out.contains("2 passed"), "{}", tested.out);
    let ran = cargo(&["run"], &own);
    insta::assert_snapshot!(ran.out);
}

/// Runs the tests generated with a new model and a new propagator.
#[test]
fn the_other_templates_pass_their_tests() {
    let folder = tempfile::tempdir().expect("a folder");
    for template in ["model", "propagator"] {
        let name = format!("own-{template}");
        let line = format!("new {name} --template {template} --checkout {}", root().display());
        let printed = finish(ferz(&line).current_dir(&folder).output().expect("it runs"));
        assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
        let tested = cargo(&["test"], &folder.path().join(name));
        assert_eq!(tested.code, Some(0), "{template}: {}\n{}", tested.out, tested.err);
        assert!(tested.out.contains("1 passed") && !tested.err.contains("warning"), "{template}: {}", tested.err);
    }
}
