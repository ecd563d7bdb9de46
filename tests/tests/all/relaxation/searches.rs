//! Searches with the relaxation find the solutions and optima of brute force, and the audit accepts every reason.

use super::{Case, SOLUTIONS, sum};
use solver_core::harness::Audit;
use solver_core::prelude::*;

/// The number of checks made, by kind.
#[derive(Default, Debug)]
struct Checked {
    optima: u64,
    enumerations: u64,
    reasons: u64,
    /// The number of reasons from the relaxation.
    of_relaxation: u64,
    /// The node counts of the searches for an optimum: without the relaxation, with it at the root, and with it
    /// everywhere.
    nodes: [u64; 3],
}

impl Checked {
    /// Runs a search to its end; returns the solutions, the last of which is the best, and the node count.
    fn run(&mut self, what: &str, mut run: Run, x: &[IntVar], is_on: bool) -> (Vec<Vec<i32>>, u64) {
        run.audit(Audit::default().with_short_runs());
        let mut found = Vec::new();
        let end = loop {
            match run.step() {
                Step::Solution => found.push(run.solution().expect("a solution").values(x).expect("values")),
                end => break end,
            }
        };
        assert_eq!(end, Step::Exhausted, "{what}");
        if let Some(audit) = run.audited() {
            assert_eq!(audit.complaints, [""; 0], "{what}");
            self.reasons += audit.reasons;
            let of_relaxation = audit.rules.get("relaxation.sum").copied().unwrap_or(0);
            assert!(is_on || of_relaxation == 0, "{what}");
            self.of_relaxation += of_relaxation;
        }
        (found, run.statistics().nodes)
    }

    fn check(&mut self, case: &Case) {
        let Case { model: m, x, .. } = case;
        let expected = case.solutions();
        let goal = [Goal::Minimize, Goal::Maximize][case.seed as usize % 2];
        let values = || expected.iter().map(|values| sum(&case.objective, values));
        let best = if goal == Goal::Minimize { values().min() } else { values().max() };
        let learning = [Learning::Fixed, Learning::Activity, Learning::Alternating][case.seed as usize / 2 % 3];
        for (nodes, relaxation) in [Relaxation::Off, Relaxation::Root, Relaxation::On].into_iter().enumerate() {
            for is_auto in [false, true] {
                let search = m.search().linear_relaxation(relaxation).node_limit(100_000);
                let search = if is_auto { search.auto() } else { search.learn(learning) };
                let what = format!("seed {}, {learning}, {relaxation}, automatic: {is_auto}", case.seed);
                let is_on = relaxation != Relaxation::Off;
                if !is_auto || relaxation == Relaxation::On {
                    let run = search.improving(goal, case.objective()).expect("a model").into_run();
                    let (found, visited) = self.run(&what, run, x, is_on);
                    self.nodes[nodes] += if is_auto { 0 } else { visited };
                    assert_eq!(found.last().map(|values| sum(&case.objective, values)), best, "{what}");
                    self.optima += 1;
                }
                if expected.len() <= SOLUTIONS && relaxation == Relaxation::On {
                    let (mut found, _) = self.run(&what, search.start().expect("a model"), x, is_on);
                    found.sort();
                    assert_eq!(found, expected, "{what}");
                    self.enumerations += 1;
                }
            }
        }
    }
}

/// Runs `FERZ_CASES` models, or a few by default.
#[test]
fn random_models_have_the_optima_and_solutions_of_brute_force() {
    let cases = ferz_tests::cases(400, 20_000);
    let mut checked = Checked::default();
    (0..cases).for_each(|seed| checked.check(&Case::draw(seed)));
    eprintln!("{cases} models: {checked:?}");
    assert!(2 * checked.enumerations > cases && checked.of_relaxation > cases, "{checked:?}");
    assert!(checked.nodes.is_sorted_by(|a, b| a > b), "{checked:?}");
}
