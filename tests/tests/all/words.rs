//! Checks that code and docs use established terms: private names and phrases do not occur, or occur only as often as
//! plain English needs.
//!
//! `docs/glossary.md` lists the established terms.

use std::path::{Path, PathBuf};

/// Names and phrases to avoid, as whole words, each with the term to use instead.
const BANNED: &[(&str, &str)] = &[
    ("Told", "Args, Summary or Report: named after what it holds"),
    ("Asked", "Args"),
    ("Manner", "SearchOptions, SearchArgs"),
    ("manner", "strategy, or a plain word"),
    ("only_if", "enforce_if (half-reified), iff (reified)"),
    ("VarOrder", "VarSelect"),
    ("ValueOrder", "ValueSelect"),
    ("Learner", "Score; learning is clause learning"),
    ("Tour", "discrepancy search"),
    ("Excursions", "LNS"),
    ("excursion", "LNS iteration"),
    ("dive", "fix"),
    ("AfterFailure", "ConflictHeuristic"),
    ("after_failure", "conflict_heuristic"),
    ("first_of", "branch_with"),
    ("sunk", "objective, as minimised"),
    ("outdo", "improve_on"),
    ("Aim", "objective; SolveItem of a format"),
    ("aim", "objective"),
    ("crew", "thread pool"),
    ("Because", "Reason"),
    ("Assumed", "CheckContext"),
    ("Past", "DomainsAt"),
    ("heed", "watch"),
    ("hears_all", "subscribes_to_all"),
    ("tells_itself", "self-notification"),
    ("Judged", "ReifiedByEvaluation"),
    ("judged", "by evaluation, or checked"),
    ("Conditional", "HalfReified"),
    ("Necessity", "MemberStatus"),
    ("inbox", "modified positions"),
    ("inboxes", "modified positions"),
    ("inquire", "explain"),
    ("Inquiry", "Explainer"),
    ("World", "PremiseSet"),
    ("Legend", "SymbolTable"),
    ("needy", "lower bound, unstable set"),
    ("scarce", "lower bound"),
    ("too_tall", "capacity"),
    ("Fate", "Disposition"),
    ("freeze", "compile"),
    ("Bonds", "EqualityClasses"),
    ("absorb", "presolve"),
    ("Teller", "OutputSink"),
    ("Speaker", "Driver"),
    ("unassumed", "without assumptions"),
    ("as asked for", "requested"),
    ("of late", "recently"),
    ("in vain", "without success"),
    ("the least row by row", "the lexicographically smallest"),
    ("fn of", "new, from_…, or the noun"),
    ("fn tell", "lines, sentence, print, report"),
    ("fn told", "lines, sentence, print, report"),
    ("fn speak", "describe, run"),
    ("fn hear", "on_event, collect"),
    ("spell out", "decompose"),
];

/// Words that only some sentences or names may contain, with the maximum number of uses in all sources and pages, and
/// replacements.
const LIMITED: &[(&[&str], usize, &str)] = &[
    (&["tell", "tells", "told", "telling", "foretells"], 2, "report, print, write, format, record: what it does"),
    (&["nobody", "somebody", "whoever", "whomever", "everybody"], 0, "the subject by its name"),
    (&["hear", "hears", "heard"], 0, "receive, import, collect"),
    (&["speak", "speaks", "spoke", "spoken"], 0, "describe, be about"),
    (&["spell", "spells", "spelled", "spelling"], 0, "decompose; notation"),
    (&["owe", "owes", "owed"], 0, "a missing step, by its name"),
    (&["adopt", "adopts", "adopted"], 0, "add, import"),
    (&["dismiss", "dismisses", "dismissed"], 0, "remove, reject"),
    (&["pace", "paces"], 0, "rate"),
    (&["fate", "fates"], 0, "Disposition, Status"),
    (&["partners"], 0, "peers"),
];

/// Phrases in which a banned word is ordinary English.
const ELSEWHERE: &[&str] = &["Because:", "/// Asked ", "// Asked ", "// Assumed, ", "alias(\"inbox\""];

/// Words that pages never use, because a program prints, reports or writes.
const PRIVATE: &[&str] = &["tell", "tells", "told"];

/// Words that begin no sentence of a page, unless it is a question.
const OPENINGS: &[&str] = &["Of ", "Who ", "Whose ", "What ", "So many "];

