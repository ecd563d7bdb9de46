//! `ferz split`, `work`, `merge`: jobs for any number of processes, which survive crashes.

#[cfg(unix)]
use crate::common::on_a_full_disk;
use crate::common::{Ran, ferz, run};
use crate::proofs::has_veripb;
use insta::assert_snapshot;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// A folder for jobs.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a folder"))
    }

    fn job(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    /// Returns the output of a command, without the path of this folder.
    fn printed(&self, line: &str) -> String {
        let Ran { code, out, err } = run(&line.replace("JOB", &self.job("job")));
        let text = format!("$ ferz {line}\n{out}{err}(exit code {})\n", code.expect("a code"));
        text.replace(&*self.0.path().to_string_lossy(), "")
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

#[test]
fn from_a_model_to_its_answer() {
    let place = Place::new();
    let printed: String = [
        "split queens 6 --units 4 -o JOB",
        "merge JOB",
        "split queens 6 -o JOB",
        "work JOB 0123456789abcdef",
        "work JOB nonsense",
        "work JOB --nodes 1",
        "merge JOB --open --status",
        "merge JOB/units",
        "split model golomb 7 --order auto -o JOB2",
        "split model golomb 7 --learn -o JOB2",
        "split model.mzn -o JOB2",
        "split nothing.fzn -o JOB2",
        "split model nothing -o JOB2",
        "split queens 6",
    ]
    .map(|line| place.printed(line))
    .concat();
    assert_snapshot!(printed);
    assert_eq!(run(&format!("work {}", place.job("job"))).code, Some(0));
    assert_eq!(place.printed("merge JOB"), "$ ferz merge JOB\n4 solutions\n(exit code 0)\n");
}

/// A tree with fewer subtrees than requested units is searched completely during the split.
#[test]
fn a_small_tree_is_searched_while_it_is_cut() {
    let place = Place::new();
    let title = place.printed("split queens 3 --units 1000 -o JOB");
    assert!(
        title.contains("searched entirely during the split; ferz merge /job prints the answer\n(exit code 0)"),
        "{title}"
    );
    assert_eq!(place.printed("merge JOB"), "$ ferz merge JOB\n0 solutions\n(exit code 0)\n");
}

/// Covers every kind of query, with units of any size.
#[test]
fn answers_are_those_of_one_process() {
    for (line, answer) in [
        ("queens 8", "92 solutions"),
        ("queens 8 --consistency bounds --order dom --branching d-way", "92 solutions"),
        (
            "queens 7 --order dom/wdeg --conflict-heuristic last-conflict:2 --value-order median --seed 3",
            "40 solutions",
        ),
        ("model langford 8", "300 solutions"),
        ("model langford 5", "0 solutions"),
        ("model golomb 7 --order input", "25 is the smallest: proved"),
        ("model knapsack p07 --order input", "is the largest: proved"),
        ("model golomb 5 --count", " solutions"),
        ("../flatzinc/tests/data/queens-2.10.0.fzn", "10 solutions"),
        ("../flatzinc/tests/data/knapsack-2.10.0.fzn", "proved"),
    ] {
        let place = Place::new();
        let job = place.job("job");
        let made = run(&format!("split {line} --units 7 -o {job}"));
        assert_eq!((made.code, made.err.as_str()), (Some(0), ""), "ferz split {line}");
        let worked = run(&format!("work {job} --nodes 30"));
        assert_eq!((worked.code, worked.err.as_str()), (Some(0), ""), "ferz split {line}");
        let merged = run(&format!("merge {job}"));
        assert!(
            merged.code == Some(0) && merged.out.contains(answer),
            "ferz split {line}: {}{}",
            merged.out,
            merged.err
        );
    }
}

/// Unnamed constraints are named after their file and line, and the job has a copy of the file.
#[test]
fn a_file_may_leave_its_constraints_without_names() {
    let place = Place::new();
    let (file, job) = (place.job("small.fzn"), place.job("job"));
    let text = "var 1..9: x :: output_var;\nvar 1..9: y :: output_var;\nconstraint int_lt(x, y);\nsolve satisfy;\n";
    std::fs::write(&file, text).expect("a file");
    for line in [format!("split {file} --units 5 -o {job}"), format!("work {job}")] {
        let ran = run(&line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "ferz {line}");
    }
    assert_eq!(run(&format!("merge {job}")).out, "36 solutions\n");
}

/// The units of a job are proved; error messages report various kinds of tampering.
#[test]
fn the_units_of_a_job_prove_its_total() {
    if !has_veripb() {
        return;
    }
    let place = Place::new();
    let job = place.job("job");
    let check = || run(&format!("proof check {job}"));
    assert_eq!(run(&format!("split queens 7 --proof --units 5 -o {job}")).code, Some(0));
    let open = check();
    assert!(open.code == Some(4) && open.out.contains("units are open"), "{}{}", open.out, open.err);
    assert_eq!(run(&format!("work {job} --nodes 30")).code, Some(0));
    let Ran { code, out, err } = check();
    assert!(code == Some(0) && out.starts_with("40 solutions\n") && out.ends_with(" units verified\n"), "{out}{err}");
    assert_eq!(run(&format!("proof check {job} --threads 1")).out, out);

    let refused = |why: &str| {
        let Ran { code, out, err } = check();
        assert!(code == Some(4) && out.starts_with("NOT VERIFIED: ") && out.contains(why), "{why}: {out}{err}");
    };
    let with = |name: &str| -> Vec<PathBuf> {
        let path = Path::new(&job).join("proofs");
        files(&path).into_iter().filter(|path| path.ends_with(name)).collect()
    };
    let edited = |path: &Path, edit: &dyn Fn(&str) -> String, why: &str| {
        let old = std::fs::read_to_string(path).expect("a file");
        let new = edit(&old);
        assert_ne!(new, old, "{why}");
        std::fs::write(path, new).expect("a file");
        refused(why);
        std::fs::write(path, old).expect("a file");
    };
    let without = |label: &'static str| {
        move |text: &str| text.lines().filter(|line| !line.starts_with(label)).map(|line| format!("{line}\n")).collect()
    };
    let models = with("model.opb");
    let having = |label: &str| {
        let has = |path: &&PathBuf| std::fs::read_to_string(path).expect("a file").contains(label);
        models.iter().find(has).expect("such a unit").clone()
    };
    // Tampers with the subtree of a unit, which becomes larger or smaller; with the subtrees that a unit leaves; with a
    // row of the model; and with a solution.
    edited(&having("@part_2"), &without("@part_2"), "no other unit leaves the part of unit");
    edited(&having("@part_1"), &|text| text.to_owned() + "@part_99 1 q[0]_0 >= 1 ;\n", "no other unit leaves");
    edited(&having("@left_1"), &without("@left_1"), "no other unit leaves the part of unit");
    edited(&having("@left_1"), &|text| text.to_owned() + "@left_99 1 q[0]_0 >= 1 ;\n", "solutions in common");
    edited(
        &models[0],
        &|text| text.to_owned() + "@more_1 1 q[0]_0 >= 1 ;\n",
        "its model differs from that of the other units",
    );
    edited(&having("@solution_1"), &without("@solution_1"), "unit ");
    edited(&having("@left_1"), &|text| text.replace("@left_1 1", "@left_1 2"), "are not clauses");
    let lists = with("solutions.txt");
    let listing = lists.iter().find(|path| std::fs::metadata(path).is_ok_and(|file| file.len() > 0));
    edited(listing.expect("a solution"), &|text| text.lines().skip(1).collect(), "its list");
    // Removes the conclusion of a proof.
    edited(&with("proof.pbp")[1], &|text| text.replace("conclusion UNSAT", "conclusion NONE"), "VeriPB says");
    // Exchanges two proofs, and removes one.
    let [a, b] = [0, 1].map(|i| models[i].parent().expect("a folder").to_owned());
    let aside = Path::new(&job).join("aside");
    let exchange =
        || [(&a, &aside), (&b, &a), (&aside, &b)].map(|(from, to)| std::fs::rename(from, to).expect("a move"));
    exchange();
    refused("unit ");
    exchange();
    std::fs::rename(&a, &aside).expect("a move");
    refused("has no proof");
    std::fs::rename(&aside, &a).expect("a move");
    assert_eq!(check().out, out);

    let bits = run(&format!("split queens 9 --method bits --proof -o {}", place.job("bits")));
    assert!(bits.code == Some(2) && bits.err.contains("--proof proves what a search finds"), "{}", bits.err);
    let plain = place.job("plain");
    assert_eq!(run(&format!("split queens 5 -o {plain}")).code, Some(0));
    let unproved = run(&format!("proof check {plain}"));
    assert!(unproved.code == Some(2) && unproved.err.contains("ferz split … --proof"), "{}", unproved.err);
}

/// Proves the best solution of a job, and a bound without a solution.
#[test]
fn the_units_of_a_job_prove_its_optimum() {
    if !has_veripb() {
        return;
    }
    for (line, answer) in [
        ("model golomb 6 --order input", "17 is the smallest: proved\n"),
        ("model knapsack p07 --order input", " is the largest: proved\n"),
        ("model golomb 5 --count", " solutions\n"),
    ] {
        let place = Place::new();
        let job = place.job("job");
        assert_eq!(run(&format!("split {line} --proof --units 5 -o {job}")).code, Some(0), "{line}");
        assert_eq!(run(&format!("work {job} --nodes 60")).code, Some(0), "{line}");
        let Ran { code, out, err } = run(&format!("proof check {job}"));
        assert!(code == Some(0) && out.contains(answer) && out.ends_with(" units verified\n"), "{line}: {out}{err}");
        if !line.ends_with("--count") {
            let models = files(&Path::new(&job).join("proofs"));
            let bounded =
                models.iter().find(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("@bound_")));
            let path = bounded.expect("a unit that improves on a solution");
            let text = std::fs::read_to_string(path).expect("a file");
            let row = text.lines().find(|line| line.starts_with("@bound_")).expect("a row");
            let better = format!("@bound_m99999{}\n", &row[row.find(' ').expect("a row")..]);
            std::fs::write(path, text.clone() + &better).expect("a file");
            let Ran { code, out, err } = run(&format!("proof check {job}"));
            assert!(code == Some(4) && out.contains("but no solution has this value"), "{line}: {out}{err}");
        }
    }
}

