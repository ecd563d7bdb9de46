//! `ferz cluster`: a real scheduler runs the units of a job while its processes are killed.
//!
//! HyperQueue is a Python package. If it is missing, a test is skipped with a notice; with `FERZ_REQUIRE=1` it fails.
//! `FERZ_PYTHON` names the Python installation that has it.

#[cfg(target_os = "linux")]
use crate::common::on_a_full_disk;
use crate::common::{Ran, ferz, run};
use insta::assert_snapshot;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the Python installation that has HyperQueue.
fn python() -> Option<String> {
    let python = std::env::var("FERZ_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python).args(["-c", "import hyperqueue"]).stderr(Stdio::null()).status();
    if has.is_ok_and(|status| status.success()) {
        return Some(python);
    }
    assert!(
        std::env::var_os("FERZ_REQUIRE").is_none(),
        "HyperQueue is missing: python3 -m pip install hyperqueue==0.27.0"
    );
    eprintln!("not run: {python} has no HyperQueue");
    None
}

fn job(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_string_lossy().into_owned()
}

#[test]
fn a_local_server_runs_every_kind_of_job() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for (line, budget, answer) in [
        ("queens 13 --method bits", "60s", "73712 solutions\n"),
        ("queens 9", "20ms", "352 solutions\n"),
        ("model langford 8", "60s", "300 solutions\n"),
        ("model golomb 7 --order input", "20ms", "25 is the smallest: proved\n"),
    ] {
        let job = job(&folder, answer.split(' ').next().expect("a word"));
        assert_eq!(run(&format!("split {line} --units 40 -o {job}")).code, Some(0));
        let Ran { code, out, err } =
            run(&format!("cluster {job} --workers 2 --time {budget} --python {python} --server {job}/none"));
        assert!(code == Some(70) && out.is_empty() && err.contains("no HyperQueue server answers"), "{out}{err}");
        let Ran { code, out, err } = run(&format!("cluster {job} --workers 2 --time {budget} --python {python}"));
        assert!(code == Some(0) && out.ends_with(answer) && err.contains("round 1: "), "{line}: {out}{err}");
        // All units are finished.
        assert_eq!(run(&format!("cluster {job} --python {python}")).out, out);
    }
}

/// Workers are killed at random, the server is killed and restarted, the disk is full once, and results are lost and
/// corrupted. `FERZ_KILLS=100` makes a long run.
#[cfg(target_os = "linux")]
#[test]
fn whatever_is_killed_the_total_is_exact() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let wanted = std::env::var("FERZ_KILLS").map_or(4, |kills| kills.parse().expect("a number of kills"));
    let (mut kills, mut servers) = (0, 0);
    // If a job finishes before enough processes have been killed, continues with another job.
    for round in 0..20 + wanted {
        let job = job(&folder, &format!("job{round}"));
        assert_eq!(run(&format!("split queens 10 --units 60 -o {job}")).code, Some(0));
        assert_eq!(total(&job, &python, &mut kills, &mut servers), "724 solutions\n");
        if kills >= wanted && servers > 1 {
            eprintln!("{kills} kills, {servers} servers, {} jobs", round + 1);
            return;
        }
    }
    panic!("{kills} kills, {servers} servers");
}

/// Returns a job's total while its workers, and sometimes the server, are killed.
#[cfg(target_os = "linux")]
fn total(job: &str, python: &str, kills: &mut u64, servers: &mut u64) -> String {
    loop {
        let line = format!("cluster {job} --workers 2 --time 5ms --python {python}");
        let is_full = *servers == 0;
        let mut command = if is_full { on_a_full_disk(&ferz(&line)) } else { ferz(&line) };
        let mut cluster = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the command starts");
        // Wait a little longer each time.
        let begun = Instant::now();
        let patience = Duration::from_millis(700 + 400 * *servers);
        while begun.elapsed() < patience && cluster.try_wait().expect("a state").is_none() {
            std::thread::sleep(Duration::from_millis(20));
            *kills += u64::from(kill_a_worker(job));
        }
        if cluster.try_wait().expect("a state").is_some() {
            let output = cluster.wait_with_output().expect("an output");
            if output.status.success() {
                assert!(!is_full, "a total without a place for results");
                return String::from_utf8(output.stdout).expect("a text");
            }
            // The server was killed before anything finished.
            *servers += 1;
            continue;
        }
        *servers += 1;
        cluster.kill().expect("it can be killed");
        cluster.wait().expect("it ends");
        spoil_a_result(job, *servers);
    }
}

