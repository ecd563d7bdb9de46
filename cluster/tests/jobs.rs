//! Jobs from start to finish: the answers match those of a single search, whatever happens to the files.

use cluster::{Description, Job, JobError, Question, Unit, Work};
use num_bigint::BigUint;
use solver_core::prelude::*;
use std::path::{Path, PathBuf};

fn queens(n: usize) -> (Model, Vec<IntVar>) {
    let mut m = Model::new();
    let q = m.ints("q", n, 0..=n as i32 - 1).expect("variables");
    m.all_different(&q);
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
    (m, q)
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn job(&self) -> PathBuf {
        self.0.path().join("job")
    }

    fn create(&self, question: Question) -> Job {
        let about = Description::new(question, "queens", vec!["queens".to_owned()], "print");
        Job::create(&self.job(), about).expect("a new job")
    }

    /// Lists the result files.
    fn results(&self) -> Vec<PathBuf> {
        let folders = std::fs::read_dir(self.job().join("results")).expect("results");
        let mut files: Vec<PathBuf> = folders
            .flat_map(|folder| std::fs::read_dir(folder.expect("a folder").path()).expect("a folder"))
            .map(|file| file.expect("a file").path())
            .collect();
        files.sort();
        files
    }
}

fn finish(job: &Job, work: &Work<'_>) -> usize {
    let mut units = 0;
    while let Some(unit) = job.open_units().expect("whole files").pop() {
        job.work(&unit, work).expect("a result");
        units += 1;
    }
    units
}

#[test]
fn counts_are_exact_whatever_the_budget() {
    let (m, _) = queens(7);
    let searches = [
        m.search().order(VarSelect::Input),
        m.search().order(VarSelect::SmallestDomain).branching(Branching::DWay),
        m.search().order(VarSelect::DomWdeg),
        m.search().order(VarSelect::Input).values(ValueSelect::Split),
    ];
    for search in &searches {
        for nodes in [2, 3, 7, 50, 1_000_000] {
            let folder = Folder::new();
            let job = folder.create(Question::Count);
            let units = finish(&job, &Work::new(search, None).nodes(nodes));
            let coverage = job.coverage().expect("whole files");
            assert_eq!(coverage.total(), Some(40_u32.into()), "{nodes} nodes");
            assert_eq!((coverage.results, coverage.open()), (units, 0));
            assert_eq!(coverage.explored.to_string(), "1/1");
            assert_eq!(units == 1, nodes == 1_000_000, "{units} units of {nodes} nodes");
        }
    }
}

#[test]
fn optima_are_exact_and_the_bound_is_shared() {
    let (m, q) = queens(7);
    let search = m.search().order(VarSelect::Input);
    let cost: Expr = (1..).zip(&q).map(|(k, &q)| k * q).sum();
    for (question, goal) in [(Question::Minimize, Goal::Minimize), (Question::Maximize, Goal::Maximize)] {
        let expected = search.improving(goal, cost.clone()).expect("a model").last().expect("a solution");
        for nodes in [5, 40] {
            let folder = Folder::new();
            let job = folder.create(question);
            finish(&job, &Work::new(&search, Some(cost.clone())).nodes(nodes));
            let coverage = job.coverage().expect("whole files");
            assert!(coverage.is_complete());
            let best = coverage.best.expect("a solution");
            let cost: i32 = (1..).zip(&best.values).map(|(k, &value)| k * value).sum();
            assert_eq!((best.value, cost), (expected.value, expected.value), "{:?}", best.values);
        }
    }
}

/// An objective value is published only with its solution, even if the worker is killed before it writes its result.
#[test]
fn a_value_is_never_known_without_its_solution() {
    let (m, q) = queens(6);
    let search = m.search().order(VarSelect::Input);
    let cost: Expr = (1..).zip(&q).map(|(k, &q)| k * q).sum();
    let work = Work::new(&search, Some(cost.clone())).nodes(10);
    let folder = Folder::new();
    let job = folder.create(Question::Minimize);
    finish(&job, &work);
    for result in folder.results() {
        std::fs::remove_file(result).expect("a file");
    }
    assert!(!job.coverage().expect("whole files").is_complete());
    finish(&job, &work);
    let best = search.minimize(cost).expect("a model").complete().expect("an optimum");
    assert_eq!(job.coverage().expect("whole files").best.map(|best| best.value), Some(best.value));
    std::fs::remove_file(folder.job().join(format!("best/{}.json", best.value))).expect("the best solution");
    assert!(matches!(job.coverage(), Err(JobError::Lost { .. })));
}

