//! Tests of checkpoints: a count that is killed repeatedly yields the exact total, and other files are rejected and
//! left unchanged.

mod common;

use common::known;
use queens::count::{Checkpoint, CheckpointError, CountError, Damage, Method, Outcome, Plan};
use solver_core::CancelToken;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Returns the path of a test file that does not exist.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => panic!("{error}"),
        _ => path,
    }
}

fn plan(n: u32, method: Method, threads: usize) -> Plan {
    Plan::new(n, method, NonZero::new(threads).expect("some threads")).expect("a possible size")
}

fn resume(plan: &Plan, path: &Path, cancel: &CancelToken) -> Result<Outcome, CountError> {
    plan.resume(&Checkpoint::at(path).every(Duration::ZERO), cancel, &mut |_| {})
}

/// Creates the checkpoint of a stopped count of 12 queens by quadrants.
fn stopped(name: &str) -> PathBuf {
    let path = fresh(name);
    let cancel = CancelToken::new();
    let stop = |now: queens::count::Progress| {
        if now.done > 0 {
            cancel.cancel();
        }
    };
    let checkpoint = Checkpoint::at(&path).every(Duration::ZERO);
    plan(14, Method::Bits, 1).scalar().resume(&checkpoint, &cancel, &mut { stop }).expect("a new file");
    path
}

#[test]
fn a_stopped_count_goes_on_with_other_threads_and_ends_exactly() {
    let path = stopped("goes-on");
    let cancel = CancelToken::new();
    let outcome = resume(&plan(14, Method::Bits, 3), &path, &cancel).expect("its own checkpoint");
    assert!(matches!(&outcome, Outcome::Complete(total) if Some(total.boards) == known(14)), "{outcome:?}");
    // A complete checkpoint gives the total immediately.
    let again = resume(&plan(14, Method::Bits, 1), &path, &cancel).expect("its own checkpoint");
    assert!(
        matches!(again, Outcome::Complete(total) if Some(total.boards) == known(14) && total.resumed == total.units)
    );
}

/// Returns the error for a file with this content, which must remain unchanged.
fn refused(name: &str, content: &[u8], plan: &Plan) -> CheckpointError {
    let path = fresh(name);
    fs::write(&path, content).expect("a folder for tests");
    let error = resume(plan, &path, &CancelToken::new()).expect_err("not a checkpoint of this count");
    assert_eq!(fs::read(&path).expect("still there"), content, "the file was changed");
    match error {
        CountError::Checkpoint(error) => error,
        other => panic!("{other}"),
    }
}

#[test]
fn a_cut_or_altered_checkpoint_is_refused() {
    let path = fresh("whole");
    let plan = plan(8, Method::Quadrants, 1);
    resume(&plan, &path, &CancelToken::new()).expect("a new file");
    let whole = fs::read(&path).expect("written");
    for end in 0..whole.len() {
        let error = refused("cut", &whole[..end], &plan);
        assert!(
            matches!(
                error,
                CheckpointError::Foreign { .. } | CheckpointError::Version { .. } | CheckpointError::Damaged { .. }
            ),
            "{end}: {error}"
        );
    }
    for at in 0..whole.len() {
        let mut altered = whole.clone();
        altered[at] ^= 1;
        refused("altered", &altered, &plan);
    }
}

#[test]
fn a_result_that_disagrees_with_its_residues_is_refused() {
    let path = fresh("residues");
    let plan = plan(8, Method::Quadrants, 1);
    resume(&plan, &path, &CancelToken::new()).expect("a new file");
    let text = fs::read_to_string(&path).expect("written");
    let check_sum = |text: &str| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
    };
    let (body, _) = text.trim_end().rsplit_once('\n').expect("several lines");
    for (wrong, line) in [
        ("0 24 24 25", 6),
        ("0 24 25 24", 6),
        ("99 24 24 24", 6),
        ("0 24 24", 6),
        ("zero", 6),
        ("+0 24 24 24", 6),
        ("0 024 24 24", 6),
        ("0 24 24 24\r", 6),
        ("1 24 24 24\n0 24 24 24", 7),
        ("0 24 24 24\n0 24 24 24", 7),
    ] {
        let head: Vec<&str> = body.lines().take(5).collect();
        let body = format!("{}\n{wrong}\n", head.join("\n"));
        let error = refused("wrong", format!("{body}check {:016x}\n", check_sum(&body)).as_bytes(), &plan);
        assert!(
            matches!(error, CheckpointError::Damaged { what: Damage::Line { line: l }, .. } if l == line),
            "{error}"
        );
    }
}

#[test]
fn files_of_other_counts_and_other_files_are_refused_in_words() {
    let path = stopped("words");
    let bytes = fs::read(&path).expect("written");
    let message = |content: &[u8], plan: &Plan| {
        let text = refused("named", content, plan).to_string();
        text.replace(&*fresh("named").to_string_lossy(), "FILE")
    };
    assert_eq!(
        message(&bytes, &plan(13, Method::Bits, 1)),
        "the checkpoint FILE belongs to another count: its n is 14, not 13"
    );
    assert_eq!(
        message(&bytes, &plan(14, Method::Quadrants, 1)),
        "the checkpoint FILE belongs to another count: its method is bits, not quadrants"
    );
    let own = plan(14, Method::Bits, 1);
    assert_eq!(message(b"", &own), "FILE is not a checkpoint of a count: name another file");
    assert_eq!(message(b"my diary\n", &own), "FILE is not a checkpoint of a count: name another file");
    assert_eq!(message(&bytes[..bytes.len() / 2], &own), "the checkpoint FILE is damaged: it is truncated");
    assert_eq!(
        message(b"ferz count checkpoint 7\nn 14\n", &own),
        "the checkpoint FILE has format 7, but this program reads format 1"
    );
}

