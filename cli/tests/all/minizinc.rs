//! Models run by MiniZinc itself: installed, compiled, solved, and printed.
//!
//! If MiniZinc is missing, a test is skipped with a notice; with `FERZ_REQUIRE=1` it fails.

use crate::common::cases;
use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn is_there() -> bool {
    if Command::new("minizinc").arg("--version").output().is_ok() {
        return true;
    }
    assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "`minizinc` is missing: apt install minizinc");
    eprintln!("not run: `minizinc` is missing (apt install minizinc)");
    false
}

fn ferz(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).args(arguments).output().expect("it starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Installs the solver into a folder, and runs a model with these flags.
fn minizinc(folder: &Path, flags: &[&str], model: &str) -> String {
    let file = folder.join("model.mzn");
    std::fs::write(&file, model).expect("a file");
    let solvers = folder.join("solvers");
    let installed = ferz(&["minizinc", "install", "--dir", solvers.to_str().expect("UTF-8")]);
    assert!(installed.status.success(), "{}", text(&installed.stderr));
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", &solvers).args(["--solver", "ferz"]).args(flags).arg(&file);
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_library_is_installed_and_works() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let model = "include \"globals.mzn\";\narray [1..6] of var 1..6: q;\n\
        constraint alldifferent(q) /\\ alldifferent(i in 1..6) (q[i] + i) /\\ alldifferent(i in 1..6) (q[i] - i);\n\
        var bool: b; constraint b <-> increasing(q);\nvar set of 1..2: s; constraint card(s) = 1;\n\
        solve :: int_search(q, first_fail, indomain_min) satisfy;\noutput [\"\\(q) \\(b) \\(s)\\n\"];\n";
    let all = minizinc(folder.path(), &["-a"], model);
    assert_eq!(all.matches("----------").count(), 8, "{all}");
    assert!(all.contains("[2, 4, 6, 1, 3, 5] false 1..1\n----------\n") && all.ends_with("==========\n"), "{all}");
}

/// Absent optional tasks, conditional sets, and empty arrays have the semantics of the standard library.
#[test]
fn the_library_says_what_the_standard_one_says() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let declared = "include \"globals.mzn\"; array [1..3] of var opt 0..2: s; array [1..3] of int: d = [2, 0, 2]; array [1..3] of var 1..2: r;\n\
        array [1..0] of var int: none = []; var bool: b; var 0..30: x; var -100000..100000: y;\n";
    for constraint in [
        "cumulative(s, d, r, 2)",
        "b <-> cumulative(s, d, r, 2)",
        "b -> disjunctive(s, d)",
        "not disjunctive(s, d)",
        "disjunctive_strict(s, d)",
        "disjunctive_strict(s, [1, 2, 1])",
        "b <-> x in {2, 3, 7}",
        "(b -> x in {2, 3, 7}) /\\ y = 90 * x /\\ (b <-> y in -70..500 union 2000..90000)",
        "b -> inverse(none, none) /\\ symmetric_all_different(none)",
        "b <-> symmetric_all_different(none)",
    ] {
        let model = |is_own: bool| {
            let library: &[&str] = if is_own { &["-a"] } else { &["-a", "-G", "std"] };
            let output = "output [show(s), show(r), show(b), show(x)]";
            let fixed =
                if constraint.contains('x') { "forall (t in s) (absent(t)) /\\ r = [1, 1, 1]" } else { "x = 0" };
            let text = format!(
                "{declared}constraint {constraint}; constraint {fixed}; constraint y >= 0; solve satisfy; {output};\n"
            );
            let text =
                if constraint.contains('y') { text } else { text.replace("constraint y >= 0", "constraint y = 0") };
            let mut solutions: Vec<String> =
                minizinc(folder.path(), library, &text).split("----------").map(|one| one.trim().to_owned()).collect();
            solutions.sort();
            solutions
        };
        let found = model(true);
        assert!(found.len() > 2, "{constraint}: {found:?}");
        assert_eq!(found, model(false), "{constraint}");
    }
}

