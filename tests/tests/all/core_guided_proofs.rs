//! Proofs of core-guided search: optima of sums in random models, with totals that the proof introduces.

use ferz_tests::checkers::ProofDir;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// Generates costs of 0 or 1, or sometimes up to 3, with lower bounds on the sums of random triples. The objective is a
/// weighted sum of the costs: it is minimised, or its negation is maximised.
fn random(seed: u64) -> (Model, Goal, IntVar) {
    let mut rng = Rng::new(seed);
    let mut m = Model::new();
    let n = 30 + rng.below(30) as usize;
    let most = |rng: &mut Rng| if rng.below(4) == 0 { 1 + rng.below(3) as i32 } else { 1 };
    let cost: Vec<IntVar> = (0..n)
        .map(|i| {
            let most = most(&mut rng);
            m.int(format!("cost {i}"), 0..=most).expect("values")
        })
        .collect();
    for _ in 0..2 * n + rng.below(10) as usize {
        let [a, b, c] = std::array::from_fn(|_| cost[rng.below(n as u64) as usize]);
        let least = 1 + i32::from(rng.below(8) == 0);
        m.post((a + b + Expr::from(c)).at_least(least));
    }
    let weights: Vec<i32> = (0..n).map(|_| 1 + rng.below(5) as i32).collect();
    let goal = if rng.below(2) == 0 { Goal::Minimize } else { Goal::Maximize };
    let sign = if goal == Goal::Minimize { 1 } else { -1 };
    let total = m.int("objective", if sign == 1 { 0..=900 } else { -900..=0 }).expect("values");
    let sum = cost.iter().zip(&weights).map(|(&cost, &weight)| sign * weight * cost).sum::<Expr>();
    m.post(sum.equals(total)).named("total cost");
    (m, goal, total)
}

/// The optimum equals that of a search without cores, VeriPB accepts the proof, and many proofs have totals.
#[test]
fn proofs_with_totals_are_accepted() {
    let Some(files) = ProofDir::checked() else { return };
    let (seeds, mut with_totals) = (ferz_tests::cases(8, 100), 0);
    for seed in 0..seeds {
        let (m, goal, total) = random(seed);
        let known = match goal {
            Goal::Minimize => m.search().learn(Learning::Activity).minimize(total),
            Goal::Maximize => m.search().learn(Learning::Activity).maximize(total),
        };
        let known = known.expect("a sound model").expect("everything may cost").value;
        let search = if seed % 3 == 0 { m.search().auto() } else { m.search().learn(Learning::Alternating) };
        let proved = search.prove_optimum(goal, total, files.create().expect("files"));
        let proved = proved.unwrap_or_else(|error| panic!("{seed}: {error}"));
        let verdict = proved.verdict.unwrap_or_else(|| panic!("{seed}: {:?}", proved.claim));
        assert_eq!(proved.claim, solver_core::proof::Claim::Optimum(known), "{seed}");
        assert_eq!(files.veripb(), Ok(verdict), "{seed}");
        let proof = std::fs::read_to_string(files.proof()).expect("a proof");
        with_totals += u64::from(proof.contains("total_ge_1"));
    }
    assert!(with_totals > seeds / 4, "{with_totals} of {seeds} proofs have totals");
}
