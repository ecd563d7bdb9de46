//! A wrong reason does not become a proof: of each rule, one that has lost its premises.

use crate::proofs::SMALL;
use ferz_tests::checkers::{ProofDir, has_veripb};
use ferz_tests::random_models::Case;
use models::catalogue::CATALOGUE;
use solver_core::Proved;
use solver_core::prelude::*;
use solver_core::proof::{Claim, Planted, ProofError};
use std::collections::{BTreeMap, BTreeSet};

/// Rules of whose reasons nothing is written: the checker finds their facts from the rows of the constraint, whatever the reason says.
const UNWRITTEN: [&str; 1] = ["all_different.value"];

/// By rule, how many wrong reasons were refused by the writer, by the checker, and derived without their premises.
type Tally = BTreeMap<&'static str, [u64; 3]>;

/// Proves with a wrong reason behind so many right ones; what the checker then confirms.
fn plant(search: &Search<'_>, after: u64, files: &ProofDir, planted: &mut Tally) -> Option<Claim> {
    let (proved, rule) = Planted::while_running(after, || search.prove(files.create().expect("files")));
    let [refused, checked, harmless] = planted.entry(rule?).or_default();
    match proved {
        Err(ProofError::NotDerived { .. }) => *refused += 1,
        Err(error) => panic!("{rule:?}: {error}"),
        // A limit came first, and nothing is claimed.
        Ok(Proved { verdict: None, .. }) => {}
        Ok(Proved { claim, verdict, .. }) => match files.veripb() {
            // The fact follows from the rows of the constraint and what holds at the root.
            Ok(said) => {
                assert_eq!(Some(said), verdict);
                *harmless += 1;
                return Some(claim);
            }
            Err(_) => *checked += 1,
        },
    }
    None
}

#[test]
fn a_reason_without_its_premises_is_refused() {
    if !has_veripb() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let files = ProofDir::new(folder.path());
    let cases: u64 = std::env::var("FERZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    let mut planted = Tally::new();
    for seed in 0..cases {
        let case = Case::random(seed);
        let Ok(built) = case.build() else { continue };
        let expected = Claim::Solutions(case.solutions(|_| true).len() as u64);
        let search = built.model.search().learn((seed % 2 == 1).then_some(Learning::Fixed));
        for after in [0, 1, 3, 7] {
            let outcome = plant(&search, after, &files, &mut planted);
            assert!(outcome.is_none_or(|claim| claim == expected), "seed {seed}, {after}: {outcome:?}");
        }
    }
    for (entry, words) in SMALL {
        let entry = CATALOGUE.iter().find(|known| known.name == entry).expect("a model");
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let classic = entry.state(&words).expect("a model");
        let search = classic.model.search().seq([classic.phase()]).node_limit(100);
        for after in [0, 1, 3, 7, 20, 50] {
            plant(&search, after, &files, &mut planted);
        }
    }
    eprintln!("refused by the writer, by the checker, harmless: {planted:#?}");
    let never: BTreeSet<&str> = planted
        .iter()
        .filter(|(_, [writer, checker, harmless])| writer + checker == 0 && *harmless >= 10)
        .map(|(rule, _)| *rule)
        .collect();
    assert!(never.iter().all(|rule| UNWRITTEN.contains(rule)), "never refused: {never:?}");
    let caught = planted.values().filter(|[writer, checker, _]| writer + checker > 0).count();
    assert!(caught >= 25, "a wrong reason was refused of {caught} rules only");
}
