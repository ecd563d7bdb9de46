//! The models in `flatzinc/models` run by MiniZinc: Ferz and Gecode, each with its own library, give the same results.
//!
//! If MiniZinc or Gecode is missing, the test is skipped with a notice; with `FERZ_REQUIRE=1` it fails.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The maximum number of solutions of a model without an objective.
const SOLUTIONS: &str = "20";

/// A solver's answer: the solution count or the best value, and whether it is complete.
#[derive(PartialEq, Eq, Debug)]
struct Answer {
    solutions: Option<usize>,
    objective: Option<String>,
    is_complete: bool,
    is_unsatisfiable: bool,
}

pub(crate) fn is_there(program: &str) -> bool {
    if Command::new(program).arg("--version").output().is_ok() {
        return true;
    }
    assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "`{program}` is missing: apt install minizinc flatzinc");
    eprintln!("not run: `{program}` is missing (apt install minizinc flatzinc)");
    false
}

fn ask(solvers: &Path, solver: &str, model: &Path) -> Answer {
    let optimises = std::fs::read_to_string(model).expect("a model").contains("imize ");
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", solvers).args(["--solver", solver, "--output-objective", "--output-mode", "json"]);
    if !optimises {
        command.args(["-n", SOLUTIONS]);
    }
    let output = command.arg(model).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{solver}: {}\n{said}", String::from_utf8_lossy(&output.stderr));
    let mut objectives = said.lines().filter_map(|line| line.trim().strip_prefix("\"_objective\" : "));
    Answer {
        solutions: (!optimises).then(|| said.matches("----------\n").count()),
        objective: objectives.next_back().map(|value| value.trim_end_matches(',').to_owned()),
        is_complete: said.contains("==========\n"),
        is_unsatisfiable: said.contains("=====UNSATISFIABLE====="),
    }
}

#[test]
fn ferz_and_gecode_come_to_the_same() {
    if !is_there("minizinc") || !is_there("fzn-gecode") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let install = ["minizinc", "install", "--dir", folder.path().to_str().expect("UTF-8")];
    let installed = Command::new(env!("CARGO_BIN_EXE_ferz")).args(install).output().expect("it starts");
    assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));

    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../flatzinc/models");
    let mut models: Vec<PathBuf> =
        models.read_dir().expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    models.sort();
    assert!(models.len() >= 20);
    let (mut optima, mut all) = (0, 0);
    for model in models {
        let ours = ask(folder.path(), "ferz", &model);
        assert_eq!(ours, ask(folder.path(), "gecode", &model), "{}", model.display());
        optima += usize::from(ours.objective.is_some() && ours.is_complete);
        all += usize::from(ours.solutions.is_some());
    }
    assert!(optima >= 8 && all >= 10, "{optima} optima, {all} models with solutions to count");
}
