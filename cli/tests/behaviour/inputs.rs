//! Input and output files named by the user: devices, pipes, folders, and file size limits.

use crate::common::{Ran, ferz, finish, run};
use insta_cmd::get_cargo_bin;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Commands that read a file, which `{}` stands for.
const READERS: [&str; 7] = [
    "solve {}",
    "puzzle region-queens {}",
    "queens --instance {}",
    "queens 8 --count --checkpoint {}",
    "study quiz queens 4 --answers {}",
    "study step trace.jsonl",
    "study html trace.jsonl",
];

/// Runs the command in this folder with limited memory.
fn within(folder: &Path, program: &str, line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""]).arg(get_cargo_bin(program));
    command.args(line.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ran(mut command: Command) -> Ran {
    finish(command.output().expect("it starts"))
}

/// An endless device, a file larger than memory, and a folder are rejected without exhausting memory.
#[test]
fn inputs_without_an_end_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let huge = folder.path().join("huge");
    std::fs::File::create(&huge).and_then(|file| file.set_len(1 << 36)).expect("a file with a hole");
    let link = folder.path().join("trace.jsonl");
    for (what, said) in [
        ("/dev/full", "larger than 16 MB"),
        ("/dev/zero", "larger than 16 MB"),
        ("huge", "larger than "),
        (".", "is a directory"),
    ] {
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(what, &link).expect("a link");
        for line in READERS {
            let line = line.replace("{}", what);
            let Ran { code, out, err } = ran(within(folder.path(), "ferz", &line));
            assert_eq!((code, out.as_str()), (Some(2), ""), "ferz {line}, {what}: {err}");
            let said = match what {
                _ if line.contains("--checkpoint") && what != "huge" => "is not a regular file",
                _ if line.contains("--checkpoint") => "is not a checkpoint",
                "huge" if line.contains("trace") => "line 1: it has 268435456 bytes or more",
                _ => said,
            };
            assert!(err.contains(said), "ferz {line}, {what}: {err}");
        }
        let Ran { code, err, .. } = ran(within(folder.path(), "fzn-ferz", what));
        assert!(code == Some(2) && err.contains(said), "fzn-ferz {what}: {err}");
    }
}

/// Standard input is also limited, and so is each typed line.
#[test]
fn standard_input_without_an_end_is_refused() {
    for (line, said) in [
        ("solve -", "larger than "),
        ("puzzle region-queens -", "larger than 16 MB"),
        ("study step queens 4", "1048576 bytes or more"),
    ] {
        let mut command = within(Path::new("."), "ferz", line);
        command.stdin(std::fs::File::open("/dev/zero").expect("a device"));
        let Ran { code, err, .. } = ran(command);
        assert!(code == Some(2) && err.contains(said), "ferz {line}: {code:?} {err}");
    }
}