/// Prints value names, sets, options, arrays, `output` with expressions in strings, and several solutions.
#[test]
fn solve_prints_what_minizinc_prints() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.mzn");
    let path = file.to_str().expect("UTF-8");
    for model in [
        "enum C = {red, green}; var C: c; constraint c = red; solve satisfy; output [\"c=\\(c)\\n\"];",
        "enum C = {red, green}; var set of C: s; constraint s = {green}; solve satisfy; output [\"\\(s) \", show(card(s))];",
        "enum C = {red, green}; array [C] of var C: a; constraint a[red] = green /\\ a[green] = red; solve satisfy; output [\"\\(a)\"];",
        "enum C = {red, green}; array [C] of var C: a; var opt C: o; constraint absent(o) /\\ a = [red, green]; solve satisfy;",
        "array [1..2, 1..2] of var 0..9: g; constraint g[1, 1] = 7 /\\ sum(g) = 7; solve satisfy; output [show2d(g)];",
        "var set of 1..9: s; constraint s = {1, 2, 3, 7}; var bool: b; constraint b; solve satisfy; output [\"\\(s) \\(b) \", join(\",\", [show(i) | i in fix(s)])];",
        "var 1..4: x; constraint x * x > 3; solve maximize x; output [\"x is \\(x), and \\(2 * fix(x))\\n\"];",
    ] {
        let expected = minizinc(folder.path(), &[], model);
        let ran = ferz(&["solve", path]);
        assert_eq!((text(&ran.stdout), ran.status.code()), (expected, Some(0)), "{model}{}", text(&ran.stderr));
    }
    let all = "enum C = {red, green, blue}; var C: c; solve satisfy; output [\"\\(c)\"];";
    let expected = minizinc(folder.path(), &["-a"], all);
    assert_eq!(text(&ferz(&["solve", path, "--all"]).stdout), expected);
    // Reports errors found during compilation, and models that Ferz does not support.
    std::fs::write(&file, "var 0..5: x; constraint x = 7; solve satisfy;").expect("a file");
    let none = ferz(&["solve", path]);
    assert!(text(&none.stdout).starts_with("=====UNSATISFIABLE=====\nThis constraint alone allows none"));
    std::fs::write(&file, "var float: f; solve satisfy;").expect("a file");
    let float = ferz(&["solve", path]);
    assert_eq!((float.status.code(), text(&float.stdout).as_str()), (Some(2), ""));
    // Reports an undefined output expression.
    std::fs::write(&file, "var 0..0: x; solve satisfy; output [\"\\([1][fix(x)])\"];").expect("a file");
    let undefined = ferz(&["solve", path]);
    assert_eq!(undefined.status.code(), Some(2), "{}", text(&undefined.stdout));
    assert!(text(&undefined.stderr).contains("error: minizinc cannot"), "{}", text(&undefined.stderr));
}

/// Prices with decimals: MiniZinc prints the optimum and its bound, also as JSON, with a proof, and in reasons.
#[test]
fn decimals_are_exact() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let model = "array [1..3] of float: price = [2.99, 9.95, 0.1];\narray [1..3] of var 0..3: x;\nvar bool: gift;\n\
        var {0.5, 2.25}: tip;\nvar float: total = sum(i in 1..3) (price[i] * x[i]) + if gift then 1.5 else 0.0 endif;\n\
        constraint gift -> sum(x) >= 5;\nconstraint total + max(tip, total / 3) <= 29.9;\n\
        solve maximize total - 0.1 * tip;\noutput [\"\\(x) \\(total) \\(tip)\\n\"];\n";
    let printed = minizinc(folder.path(), &["-s"], model);
    assert!(printed.contains("[0, 2, 3] 21.7 0.5\n----------\n==========\n"), "{printed}");
    assert!(printed.contains("objective=21.65\n") && printed.contains("objectiveBound=21.65\n"), "{printed}");
    let file = folder.path().join("model.mzn");
    let (path, proof) = (file.to_str().expect("UTF-8"), folder.path().join("proof"));
    let json = ferz(&["solve", path, "--format", "json"]);
    assert_eq!(text(&json.stderr), "");
    assert!(text(&json.stdout).contains("\"objective\":21.65,\"bound\":21.65,"), "{}", text(&json.stdout));
    let proved = ferz(&["solve", path, "--proof", proof.to_str().expect("UTF-8")]);
    // The value counts units of 1/200, in which the decimals are represented.
    assert!(text(&proved.stdout).contains("the best value is 4330\n"), "{}", text(&proved.stdout));
    let why = text(&ferz(&["solve", path, "--why", "tip < 2.5"]).stdout);
    assert!(why.starts_with("tip < 2.5 is true in every solution:\n"), "{why}");
}

