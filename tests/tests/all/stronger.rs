//! Compares the removals at stronger levels with brute force.

use solver_core::prelude::*;
use solver_core::{Atom, ValueSet, View};
use std::collections::BTreeSet;
use study::recording::{Event, Recorder, Replay};
use study::stronger::{Strength, Stronger};

fn queens(n: i32) -> (Model, Vec<IntVar>) {
    let mut m = Model::new();
    let q = m.ints("q", n as usize, 0..=n - 1).expect("a board");
    m.all_different(&q).named("rows");
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i)).named("up diagonals");
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i)).named("down diagonals");
    (m, q)
}

/// At every node of the search for all solutions of six queens, the first level, forward checking, removes the attacked
/// squares; the last level, search, removes the values that occur in no solution with the placed queens; and the
/// domains at each level are subsets of those at the previous level.
#[test]
fn every_node_of_six_queens() {
    let (m, _) = queens(6);
    let solutions: Vec<Vec<i32>> = m.solutions().expect("a sound model").map(|s| s.all_values().to_vec()).collect();
    let mut recorder = Recorder::new(usize::MAX);
    m.search().branching(Branching::DWay).observe(&mut recorder).expect("a sound model");
    let recording = recorder.finish();
    let mut stronger = Stronger::new(&m).expect("a sound model");
    assert!(stronger.knows(recording.symbols().variables().map(|(name, _)| name)));
    let mut replay = Replay::new(&recording);
    let mut only = BTreeSet::new();
    while let Some(event) = replay.step() {
        let Event::Decide { .. } = event else { continue };
        let decisions: Vec<Atom> = replay.decided().collect();
        let queens: Vec<(usize, i32)> = decisions.iter().map(|d| (d.var().index(), d.value())).collect();
        let strengths = stronger.at(&decisions);
        assert_eq!(strengths.given_up, None);
        let names: Vec<Strength> = strengths.levels.iter().map(|(level, _)| *level).collect();
        assert_eq!(names, Strength::ALL);
        let attacked = |c: usize, r: i32| {
            queens.iter().any(|&(d, s)| d != c && (s == r || (s - r).unsigned_abs() as usize == d.abs_diff(c)))
        };
        let placed = |c: usize, r: i32| queens.iter().all(|&(d, s)| d != c || s == r);
        let of = |holds: &dyn Fn(usize, i32) -> bool| -> Vec<ValueSet> {
            (0..6).map(|c| ValueSet::from_values((0..6).filter(|&r| holds(c, r)))).collect()
        };
        let wanted = |domains: Vec<ValueSet>| {
            if domains.iter().any(ValueSet::is_empty) { None } else { Some(domains) }
        };
        assert_eq!(strengths.levels[0].1, wanted(of(&|c, r| placed(c, r) && !attacked(c, r))));
        let below: Vec<_> = solutions.iter().filter(|s| queens.iter().all(|&(c, r)| s[c] == r)).collect();
        assert_eq!(strengths.levels[5].1, wanted(of(&|c, r| below.iter().any(|s| s[c] == r))));
        for pair in strengths.levels.windows(2) {
            if let (Some(one), Some(other)) = (&pair[0].1, &pair[1].1) {
                assert!(one.iter().zip(other).all(|(a, b)| b.minus(a).is_empty()));
            } else {
                assert_eq!(pair[1].1, None);
            }
            if pair[0].1 != pair[1].1 {
                only.insert(pair[1].0);
            }
        }
    }
    // With six queens, search has nothing left to remove: singleton consistency already removes all values without a
    // solution.
    assert_eq!(Vec::from_iter(only), [Strength::Value, Strength::Bounds, Strength::Domain, Strength::Singleton]);
}

/// If the effort is limited, some values remain undecided. Some levels support only some constraints of a model.
#[test]
fn limits_and_mixtures() {
    let (m, _) = queens(8);
    let few = Stronger::new(&m).expect("a sound model").effort(3).at(&[]);
    assert_eq!((few.levels.len(), few.given_up), (4, Some(Strength::Singleton)));
    let some = Stronger::new(&m).expect("a sound model").effort(64).at(&[]);
    assert_eq!((some.levels.len(), some.given_up), (5, Some(Strength::Search)));

    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=9).expect("three");
    let wide = m.ints("wide", 2, 0..=1_000_000).expect("two");
    m.post((x[0] + x[1]).equals(2 * x[2])).named("even");
    m.post((wide[0] + 3 * wide[1]).equals(7)).named("too wide for domains");
    m.all_different(&x);
    let strengths = Stronger::new(&m).expect("a sound model").at(&[]);
    let symbols = m.search().explaining().start().expect("a sound model");
    let var = symbols.symbols().expect("it explains").var(wide[1]).expect("its own");
    for (level, left) in &strengths.levels[1..] {
        let Some(domains) = left else { panic!("{level:?} fails") };
        assert_eq!(domains[var.index()].max(), Some(2));
    }
    let nothing = Atom::equals(View::from(var), 5);
    let strengths = Stronger::new(&m).expect("a sound model").at(&[nothing]);
    assert!(strengths.levels[1..].iter().all(|(_, left)| left.is_none()));
}
