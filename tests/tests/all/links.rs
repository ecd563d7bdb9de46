//! Checks links and names in the documentation: every local link leads to a file, every page is reachable, and every
//! name in the glossary occurs in the code. Also checks that the crates have the metadata that a registry displays.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Lists the files with this extension in a folder and its subfolders.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.append(&mut files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found
}

/// Lists the link targets on a page, except external links and headings.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let local = targets.filter(|target| !target.contains("://") && !target.starts_with('#') && !target.contains(' '));
    local.map(|target| target.split('#').next().unwrap_or(target))
}

#[test]
fn every_link_leads_to_a_file() {
    let mut pages = files(&root().join("docs"), "md");
    let others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "release/README.md", "site/try.md"];
    pages.extend(others.map(|page| root().join(page)));
    // The site generates these files in addition to its pages.
    let made = |target: &str| target == "ferz.html" || target.starts_with("study/");
    let (mut seen, mut dead) = (0, Vec::new());
    for page in &pages {
        let text = std::fs::read_to_string(page).expect("a page");
        let folder = page.parent().expect("a page is in a folder");
        for target in links(&text) {
            seen += 1;
            let is_there = folder.join(target).exists() || page.ends_with("site/try.md") && made(target);
            if !is_there {
                dead.push(format!("{} -> {target}", page.display()));
            }
        }
    }
    assert!(seen > 50, "only {seen} links");
    assert!(dead.is_empty(), "{dead:#?}");
}

/// Finds the pages that can be reached from a page.
fn reached(start: &Path) -> HashSet<PathBuf> {
    let (mut reached, mut rest) = (HashSet::new(), vec![start.canonicalize().expect("a page")]);
    while let Some(page) = rest.pop() {
        if page.extension().is_some_and(|e| e == "md") && reached.insert(page.clone()) {
            let text = std::fs::read_to_string(&page).expect("a page");
            let folder = page.parent().expect("a page is in a folder");
            rest.extend(links(&text).filter_map(|target| folder.join(target).canonicalize().ok()));
        }
    }
    reached
}

#[test]
fn every_page_can_be_reached() {
    let reached = reached(&root().join("README.md"));
    let pages = files(&root().join("docs"), "md").into_iter().map(|page| page.canonicalize().expect("a page"));
    let lost: Vec<PathBuf> = pages.filter(|page| !reached.contains(page)).collect();
    assert!(reached.len() > 50 && lost.is_empty(), "{} pages; no link leads to {lost:#?}", reached.len());
}

#[test]
fn files_that_contributors_touch_are_there() {
    let page = std::fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the page");
    // The files in the first table column, except files of a hypothetical constraint or puzzle `x`, which do not exist.
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|line| line.split(" | ").next());
    let named = cells.flat_map(|cell| cell.split('`').step_by(2)).filter(|name| name.contains('/'));
    let known = named.map(|name| name.split("/x/").next().unwrap_or(name).trim_end_matches("*.rs"));
    let known: Vec<&str> = known.filter(|name| !name.contains(' ')).collect();
    let missing: Vec<&&str> = known.iter().filter(|name| !root().join(name).exists()).collect();
    assert!(known.len() > 15 && missing.is_empty(), "{} files; missing: {missing:?}", known.len());
}

/// Lists the folders of the published crates.
fn published() -> Vec<PathBuf> {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let members = workspace.lines().find(|line| line.starts_with("members = ")).expect("members");
    let folders = members.split('"').skip(1).step_by(2).map(|member| root().join(member));
    let is_published = |folder: &PathBuf| !manifest(folder).contains("publish = false");
    folders.filter(is_published).collect()
}

fn manifest(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest")
}

#[test]
fn every_crate_has_licences_and_a_home() {
    let text = |path: PathBuf| std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let crates = published();
    for folder in &crates {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(text(folder.join(licence)), text(root().join(licence)), "{}", folder.display());
        }
        for key in ["license", "repository", "homepage", "readme", "authors", "rust-version"] {
            assert!(manifest(folder).contains(&format!("\n{key}.workspace = true\n")), "{}: {key}", folder.display());
        }
    }
    assert!(crates.len() >= 8, "{crates:?}");
}

#[test]
fn the_oldest_rust_is_built() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let (_, rest) = workspace.split_once("\nrust-version = \"").expect("it is promised");
    let oldest = rest.split('"').next().expect("a version");
    for file in [".github/workflows/gate.yml", "README.md", "CONTRIBUTING.md", ".ci/run"] {
        let text = std::fs::read_to_string(root().join(file)).expect("a file");
        assert!(text.contains(oldest), "{file} does not name Rust {oldest}");
    }
}

/// Collects the names that a source file declares: functions, types, public fields and variants.
fn declared(source: &str) -> HashSet<String> {
    let mut names = HashSet::new();
    for line in source.lines().map(str::trim_start) {
        let public = line.strip_prefix("pub ");
        let item = public.unwrap_or(line);
        let kinds = ["fn ", "struct ", "enum ", "trait "];
        let rest = kinds.iter().find_map(|kind| item.strip_prefix(kind)).unwrap_or(item);
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let after = &rest[name.len()..];
        let is_field = public.is_some() && after.starts_with(": ");
        let is_variant =
            name.starts_with(char::is_uppercase) && [",", "(", " {"].iter().any(|end| after.starts_with(end));
        if rest != item || is_field || is_variant {
            names.insert(name);
        }
    }
    names
}

/// Lists the code names in the last column of a glossary row: `Search::lns`, `--lns`, `all_different`.
fn names_in(row: &str) -> impl Iterator<Item = &str> {
    let column = row.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap_or_default();
    column.split('`').skip(1).step_by(2)
}

#[test]
fn every_name_in_the_glossary_is_in_the_code() {
    let read = |folder: &str| -> Vec<String> {
        let sources = files(&root().join(folder), "rs").into_iter();
        sources.map(|source| std::fs::read_to_string(source).expect("a source file")).collect()
    };
    let library: Vec<_> = read("solver-core/src").into_iter().map(|source| (declared(&source), source)).collect();
    let command = read("cli/src").concat();
    let exists = |name: &str| match name.strip_prefix("--") {
        // clap derives `--time-limit` from the field `time_limit`; search options are listed in a table in the library.
        Some(option) => {
            let is_row = |source: &str| source.contains(&format!(" \"{option}\": "));
            command.contains(&format!(" {}: ", option.replace('-', "_"))) || library.iter().any(|(_, s)| is_row(s))
        }
        // `Search::lns` is declared in a file that mentions `Search`.
        None => {
            let (owner, item) = name.split_once("::").unwrap_or(("", name));
            library.iter().any(|(names, source)| names.contains(item) && source.contains(owner))
        }
    };
    let page = std::fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| **")).collect();
    let names: Vec<&str> = rows.iter().flat_map(|row| names_in(row)).collect();
    let missing: Vec<&&str> = names.iter().filter(|name| !exists(name)).collect();
    assert!(rows.len() >= 60 && names.len() >= 60, "{} terms, {} names", rows.len(), names.len());
    assert!(missing.is_empty(), "not in the code: {missing:?}");
    assert!(!exists("Search::nonsense") && !exists("--nonsense"), "the test cannot fail");
}
