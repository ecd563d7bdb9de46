//! `docs/constraints.md` is generated from the code. `FERZ_WRITE=1 cargo test -p ferz-tests --test all catalogue`
//! writes it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A constraint as described in its source folder.
struct Entry {
    name: String,
    /// Its module documentation.
    page: String,
    /// The `Model` methods that post the constraint.
    methods: Vec<String>,
    /// The rules, each with its name and text.
    rules: Vec<(String, String)>,
    /// Whether its reasons have a checker.
    checked: bool,
}

fn read(folder: &Path) -> Entry {
    let mut entry = Entry {
        name: folder.file_name().and_then(|n| n.to_str()).expect("a name").to_owned(),
        page: page(&fs::read_to_string(folder.join("mod.rs")).expect("a module")),
        methods: Vec::new(),
        rules: Vec::new(),
        checked: false,
    };
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).expect("a file");
        // Constraints on intervals share a propagator and its checker, and so do automata and diagrams.
        entry.checked |= ["fn check(", "hull::", "mdd::"].iter().any(|part| text.contains(part));
        entry.methods.extend(methods(&text));
        entry.rules.extend(rules(&text));
    }
    entry.rules.sort();
    entry.rules.dedup();
    entry
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for found in fs::read_dir(folder).expect("a folder") {
        let path = found.expect("an entry").path();
        let is_test = path.file_stem().and_then(|s| s.to_str()).is_some_and(|stem| stem.contains("test"));
        if path.is_dir() {
            collect(&path, files);
        } else if !is_test {
            files.push(path);
        }
    }
}

/// Extracts the module documentation.
fn page(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    lines.map(|line| line.trim_start_matches("//!").trim_start().to_owned() + "\n").collect()
}

/// Extracts the first sentence of a page, without links to items.
fn summary(page: &str) -> String {
    let paragraph = page.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let sentence = paragraph.split_once(". ").map_or(paragraph.as_str(), |(first, _)| first);
    without_links(sentence.trim_end_matches('.')).replace('|', "\\|")
}

/// Replaces ``[`X`](Y)`` and ``[`X`]`` by `` `X` ``; links to addresses remain.
fn without_links(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        let Some(close) = rest[open..].find(']').map(|k| open + k) else { break };
        let (text, after) = (&rest[open + 1..close], &rest[close + 1..]);
        let target = after.strip_prefix('(').and_then(|t| t.find(')').map(|k| (&t[..k], &t[k + 1..])));
        out += &rest[..open];
        rest = match target {
            Some((address, left)) if !address.starts_with("http") => {
                out += text;
                left
            }
            None if text.starts_with('`') && text.ends_with('`') => {
                out += text;
                after
            }
            _ => {
                out += &rest[open..=close];
                after
            }
        };
    }
    out + rest
}

