//! Tests of `mdd` against brute force, with random diagrams and diagrams of random rows.

use super::{Diagram, Mdd, RULE};
use crate::View;
use crate::budget::{Budget, CancelToken, Limits, Stopped};
use crate::constraints::Automaton;
use crate::harness::{Check, Claim, Rng};
use std::collections::HashSet;

#[derive(Debug)]
struct Random {
    diagram: Diagram,
    rows: HashSet<Vec<i32>>,
}

/// Returns the rows of a diagram, one for each path.
fn paths(layers: &[Vec<(usize, i32, usize)>]) -> Vec<Vec<i32>> {
    let mut beginnings = vec![(0, Vec::new())];
    for layer in layers {
        let mut longer = Vec::new();
        for (node, row) in &beginnings {
            for &(_, v, to) in layer.iter().filter(|arc| arc.0 == *node) {
                let mut row = row.clone();
                row.push(v);
                longer.push((to, row));
            }
        }
        longer.sort_unstable();
        longer.dedup();
        beginnings = longer;
    }
    beginnings.into_iter().map(|b| b.1).collect()
}

fn random(rng: &mut Rng, n: usize) -> Random {
    if rng.below(2) == 0 {
        let arc = |rng: &mut Rng| (rng.below(3) as usize, rng.below(7) as i32 - 3, rng.below(3) as usize);
        let layers: Vec<Vec<_>> = (0..n).map(|_| (0..rng.below(16)).map(|_| arc(rng)).collect()).collect();
        return Random { rows: paths(&layers).into_iter().collect(), diagram: Diagram::new(layers).unwrap() };
    }
    let mut rows = Vec::new();
    for _ in 0..rng.below(150) {
        let row: Vec<i32> = (0..n).map(|_| rng.below(7) as i32 - 3).collect();
        let shifts = [0, View::LIMIT - 3, 3 - View::LIMIT];
        rows.extend(shifts.iter().map(|shift| row.iter().map(|v| v + shift).collect::<Vec<i32>>()));
    }
    Random { diagram: Diagram::of_rows(n, &rows).unwrap(), rows: rows.into_iter().collect() }
}

fn check() -> Check<Random> {
    Check::new("mdd")
        .parameters(random)
        .arity(0..=4)
        .values(-3..=3)
        .post(|random, v| Mdd::new(v.iter().copied(), &random.diagram).unwrap())
        .holds(|random, v| random.rows.contains(v))
        .claims(Claim::Domain)
        .rules([&RULE])
        .up_to(10_000)
}

#[test]
fn mdd_is_domain_consistent() {
    check().passes(10_000);
}

/// Posting `regular` builds no graph; compiling builds it, unless the budget runs out.
#[test]
fn unrolling_an_automaton_obeys_the_budget() {
    let steps = (0..100).flat_map(|state| (0..1_000).map(move |v| (state, v, (state + v as usize) % 100)));
    let automaton = Automaton::new(100, 0, [0], steps).unwrap();
    let diagram = automaton.unrolled(5);
    let cancel = CancelToken::new();
    let mut budget = Budget::starting_now(&Limits { cancel: Some(cancel.clone()), ..Limits::default() });
    cancel.cancel();
    assert_eq!(diagram.prepare(&mut budget), Err(Stopped));
    assert_eq!(diagram.prepare(&mut Budget::starting_now(&Limits::default())), Ok(()));
    assert!(diagram.arcs() > 300_000, "{}", diagram.arcs());
}
