//! Finds dependencies between the files of a crate from their `use` declarations and paths.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The text of each file of a crate, by path below `src`.
pub(super) type Sources = BTreeMap<String, String>;

/// For each file, the files that it refers to, with the names that it uses.
pub(super) type Graph = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Reads the sources of a crate, except test files.
pub(super) fn sources(folder: &Path) -> Sources {
    let mut all = Sources::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(path).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("it is inside").to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                open.extend((!name.ends_with("tests")).then_some(path));
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                all.insert(name, std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }
    all
}

/// Removes comments, and the tests at the end of a file.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Returns the path of the module that a file contains.
fn module(file: &str) -> Vec<String> {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| last == "mod" || last == "lib") {
        path.pop();
    }
    path
}

/// Lists the paths in a tree such as `a::{b, c::d}`.
fn flat(tree: &str, before: &[String], out: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let segments = |text: &str| -> Vec<String> {
        let text = text.split(" as ").next().unwrap_or_default();
        text.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
    };
    let Some((head, group)) = tree.split_once('{') else {
        out.push([before, &segments(tree)].concat());
        return;
    };
    let before = [before, &segments(head)].concat();
    let (mut depth, mut start) = (0, 0);
    let group = group.trim_end().trim_end_matches('}').to_owned() + ",";
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !group[start..at].trim().is_empty() {
                    flat(&group[start..at], &before, out);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// Splits off the trees of all `use` declarations. Returns the private ones, the public ones, and the remaining text.
fn declarations(text: &str) -> (Vec<String>, Vec<String>, String) {
    let (mut private, mut public, mut rest) = (Vec::new(), Vec::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(at) = line.find("use ").filter(|&at| {
            let before = line[..at].trim();
            before.is_empty() || before == "pub" || before.starts_with("pub(")
        }) else {
            rest += line;
            rest.push('\n');
            continue;
        };
        let is_public = !line[..at].trim().is_empty();
        let mut tree = line[at + 4..].to_owned();
        while !tree.contains(';') {
            let Some(line) = lines.next() else { break };
            tree += line;
        }
        let tree = tree.split(';').next().unwrap_or_default().to_owned();
        if is_public { public.push(tree) } else { private.push(tree) }
    }
    (private, public, rest)
}

/// Lists the paths in a text that begin with `crate` or `super`.
fn inline(text: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':' || c == '$')) {
        if word.starts_with("crate::") || word.starts_with("super::") {
            paths.push(word.split("::").map(str::to_owned).filter(|part| !part.is_empty()).collect());
        }
    }
    paths
}

/// Builds the dependency graph of these files.
pub(super) fn graph(sources: &Sources) -> Graph {
    let modules: BTreeMap<Vec<String>, &str> = sources.keys().map(|file| (module(file), file.as_str())).collect();
    // Converts a path in a file to a path from the crate root; returns `None` for other crates.
    let absolute = |path: &[String], file: &str| -> Option<Vec<String>> {
        let mut here = module(file);
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([&here, &path[1..]].concat()),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                here.truncate(here.len().saturating_sub(up));
                Some([&here, &path[up..]].concat())
            }
            first => {
                let child = [here.as_slice(), &[first.to_owned()]].concat();
                modules.contains_key(&child).then(|| [&here, path].concat())
            }
        }
    };
    let mut exported: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    let mut named: Vec<(&str, Vec<String>)> = Vec::new();
    for (file, text) in sources {
        let (private, public, rest) = declarations(&code(text));
        let mut paths = Vec::new();
        public.iter().for_each(|tree| flat(tree, &[], &mut paths));
        for path in paths.drain(..).filter_map(|path| absolute(&path, file)) {
            exported.extend(path.last().cloned().map(|name| ((file.as_str(), name), path)));
        }
        private.iter().for_each(|tree| flat(tree, &[], &mut paths));
        paths.extend(inline(&rest));
        named.extend(paths.iter().filter_map(|path| Some((file.as_str(), absolute(path, file)?))));
    }
    // Returns the file to which a path leads through public re-exports, and the remaining path.
    let file_of = |mut path: Vec<String>| -> Option<(&str, Vec<String>)> {
        for _ in 0..8 {
            let depth = (0..=path.len()).rev().find(|&depth| modules.contains_key(&path[..depth]))?;
            let file = modules[&path[..depth]];
            let rest = path[depth..].to_vec();
            match rest.first().and_then(|name| exported.get(&(file, name.clone()))) {
                Some(target) if *target != path => path = [target.as_slice(), &rest[1..]].concat(),
                _ => return Some((file, rest)),
            }
        }
        None
    };
    let mut graph = Graph::new();
    for (from, path) in named {
        if let Some((to, rest)) = file_of(path).filter(|(to, _)| *to != from) {
            graph.entry(from.to_owned()).or_default().entry(to.to_owned()).or_default().insert(rest.join("::"));
        }
    }
    graph
}

/// Lists the cycles, with their dependencies.
pub(super) fn circles(graph: &Graph) -> Vec<String> {
    let reach = |from: &str| -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from.to_owned()];
        while let Some(file) = open.pop() {
            let next = graph.get(&file).into_iter().flat_map(|to| to.keys());
            open.extend(next.filter(|to| seen.insert((*to).clone())).cloned().collect::<Vec<_>>());
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<String>> = graph.keys().map(|file| (file.as_str(), reach(file))).collect();
    let mut ties = Vec::new();
    for (from, targets) in graph {
        for (to, names) in targets {
            if reached.get(to.as_str()).is_some_and(|back| back.contains(from)) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                ties.push(format!("{from} -> {to}: {}", names.join(", ")));
            }
        }
    }
    ties
}