/// Lists the names of `Model`'s public methods.
fn methods(text: &str) -> Vec<String> {
    let Some(start) = text.find("impl Model {") else { return Vec::new() };
    let body = text[start..].lines().take_while(|line| *line != "}");
    let signatures = body.filter_map(|line| line.trim().strip_prefix("pub fn "));
    signatures.map(|s| s.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

/// Lists the names and texts of the static rules.
fn rules(text: &str) -> Vec<(String, String)> {
    let rule = |(at, _): (usize, &str)| {
        let (name, rest) = text[at..].split_once('"')?.1.split_once('"')?;
        let text = rest.split_once('"')?.1.split_once('"')?.0;
        // A backslash at the end of a line continues the text on the next line.
        Some((name.to_owned(), text.split("\\\n").map(str::trim_start).collect()))
    };
    text.match_indices("Rule::new(").chain(text.match_indices("Rule::sum_of_rows(")).filter_map(rule).collect()
}

fn entries() -> Vec<Entry> {
    let folder = root().join("solver-core/src/constraints");
    let mut all: Vec<Entry> = fs::read_dir(folder)
        .expect("the constraints")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| read(&path))
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The semantics of undefined expressions, which are the same for all constraints.
const UNDEFINED: &str = "
## Undefined values

Some expressions have no value for some values of their variables. Ferz follows the *relational* semantics of MiniZinc (A. Frisch, P. Stuckey,
*The proper treatment of undefinedness in constraint languages*, CP 2009): the nearest enclosing constraint or comparison is false. A constraint that must hold
removes such values. `.iff(b)` makes `b` 0. In `(x / y).equals(2).or(…)` the comparison is 0 and the rest may still be true, so
`!(x / y).equals(2)` holds where y is 0.

| expression | no value when |
|---|---|
| `x / y`, `x % y`, `x.div_floor(y)`, `x.mod_floor(y)`; `div`, `modulo` | y = 0 |
| `x.pow(y)`; `pow` | x = 0 and y < 0 |
| `array.at(i)`; `element`, `element_of`, `element_2d`, `element_2d_of` | the index, the row or the column is outside the array |
| `maximum_of`, `minimum_of` | there are no values |

A bin without a load, a node out of range, and a negative duration, size or demand are false in the same way. Arguments that make no sense
for any values of the variables are a `ModelError` that names the constraint: an element of an empty array, rows of different lengths, a negative
capacity, numbers beyond ±2³⁰ (`tests/tests/all/misuse.rs`).
";

/// Formats names as code and joins them with commas.
fn quoted<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn catalogue() -> String {
    let mut out = String::from(
        "# The constraints\n\nWritten from the code by `tests/tests/all/catalogue.rs`; a test compares. The first column links to the module of each constraint, \
         whose\ndocumentation gives levels of consistency, algorithms with their sources, costs, subscriptions, and the rows that proofs use. \
         `cargo doc --open -p solver-core`\nshows the same pages under `constraints`. Every rule has a checker that verifies its inferences \
         from the definition of the constraint, and every propagator is\ntested against brute force ([testing](testing.md)). \
         Every constraint can be half-reified, `.enforce_if(b)`, and reified, `.iff(b)`.\n\n\
         | constraint | summary | in a model | rules |\n|---|---|---|---|\n",
    );
    for Entry { name, page, methods, rules, .. } in &entries() {
        let (summary, methods) = (summary(page), quoted(methods.iter()));
        let rules = quoted(rules.iter().map(|(rule, _)| rule));
        writeln!(out, "| [{name}](../solver-core/src/constraints/{name}/mod.rs) | {summary} | {methods} | {rules} |")
            .expect("a string");
    }
    out + UNDEFINED
}

#[test]
fn the_page_says_what_the_code_says() {
    let path = root().join("docs/constraints.md");
    let made = catalogue();
    if std::env::var_os("FERZ_WRITE").is_some() {
        fs::write(&path, &made).expect("the page can be written");
    }
    let kept = fs::read_to_string(path).expect("the page");
    assert!(
        kept == made,
        "docs/constraints.md is out of date: FERZ_WRITE=1 cargo test -p ferz-tests --test all catalogue"
    );
}

#[test]
fn every_constraint_has_a_page_rules_and_a_checker() {
    /// Folders with code that several constraints share or post.
    const PARTS: [&str; 1] = ["hull"];
    let mut names = BTreeSet::new();
    for Entry { name, page, rules, checked, .. } in entries() {
        assert!(page.lines().count() >= 3, "{name} has no page");
        if PARTS.contains(&name.as_str()) {
            continue;
        }
        assert!(
            checked || page.contains("`hull`"),
            "{name} has no checker, and does not work as all functions on intervals do"
        );
        assert!(!rules.is_empty(), "{name} has no rule");
        for (rule, text) in rules {
            assert!(names.insert(rule.clone()), "two rules are called {rule}");
            assert!(
                ["{fact}", "{premises}", "{constraint}"].iter().any(|part| text.contains(part)),
                "{rule} says nothing: {text}"
            );
        }
    }
    assert!(names.len() > 60, "{}", names.len());
}
