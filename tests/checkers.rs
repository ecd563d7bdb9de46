//! Runs the programs that check proofs and solutions.

use solver_core::proof::ProofFiles;
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use study::refutation::Trimmed;
use tempfile::TempDir;

/// A temporary folder with the files of a proof.
pub struct ProofDir {
    folder: TempDir,
}

impl ProofDir {
    /// Creates a temporary folder.
    ///
    /// # Panics
    /// If the folder cannot be created.
    #[allow(clippy::new_without_default, reason = "it makes a folder")]
    pub fn new() -> ProofDir {
        ProofDir { folder: tempfile::tempdir().expect("a folder") }
    }

    /// Creates a folder; returns `None` if no checker is installed.
    pub fn checked() -> Option<ProofDir> {
        has_veripb().then(ProofDir::new)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The OPB file of the model.
    pub fn model(&self) -> PathBuf {
        self.folder.path().join("model.opb")
    }

    /// The proof file.
    pub fn proof(&self) -> PathBuf {
        self.folder.path().join("proof.pbp")
    }

    /// The solution file.
    pub fn solutions(&self) -> PathBuf {
        self.folder.path().join("solutions.txt")
    }

    /// Creates the files.
    ///
    /// # Errors
    /// An error if the files cannot be created.
    pub fn create(&self) -> io::Result<ProofFiles> {
        ProofFiles::create(self.folder())
    }

    /// Runs VeriPB on the files. Returns its verdict line if it accepts every step without a warning; otherwise,
    /// returns its output as an error.
    ///
    /// # Errors
    /// The checker's output.
    ///
    /// # Panics
    /// If VeriPB cannot be run.
    pub fn veripb(&self) -> Result<String, String> {
        veripb(&self.model(), &self.proof())
    }

    /// Runs VeriPB as [`ProofDir::veripb`] does, on the trimmed proof.
    ///
    /// # Errors
    /// The checker's output, or the reason why the proof cannot be trimmed.
    ///
    /// # Panics
    /// If the files cannot be read or the checker cannot be run.
    pub fn trimmed(&self) -> Result<String, String> {
        let read = |path| std::fs::read_to_string(path).expect("a file");
        let trimmed = Trimmed::new(&read(self.model()), &read(self.proof())).map_err(|error| error.to_string())?;
        let path = self.folder().join("trimmed.pbp");
        std::fs::write(&path, trimmed.proof).expect("a file");
        veripb(&self.model(), &path)
    }
}

/// Runs VeriPB as [`ProofDir::veripb`] does, on the two given files.
///
/// # Errors
/// The checker's output.
///
/// # Panics
/// If VeriPB cannot be run.
pub fn veripb(model: &Path, proof: &Path) -> Result<String, String> {
    let output = Command::new("veripb").args([model, proof]).env("RUST_BACKTRACE", "0").output().expect("VeriPB runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let verdict = said.lines().rfind(|line| line.starts_with("s VERIFIED"));
    match verdict {
        Some(verdict) if output.status.success() && !said.to_lowercase().contains("warning") => Ok(verdict.to_owned()),
        _ => Err(said),
    }
}

/// Checks whether VeriPB is installed. If it is not, prints that the test did not run.
///
/// # Panics
/// If `FERZ_REQUIRE` is set and the checker is not installed.
pub fn has_veripb() -> bool {
    let is_there = Command::new("veripb").arg("--version").output().is_ok_and(|output| output.status.success());
    let is_required = std::env::var_os("FERZ_REQUIRE").is_some_and(|value| value != "0");
    assert!(is_there || !is_required, "veripb is missing: cargo install veripb --version 3.0.2 --locked");
    if !is_there {
        eprintln!("NOT RUN: veripb is missing (cargo install veripb --version 3.0.2 --locked)");
    }
    is_there
}

/// Runs a Python program of this repository and returns its output, or its error output if it fails.
///
/// # Errors
/// The program's error output.
///
/// # Panics
/// If Python is missing.
pub fn python(program: &str, arguments: &[&Path]) -> Result<String, String> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(program);
    let output = Command::new("python3").arg(program).args(arguments).output().expect("Python runs");
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// A running instance of `check_solutions.py`, which checks folders one after another.
pub struct SolutionChecker {
    program: RefCell<Child>,
}

impl SolutionChecker {
    /// Starts the program.
    ///
    /// # Panics
    /// If Python is missing.
    #[allow(clippy::new_without_default)]
    pub fn new() -> SolutionChecker {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("check_solutions.py");
        let program = Command::new("python3").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        SolutionChecker { program: RefCell::new(program.expect("Python runs")) }
    }

    /// Checks that the solutions listed in a folder satisfy the folder's model, are distinct, and have the objective
    /// value that the proof claims.
    ///
    /// # Errors
    /// A description of what is wrong.
    ///
    /// # Panics
    /// If the program ends early.
    pub fn check(&self, files: &ProofDir) -> Result<(), String> {
        let mut program = self.program.borrow_mut();
        writeln!(program.stdin.as_mut().expect("an input"), "{}", files.folder().display()).expect("it reads");
        let mut said = String::new();
        // The program prints exactly one line per folder.
        BufReader::with_capacity(1 << 16, program.stdout.as_mut().expect("an output"))
            .read_line(&mut said)
            .expect("it writes");
        if said.starts_with("VERIFIED") { Ok(()) } else { Err(said) }
    }
}

impl Drop for SolutionChecker {
    fn drop(&mut self) {
        let program = self.program.get_mut();
        drop(program.stdin.take());
        let _ = program.wait();
    }
}
