//! `--proof` of several commands, and `ferz proof check`.

use crate::common::{Ran, run};
use std::fs;

fn has_veripb() -> bool {
    let is_there = std::process::Command::new("veripb").arg("--version").output().is_ok();
    assert!(is_there || std::env::var_os("FERZ_REQUIRE").is_none(), "veripb is missing");
    is_there
}

#[test]
fn answers_are_proved_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    let shown = dir.display();
    let file = folder.path().join("model.fzn");
    fs::write(&file, "var 1..9: x; var 1..9: y; constraint int_lin_eq([1,2],[x,y],7); solve minimize x;")
        .expect("a file");
    let unsatisfiable = "s VERIFIED UNSATISFIABLE";
    for (line, claim, verdict) in [
        ("queens 6 --all", "4 solutions, and no other", unsatisfiable),
        ("queens 6 --count --learn", "4 solutions, and no other", unsatisfiable),
        ("queens 3", "no solution", "s VERIFIED UNSATISFIABLE"),
        ("queens 5", "a solution", "s VERIFIED SATISFIABLE"),
        ("queens 8 --distinct", "92 solutions, and no other", unsatisfiable),
        ("model golomb 5", "the best value is 11", "s VERIFIED BOUNDS 11 <= obj <= 11"),
        (&format!("solve {}", file.display()), "the best value is 1", "s VERIFIED BOUNDS 1 <= obj <= 1"),
    ] {
        let Ran { code, out, err } = run(&format!("{line} --proof {shown}"));
        let (code, first) = (code, out.lines().next().unwrap_or_default());
        assert_eq!((code, first, err.as_str()), (Some(0), claim, ""), "{line}");
        assert!(out.contains(&format!("check it: veripb {shown}/model.opb {shown}/proof.pbp\nit says:  {verdict}\n")));
        assert_eq!(out.contains("in 12 orbits"), line.contains("distinct"));
        if has_veripb() {
            let checked = run(&format!("proof check {shown}"));
            assert_eq!(checked, Ran { code: Some(0), out: format!("{verdict}\n"), err: String::new() }, "{line}");
        }
    }
    // A proof that was changed, or one of another claim, is refused.
    if has_veripb() {
        run(&format!("queens 6 --all --proof {shown}"));
        let model = fs::read_to_string(dir.join("model.opb")).expect("a model");
        let fewer: String =
            model.lines().filter(|line| !line.contains("@solution_3")).map(|line| format!("{line}\n")).collect();
        fs::write(dir.join("model.opb"), fewer).expect("a model");
        let checked = run(&format!("proof check {shown}"));
        assert_eq!(checked.code, Some(4));
        assert!(checked.out.starts_with("NOT VERIFIED"), "{}", checked.out);
    }
}

#[test]
fn what_is_not_proved_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = folder.path().display();
    for (line, named) in [
        ("queens 6 --all --branching d-way", "d-way branching"),
        ("queens 6 --all --threads 2", "several threads"),
        ("queens 6 --limit 2", "--limit"),
        ("queens 6 --all --format rows", "--format"),
        ("queens 6 --distinct --given a2", "leave out what changes the rules"),
        ("model golomb 5 --lns", "large neighbourhoods"),
    ] {
        let Ran { code, err, .. } = run(&format!("{line} --proof {shown}"));
        assert_eq!(code, Some(2), "{line}: {err}");
        assert!(err.contains(named), "{line}: {err}");
    }
    // What was stopped claims nothing.
    let stopped = run(&format!("queens 12 --all --node-limit 100 --proof {shown}"));
    assert_eq!(stopped.code, Some(3));
    assert!(stopped.out.contains("nothing is proved"), "{}", stopped.out);
    assert_eq!(run(&format!("proof check {shown}")).code, Some(2));
}

/// A full disk is an error, and leaves nothing that passes for a proof.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["model.opb", "proof.pbp", "solutions.txt"] {
        let dir = folder.path().join(name);
        fs::create_dir(&dir).expect("a folder");
        std::os::unix::fs::symlink("/dev/full", dir.join(name)).expect("a link");
        let Ran { code, err, .. } = run(&format!("queens 8 --all --proof {}", dir.display()));
        assert_eq!(code, Some(70), "{name}: {err}");
        assert!(err.contains("a proof cannot be written"), "{name}: {err}");
        assert!(!dir.join("verdict.txt").exists());
    }
}
