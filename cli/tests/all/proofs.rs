//! The `--proof` option of several commands, and `ferz proof check`.

use crate::common::{Ran, ferz, run, transcript};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) fn has_veripb() -> bool {
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
    // A modified proof, or a proof of a different claim, is rejected.
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

/// Our checker rejects errors in files that VeriPB does not read: a list with a wrong, additional or missing solution,
/// a wrong objective value, and orbits of other boards.
#[test]
fn a_list_of_solutions_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    let shown = dir.display();
    let file = folder.path().join("model.fzn");
    let model =
        "var 0..3: x :: output_var; var 0..3: y :: output_var; constraint int_lin_le([1,1],[x,y],4); solve maximize x;";
    fs::write(&file, model).expect("a file");
    let best = format!("solve {}", file.display());
    let swap = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        text.replacen(from, to, 1)
    };
    let again = |text: &str| text.to_owned() + text.lines().next().expect("a line") + "\n";
    type Change<'a> = &'a dyn Fn(&str) -> String;
    let cases: [(&str, &str, Change<'_>, &str); 13] = [
        (&best, "solutions.txt", &|text| swap(text, "x_ge_2 ", ""), "solution 1 in solutions.txt violates the row x_"),
        (
            &best,
            "solutions.txt",
            &|text| swap(text, "x_ge_3", ""),
            "the objective of the solution in solutions.txt is -2",
        ),
        (&best, "solutions.txt", &again, "solutions.txt lists 2 solutions"),
        (&best, "solutions.txt", &|_| String::new(), "solutions.txt lists 0 solutions"),
        (&best, "verdict.txt", &|text| text.replace("-3", "-4"), "the claim is `s VERIFIED BOUNDS -4"),
        (&best, "verdict.txt", &|text| text.replace("-3", "INF"), "lists 1 solutions"),
        (
            "queens 6 --all",
            "solutions.txt",
            &|text| swap(text, "q[0]_1", "q[0]_2"),
            "solution 1 in solutions.txt violates",
        ),
        (
            "queens 6 --all",
            "solutions.txt",
            &again,
            "lists 5 solutions, but the claim `s VERIFIED UNSATISFIABLE` needs 4",
        ),
        (
            "queens 6 --all",
            "solutions.txt",
            &|text| text.lines().rev().map(|line| format!("{line}\n")).collect(),
            "solution_1 of model.opb does not exclude solution 1",
        ),
        (
            "queens 6 --all",
            "model.opb",
            &|text| text.lines().filter(|line| !line.starts_with("* listed")).map(|line| format!("{line}\n")).collect(),
            "solution_1 of model.opb does not exclude solution 1 of solutions.txt alone",
        ),
        ("queens 5", "solutions.txt", &|text| swap(text, "q[0]_", "q[1]_"), "solution 1 in solutions.txt violates"),
        ("queens 6 --distinct", "orbits.txt", &|text| swap(text, "1", "2"), "orbits.txt does not list the orbits"),
        ("queens 6 --distinct", "orbits.txt", &|_| String::new(), "orbits.txt does not list the orbits"),
    ];
    for (line, name, change, said) in cases {
        let Ran { code, err, .. } = run(&format!("{line} --proof {shown}"));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{line}");
        let text = fs::read_to_string(dir.join(name)).expect("a file");
        let changed = change(&text);
        assert_ne!(text, changed, "{line}, {name}");
        fs::write(dir.join(name), changed).expect("a file");
        let checked = run(&format!("proof check {shown}"));
        assert_eq!(checked.code, Some(4), "{line}, {name}: {}", checked.err);
        assert!(
            checked.out.starts_with("NOT VERIFIED: ") && checked.out.contains(said),
            "{line}, {name}: {}",
            checked.out
        );
    }
}