#[test]
fn units_are_repeated() {
    let place = Place::new();
    let job = place.job("job");
    assert_eq!(run(&format!("split queens 7 --units 9 -o {job}")).code, Some(0));
    assert_eq!(run(&format!("work {job}")).code, Some(0));
    let Ran { code, out, err } = run(&format!("merge {job} --repeat 4"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len(), lines[4]), (Some(0), 5, "40 solutions"), "{out}{err}");
    assert!(lines[..4].iter().all(|line| line.ends_with(", again")), "{out}");
    // No line occurs twice.
    assert_eq!(lines.iter().collect::<std::collections::BTreeSet<_>>().len(), 5);
    let best = place.job("best");
    assert_eq!(run(&format!("split model golomb 6 --units 3 -o {best}")).code, Some(0));
    let refused = run(&format!("merge {best} --repeat 1"));
    assert!(refused.code == Some(2) && refused.err.contains("--repeat compares counts"), "{}", refused.err);
}

/// Several concurrent processes are killed repeatedly; a total, once there is one, is exact.
#[cfg(unix)]
#[test]
fn killed_processes_lose_nothing_but_time() {
    for (line, answer) in [("model langford 8", "300 solutions\n"), ("queens 9", "352 solutions\n")] {
        let place = Place::new();
        let job = place.job("job");
        assert_eq!(run(&format!("split {line} --units 20 -o {job}")).code, Some(0));
        let mut kills = 0;
        for delay in (1..).step_by(3) {
            let work = || {
                let mut command = ferz(&format!("work {job} --nodes 40"));
                command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts")
            };
            let mut processes: Vec<_> = (0..3).map(|_| work()).collect();
            std::thread::sleep(Duration::from_millis(delay));
            for process in &mut processes {
                kills += usize::from(process.try_wait().expect("a state").is_none());
                process.kill().expect("it can be killed");
                process.wait().expect("it ends");
            }
            let Ran { code, out, err } = run(&format!("merge {job}"));
            match code {
                Some(0) => {
                    assert_eq!(out, answer);
                    break;
                }
                Some(3) => assert!(out.starts_with("at least "), "{out}{err}"),
                _ => panic!("{out}{err}"),
            }
        }
        assert!(kills > 5, "{kills} kills");
    }
}

