//! `ferz study step` with sessions from scripts, and `ferz study profile`.

use crate::common::{ferz, finish, run, shown_on};
use insta::assert_snapshot;
use insta_cmd::get_cargo_bin;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Creates a file in a folder that is removed after the test.
fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Returns the output of a session on a subject with these commands.
fn session(subject: &str, commands: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let script = file(folder.path(), "script", commands);
    let ran = run(&format!("study step {subject} --script {}", script.display()));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    ran.out
}

#[test]
fn six_queens() {
    let commands = "# to the first dead end, and why\nn 4\nprune\nwhy\nfail\nwhy\nwhy q[3]\nwhy q[3] != 5\ntree\ngrid\n\
        up\ndom\nlevel\nlevel singleton\nlevel domain\n\
        goto node 7\np 2\ngoto event 20\nwhere\nsolution\nsolution\nsolution\nsolution\nsolution\ndom q\n\
        goto end\nn\ngoto start\np\nup\nwhy\nq\nn";
    assert_snapshot!(session("queens 6", commands));
}

/// A supposition is searched to the end of its subtree; suppositions nest, and are left one by one.
#[test]
fn what_if() {
    let commands = "if q[3] = 1\nif q[4] != 5\ntree\nlevel\nif q[1] >= 4\nleave\nleave\nwhere\nleave\nif q[0] = 9\nif q[9] = 0\nif\n\
        goto node 3\nif q[2] = 3\nif q[0] = 0\nfail\nif q[3] = 5";
    assert_snapshot!(session("queens 6", commands));
    // With any search, the number of solutions below the supposition that a queen is on a square of column c equals the
    // number of those among the 92 solutions that contain this queen.
    for options in ["", "--order dom/wdeg", "--learn=fixed"] {
        let commands: String = (0..8).map(|row| format!("if q[2] = {row}\nleave\n")).collect();
        let printed = session(&format!("queens 8 {options}"), &commands);
        let count = |line: &str| {
            line.strip_suffix(" solutions. `leave` goes back to the search itself")?.rsplit(' ').next()?.parse().ok()
        };
        assert_eq!(
            printed.lines().filter_map(count).collect::<Vec<u64>>(),
            [16, 14, 4, 12, 12, 4, 14, 16],
            "{options}: {printed}"
        );
    }
}

/// Facts about a board are printed and parsed as squares, in every formulation and also from a trace. Variables are
/// shown instead on request, or if the board has more columns than there are letters.
#[test]
fn squares_of_a_board() {
    let commands = "goto node 2\nprune\nwhy NOT B1\nif !c5\nleave\nwhy q[1]\nif z9\ngrid";
    let printed = session("queens 5", commands);
    let lines =
        ["try a1 (node 2)", "a1, and all of `rows` must differ, so not b1 (from 1)", "try not c5 (node 3)", "\n 5 - "];
    assert!(lines.iter().all(|line| printed.contains(line)), "{printed}");
    assert!(printed.contains("there is no square `z9` on this board; the last one is `e5`"), "{printed}");
    for formulation in ["pairwise", "dual", "queens-rule"] {
        let printed = session(&format!("queens 5 --model {formulation}"), "goto node 2\ngoto end");
        assert!(printed.contains("try a1 (node 2)"), "{printed}");
    }
    let printed = session("queens 5 --variables", commands);
    assert!(
        printed.contains("try q[0] = 0 (node 2)") && printed.contains("`NOT B1`") && printed.contains("\n q[0] #"),
        "{printed}"
    );
    assert!(session("queens 27 --node-limit 3", "goto node 2").contains("try q[0] = 0 (node 2)"));
    let folder = tempfile::tempdir().expect("a folder");
    let trace = file(folder.path(), "five.jsonl", &run("study trace queens 5").out);
    assert!(session(&trace.display().to_string(), "goto node 2").contains("try a1 (node 2)"));
    assert!(session(&format!("{} --variables", trace.display()), "goto node 2").contains("try q[0] = 0 (node 2)"));
}

