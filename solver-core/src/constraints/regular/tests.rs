//! Tests of hand-written automata: counts, reasons, a large automaton, misuse.

use super::{Automaton, AutomatonError};
use crate::budget::Budget;
use crate::constraints::Mdd;
use crate::engine::{EngineBuilder, Halt};
use crate::search::Limits;
use crate::{Atom, StopReason, ValueSet, View};
use std::time::{Duration, Instant};

/// Two ones, then one or more zeros, then three ones: a line of a nonogram.
fn nonogram() -> Automaton {
    let steps = [(0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 0, 3), (3, 0, 3), (3, 1, 4), (4, 1, 5), (5, 1, 6), (6, 0, 6)];
    Automaton::new(7, 0, [6], steps).unwrap()
}

#[test]
fn a_row_of_a_nonogram_and_its_reason() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1); 8]).explaining();
    let v: Vec<View> = (0..8).map(|i| b.view(i)).collect();
    b.post(Box::new(Mdd::regular(v.iter().copied(), &nonogram()).unwrap()));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    // Runs of 2 and 3 in 8 squares leave 2 squares of slack, so only one square, part of the run of 3, is certain.
    assert_eq!(v.iter().map(|&x| e.fixed(x)).collect::<Vec<_>>(), [None, None, None, None, None, Some(1), None, None]);
    e.assume(Atom::equals(v[0], 0)).unwrap();
    e.assume(Atom::equals(v[1], 0)).unwrap();
    e.propagate().unwrap();
    assert_eq!(v.iter().map(|&x| e.fixed(x).unwrap()).collect::<Vec<_>>(), [0, 0, 1, 1, 0, 1, 1, 1]);
    for at in 0..e.facts() {
        e.verify(at).unwrap();
    }
    let last = (0..e.facts()).find(|&at| e.fact(at) == Some(Atom::differs(v[7], 0))).unwrap();
    // Removing one value excludes all words that end in 0.
    assert_eq!(e.inference(last).unwrap().premises[..], [Atom::differs(v[4], 1)]);
}

#[test]
fn misuse_is_reported() {
    let wrong = Automaton::new(2, 0, [1], [(0, 5, 2)]).unwrap_err();
    assert_eq!(wrong, AutomatonError::State { state: 2, count: 2 });
    assert_eq!(wrong.to_string(), "state 2 does not exist: the automaton has the states 0..2");
    assert!(Automaton::new(0, 0, [], []).is_err());
}

/// Reliability 2.5, case 29: Glasgow#833, where propagators hang on domains of 10⁹ values.
#[test]
fn case_29_glasgow_833_a_domain_of_a_billion_values() {
    let steps = [(0, 0, 0), (0, 1_000_000_000, 1), (1, 3, 0), (1, 900_000_000, 1)];
    let automaton = Automaton::new(2, 0, [1], steps).unwrap();
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000); 3]).explaining();
    let v: Vec<View> = (0..3).map(|i| b.view(i)).collect();
    b.post(Box::new(Mdd::regular(v.iter().copied(), &automaton).unwrap()));
    let mut e = b.build().unwrap();
    let start = Instant::now();
    e.propagate().unwrap();
    assert_eq!((e.min(v[2]), e.max(v[2])), (900_000_000, 1_000_000_000));
    e.assume(Atom::at_most(v[2], 999_999_999)).unwrap();
    e.propagate().unwrap();
    assert_eq!((e.fixed(v[2]), e.min(v[1]), e.max(v[1])), (Some(900_000_000), 900_000_000, 1_000_000_000));
    assert!(start.elapsed() < Duration::from_secs(1));
}

/// As long as one of several equivalent values remains, removing the others causes no run, even after backtracking.
#[test]
fn values_that_mean_the_same_are_one() {
    // The words with exactly one 0, and any number of other values before and after it.
    let others = (1..=60).flat_map(|v| [(0, v, 0), (1, v, 1)]);
    let automaton = Automaton::new(2, 0, [1], others.chain([(0, 0, 1)])).unwrap();
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 60); 4]);
    let v: Vec<View> = (0..4).map(|i| b.view(i)).collect();
    b.post(Box::new(Mdd::regular(v.iter().copied(), &automaton).unwrap()));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    for _ in 0..2 {
        let before = e.propagations();
        e.push_level();
        for x in 20..=60 {
            e.assume(Atom::differs(v[1], x)).unwrap();
            e.propagate().unwrap();
        }
        assert_eq!(e.propagations(), before);
        for x in 1..20 {
            e.assume(Atom::differs(v[1], x)).unwrap();
        }
        e.propagate().unwrap();
        assert_eq!(v.iter().map(|&x| e.contains(x, 0)).collect::<Vec<_>>(), [false, true, false, false]);
        e.pop_level();
        // Now the propagator watches a different value; removing 20 to 60 must again cause no run.
        e.push_level();
        for x in (20..=60).rev() {
            e.assume(Atom::differs(v[1], x)).unwrap();
            e.propagate().unwrap();
        }
        assert_eq!(e.size(v[0]), 61);
        e.pop_level();
    }
}

#[test]
fn a_million_arcs_keep_to_time_limits() {
    // The state is a remainder modulo 1000 that every value changes; the final state must be 0.
    let steps =
        (0..1000usize).flat_map(|state| (0..10).map(move |v| (state, v, (7 * state + 37 * v as usize + 1) % 1000)));
    let automaton = Automaton::new(1000, 0, [0], steps).unwrap();
    let start = Instant::now();
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9); 104]);
    let v: Vec<View> = (0..104).map(|i| b.view(i)).collect();
    let regular = Mdd::regular(v.iter().copied(), &automaton).unwrap();
    assert!(regular.arcs() > 1_000_000 - 50_000, "{}", regular.arcs());
    b.post(Box::new(regular));
    let engine = b.build().unwrap();
    println!("posted in {:?}", start.elapsed());
    // The fastest of three attempts counts, because the machine may be busy.
    let late = |limit: Duration| {
        let mut e = engine.clone();
        v.iter().for_each(|&x| e.assume(Atom::at_most(x, 1)).unwrap());
        let start = Instant::now();
        *e.budget() = Budget::starting_now(&Limits { time: Some(limit), ..Limits::default() });
        let ended = e.propagate();
        assert!(ended.is_ok() || ended == Err(Halt::Stopped(StopReason::Time)));
        start.elapsed().saturating_sub(limit)
    };
    let best = |limit| (0..3).map(|_| late(Duration::from_millis(limit))).min().unwrap();
    let worst = [0, 1, 2, 5, 10, 20, 50].into_iter().map(best).max().unwrap();
    assert!(worst < Duration::from_millis(100), "{worst:?}");
}