/// MiniZinc passes on the remaining time of its own limit, which is negative after a long compilation.
#[test]
fn no_time_left_is_unknown_and_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.fzn");
    std::fs::write(&file, "var 1..3: x :: output_var; solve satisfy;").expect("a file");
    let said = |time: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fzn-ferz"));
        let ran = command.args(["-t", time]).arg(&file).output().expect("it starts");
        (text(&ran.stdout), ran.status.code())
    };
    let (unknown, solution) = ("=====UNKNOWN=====\n".to_owned(), "x = 1;\n----------\n".to_owned());
    for over in ["-1", "-250", "-99999999999999999999"] {
        assert_eq!(said(over), (unknown.clone(), Some(0)), "{over}");
    }
    for enough in ["0", "60000", "99999999999999999999"] {
        assert_eq!(said(enough), (solution.clone(), Some(0)), "{enough}");
    }
    assert_eq!(said("soon").1, Some(2));
}

/// All commands report the same node count for a model; otherwise, their output names the search.
#[test]
fn a_table_and_a_page_say_which_search_they_show() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("three.fzn");
    let path = file.to_str().expect("UTF-8");
    let model = "var 1..3: x :: output_var; var 1..3: y; constraint int_lt(x,y); solve minimize x;";
    std::fs::write(&file, model).expect("a file");
    let first = |arguments: &[&str]| text(&ferz(arguments).stdout).lines().next().unwrap_or_default().to_owned();
    let free = "three.fzn (one tree by dom/wdeg, where solve searches automatically; branch and bound)";
    assert!(first(&["study", "compare", path]).starts_with(free));
    assert!(first(&["study", "ablate", path]).contains("three.fzn (one tree by dom; branch and bound)"));
    let page = folder.path().join("page.html");
    let html = ferz(&["study", "html", path, "-o", page.to_str().expect("UTF-8")]);
    assert!(text(&html.stderr).starts_with(free), "{}", text(&html.stderr));
    let stats = text(&ferz(&["solve", path, "--stats"]).stdout);
    assert!(stats.contains("strategy=\"automatic search, branch and bound\"\n"), "{stats}");
    // For an annotated model, all commands use the same search and report the same node count.
    let annotated = model.replace("solve", "solve :: int_search([x,y],input_order,indomain_max)");
    std::fs::write(&file, annotated).expect("a file");
    let table = text(&ferz(&["study", "compare", path, "--format", "csv"]).stdout);
    assert!(first(&["study", "compare", path]).starts_with("three.fzn (one tree as annotated; branch and bound)"));
    let stats = text(&ferz(&["solve", path, "--stats"]).stdout);
    assert!(stats.contains("strategy=\"search as annotated, branch and bound\"\n"), "{stats}");
    let nodes = stats.lines().find_map(|line| line.split_once("nodes=")).expect("statistics").1;
    assert_eq!(table.lines().nth(1).and_then(|row| row.split(',').nth(1)), Some(nodes), "{table}");
}

