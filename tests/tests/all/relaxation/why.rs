//! Tests of row sums in answers to "why".

use super::Case;
use solver_core::prelude::*;

/// If propagation does not decide a fact, a sum of rows may refute its negation.
#[test]
fn sums_of_rows_refute_the_opposite_of_a_fact() {
    let (mut facts, mut sums) = (0, 0);
    for seed in 0..ferz_tests::cases(600, 3_000) {
        let case = Case::draw(seed);
        let (solutions, explainer) = (case.solutions(), case.model.explainer().expect("an explainer"));
        for (i, &x) in case.x.iter().enumerate() {
            for &value in &case.domains[i] {
                let finding = explainer.explain_fact("it", &x.equals(value)).expect("an answer");
                let holds = solutions.iter().filter(|values| values[i] == value).count();
                let expected = match (solutions.len(), holds) {
                    (0, _) => "There is no solution at all",
                    (_, 0) => "it is false in every solution",
                    (all, holds) if all == holds => "it is true in every solution",
                    _ => "it is true in some solutions",
                };
                assert!(finding.lines[0].starts_with(expected), "seed {seed}, x{i} = {value}: {:?}", finding.lines);
                facts += 1;
                for line in finding.lines.iter().filter(|line| line.contains("says") || line.contains("would say")) {
                    let sides = line.split("sa").last().expect("what it says");
                    let sides: Vec<i64> = sides.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
                    assert!(matches!(sides[..], [left, right, ..] if left > right), "seed {seed}: {line}");
                    sums += 1;
                }
            }
        }
    }
    eprintln!("{facts} facts, {sums} sums");
    assert!(sums > 50, "{sums} of {facts}");
}

#[test]
fn rows_that_contradict_each_other_are_named_with_their_factors() {
    let mut m = Model::new();
    let [x, y, z, t] = ["x", "y", "z", "t"].map(|name| m.int(name, 0..=9).expect("a variable"));
    m.post(constraint!(x + y <= 7)).named("A");
    m.post(constraint!(y + z <= 7)).named("B");
    m.post(constraint!(x + z <= 7)).named("C");
    m.post(constraint!(t <= 2 * x + 2 * y + 2 * z - 13)).named("D");
    let lines = |m: &Model| m.explainer()?.explain_fact("t < 9", &constraint!(t < 9)).map(|finding| finding.lines);
    let by_sum = [
        "t < 9 is true in every solution:",
        "1. t >= 9 is assumed",
        "2. t >= 9, and `A` + `B` + `C` + `D` says 22 <= 21, so there is no way out (from 1)",
    ];
    assert_eq!(lines(&m).expect("an answer"), by_sum);
    m.post(constraint!(x + y + z >= 11)).named("E");
    let nowhere = [
        "There is no solution at all:",
        "1. by the declared domains, and `A` + `B` + `C` + 2 × `E` says 22 <= 21, so there is no way out",
    ];
    assert_eq!(lines(&m).expect("an answer"), nowhere);
    let off = m.search().linear_relaxation(Relaxation::Off).explainer().expect("an explainer");
    let found = off.explain_fact("t < 9", &constraint!(t < 9)).expect("an answer");
    assert!(found.is_hopeless && found.lines[0].contains("a search of"), "{:?}", found.lines);
}
