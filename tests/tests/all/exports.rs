//! Runs exported models in other programs: FlatZinc in Gecode's `fzn-gecode` and in `minizinc`, XCSP3 in its solution
//! checker and in the solver ACE, both from the jar of the Python package `pycsp3`.
//!
//! If one of these programs is missing, a test prints that it was not run; with `FERZ_REQUIRE=1`, which `.ci/run` sets,
//! the test fails instead. `FERZ_ACE` names the jar; the default is the jar of the installed `pycsp3`.

use ferz_tests::kinds;
use ferz_tests::random_models::Case;
use solver_core::prelude::*;
use solver_core::{ExportError, SolveItem};
use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

type Tested = Result<(), Box<dyn Error>>;

/// Lists the small models and some classical ones.
fn models() -> Result<Vec<(String, Model)>, Box<dyn Error>> {
    let mut all = Vec::new();
    for kind in kinds()? {
        all.push((kind.name.to_owned(), kind.model()?));
    }
    all.extend(classics()?);
    Ok(all)
}

fn classics() -> Result<Vec<(String, Model)>, Box<dyn Error>> {
    let classics = [
        ("langford", models::langford(4)?),
        ("golomb ruler", models::golomb_ruler(4, 6)?),
        ("magic sequence", models::magic_sequence(7)?),
        ("magic square", models::magic_square(3)?),
        ("send more money", models::send_more_money()?),
        ("all interval", models::all_interval(6)?),
    ];
    Ok(classics.map(|(name, classic)| (name.to_owned(), classic.model)).into())
}

/// Lists the same models for programs that start slowly: several small models are combined into one. They are
/// independent, so the solution count is the product of their counts.
fn bundles() -> Result<Vec<(String, Model)>, Box<dyn Error>> {
    const MOST_SOLUTIONS: u128 = 1500;
    let mut all = classics()?;
    let (mut names, mut bundle, mut product) = (Vec::new(), Model::new(), 1);
    for kind in kinds()? {
        let count = kind.model()?.count()?.complete().ok_or("no solution")?;
        if product * count > MOST_SOLUTIONS && !names.is_empty() {
            all.push((std::mem::take(&mut names).join(", "), std::mem::take(&mut bundle)));
            product = 1;
        }
        kind.state(&mut bundle)?;
        names.push(kind.name);
        product *= count;
    }
    all.push((names.join(", "), bundle));
    Ok(all)
}

/// Finds all solutions, each as the values of the model's variables.
fn solutions(m: &Model) -> Result<BTreeSet<Vec<i32>>, ModelError> {
    Ok(m.solutions()?.map(|s| s.all_values().to_vec()).collect())
}

/// Reports that a program is missing. Fails if the program is required.
fn missing(program: &str, how: &str) {
    assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "`{program}` is missing: {how}");
    // Does not use a macro, because the test runner would capture its output.
    let _ = writeln!(std::io::stderr(), "NOT RUN: `{program}` is missing: {how}");
}

/// Returns the output of a program; `None` if it is not installed.
fn output(command: &mut Command) -> Result<Option<String>, Box<dyn Error>> {
    match command.output() {
        Ok(done) => {
            Ok(Some(String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)))
        }
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e.into()),
    }
}

/// Returns the number of solutions that a FlatZinc solver printed. Checks that the solver claims to have found all.
fn counted(name: &str, printed: &str) -> usize {
    let unsatisfiable = printed.contains("=====UNSATISFIABLE=====");
    assert!(unsatisfiable || printed.lines().any(|line| line == "=========="), "{name}: {printed}");
    printed.lines().filter(|&line| line == "----------").count()
}