/// The limit applies while a model is read, translated and compiled.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_holds_while_a_model_is_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("large.fzn");
    let declared: String = (0..1_000_000).map(|i| format!("var 1..9: x{i};\n")).collect();
    std::fs::write(&file, declared + "solve satisfy;\n").expect("a file");
    let path = file.to_str().expect("UTF-8");
    let page = folder.path().join("page.html");
    let page = page.to_str().expect("UTF-8");
    let watched = "import resource, subprocess, sys\n\
        code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode\n\
        print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";
    let commands: [&[&str]; 4] =
        [&["solve", path], &["study", "html", path, "-o", page], &["study", "ablate", path], &["study", "trace", path]];
    for command in commands {
        let mut python = Command::new("python3");
        python.args(["-c", watched, env!("CARGO_BIN_EXE_ferz")]).args(command).args(["--memory-limit", "200"]);
        let printed = text(&python.output().expect("python3").stdout);
        let (code, kilobytes) = printed.trim().split_once(' ').expect("two numbers");
        assert_eq!(code, "3", "{command:?}");
        assert!(kilobytes.parse::<u64>().expect("a number") * 1024 <= 200_000_000, "{command:?}: {printed}");
    }
}

/// A signal never causes an internal error, however early it arrives.
#[cfg(target_os = "linux")]
#[test]
fn early_signals_under_a_limit_of_memory_end_as_ctrl_c_does() {
    let script = "ulimit -v 4000000; exec \"$0\" queens 14 --count --method model";
    for signal in ["-TERM", "-INT", "-HUP"] {
        for millisecond in 0..12 {
            let mut command = Command::new("sh");
            command.args(["-c", script, env!("CARGO_BIN_EXE_ferz")]).stderr(std::process::Stdio::piped());
            let child = command.stdout(std::process::Stdio::null()).spawn().expect("it starts");
            std::thread::sleep(std::time::Duration::from_millis(millisecond));
            let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(kill.expect("it runs").success());
            let ended = child.wait_with_output().expect("it ends");
            // Before the program starts, a signal has its default effect.
            assert!(
                matches!(ended.status.code(), None | Some(3)),
                "{signal}: {:?} {}",
                ended.status,
                text(&ended.stderr)
            );
        }
    }
}

/// Warnings of MiniZinc's compiler are passed on.
#[test]
fn warnings_of_the_compiler_are_printed() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.mzn");
    std::fs::write(&file, "var 0..5: x;\nconstraint x = 7;\nsolve satisfy;\n").expect("a file");
    let ran = ferz(&["solve", file.to_str().expect("UTF-8")]);
    assert!(text(&ran.stderr).contains("model inconsistency detected"), "{}", text(&ran.stderr));
}

/// The time limit and signals stop a compiler that does not terminate.
#[cfg(unix)]
#[test]
fn limits_and_signals_end_the_compiler() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let (model, compiler) = (folder.path().join("m.mzn"), folder.path().join("minizinc"));
    std::fs::write(&model, "var 1..3: x;\nsolve satisfy;\n").expect("a file");
    std::fs::write(&compiler, "#!/bin/sh\necho there >> \"$0.log\"\nexec sleep 600\n").expect("a file");
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
    let start = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.arg("solve").arg(&model).args(options).env("PATH", &path).stdout(std::process::Stdio::piped());
        command.spawn().expect("it starts")
    };
    let limited = start(&["--time-limit", "300ms"]).wait_with_output().expect("it ends");
    assert_eq!(
        (limited.status.code(), text(&limited.stdout).as_str()),
        (Some(3), "Stopped: no solution found so far.\n")
    );
    let signalled = start(&[]);
    let log = folder.path().join("minizinc.log");
    while std::fs::read_to_string(&log).unwrap_or_default().lines().count() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &signalled.id().to_string()]).status();
    assert!(kill.expect("it runs").success());
    let signalled = signalled.wait_with_output().expect("it ends");
    assert_eq!(
        (signalled.status.code(), text(&signalled.stdout).as_str()),
        (Some(3), "Stopped: no solution found so far.\n")
    );
}

