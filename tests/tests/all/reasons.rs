//! Verifies every inference in the search for all N-Queens solutions: its premises held before it, and its rule's
//! checker confirms that they imply it. Also verifies inferences over domains of a billion values, which no checker may
//! enumerate.

use queens::{Channel, QueensRule};
use solver_core::constraints::{
    AllDifferentBounds, AllDifferentDomain, AllDifferentValue, LinearAtMost, LinearEqual, LinearNotEqual, NotEqual,
    Term,
};
use solver_core::engine::{Engine, EngineBuilder, Inference};
use solver_core::{Atom, Propagator, ValueSet, View};
use std::collections::BTreeMap;

/// The counts for one rule.
#[derive(Clone, Copy, Default)]
struct Tally {
    reasons: usize,
    premises: usize,
    /// The number of redundant premises: the rule would make the same inference without them.
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

/// Creates three propagators on views of the columns: one for the rows, and one for each diagonal direction.
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
                // Every premise is necessary.
                assert_eq!(spare, 0, "{n} queens, {name}, {rule}");
                total += reasons;
            }
        }
    }
    println!("{total} reasons");
    assert!(total > 400_000, "{total}");
}

#[test]
fn reasons_over_a_billion_values_are_verified() {
    const BILLION: i32 = 1_000_000_000;
    type Terms = Vec<(Term, std::ops::RangeInclusive<i32>)>;
    let terms = |views: &[View]| -> Terms {
        (1..).zip(views).map(|(coefficient, &view)| (Term { coefficient, view }, 0..=BILLION)).collect()
    };
    type Post<'a> = &'a dyn Fn(&[View]) -> Box<dyn Propagator>;
    let posts: [Post<'_>; 6] = [
        &|v| Box::new(NotEqual::new(v[0], v[1])),
        &|v| Box::new(AllDifferentValue::new(v.iter().copied())),
        &|v| Box::new(AllDifferentBounds::new(v.iter().copied())),
        &|v| Box::new(LinearAtMost::new(terms(v), i64::from(BILLION)).unwrap()),
        &|v| Box::new(LinearEqual::new(terms(v), 6 * i64::from(BILLION) - 20).unwrap()),
        &|v| Box::new(LinearNotEqual::new(terms(v), 3 * i64::from(BILLION)).unwrap()),
    ];
    for (number, post) in posts.into_iter().enumerate() {
        let mut b = EngineBuilder::new(vec![ValueSet::range(0, BILLION); 3]).explaining();
        let views: Vec<View> = (0..3).map(|i| b.view(i)).collect();
        b.post(post(&views));
        let mut engine = b.build().unwrap();
        let half = |i: usize| Atom::at_least(views[i], BILLION / 2);
        let ways = [
            vec![],
            vec![Atom::equals(views[0], 0), Atom::equals(views[1], 0)],
            // The first two views take the two middle values.
            [0, 1]
                .into_iter()
                .flat_map(|i| [half(i), Atom::at_most(views[i], BILLION / 2 + 1)])
                .chain([half(2)])
                .collect(),
        ];
        let mut verified = 0;
        for way in ways {
            engine.push_level();
            if way.into_iter().all(|decision| engine.assume(decision).is_ok()) {
                let _ = engine.propagate();
                let facts = (0..engine.facts()).map(|position| engine.verify(position));
                for checked in facts.chain([engine.verify_conflict()]) {
                    verified += usize::from(checked.unwrap_or_else(|invalid| panic!("{invalid}")).is_some());
                }
            }
            engine.pop_level();
        }
        assert!(verified > 0, "constraint number {number}");
    }
}