/// A second count with the same file, under the same or another name, is rejected for exactly as long as the first one
/// runs.
#[test]
fn two_counts_do_not_share_a_checkpoint() {
    let path = fresh("shared");
    let (plan, cancel) = (plan(12, Method::Bits, 1), CancelToken::new());
    let mut refusals = 0;
    let meanwhile = &mut |now: queens::count::Progress| {
        if now.done == now.units {
            return;
        }
        let error = resume(&plan, &path, &cancel).expect_err("it is locked");
        assert!(matches!(error, CountError::Checkpoint(CheckpointError::Busy { .. })), "{error}");
        refusals += 1;
    };
    let checkpoint = Checkpoint::at(&path).every(Duration::ZERO);
    let outcome = plan.resume(&checkpoint, &cancel, meanwhile).expect("its own checkpoint");
    assert!(matches!(&outcome, Outcome::Complete(total) if Some(total.boards) == known(12)), "{outcome:?}");
    assert!(refusals > 0);
    resume(&plan, &path, &cancel).expect("it is unlocked");
}

/// Of eight concurrent processes, those that are rejected do not touch the file, and the others find the exact total.
#[test]
fn processes_that_race_for_a_new_checkpoint_do_no_harm() {
    let path = fresh("raced");
    let start = || {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", "racer"]).env(RACER, &path).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("this program again")
    };
    let racers: Vec<_> = (0..8).map(|_| start()).collect();
    for mut racer in racers {
        assert!(racer.wait().expect("it ends").success(), "it failed otherwise than by a refusal");
    }
    let outcome = resume(&plan(12, Method::Bits, 1), &path, &CancelToken::new()).expect("a whole file");
    assert!(matches!(&outcome, Outcome::Complete(total) if total.resumed == total.units), "{outcome:?}");
}

const RACER: &str = "FERZ_TEST_RACER";

/// Runs as one of the concurrent processes; does nothing as a test.
#[test]
fn racer() {
    let Some(path) = std::env::var_os(RACER) else { return };
    match resume(&plan(12, Method::Bits, 1), Path::new(&path), &CancelToken::new()) {
        Ok(Outcome::Complete(total)) if Some(total.boards) == known(12) => {}
        Err(CountError::Checkpoint(CheckpointError::Busy { .. })) => {}
        other => panic!("{other:?}"),
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_checkpoint_stays_a_link() {
    let (link, target) = (fresh("link"), fresh("linked"));
    std::os::unix::fs::symlink("linked", &link).expect("a folder for tests");
    let plan = plan(8, Method::Quadrants, 1);
    // Initially, the link has no target; then it leads to a checkpoint.
    for is_new in [true, false] {
        let outcome = resume(&plan, &link, &CancelToken::new()).expect("a link");
        assert!(matches!(&outcome, Outcome::Complete(total) if (total.resumed == 0) == is_new), "{outcome:?}");
        assert_eq!(fs::read_link(&link).expect("still a link"), Path::new("linked"));
        assert!(fs::symlink_metadata(&target).expect("a checkpoint").is_file());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_regular_file_is_no_checkpoint() {
    let plan = plan(8, Method::Bits, 1);
    for name in ["/dev/full", "/dev/zero", "/dev/null", env!("CARGO_TARGET_TMPDIR")] {
        let error = resume(&plan, Path::new(name), &CancelToken::new()).expect_err("no regular file");
        assert!(matches!(error, CountError::Checkpoint(CheckpointError::NotAFile { .. })), "{error}");
    }
}

#[test]
fn an_unwritable_path_is_reported_before_counting() {
    let path = fresh("no-folder").join("file");
    let error = resume(&plan(8, Method::Bits, 1), &path, &CancelToken::new()).expect_err("no such folder");
    assert!(matches!(error, CountError::Checkpoint(CheckpointError::Io { action: "write", .. })), "{error}");
}

const CHILD: &str = "FERZ_TEST_COUNT";

/// Runs as the process to be killed; does nothing as a test.
#[test]
fn child() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let checkpoint = Checkpoint::at(path).every(Duration::from_millis(5));
    let outcome = plan(15, Method::Bits, 2).scalar().resume(&checkpoint, &CancelToken::new(), &mut |_| {});
    assert!(matches!(outcome, Ok(Outcome::Complete(total)) if Some(total.boards) == known(15)));
}

#[test]
fn twenty_random_kills_do_not_change_the_total() {
    let path = fresh("killed");
    let start = || {
        Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "child"])
            .env(CHILD, &path)
            .stdout(Stdio::null())
            .spawn()
            .expect("this program again")
    };
    let (mut kills, mut totals, mut seed) = (0, 0, 2024u64);
    while kills < 20 || totals == 0 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = start();
        if kills < 20 {
            std::thread::sleep(Duration::from_millis(5 + (seed >> 33) % 90));
            child.kill().expect("it is ours");
        }
        let status = child.wait().expect("it ends");
        if status.success() {
            // The count was complete and its total correct. The next count starts from scratch.
            totals += 1;
            fs::remove_file(&path).expect("the complete checkpoint");
        } else {
            assert_eq!(status.code(), None, "the child failed by itself");
            kills += 1;
        }
    }
    println!("{kills} kills, {totals} exact totals");
}
