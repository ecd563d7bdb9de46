//! Changed proofs: how a change to one line affects the claim, and whether the change is detected.
//!
//! A changed proof is accepted if the checker confirms the original claim for the same model: to the checker, it is
//! then a proof of that claim. In addition, each accepted change must belong to a class that explains why it is
//! harmless.

use ferz_tests::cases;
use ferz_tests::checkers::{ProofDir, SolutionChecker, veripb};
use ferz_tests::random_models::{Case, Draw};
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use study::refutation::{Refutation, RefutationError, Trimmed};

/// A proof to be changed, with its files and verdict.
struct Sample {
    model: String,
    proof: String,
    solutions: String,
    verdict: String,
}

/// Writes small proofs of different models, of all solutions or of an optimum; some come from learning searches.
fn samples(files: &ProofDir, lines: std::ops::RangeInclusive<usize>, lists: bool) -> Vec<Sample> {
    let number = cases(20, 100).min(100) as usize;
    let mut samples = Vec::new();
    for seed in 0.. {
        let case = Case::random(seed);
        let Ok(built) = case.build() else { continue };
        let search = match seed % 3 {
            0 => built.model.search().learn(Learning::Fixed).linear_relaxation(Relaxation::On),
            _ => built.model.search(),
        };
        let created = files.create().expect("files");
        let proved = match seed % 2 == 0 && !lists {
            true => search.prove_optimum(Goal::Minimize, built.x[0], created),
            false => search.prove(created),
        };
        let Ok(solver_core::Proved { verdict: Some(verdict), last, .. }) = proved else { continue };
        let read = |path| fs::read_to_string(path).expect("a file");
        let [model, proof, solutions] = [files.model(), files.proof(), files.solutions()].map(read);
        // If propagation refutes the rows without any proof line, every line follows from them.
        let is_plain = Refutation::read(&model, &proof).is_ok_and(|refutation| refutation.steps() == 1);
        if lines.contains(&proof.lines().count()) && (lists && last.is_some() || !lists && !is_plain) {
            samples.push(Sample { model, proof, solutions, verdict });
        }
        if samples.len() == number {
            return samples;
        }
    }
    samples
}

/// The kind of change made to a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Change {
    Dropped,
    Flipped,
    Coefficient,
}

/// Returns the line with one word changed; `None` if no such change is possible.
fn changed(line: &str, change: Change, d: &mut Draw) -> Option<String> {
    if change == Change::Dropped {
        return Some(String::new());
    }
    let words: Vec<&str> = line.split_inclusive(' ').collect();
    let is_name =
        |word: &str| word.contains(|c: char| c.is_ascii_alphabetic()) && word.contains('_') && !word.starts_with('@');
    let is_number = |word: &str| word.trim_end_matches([' ', ';', '\n']).parse::<i64>().is_ok();
    let fits = |word: &&str| if change == Change::Flipped { is_name(word) } else { is_number(word) };
    let places: Vec<usize> = (0..words.len()).filter(|&i| fits(&words[i])).collect();
    let at = *places.get(d.below(places.len().max(1)))?;
    let word = words[at];
    let new = match (change, word.strip_prefix('~')) {
        (Change::Flipped, Some(positive)) => positive.to_owned(),
        (Change::Flipped, None) => format!("~{word}"),
        _ => {
            let end = word.trim_end_matches([' ', ';', '\n']);
            let number: i64 = end.parse().ok()?;
            let other = if d.one_in(2) { number + 1 } else { number - 1 };
            format!("{other}{}", &word[end.len()..])
        }
    };
    Some(words.iter().enumerate().map(|(i, word)| if i == at { new.as_str() } else { word }).collect())
}

fn replaced(text: &str, at: usize, new: &str) -> String {
    text.split_inclusive('\n').enumerate().map(|(i, line)| if i == at { new } else { line }).collect()
}

/// Returns the reason why a change that the checker accepts is harmless.
fn class(line: &str, change: Change) -> Option<&'static str> {
    let rule = line.split([' ', ';']).next().unwrap_or_default();
    match (rule, change) {
        // Without a deletion, more rows are available. If a different line is deleted instead, it is no longer used.
        ("del", _) => Some("another deletion"),
        ("rup" | "pol" | "red", Change::Dropped) => Some("a line that nothing rests on"),
        // The checker verifies each line separately, so the changed line and the lines that depend on it follow.
        ("rup", _) => Some("another line that follows"),
        ("pol", _) => Some("another sum of true rows"),
        ("red", _) => Some("another definition"),
        // A later solution also implies the row that this line adds.
        ("soli", Change::Dropped) => Some("a solution that a better one replaces"),
        ("soli", _) => Some("another solution, as the checker has computed"),
        _ => None,
    }
}

