//! A reason is the same whenever it is requested: immediately, in any order, long after the fact, or after the search
//! has backtracked to an ancestor.

use queens::{Channel, QueensRule};
use solver_core::constraints::{
    AllDifferentBounds, AllDifferentDomain, AllDifferentValue, LinearAtMost, LinearEqual, LinearNotEqual, NotEqual,
    Term,
};
use solver_core::engine::{Engine, EngineBuilder, Inference};
use solver_core::search::Rng;
use solver_core::{Atom, Layout, Propagator, ValueSet, View};

/// Formats an inference for comparison.
fn printed(inference: Option<Inference>) -> String {
    format!("{inference:?}")
}

/// Builds a queens engine with all kinds of constraints, so that every `explain` is exercised.
fn engine(n: usize, layout: Layout) -> (Engine, Vec<View>) {
    let mut b = EngineBuilder::with_layout(vec![ValueSet::range(0, n as i32 - 1); 2 * n], layout).explaining();
    let all: Vec<View> = (0..2 * n).map(|i| b.view(i)).collect();
    let (x, y) = all.split_at(n);
    let slanted = |slope: i32| (0..).zip(x).map(move |(c, view)| view.plus(slope * c)).collect::<Vec<View>>();
    let terms = |from: usize| {
        let range = 0..=n as i32 - 1;
        (from..from + 4).map(move |i| (Term { coefficient: 1 + i as i64 % 3, view: x[i] }, range.clone()))
    };
    let domain = slanted(-1).into_iter().map(|view| {
        let (low, high) = b.bounds(view);
        (view, low, high)
    });
    let domain = AllDifferentDomain::new(domain).expect("few values");
    let propagators: Vec<Box<dyn Propagator>> = vec![
        Box::new(AllDifferentValue::new(x.iter().copied())),
        Box::new(AllDifferentBounds::new(slanted(1))),
        Box::new(domain),
        Box::new(Channel::new(x.iter().copied().zip(y.iter().copied()))),
        Box::new(QueensRule::new(x.iter().copied())),
        Box::new(NotEqual::new(x[0], x[n - 1].plus(2))),
        Box::new(LinearAtMost::new(terms(0), 3 * n as i64).expect("small numbers")),
        Box::new(
            LinearEqual::new(terms(1).chain([(Term { coefficient: -1, view: y[0] }, 0..=n as i32 - 1)]), 2 * n as i64)
                .expect("small numbers"),
        ),
        Box::new(LinearNotEqual::new(terms(2), 2 * n as i64).expect("small numbers")),
    ];
    for propagator in propagators {
        b.post(propagator);
    }
    (b.build().expect("a sound model"), x.to_vec())
}

/// Records the reasons for new facts immediately.
fn record_new(engine: &Engine, at_once: &mut Vec<String>) {
    for position in at_once.len()..engine.facts() {
        at_once.push(printed(engine.inference(position)));
    }
}

#[test]
fn case_34_a_reason_is_the_same_whenever_it_is_asked_for() {
    let mut asked = 0;
    for (case, seed) in (0..36).enumerate() {
        let mut rng = Rng::new(seed);
        let n = [6, 8, 12, 70][case % 4];
        let layout = [Layout::Auto, Layout::Wide, Layout::Span][case % 3];
        let (mut engine, columns) = engine(n, layout);
        let mut at_once: Vec<String> = Vec::new();
        // The number of facts when each level was opened.
        let mut levels: Vec<usize> = Vec::new();
        assert!(engine.propagate().is_ok());
        record_new(&engine, &mut at_once);
        for _ in 0..if n > 60 { 25 } else { 150 } {
            let open: Vec<View> = columns.iter().copied().filter(|&view| engine.size(view) > 1).collect();
            let mut failed = open.is_empty();
            if !failed {
                let view = open[rng.below(open.len() as u64) as usize];
                let values = engine.values(view);
                let v = values[rng.below(values.len() as u64) as usize];
                levels.push(engine.facts());
                engine.push_level();
                let atom = match rng.below(4) {
                    0 => Atom::differs(view, v),
                    1 => Atom::at_most(view, v),
                    _ => Atom::equals(view, v),
                };
                failed = engine.assume(atom).and_then(|()| engine.propagate()).is_err();
                record_new(&engine, &mut at_once);
                if failed {
                    let conflict = printed(engine.conflict());
                    ask(&engine, &at_once, &mut rng, &mut asked);
                    assert_eq!(printed(engine.conflict()), conflict, "n = {n}, {layout:?}, seed {seed}");
                }
            }
            // Backtracks a random number of levels, and at least the failed one.
            let back = if failed { 1 + rng.below(levels.len().max(1) as u64) } else { rng.below(5) / 4 };
            for _ in 0..back {
                let Some(facts) = levels.pop() else { break };
                engine.pop_level();
                at_once.truncate(facts);
            }
            assert_eq!(engine.facts(), at_once.len(), "levels cut the trail");
            ask(&engine, &at_once, &mut rng, &mut asked);
        }
    }
    assert!(asked > 100_000, "only {asked} questions");
}

/// Requests reasons for facts in random order.
fn ask(engine: &Engine, at_once: &[String], rng: &mut Rng, asked: &mut u64) {
    let facts = at_once.len() as u64;
    for _ in 0..facts.min(40) {
        let position = rng.below(facts) as usize;
        assert_eq!(printed(engine.inference(position)), at_once[position], "fact {position} of {facts}");
        *asked += 1;
    }
}
