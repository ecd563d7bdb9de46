//! `ferz new NAME`: a crate with a puzzle of one's own.

use crate::exit::{BadInput, Ended, UNWRITABLE};
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ferz new coins
  cd coins && cargo test && cargo run

The crate holds a small puzzle that works: its text, its rules, its drawing, and tests. Change
them one by one; solutions, hints, explanations, mistakes, difficulty and a generator follow.";

/// The files, and what they begin as.
const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("../templates/puzzle/Cargo.toml.in")),
    ("src/lib.rs", include_str!("../templates/puzzle/src/lib.rs.in")),
    ("src/main.rs", include_str!("../templates/puzzle/src/main.rs.in")),
    ("tests/puzzle.rs", include_str!("../templates/puzzle/tests/puzzle.rs.in")),
];

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct New {
    /// The name of the crate, and of the new folder that holds it
    #[arg(value_name = "NAME")]
    name: String,
}

pub(crate) fn run(args: &New) -> anyhow::Result<Ended> {
    let name = &args.name;
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c));
    if !begins || !plain || name.len() > 40 {
        let expected = "type up to 40 small letters, digits, - and _, beginning with a letter";
        return Err(BadInput(format!("`{name}` is no name of a crate: {expected}")).into());
    }
    let folder = PathBuf::from(name);
    if folder.exists() {
        return Err(BadInput(format!("{name} is there already: choose another name")).into());
    }
    let title = name.replace(['-', '_'], " ");
    let title = title[..1].to_ascii_uppercase() + &title[1..];
    for (file, template) in FILES {
        let text = template
            .replace("{name}", name)
            .replace("{title}", &title)
            .replace("{crate}", &name.replace('-', "_"))
            .replace("{version}", env!("CARGO_PKG_VERSION"));
        let path = folder.join(file);
        path.parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&path, text))
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    let mut out = std::io::stdout().lock();
    let told =
        format!("{name}: a puzzle that works. Now\n  cd {name} && cargo test && cargo run\nand change src/lib.rs.\n");
    out.write_all(told.as_bytes()).and_then(|()| out.flush()).context(UNWRITABLE)?;
    Ok(Ended::Complete)
}
