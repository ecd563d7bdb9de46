//! `ferz audit`, on a healthy solver and on solvers with an injected fault.
//!
//! If MiniZinc is missing, a test is skipped with a notice; with `FERZ_REQUIRE=1` it fails.

use crate::common::{Ran, ferz, finish, run};
use crate::minizinc::is_there;
use std::path::Path;
use std::process::Command;

/// Changes the first solution of a model that has a constraint with this name: `lost`, `wrong` or `repeated`.
const FAULTY: &str = r#"#!/bin/sh
for file; do :; done
fault=none
for pair in int_times:lost ferz_table_int:wrong ferz_all_different:repeated; do
    grep -q "${pair%:*}" "$file" && fault=${pair#*:}
done
"$FZN_FERZ" "$@" | awk -v fault="$fault" '
    /^-----/ {
        n++
        if (n > 1 || fault != "lost") print block $0
        if (n == 1 && fault == "repeated") print block $0
        if (n == 1 && fault == "wrong") { gsub(/= -?[0-9]+/, "= 99", block); print block $0 }
        block = ""
        next
    }
    /^(=|%)/ { print; next }
    { block = block $0 "\n" }'
"#;

/// Installs the Ferz library together with a faulty solver.
#[cfg(unix)]
fn install_faulty(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let installed = run(&format!("minizinc install --dir {}", folder.display()));
    assert_eq!(installed.code, Some(0), "{}", installed.err);
    let script = folder.join("faulty.sh");
    std::fs::write(&script, FAULTY).expect("a file");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("a script");
    let text = std::fs::read_to_string(folder.join("ferz.msc")).expect("it was written");
    let mut configuration: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    configuration["id"] = "org.test.faulty".into();
    configuration["name"] = "Faulty".into();
    configuration["executable"] = script.to_str().expect("UTF-8").into();
    std::fs::write(folder.join("faulty.msc"), configuration.to_string()).expect("a file");
}

fn with_solvers(mut command: Command, folder: &Path) -> Command {
    command.env("MZN_SOLVER_PATH", folder).env("FZN_FERZ", env!("CARGO_BIN_EXE_fzn-ferz"));
    command
}

#[cfg(unix)]
fn audited(folder: &Path, line: &str) -> Ran {
    finish(with_solvers(ferz(line), folder).output().expect("it starts"))
}

/// Returns the solutions that a solver prints for a model, sorted.
#[cfg(unix)]
fn solved(folder: &Path, solver: &str, model: &Path) -> Vec<Vec<i32>> {
    let mut command = with_solvers(Command::new("minizinc"), folder);
    let output = command.args(["--solver", solver, "-a", "--non-unique"]).arg(model).output().expect("it starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = printed.lines().filter_map(|line| line.strip_prefix('@'));
    let numbers = |line: &str| line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let mut all: Vec<Vec<i32>> = lines.map(numbers).collect();
    all.sort();
    all
}

#[test]
#[cfg(unix)]
fn each_injected_fault_is_found_and_its_small_model_repeats_it() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    install_faulty(folder.path());
    let found = folder.path().join("found");
    let constraints = "int_times,table,all_different,increasing";
    let line = format!("audit faulty ferz --constraint {constraints} --cases 2 --format csv -o {}", found.display());
    let ran = audited(folder.path(), &line);
    assert_eq!(ran.code, Some(4), "{}{}", ran.out, ran.err);
    let rows: Vec<Vec<&str>> = ran.out.lines().skip(1).map(|line| line.split(',').collect()).collect();
    for (constraint, fault) in [("int_times", "lost"), ("table", "wrong"), ("all_different", "repeated")] {
        let row = rows.iter().find(|row| row[..2] == [constraint, "plain"]).expect("a row");
        assert_eq!(row[2], format!("2 {fault}"), "{}", ran.out);
        let file = found.join(format!("{constraint}-plain-faulty-{fault}.mzn"));
        let model = std::fs::read_to_string(&file).expect("it was written");
        assert!(model.matches("\nvar ").count() <= 2, "more variables than needed:\n{model}");
        assert!(model.contains("% All solutions:\n%   ["), "{model}");
        assert_ne!(solved(folder.path(), "faulty", &file), solved(folder.path(), "ferz", &file), "{model}");
    }
    let is_faulty =
        |row: &[&str]| ["wrong", "lost", "repeated"].iter().any(|fault| row.iter().any(|c| c.contains(fault)));
    assert!(rows.iter().all(|row| !is_faulty(&row[3..])), "Ferz is right:\n{}", ran.out);
    assert!(
        rows.iter().filter(|row| row[0] == "increasing").all(|row| !is_faulty(row)),
        "no fault there:\n{}",
        ran.out
    );
}

#[test]
fn ferz_audits_clean_and_the_same_seed_gives_the_same_bytes() {
    if !is_there() {
        return;
    }
    let line =
        "audit ferz --constraint int_div,int_pow,element_var,global_cardinality,regular,bin_packing_load --cases 1";
    let ran = run(line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    for word in ["wrong", "lost", "repeated", "refused", "unfinished"].map(|word| format!("1 {word}")) {
        assert!(!ran.out.contains(&word), "{}", ran.out);
    }
    let table = |ran: &Ran| ran.out.split("command:").next().map(str::to_owned);
    assert_eq!(table(&run(&format!("{line} --threads 1"))), table(&ran));
    assert_ne!(table(&run(&format!("{line} --seed 1"))), table(&ran));
}

#[test]
fn a_solver_that_is_not_installed_is_bad_input() {
    if !is_there() {
        return;
    }
    let ran = run("audit no-such-solver");
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.err.contains("no-such-solver refuses a model without constraints"), "{}", ran.err);
}
