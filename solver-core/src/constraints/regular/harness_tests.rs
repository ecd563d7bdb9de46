//! Tests of `regular` against brute force, with random automata.

use super::{Automaton, RULE};
use crate::View;
use crate::constraints::Mdd;
use crate::harness::{Check, Claim};

#[derive(Debug)]
struct Random {
    automaton: Automaton,
    accepting: Vec<usize>,
    transitions: Vec<(usize, i32, usize)>,
}

fn check() -> Check<Random> {
    Check::new("regular")
        .parameters(|rng, _| {
            let states = 1 + rng.below(6) as usize;
            let far = rng.below(4) == 0;
            let mut transitions = Vec::new();
            for _ in 0..rng.below(12 * states as u64) {
                let mut state = || rng.below(states as u64) as usize;
                let (from, to) = (state(), state());
                let v = rng.below(7) as i32 - 3;
                // Repeats each transition near ±2³⁰, where the harness also places values.
                let shifts: &[i32] = if far { &[0, View::LIMIT - 3, 3 - View::LIMIT] } else { &[0] };
                transitions.extend(shifts.iter().map(|shift| (from, v + shift, to)));
            }
            let accepting: Vec<usize> = (0..states).filter(|_| rng.below(3) != 0).collect();
            let automaton = Automaton::new(states, 0, accepting.iter().copied(), transitions.iter().copied()).unwrap();
            Random { automaton, accepting, transitions }
        })
        .arity(0..=5)
        .values(-3..=3)
        .post(|random, v| Mdd::regular(v.iter().copied(), &random.automaton).unwrap())
        .holds(|random, v| {
            let step = |states: Vec<usize>, v: i32| {
                let next = random.transitions.iter().filter(|t| t.1 == v && states.contains(&t.0)).map(|t| t.2);
                let mut next: Vec<usize> = next.collect();
                next.sort_unstable();
                next.dedup();
                next
            };
            v.iter().fold(vec![0], |states, &v| step(states, v)).iter().any(|state| random.accepting.contains(state))
        })
        .claims(Claim::Domain)
        .rules([&RULE])
        .up_to(10_000)
}

#[test]
fn regular_is_domain_consistent() {
    check().passes(10_000);
}
