//! `docs/constraints.md` is made from the code: `FERZ_WRITE=1 cargo test -p ferz-tests --test all catalogue` writes it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What the source of a constraint tells about it.
struct Entry {
    name: String,
    /// The page of its module.
    page: String,
    /// Methods of the model that post it, with their first sentence.
    methods: Vec<(String, String)>,
    /// Rules: name and text.
    rules: Vec<(String, String)>,
    /// Whether reasons have a checker.
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
        // Functions on intervals share their propagator and its checker; so do automata and diagrams.
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

/// The module's documentation, without links to items, its headings one level lower.
fn page(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with("//!")).map(|line| line.trim_start_matches("//!"));
    let mut page = String::new();
    let mut code = false;
    for line in lines {
        let line = line.strip_prefix(' ').unwrap_or(line);
        code ^= line.starts_with("```");
        if line.starts_with('#') && !code {
            page += "##";
        }
        page += &without_links(line);
        page.push('\n');
    }
    page
}

/// ``[`X`](Y)`` and ``[`X`]`` become `` `X` ``; links to addresses stay.
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

/// Public methods of `Model`: name and first sentence.
fn methods(text: &str) -> Vec<(String, String)> {
    let Some(start) = text.find("impl Model {") else { return Vec::new() };
    let mut found = Vec::new();
    let mut doc = String::new();
    for line in text[start..].lines().take_while(|line| *line != "}") {
        let line = line.trim();
        if let Some(words) = line.strip_prefix("///") {
            doc += words;
        } else if let Some(signature) = line.strip_prefix("pub fn ") {
            let name: String = signature.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let first = doc.split(". ").next().unwrap_or_default();
            let first = first.split("```").next().unwrap_or_default().trim().trim_end_matches('.');
            found.push((name, without_links(first)));
            doc.clear();
        } else if !line.starts_with('#') {
            doc.clear();
        }
    }
    found
}

/// The names and texts of the static rules.
fn rules(text: &str) -> Vec<(String, String)> {
    let rule = |(at, _): (usize, &str)| {
        let (name, rest) = text[at..].split_once('"')?.1.split_once('"')?;
        let text = rest.split_once('"')?.1.split_once('"')?.0;
        // Texts may be broken over lines with a backslash.
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

/// What holds for all of them where something has no value.
const UNDEFINED: &str = "
## Undefined values

Some expressions have no value for some values of their variables. Then the nearest truth around them is false, and nothing else
happens: the *relational* semantics of MiniZinc (A. Frisch, P. Stuckey, *The proper treatment of undefinedness in constraint
languages*, CP 2009). A constraint that must hold removes such values; under a condition, `.iff(b)`, it makes `b` 0;
inside a comparison that is itself a part of an expression, `(x / y).equals(2).or(…)`, that comparison is 0 and the rest may still be true.
So `!(x / y).equals(2)` holds where y is 0, as `.iff(0)` of the comparison does.

| has no value | when |
|---|---|
| `x / y`, `x % y`; `div`, `modulo` | y = 0 |
| `x.pow(y)`; `pow` | x = 0 and y < 0 |
| `array.at(i)`; `element`, `element_of`, `element_2d`, `element_2d_of` | the index, the row or the column is outside the array |
| `maximum_of`, `minimum_of` | there are no values |

What is false rather than undefined, in the same way: a bin that has no load, a node that there is not, a negative duration, size or demand that is a
variable or a number. What makes no sense whatever the variables are is refused when the model is first asked, by a `ModelError` that names the constraint:
an element of an empty array, an extreme of nothing, rows of different lengths, a capacity that is a negative number, numbers beyond ±2³⁰. `tests/tests/all/misuse.rs`
throws odd arguments at every constraint, and keeps all that they answer.
";

fn catalogue() -> String {
    let entries = entries();
    let mut out = String::from(
        "# The constraints\n\nMade from the code by `tests/tests/all/catalogue.rs`; a test compares. Every rule has a checker that verifies \
         its inferences\nfrom the meaning of the constraint, and every propagator is tested against brute force ([testing](testing.md)).\n\
         Every constraint can stand under a condition: `.enforce_if(b)`, `.iff(b)`.\n\n\
         | constraint | in a model | rules |\n|---|---|---|\n",
    );
    for Entry { name, methods, rules, .. } in &entries {
        let methods: Vec<String> = methods.iter().map(|(name, _)| format!("`{name}`")).collect();
        let rules: Vec<String> = rules.iter().map(|(name, _)| format!("`{name}`")).collect();
        writeln!(out, "| [{name}](#{name}) | {} | {} |", methods.join(", "), rules.join(", ")).expect("a string");
    }
    out += UNDEFINED;
    for Entry { name, page, methods, rules, .. } in &entries {
        write!(out, "\n## {name}\n\n{page}").expect("a string");
        if !methods.is_empty() {
            out += "\n| in a model | says |\n|---|---|\n";
            for (name, says) in methods {
                writeln!(out, "| `m.{name}(…)` | {} |", says.replace('|', "\\|")).expect("a string");
            }
        }
        if !rules.is_empty() {
            out += "\n| rule | in words |\n|---|---|\n";
            for (name, text) in rules {
                writeln!(out, "| `{name}` | {} |", text.replace('|', "\\|")).expect("a string");
            }
        }
    }
    out
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
    /// Shared by several constraints, or posted by others.
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
