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

/// Wrong reasons of a rule that are tried before it counts as one that nothing refuses.
const TRIED: u64 = 40;

/// The rules of the reasons that a proof rests on.
fn rules(search: &Search<'_>, files: &ProofDir) -> BTreeSet<&'static str> {
    let (_, planted) = Planted::while_running(None, u64::MAX, || search.prove(files.create().expect("files")));
    planted.seen
}

/// Plants into each rule of a proof of which no wrong reason was refused yet. What the checker confirms is given to `each`.
fn plant_into_rules(search: &Search<'_>, files: &ProofDir, planted: &mut Tally, mut each: impl FnMut(Claim)) {
    for rule in rules(search, files) {
        for after in [0, 1, 3, 7] {
            let [writer, checker, harmless] = planted.get(rule).copied().unwrap_or_default();
            if writer + checker == 0 && harmless < TRIED {
                plant(search, (Some(rule), after), files, planted).into_iter().for_each(&mut each);
            }
        }
    }
}

/// Proves with a wrong reason of a rule, or of any, behind so many right ones; what the checker then confirms.
fn plant(
    search: &Search<'_>,
    (of, after): (Option<&'static str>, u64),
    files: &ProofDir,
    planted: &mut Tally,
) -> Option<Claim> {
    let (proved, at) = Planted::while_running(of, after, || search.prove(files.create().expect("files")));
    let [refused, checked, harmless] = planted.entry(at.rule?).or_default();
    match proved {
        Err(ProofError::NotDerived { .. }) => *refused += 1,
        Err(error) => panic!("{:?}: {error}", at.rule),
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
    let cases: u64 = std::env::var("FERZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let mut planted = Tally::new();
    for seed in 0..cases {
        let case = Case::random(seed);
        let Ok(built) = case.build() else { continue };
        let expected = Claim::Solutions(case.solutions(|_| true).len() as u64);
        let search = built.model.search().learn((seed % 2 == 1).then_some(Learning::Fixed));
        let confirmed = |claim| assert_eq!(claim, expected, "seed {seed}");
        plant(&search, (None, seed % 8), &files, &mut planted).into_iter().for_each(confirmed);
        plant_into_rules(&search, &files, &mut planted, confirmed);
    }
    for (entry, words) in SMALL {
        let entry = CATALOGUE.iter().find(|known| known.name == entry).expect("a model");
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let classic = entry.state(&words).expect("a model");
        let search = classic.model.search().seq([classic.phase()]).node_limit(100);
        plant_into_rules(&search, &files, &mut planted, |_| ());
    }
    eprintln!("refused by the writer, by the checker, harmless: {planted:#?}");
    let never: BTreeSet<&str> = planted
        .iter()
        .filter(|(_, [writer, checker, harmless])| writer + checker == 0 && *harmless >= TRIED)
        .map(|(rule, _)| *rule)
        .collect();
    assert!(never.iter().all(|rule| UNWRITTEN.contains(rule)), "never refused: {never:?}");
    let caught = planted.values().filter(|[writer, checker, _]| writer + checker > 0).count();
    assert!(caught >= 50, "a wrong reason was refused of {caught} rules only");
}
