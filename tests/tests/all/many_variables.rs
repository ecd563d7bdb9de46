//! Tests of learning with too many variables to scan: a small hard core among hundreds of free variables, with every
//! variable selection and every kind of learning.
//!
//! If 256 or more variables are open, a tournament selects the variable. It must be notified of every level that
//! conflict analysis opens.

use solver_core::harness::{Audit, Rng};
use solver_core::prelude::*;

/// Builds a model of three-literal clauses over some variables, surrounded by free variables.
fn hard_core(rng: &mut Rng) -> Model {
    let mut below = |n: usize| rng.below(n as u64) as usize;
    let (front, hard, back) = (10 + below(20), 8 + below(30), 300 + below(100));
    let mut m = Model::new();
    let x = m.ints("x", front + hard + back, 0..=1).expect("variables");
    for _ in 0..3 * hard + below(2 * hard) {
        let (mut positive, mut negative) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let literal = x[front + below(hard)];
            if below(2) == 0 { &mut positive } else { &mut negative }.push(literal);
        }
        m.clause(positive, negative);
    }
    m
}

/// The variable selections that depend only on a variable's own domain and constraints.
const LOCAL: [VarSelect; 5] =
    [VarSelect::SmallestDomain, VarSelect::LargestDomain, VarSelect::DomWdeg, VarSelect::Degree, VarSelect::MaxRegret];

/// Runs `FERZ_CASES` models, or a few by default. No search is deeper than its variable count, and every nogood is
/// correct.
#[test]
fn decisions_of_the_learner_are_seen_by_the_tournament() {
    let cases = ferz_tests::cases(60, 400);
    let (mut failures, mut reasons) = (0, 0);
    for seed in 0..cases {
        let mut rng = Rng::new(seed);
        let m = hard_core(&mut rng);
        // Every second search uses a selection that the tournament supports.
        let orders = if seed % 2 == 0 { &LOCAL[..] } else { VarSelect::ALL };
        let order = orders[rng.below(orders.len() as u64) as usize];
        let learning = Learning::ALL[rng.below(Learning::ALL.len() as u64) as usize];
        let search = m.search().learn(learning).order(order).seed(seed).node_limit(3_000).solution_limit(1);
        let mut run = search.start().expect("a model");
        run.audit(Audit::default());
        run.step();
        let statistics = run.statistics();
        assert!(
            statistics.peak_depth <= m.variables() as u64,
            "seed {seed}, {learning}, {order}: {} levels",
            statistics.peak_depth
        );
        let audit = run.audited().expect("it learns");
        assert_eq!(audit.complaints, [""; 0], "seed {seed}, {learning}, {order}");
        failures += statistics.failures;
        reasons += audit.reasons;
    }
    assert!(failures > cases && reasons > 10 * cases, "{failures} failures, {reasons} reasons");
}
