//! Constraints that count values.

use super::{Kind, and, state};
use crate::meaning::{all_differ, count, distinct, is_packed, is_total};
use solver_core::constraints::Times;
use solver_core::prelude::*;

/// Converts parameters to 128-bit values.
fn wide<'a>(v: impl IntoIterator<Item = &'a i32>) -> Vec<i128> {
    v.into_iter().copied().map(i128::from).collect()
}

/// Returns the values that do not occur among the parameters.
fn without(v: &[i128], parameters: &[i32]) -> Vec<i128> {
    v.iter().copied().filter(|&v| !wide(parameters).contains(&v)).collect()
}

/// The number of counted views, and the values to count. Each value has a range for its count; if the range is `None`,
/// the next argument is the count.
type Counts = (usize, Vec<(i32, Option<(i32, i32)>)>);

fn counted((takers, counts): &Counts, v: &[i128]) -> bool {
    let (taken, mut given) = (&v[..*takers], v[*takers..].iter());
    counts.iter().all(|&(value, range)| {
        let times = count(taken, |w| w == i128::from(value));
        match range {
            Some((low, high)) => i128::from(low) <= times && times <= i128::from(high),
            None => given.next() == Some(&times),
        }
    })
}

fn as_times((takers, counts): &Counts, x: &[Expr]) -> Vec<(i32, Times)> {
    let mut given = x[*takers..].iter();
    let as_times = |&(value, range): &(i32, Option<(i32, i32)>)| match range {
        Some((low, high)) => (value, Times::from(low..=high)),
        None => (value, given.next().cloned().map_or(Times::from(0), Times::from)),
    };
    counts.iter().map(as_times).collect()
}

fn counts(d: &mut super::Draw) -> (Counts, Vec<super::Term>) {
    let takers = d.below(5);
    let counts: Vec<_> = d
        .values(3)
        .into_iter()
        .map(|v| {
            let low = d.between(-1, 2);
            (v, (!d.one_in(2)).then_some((low, low + d.between(-1, 2))))
        })
        .collect();
    let given = counts.iter().filter(|c| c.1.is_none()).count();
    let arguments = and(d.arguments(takers), d.arguments(given));
    ((takers, counts), arguments)
}

pub(super) const KINDS: &[Kind] = &[
    ("all_different", |d| {
        let n = d.below(5);
        state((), d.arguments(n), |(), v| all_differ(v), |(), m, x, c| c.on(m.all_different(x)))
    }),
    ("all_different_except", |d| {
        let (n, except) = (d.below(5), d.values(2));
        let holds = |except: &Vec<i32>, v: &[i128]| all_differ(&without(v, except));
        state(except, d.arguments(n), holds, |except, m, x, c| c.on(m.all_different_except(x, except.iter().copied())))
    }),
    ("all_equal", |d| {
        let n = d.below(4);
        let holds = |(): &(), v: &[i128]| v.iter().all(|&w| w == v[0]);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.all_equal(x)))
    }),
    ("among", |d| {
        let (n, values) = (1 + d.below(4), d.values(3));
        let holds = |values: &Vec<i32>, v: &[i128]| count(&v[1..], |w| wide(values).contains(&w)) == v[0];
        let post = |values: &Vec<i32>, m: &mut Model, x: &[Expr], c: &super::Condition| {
            c.on(m.among(&x[1..], values.iter().copied(), &x[0]))
        };
        state(values, d.arguments(n), holds, post)
    }),
    ("at_least", |d| {
        let (n, value) = (1 + d.below(4), d.number());
        let holds = |value: &i32, v: &[i128]| count(&v[1..], |w| w == i128::from(*value)) >= v[0];
        state(value, d.arguments(n), holds, |value, m, x, c| c.on(m.at_least(&x[1..], *value, &x[0])))
    }),
    ("at_most", |d| {
        let (n, value) = (1 + d.below(4), d.number());
        let holds = |value: &i32, v: &[i128]| count(&v[1..], |w| w == i128::from(*value)) <= v[0];
        state(value, d.arguments(n), holds, |value, m, x, c| c.on(m.at_most(&x[1..], *value, &x[0])))
    }),
    ("count_equal", |d| {
        let n = 2 + d.below(4);
        let holds = |(): &(), v: &[i128]| count(&v[2..], |w| w == v[0]) == v[1];
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.count_equal(&x[2..], &x[0], &x[1])))
    }),
    ("nvalue", |d| {
        let n = 1 + d.below(4);
        state((), d.arguments(n), |(), v| distinct(&v[1..]) == v[0], |(), m, x, c| c.on(m.nvalue(&x[1..], &x[0])))
    }),
    ("nvalue_except", |d| {
        let (n, except) = (1 + d.below(4), d.values(2));
        let holds = |except: &Vec<i32>, v: &[i128]| distinct(&without(&v[1..], except)) == v[0];
        state(except, d.arguments(n), holds, |except, m, x, c| {
            c.on(m.nvalue_except(&x[1..], except.iter().copied(), &x[0]))
        })
    }),
    ("gcc", |d| {
        let (counts, arguments) = counts(d);
        state(counts, arguments, counted, |p, m, x, c| c.on(m.gcc(&x[..p.0], as_times(p, x))))
    }),
    ("gcc_closed", |d| {
        let (counts, arguments) = counts(d);
        let holds = |p: &Counts, v: &[i128]| {
            let is_listed = |w: &i128| p.1.iter().any(|&(value, _)| i128::from(value) == *w);
            counted(p, v) && v[..p.0].iter().all(is_listed)
        };
        state(counts, arguments, holds, |p, m, x, c| c.on(m.gcc_closed(&x[..p.0], as_times(p, x))))
    }),
    ("bin_packing", |d| {
        let sizes: Vec<i32> = (0..d.below(4)).map(|_| d.between(0, 3)).collect();
        let loads = 1 + d.below(3);
        let arguments = and(d.arguments(sizes.len()), d.arguments(loads));
        let holds = |sizes: &Vec<i32>, v: &[i128]| is_packed(&v[..sizes.len()], &wide(sizes), &v[sizes.len()..]);
        let post = |sizes: &Vec<i32>, m: &mut Model, x: &[Expr], c: &super::Condition| {
            let (bins, loads) = x.split_at(sizes.len());
            c.on(m.bin_packing(bins.iter().zip(sizes.iter().copied()), loads))
        };
        state(sizes, arguments, holds, post)
    }),
    ("knapsack", |d| {
        let items: Vec<(i32, i32)> = (0..d.below(4)).map(|_| (d.between(0, 3), d.between(0, 3))).collect();
        let arguments = and(d.arguments(2), d.arguments(items.len()));
        let holds = |items: &Vec<(i32, i32)>, v: &[i128]| {
            let (weights, profits) = (wide(items.iter().map(|i| &i.0)), wide(items.iter().map(|i| &i.1)));
            is_total(&weights, &v[2..], v[0]) && is_total(&profits, &v[2..], v[1])
        };
        let post = |items: &Vec<(i32, i32)>, m: &mut Model, x: &[Expr], c: &super::Condition| {
            let taken = items.iter().zip(&x[2..]).map(|(&(weight, profit), n)| (weight, profit, n));
            c.on(m.knapsack(taken, &x[0], &x[1]))
        };
        state(items, arguments, holds, post)
    }),
];
