//! Tests of the explanation kinds: each gives correct reasons, and none loses a solution.

use ferz_tests::checkers::{ProofDir, SolutionChecker};
use ferz_tests::random_models::{Case, Way, check};
use models::Project;
use models::catalogue::CATALOGUE;
use solver_core::harness::Audit;
use solver_core::prelude::*;
use solver_core::proof::{ProofError, ProofFiles};

#[test]
fn random_models_have_the_solutions_of_brute_force_with_every_kind() {
    check(400, Case::explanations_are_sound);
}

/// The audit passes every reason of every kind to the checker of its rule.
#[test]
fn every_reason_of_the_models_is_right_for_every_kind() {
    for entry in CATALOGUE {
        let classic = entry.state(&entry.example()).expect("an example");
        for &kind in Explanations::ALL {
            let search = classic.search().learn(Learning::Alternating).explanations(kind).node_limit(150);
            let mut run = match classic.objective.clone() {
                None => search.start().expect("a model"),
                Some((goal, objective)) => search.improving(goal, objective).expect("a model").into_run(),
            };
            run.audit(Audit::default());
            while run.step() == Step::Solution {}
            assert_eq!(run.audited().expect("it learns").complaints, [""; 0], "{}, {kind}", entry.name);
        }
    }
}

/// Lifted explanations of `cumulative` save conflicts, while eager ones only cost work.
#[test]
fn a_project_needs_more_conflicts_with_naive_explanations() {
    let classic = models::project(&Project::named("j301_1").expect("an instance")).expect("a model");
    let (goal, objective) = classic.objective.clone().expect("an objective");
    let mut lines = String::new();
    for &kind in Explanations::ALL {
        let search = classic.search().learn(Learning::Fixed).explanations(kind);
        let mut run = search.improving(goal, objective.clone()).expect("a model").into_run();
        let mut best = None;
        while run.step() == Step::Solution {
            best = run.objective();
        }
        let Statistics { failures, explanations, .. } = run.statistics();
        let counts: Vec<String> = explanations.by_name().iter().map(|(name, n)| format!("{name} {n}")).collect();
        lines += &format!("{kind}: optimum {best:?}, conflicts {failures}, {}\n", counts.join(", "));
    }
    insta::assert_snapshot!(lines);
}

/// If no kind is chosen, nothing is counted, and the search is the same as with lifted explanations.
#[test]
fn lifted_explanations_are_the_default() {
    let classic = models::all_interval(8).expect("a model");
    let searched = |search: Search<'_>| {
        let mut run = search.learn(Learning::Fixed).start().expect("a model");
        while run.step() == Step::Solution {}
        run.statistics()
    };
    let (default, lifted) =
        (searched(classic.search()), searched(classic.search().explanations(Explanations::default())));
    assert_eq!(default.explanations.by_name(), []);
    assert!(lifted.explanations.0[0] > 0);
    assert_eq!((default.nodes, default.propagations), (lifted.nodes, lifted.propagations));
}

/// VeriPB accepts the proofs of searches with every explanation kind that can be logged.
#[test]
fn proofs_are_accepted_with_every_kind_that_is_logged() {
    let Some(files) = ProofDir::checked() else { return };
    let lists = SolutionChecker::new();
    check(120, |case| {
        let ways: [Way; 4] = [
            |search| search.learn(Learning::Alternating).explanations(Explanations::Eager),
            |search| search.learn(Learning::Alternating).explanations(Explanations::Lazy),
            |search| search.learn(Learning::Fixed).explanations(Explanations::Naive),
            |search| search.learn(Learning::Alternating).explanations(Explanations::Naive),
        ];
        case.proofs_are_accepted((&files, &lists), ways[case.seed as usize / 4 % 4])
    });
}

#[test]
fn explanations_without_conflict_analysis_are_refused() {
    let mut m = Model::new();
    let x = m.int("x", 0..=3).expect("values");
    let naive = || m.search().explanations(Explanations::Naive);
    let refused = |answer: Result<(), ModelError>| answer.expect_err("refused").to_string();
    let expected =
        "kinds of explanations are not for automatic search or explainers: choose a way to learn, such as `fixed`";
    assert_eq!(refused(naive().first().map(drop)), expected);
    assert_eq!(refused(naive().auto().minimize(x).map(drop)), expected);
    assert_eq!(refused(naive().restarts(Restarts::Luby { unit: 10 }).count().map(drop)), expected);
    assert_eq!(naive().learn(Learning::Fixed).count(), Ok(Outcome::Complete(4)));
    assert!(naive().learn(Learning::Fixed).explainer().is_err_and(|error| error.to_string() == expected));
    // Premises that a checker does not need may be needed in a proof.
    let search = m.search().learn(Learning::Fixed).explanations(Explanations::Minimal);
    let sink = || Box::new(std::io::sink());
    let proved = search.prove(ProofFiles { model: sink(), proof: sink(), solutions: sink() });
    assert!(matches!(proved, Err(ProofError::Unlogged { .. })), "{proved:?}");
}