/// Files are damaged, lost, swapped, or taken from a different job.
#[test]
fn damage_is_reported_and_can_be_mended() {
    let place = Place::new();
    let job = place.job("job");
    run(&format!("split queens 7 --units 9 -o {job}"));
    run(&format!("work {job} --nodes 60"));
    let results = files(&Path::new(&job).join("results"));
    let mut refused = 0;
    for (k, result) in results.iter().enumerate() {
        let whole = std::fs::read_to_string(result).expect("a result");
        let broken = match k % 4 {
            0 => whole.replace("\"count\":\"", "\"count\":\"1"),
            1 => whole[..whole.len() / 2].to_owned(),
            2 => std::fs::read_to_string(&results[(k + 1) % results.len()]).expect("a result"),
            _ => String::new(),
        };
        std::fs::write(result, broken).expect("a file");
        let Ran { code, out, err } = run(&format!("merge {job}"));
        if code == Some(0) {
            // The unit above this one was explored again and left other subtrees. Nothing depends on this unit now, but
            // something may later.
            assert_eq!(out, "40 solutions\n");
            std::fs::write(result, whole).expect("a file");
            continue;
        }
        refused += 1;
        assert_eq!((code, out.as_str()), (Some(2), ""));
        let name = result.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(err.contains(name) && err.contains("delete it"), "{err}");
        std::fs::remove_file(result).expect("a file");
        assert_eq!(run(&format!("merge {job}")).code, Some(3));
        assert_eq!(run(&format!("work {job} --nodes 60")).code, Some(0));
        assert_eq!(run(&format!("merge {job}")).out, "40 solutions\n");
    }
    // The file names determine which results are rejected.
    assert!(4 * refused > results.len(), "{refused} of {}", results.len());
    // A job with a modified file, or from a different version, is invalid.
    let about = Path::new(&job).join("job.json");
    let text = std::fs::read_to_string(&about).expect("a job");
    std::fs::write(&about, text.replace("queens", "queenz")).expect("a file");
    let Ran { code, err, .. } = run(&format!("merge {job}"));
    assert!(code == Some(2) && err.contains("checksum"), "{err}");
}