/// Names of variables and constraints may resemble those in a proof: each literal and each row still has a unique name,
/// formatted according to its kind.
#[test]
fn names_of_users_do_not_double_those_of_a_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    let file = folder.path().join("model.fzn");
    let names = [
        "solution",
        "solution_1",
        "x",
        "x_ge",
        "x_ge_2",
        "x_bit",
        "new",
        "holds",
        "differs",
        "argument_0_is_chosen",
        "v3",
        "v_3",
        "x_1",
    ];
    let domains = [3, 3, 400, 5, 3, 3, 1, 1, 1, 9, 400, 400, 3];
    let mut text = String::new();
    for (name, high) in names.iter().zip(domains) {
        text += &format!("var 0..{high}: {name} :: output_var;\n");
    }
    text += "var 0..400: x_with_a_long_name :: output_var;\n";
    text += "constraint array_int_maximum(x_1, [x_ge_2, x_bit, solution]) :: mzn_constraint_name(\"solution\");\n";
    text += "constraint int_lin_eq([1, -1, -1], [x, v3, v_3], 0) :: mzn_constraint_name(\"solution_check\");\n";
    text += "constraint int_ne(solution_1, x_ge);\nconstraint int_lin_le([1,1,1],[x, x_ge, x_with_a_long_name], 9);\n";
    text += "constraint int_lin_ne_reif([1,1],[x_ge, v3], 4, holds);\nconstraint bool2int(new, differs);\n";
    text = text.replace("var 0..1: new", "var bool: new").replace("var 0..1: holds", "var bool: holds");
    for goal in ["solve satisfy;", "solve maximize x_1;"] {
        fs::write(&file, format!("{text}{goal}\n")).expect("a file");
        let Ran { code, err, .. } = run(&format!("solve {} --proof {}", file.display(), dir.display()));
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let model = fs::read_to_string(dir.join("model.opb")).expect("a model");
        let labels: Vec<&str> = model.lines().filter_map(|line| line.strip_prefix('@')?.split(' ').next()).collect();
        assert_eq!(labels.len(), labels.iter().collect::<std::collections::BTreeSet<_>>().len());
        assert!(!labels.iter().any(|label| label.starts_with("solution_")), "{labels:?}");
        // A bound of x is distinguished from a value of `x_ge`, and a bit from a value of `x_bit`.
        assert!(model.contains("~x_ge^") && model.contains("~x_bit^"), "{model}");
        assert!(!model.contains(" x_ge_0 ") && !model.contains("x_bit_ge"), "{model}");
        assert!(model.lines().all(|line| !line.starts_with("* v") || line.starts_with("* v^")), "{model}");
        if has_veripb() {
            let checked = run(&format!("proof check {}", dir.display()));
            assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""), "{}", checked.out);
        }
    }
    // A program finds all solutions of a smaller model. It recognises the rows that exclude solutions by their labels.
    let found = "var 0..3: solution:: output_var; var 0..3: y:: output_var;
        constraint int_lin_le([1,1],[solution,y],3) :: mzn_constraint_name(\"solution_and_y\"); constraint int_ne(solution,y); solve satisfy;";
    fs::write(&file, found).expect("a file");
    let Ran { code, .. } = run(&format!("solve {} --all --proof {}", file.display(), dir.display()));
    assert_eq!(code, Some(0));
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/check_solutions.py");
    let said = Command::new("python3").arg(program).arg(&dir).output().expect("Python runs");
    assert_eq!(String::from_utf8_lossy(&said.stdout), "VERIFIED: 8 solutions, all different\n");
}

