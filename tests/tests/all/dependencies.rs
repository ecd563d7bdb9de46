//! Checks the licences, duplicates and sources of all dependencies against the lists in `deny.toml`.
//!
//! `cargo deny` does the same and also checks advisories, but takes too long to build in the gate.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Lists the packages that are compiled on this machine.
fn packages() -> Vec<Value> {
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc is there").stdout;
    let rustc = String::from_utf8(rustc).expect("UTF-8");
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", host, "--manifest-path"]);
    let output = cargo.arg(manifest).output().expect("cargo is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let Value::Array(packages) = all["packages"].take() else { panic!("no packages") };
    packages
}

/// Reads a list in `deny.toml`: the quoted texts after `before`.
fn listed(list: &str, before: &str) -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deny.toml");
    let text = std::fs::read_to_string(file).expect("deny.toml");
    let (_, rest) = text.split_once(&format!("\n{list} = [")).unwrap_or_else(|| panic!("no {list}"));
    let (entries, _) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let found = entries.split(before).skip(1).filter_map(|entry| entry.split('"').next());
    found.map(str::to_owned).collect()
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

#[test]
fn every_licence_is_allowed() {
    let allowed: BTreeSet<String> = listed("allow", " \"").into_iter().chain(["MIT".to_owned()]).collect();
    let packages = packages();
    assert!(packages.len() > 50 && allowed.len() > 3, "{} packages, {allowed:?}", packages.len());
    let refused = packages.iter().filter(|package| {
        let licence = text(package, "license").replace(['(', ')'], "").replace('/', " OR ");
        !licence.split(" AND ").all(|part| part.split(" OR ").any(|one| allowed.contains(one.trim())))
    });
    let refused: Vec<String> =
        refused.map(|package| format!("{}: {}", text(package, "name"), text(package, "license"))).collect();
    assert!(refused.is_empty(), "licences that deny.toml does not allow: {refused:?}");
}

#[test]
fn two_versions_of_a_crate_have_a_reason() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let (name, version) = (text(&package, "name").to_owned(), text(&package, "version").to_owned());
        versions.entry(name).or_default().insert(version);
    }
    let skipped = listed("skip", "crate = \"");
    assert!(skipped.contains("syn"), "{skipped:?}");
    versions.retain(|name, versions| versions.len() > 1 && !skipped.contains(name));
    assert!(versions.is_empty(), "compiled in several versions without a reason in deny.toml: {versions:?}");
}

#[test]
fn everything_comes_from_the_registry_or_from_here() {
    let registry = "registry+https://github.com/rust-lang/crates.io-index";
    let packages = packages();
    let foreign: Vec<&str> = packages
        .iter()
        .filter(|package| !package["source"].is_null() && text(package, "source") != registry)
        .map(|package| text(package, "name"))
        .collect();
    assert!(foreign.is_empty(), "neither from crates.io nor from this repository: {foreign:?}");
}
