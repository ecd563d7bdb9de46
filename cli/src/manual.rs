//! `ferz completions` and `ferz man`: shell completions and manual pages of the command line.

use crate::run::prelude::*;
use clap::Command;
use clap_complete::Shell;
use std::io::Write as _;
use std::path::PathBuf;

/// Print completions for a shell
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  source <(ferz completions bash)
  ferz completions zsh > ~/.zfunc/_ferz
  ferz completions fish > ~/.config/fish/completions/ferz.fish")]
pub(crate) struct Completions {
    /// Which shell
    shell: Shell,
}

/// Print the manual page, or write one for each command
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  ferz man | man -l -
  ferz man --dir ~/.local/share/man/man1   then: man ferz-queens")]
pub(crate) struct Manual {
    /// Write ferz.1, ferz-queens.1, … into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn complete(asked: &Completions, mut command: Command) -> anyhow::Result<Ended> {
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut command, "ferz", &mut script);
    let mut out = Out::new();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Ended::Complete)
}

pub(crate) fn describe(asked: &Manual, command: Command) -> anyhow::Result<Ended> {
    if let Some(dir) = &asked.dir {
        let failed = || format!("cannot write the manual pages to {}", dir.display());
        std::fs::create_dir_all(dir).with_context(failed)?;
        clap_mangen::generate_to(command, dir).with_context(failed)?;
    } else {
        let mut out = Out::new();
        clap_mangen::Man::new(command).render(&mut out)?;
        out.flush()?;
    }
    Ok(Ended::Complete)
}
