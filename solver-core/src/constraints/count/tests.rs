use super::{Count, RULE};
use crate::constraints::HalfReified;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim};
use crate::{Atom, ValueSet, View};

fn count(v: &[View]) -> Count {
    Count::new(v[2..].iter().copied(), v[0], v[1])
}

fn holds(v: &[i32]) -> bool {
    v[2..].iter().filter(|&&x| x == v[0]).count() as i64 == i64::from(v[1])
}

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    let check = Check::new("count")
        .arity(2..=6)
        .values(-1..=5)
        .post(|(), v| count(v))
        .holds(|(), v| holds(v))
        .claims(Claim::Domain)
        .rules([&RULE])
        .up_to(15_000);
    check.passes(10_000);
}

/// In the half-reified form, the condition is false as soon as no value can be counted.
#[test]
fn a_condition_is_false_when_no_value_can_be_counted() {
    let check = Check::new("count.enforce_if")
        .arity(3..=6)
        .values(-1..=5)
        .position(0, 0..=1)
        .post(|(), v| HalfReified::new(v[0], Box::new(count(&v[1..]))))
        .holds(|(), v| v[0] == 0 || holds(&v[1..]))
        .claims(Claim::Domain)
        .rules([&RULE])
        .up_to(10_000);
    check.passes(2_500);
}

/// Large domains must not be iterated value by value: only the number is bounded, and all other pruning waits until the
/// domains are smaller.
#[test]
fn large_domains_wait_until_the_value_is_near() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(-1_000_000_000, 1_000_000_000); 4]);
    let [value, number, x, y] = [0, 1, 2, 3].map(|i| b.view(i));
    b.post(Box::new(Count::new([x, y], value, number)));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    assert_eq!((e.min(number), e.max(number)), (0, 2));
    for fact in [Atom::equals(value, 7), Atom::at_least(number, 2)] {
        e.assume(fact).unwrap();
    }
    e.propagate().unwrap();
    assert_eq!((e.fixed(x), e.fixed(y)), (Some(7), Some(7)));
}

/// A removed value must be explained without examining the thousands that remain.
#[test]
fn a_removed_value_is_explained_by_itself() {
    let domains = [(0, 17_999), (0, 1), (0, 5), (0, 5)].map(|(low, high)| ValueSet::range(low, high));
    let mut b = EngineBuilder::new(domains.to_vec()).explaining();
    let [value, number, x, y] = [0, 1, 2, 3].map(|i| b.view(i));
    b.post(Box::new(Count::new([x, y], value, number)));
    let mut e = b.build().unwrap();
    e.push_level();
    for fact in [Atom::equals(x, 3), Atom::equals(y, 3)] {
        e.assume(fact).unwrap();
    }
    e.propagate().unwrap();
    let removed = (0..e.facts()).find(|&position| e.fact(position) == Some(Atom::differs(value, 3))).unwrap();
    let before = e.queries();
    assert!(e.inference(removed).unwrap().premises.contains(&Atom::equals(x, 3)));
    assert!(e.queries() - before < 200, "{} queries", e.queries() - before);
}
