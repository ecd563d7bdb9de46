//! Proofs that add up rows: VeriPB accepts them, and refuses proofs with changed sums.

use super::{Case, SOLUTIONS, sum};
use ferz_tests::checkers::{ProofDir, veripb};
use solver_core::Proved;
use solver_core::prelude::*;
use solver_core::proof::Claim;
use std::fs;

/// Proves the optimum of a model, or lists all its solutions, with the linear relaxation.
fn prove(case: &Case, files: &ProofDir) -> Proved {
    let expected = case.solutions();
    let learning = [Learning::Fixed, Learning::Activity, Learning::Alternating][case.seed as usize % 3];
    let search = case.model.search().linear_relaxation(Relaxation::On);
    let search = if case.seed % 8 < 6 { search.learn(learning) } else { search.auto() };
    let best = expected.iter().map(|values| sum(&case.objective, values)).min();
    let files = files.create().expect("files");
    let (claim, proved) = match case.seed.is_multiple_of(2) || expected.len() > SOLUTIONS {
        true => {
            let proved = search.prove_optimum(Goal::Minimize, case.objective(), files);
            (best.map_or(Claim::NoOptimum, Claim::Optimum), proved)
        }
        false => (Claim::Solutions(expected.len() as u64), search.prove(files)),
    };
    let proved = proved.unwrap_or_else(|error| panic!("seed {}: {error}", case.seed));
    assert_eq!(proved.claim, claim, "seed {}", case.seed);
    proved
}

/// Runs `FERZ_CASES` models, or a few by default.
#[test]
fn proofs_with_sums_of_rows_are_accepted() {
    let Some(files) = ProofDir::checked() else { return };
    let (mut solves, mut inferences, mut sums) = (0, 0, 0);
    let number = ferz_tests::cases(100, 2_000);
    for seed in 0..number {
        let proved = prove(&Case::draw(seed), &files);
        assert_eq!(files.veripb(), proved.verdict.ok_or_else(String::new), "seed {seed}");
        let relaxation = proved.statistics.relaxation;
        (solves, inferences) = (solves + relaxation.solves, inferences + relaxation.inferences + relaxation.failures);
        let proof = fs::read_to_string(files.proof()).expect("a proof");
        sums += proof.lines().filter(|line| line.starts_with("pol") && line.contains('*')).count() as u64;
    }
    eprintln!("{number} models: {solves} solves, {inferences} inferences, {sums} sums");
    assert!(solves > number && inferences > number && sums > number / 2);
}

/// Replaces the sum that implies the next line by one whose multipliers are all 1.
#[test]
fn changed_sums_are_refused() {
    let Some(files) = ProofDir::checked() else { return };
    let changed = tempfile::NamedTempFile::new().expect("a file");
    let mut refused = 0;
    for seed in 0..400 {
        let proved = prove(&Case::draw(seed), &files);
        let proof = fs::read_to_string(files.proof()).expect("a proof");
        let is_sum = |line: &&str| line.starts_with("pol") && line.contains('*') && !line.contains(" s");
        let Some(sum) = proof.lines().rev().find(is_sum) else { continue };
        let mut words: Vec<&str> = sum.split(' ').collect();
        (1..words.len()).filter(|&i| words[i] == "*").collect::<Vec<_>>().into_iter().for_each(|i| words[i - 1] = "1");
        fs::write(&changed, proof.replacen(sum, &words.join(" "), 1)).expect("a file");
        match veripb(&files.model(), changed.path()) {
            Ok(verdict) => assert_eq!(Some(verdict), proved.verdict, "seed {seed}"),
            Err(_) => refused += 1,
        }
        if refused == 12 {
            return;
        }
    }
    panic!("{refused} refused");
}