/// Waits for the command, which must end soon.
fn ends(mut child: Child, what: &str) -> Ran {
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > Duration::from_secs(30) {
            child.kill().expect("a child");
            panic!("{what} does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    finish(child.wait_with_output().expect("it ended"))
}

/// If no process writes to the pipe, one signal ends the wait. A pipe given as a checkpoint is rejected at once.
#[test]
fn one_signal_ends_the_wait_for_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status().expect("mkfifo");
    assert!(made.success());
    let start = |program: &str, line: &str| {
        let mut command = Command::new(get_cargo_bin(program));
        command.args(line.split(' ')).current_dir(folder.path()).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    for (program, line) in [
        ("ferz", "solve pipe"),
        ("fzn-ferz", "pipe"),
        ("ferz", "queens --instance pipe"),
        ("ferz", "puzzle region-queens pipe"),
    ] {
        let child = super::signals::handles_signals(start(program, line));
        super::signals::send(&["INT"], &child);
        let Ran { code, err, .. } = ends(child, line);
        assert_eq!((code, err.as_str()), (Some(130), ""), "{program} {line}");
    }
    let Ran { code, err, .. } = ends(start("ferz", "queens 8 --count --checkpoint pipe"), "a checkpoint");
    assert!(code == Some(2) && err.contains("is not a regular file"), "{err}");
}

/// If any file in a folder written by Ferz is replaced by a link to an endless device, an empty pipe, or a folder, it
/// is rejected by name at once.
#[test]
fn special_files_in_folders_of_ferz_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    assert!(Command::new("mkfifo").arg(at.join("pipe")).status().expect("mkfifo").success());
    std::fs::write(at.join("small.fzn"), "var 1..9: x; var 1..9: y; constraint int_lt(x, y); solve satisfy;")
        .expect("a file");
    for line in [
        "split queens 6 --units 4 -o count",
        "work count",
        "split small.fzn --units 4 -o file",
        "split model golomb 6 --units 4 -o optimum",
        "work optimum",
        "queens 4 --distinct --proof proof",
    ] {
        let Ran { code, err, .. } = ran(within(at, "ferz", line));
        assert_eq!((code, err.as_str()), (Some(0), ""), "ferz {line}");
    }
    let first = |folder: &str| {
        let mut found: Vec<_> = walk(&at.join(folder)).into_iter().collect();
        found.sort();
        found.swap_remove(0)
    };
    for (file, line) in [
        (at.join("count/job.json"), "merge count"),
        (at.join("count/job.json"), "work count"),
        (first("count/results"), "merge count"),
        (first("count/results"), "merge count --status"),
        (first("count/results"), "merge count --open"),
        (at.join("file/model.fzn"), "work file"),
        (first("optimum/best"), "merge optimum"),
        (first("optimum/results"), "merge optimum"),
        (at.join("proof/verdict.txt"), "proof check proof"),
        (at.join("proof/solutions.txt"), "proof check proof"),
        (at.join("proof/orbits.txt"), "proof check proof"),
        (at.join("proof/model.opb"), "proof check proof"),
        (at.join("proof/proof.pbp"), "proof check proof"),
        (at.join("proof/model.opb"), "proof print proof"),
        (at.join("proof/proof.pbp"), "proof print proof"),
        (at.join("proof/model.opb"), "proof trim proof"),
        (at.join("proof/proof.pbp"), "proof trim proof"),
        (at.join("small.fzn"), "split small.fzn -o new"),
    ] {
        for (what, said) in [("/dev/zero", "a device"), ("pipe", "a pipe"), ("proof", "a folder")] {
            let kept = at.join("kept");
            std::fs::rename(&file, &kept).expect("a file");
            let target = if what.starts_with('/') { what.into() } else { at.join(what) };
            std::os::unix::fs::symlink(target, &file).expect("a link");
            let Ran { code, out, err } = ends(within(at, "ferz", line).spawn().expect("it starts"), line);
            assert_eq!((code, out.as_str()), (Some(2), ""), "ferz {line}, {what}: {err}");
            let name = file.file_name().expect("a name").to_string_lossy();
            assert!(err.contains(&*name) && err.contains(said), "ferz {line}, {what}: {err}");
            std::fs::remove_file(&file).expect("a link");
            std::fs::rename(&kept, &file).expect("a file");
        }
    }
}

/// Lists the files below a folder.
fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

/// Every command rejects a folder that is not a job.
#[test]
fn what_is_no_job_folder_is_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("file"), "text").expect("a file");
    std::fs::create_dir(at.join("empty")).expect("a folder");
    std::os::unix::fs::symlink("loop", at.join("loop")).expect("a link");
    std::fs::create_dir_all(at.join("folder/job.json")).expect("a folder");
    let long = "n".repeat(300);
    for (line, said) in [
        ("merge file", "file is not a job folder: it has no job.json"),
        ("merge file --open", "file is not a job folder"),
        ("work file", "file is not a job folder"),
        ("work file/below 0123456789abcdef", "file/below is not a job folder"),
        ("merge empty", "empty is not a job folder"),
        ("work missing", "missing is not a job folder"),
        ("merge loop", "cannot read loop/job.json"),
        (&format!("merge {long}"), "job.json"),
        ("merge folder", "job.json: it is a folder"),
        ("split queens 4 -o file", "file already exists"),
        ("split queens 4 -o empty", "empty already exists"),
        ("cluster --backend file", ""),
    ] {
        let Ran { code, out, err } = ran(within(at, "ferz", line));
        assert_eq!((code, out.as_str()), (Some(2), ""), "ferz {line}: {err}");
        assert!(err.contains(said), "ferz {line}: {err}");
    }
}

/// A pipe is read to its end.
#[test]
fn a_pipe_is_read_to_its_end() {
    let model = "var 1..2: x :: output_var; solve satisfy;";
    let mut command = Command::new("sh");
    command.args(["-c", &format!("echo '{model}' | \"$0\" /dev/stdin -a")]).arg(get_cargo_bin("fzn-ferz"));
    assert_eq!(ran(command).out, "x = 1;\n----------\nx = 2;\n----------\n==========\n");
    // A shell with process substitution creates a named pipe.
    for (line, said) in [
        ("solve --all", "2 solutions in all"),
        ("solve --all -", "2 solutions in all"),
        ("study compare", "all solutions"),
    ] {
        let input = if line.ends_with('-') { format!("< <(echo '{model}')") } else { format!("<(echo '{model}')") };
        let mut command = Command::new("bash");
        command.args(["-c", &format!("\"$0\" {line} {input}")]).arg(get_cargo_bin("ferz"));
        let Ran { code, out, err } = ran(command);
        assert!(code == Some(0) && out.contains(said), "ferz {line} {input}: {out}{err}");
    }
}

