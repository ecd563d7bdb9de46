use super::{Lex, ORDER, Order};
use crate::constraints::HalfReified;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim, Form};
use crate::{Atom, ValueSet};

/// The two arrays alternate in the scope; the parameter determines which array, if any, loses its last view.
fn check(order: Order) -> Check<u64> {
    let arrays = |cut: u64, v: usize| {
        let cut_left = usize::from(cut == 1);
        let left: Vec<usize> = (0..v).step_by(2).collect();
        let right: Vec<usize> = (1..v).step_by(2).collect();
        let cut_right = usize::from(cut == 2);
        let (l, r) = (left.len().saturating_sub(cut_left), right.len().saturating_sub(cut_right));
        (left[..l].to_vec(), right[..r].to_vec())
    };
    Check::new("lex")
        .parameters(|rng, _| rng.below(5))
        .arity(0..=6)
        .values(-2..=3)
        .post(move |&cut, v| {
            let (left, right) = arrays(cut, v.len());
            Lex::new(left.into_iter().map(|i| v[i]), right.into_iter().map(|i| v[i]), order)
        })
        .holds(move |&cut, v| {
            let (left, right) = arrays(cut, v.len());
            let [left, right] = [left, right].map(|array| array.into_iter().map(|i| v[i]).collect::<Vec<i32>>());
            if order == Order::Strict { left < right } else { left <= right }
        })
        .claims(Claim::Domain)
        .rules([&ORDER])
        .up_to(10_000)
}

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    for order in [Order::Strict, Order::Weak] {
        check(order).passes(5_000);
    }
}

/// Comparing a variable with itself takes constant time, whatever the domain size.
#[test]
fn case_25_a_view_is_never_below_itself() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000); 2]);
    let (x, y) = (b.view(0), b.view(1));
    b.post(Box::new(Lex::new([x, y, x], [x, y, x], Order::Strict)));
    assert!(b.build().unwrap().propagate().is_err());
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000); 2]);
    b.post(Box::new(Lex::new([x, y.plus(1)], [x, y], Order::Weak)));
    assert!(b.build().unwrap().propagate().is_err());
}

#[test]
fn the_premises_are_one_side_of_each_pair() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9); 4]).explaining();
    let v = [b.view(0), b.view(1), b.view(2), b.view(3)];
    b.post(Box::new(Lex::new([v[0], v[1]], [v[2], v[3]], Order::Weak)));
    let mut e = b.build().unwrap();
    for atom in [Atom::at_least(v[0], 5), Atom::at_most(v[2], 5), Atom::at_most(v[3], 3)] {
        e.assume(atom).unwrap();
    }
    e.propagate().unwrap();
    let why = (0..e.facts()).filter_map(|at| e.inference(at)).find(|i| i.fact == Some(Atom::at_most(v[1], 3))).unwrap();
    assert_eq!(why.premises[..], [Atom::at_least(v[0], 5), Atom::at_most(v[2], 5), Atom::at_most(v[3], 3)]);
}

/// In `b -> lex`, with `b` first in the scope, `b` becomes false as soon as bounds refute the order.
#[test]
fn a_condition_is_false_when_the_order_is_out_of_reach() {
    let check = Check::new("lex.enforce_if")
        .forms([Form::Holds])
        .arity(1..=5)
        .values(-2..=3)
        .position(0, 0..=1)
        .post(move |(), v| {
            let n = (v.len() - 1) / 2;
            let (left, right) = (v[1..=n].iter().copied(), v[n + 1..=2 * n].iter().copied());
            HalfReified::new(v[0], Box::new(Lex::new(left, right, Order::Strict)))
        })
        .holds(|(), v| {
            let n = (v.len() - 1) / 2;
            v[0] == 0 || v[1..=n] < v[n + 1..=2 * n]
        })
        .rules([&ORDER])
        .up_to(10_000);
    check.passes(1_000);
}
