//! Proofs of the answers to MiniZinc and FlatZinc models: `--proof-log`.

use crate::common::run;
use crate::proofs::has_veripb;
use std::fs;
use std::path::Path;
use std::process::Command;

/// MiniZinc models whose proofs would be long without learning.
const LEARNED: [&str; 1] = ["project"];

/// With MiniZinc's proof flag, every answer to a MiniZinc model in the repository is certified.
#[test]
fn answers_to_minizinc_are_certified() {
    let is_there = Command::new("minizinc").arg("--version").output().is_ok();
    assert!(is_there || std::env::var_os("FERZ_REQUIRE").is_none(), "`minizinc` is missing");
    if !is_there || !has_veripb() {
        eprintln!("not run: `minizinc` or `veripb` is missing");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    assert_eq!(run(&format!("minizinc install --dir {}", path("solvers"))).code, Some(0));
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../flatzinc/models");
    let (mut optima, mut satisfied) = (0, 0);
    for entry in models.read_dir().expect("a folder") {
        let model = entry.expect("a file").path();
        let name = model.file_stem().expect("a name").to_string_lossy().into_owned();
        let learn = if LEARNED.contains(&name.as_str()) { "fixed" } else { "none" };
        let mut command = Command::new("minizinc");
        command.env("MZN_SOLVER_PATH", path("solvers"));
        command.args(["--solver", "ferz", "--learn", learn, "--proof-log", &path(&name)]);
        let output = command.arg(&model).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("----------\n") && said.contains("% check it: veripb "), "{name}: {said}");
        let checked = run(&format!("proof check {}", path(&name)));
        assert_eq!(checked.code, Some(0), "{name}: {}", checked.out);
        optima += usize::from(checked.out.contains("BOUNDS"));
        satisfied += usize::from(checked.out.contains("SATISFIABLE"));
    }
    assert!(optima >= 8 && satisfied >= 12, "{optima} optima, {satisfied} satisfied");
    // Covers all solutions, no solution, and rejected options.
    let fzn = |text: &str, flags: &[&str]| {
        fs::write(path("model.fzn"), text).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_fzn-ferz"));
        let output = command.args(flags).args(["--proof-log", &path("proof"), &path("model.fzn")]).output();
        let output = output.expect("it starts");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), out + &String::from_utf8_lossy(&output.stderr))
    };
    let two = "var 1..2: x :: output_var; solve satisfy;";
    let none = "var 1..2: x; constraint int_lin_eq([2],[x],3); solve satisfy;";
    for (text, flags, said) in [
        (two, &["-a"][..], "x = 1;\n----------\nx = 2;\n----------\n==========\n"),
        (none, &[], "=====UNSATISFIABLE=====\n"),
        (two, &["-a", "--learn", "fixed"], "==========\n"),
        (two, &["-a", "-f"], "==========\n"),
        (none, &["-f", "-p", "2"], "=====UNSATISFIABLE=====\n"),
    ] {
        let (code, out) = fzn(text, flags);
        assert!(code == Some(0) && out.contains(said), "{flags:?}: {out}");
        let checked = run(&format!("proof check {}", path("proof")));
        assert_eq!(checked.out, "s VERIFIED UNSATISFIABLE\n", "{}", checked.err);
    }
    // The free search finds the best value.
    let best = "var 0..20: x; var 0..20: y :: output_var; constraint int_lin_le([2,3],[x,y],31); \
                constraint int_lin_le([3,-1],[y,x],17); solve maximize y;";
    for flags in [&["-f"][..], &["-f", "-p", "2"], &["-f", "-p", "3"]] {
        let (code, out) = fzn(best, flags);
        assert!(code == Some(0) && out.contains("y = 7;\n") && out.contains("==========\n"), "{flags:?}: {out}");
        let checked = run(&format!("proof check {}", path("proof")));
        assert_eq!(checked.out, "s VERIFIED BOUNDS -7 <= obj <= -7\n", "{}", checked.err);
    }
    // A helper thread may find the single solution.
    for flags in [&["-f"][..], &["-f", "-p", "2"], &["-p", "3"]] {
        let (code, out) = fzn(two, flags);
        assert!(
            code == Some(0) && out.matches("----------\n").count() == 1 && out.contains("x = "),
            "{flags:?}: {out}"
        );
        let checked = run(&format!("proof check {}", path("proof")));
        assert_eq!(checked.out, "s VERIFIED SATISFIABLE\n", "{}", checked.err);
    }
    let annotated = "var 1..2: x :: output_var; solve :: int_search([x], input_order, indomain_min) satisfy;";
    for (text, flags, named) in [
        (annotated, &["-p", "2"][..], "several threads"),
        (two, &["-a", "-f", "-p", "2"], "several threads"),
        (two, &["-n", "2"], "-n above 1"),
    ] {
        let (code, out) = fzn(text, flags);
        assert!(code == Some(2) && out.contains("no proof ") && out.contains(named), "{flags:?}: {out}");
    }
}
