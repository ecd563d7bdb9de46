//! `ferz solve FILE.xml`: the format of the XCSP competitions, limits and signals, and other queries about XCSP3 files.

use crate::common::{Ran, ferz, finish, redacted, shown};
use insta::assert_snapshot;
use std::error::Error;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};

type Tested = Result<(), Box<dyn Error>>;

const RULER: &str = r#"<instance format="XCSP3" type="COP">
<variables>
  <array id="x" size="[4]"> 0..9 </array>
</variables>
<constraints>
  <instantiation note="zero"> <list> x[0] </list> <values> 0 </values> </instantiation>
  <ordered> <list> x[] </list> <operator> lt </operator> </ordered>
  <allDifferent note="distances">
    sub(x[1],x[0]) sub(x[2],x[0]) sub(x[3],x[0]) sub(x[2],x[1]) sub(x[3],x[1]) sub(x[3],x[2])
  </allDifferent>
</constraints>
<objectives> <minimize> x[3] </minimize> </objectives>
</instance>
"#;

fn queens(n: usize) -> String {
    let line = |sign: &str| (0..n).map(|i| format!("{sign}(q[{i}],{i})")).collect::<Vec<_>>().join(" ");
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\"><variables><array id=\"q\" size=\"[{n}]\"> 0..{} </array></variables>\
         <constraints><allDifferent> q[] </allDifferent><allDifferent> {} </allDifferent><allDifferent> {} </allDifferent>\
         </constraints></instance>",
        n - 1,
        line("add"),
        line("sub"),
    )
}

/// A temporary folder with XCSP3 files.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Result<Files, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let instance = |variable: &str, constraint: &str| {
            format!(
                "<instance type=\"CSP\">\n<variables> {variable} </variables>\n\
                 <constraints> {constraint} </constraints>\n</instance>"
            )
        };
        let none = instance("<var id=\"x\"> 1 3 </var>", "<intension> eq(x,2) </intension>");
        let real = instance("<var id=\"x\" type=\"real\"> 1 </var>", "");
        let files =
            [("ruler", RULER.to_owned()), ("queens", queens(6)), ("large", queens(24)), ("none", none), ("real", real)];
        for (name, text) in files {
            std::fs::write(folder.path().join(format!("{name}.xml")), text)?;
        }
        Ok(Files(folder))
    }

    fn command(&self, line: &str) -> Command {
        let mut command = ferz(line);
        command.current_dir(self.0.path());
        command
    }

    fn run(&self, line: &str) -> Result<Ran, Box<dyn Error>> {
        Ok(finish(self.command(line).output()?))
    }
}

#[test]
fn questions_and_their_answers() -> Tested {
    let files = Files::new()?;
    let lines = [
        "solve ruler.xml",
        "solve ruler.xml --all",
        "solve ruler.xml --node-limit 3 --order input",
        "solve ruler.xml --format json",
        "solve ruler.xml --why x[3]=5",
        "solve queens.xml",
        "solve queens.xml --all",
        "solve queens.xml --limit 2",
        "solve queens.xml --all --threads 2 --ordered",
        "solve none.xml",
        "solve real.xml",
        "solve missing.xml",
        "solve ruler.xml data.dzn",
        "solve none.xml --core --proof core",
        "solve ruler.xml --learn --stats",
        "study trace ruler.xml --node-limit 1",
    ];
    let mut text = String::new();
    for line in lines {
        let shown = shown(line, &files.run(line)?);
        text.extend(shown.lines().filter(|line| !line.starts_with("c time ")).map(|line| format!("{line}\n")));
    }
    assert_snapshot!(redacted(&text));
    Ok(())
}

#[test]
fn a_proof_is_written() -> Tested {
    let files = Files::new()?;
    let Ran { code, out, .. } = files.run("solve ruler.xml --proof optimum")?;
    assert_eq!(code, Some(0), "{out}");
    let verdict = std::fs::read_to_string(files.0.path().join("optimum/verdict.txt"))?;
    assert!(verdict.contains("BOUNDS 6 <="), "{verdict}");
    Ok(())
}

/// The competition sends SIGTERM, on which the command prints what is known.
#[cfg(unix)]
#[test]
fn a_signal_ends_with_what_is_known() -> Tested {
    let files = Files::new()?;
    let mut running = files.command("solve large.xml --all").stdout(Stdio::piped()).spawn()?;
    let mut out = running.stdout.take().ok_or("no output")?;
    let mut first = [0; 2];
    out.read_exact(&mut first)?;
    let status = Command::new("kill").arg(running.id().to_string()).status()?;
    assert!(status.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest)?;
    assert_eq!((&first, running.wait()?.code()), (b"v ", Some(3)));
    assert!(rest.contains("\ns SATISFIABLE\n") && rest.contains("\nd FOUND SOLUTIONS "), "{rest}");
    Ok(())
}

/// The official checker, which comes with ACE, accepts the solutions.
#[test]
fn the_checker_accepts_the_solutions() -> Tested {
    let Some(jar) = std::env::var_os("FERZ_ACE").map(PathBuf::from) else {
        assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "FERZ_ACE is not set");
        eprintln!("not run: FERZ_ACE does not name ACE's jar");
        return Ok(());
    };
    let files = Files::new()?;
    for file in ["ruler.xml", "queens.xml", "large.xml"] {
        let Ran { out, .. } = files.run(&format!("solve {file}"))?;
        let solution = out.lines().find_map(|line| line.strip_prefix("v ")).ok_or(out.clone())?;
        std::fs::write(files.0.path().join("solution.xml"), solution)?;
        let mut java = Command::new("java");
        java.current_dir(files.0.path()).arg("-cp").arg(&jar).arg("org.xcsp.parser.callbacks.SolutionChecker");
        let printed = String::from_utf8(java.args([file, "solution.xml"]).output()?.stdout)?;
        assert!(printed.lines().any(|line| line.trim_start().starts_with("OK")), "{file}: {printed}");
    }
    Ok(())
}