/// `ulimit -f` leads to a message, not to a signal.
#[test]
fn a_file_that_may_not_grow_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, said) in [
        ("queens 8 --count --checkpoint file", "error: cannot write the checkpoint file: File too large"),
        ("study html queens 4 --output page.html", "error: cannot write page.html: File too large"),
        ("queens 8 --all > boards", "error: cannot write the output: File too large"),
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -f 0; \"$0\" {line}")]).arg(get_cargo_bin("ferz")).current_dir(&folder);
        let Ran { code, err, .. } = ran(command);
        assert!(code == Some(70) && err.starts_with(said), "{line}: {code:?} {err}");
    }
}

/// The standard library treats an output to which it cannot write as one that accepts everything.
#[test]
fn an_output_open_only_for_reading_is_reported() {
    for line in ["queens 8", "queens 8 --count", "--help", "model golomb 4", "queens -h"] {
        let read_only = std::fs::File::open("/dev/null").expect("a device");
        let Ran { code, err, .. } = finish(ferz(line).stdout(read_only).output().expect("it starts"));
        assert_eq!(code, Some(70), "{line}");
        assert!(err.starts_with("error: cannot write the output: Bad file descriptor"), "{line}: {err}");
        // An output opened for reading and writing, as some programs pass on, does accept everything.
        let null = std::fs::File::options().read(true).write(true).open("/dev/null").expect("a device");
        assert_eq!(ferz(line).stdout(null).status().expect("it starts").code(), Some(0), "{line}");
    }
}

/// MiniZinc treats file names as file names, whatever characters they begin with.
#[test]
fn no_name_of_a_file_is_an_option_of_minizinc() {
    let folder = tempfile::tempdir().expect("a folder");
    let fake = folder.path().join("minizinc");
    std::fs::write(&fake, "#!/bin/sh\nprintf '%s\\n' \"$@\" >> words\nexit 1\n").expect("a file");
    let runs = Command::new("chmod").arg("+x").arg(&fake).status().expect("chmod");
    assert!(runs.success());
    for line in ["solve -- -v.mzn --help.dzn", "study trace -- -v.mzn --help.dzn"] {
        let mut command = ferz(line);
        command.current_dir(&folder).env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()));
        assert_eq!(ran(command).code, Some(2), "{line}");
        let words = folder.path().join("words");
        let called = std::fs::read_to_string(&words).expect("minizinc was called");
        std::fs::remove_file(words).expect("a file");
        assert!(called.contains("\n./-v.mzn\n./--help.dzn\n"), "{called}");
    }
}

/// The exit code reports a limit if and only if it made the output incomplete.
#[test]
fn exit_code_3_goes_with_what_is_said() {
    // The reasons show that the given queen is not needed; the search without it was the last one within the limit.
    let said = "2 queens with a2: no solution\nthere is none without the given queens either\n";
    let line = "queens 2 --given a2 --count --failure-limit 5";
    assert_eq!(run(line), Ran { code: Some(0), out: said.to_owned(), err: String::new() });

    // There is one solution with b true; with b false, the model is a pigeonhole problem that takes hours.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pigeons.fzn");
    let mut model = "var 0..1: b :: output_var;\n".to_owned();
    model.extend((0..14).map(|i| format!("var 1..13: p{i};\n")));
    model.extend((0..14).map(|i| format!("constraint int_lin_le([1,12],[p{i},b],13);\n")));
    for (i, j) in (0..14).flat_map(|i| (0..i).map(move |j| (i, j))) {
        model += &format!("constraint int_lin_ne([1,-1,100],[p{i},p{j},b],0);\n");
    }
    std::fs::write(&file, model + "solve :: int_search([b], input_order, indomain_max, complete) satisfy;\n")
        .expect("a file");
    let solve = |options: &str| run(&format!("solve {} {options}", file.display()));
    assert_eq!(solve("--limit 1").code, Some(0));
    for options in ["--limit 2 --time-limit 300ms", "--all --time-limit 300ms"] {
        let Ran { code, out, .. } = solve(options);
        assert_eq!(
            (code, out.as_str()),
            (Some(3), "b = 1;\nStopped: 1 solution so far; there may be more.\n"),
            "{options}"
        );
    }
}
