//! The work that a learning search spends on explanations is counted, and is bounded for each conflict.

use solver_core::harness::Audit;
use solver_core::prelude::*;
use solver_core::prelude_propagator::*;
use std::collections::HashSet;

/// A count may take any of 18,000 values, and a conflict requests the reasons for removing thousands of them.
#[test]
fn conflicts_over_thousands_of_removed_values_are_cheap() {
    let mut m = Model::new();
    let w = m.int("w", vec![-1561, -632, -346, 2946]).expect("values");
    let (b, x) = (m.int("b", 0..=1).expect("values"), m.int("x", -4..=-1).expect("values"));
    m.count_equal([x, b, b, x], 5 * b + 2 * (Expr::from(x) / w) - 4 * w - 1, b);
    m.value_precede_chain([0, 1], [x]);
    let solutions = |search: Search<'_>| {
        let mut run = search.start().expect("a model");
        let mut found = HashSet::new();
        while run.step() == Step::Solution {
            let solution = run.solution().expect("it stands at one");
            assert!(found.insert([w, b, x].map(|x| solution[x])), "found twice");
        }
        (found, run.work())
    };
    for values in [ValueSelect::Min, ValueSelect::ExceptMin, ValueSelect::Split] {
        let search = m.search().order(VarSelect::SmallestDomain).values(values);
        let (classical, _) = solutions(search.clone());
        for &learning in Learning::ALL {
            let (found, work) = solutions(search.clone().learn(learning));
            assert_eq!(found, classical, "{learning}, {values}");
            assert!(work < 3_000_000, "{learning}, {values}: {work} units of work");
        }
    }
}

/// Requires that at most one of the views is 1. Its explanations read the views far more often than necessary.
#[derive(Clone)]
struct Costly(Vec<View>);

/// The number of reads per explanation. Two explanations exceed the limit per conflict.
const QUERIES: usize = 300_000;

static ONE: Rule = Rule::new("costly.one", "{premises}: {constraint} allows no other, so {fact}");

impl Propagator for Costly {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.0, Wake::Bounds);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let Some(one) = self.0.iter().position(|&view| cx.fixed(view) == Some(1)) else { return Ok(Status::Stable) };
        for (_, &view) in self.0.iter().enumerate().filter(|other| other.0 != one) {
            cx.remove(view, 1, || Lazy(one as u32))?;
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let one = self.0[hint as usize];
        let looks = (0..QUERIES).filter(|_| past.contains(one, 1)).count();
        assert_eq!(looks, QUERIES);
        why.push(Atom::equals(one, 1));
        &ONE
    }

    fn check(&self, _: &'static Rule, case: &CheckContext<'_>) -> bool {
        self.0.iter().filter(|&&view| case.fixed(view) == Some(1)).count() > 1
    }
}

/// Explanations are counted as work even if they exceed the limit per conflict. In that case the nogood consists of
/// decisions, so no solution is lost.
#[test]
fn costly_explanations_are_counted_and_bounded() {
    let mut m = Model::new();
    let x = m.matrix("x", 5, 4, 0..=1).expect("variables");
    for row in x.rows() {
        m.post(row.iter().sum::<Expr>().at_least(1));
    }
    for column in x.columns() {
        m.propagator("costly", column, |views| Box::new(Costly(views.to_vec())));
    }
    // Five pigeons do not fit into four holes.
    for &learning in Learning::ALL {
        let mut run = m.search().learn(learning).solution_limit(1).start().expect("a model");
        run.audit(Audit::default());
        assert_eq!(run.step(), Step::Exhausted, "{learning}");
        assert_eq!(run.audited().expect("it learns").complaints, [""; 0], "{learning}");
        let failures = run.statistics().failures;
        assert!(failures < 200, "{learning}: {failures} failures");
        // Conflict analysis ends with the explanation that exceeds the limit.
        let (work, most) = (run.work(), failures as i64 * 3 * QUERIES as i64);
        assert!((QUERIES as i64..most).contains(&work), "{learning}: {work} units for {failures} failures");
    }
}
