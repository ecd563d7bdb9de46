//! Every inference on the way to all solutions of N-Queens, verified: the premises
//! held before it, and the checker of its rule says that they imply it.

use queens::{Channel, QueensRule};
use solver_core::constraints::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, NotEqual};
use solver_core::engine::{Engine, EngineBuilder, Inference};
use solver_core::prelude::Branching;
use solver_core::{Atom, Propagator, ValueSet, View};
use std::collections::BTreeMap;

/// What was counted of a rule.
#[derive(Clone, Copy, Default)]
struct Tally {
    reasons: usize,
    premises: usize,
    /// Premises without which the rule finds the same.
    spare: usize,
}

#[derive(Default)]
struct Search {
    solutions: usize,
    rules: BTreeMap<&'static str, Tally>,
}

impl Search {
    fn all(&mut self, engine: &mut Engine, columns: &[View], from: usize) {
        let open = engine.propagate().is_ok();
        for position in from..engine.facts() {
            let verified = engine.verify(position).unwrap_or_else(|invalid| panic!("{invalid}"));
            self.count(engine, verified);
        }
        if !open {
            let verified = engine.verify_conflict().unwrap_or_else(|invalid| panic!("{invalid}"));
            assert!(verified.is_some(), "a failure without a reason");
            return self.count(engine, verified);
        }
        let Some(&column) = columns.iter().find(|&&c| engine.fixed(c).is_none()) else {
            self.solutions += 1;
            return;
        };
        let decision = Atom::equals(column, engine.min(column));
        for branch in [decision, !decision] {
            engine.push_level();
            let from = engine.facts();
            engine.assume(branch).unwrap();
            self.all(engine, columns, from);
            engine.pop_level();
        }
    }

    fn count(&mut self, engine: &Engine, inference: Option<Inference>) {
        let Some(inference) = inference else { return };
        let tally = self.rules.entry(inference.rule.name).or_default();
        tally.reasons += 1;
        tally.premises += inference.premises.len();
        let atoms: Vec<Atom> = inference.refutation().collect();
        for i in 0..inference.premises.len() {
            let mut fewer = atoms.clone();
            fewer.remove(i);
            let follows = engine.follows(inference.propagator, inference.rule, engine.roots().unwrap(), &fewer);
            tally.spare += usize::from(follows);
        }
    }
}

type Post = fn(&[View], &[View]) -> Vec<Box<dyn Propagator>>;

/// Three propagators, on the columns, and on both diagonals by views.
fn lines(columns: &[View], post: impl Fn(Vec<View>) -> Box<dyn Propagator>) -> Vec<Box<dyn Propagator>> {
    let along = |slope: i32| (0..).zip(columns).map(|(c, view)| view.plus(slope * c)).collect();
    [0, 1, -1].map(|slope| post(along(slope))).into()
}

#[test]
fn every_reason_on_queens_is_verified_and_no_premise_is_spare() {
    let formulations: [(&str, Post); 6] = [
        ("pairwise", |q, _| {
            let mut all: Vec<Box<dyn Propagator>> = Vec::new();
            for (i, &x) in q.iter().enumerate() {
                for (d, &y) in (1..).zip(&q[i + 1..]) {
                    all.extend([0, d, -d].map(|c| Box::new(NotEqual::new(x, y.plus(c))) as Box<dyn Propagator>));
                }
            }
            all
        }),
        ("value", |q, _| lines(q, |views| Box::new(AllDifferentValue::new(views)))),
        ("bounds", |q, _| lines(q, |views| Box::new(AllDifferentBounds::new(views)))),
        ("domain", |q, _| {
            lines(q, |views| Box::new(AllDifferentDomain::new(views.into_iter().map(|v| (v, -9, 18))).unwrap()))
        }),
        ("dual", |q, rows| {
            let mut all = lines(q, |views| Box::new(AllDifferentValue::new(views)));
            all.push(Box::new(Channel::new(q.iter().copied().zip(rows.iter().copied()))));
            all
        }),
        ("queens rule", |q, _| vec![Box::new(QueensRule::new(q.iter().copied()))]),
    ];
    let mut total = 0;
    for (n, solutions) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)] {
        for (name, post) in formulations {
            let last = n as i32 - 1;
            let mut b = EngineBuilder::new(vec![ValueSet::range(0, last); 2 * n]).explaining();
            let views: Vec<View> = (0..2 * n).map(|i| b.view(i)).collect();
            let (columns, rows) = views.split_at(n);
            for propagator in post(columns, rows) {
                b.post(propagator);
            }
            let mut search = Search::default();
            search.all(&mut b.build().unwrap(), columns, 0);
            assert_eq!(search.solutions, solutions, "{n} queens, {name}");
            for (rule, Tally { reasons, premises, spare }) in search.rules {
                println!("{n} queens, {name}, {rule}: {reasons} reasons, {premises} premises");
                // Not one premise too many.
                assert_eq!(spare, 0, "{n} queens, {name}, {rule}");
                total += reasons;
            }
        }
    }
    println!("{total} reasons");
    assert!(total > 400_000, "{total}");
}

/// The same through the event stream, as `--check-inferences` does it, with both ways of branching.
#[test]
fn every_reason_of_a_watched_search_is_verified() {
    for stated in ferz_tests::ALL {
        for branching in [Branching::TwoWay, Branching::DWay] {
            let mut check = study::Check::new();
            let setup = ferz_tests::Setup { branching, ..ferz_tests::Setup::new(7, stated) };
            let statistics = setup.observe(None, &mut check).expect("a queens model");
            let rules = check.finish().unwrap_or_else(|invalid| panic!("{setup:?}: {invalid}"));
            assert_eq!(rules.values().map(|tally| tally.failures).sum::<u64>(), statistics.failures, "{setup:?}");
            assert!(rules.values().map(|tally| tally.inferences).sum::<u64>() > 10 * statistics.solutions, "{setup:?}");
        }
    }
}
