//! Checks that the examples run and that their output is unchanged. `cargo test` builds them together with this test.

use std::path::PathBuf;
use std::process::Command;

fn output(example: &str) -> String {
    let this = std::env::current_exe().expect("a test has a path");
    let target: PathBuf = this.parent().and_then(|deps| deps.parent()).expect("a target folder").into();
    let program = target.join("examples").join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let built = program.exists();
    assert!(built, "{example} is not built: run `cargo test -p solver-core`, which builds the examples too");
    let ran = Command::new(program).output().expect("the example starts");
    assert!(ran.status.success(), "{example}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("UTF-8")
}

macro_rules! examples {
    ($($name:ident),+ $(,)?) => {
        const ALL: &[&str] = &[$(stringify!($name)),+];
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), output(stringify!($name)));
        })+
    };
}

examples! {
    car_sequencing, custom_propagator, golomb, job_shop, knapsack, magic_square, queens, send_more_money, sudoku,
    why_unsat, zebra,
}

#[test]
fn all_are_here_and_short() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        assert!(ALL.contains(&name.as_str()), "{name} is not run");
        let lines = std::fs::read_to_string(&path).expect("a file").lines().count();
        assert!(lines < 60, "{name} has {lines} lines");
    }
}
