use super::*;
use crate::harness::{Check, Claim, Fault};
use crate::{Propagator, View};
use std::ops::RangeInclusive;

type Views<'a> = &'a [(View, RangeInclusive<i32>)];

/// The declaration of a level: how it is posted, and what it claims besides value consistency.
/// The values cross windows of 64, so that every layout takes part.
fn level<Q: Propagator + 'static>(name: &str, post: fn(Views) -> Q, more: impl IntoIterator<Item = Claim>) -> Check {
    let check = Check::new(name)
        .arity(0..=5)
        .values(-70..=70)
        .post_ranged(move |(), views| post(views))
        .holds(|(), v| (1..v.len()).all(|i| !v[..i].contains(&v[i])))
        .claims(Claim::values(|(), domains, i, v| {
            domains.iter().enumerate().all(|(j, d)| i == j || d.as_slice() != [v])
        }))
        .cases(100_000);
    more.into_iter().fold(check, Check::claims)
}

fn passes(check: &Check) {
    let report = check.run().unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report}");
    for fault in Fault::ALL {
        assert!(check.catches(fault), "{fault:?}");
    }
}

#[test]
fn value_level() {
    passes(&level("all_different.value", |v| AllDifferentValue::new(v.iter().map(|r| r.0)), []));
}

#[test]
fn bounds_level() {
    passes(&level("all_different.bounds", |v| AllDifferentBounds::new(v.iter().map(|r| r.0)), [Claim::BoundsZ]));
}

#[test]
fn domain_level() {
    let post = |v: Views| AllDifferentDomain::new(v.iter().map(|(x, r)| (*x, *r.start(), *r.end()))).unwrap();
    passes(&level("all_different.domain", post, [Claim::Domain]));
}
