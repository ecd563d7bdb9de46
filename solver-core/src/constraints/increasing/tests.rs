use super::{ITSELF, Increasing, ORDER};
use crate::ValueSet;
use crate::constraints::HalfReified;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim, Form};

fn check(strictly: bool) -> Check<()> {
    Check::new("increasing")
        .arity(0..=5)
        .values(-3..=4)
        .post(move |(), v| {
            let views = v.iter().copied();
            if strictly { Increasing::strictly(views) } else { Increasing::weakly(views) }
        })
        .holds(move |(), v| v.windows(2).all(|p| if strictly { p[0] < p[1] } else { p[0] <= p[1] }))
        .claims(Claim::Domain)
        .rules([&ORDER, &ITSELF])
        .up_to(10_000)
}

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    for strictly in [false, true] {
        check(strictly).passes(7_500);
    }
}

/// Bounds do not chase each other through a large domain.
#[test]
fn case_25_a_variable_below_itself() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000); 2]);
    let (x, y) = (b.view(0), b.view(1));
    b.post(Box::new(Increasing::strictly([x, y, x.plus(1)])));
    assert!(b.build().unwrap().propagate().is_err());
}

/// In `b -> increasing`, with b first in the scope, b becomes false as soon as the order is impossible.
#[test]
fn a_condition_is_false_when_the_order_is_out_of_reach() {
    let out_of_order = |domains: &[Vec<i32>]| {
        let mut least = i32::MIN / 2;
        domains.iter().any(|d| {
            least = (least + 1).max(d[0]);
            least > d[d.len() - 1]
        })
    };
    let check = Check::new("increasing.enforce_if")
        .forms([Form::Holds])
        .arity(1..=5)
        .values(-3..=4)
        .position(0, 0..=1)
        .post(|(), v| HalfReified::new(v[0], Box::new(Increasing::strictly(v[1..].iter().copied()))))
        .holds(|(), v| v[0] == 0 || v[1..].windows(2).all(|p| p[0] < p[1]))
        .claims(Claim::values(move |(), domains, i, v| {
            i != 0 || v == 0 || domains[0].len() == 1 || !out_of_order(&domains[1..])
        }))
        .rules([&ORDER, &ITSELF])
        .up_to(10_000);
    check.passes(1_000);
}