/// The search that continues from a node with a different variable selection or level is compared with the original
/// search. The new selection or level also applies to suppositions below the node.
#[test]
fn what_if_in_another_way() {
    let commands = "goto node 2\nif order dom\nleave\nif level domain\nif order dom/wdeg\nif b4\ntree\nleave\nleave\nleave\n\
        goto start\nif level domain\nleave\nif order best\nif level best\ngoto node 4\nif order dom\nif order";
    assert_snapshot!(session("queens 8", commands));
    // The counts are those of a separate search from the root.
    for (way, options) in [("order dom", "--order dom"), ("level domain", "--consistency domain")] {
        let below = session("queens 8", &format!("if {way}"));
        let whole = session(&format!("queens 8 {options}"), "where");
        let counts =
            |text: &str| text.lines().find_map(|line| Some(line.split("nodes").nth(1)?.split('.').next()?.to_owned()));
        assert!(whole.contains(&counts(below.lines().last().unwrap_or_default()).expect("counts")), "{below} {whole}");
    }
    assert!(session("model nonogram dragonfly", "if level domain").contains("no constraint has a choice of levels"));
}

/// Tests suppositions with an objective, and in a trace, which has no model.
#[test]
fn what_if_of_an_optimum_and_of_a_trace() {
    let printed = session("model knapsack p07", "if take[0] = 1\nmark here\nleave");
    assert!(printed.contains("the search itself decides") && printed.contains("below it: "), "{printed}");
    assert!(printed.contains("bookmarks in the supposed search, which are gone with it: `here`"), "{printed}");
    // Shows the best solution, and the proof that there is no better one.
    let printed = session("model golomb 5", "goto last\ngoto end\nwhy");
    assert!(
        printed.contains("solution 2: mark[0] = 0, mark[1] = 1, mark[2] = 4, mark[3] = 9, mark[4] = 11"),
        "{printed}"
    );
    assert!(printed.contains("It rests on no decision: no solution is better."), "{printed}");
    let printed = session("model golomb 4 --consistency domain", "level");
    assert!(printed.starts_with("golomb 4 (domain): "), "{printed}");
    let folder = tempfile::tempdir().expect("a folder");
    let traced = run("study trace queens 4");
    let trace = file(folder.path(), "four.jsonl", &traced.out);
    assert!(session(&trace.display().to_string(), "if q[0] = 1").contains("`if` needs the model"));
}

#[test]
fn commands_that_cannot_be_followed() {
    let commands = "fial\nn x\nn -1\nprune 3\ngoto\ngoto 900\ngoto event 900\ngoto node x\ndom x\ndom q[7]\nwhy r = 1\n\
        why q[0] = 99999999999\nwhy q[0] = 9\nwhy q[0] = 3\nwhy q[0]\nlevel strongest\nq now\nhelp";
    assert_snapshot!(session("queens 4", commands));
}

#[test]
fn a_classical_model() {
    let commands = "fail\nwhy\ndom\nsolution\ngoto node 3\nlevel bounds\ngrid\ngoto end";
    assert_snapshot!(session("model golomb 4", commands));
}

