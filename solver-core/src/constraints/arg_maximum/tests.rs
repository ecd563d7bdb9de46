use super::{ArgMaximum, MAXIMUM, MINIMUM, Rules};
use crate::engine::{EngineBuilder, Halt};
use crate::harness::{Check, Claim};
use crate::{ValueSet, View};
use std::cmp::Reverse;

/// The scope is the index, then the values.
fn check(post: fn(Vec<View>, View) -> ArgMaximum, index: fn(&[i32]) -> Option<usize>, rules: &'static Rules) -> Check {
    Check::new(rules.index.name)
        .arity(1..=5)
        .values(-2..=4)
        .post(move |(), v| post(v[1..].to_vec(), v[0]))
        .holds(move |(), v| index(&v[1..]).is_some_and(|i| i as i32 == v[0]))
        .claims(Claim::Domain)
        .refutes_all()
        .rules([&rules.range, &rules.index, &rules.member, &rules.winner, &rules.itself, &rules.none])
        .up_to(10_000)
}

fn first_greatest(v: &[i32]) -> Option<usize> {
    (0..v.len()).max_by_key(|&i| (v[i], Reverse(i)))
}

fn first_least(v: &[i32]) -> Option<usize> {
    (0..v.len()).min_by_key(|&i| (v[i], i))
}

#[test]
fn the_index_of_the_greatest_is_domain_consistent() {
    check(ArgMaximum::domain, first_greatest, &MAXIMUM).passes(5_000);
}

#[test]
fn the_index_of_the_least_is_domain_consistent() {
    check(ArgMaximum::of_minimum, first_least, &MINIMUM).passes(5_000);
}

/// `reliability.md` §2.5, case 3: Choco lost solutions with ties. Every assignment of the values must have exactly one
/// index.
#[test]
fn case_03_ties_go_to_the_first_and_no_assignment_is_lost() {
    for post in [ArgMaximum::domain as fn(Vec<View>, View) -> ArgMaximum, ArgMaximum::of_minimum] {
        let mut b = EngineBuilder::new([vec![ValueSet::range(-1, 1); 4], vec![ValueSet::range(-9, 9)]].concat());
        let xs: Vec<View> = (0..4).map(|i| b.view(i)).collect();
        let index = b.view(4);
        b.post(Box::new(post(xs.clone(), index)));
        let mut e = b.build().unwrap();
        let mut seen = 0;
        for code in 0..81 {
            e.push_level();
            let value = |i: u32| code / 3_i32.pow(i) % 3 - 1;
            for (i, &x) in (0..).zip(&xs) {
                e.assume(crate::Atom::equals(x, value(i))).unwrap();
            }
            seen += u32::from(e.propagate().is_ok() && e.fixed(index).is_some());
            e.pop_level();
        }
        assert_eq!(seen, 81);
    }
}

#[test]
fn the_index_of_the_greatest_of_nothing_is_undefined() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(-1, 1)]);
    let index = b.view(0);
    b.post(Box::new(ArgMaximum::domain([], index)));
    assert_eq!(b.build().unwrap().propagate(), Err(Halt::Failed));
}
