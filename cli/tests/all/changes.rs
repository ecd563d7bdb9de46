//! Changed rules: other boards, other queens, and instances from files.

use crate::common::{run, transcript};
use insta::assert_snapshot;

/// A directory for the files of one test, removed when the test ends.
struct Files(std::path::PathBuf);

impl Files {
    fn new(name: &str) -> Files {
        let path = std::env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Files(path)
    }

    /// Writes a file; returns its path.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    /// Returns a transcript without the name of the directory, which differs from run to run.
    fn transcript(&self, lines: &[String]) -> String {
        transcript(lines.iter().map(String::as_str)).replace(&format!("{}/", self.0.display()), "")
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The puzzle of 1850.
#[test]
fn nauck_1850() {
    assert_snapshot!(transcript([
        "queens 8 --given b4,d5 --all --format rows",
        "queens 8 --given b4,d5 --unique --format squares",
        "queens 8 --given b4,d5 --unique --format squares --blocked a7",
        "queens 8 --given b4,d5 --unique --format squares --blocked a6,a7",
    ]));
}

#[test]
fn uniqueness() {
    assert_snapshot!(transcript([
        "queens 1 --unique",
        "queens 3 --unique",
        "queens 4 --unique",
        "queens 6 --unique --given b1 --format json",
        "queens 8 --unique --format json",
        "queens 3 --unique --format json",
        "queens 8 --unique --node-limit 10 --format json",
        "queens 8 --unique --node-limit 60 --format rows",
    ]));
}

#[test]
fn boards_with_other_rules() {
    assert_snapshot!(transcript([
        "queens 5 --torus --all --format rows",
        "queens 7 --torus",
        "queens 6 --torus",
        "queens 7 --torus --count --model dual",
        "queens 10 --superqueens --all --format squares",
        "queens 9 --superqueens --count --stats",
        "queens 8 --blocked d4,e5 --count",
        "queens 8 --blocked d4,e5 --excluded a1-h8,b8-h2 --count",
        "queens 8 --excluded a3-f8 --limit 2 --format json --torus --superqueens --blocked 1:1",
        "queens 8 --torus --given d1 --why e3",
        "queens 10 --superqueens --given d1 --why f2",
        "queens 8 --blocked c8 --why c8",
        "queens 8 --excluded a3-f8 --why c5",
        "queens 5 --torus --check-inferences --count",
        "queens 5 --torus --model pairwise --trace",
    ]));
}

/// Only symmetries that preserve the changed rules count.
#[test]
fn distinct_boards_with_other_rules() {
    assert_snapshot!(transcript([
        "queens 7 --torus --distinct --count",
        "queens 10 --superqueens --distinct --unique --format rows",
        "queens 6 --distinct --unique --format rows",
        "queens 6 --distinct --unique --format json",
        "queens 8 --distinct --unique --format squares",
        "queens 8 --blocked a1 --distinct --count",
        "queens 8 --excluded a1-h8 --distinct --count",
        "queens 8 --blocked b1 --distinct --count",
        "queens 5 --given c3 --blocked b1,d5 --distinct --all --format squares",
    ]));
}

#[test]
fn rules_that_cannot_be() {
    assert_snapshot!(transcript([
        "queens 8 --blocked d4,i5",
        "queens 8 --blocked d4,d4",
        "queens 8 --blocked x",
        "queens 8 --blocked=",
        "queens 8 --given d4 --blocked d4",
        "queens 8 --excluded d4",
        "queens 8 --excluded a3-f7",
        "queens 8 --excluded a3-i8",
        "queens 8 --excluded a3-f8,b4-c5",
        "queens 8 --given b4 --excluded a3-f8",
        "queens 8 --unique --count",
        "queens 8 --kind blocked",
        "queens --torus",
        "queens backtracking 8 --torus",
        "queens report levels 8 --blocked a1",
        "queens pieces 8 3 --torus",
        "queens 8 --method local-search --superqueens",
        "queens --method local-search",
        "queens 8 --unique --all",
        "queens 8 --unique --step",
        "queens 8 --unique --why e3",
    ]));
}

#[test]
fn instances() {
    let files = Files::new("instances");
    let completion = files.file("nauck.param", "letting n = 8\nletting init = [[3, 1], [4, 3]]\n");
    let blocked = files.file("blocked.param", "letting n = 6\nletting blocks = [[1, 2], [2, 4]]\n");
    let diagonals = files.file("diag.param", "n = 8\nnumdiags = 3\ndiags = [[4, 1], [2, 0], [7, 1]]\n");
    let bare = files.file("bare.txt", "8 3 1 4 3\n");
    assert_snapshot!(files.transcript(&[
        format!("queens --instance {completion} --all --format rows"),
        format!("queens 8 --instance {completion} --given a6 --unique --format rows"),
        format!("queens --instance {blocked} --all --format squares"),
        format!("queens --instance {diagonals} --count"),
        format!("queens --instance {diagonals} --first 1 --count"),
        format!("queens --instance {diagonals} --first 1 --count --format json"),
        format!("queens --instance {bare} --kind completion --count"),
    ]));
}

#[test]
fn bad_instances() {
    let files = Files::new("bad-instances");
    let off = files.file("off.param", "letting n = 8\nletting init = [[3, 1], [8, 3]]\n");
    let twice = files.file("twice.param", "letting n = 8\nletting init = [[3, 1],\n[4, 3], [3, 1]]\n");
    let mixed = files.file("mixed.param", "letting n = 8\nletting init = []\nletting blocks = []\n");
    let size = files.file("size.param", "letting n = 0\nletting init = []\n");
    let bare = files.file("bare.txt", "8 3 1 4 3\n");
    let both = files.file("both.txt", "8 3 1\nletting init = [[4, 3]]\n");
    let attacked = files.file("attacked.param", "letting n = 8\nletting init = [[3, 1],\n [4, 2]]\n");
    let number = files.file("number.param", "n = 8\nnumdiags = 3\ndiags = [[4, 1], [2, 0]]\n");
    let good = files.file("good.param", "letting n = 8\nletting init = [[3, 1]]\n");
    let binary = files.0.join("binary");
    std::fs::write(&binary, [0xff, 0xfe, 0x00]).expect("a file");
    let lines = [
        format!("queens --instance {off}"),
        format!("queens --instance {twice}"),
        format!("queens --instance {mixed}"),
        format!("queens --instance {size}"),
        format!("queens --instance {bare}"),
        format!("queens --instance {both} --kind completion"),
        format!("queens --instance {attacked}"),
        format!("queens --instance {number}"),
        format!("queens --instance {number} --first 4"),
        format!("queens --instance {good} --kind blocked"),
        format!("queens 9 --instance {good}"),
        format!("queens --instance {good} --base 1 --given a1"),
        format!("queens --instance {good} --base 2"),
        format!("queens --instance {}", files.0.join("missing").display()),
        format!("queens --instance {}", binary.display()),
    ];
    for line in &lines {
        assert_eq!(run(line).code, Some(2), "{line}");
    }
    assert_snapshot!(files.transcript(&lines));
}
