//! Watched literals: a propagator that watches a literal is scheduled when the literal becomes true or false. If the
//! literal is about a single value, the propagator is never scheduled earlier.

use solver_core::engine::{BuildError, EngineBuilder};
use solver_core::harness::Rng;
use solver_core::prelude_propagator::*;
use solver_core::{Layout, ValueSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A propagator that counts its runs.
#[derive(Clone)]
struct Watcher {
    view: View,
    literal: Atom,
    runs: Arc<AtomicU64>,
}

static NONE: Rule = Rule::new("test.none", "");

impl Propagator for Watcher {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.view, Wake::Literal(self.literal));
    }

    fn propagate(&mut self, _: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        Ok(Status::Stable)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        &NONE
    }

    fn check(&self, _: &'static Rule, _: &CheckContext<'_>) -> bool {
        false
    }
}

fn literal(rng: &mut Rng, view: View) -> Atom {
    let v = rng.below(40) as i32 - 5;
    match rng.below(4) {
        0 => Atom::equals(view, v),
        1 => Atom::differs(view, v),
        2 => Atom::at_least(view, v),
        _ => Atom::at_most(view, v),
    }
}

#[test]
fn a_literal_wakes_when_it_is_decided() {
    let mut rng = Rng::new(1);
    let (mut decided, mut spared) = (0, 0);
    for round in 0..3_000 {
        let layout = [Layout::Auto, Layout::Wide, Layout::Span][round % 3];
        let set = ValueSet::from_values((0..30).filter(|_| rng.below(5) > 0).chain([30]));
        let mut b = EngineBuilder::with_layout(vec![set], layout);
        let x = b.view(0);
        let watchers: Vec<Watcher> = (0..12)
            .map(|_| {
                let view = if rng.below(2) == 0 { x } else { (-x).plus(7) };
                Watcher { view, literal: literal(&mut rng, view), runs: Arc::default() }
            })
            .collect();
        for watcher in &watchers {
            b.post(Box::new(watcher.clone()));
        }
        let mut engine = b.build().unwrap();
        engine.propagate().unwrap();
        for _ in 0..12 {
            if engine.level() > 0 && rng.below(4) == 0 {
                engine.pop_level();
            }
            let values = |engine: &solver_core::engine::Engine| ValueSet::from_values(engine.values(x));
            let before = values(&engine);
            let known: Vec<u64> = watchers.iter().map(|w| w.runs.load(Ordering::Relaxed)).collect();
            engine.push_level();
            let change = literal(&mut rng, x);
            if engine.assume(change).and_then(|()| engine.propagate()).is_err() {
                engine.pop_level();
                continue;
            }
            let after = values(&engine);
            for (watcher, known) in watchers.iter().zip(known) {
                let is_open = |set: &ValueSet| {
                    let held = set.intersection(&watcher.literal.values());
                    !held.is_empty() && held != *set
                };
                let runs = watcher.runs.load(Ordering::Relaxed) - known;
                if is_open(&before) && !is_open(&after) {
                    assert_eq!(runs, 1, "{layout:?}: {change:?} decides {:?} in {before:?}", watcher.literal);
                    decided += 1;
                }
                let of_value = matches!(watcher.literal.relation(), Relation::Equal | Relation::NotEqual);
                if of_value && is_open(&after) && after.max() != Some(watcher.literal.value()) {
                    assert_eq!(runs, 0, "{layout:?}: {change:?} leaves {:?} open in {after:?}", watcher.literal);
                    spared += 1;
                }
            }
        }
    }
    assert!(decided > 10_000 && spared > 10_000, "{decided} {spared}");
}

#[test]
fn a_literal_is_about_the_view_that_it_is_watched_at() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9); 2]);
    let literal = Atom::equals(b.view(1), 3);
    b.post(Box::new(Watcher { view: b.view(0), literal, runs: Arc::default() }));
    assert!(matches!(b.build(), Err(BuildError::ForeignLiteral { propagator: 0 })));
}