/// Returns the number of changes to make.
fn changes() -> usize {
    cases(80, 600) as usize
}

#[test]
fn a_changed_proof_is_refused_or_proves_the_same() {
    let Some(files) = ProofDir::checked() else { return };
    let samples = samples(&files, 6..=100, false);
    let mut d = Draw::new(23);
    let mut tally: BTreeMap<(Change, &str), u64> = BTreeMap::new();
    let mut made = 0;
    while made < changes() {
        let sample = &samples[made % samples.len()];
        fs::write(files.model(), &sample.model).expect("a file");
        let lines: Vec<&str> = sample.proof.split_inclusive('\n').collect();
        let at = d.below(lines.len());
        let change = [Change::Dropped, Change::Flipped, Change::Coefficient][d.below(3)];
        let Some(new) = changed(lines[at], change, &mut d).filter(|new| new != lines[at]) else { continue };
        made += 1;
        let proof = replaced(&sample.proof, at, &new);
        fs::write(files.proof(), &proof).expect("a file");
        let said = files.veripb();
        // A changed proof either cannot be trimmed or makes the same claim after trimming.
        if let (Ok(said), Ok(_)) = (&said, Trimmed::new(&sample.model, &proof)) {
            assert_eq!(files.trimmed().as_ref(), Ok(said), "{} -> {new}\n{proof}", lines[at]);
        }
        if said.as_ref() != Ok(&sample.verdict) {
            *tally.entry((change, "refused")).or_default() += 1;
            continue;
        }
        let Some(class) = class(lines[at], change) else { panic!("accepted: {} -> {new}\n{proof}", lines[at]) };
        // The refutation reader, which shares no code with the checker, also finds a contradiction. It does not support
        // weighted sums.
        match Refutation::read(&sample.model, &proof) {
            Ok(_) | Err(RefutationError::Line { .. }) => {}
            Err(error) => panic!("{} -> {new}: {error}\n{proof}", lines[at]),
        }
        *tally.entry((change, class)).or_default() += 1;
    }
    eprintln!("{tally:?}");
    for change in [Change::Dropped, Change::Flipped, Change::Coefficient] {
        assert!(tally.get(&(change, "refused")).is_some_and(|&refused| refused * 50 > made as u64), "{tally:?}");
    }
}

/// The checker or the solution reader detects every change to the solutions, or to the rows that exclude them. Any
/// other change to the model makes it differ from the regenerated one.
#[test]
fn a_changed_list_of_solutions_is_refused() {
    let Some(files) = ProofDir::checked() else { return };
    let samples = samples(&files, 6..=200, true);
    let lists = SolutionChecker::new();
    let mut d = Draw::new(32);
    let (mut made, mut tally) = (0, BTreeMap::<(Change, &str), u64>::new());
    while made < changes() / 4 {
        let sample = &samples[d.below(samples.len())];
        let in_model = d.one_in(2);
        let text = if in_model { &sample.model } else { &sample.solutions };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let at = d.below(lines.len());
        if in_model && !lines[at].starts_with("@solution_") {
            continue;
        }
        let change = [Change::Dropped, Change::Flipped, Change::Coefficient][d.below(3)];
        let new = match (in_model, change) {
            (false, Change::Flipped) => {
                let words: Vec<&str> = lines[at].split_whitespace().collect();
                let without = d.below(words.len().max(1));
                let left = words.iter().enumerate().filter(|&(i, _)| i != without).map(|(_, word)| *word);
                left.collect::<Vec<_>>().join(" ") + "\n"
            }
            _ => match changed(lines[at], change, &mut d) {
                Some(new) => new,
                None => continue,
            },
        };
        if new == lines[at] {
            continue;
        }
        made += 1;
        let other = replaced(text, at, &new);
        let [model, solutions] = if in_model { [&other, &sample.solutions] } else { [&sample.model, &other] };
        for (path, text) in [(files.model(), model), (files.proof(), &sample.proof), (files.solutions(), solutions)] {
            fs::write(path, text).expect("a file");
        }
        let by = match veripb(&files.model(), &files.proof()) {
            Ok(said) if said == sample.verdict => match lists.check(&files) {
                Err(_) => "refused by the reader of solutions",
                // Only an unlisted variable may have a different value.
                Ok(_) if !in_model && change == Change::Flipped => "another value of what is not listed",
                Ok(_) => panic!("accepted: {} -> {new}\n{model}", lines[at]),
            },
            _ => "refused by the checker",
        };
        *tally.entry((change, by)).or_default() += 1;
    }
    eprintln!("{tally:?}");
}
