//! Small random models: every search finds exactly the solutions that brute force finds.

use ferz_tests::random_models::{Case, Said, Term, Under, check, check_mix, names};
use ferz_tests::rule::{Argument, Rule, brute_force};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use solver_core::Layout;
use solver_core::prelude::*;
use std::collections::BTreeSet;

fn rule(variables: usize) -> impl Strategy<Value = Rule> {
    let term = (0..variables, -3..=3);
    let factor = prop_oneof![6 => Just(1), 2 => Just(-1), 1 => Just(0), 1 => Just(2)];
    let second = prop_oneof![8 => Just(0), 1 => Just(1), 1 => Just(-2)];
    let argument = (0..variables, factor, 0..variables, second, -3..=3).prop_map(|(i, a, j, b, c)| Argument {
        x: (i, a),
        y: (j, b),
        c,
    });
    prop_oneof![
        (proptest::collection::vec(argument, 0..5), proptest::sample::select(Consistency::ALL))
            .prop_map(|(of, level)| Rule::AllDifferent { of, level }),
        (proptest::collection::vec(term, 0..5), 0..3u8, -6..=6).prop_map(|(terms, sign, constant)| Rule::Linear {
            terms,
            sign,
            constant
        }),
    ]
}

fn domain() -> impl Strategy<Value = Vec<i32>> {
    prop_oneof![
        8 => proptest::collection::btree_set(-4..=4, 1..5).prop_map(|s| s.into_iter().collect()),
        1 => proptest::collection::btree_set(-500..=500, 1..4).prop_map(|s| s.into_iter().collect()),
        1 => proptest::collection::btree_set(-9_000..=9_000, 1..4).prop_map(|s| s.into_iter().collect::<Vec<i32>>()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ferz_tests::cases(5_000, 100_000) as u32, rng_seed: RngSeed::Fixed(12), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_search_finds_what_brute_force_finds(
        (domains, rules) in proptest::collection::vec(domain(), 1..5)
            .prop_flat_map(|d| { let n = d.len(); (Just(d), proptest::collection::vec(rule(n), 0..4)) }),
        order in proptest::sample::select(VarSelect::ALL),
        ties in proptest::sample::select(TieBreak::ALL),
        values in proptest::sample::select(ferz_tests::without_objective()),
        branching in proptest::sample::select(Branching::ALL),
        layout in proptest::sample::select(&[Layout::Auto, Layout::Wide, Layout::Span][..]),
        seed in any::<u64>(),
        named in 0..4usize,
        pause in 1..4u64,
    ) {
        // Value splitting and d-way branching are incompatible.
        let branching = if values.takes_a_part() { Branching::TwoWay } else { branching };
        let mut m = Model::new();
        let mut x = Vec::new();
        for (i, domain) in domains.iter().enumerate() {
            x.push(m.int(format!("x{i}"), ValueSet::from_values(domain.iter().copied())).unwrap());
        }
        for rule in &rules {
            rule.post(&mut m, &x);
        }
        m.force_layout(layout);
        let search = m.search().order(order).tie_break(ties).values(values).branching(branching).seed(seed).on(&x[..named.min(x.len())]);
        let mut found: Vec<Vec<i32>> = search.solutions().unwrap().map(|s| s.values(&x).unwrap()).collect();
        let expected = brute_force(&domains, &rules);
        let count = search.count().unwrap();
        let again: Vec<Vec<i32>> = search.solutions().unwrap().map(|s| s.values(&x).unwrap()).collect();
        prop_assert_eq!(&again, &found, "the same search twice");
        let mut run = search.start().unwrap();
        let mut paused: Vec<Vec<i32>> = Vec::new();
        loop {
            match run.step_for(pause) {
                Some(Step::Solution) => paused.push(x.iter().map(|&x| run.value(x).unwrap()).collect()),
                Some(_) => break,
                None => {}
            }
        }
        prop_assert_eq!(&paused, &found, "with pauses");
        if branching == Branching::TwoWay && order == VarSelect::Input && values == ValueSelect::Min {
            prop_assert_eq!(&found, &expected, "lexicographic order");
        }
        found.sort();
        prop_assert_eq!(&found, &expected);
        match expected.len() {
            0 => prop_assert_eq!(count, Outcome::Unsat),
            n => prop_assert_eq!(count, Outcome::Complete(n as u128)),
        }
        match (search.unique().unwrap(), expected.len()) {
            (Uniqueness::None, 0) => {}
            (Uniqueness::One(s), 1) => prop_assert_eq!(s.values(&x).unwrap(), expected[0].clone()),
            (Uniqueness::Several(a, b), 2..) => {
                prop_assert_ne!(&a, &b);
                prop_assert!(expected.contains(&a.values(&x).unwrap()) && expected.contains(&b.values(&x).unwrap()));
            }
            (other, n) => prop_assert!(false, "{:?} for {} solutions", other, n),
        }
    }
}

/// The random models cover all constraints in each context, with equal arguments, and with only truth values.
#[test]
fn random_models_have_every_constraint_in_every_context() {
    let mut seen = BTreeSet::new();
    let mut note = |name, what| seen.insert((name, what));
    for case in (0..3_000).map(Case::random) {
        for rule in &case.rules {
            let Said::Stated(stated) = &rule.said else { continue };
            note(
                stated.name,
                match rule.under {
                    Under::Always => "always",
                    Under::HalfReified(_) => "enforce_if",
                    Under::Iff(_) => "iff",
                },
            );
            let all = &stated.arguments;
            if all.iter().enumerate().any(|(i, a)| all[..i].contains(a)) {
                note(stated.name, "equal arguments");
            }
            if all.iter().any(|a| matches!(a, Term::All(_) | Term::Any(_) | Term::Compare(..) | Term::Not(_))) {
                note(stated.name, "truths");
            }
        }
    }
    let wanted = ["always", "enforce_if", "iff", "equal arguments", "truths"];
    let missing: Vec<_> =
        names().flat_map(|name| wanted.map(|what| (name, what))).filter(|p| !seen.contains(p)).collect();
    assert_eq!(missing, []);
}

#[test]
fn case_65_learning_is_sound() {
    check(600, Case::learning_is_sound);
}

/// Covers every constraint in every context, with equal arguments, truth values, huge domains, and functions that are
/// undefined for some values.
#[test]
fn models_of_all_kinds_have_the_solutions_counts_and_optima_of_brute_force() {
    check(600, Case::solutions_are_those_of_brute_force);
}

/// `!(x / y = 1)` holds if y is 0. With `FERZ_CASES=20000`, the run takes long.
#[test]
fn negations_and_connectives_of_partial_functions_have_the_solutions_of_brute_force() {
    check_mix(400, Case::random_partial, Case::solutions_are_those_of_brute_force);
    check_mix(100, Case::random_partial, Case::learning_is_sound);
}

/// Each constraint is posted plainly, half-reified and reified.
#[test]
fn each_constraint_alone_has_the_solutions_of_brute_force() {
    check_mix(names().count() as u64 * 24, Case::alone, Case::solutions_are_those_of_brute_force);
}

#[test]
fn clashes_of_all_kinds_are_minimal_and_their_witnesses_are_solutions() {
    check_mix(600, Case::random_clash, Case::clash_is_minimal);
}