#[test]
fn a_lost_result_is_missing_and_a_second_one_is_no_news() {
    let (m, _) = queens(6);
    let search = m.search().order(VarSelect::Input);
    let work = Work::new(&search, None).nodes(6);
    let folder = Folder::new();
    let job = folder.create(Question::Count);
    finish(&job, &work);
    for result in folder.results() {
        let text = std::fs::read(&result).expect("a result");
        std::fs::remove_file(&result).expect("a file");
        let coverage = job.coverage().expect("whole files");
        assert!(coverage.total().is_none() && coverage.open() == 1);
        let [unit] = &job.open_units().expect("whole files")[..] else { panic!("one unit is open") };
        job.work(unit, &work).expect("a result");
        job.work(unit, &work).expect("the same result");
        job.work(unit, &work.clone().again()).expect("the same result, from another run");
        let repeated = std::fs::read(&result).expect("a result");
        // Everything except the time is the same.
        assert!(text.len().abs_diff(repeated.len()) <= 8);
        assert_eq!(job.coverage().expect("whole files").total(), Some(4_u32.into()));
    }
}

#[test]
fn whatever_is_damaged_is_refused() {
    let (m, _) = queens(5);
    let search = m.search().order(VarSelect::Input);
    let work = Work::new(&search, None).nodes(8);
    let folder = Folder::new();
    let job = folder.create(Question::Count);
    finish(&job, &work);
    let mut refused = 0;
    for result in folder.results() {
        let whole = std::fs::read(&result).expect("a result");
        for at in (0..whole.len()).step_by(7) {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            for broken in [&changed[..], &whole[..at]] {
                std::fs::write(&result, broken).expect("a file");
                // The last byte is a line break, which is not significant.
                match job.coverage() {
                    Err(JobError::BadResult(path, _)) => {
                        assert_eq!(path, result);
                        refused += 1;
                    }
                    Ok(coverage) => assert_eq!(coverage.total(), Some(10_u32.into()), "byte {at}"),
                    Err(other) => panic!("{other}"),
                }
            }
        }
        // Exploring the unit again repairs its result.
        std::fs::write(&result, "garbage").expect("a file");
        let id =
            result.file_stem().and_then(|name| name.to_str()).expect("a name").parse().expect("the name of a unit");
        let unit: Unit = job.unit(id).expect("a unit");
        job.work(&unit, &work).expect("a result");
        assert_eq!(job.coverage().expect("whole files").total(), Some(10_u32.into()));
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn results_of_other_jobs_and_units_are_refused() {
    let (m, _) = queens(5);
    let search = m.search().order(VarSelect::Input);
    let work = Work::new(&search, None).nodes(8);
    let (one, other) = (Folder::new(), Folder::new());
    let (job, _) = (one.create(Question::Count), finish(&one.create_again(), &work));
    let about = Description::new(Question::Count, "another", Vec::new(), "print");
    let foreign = Job::create(&other.job(), about).expect("a new job");
    finish(&foreign, &work);
    let (mine, theirs) = (one.results(), other.results());
    // Replaces a result by that of another unit, and by one from another job.
    let kept = std::fs::read(&mine[0]).expect("a result");
    std::fs::copy(&mine[1], &mine[0]).expect("a copy");
    assert!(matches!(job.coverage(), Err(JobError::BadResult(..))));
    std::fs::copy(&theirs[0], &mine[0]).expect("a copy");
    assert!(matches!(job.coverage(), Err(JobError::Foreign { .. })));
    std::fs::write(&mine[0], kept).expect("a file");
    assert_eq!(job.coverage().expect("whole files").total(), Some(10_u32.into()));
    assert!(job.check("print").is_ok());
    assert!(matches!(job.check("something else"), Err(JobError::Foreign { .. })));
    assert!(matches!(Job::open(one.0.path()), Err(JobError::NoJob(_))));
    let again = Description::new(Question::Count, "again", Vec::new(), "print");
    assert!(matches!(Job::create(&one.job(), again), Err(JobError::Exists(_))));
    assert!("../../../etc/passwd".parse::<cluster::UnitId>().is_err());
}

impl Folder {
    fn create_again(&self) -> Job {
        Job::open(&self.job()).expect("a job")
    }
}

/// Changes a file and updates its checksum.
fn reseal(path: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let text = std::fs::read_to_string(path).expect("a file");
    let mut content = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    change(&mut content);
    let text = content.to_string();
    let check = blake3::hash(text.as_bytes()).to_hex()[..32].to_owned();
    std::fs::write(path, format!("{text}\n{check}\n")).expect("a file");
}

/// A result has a valid checksum, but its claimed value differs from the value of its solution.
#[test]
fn a_result_that_claims_what_is_not_so_is_refused_by_its_name() {
    let (m, q) = queens(6);
    let search = m.search().order(VarSelect::Input);
    let cost: Expr = (1..).zip(&q).map(|(k, &q)| k * q).sum();
    for question in [Question::Minimize, Question::Maximize] {
        let work = Work::new(&search, Some(cost.clone())).nodes(10);
        let folder = Folder::new();
        let job = folder.create(question);
        finish(&job, &work);
        let optimum = job.evaluated(&m, &cost).expect("true results").best.expect("an optimum").value;
        let result = folder
            .results()
            .into_iter()
            .find(|path| std::fs::read_to_string(path).is_ok_and(|text| !text.contains("\"best\":null")));
        let result = result.expect("a result with a solution");
        let whole = std::fs::read(&result).expect("a result");
        type Change = fn(&mut serde_json::Value);
        let changes: [(Change, &str); 7] = [
            (|result| result["best"]["value"] = 1.into(), "the value of the objective"),
            (|result| result["best"]["values"][0] = result["best"]["values"][1].clone(), "all_different"),
            (|result| result["best"]["values"][3] = 6.into(), "the domain of variable `q[3]`"),
            (|result| result["best"]["values"] = vec![1, 3, 5, 0, 2].into(), "5 values, but the model has 6 variables"),
            (|result| result["best"]["values"] = vec![0; 7].into(), "7 values, but the model has 6 variables"),
            (|result| (result["count"], result["residue"]) = ("2".into(), 2.into()), "the job's question"),
            (|result| result["bound"] = i32::MIN.into(), "the job's question"),
        ];
        for (change, said) in changes {
            reseal(&result, change);
            match job.evaluated(&m, &cost) {
                Err(JobError::BadResult(path, what)) => assert!(path == result && what.contains(said), "{what}"),
                other => panic!("{said}: {other:?}"),
            }
            std::fs::write(&result, &whole).expect("a result");
        }
        // Damages the solution that all units rely on.
        let minimised = if question == Question::Minimize { optimum } else { -optimum };
        let known = folder.job().join(format!("best/{minimised}.json"));
        let whole = std::fs::read(&known).expect("the best solution");
        let better = folder.job().join(format!("best/{}.json", minimised - 1));
        for (path, change) in [
            (&known, (|found| found["best"]["values"][0] = found["best"]["values"][1].clone()) as Change),
            (&known, |found| found["best"]["value"] = 3.into()),
            (&better, |found| found["best"]["value"] = (found["best"]["value"].as_i64().expect("a number") - 1).into()),
            (&better, |found| found["best"]["value"] = (found["best"]["value"].as_i64().expect("a number") + 1).into()),
        ] {
            std::fs::write(path, &whole).expect("a file");
            reseal(path, change);
            let refused = |error: Option<JobError>| match error {
                Some(JobError::Damaged(named, _)) => assert_eq!(named, *path),
                other => panic!("{other:?}"),
            };
            refused(job.evaluated(&m, &cost).err());
            // The damaged solution also prunes no unit.
            let unit = Unit { id: root_id(&job), cube: solver_core::Cube::root() };
            refused(job.work(&unit, &work.clone().again()).err());
            let _ = std::fs::remove_file(&better);
            std::fs::write(&known, &whole).expect("a file");
        }
        assert_eq!(job.evaluated(&m, &cost).expect("true results").best.map(|best| best.value), Some(optimum));
    }
}

/// Returns the name of the first unit, which is the entire tree.
fn root_id(job: &Job) -> cluster::UnitId {
    let folder = tempfile::tempdir().expect("a folder");
    let other = Job::create(&folder.path().join("job"), job.description().clone()).expect("a job");
    other.open_units().expect("whole files")[0].id
}

/// A count's result must not contain a solution.
#[test]
fn a_count_with_a_solution_is_refused() {
    let (m, _) = queens(5);
    let search = m.search().order(VarSelect::Input);
    let folder = Folder::new();
    let job = folder.create(Question::Count);
    finish(&job, &Work::new(&search, None));
    let [result] = &folder.results()[..] else { panic!("one result") };
    reseal(result, |result| result["best"] = serde_json::json!({"value": 3, "values": [0, 2, 4, 1, 3]}));
    assert!(matches!(job.coverage(), Err(JobError::BadResult(..))));
}

/// Only regular files are opened.
#[cfg(unix)]
#[test]
fn a_result_that_is_a_device_or_a_pipe_is_damaged() {
    let (m, _) = queens(5);
    let search = m.search().order(VarSelect::Input);
    let work = Work::new(&search, None);
    let folder = Folder::new();
    let job = folder.create(Question::Count);
    finish(&job, &work);
    let [result] = &folder.results()[..] else { panic!("one result") };
    let pipe = folder.0.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for (what, said) in
        [(Path::new("/dev/zero"), "it is a device"), (&pipe, "it is a pipe"), (folder.0.path(), "it is a folder")]
    {
        std::fs::remove_file(result).expect("a result");
        std::os::unix::fs::symlink(what, result).expect("a link");
        match job.coverage() {
            Err(JobError::BadResult(path, what)) => assert!(path == *result && what.contains(said), "{what}"),
            other => panic!("{other:?}"),
        }
        // It is replaced like any other damaged result.
        finish_again(&job, &work);
        assert_eq!(job.coverage().expect("whole files").total(), Some(10_u32.into()));
    }
}

/// Explores the entire tree again, because its result is damaged.
fn finish_again(job: &Job, work: &Work<'_>) {
    job.work(&Unit { id: root_id(job), cube: solver_core::Cube::root() }, work).expect("a result");
}

/// If a second result differs from the first, one machine miscounts.
#[test]
fn results_that_contradict_each_other_stop_everything() {
    let (m, q) = queens(6);
    let search = m.search().order(VarSelect::Input);
    let mut wrong = m.clone();
    wrong.post(q[0].differs(1));
    let other = wrong.search().order(VarSelect::Input);
    let folder = Folder::new();
    let job = folder.create(Question::Count);
    let [root] = &job.open_units().expect("whole files")[..] else { panic!("one unit is open") };
    job.work(root, &Work::new(&search, None)).expect("a result");
    let again = job.work(root, &Work::new(&other, None).again());
    assert!(matches!(again, Err(JobError::Contradiction { .. })), "{again:?}");
    assert!(matches!(job.coverage(), Err(JobError::Contradiction { .. })));
}

/// Exploring a unit again reveals that a machine miscounted.
#[test]
fn a_sample_that_is_repeated_finds_what_was_miscounted() {
    let (m, q) = queens(6);
    let search = m.search().order(VarSelect::Input);
    let mut wrong = m.clone();
    wrong.post(q[5].differs(2));
    let other = wrong.search().order(VarSelect::Input);
    let (right, wrong) = (Work::new(&search, None), Work::new(&other, None));
    let folder = Folder::new();
    let job = folder.create(Question::Count);
    job.cut(12, &right).expect("units");
    let open = job.open_units().expect("whole files");
    assert!(open.len() > 11, "{}", open.len());
    let miscounted = open.iter().find(|unit| solutions(&search, unit) != solutions(&other, unit)).map(|unit| unit.id);
    assert!(miscounted.is_some());
    for unit in &open {
        let work = if Some(unit.id) == miscounted { &wrong } else { &right };
        job.work(unit, work).expect("a result");
    }
    let coverage = job.coverage().expect("whole files");
    assert!(coverage.is_complete());
    // Only units that were explored completely are sampled.
    let sample = coverage.sample(usize::MAX);
    assert!(open.iter().all(|unit| sample.contains(&unit.id)), "{sample:?}");
    assert!(sample.len() < coverage.results);
    assert_eq!(coverage.sample(2), sample[..2]);
    let again = right.clone().again();
    let mut wrong_units = 0;
    for &id in &sample {
        let unit = job.unit(id).expect("a unit");
        let known = job.outcome(id).expect("a whole file").expect("a result").count;
        let was_wrong = known != solutions(&search, &unit);
        wrong_units += usize::from(was_wrong);
        let repeated = job.work(&unit, &again);
        assert_eq!(matches!(repeated, Err(JobError::Contradiction { .. })), was_wrong, "{repeated:?}");
    }
    assert_eq!(wrong_units, 1);
    assert!(matches!(job.coverage(), Err(JobError::Contradiction { .. })));
}

/// Returns the number of solutions in a unit's subtree.
fn solutions(search: &Search<'_>, unit: &Unit) -> BigUint {
    let mut run = search.clone().part(&unit.cube).start().expect("a search");
    std::iter::from_fn(|| (run.step() == Step::Solution).then_some(1_u32)).sum::<u32>().into()
}