#[test]
fn a_model_is_solved_and_explained_by_its_own_names() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("three.mzn");
    let model = "var 1..3: x; var 1..3: y;\nconstraint :: \"ascending\" x < y;\nconstraint :: \"descending\" y < x;\nsolve satisfy;\n";
    std::fs::write(&file, model).expect("a file");
    let path = file.to_str().expect("UTF-8");
    let clash = ferz(&["solve", path]);
    let said = text(&clash.stdout);
    assert!(said.contains("These 2 constraints clash"), "{said}{}", text(&clash.stderr));
    assert!(said.contains("ascending (three.mzn:2)") && said.contains("descending (three.mzn:3)"), "{said}");
    // The constraints into which the compiler splits a constraint count as one; an unnamed constraint is named by its
    // text.
    let split =
        "var 1..3: x; var 1..3: y;\nconstraint abs(x - y) > 1 :: \"apart\";\nconstraint x + y = 5;\nsolve satisfy;\n";
    std::fs::write(&file, split).expect("a file");
    let said = text(&ferz(&["solve", path]).stdout);
    let expected = "These 2 constraints clash, and without any one of them the others do not:\n  \
        apart (three.mzn:2)\n  x + y = 5 (three.mzn:3)\n";
    assert!(said.ends_with(expected), "{said}");
    std::fs::write(&file, model.replace("constraint :: \"descending\" y < x;\n", "")).expect("a file");
    let why = text(&ferz(&["solve", path, "--why", "y != 1"]).stdout);
    assert!(why.starts_with("y != 1 is true in every solution:\n") && why.contains("ascending"), "{why}");
    std::fs::write(&file, "var float: f; solve satisfy;").expect("a file");
    let float = text(&ferz(&["solve", path]).stderr);
    assert!(float.contains("three.mzn, compiled:") && float.contains("f is a float variable"), "{float}");
    std::fs::write(&file, model).expect("a file");
    let wrong = ferz(&["solve", path, "--why", "z = 1"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("there is no variable z"), "{}", text(&wrong.stderr));
}

/// Messages contain neither line numbers of the compiled file nor names introduced by the compiler.
#[test]
fn errors_and_warnings_name_lines_and_expressions_of_the_model() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("large.mzn");
    let path = file.to_str().expect("UTF-8");
    let proof = folder.path().join("proof");
    let explain: &[&str] = &["--why", "s[1] = 3"];
    let prove: &[&str] = &["--proof", proof.to_str().expect("UTF-8")];
    let tasks = "include \"globals.mzn\";\narray [1..2] of var 0..3000000000: s;\n\
        constraint cumulative(s, [5, 5000000000], [1, 1], 1);\nsolve minimize max(s);\n";
    let says = "`cumulative(s, [5, 5000000000], [1, 1], 1) (large.mzn:3)`";
    let bins = "include \"globals.mzn\";\narray [1..2] of var 1..2: q;\nvar 0..5: z;\n\
        constraint bin_packing_load([z, 9], q,\n  [3, 5000000000]);\nsolve satisfy;\n";
    let real = "array [1..2] of var 0..9: x;\nconstraint forall (i in 1..2) (\n  sqrt(x[i]) < 2.5);\nsolve satisfy;\n";
    let far = "array [1..2] of var int: s;\nconstraint forall (i in 1..2) (s[i] > 4000000000000);\n\
        constraint s[1] * s[2] > s[1];\nsolve satisfy;\n";
    let cases = [
        (tasks, &[][..], says),
        (bins, prove, "large.mzn:4: bin_packing_load([z, 9], q, [3, 5000000000]): "),
        (bins, &[], "large.mzn:4: bin_packing_load([z, 9], q, [3, 5000000000]): "),
        (real, &[], "large.mzn:3: sqrt(x[1]): float_sqrt: "),
        (far, explain, "large.mzn:3: s[1] * s[2]: int_times: s[1] has values 4000000000001..="),
        (tasks, explain, says),
    ];
    for (model, flags, expected) in cases {
        std::fs::write(&file, model).expect("a file");
        let output = ferz(&[&["solve", path], flags].concat());
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{expected} in {said}");
        assert!(!said.contains("compiled") && !said.contains("X_INTRODUCED"), "{said}");
        assert_eq!(output.status.code(), Some(2), "{said}");
    }
    let products = "array [1..2] of var 0..2000000000: x; constraint x[1] * x[2] <= 12; solve satisfy;\n";
    std::fs::write(&file, products).expect("a file");
    let said = text(&ferz(&["solve", path]).stderr);
    assert!(said.starts_with(&format!("warning: {path}: x[1] and 1 more: only values within ")), "{said}");
}

