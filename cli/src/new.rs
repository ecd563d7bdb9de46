//! `ferz new NAME`: generates a crate with a working puzzle, model or propagator.

use crate::run::prelude::*;
use clap::Args;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  ferz new coins                                 a puzzle: its text format, its rules, its drawing
  ferz new timetable --template model            variables, constraints, and all solutions
  ferz new neighbours --template propagator      a constraint, and the harness that tests it
  cd coins && cargo test && cargo run

The new crate works as it is: change it step by step. Ferz derives the solutions, hints,
explanations, mistakes, difficulty and generator of a puzzle from its rules. Lessons 9 and 12
(docs/lessons) start from the other two templates.";

/// A template for a new crate.
#[derive(Clone, Copy)]
struct Template {
    name: &'static str,
    /// What the new crate contains, and which file to change.
    holds: [&'static str; 2],
    files: &'static [(&'static str, &'static str)],
}

/// Builds a template with the given name and files.
macro_rules! template {
    ($name:literal, $what:literal, $change:literal, $($file:literal),+) => {
        Template {
            name: $name,
            holds: [$what, $change],
            files: &[$(($file, include_str!(concat!("../templates/", $name, "/", $file, ".in")))),+],
        }
    };
}

const TEMPLATES: [Template; 3] = [
    template!("puzzle", "a working puzzle", "src/lib.rs", "Cargo.toml", "src/lib.rs", "src/main.rs", "tests/puzzle.rs"),
    template!("model", "a working model", "src/main.rs", "Cargo.toml", "src/main.rs"),
    template!(
        "propagator",
        "a working propagator",
        "src/constraint.rs",
        "Cargo.toml",
        "src/lib.rs",
        "src/constraint.rs",
        "src/main.rs"
    ),
];

/// Names that a crate cannot have: Rust keywords, and the names of the generated crate's dependencies.
#[rustfmt::skip]
const TAKEN: [&str; 58] = [
    "abstract", "alloc", "as", "async", "await", "become", "box", "break", "const", "continue", "core", "crate", "do", "dyn", "else", "enum", "extern",
    "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "puzzles",
    "ref", "return", "self", "solver_core", "static", "std", "struct", "super", "test", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield", "proc_macro",
];

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct New {
    /// Name of the crate and of its new folder
    #[arg(value_name = "NAME")]
    name: String,

    /// What to start from
    #[arg(long, value_name = "TEMPLATE", default_value = TEMPLATES[0].name, value_parser = named(&TEMPLATES, |template| template.name))]
    template: Template,

    /// Depend on this checkout of Ferz, not on the published crates
    #[arg(long, value_name = "DIR")]
    checkout: Option<PathBuf>,
}

pub(crate) fn run(args: &New) -> anyhow::Result<Ended> {
    let name = &args.name;
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c));
    if !begins || !plain || name.len() > 40 {
        let expected = "use up to 40 lower-case letters, digits, - and _, starting with a letter";
        reject!("`{name}` is not a valid crate name: {expected}");
    }
    if TAKEN.contains(&&*name.replace('-', "_")) {
        reject!("`{name}` is reserved in Rust or used by the generated code: choose another name");
    }
    let folder = PathBuf::from(name);
    if folder.exists() {
        reject!("{name} already exists: choose another name");
    }
    let [solver_core, puzzles] = ["solver-core", "puzzles"].map(|part| dependency(args.checkout.as_deref(), part));
    let (solver_core, puzzles) = (solver_core?, puzzles?);
    let title = name.replace(['-', '_'], " ");
    let title = title[..1].to_ascii_uppercase() + &title[1..];
    for (file, template) in args.template.files {
        let text = template
            .replace("{name}", name)
            .replace("{title}", &title)
            .replace("{crate}", &name.replace('-', "_"))
            .replace("{solver-core}", &solver_core)
            .replace("{puzzles}", &puzzles);
        let path = folder.join(file);
        path.parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let [what, file] = args.template.holds;
    print(format_args!("{name}: {what}. Now\n  cd {name} && cargo test && cargo run\nand change {file}.\n"))?;
    Ok(Ended::Complete)
}

/// Formats the `Cargo.toml` dependency on one of Ferz's crates: the published crate of this version, or a folder in a
/// checkout.
fn dependency(checkout: Option<&Path>, part: &str) -> Result<String, BadInput> {
    let Some(checkout) = checkout else { return Ok(format!("version = \"{}\"", env!("CARGO_PKG_VERSION"))) };
    let folder = checkout.join(part);
    let absent = || BadInput(format!("--checkout {}: there is no {part}/Cargo.toml", checkout.display()));
    let folder = folder.canonicalize().ok().filter(|folder| folder.join("Cargo.toml").is_file()).ok_or_else(absent)?;
    let path = folder.to_str().ok_or_else(|| BadInput(format!("{}: the path is not valid UTF-8", folder.display())))?;
    // A JSON string is also a TOML string.
    Ok(format!("path = {}", serde_json::Value::from(path)))
}