/// Bugs found by the first user.
#[test]
fn what_a_first_user_saw() {
    // A supposed search starts with the incumbent of the original search, so with the same variable selection, it is
    // the same search.
    let printed = session("model golomb 5 --order input", "goto 7\nif order input\nleave\ngoto 6\nif order input");
    let counts: Vec<&str> = printed.lines().filter_map(|line| line.split("below it: ").nth(1)).collect();
    let same = |pair: &[&str]| pair[1].starts_with(pair[0]);
    assert!(counts.len() == 4 && counts.chunks(2).all(same), "{printed}");
    let printed = session("queens 8", "goto last\nif order dom\ngoto end\nn");
    assert!(printed.contains("the search itself, below it: 0 nodes, 0 failures, 1 solution"), "{printed}");
    assert!(printed.contains("everything below it has been searched"), "{printed}");
    // A column with two squares left is not a marked cell.
    let printed = session("queens 5", "if not a3\nif not a4\nif not a5\ndom q[0]\nwhy a1");
    assert!(printed.contains("\nq[0] in a1, a2\n") && printed.contains("a1 is open here: q[0] in a1, a2"), "{printed}");
    // A marked cell is named by its square.
    let printed = session("puzzle region-queens", "if not a1\nleave\nwhy g4\nwhy not z4");
    let lines =
        ["try no queen on a1", "a queen on g4 is open here\n", "no square `z4` on this board; the last one is `h8`"];
    assert!(lines.iter().all(|line| printed.contains(line)), "{printed}");
    // Tests enum values in order, negative values with signs, areas without box lines, and shortened names.
    let folder = tempfile::tempdir().expect("a folder");
    assert!(session("model all-interval 5", "grid").contains("- - - -"));
    assert!(!session("puzzle jigsaw-sudoku", "grid").contains(" | "));
    assert!(session("puzzle diagonal-sudoku", "grid").contains(" | "));
    let trace = file(folder.path(), "stars.jsonl", &run("study trace puzzle star-battle").out);
    assert!(session(&trace.display().to_string(), "fail").contains("no star on a9"));
    assert!(run("puzzle").out.starts_with("sudoku "));
}

/// A puzzle can be studied: its squares are shown as a table, and its rules have names.
#[test]
fn puzzles() {
    assert_snapshot!(session("puzzle sudoku", "fail\ngoto event 200\ngrid\nwhy b9 != 4"));
    assert_snapshot!("puzzle_of_marks", session("puzzle star-battle", "fail\nwhy\ngrid"));
    assert!(session("puzzle sudoku --variables", "grid").contains("\n a1 "));
    let folder = tempfile::tempdir().expect("a folder");
    let own = file(folder.path(), "own.txt", "1...\n..3.\n.4..\n...2\n");
    assert!(session(&format!("puzzle sudoku {}", own.display()), "goto end").contains("solution 1: "));
    let said = |words: &str| run(&format!("study step puzzle {words}")).err;
    assert!(said("sudok").contains("there is no puzzle `sudok`: `ferz puzzle` lists"));
    assert!(said("sudoku nowhere.txt").contains("cannot read nowhere.txt"));
    file(folder.path(), "own.txt", "1..\n..3.\n");
    assert!(said(&format!("sudoku {}", own.display())).contains("own.txt: line 2, column 4: row 2 has 4 squares"));
    assert!(
        said("sudoku --model dual")
            .contains("--model applies only to `queens N`; a puzzle of another kind has a fixed formulation")
    );
}

#[test]
fn levels_find_more() {
    let commands = "goto node 3\nfail\nup\nwhere\nlevel\nlevel value\nlevel domain\nlevel singleton\nfail\nlevel\n\
        level value";
    assert_snapshot!(session("model magic-square 3", commands));
}

const FLAT: &str = "\
var 1..4: x :: output_var; var 1..4: y :: output_var; var 1..4: z :: output_var; var bool: b :: output_var;
array [1..3] of var 1..4: q :: output_array([1..3]) = [x, y, y];
constraint int_lt(x, y); constraint int_lt_reif(y, z, b); constraint int_lin_eq([1, 1, 1], [x, y, y], 8);
solve satisfy;
";

/// Creates a folder with the file `three.fzn`.
fn flat() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    file(folder.path(), "three.fzn", FLAT);
    folder
}

/// `three.fzn` with search annotations.
const WANTED: &str = "solve :: warm_start([x, y, z], [2, 3, 1]) :: restart_constant(1) satisfy;";