#[test]
fn files_are_solved_without_minizinc() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.fzn");
    std::fs::write(&file, "var 1..3: x :: output_var; solve maximize x;").expect("a file");
    let path = file.to_str().expect("UTF-8");
    let best = ferz(&["solve", path]);
    assert_eq!(
        (text(&best.stdout).as_str(), best.status.code()),
        ("x = 3;\nobjective: 3\nNo solution is better.\n", Some(0))
    );
    let limited = ferz(&["solve", path, "--limit", "2"]);
    assert_eq!((limited.status.code(), text(&limited.stdout).as_str()), (Some(2), ""));
    assert!(text(&limited.stderr).starts_with("error: --limit: "), "{}", text(&limited.stderr));
    let protocol = Command::new(env!("CARGO_BIN_EXE_fzn-ferz")).arg(path).output().expect("it starts");
    assert_eq!(text(&protocol.stdout), "x = 3;\n----------\n==========\n");
    std::fs::write(&file, "var 1..3: x; constraint int_le(x,y); solve satisfy;").expect("a file");
    let wrong = Command::new(env!("CARGO_BIN_EXE_fzn-ferz")).arg(path).output().expect("it starts");
    assert_eq!((text(&wrong.stdout).as_str(), wrong.status.code()), ("", Some(2)));
    assert!(text(&wrong.stderr).contains("`y` is not declared"), "{}", text(&wrong.stderr));
}

/// Arrays of truth values keep their semantics under a condition.
#[test]
fn arrays_of_truth_values_keep_their_meaning_under_a_condition() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    // With b true, each of the 27 assignments is a solution; with b false, exactly those that satisfy the constraint.
    for (constraint, holding) in [
        ("increasing([x != 2, y = 1])", 15),
        ("decreasing([x != 2, y = 1])", 24),
        ("table([x != 2, y = 1], [| true, false | false, false |])", 18),
        ("xorall([x != 2, y = 1])", 15),
        ("iffall([x != 2, y = 1])", 12),
    ] {
        let model = format!(
            "include \"globals.mzn\";\nvar 1..3: x; var 1..3: y; var 1..3: z; var bool: b;\n\
             constraint b \\/ {constraint};\nsolve satisfy;\n"
        );
        let all = minizinc(folder.path(), &["-a"], &model);
        assert_eq!(all.matches("----------").count(), 27 + holding, "{constraint}");
    }
}

/// Random expressions in random contexts have the semantics of their definitions; `benches/minizinc_random` makes long
/// runs.
#[test]
fn random_expressions_mean_what_they_say() {
    if !is_there() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let checks = cases(40, 160).to_string();
    let mut command = Command::new("python3");
    command.arg(root.join("benches/minizinc_random/compare.py")).args(["--ferz", env!("CARGO_BIN_EXE_fzn-ferz")]);
    let output = command.args(["--checks", &checks, "--standard", "20"]).output().expect("python3");
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// The solver's configuration declares the flags, so that `minizinc` passes them on.
#[test]
fn minizinc_passes_flags_on() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let model =
        "array [1..7] of var 1..6: p; constraint forall (i, j in 1..7 where i < j) (p[i] != p[j]); solve satisfy;";
    let flags = ["-s", "--restart", "constant", "--restart-scale", "7", "--restart-base", "2"];
    let said = minizinc(folder.path(), &flags, model);
    let restarts = said.lines().find_map(|line| line.strip_prefix("%%%mzn-stat: restarts="));
    assert!(restarts.is_some_and(|number| number != "0"), "{said}");
    let failures = |way: &str| {
        let said = minizinc(folder.path(), &["-s", "--learn", way], model);
        assert!(said.contains("=====UNSATISFIABLE====="), "{said}");
        let failures = said.lines().find_map(|line| line.strip_prefix("%%%mzn-stat: failures="));
        failures.and_then(|number| number.parse::<u32>().ok()).expect("a number of failures")
    };
    assert!(failures("fixed") < failures("none"));
}
