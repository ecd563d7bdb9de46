//! Ordering, language and parity constraints.

use super::{Kind, and, state};
use crate::meaning::{count, precedes, step};
use solver_core::constraints::{Automaton, Diagram};

/// An automaton: the number of states, the accepting states, and the transitions.
type Plan = (usize, Vec<usize>, Vec<(usize, i32, usize)>);

/// A decision diagram: the arcs of each layer.
type Layers = Vec<Vec<(usize, i32, usize)>>;

pub(super) const KINDS: &[Kind] = &[
    ("increasing", |d| {
        let n = d.below(5);
        let holds = |(): &(), v: &[i128]| (1..v.len()).all(|i| v[i - 1] <= v[i]);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.increasing(x)))
    }),
    ("strictly_increasing", |d| {
        let n = d.below(5);
        let holds = |(): &(), v: &[i128]| (1..v.len()).all(|i| v[i - 1] < v[i]);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.strictly_increasing(x)))
    }),
    ("decreasing", |d| {
        let n = d.below(5);
        let holds = |(): &(), v: &[i128]| (1..v.len()).all(|i| v[i - 1] >= v[i]);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.decreasing(x)))
    }),
    ("strictly_decreasing", |d| {
        let n = d.below(5);
        let holds = |(): &(), v: &[i128]| (1..v.len()).all(|i| v[i - 1] > v[i]);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.strictly_decreasing(x)))
    }),
    ("lex_less", |d| {
        let (left, right) = (d.below(4), d.below(4));
        let arguments = d.arguments(left + right);
        state(
            left,
            arguments,
            |left, v| v[..*left] < v[*left..],
            |left, m, x, c| c.on(m.lex_less(&x[..*left], &x[*left..])),
        )
    }),
    ("lex_less_eq", |d| {
        let (left, right) = (d.below(4), d.below(4));
        let arguments = d.arguments(left + right);
        let holds = |left: &usize, v: &[i128]| v[..*left] <= v[*left..];
        state(left, arguments, holds, |left, m, x, c| c.on(m.lex_less_eq(&x[..*left], &x[*left..])))
    }),
    ("value_precede", |d| {
        let n = d.below(5);
        let before = d.number();
        // Equal values are tested in the constraint's own folder.
        let after = if d.number() == before { before.wrapping_add(1) } else { d.between(-1, 3) };
        let after = if after == before { before.wrapping_add(1) } else { after };
        let holds = |&(before, after): &(i32, i32), v: &[i128]| precedes(v, before.into(), after.into());
        state((before, after), d.arguments(n), holds, |&(before, after), m, x, c| {
            c.on(m.value_precede(before, after, x))
        })
    }),
    ("value_precede_chain", |d| {
        let (n, chain) = (d.below(5), d.values(3));
        let holds = |chain: &Vec<i32>, v: &[i128]| chain.windows(2).all(|w| precedes(v, w[0].into(), w[1].into()));
        state(chain, d.arguments(n), holds, |chain, m, x, c| c.on(m.value_precede_chain(chain.iter().copied(), x)))
    }),
    ("odd", |d| {
        let n = d.below(5);
        let holds = |(): &(), v: &[i128]| count(v, |w| w % 2 != 0) % 2 == 1;
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.odd(x)))
    }),
    ("even", |d| {
        let n = d.below(5);
        let holds = |(): &(), v: &[i128]| count(v, |w| w % 2 != 0) % 2 == 0;
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.even(x)))
    }),
    ("clause", |d| {
        let (positive, negative) = (d.below(4), d.below(3));
        let arguments = and(d.arguments(positive), d.arguments(negative));
        let holds = |&n: &usize, v: &[i128]| v[..n].iter().any(|&w| w >= 1) || v[n..].iter().any(|&w| w < 1);
        state(positive, arguments, holds, |&n, m, x, c| c.on(m.clause(&x[..n], &x[n..])))
    }),
    ("regular", |d| {
        let (n, states) = (d.below(4), 1 + d.below(3));
        let accepting = (0..states).filter(|_| d.one_in(2)).collect();
        let arcs = (0..d.below(3 * states + 2)).map(|_| (d.below(states), d.number(), d.below(states))).collect();
        let holds = |(_, accepting, arcs): &Plan, v: &[i128]| {
            let ends = v.iter().fold(vec![0], |at, &v| step(&at, arcs, v));
            ends.iter().any(|end| accepting.contains(end))
        };
        state((states, accepting, arcs), d.arguments(n), holds, |(states, accepting, arcs): &Plan, m, x, c| {
            let automaton = Automaton::new(*states, 0, accepting.iter().copied(), arcs.iter().copied());
            c.on(m.regular(x, &automaton.expect("its states are there")))
        })
    }),
    ("mdd", |d| {
        let n = d.below(4);
        let mut layer = || (0..d.below(6)).map(|_| (d.below(2), d.number(), d.below(2))).collect();
        let layers: Layers = (0..n).map(|_| layer()).collect();
        let holds = |layers: &Layers, v: &[i128]| {
            !layers.iter().zip(v).fold(vec![0], |at, (arcs, &v)| step(&at, arcs, v)).is_empty()
        };
        state(layers, d.arguments(n), holds, |layers, m, x, c| {
            c.on(m.mdd(x, &Diagram::new(layers.clone()).expect("it is small")))
        })
    }),
];
