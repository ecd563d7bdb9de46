//! Proofs of answers: `--proof DIR` of several commands, and `ferz proof`.
//!
//! The folder contains `model.opb`, `proof.pbp`, `solutions.txt`, `verdict.txt` (the line by which a checker confirms
//! the claim), and `orbits.txt` for queens up to symmetry.

mod check;
mod confirm;
mod print;
mod trim;
mod units;

use crate::exit::UNWRITABLE;
use crate::input::unreadable;
use crate::run::prelude::*;
use crate::wording::cause;
use clap::Subcommand;
use solver_core::prelude::*;
use solver_core::proof::{Claim, ProofError, ProofFiles};
use solver_core::{Expr, Proved};
use std::path::{Path, PathBuf};

/// The `--proof` option of the commands that can prove their answers.
#[derive(ClapArgs, Clone)]
pub(crate) struct ProofArgs {
    /// Write a proof of the answer into this folder, for the checker VeriPB, instead of printing solutions
    #[arg(long, help_heading = "To understand", value_name = "DIR")]
    pub(crate) proof: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  ferz queens 8 --all --proof eight   92 solutions, with a proof that there are no others
  ferz proof check eight              check it with VeriPB, and the list of solutions against it
  ferz proof print eight              the refutation in words
  ferz proof trim eight               a shorter proof that is faster to check
  ferz proof trim eight/proof.pbp -o short.pbp";

/// Check the proof of an answer, read it, or trim it.
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ProofCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Check the proof in a folder, or all proofs of a job, with VeriPB; exit code 0 only if every step is confirmed
    Check(check::Check),
    /// Print the refutation in a folder in words, trimmed to the steps that it needs
    Print(print::Print),
    /// Remove the lines that the claim does not need, and add hints for VeriPB to the rest
    Trim(trim::Trim),
}

pub(crate) fn run(command: &ProofCommand) -> anyhow::Result<Ended> {
    match &command.action {
        Action::Check(args) => check::run(args),
        Action::Print(args) => print::run(args),
        Action::Trim(args) => trim::run(args),
    }
}

/// Rejects options that are meaningless with a proof.
pub(crate) fn refuse(options: &[(bool, &str)]) -> Result<(), BadInput> {
    match options.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => reject!("--proof writes files instead of printing solutions: leave out {option}"),
        None => Ok(()),
    }
}

/// The folder of a proof.
pub(crate) struct Folder<'a>(pub(crate) &'a Path);

impl Folder<'_> {
    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Reads the text of a file of at most `limit` bytes.
    fn text(&self, name: &str, limit: u64) -> Result<String, BadInput> {
        let path = self.file(name);
        let text = input::stored(&path, limit).and_then(input::Bounded::text);
        text.map_err(|error| unreadable(&path, &error))
    }

    /// Creates the proof files, replacing those of an older proof.
    pub(crate) fn create(&self) -> anyhow::Result<ProofFiles> {
        std::fs::create_dir_all(self.0).with_context(|| format!("{UNWRITABLE} to {}", self.0.display()))?;
        // An old verdict must not remain beside a new proof.
        for old in ["verdict.txt", "orbits.txt"] {
            match std::fs::remove_file(self.file(old)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error).context(UNWRITABLE),
                _ => {}
            }
        }
        ProofFiles::create(self.0).with_context(|| format!("{UNWRITABLE} to {}", self.0.display()))
    }

    /// Searches, writes a proof, and prints the claim.
    pub(crate) fn prove(&self, search: &Search<'_>, goal: Option<(Goal, Expr)>) -> anyhow::Result<(Proved, Ended)> {
        let files = self.create()?;
        self.report(match goal {
            None => search.prove(files),
            Some((goal, objective)) => search.prove_optimum(goal, objective, files),
        })
    }

    /// Proves that a core is unsatisfiable, and prints the claim.
    pub(crate) fn prove_core(&self, search: &Search<'_>, core: &Core) -> anyhow::Result<Ended> {
        let files = self.create()?;
        Ok(self.report(search.prove_core(core, files))?.1)
    }

    /// Prints the claim of a proof and how to check it, or the limit that stopped the search.
    fn report(&self, proved: Result<Proved, ProofError>) -> anyhow::Result<(Proved, Ended)> {
        let proved = match proved {
            Ok(proved) => proved,
            Err(error @ (ProofError::Write(_) | ProofError::NotDerived { .. } | ProofError::Excluded { .. })) => {
                return Err(error.into());
            }
            Err(error) => return Err(bad(error).into()),
        };
        let claim = match proved.claim {
            Claim::Solutions(0) | Claim::NoOptimum => "no solution".to_owned(),
            Claim::Solutions(1) => "1 solution, and no other".to_owned(),
            Claim::Solutions(count) => format!("{count} solutions, and no other"),
            Claim::Satisfiable => "a solution".to_owned(),
            Claim::Optimum(value) => format!("the best value is {value}"),
            Claim::Nothing(by) => {
                let (found, by) = (plural(proved.statistics.solutions, "solution"), cause(by));
                print(format_args!("stopped by {by}: nothing is proved; {found} so far\n"))?;
                return Ok((proved, Ended::Stopped));
            }
        };
        let [check, says] = self.conclude(&proved)?;
        print(format_args!("{claim}\n{check}\n{says}\n"))?;
        Ok((proved, Ended::Complete))
    }

    /// Writes the expected verdict. Returns lines to print: the checker's command line, and the verdict.
    pub(crate) fn conclude(&self, proved: &Proved) -> anyhow::Result<[String; 2]> {
        let verdict = proved.verdict.clone().unwrap_or_default();
        std::fs::write(self.file("verdict.txt"), format!("{verdict}\n")).context(UNWRITABLE)?;
        let (model, lines) = (self.file("model.opb"), self.file("proof.pbp"));
        let check = format!("check it: veripb {} {}", model.display(), lines.display());
        Ok([check, format!("it says:  {verdict}")])
    }

    /// Writes the orbits as lists of solution numbers.
    pub(crate) fn orbits(&self, orbits: &[Vec<usize>]) -> anyhow::Result<()> {
        std::fs::write(self.file("orbits.txt"), lines_of(orbits.iter().cloned())).context(UNWRITABLE)?;
        Ok(print(format_args!("in {} orbits, listed in orbits.txt\n", orbits.len()))?)
    }
}

/// Writes each list of numbers on its own line.
fn lines_of(lists: impl Iterator<Item = Vec<usize>>) -> String {
    lists.map(|list| list.iter().map(usize::to_string).collect::<Vec<_>>().join(" ") + "\n").collect()
}