/// Kills one worker process of a job, if there is one.
#[cfg(target_os = "linux")]
fn kill_a_worker(job: &str) -> bool {
    let worker = std::fs::read_dir("/proc").expect("processes").flatten().find_map(|process| {
        let line = std::fs::read(process.path().join("cmdline")).ok()?;
        let words: Vec<&[u8]> = line.split(|&byte| byte == 0).collect();
        let is_worker = words.get(1) == Some(&b"work".as_slice()) && words.get(2) == Some(&job.as_bytes());
        is_worker.then(|| process.file_name().to_str()?.parse().ok()).flatten()
    });
    worker.is_some_and(|id| {
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), nix::sys::signal::Signal::SIGKILL).is_ok()
    })
}

/// Deletes one result. If `which` is even, first corrupts it and checks that `merge` rejects it by name.
#[cfg(target_os = "linux")]
fn spoil_a_result(job: &str, which: u64) {
    let mut results = Vec::new();
    for folder in std::fs::read_dir(Path::new(job).join("results")).into_iter().flatten().flatten() {
        results.extend(std::fs::read_dir(folder.path()).into_iter().flatten().flatten().map(|file| file.path()));
    }
    results.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    results.sort();
    let Some(result) = results.get(which as usize % results.len().max(1)) else { return };
    if which.is_multiple_of(2) {
        std::fs::write(result, "garbled").expect("a file");
        let Ran { code, err, .. } = run(&format!("merge {job}"));
        let name = result.file_name().and_then(|name| name.to_str()).expect("a name");
        // Perhaps no result refers to the unit any more.
        assert!(code == Some(3) || code == Some(2) && err.contains(name), "{err}");
    }
    std::fs::remove_file(result).expect("a file");
}

#[test]
fn scripts_for_other_schedulers() {
    let folder = tempfile::tempdir().expect("a folder");
    let job = job(&folder, "a job's folder");
    let split = ferz("split queens 7 --units 9 -o").arg(&job).status().expect("the command starts");
    assert!(split.success());
    let mut printed = String::new();
    for engine in ["parallel", "slurm-array"] {
        let output =
            ferz("cluster --workers 3 --time 10m --engine").args([engine, &job]).output().expect("the command starts");
        assert!(output.status.success());
        printed += &String::from_utf8(output.stdout).expect("a text");
    }
    assert_snapshot!(printed.replace(&*folder.path().to_string_lossy(), "/somewhere"));
}

/// Runs the printed scripts with mock schedulers, which run the commands sequentially.
#[cfg(unix)]
#[test]
fn scripts_end_with_the_total() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let ferz_itself = ferz("");
    let programs = [
        ("ferz", format!("#!/bin/sh\nexec {} \"$@\"\n", ferz_itself.get_program().to_string_lossy())),
        (
            "parallel",
            "#!/bin/sh\n# --jobs N --arg-file FILE COMMAND… {}\nfile=$4; shift 4\nwhile read -r unit; do\n  n=$#; i=1\n  \
             \"$1\" \"$2\" \"$3\" \"$4\" \"$5\" \"$unit\" > /dev/null || exit 1\ndone < \"$file\"\n"
                .to_owned(),
        ),
        (
            "sbatch",
            "#!/bin/sh\nfor word; do case $word in --array=*) last=${word#--array=1-}; last=${last%\\%*};; --wrap=*) wrap=${word#--wrap=};; esac; done\n\
             task=1; while [ $task -le $last ]; do SLURM_ARRAY_TASK_ID=$task sh -c \"$wrap\" > /dev/null || exit 1; task=$((task + 1)); done\n"
                .to_owned(),
        ),
    ];
    for (name, text) in programs {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    }
    for engine in ["parallel", "slurm-array"] {
        let job = job(&folder, &format!("job for {engine}"));
        assert!(ferz("split queens 7 --units 9 -o").arg(&job).status().expect("the command starts").success());
        let script = ferz("cluster --workers 3 --time 1ms --engine").args([engine, &job]).output().expect("a script");
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
        let script = String::from_utf8(script.stdout).expect("a text");
        let output = Command::new("sh").args(["-c", &script]).env("PATH", path).output().expect("a shell");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && out == "40 solutions\n", "{engine}: {out}{err}\n{script}");
    }
}