#[test]
fn flatzinc_has_as_many_solutions_as_the_model() -> Tested {
    let folder = tempfile::tempdir()?;
    for (name, m) in models()? {
        let file = folder.path().join("model.fzn");
        std::fs::write(&file, m.to_flatzinc(&SolveItem::Satisfy)?)?;
        let Some(printed) = output(Command::new("fzn-gecode").arg("-a").arg(&file))? else {
            missing("fzn-gecode", "apt-get install minizinc");
            return Ok(());
        };
        let expected = m.count()?.complete().unwrap_or(0);
        assert_eq!(counted(&name, &printed) as u128, expected, "{name}\n{m}\n{}", std::fs::read_to_string(&file)?);
    }
    Ok(())
}

/// In the exported file, undefined parts under `!`, `<->` and `->` have the same semantics as in the model.
#[test]
fn flatzinc_of_partial_functions_has_as_many_solutions_as_brute_force() -> Tested {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("model.fzn");
    let cases = solver_core::harness::cases(100);
    for case in (0..cases).map(Case::random_partial) {
        std::fs::write(&file, case.build()?.model.to_flatzinc(&SolveItem::Satisfy)?)?;
        let Some(printed) = output(Command::new("fzn-gecode").args(["-a", "-n", "0"]).arg(&file))? else {
            missing("fzn-gecode", "apt-get install minizinc");
            return Ok(());
        };
        assert_eq!(counted(&case.to_string(), &printed), case.solutions(|_| true).len(), "{case}");
    }
    Ok(())
}

#[test]
fn minizinc_reads_flatzinc_and_prints_the_solutions_of_the_model() -> Tested {
    let folder = tempfile::tempdir()?;
    let mut m = Model::new();
    let (x, y) = (m.ints("x", 3, 0..=4)?, m.int("the rest", [0, 2, 5])?);
    m.all_different(&x);
    m.post((x[0] * x[1] + x[2] / 2).equals(y)).named("mixed % up");
    let file = folder.path().join("model.fzn");
    let run = |text: String, flags: &[&str]| -> Result<Option<String>, Box<dyn Error>> {
        std::fs::write(&file, text)?;
        output(Command::new("minizinc").args(["--solver", "gecode"]).args(flags).arg(&file))
    };
    let Some(printed) = run(m.to_flatzinc(&SolveItem::Satisfy)?, &["-a"])? else {
        missing("minizinc", "apt-get install minizinc");
        return Ok(());
    };
    let number = |text: &str| -> Vec<i32> {
        let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        digits.filter_map(|part| part.parse().ok()).collect()
    };
    let mut found = BTreeSet::new();
    let mut own: Vec<i32> = Vec::new();
    for line in printed.lines() {
        if let Some(list) = line.split_once('[').map(|(_, list)| number(list)) {
            own.splice(0..0, list);
        } else if line.starts_with("the_rest") {
            own.extend(number(line));
        } else if line == "----------" {
            found.insert(std::mem::take(&mut own));
        }
    }
    assert_eq!(found, solutions(&m)?, "{printed}");
    let Outcome::Complete(best) = m.maximize(x[0] + 2 * y)? else { panic!("there are solutions") };
    let printed = run(m.to_flatzinc(&SolveItem::Maximize(x[0] + 2 * y))?, &[])?.unwrap_or_default();
    let list = printed.lines().find_map(|line| line.split_once('[').map(|(_, list)| number(list))).unwrap_or_default();
    let rest = printed.lines().find(|line| line.starts_with("the_rest")).map(number).unwrap_or_default();
    assert_eq!((list.first().map(|v| v + 2 * rest[0]), list.len()), (Some(best.value), 3), "{printed}");
    Ok(())
}

