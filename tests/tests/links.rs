//! The pages lead somewhere: every local link of the README and of the chapters is to a file that is there.

use std::path::{Path, PathBuf};

/// The targets of a page's links, without those to other places and to headings.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let local = targets.filter(|target| !target.contains("://") && !target.starts_with('#') && !target.contains(' '));
    local.map(|target| target.split('#').next().unwrap_or(target))
}

#[test]
fn every_link_leads_to_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let chapters = root.join("docs").read_dir().expect("the chapters").map(|entry| entry.expect("a file").path());
    let mut pages: Vec<PathBuf> = chapters.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    pages.push(root.join("README.md"));
    let (mut seen, mut dead) = (0, Vec::new());
    for page in &pages {
        let text = std::fs::read_to_string(page).expect("a page");
        let folder = page.parent().unwrap_or(&root);
        for target in links(&text) {
            seen += 1;
            if !folder.join(target).exists() {
                dead.push(format!("{} -> {target}", page.display()));
            }
        }
    }
    assert!(seen > 50, "only {seen} links");
    assert!(dead.is_empty(), "{dead:#?}");
}