/// Returns a line without its code.
fn prose(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// Returns the remainder of the line from the start of each sentence that begins with one of [`OPENINGS`], except
/// questions.
fn openings(line: &str) -> impl Iterator<Item = &str> {
    let ends = line.match_indices(['.', ':', ';', '|', '?', '-']).map(|(at, end)| at + end.len());
    let starts = std::iter::once(0).chain(ends);
    starts.map(|at| line[at..].trim_start()).filter(|rest| {
        let end = rest.find(['.', '?', '|']);
        let is_question = end.is_some_and(|end| rest[end..].starts_with('?'));
        !is_question && !rest.starts_with("Of course") && OPENINGS.iter().any(|opening| rest.starts_with(opening))
    })
}

#[test]
fn pages_have_no_private_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    texts(&root, &mut files);
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    let mut found = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a page");
        let mut is_code = false;
        for (number, line) in (1..).zip(text.lines()) {
            is_code ^= line.trim_start().starts_with("```");
            let prose = if is_code { String::new() } else { prose(line) };
            let place = || format!("{}:{number}", file.strip_prefix(&root).unwrap_or(file).display());
            found.extend(PRIVATE.iter().filter(|word| has(&prose, word)).map(|word| format!("{}: {word}", place())));
            found.extend(openings(&prose).map(|rest| format!("{}: {rest}", place())));
        }
    }
    assert!(files.len() > 50, "{} pages", files.len());
    assert!(found.is_empty(), "{} words to replace:\n{}", found.len(), found.join("\n"));
}

#[test]
fn openings_are_found() {
    let found = |line| openings(line).count();
    assert_eq!((found("Of eight, one. Who is"), found("| Of a row |"), found("- What is left")), (2, 1, 1));
    assert_eq!((found("What is left? Nothing"), found("Of course"), found("The end of it"), found("")), (0, 0, 0, 0));
    assert_eq!(prose("see `Of x` there"), "see ` there");
}

fn texts(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "snapshots" && name != "data" {
                texts(&path, out);
            }
        } else if (name.ends_with(".rs") && name != "words.rs" || name.ends_with(".md")) && name != "CHANGELOG.md" {
            out.push(path);
        }
    }
}

/// Whether a line contains these words as whole words.
fn has(line: &str, words: &str) -> bool {
    line.match_indices(words).any(|(at, _)| {
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        apart(line[..at].chars().next_back()) && apart(line[at + words.len()..].chars().next())
    })
}

#[test]
fn established_words_are_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    texts(&root, &mut files);
    let mut found = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        for (number, line) in (1..).zip(text.lines()) {
            for (word, instead) in BANNED {
                let excused = ELSEWHERE.iter().any(|phrase| line.contains(phrase));
                if has(line, word) && !excused {
                    let file = file.strip_prefix(&root).unwrap_or(&file).display();
                    found.push(format!("{file}:{number}: `{word}` ({instead}): {}", line.trim()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} words to replace:\n{}", found.len(), found.join("\n"));
}

/// Returns the words of a line in lower case, including those joined by underscores in a name.
fn words(line: &str) -> impl Iterator<Item = String> {
    line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[test]
fn rare_words_stay_rare() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    texts(&root, &mut files);
    let mut found: Vec<Vec<String>> = vec![Vec::new(); LIMITED.len()];
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        for (number, line) in (1..).zip(text.lines()) {
            for word in words(line) {
                let group = LIMITED.iter().position(|(group, ..)| group.contains(&&*word));
                let file = file.strip_prefix(&root).unwrap_or(&file).display();
                group.into_iter().for_each(|group| found[group].push(format!("{file}:{number}: {}", line.trim())));
            }
        }
    }
    for ((group, most, instead), found) in LIMITED.iter().zip(found) {
        let count = found.len();
        assert!(count <= *most, "{group:?} ({instead}): {count} uses, at most {most}:\n{}", found.join("\n"));
    }
}

#[test]
fn words_are_parts_of_names() {
    assert!(words("let told_by = Told; // `tell`").eq(["let", "told", "by", "told", "tell"]));
}

#[test]
fn whole_words_are_found() {
    assert!(has("struct Told {", "Told") && has("as asked for", "as asked for") && has("Told", "Told"));
    assert!(!has("Toldt", "Told") && !has("is_Told", "Told") && !has("", "Told"));
}