/// Returns the jar with ACE and the checker, if both Java and the jar are installed.
fn ace() -> Result<Option<PathBuf>, Box<dyn Error>> {
    if output(Command::new("java").arg("-version"))?.is_none() {
        missing("java", "apt-get install default-jre-headless");
        return Ok(None);
    }
    if let Some(jar) = std::env::var_os("FERZ_ACE") {
        return Ok(Some(jar.into()));
    }
    let script = "import importlib.util as u; print(u.find_spec('pycsp3').submodule_search_locations[0])";
    let folder = output(Command::new("python3").args(["-c", script]))?.unwrap_or_default();
    let jars = std::fs::read_dir(Path::new(folder.trim()).join("solvers/ace"));
    let jars = jars.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let jar = jars.into_iter().find(|path| path.extension().is_some_and(|e| e == "jar"));
    if jar.is_none() {
        missing("pycsp3", "pip install pycsp3");
    }
    Ok(jar)
}

/// Returns a command that runs Java with options for a fast start.
fn java(jar: &Path) -> Command {
    let mut command = Command::new("java");
    command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"]).arg(jar);
    command
}

/// The number of tests among which the models are divided, because Java starts slowly.
const PARTS: usize = 24;

/// Returns the factor by which ACE's solution count must be multiplied, because ACE gives only one value to a variable
/// without constraints.
fn free(all: &BTreeSet<Vec<i32>>, instantiation: &str, text: &str) -> usize {
    let constraints: BTreeSet<&str> = match text.split_once("<constraints>") {
        Some((_, constraints)) => constraints.split(|c: char| c.is_whitespace() || "(),".contains(c)).collect(),
        None => BTreeSet::new(),
    };
    let names = instantiation.split_whitespace().skip(2).take_while(|&name| name != "</list>").enumerate();
    let values = |x: usize| all.iter().filter_map(|v| v.get(x)).collect::<BTreeSet<_>>().len().max(1);
    names.filter(|(_, name)| !constraints.contains(name)).map(|(x, _)| values(x)).product()
}

/// Checks that ACE finds all solutions of a model exported to XCSP3.
fn ace_finds_all(part: usize) -> Tested {
    let Some(jar) = ace()? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    for (name, m) in bundles()?.into_iter().skip(part).step_by(PARTS) {
        let exported = m.to_xcsp3(&SolveItem::Satisfy)?;
        let (file, text) = (folder.path().join("model.xml"), exported.to_string());
        std::fs::write(&file, &text)?;
        // Prints every solution in XML, because ACE counts a solution again if it finds the same one after a restart.
        let options = ["-s=all", "-npc", "-ev", "-riv=false", "-xe", "-xc=false"];
        let printed = output(java(&jar).arg("main.Head").arg(&file).args(options))?.unwrap_or_default();
        assert!(printed.contains("COMPLETE EXPLORATION"), "{name}\n{m}\n{text}\n{printed}");
        let values = printed.lines().filter_map(|line| line.split_once("<values>"));
        let found = values.map(|(_, values)| values).collect::<BTreeSet<_>>().len();
        let all = solutions(&m)?;
        let list = all.first().and_then(|first| exported.instantiation(first)).ok_or("no solution")?;
        assert_eq!(found * free(&all, &list, &text), all.len(), "{name}\n{m}\n{text}\n{printed}");
    }
    Ok(())
}

macro_rules! parts {
    ($($name:ident: $part:literal),+ $(,)?) => {
        mod ace_counts_solutions {
            $(
                #[test]
                fn $name() -> super::Tested {
                    super::ace_finds_all($part)
                }
            )+
        }
    };
}

parts! {
    part_0: 0, part_1: 1, part_2: 2, part_3: 3, part_4: 4, part_5: 5, part_6: 6, part_7: 7, part_8: 8, part_9: 9,
    part_10: 10, part_11: 11, part_12: 12, part_13: 13, part_14: 14, part_15: 15, part_16: 16, part_17: 17,
    part_18: 18, part_19: 19, part_20: 20, part_21: 21, part_22: 22, part_23: 23,
}