/// The proof for a model without solutions covers only its unsatisfiable core.
#[test]
fn a_core_is_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    let file = folder.path().join("model.fzn");
    let model = "var 1..9: a; var 1..9: b; var 1..9: c; array [1..3] of var int: x = [a, b, c];
        constraint ferz_all_different(x) :: mzn_constraint_name(\"different\");
        constraint int_lt(a, b) :: mzn_constraint_name(\"first\");
        constraint int_lt(b, a) :: mzn_constraint_name(\"second\"); solve satisfy;";
    fs::write(&file, model).expect("a file");
    let line = format!("solve {} --core --proof {}", file.display(), dir.display());
    let Ran { code, out, err } = run(&line);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let printed: Vec<&str> = out.lines().take(4).collect();
    let clash = "These 2 constraints clash, and without any one of them the others do not:";
    assert_eq!(printed, [clash, "  first", "  second", "no solution"]);
    let rows = fs::read_to_string(dir.join("model.opb")).expect("a model");
    assert!(rows.contains("@first_1 ") && rows.contains("@second_1 ") && !rows.contains("different"), "{rows}");
    if has_veripb() {
        assert_eq!(run(&format!("proof check {}", dir.display())).out, "s VERIFIED UNSATISFIABLE\n");
    }
    // The proof uses the requested search, or is refused.
    assert_eq!(run(&format!("{line} --learn")).out, out);
    let Ran { code, err, .. } = run(&format!("{line} --branching d-way"));
    assert_eq!(code, Some(2));
    assert!(err.contains("d-way branching"), "{err}");
    fs::write(&file, model.replace("int_lt(b, a)", "int_lt(b, c)")).expect("a file");
    let Ran { code, err, .. } = run(&line);
    assert_eq!(code, Some(2));
    assert!(err.contains("there is a solution: no constraints clash"), "{err}");
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
        ("queens 6 --distinct --given a2", "leave out the options that change the rules"),
        ("model golomb 5 --lns", "large neighbourhood search"),
    ] {
        let Ran { code, err, .. } = run(&format!("{line} --proof {shown}"));
        assert_eq!(code, Some(2), "{line}: {err}");
        assert!(err.contains(named), "{line}: {err}");
    }
    // A stopped search claims nothing.
    let stopped = run(&format!("queens 12 --all --node-limit 100 --proof {shown}"));
    assert_eq!(stopped.code, Some(3));
    assert!(stopped.out.contains("nothing is proved"), "{}", stopped.out);
    assert_eq!(run(&format!("proof check {shown}")).code, Some(2));
}

/// A full disk is an error, and leaves no file that could be mistaken for a proof.
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

/// Small refutations fit on one page.
#[test]
fn refutations_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut shown = String::new();
    for question in ["queens 8 --given a1,b3", "queens 4 --all", "model golomb 3"] {
        let dir = folder.path().join("proof").display().to_string();
        assert_eq!(run(&format!("{question} --proof {dir}")).code, Some(0), "{question}");
        shown += &transcript([format!("proof print {dir}").as_str()]).replace(&dir, &format!("[{question}]"));
    }
    assert!(shown.lines().count() < 3 * 66, "three pages");
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proofs.md");
    let chapter = fs::read_to_string(chapter).expect("the chapter");
    let step = chapter.split("```txt\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a step");
    assert!(shown.contains(step), "the chapter shows a step as it is");
    insta::assert_snapshot!(shown);
}

/// A trimmed proof has the same claim as the original; a proof that is cut off or comes from a different program is
/// rejected with a line number.
#[test]
fn proofs_are_trimmed() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    let shown = dir.display();
    let read = || fs::read_to_string(dir.join("proof.pbp")).expect("a proof");
    for question in
        ["queens 7 --all", "queens 5", "queens 7 --count --learn", "model golomb 5 --learn", "model job-shop ft06"]
    {
        assert_eq!(run(&format!("{question} --proof {shown}")).code, Some(0), "{question}");
        let old = read();
        let other = run(&format!("proof trim {shown}/proof.pbp -o {shown}/short.pbp"));
        assert_eq!((other.code, other.err.as_str(), read()), (Some(0), "", old.clone()), "{question}");
        let trimmed = run(&format!("proof trim {shown}"));
        assert_eq!(
            (trimmed, read()),
            (other, fs::read_to_string(dir.join("short.pbp")).expect("a proof")),
            "{question}"
        );
        assert!(read().lines().filter(|line| line.starts_with("rup")).all(|line| line.contains(" : ")), "{question}");
        if has_veripb() {
            let checked = run(&format!("proof check {shown}"));
            assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""), "{question}: {}", checked.out);
        }
        // Trimming a proof again keeps its hints.
        let once = read();
        let again = run(&format!("proof trim {shown}"));
        assert_eq!(
            (again.code, read().lines().count() <= once.lines().count()),
            (Some(0), true),
            "{question}: {}",
            again.err
        );
        if has_veripb() {
            assert_eq!(run(&format!("proof check {shown}")).code, Some(0), "{question}, trimmed twice");
        }
    }
    run(&format!("queens 6 --all --proof {shown}"));
    let proof = read();
    for (from, to, said) in [
        ("rup", "rap", "line 2: not a rule that Ferz writes"),
        ("pseudo-Boolean proof version 3.0", "p cnf 3 4", "line 1: not a VeriPB 3.0 proof"),
        ("del id -2", "del id 1", ": not a line that can be deleted"),
        ("del id -2", "del spec 1 q[0]_0 >= 1", ": a deletion without numbered rows"),
        ("rup >= 1;", "rup 1 q[0]_0 >= 1;", "the proof refutes nothing: it concludes UNSAT"),
        (">= 1;", ">= 1 : 999;", "line 2: there is no such row"),
        ("rup 1 ~q[0]_0 >= 1", "rup 1 q[0]_0 >= 1", " does not follow by propagation"),
        ("\nrup", "\npol 1 2 * 3\nrup", "line 2: there is no such row"),
        ("\nrup", "\npol 1 0 d\nrup", "line 2: a number is missing"),
        ("\nrup", "\nred 1 new >= 1 : new -> 1 : subproof\nrup", "line 2: not the definition of a variable"),
        ("conclusion UNSAT", "conclusion UNSAT : 3", "not a conclusion that Ferz writes"),
    ] {
        let changed = proof.replacen(from, to, 1);
        assert_ne!(changed, proof, "{from}");
        fs::write(dir.join("proof.pbp"), &changed).expect("a file");
        let Ran { code, out, err } = run(&format!("proof trim {shown}"));
        assert!(code == Some(2) && out.is_empty() && err.contains(said), "{to}: {err}");
        assert_eq!(read(), changed, "the file stays as it is");
    }
    for cut in (0..proof.len()).step_by(97) {
        fs::write(dir.join("proof.pbp"), &proof[..cut]).expect("a file");
        let Ran { code, err, .. } = run(&format!("proof trim {shown}"));
        assert!(code == Some(2) && err.contains("breaks off after"), "{cut}: {err}");
    }
}

