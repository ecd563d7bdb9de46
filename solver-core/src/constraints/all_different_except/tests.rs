use super::{AllDifferentExcept, TAKEN};
use crate::ValueSet;
use crate::constraints::{GccBounds, GccDomain, Occurrence, Others};
use crate::harness::{Check, Claim};
use crate::{Propagator, View};

fn check<Q: Propagator + 'static>(post: fn(&ValueSet, &[View]) -> Q, claim: Claim<ValueSet>) -> Check<ValueSet> {
    Check::new("all_different_except")
        .parameters(|rng, _| ValueSet::from_values((0..rng.below(3)).map(|_| rng.below(5) as i32 - 2)))
        .arity(0..=5)
        .values(-3..=4)
        .without_extremes()
        .post(post)
        .holds(|except, v| (1..v.len()).all(|i| except.contains(v[i]) || !v[..i].contains(&v[i])))
        .claims(claim)
        .up_to(10_000)
}

#[test]
fn value_level() {
    let claim = Claim::values(|except: &ValueSet, domains, i, v| {
        except.contains(v) || domains.iter().enumerate().all(|(j, d)| i == j || d.as_slice() != [v])
    });
    check(|except, v| AllDifferentExcept::new(v.iter().copied(), except), claim).rules([&TAKEN]).passes(5_000);
}

/// Limits every value that a view of these tests can take, except the excepted ones, to one occurrence. Hence no value
/// lacks a count, whose removal the trailed integer of `gcc` would record.
fn once(except: &ValueSet) -> Vec<(i32, Occurrence)> {
    (-3..=4).filter(|&v| !except.contains(v)).map(|v| (v, Occurrence::Between(0, 1))).collect()
}

#[test]
fn bounds_level_by_gcc() {
    let post =
        |except: &ValueSet, v: &[View]| GccBounds::new(v.iter().copied(), once(except), Others::Allowed).unwrap();
    // The trailed integer only records the removal of values without a count, and there are none here.
    check(post, Claim::BoundsZ).without_state().passes(5_000);
}

#[test]
fn domain_level_by_gcc() {
    let post =
        |except: &ValueSet, v: &[View]| GccDomain::new(v.iter().copied(), once(except), Others::Allowed).unwrap();
    check(post, Claim::Domain).without_state().passes(5_000);
}