#[test]
fn a_files_restarts_and_warm_start_are_obeyed() {
    let folder = flat();
    file(folder.path(), "three.fzn", &FLAT.replace("solve satisfy;", WANTED));
    file(folder.path(), "script", "goto end\nsolution\ntree");
    let ran =
        finish(ferz("study step three.fzn --script script").current_dir(folder.path()).output().expect("ferz runs"));
    assert_snapshot!(ran.out);
    let ran = finish(ferz("study trace three.fzn --limit 1").current_dir(folder.path()).output().expect("ferz runs"));
    let first = ran.out.lines().find(|line| line.contains("\"solution\"")).expect("a solution");
    assert_snapshot!(first);
    // Commands that count one tree report that they ignore these annotations.
    let ran = finish(ferz("study compare three.fzn").current_dir(folder.path()).output().expect("ferz runs"));
    assert_snapshot!(ran.err);
}

#[test]
fn a_flatzinc_file() {
    let folder = flat();
    file(folder.path(), "script", "n 6\nprune\nwhy\ndom\nsolution\nwhy b = 1\ngoto end");
    // Constraint names contain their source location, so the path is relative.
    let mut command = ferz("study step three.fzn --script script");
    let ran = finish(command.current_dir(folder.path()).output().expect("it starts"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_snapshot!(ran.out);
}

/// A trace has the same events and reasons; commands that need the model report that it is missing.
#[test]
fn a_trace_without_the_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("six.jsonl");
    assert_eq!(run(&format!("study trace queens 6 -o {}", trace.display())).code, Some(0));
    let commands = "fail\nwhy\nwhy q[3] != 5\ngrid\ngoto node 7\nsolution\ngoto end";
    let (live, replayed) = (session("queens 6", commands), session(&trace.display().to_string(), commands));
    let vouched = |line: &&str| !line.contains("checked by") && !line.contains("no solver here");
    let (mut live, mut replayed) = (live.lines().filter(vouched), replayed.lines().filter(vouched));
    assert!(live.next().is_some_and(|greeting| greeting.starts_with("6 queens: 761 events")));
    assert!(replayed.next().is_some_and(|greeting| greeting.contains("six.jsonl: 761 events")));
    assert!(live.eq(replayed));
    let levels = session(&trace.display().to_string(), "fail\nwhy q[3] != 5\nlevel");
    assert!(levels.contains("no solver here") && levels.contains("levels need the model"), "{levels}");
    // The error message for a damaged trace names the line.
    let text = std::fs::read_to_string(&trace).expect("it was written");
    let damaged = file(folder.path(), "damaged.jsonl", &text.replacen("\"event\":\"prune\"", "\"event\":\"prine", 1));
    let ran = run(&format!("study step {}", damaged.display()));
    assert!(ran.code == Some(2) && ran.err.contains("damaged.jsonl: line "), "{}", ran.err);
}

#[test]
fn limits_and_missing_files() {
    let short = run("study step queens 8 --events 50 --script /dev/null");
    assert!(short.err.contains("kept only the first 50 events"), "{}", short.err);
    let ran = run("study step queens 6 --script no-such-file");
    assert!(ran.code == Some(2) && ran.err.contains("cannot read no-such-file"), "{}", ran.err);
    let ran = run("study step no-such.jsonl");
    assert!(ran.code == Some(2) && ran.err.contains("cannot read no-such.jsonl"), "{}", ran.err);
}

/// Returns the output of a command for these lines of standard input.
fn typed(mut command: Command, commands: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("it was asked for").write_all(commands.as_bytes()).expect("it listens");
    let ran = finish(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.code, Some(0));
    ran.out
}

/// Runs the solver as MiniZinc 2.10 runs an interactive solver: solutions are enclosed in markers.
#[test]
fn an_interactive_solver_of_minizinc() {
    let folder = flat();
    let mut command = Command::new(get_cargo_bin("fzn-ferz"));
    command.args(["--step", "three.fzn"]).current_dir(folder.path());
    assert_snapshot!(typed(command, "solution\nwhy z != 1\np\nsolution\nsolution\nq\n"));
    let mut command = Command::new(get_cargo_bin("fzn-ferz"));
    let output = command.arg("--step").stdin(Stdio::null()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    let installed = folder.path().join("solvers");
    assert_eq!(run(&format!("minizinc install --stepper --dir {}", installed.display())).code, Some(0));
    let stepper = std::fs::read_to_string(installed.join("ferz-step.msc")).expect("it was written");
    let stepper: serde_json::Value = serde_json::from_str(&stepper).expect("JSON");
    assert_eq!((&stepper["isInteractive"], &stepper["executable"][1]), (&true.into(), &"--step".into()));
}

#[test]
fn the_saved_search_without_a_listener() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("six.search");
    let ran = run(&format!("study profile queens 6 --log {}", log.display()));
    assert_eq!((ran.code, ran.out), (Some(0), format!("79 nodes were written to {}\n", log.display())));
    let saved = std::fs::read_to_string(&log).expect("it was written");
    assert_eq!(saved.lines().count(), 79);
    assert!(saved.starts_with("1 2 2 q[0]=0 15 q[0]!=0\n"), "{saved}");
    let ran = run("study profile queens 6 --port 1");
    assert!(ran.code == Some(2) && ran.err.contains("no CP-Profiler listens on port 1 "), "{}", ran.err);
}

/// Every command treats an output that cannot be written as a failure, not as bad input.
#[test]
fn unwritable_outputs_have_one_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("missing").join("file").display().to_string();
    for command in ["trace queens 6 -o", "html queens 6 -o", "profile queens 6 --log"] {
        let ran = run(&format!("study {command} {nowhere}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(70), ""), "{command}: {}", ran.err);
        assert!(ran.err.contains(&format!("cannot write {nowhere}: ")), "{command}: {}", ran.err);
    }
}

/// The help of `ferz study` explains when a limit counts as a failure.
#[test]
fn a_limit_ends_a_search_with_3_and_is_reported_in_tables_and_sessions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let script = path("script");
    std::fs::write(&script, "q\n").expect("a file");
    for (command, code, printed) in [
        (format!("trace queens 8 -o {}", path("eight.jsonl")), 3, ""),
        (format!("html queens 8 -o {}", path("eight.html")), 3, ""),
        (format!("profile queens 8 --log {}", path("eight.search")), 3, ""),
        ("compare queens 8".to_owned(), 0, "until a limit"),
        ("ablate queens 8".to_owned(), 0, "stopped by node limit"),
        (format!("step queens 8 --script {script}"), 0, "stopped by node limit"),
    ] {
        let ran = run(&format!("study {command} --node-limit 5"));
        assert_eq!(ran.code, Some(code), "{command}: {}", ran.err);
        assert!(ran.out.contains(printed), "{command}: {}", ran.out);
        // Reaching the requested number of solutions counts as success.
        let ran = run(&format!("study {command} --limit 1"));
        assert_eq!(ran.code, Some(0), "{command}: {}", ran.err);
    }
}

/// Checks every command on the page against the output shown below it. `FERZ_WRITE=1` updates the page.
#[test]
fn the_page_shows_what_the_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let path = root.join("docs/study-step.md");
    let mut page = std::fs::read_to_string(&path).expect("the page");
    let print = |line: &str| {
        let ran = finish(ferz(line).current_dir(root).output().expect("the command starts"));
        format!("{}\n", (ran.out + &ran.err).trim_end())
    };
    if std::env::var_os("FERZ_WRITE").is_some() {
        let printed = |(line, below): (&str, &str)| (line.to_owned(), below.to_owned());
        for (line, below) in shown_on(&page).map(printed).collect::<Vec<_>>() {
            page = page.replace(&format!("$ ferz {line}\n{below}```"), &format!("$ ferz {line}\n{}```", print(&line)));
        }
        std::fs::write(&path, &page).expect("the page");
    }
    let shown: Vec<(&str, &str)> = shown_on(&page).collect();
    shown.iter().for_each(|(line, below)| assert_eq!(print(line), *below, "ferz {line}"));
    assert_eq!(shown.len(), 5, "{shown:?}");
}