#[test]
fn proofs_without_a_refutation_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    let shown = dir.display();
    run(&format!("queens 5 --proof {shown}"));
    let one = run(&format!("proof print {shown}"));
    assert_eq!((one.code, one.err.as_str()), (Some(2), "error: the proof refutes nothing: it concludes SAT\n"));
    run(&format!("queens 6 --all --proof {shown}"));
    let proof = fs::read_to_string(dir.join("proof.pbp")).expect("a proof");
    let whole = proof.lines().count();
    // A proof truncated at any point is reported with its number of complete lines.
    for cut in [proof.len() - 2, proof.len() / 2, 40] {
        fs::write(dir.join("proof.pbp"), &proof[..cut]).expect("a file");
        let Ran { code, out, err } = run(&format!("proof print {shown}"));
        let lines = proof[..cut].matches('\n').count();
        let expected = format!("error: the proof breaks off after {lines} lines: it claims nothing\n");
        match lines + 1 == whole {
            // Only the last line, which closes the proof, is incomplete.
            true => assert_eq!((code, err.as_str()), (Some(0), ""), "{out}"),
            false => assert_eq!((code, out.as_str(), err), (Some(2), "", expected)),
        }
    }
    fs::write(dir.join("proof.pbp"), proof.replace("rup", "rap")).expect("a file");
    let other = run(&format!("proof print {shown}"));
    assert_eq!((other.code, other.err.as_str()), (Some(2), "error: proof.pbp, line 2: not a rule that Ferz writes\n"));
}

/// A killed search leaves no verdict, whatever it has written.
#[cfg(unix)]
#[test]
fn a_killed_search_claims_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    let shown = dir.display().to_string();
    // The verdict of an older proof is removed.
    run(&format!("queens 6 --all --proof {shown}"));
    assert!(dir.join("verdict.txt").exists());
    let mut child = ferz(&format!("queens 13 --all --proof {shown}")).stdout(Stdio::null()).spawn().expect("it starts");
    let has_begun =
        || fs::metadata(dir.join("proof.pbp")).is_ok_and(|file| file.len() > 0) && !dir.join("verdict.txt").exists();
    while !has_begun() {
        assert!(child.try_wait().expect("it runs").is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let checked = run(&format!("proof check {shown}"));
    assert_eq!(checked.code, Some(2), "{}", checked.out);
    assert!(checked.err.contains("no complete proof"), "{}", checked.err);
}

/// A reader that closes the pipe stops a search that prints solutions; nothing is claimed.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_a_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let (dir, file) = (folder.path().join("proof"), folder.path().join("model.fzn"));
    let text = "var 1..999: x :: output_var; var 1..9: y :: output_var; solve satisfy;";
    fs::write(&file, text).expect("a file");
    let mut fzn = Command::new(env!("CARGO_BIN_EXE_fzn-ferz"));
    fzn.args(["-a", "--proof-log"]).arg(&dir).arg(&file).stdout(Stdio::piped());
    let mut child = fzn.spawn().expect("it starts");
    drop(child.stdout.take());
    child.wait().expect("it ends");
    assert!(!dir.join("verdict.txt").exists());
    // If no solutions are printed, the claim is written before the output.
    let mut child =
        ferz(&format!("queens 6 --all --proof {}", dir.display())).stdout(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    child.wait().expect("it ends");
    if has_veripb() {
        assert_eq!(run(&format!("proof check {}", dir.display())).code, Some(0));
    }
}