/// A unit whose result cannot be written stays open, and leaves no files.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_units_open() {
    let place = Place::new();
    let job = place.job("job");
    let full = |line: &str| on_a_full_disk(&ferz(line)).output().expect("the command starts");
    let split = full(&format!("split queens 7 --units 9 -o {job}"));
    let err = String::from_utf8_lossy(&split.stderr);
    assert!(split.status.code() == Some(70) && err.contains(&job), "{err}");
    let job = place.job("another");
    assert_eq!(run(&format!("split queens 7 --units 9 -o {job}")).code, Some(0));
    let before = (run(&format!("merge {job} --open")).out, files(Path::new(&job)));
    let work = full(&format!("work {job}"));
    let err = String::from_utf8_lossy(&work.stderr);
    assert!(work.status.code() == Some(70) && err.contains(&format!("{job}/results/")), "{err}");
    assert_eq!((run(&format!("merge {job} --open")).out, files(Path::new(&job))), before);
    assert_eq!(run(&format!("work {job}")).code, Some(0));
    assert_eq!(run(&format!("merge {job}")).out, "40 solutions\n");
}

/// After a time budget or Ctrl-C, the remaining work becomes units.
#[cfg(unix)]
#[test]
fn a_budget_and_an_interrupt_leave_units() {
    let place = Place::new();
    let job = place.job("job");
    assert_eq!(run(&format!("split model langford 15 --units 1 -o {job}")).code, Some(0));
    let open = run(&format!("merge {job} --open")).out;
    let worked = run(&format!("work {job} --time 50ms {}", open.trim()));
    assert!(worked.code == Some(0) && worked.out.contains(" parts left, "), "{}{}", worked.out, worked.err);
    let mut process = ferz(&format!("work {job}")).stdout(Stdio::null()).spawn().expect("the command starts");
    std::thread::sleep(Duration::from_millis(300));
    let id = nix::unistd::Pid::from_raw(i32::try_from(process.id()).expect("a number"));
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).expect("a signal");
    assert_eq!(process.wait().expect("it ends").code(), Some(3));
    let Ran { code, out, err } = run(&format!("merge {job} --status"));
    assert_eq!((code, err.as_str()), (Some(3), ""));
    assert!(out.contains("explored ") && out.contains("slowest "), "{out}");
}
