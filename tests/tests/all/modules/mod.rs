//! The dependencies between modules are acyclic.

mod graph;

use graph::{Graph, Sources, circles, graph, sources};
use std::path::Path;

/// The layers of `solver-core`, from the bottom. A module may refer to modules on its own line and on the lines above.
const LAYERS: &[&[&str]] = &[
    // Facts.
    &["var", "view", "value_set", "atom"],
    // Reasons, and the status of a run.
    &["reason", "status", "names", "rng"],
    // State.
    &["budget", "wake"],
    &["trail"],
    &["domain"],
    &["atom_trail"],
    &["store"],
    &["nogoods"],
    // Propagation.
    &["context"],
    &["linear_rows"],
    &["propagator"],
    &["prelude_propagator"],
    &["relaxation"],
    &["quantity"],
    &["engine"],
    // Models, and the constraint catalogue.
    &["model"],
    &["constraints"],
    &["search"],
    // Translation of a constraint definition to an engine, or to rows of other formats.
    &["compile"],
    &["export"],
    &["observe"],
    // Proofs: the engine's inferences as lines that a checker verifies.
    &["proof"],
    // Queries.
    &["solve"],
    &["why"],
    &["harness", "prelude", "lib"],
];

fn sources_of(folder: &str) -> Sources {
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder))
}

/// Returns the `solver-core` module that a file belongs to.
fn room(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or_default()
}

#[test]
fn files_of_the_command_line_have_no_circle() {
    let ties = circles(&graph(&sources_of("cli/src")));
    assert!(ties.is_empty(), "a circle of files:\n{}", ties.join("\n"));
}

/// Files have no cyclic dependencies, except that the files of a folder may refer to the definitions in its `mod.rs`.
#[test]
fn files_have_no_circle() {
    // Folders that count as one file because their files refer to each other: the harness, and the instance format.
    let is_one = |file: &str| file.starts_with("harness/") || file.starts_with("instance/");
    let crates = ["solver-core", "queens", "models", "flatzinc", "xcsp3", "puzzles", "study"];
    for name in crates {
        let mut files = graph(&sources_of(&format!("{name}/src")));
        for (from, targets) in &mut files {
            targets.retain(|to, _| {
                let is_above = to.strip_suffix("mod.rs").is_some_and(|folder| from.starts_with(folder))
                    || to.strip_suffix(".rs").is_some_and(|folder| from.starts_with(&format!("{folder}/")));
                !(is_above || is_one(from) && is_one(to))
            });
        }
        let ties = circles(&files);
        assert!(ties.is_empty(), "a circle of files in {name}:\n{}", ties.join("\n"));
    }
}

#[test]
fn layers_of_the_core_point_downwards() {
    let level = |room: &str| LAYERS.iter().position(|layer| layer.contains(&room));
    let mut rooms = Graph::new();
    let mut upwards = Vec::new();
    for (from, targets) in graph(&sources_of("solver-core/src")) {
        for (to, names) in targets {
            let (a, b) = (room(&from), room(&to));
            let (Some(from_level), Some(to_level)) = (level(a), level(b)) else {
                panic!("{from} -> {to}: a module without a layer");
            };
            if to_level > from_level {
                upwards.push(format!("{from} -> {to}: {names:?}"));
            }
            if a != b {
                rooms.entry(a.to_owned()).or_default().entry(b.to_owned()).or_default().extend(names);
            }
        }
    }
    assert!(upwards.is_empty(), "from a lower layer to a higher one:\n{}", upwards.join("\n"));
    let ties = circles(&rooms);
    assert!(ties.is_empty(), "a circle of modules:\n{}", ties.join("\n"));
}

/// Tests the test itself: it detects cycles through folders, through re-exports and through paths in the code.
#[test]
fn circles_are_found() {
    let made = |files: &[(&str, &str)]| -> Sources {
        files.iter().map(|&(file, text)| (file.to_owned(), text.to_owned())).collect()
    };
    let one_way = made(&[
        ("lib.rs", "mod a;\nmod b;\nuse b::{go};"),
        ("a.rs", "// crate::b::go\npub fn low() {}"),
        ("b/mod.rs", "mod c;\npub use c::go;"),
        ("b/c.rs", "use crate::a::low;\npub fn go() { low() }"),
    ]);
    assert_eq!(circles(&graph(&one_way)), Vec::<String>::new());
    let mut tied = one_way.clone();
    tied.insert("a.rs".to_owned(), "pub fn low() { crate::b::go() }".to_owned());
    assert_eq!(circles(&graph(&tied)), ["a.rs -> b/c.rs: go", "b/c.rs -> a.rs: low"]);
    tied.insert("a.rs".to_owned(), "use crate::{\n    b::{\n        go,\n    },\n};\npub fn low() {}".to_owned());
    assert_eq!(circles(&graph(&tied)).len(), 2);
    tied.insert("a.rs".to_owned(), "#[cfg(test)]\nmod tests {\n    use crate::b::go;\n}\n".to_owned());
    assert_eq!(circles(&graph(&tied)), Vec::<String>::new());
}