/// The XCSP3 checker verifies solutions of one large model with all kinds of constraints.
#[test]
fn the_checker_of_xcsp3_accepts_solutions_and_nothing_else() -> Tested {
    let Some(jar) = ace()? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let (mut m, mut first, mut last, mut wrong) = (Model::new(), Vec::new(), Vec::new(), 0);
    for kind in kinds()? {
        kind.state(&mut m)?;
        let alone = kind.model()?;
        let all: Vec<Vec<i32>> = solutions(&alone)?.into_iter().collect();
        first.extend(all.first().ok_or("no solution")?);
        last.extend(all.last().ok_or("no solution")?);
        wrong += usize::from(!alone.violations(&vec![0; alone.variables()])?.is_empty());
    }
    let exported = m.to_xcsp3(&SolveItem::Satisfy)?;
    let file = folder.path().join("all.xml");
    std::fs::write(&file, exported.to_string())?;
    let checked = |instantiation: &str| -> Result<String, Box<dyn Error>> {
        let solution = folder.path().join("solution.xml");
        std::fs::write(&solution, instantiation)?;
        let mut command = java(&jar);
        command.arg("org.xcsp.parser.callbacks.SolutionChecker").arg(&file).arg(&solution);
        Ok(output(&mut command)?.unwrap_or_default())
    };
    for values in [&first, &last] {
        let printed = checked(&exported.instantiation(values).ok_or("a solution")?)?;
        assert!(printed.lines().any(|line| line.trim_start().starts_with("OK")), "{printed}");
    }
    // Shifts the values by one variable, so that a constraint is violated.
    let text = exported.instantiation(&last).ok_or("a solution")?;
    let (list, values) = text.split_once("<values>").ok_or("values")?;
    let mut moved: Vec<&str> = values.split_whitespace().filter(|v| !v.starts_with('<')).collect();
    moved.rotate_left(1);
    let printed = checked(&format!("{list}<values> {} </values> </instantiation>", moved.join(" ")))?;
    assert!(!printed.lines().any(|line| line.trim_start().starts_with("OK")), "{printed}");
    assert!(wrong > 40, "{wrong}");
    Ok(())
}

/// A model that is exported and read back has the same solutions.
#[test]
fn xcsp3_read_back_has_the_solutions_of_the_model() -> Tested {
    let random = (0..solver_core::harness::cases(200)).map(|seed| {
        let case = Case::random(seed);
        Ok((case.to_string(), case.build()?.model))
    });
    let random = random.collect::<Result<Vec<_>, ModelError>>()?;
    let (mut read_back, mut refused) = (0, Vec::new());
    for (name, m) in models()?.into_iter().chain(random) {
        let exported = m.to_xcsp3(&SolveItem::Satisfy).map_err(|error| error.to_string());
        let (text, expected) = match (exported, m.count()) {
            (Ok(exported), Ok(expected)) => (exported.to_string(), expected),
            (Err(error), _) => {
                refused.push(error);
                continue;
            }
            (_, Err(error)) => {
                refused.push(error.to_string());
                continue;
            }
        };
        let read = xcsp3::read(&text).map_err(|error| format!("{name}: {error}\n{text}"))?;
        let count = read.model.count().map_err(|error| format!("{name}: {error}\n{m}\n{text}"))?;
        assert_eq!(count, expected, "{name}\n{m}\n{text}");
        read_back += 1;
    }
    // Some random models exceed the limits intentionally.
    assert!(refused.len() * 4 < read_back, "{refused:?}");
    Ok(())
}

#[test]
fn exports_are_the_same_each_time() -> Tested {
    let mut text = String::new();
    for (name, m) in models()?.into_iter().take(20) {
        let write = || -> Result<String, ExportError> {
            Ok(m.to_flatzinc(&SolveItem::Satisfy)? + &m.to_xcsp3(&SolveItem::Satisfy)?.to_string())
        };
        let (first, second) = (write()?, write()?);
        assert_eq!(first, second, "{name}");
        text += &format!("{name}\n{first}\n");
    }
    insta::assert_snapshot!(text);
    Ok(())
}
