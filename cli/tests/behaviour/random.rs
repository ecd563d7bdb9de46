//! Random valid and invalid command lines on files of every kind: each ends with a documented exit code that matches
//! the output, and uses little memory.
//!
//! `FERZ_CASES` sets the number of cases.

use super::signals::send;
use crate::common::{Ran, cases, finish};
use insta_cmd::get_cargo_bin;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A small random number generator.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Files in the folder, and some that exist on every system.
const FILES: [&str; 15] = [
    "/dev/full",
    "/dev/zero",
    "/dev/null",
    "/dev/stdin",
    "pipe",
    "folder",
    "dangling",
    "looped",
    "closed",
    "-dash.fzn",
    "-dash.mzn",
    "missing.fzn",
    "small.fzn",
    "huge.fzn",
    "noise.fzn",
];

/// Commands that share options. `@` stands for a file, `#` for a number, and `a|b` for one of two words.
const FAMILIES: [(&[&str], &[&str]); 4] = [
    (
        &[
            "queens #",
            "queens # --count",
            "queens # --given a1|a2|b3,d1|a0|d4|x",
            "queens --instance @",
            "queens # --count --checkpoint @",
            "queens list #",
            "queens pieces # #",
            "queens backtracking #",
            "queens report levels|costs|spaces|cells|candidates|extensions|safe|x #",
        ],
        &[
            "--all",
            "--count",
            "--unique",
            "--distinct",
            "--torus",
            "--superqueens",
            "--stats",
            "--step",
            "--attacked",
            "--transpose",
            "--limit #",
            "--seed #",
            "--time-limit 0|1ms|100ms|1s|x",
            "--node-limit #",
            "--failure-limit #",
            "--failure-limit #",
            "--memory-limit #",
            "--threads #",
            "--pieces #",
            "--given a1|a2|c2|b3,d1|1:1,2:3|a0|z9",
            "--blocked a1|d4,e5|x",
            "--excluded a1-c3|a3-b4|x",
            "--why a1|b|c3|x",
            "--kind init|blocks|x",
            "--base #",
            "--first #",
            "--checkpoint @",
            "--method model|bits|quadrants|local-search|formula|x",
            "--model dual|pairwise|alldifferent|queens-rule|x",
            "--consistency value|bounds|domain|x",
            "--order input|dom|dom/wdeg|random|x",
            "--tie-break first|random|x",
            "--value-order min|max|random|x",
            "--branching two-way|d-way|x",
            "--format board|json|rows|squares|ruby|html|svg|fen|x",
            "--trace",
            "--call-limit #",
            "--sort lex|colex|x",
            "--check-inferences",
        ],
    ),
    (
        &["solve @", "solve small.fzn", "solve -- -dash.fzn", "solve -- @ @", "solve -"],
        &[
            "--all",
            "--limit #",
            "--order auto|dom|x",
            "--restarts luby:#|x",
            "--node-limit #",
            "--threads #",
            "--seed #",
            "--time-limit 0|1ms|1s|x",
            "--stats",
            "--why x=3|x<y|x",
            "--format text|json|x",
        ],
    ),
    (
        &[
            "study trace small.fzn",
            "study html queens #",
            "study trace queens #",
            "study step queens #",
            "study html @",
            "study step @.jsonl",
            "study quiz queens # --answers @",
            "study trace @",
        ],
        &[
            "--output @",
            "--script @",
            "--events #",
            "--limit #",
            "--node-limit #",
            "--memory-limit #",
            "--time-limit 0|1ms|1s|x",
            "--order dom|x",
        ],
    ),
    (
        &[
            "puzzle region-queens @",
            "puzzle region-queens --generate #",
            "domination #",
            "armies #",
            "pawns # #",
            "model langford #",
            "model golomb #",
            "instance blocked # #",
            "minizinc config --dir @",
            "study @",
            "--help",
        ],
        &[
            "--all",
            "--count",
            "--limit #",
            "--unique",
            "--stats",
            "--seed #",
            "--node-limit #",
            "--time-limit 0|1ms|1s|x",
            "--format json|board|x",
        ],
    ),
];

const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "1",
    "2",
    "2",
    "3",
    "3",
    "4",
    "4",
    "5",
    "6",
    "8",
    "-1",
    "x",
    "18446744073709551615",
    "99999999999999999999",
];

