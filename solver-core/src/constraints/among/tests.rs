use super::{Among, Counted, FEW, MANY};
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim};
use crate::{Rule, ValueSet};

fn check(comparison: Counted, rules: &[&'static Rule]) -> Check<ValueSet> {
    Check::new("among")
        .parameters(|rng, _| ValueSet::from_values((0..rng.below(5)).map(|_| rng.below(7) as i32 - 1)))
        .arity(1..=6)
        .values(-1..=5)
        .post(move |set, v| Among::new(v[1..].iter().copied(), set, comparison, v[0]))
        .holds(move |set, v| {
            let counted = v[1..].iter().filter(|&&x| set.contains(x)).count() as i64;
            match comparison {
                Counted::Exactly => counted == v[0].into(),
                Counted::AtMost => counted <= v[0].into(),
                Counted::AtLeast => counted >= v[0].into(),
            }
        })
        .claims(Claim::Domain)
        .rules(rules.iter().copied())
        .up_to(10_000)
}

/// Checks whether, given the count's bounds, too many views must be counted or too few can be counted.
fn is_impossible(set: &ValueSet, d: &[Vec<i32>]) -> bool {
    let must = d[1..].iter().filter(|x| x.iter().all(|&v| set.contains(v))).count() as i32;
    let can = d[1..].iter().filter(|x| x.iter().any(|&v| set.contains(v))).count() as i32;
    must > d[0][d[0].len() - 1] || can < d[0][0]
}

#[test]
fn exactly_is_domain_consistent_and_planted_faults_are_caught() {
    check(Counted::Exactly, &[&MANY, &FEW]).refutes(is_impossible).passes(10_000);
}

#[test]
fn at_most_is_domain_consistent_and_planted_faults_are_caught() {
    check(Counted::AtMost, &[&MANY]).refutes_all().passes(3_500);
}

#[test]
fn at_least_is_domain_consistent_and_planted_faults_are_caught() {
    check(Counted::AtLeast, &[&FEW]).refutes_all().passes(3_500);
}

/// choco#1081: the count is itself one of the counted views.
#[test]
fn case_08_the_count_is_among_the_counted() {
    // x0 = number of ones in [x0, x1, x2].
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 3); 3]);
    let views = [b.view(0), b.view(1), b.view(2)];
    b.post(Box::new(Among::new(views, &ValueSet::range(1, 1), Counted::Exactly, views[0])));
    let e = b.build().unwrap();
    let mut found = 0;
    for code in 0..64 {
        let values = [code / 16, code / 4 % 4, code % 4];
        let mut e = e.clone();
        let fixed = views.iter().zip(values).all(|(&x, v)| e.assume(crate::Atom::equals(x, v)).is_ok());
        let holds = values.iter().filter(|&&v| v == 1).count() as i32 == values[0];
        assert_eq!(fixed && e.propagate().is_ok(), holds, "{values:?}");
        found += i32::from(holds);
    }
    assert_eq!(found, 9 + 9 + 1, "none or one: 3 * 3 each where it fits");
}

/// Large domains and a large set must not be iterated value by value (case 29).
#[test]
fn case_29_large_domains() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000); 3]);
    let views = [b.view(0), b.view(1), b.view(2)];
    let set = ValueSet::range(5, 900_000_000);
    b.post(Box::new(Among::new([views[0], views[1]], &set, Counted::Exactly, views[2])));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    assert_eq!(e.max(views[2]), 2);
    e.assume(crate::Atom::equals(views[2], 2)).unwrap();
    e.propagate().unwrap();
    assert_eq!((e.min(views[0]), e.max(views[1])), (5, 900_000_000));
}