fn line(rng: &mut Rng) -> Vec<String> {
    let (commands, options) = FAMILIES[[0, 0, 0, 1, 2, 3][rng.below(6)]];
    let mut words = rng.pick(commands).to_owned();
    for _ in 0..rng.below(3) {
        words = words + " " + rng.pick(options);
    }
    let mut filled = |word: &str| match word {
        "#" => rng.pick(&NUMBERS).to_owned(),
        _ if word.starts_with('@') => word.replace('@', rng.pick(&FILES)),
        _ => rng.pick(&word.split('|').collect::<Vec<_>>()).to_owned(),
    };
    words.split(' ').map(&mut filled).collect()
}

fn files(folder: &Path) {
    let write = |name: &str, text: &[u8]| std::fs::write(folder.join(name), text).expect("a file");
    write(
        "small.fzn",
        b"var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nconstraint int_lt(x, y);\nsolve satisfy;\n",
    );
    write("noise.fzn", &[0xff, 0xfe, 0, 10, 34, 123]);
    write("-dash.fzn", b"var 1..3: x :: output_var;\nsolve maximize x;\n");
    write("-dash.mzn", b"var 1..3: x; solve maximize x;\n");
    write("closed", b"");
    File::create(folder.join("huge.fzn")).and_then(|file| file.set_len(1 << 36)).expect("a file with a hole");
    std::fs::create_dir(folder.join("folder")).expect("a folder");
    for (name, to) in [("dangling", "nowhere/at/all"), ("looped", "looped")] {
        std::os::unix::fs::symlink(to, folder.join(name)).expect("a link");
    }
    let made = Command::new("sh")
        .args(["-c", "mkfifo pipe; chmod 0 closed; ln -s /dev/zero zero.jsonl"])
        .current_dir(folder)
        .status();
    assert!(made.expect("a shell").success());
}

/// Runs a command. If it waits or takes a long time, sends it up to three interrupts.
fn run(folder: &Path, words: &[String], input: &str) -> Ran {
    let mut command = Command::new("sh");
    // The size of output files is also limited.
    command
        .args(["-c", "ulimit -v 1500000; ulimit -f 20000; exec \"$0\" \"$@\""])
        .arg(get_cargo_bin("ferz"))
        .args(words);
    command.current_dir(folder).stdin(File::open(input).expect("a device"));
    let (out, err) = (folder.join("standard output"), folder.join("standard error"));
    let file = |path: &Path| Stdio::from(File::create(path).expect("a file"));
    let mut child = command.stdout(file(&out)).stderr(file(&err)).spawn().expect("it starts");
    let begun = Instant::now();
    let mut signals = 0;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if begun.elapsed() > Duration::from_secs(1) * (1 + 5 * signals) && signals < 3 {
            signals += 1;
            send(&["INT"], &child);
        }
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().expect("a child");
            panic!("it does not end: {words:?} < {input}");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = |path: &Path| String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned().into_bytes();
    finish(std::process::Output { status, stdout: text(&out), stderr: text(&err) })
}

#[test]
fn random_command_lines_end_as_documented() {
    let cases = cases(50, 150);
    let folder = tempfile::tempdir().expect("a folder");
    files(folder.path());
    let mut codes = std::collections::BTreeMap::<i32, u32>::new();
    for seed in 0..cases {
        let mut rng = Rng(seed);
        let words = line(&mut rng);
        let input = rng.pick(&["/dev/null", "/dev/null", "/dev/zero"]);
        let Ran { code, out, err } = run(folder.path(), &words, input);
        let what = || {
            format!(
                "seed {seed}: {words:?} < {input}: {code:?}\n{}\n{err}",
                out.chars().take(2_000).collect::<String>()
            )
        };
        let ended = code.unwrap_or_else(|| panic!("{}", what()));
        *codes.entry(ended).or_default() += 1;
        assert!([0, 2, 3, 4, 70, 130].contains(&ended), "{}", what());
        assert!(
            !err.contains("panicked") && !err.contains("internal error") && !err.contains("out of memory"),
            "{}",
            what()
        );
        assert!(ended != 2 || !err.is_empty(), "{}", what());
        // The last lines, or the end of a JSON object, name the cause of a stop.
        let last: String = [&out, &err].map(|text| text.lines().rev().take(20).collect::<String>()).concat();
        let stopped = ["stopped by", "\"stopped_by\":\"", "Stopped: ", "interrupted", "so far"]
            .iter()
            .any(|word| last.contains(word));
        // A page and a trace report the cause in their data.
        assert!(ended != 3 || stopped || words[0] == "study", "{}", what());
        assert!(ended != 0 || !last.contains("incomplete, stopped by"), "{}", what());
    }
    println!("{codes:?}");
    assert!(codes.len() >= 3 && codes.get(&0).is_some_and(|&well| u64::from(well) * 8 > cases), "{codes:?}");
}
