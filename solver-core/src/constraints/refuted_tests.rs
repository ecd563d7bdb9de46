//! Constraints under an open condition against brute force: what makes them impossible makes it false.
//!
//! Where the test for that is complete, the whole of `b -> C` is domain consistent, and that is claimed.

use super::*;
use crate::harness::{Check, Claim, cases};
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// `v[0] -> C(v[1..])`
fn conditional<Q: Propagator + 'static>(
    name: &str,
    arity: std::ops::RangeInclusive<usize>,
    post: fn(&[View]) -> Q,
    holds: fn(&[i32]) -> bool,
) -> Check {
    Check::new(name)
        .arity(arity)
        .values(-1..=4)
        .position(0, 0..=1)
        .post(move |(), v| HalfReified::new(v[0], Box::new(post(&v[1..]))))
        .holds(move |(), v| v[0] == 0 || holds(&v[1..]))
        .cases(cases(10_000))
}

/// A claim about the condition alone: it is fixed if this function decides that the constraint is impossible.
fn unless(impossible: fn(&[Vec<i32>]) -> bool) -> Claim<()> {
    Claim::values(move |(), domains: &[Vec<i32>], i, v| {
        i > 0 || v == 0 || domains[0].len() == 1 || !impossible(&domains[1..])
    })
}

fn among_set() -> ValueSet {
    ValueSet::from_values([0, 2, 3])
}

fn counted(v: &[i32]) -> i64 {
    v[1..].iter().filter(|&&x| among_set().contains(x)).count() as i64
}

#[test]
fn among_exactly() {
    let post = |v: &[View]| Among::new(v[1..].iter().copied(), &among_set(), Counted::Exactly, v[0]);
    // Holes of the number are ignored.
    let impossible = |d: &[Vec<i32>]| {
        let (least, most) = hull(&d[0]);
        let must = d[1..].iter().filter(|x| x.iter().all(|&v| among_set().contains(v))).count() as i32;
        let can = d[1..].iter().filter(|x| x.iter().any(|&v| among_set().contains(v))).count() as i32;
        must > most || can < least
    };
    let check = conditional("among.enforce_if", 2..=6, post, |v| counted(v) == v[0].into());
    check.claims(unless(impossible)).passes(1_500);
}

#[test]
fn among_at_most() {
    let post = |v: &[View]| Among::new(v[1..].iter().copied(), &among_set(), Counted::AtMost, v[0]);
    conditional("at_most.enforce_if", 2..=6, post, |v| counted(v) <= v[0].into()).claims(Claim::Domain).passes(1_000);
}

#[test]
fn among_at_least() {
    let post = |v: &[View]| Among::new(v[1..].iter().copied(), &among_set(), Counted::AtLeast, v[0]);
    conditional("at_least.enforce_if", 2..=6, post, |v| counted(v) >= v[0].into()).claims(Claim::Domain).passes(1_000);
}

/// 1 as often as the first view states, 2 once or twice, 3 at most once, and nothing else.
fn cardinalities(v: &[View]) -> [(i32, Occurrence); 3] {
    [(1, Occurrence::Exactly(v[0])), (2, Occurrence::Between(1, 2)), (3, Occurrence::Between(0, 1))]
}

fn has_cardinalities(v: &[i32]) -> bool {
    let times = |value: i32| v[1..].iter().filter(|&&x| x == value).count() as i32;
    times(1) == v[0] && (1..=2).contains(&times(2)) && times(3) <= 1 && v[1..].iter().all(|x| (1..=3).contains(x))
}

/// One value that too many must take, or too few can; or a view without a value.
fn is_overdrawn(d: &[Vec<i32>]) -> bool {
    let must = |value: i32| d[1..].iter().filter(|x| x[..] == [value]).count() as i32;
    let can = |value: i32| d[1..].iter().filter(|x| x.contains(&value)).count() as i32;
    let (least, most) = (d[0][0], d[0][d[0].len() - 1]);
    let wrong = |value: i32, low: i32, high: i32| must(value) > high || can(value) < low;
    wrong(1, least, most)
        || wrong(2, 1, 2)
        || wrong(3, 0, 1)
        || d[1..].iter().any(|x| x.iter().all(|v| !(1..=3).contains(v)))
}

#[test]
fn gcc_by_values() {
    let post = |v: &[View]| GccValue::new(v[1..].iter().copied(), cardinalities(v), Others::Forbidden).unwrap();
    conditional("gcc.value.enforce_if", 2..=6, post, has_cardinalities).claims(unless(is_overdrawn)).passes(2_500);
}

#[test]
fn gcc_by_bounds() {
    let post = |v: &[View]| GccBounds::new(v[1..].iter().copied(), cardinalities(v), Others::Forbidden).unwrap();
    let impossible = |d: &[Vec<i32>]| {
        let hulls: Vec<Vec<i32>> = d.iter().map(|x| (x[0]..=x[x.len() - 1]).collect()).collect();
        is_overdrawn(&hulls)
    };
    conditional("gcc.bounds.enforce_if", 2..=6, post, has_cardinalities).claims(unless(impossible)).passes(2_500);
}

#[test]
fn gcc_by_domains() {
    let post = |v: &[View]| GccDomain::new(v[1..].iter().copied(), cardinalities(v), Others::Forbidden).unwrap();
    conditional("gcc.domain.enforce_if", 2..=6, post, has_cardinalities).claims(unless(is_overdrawn)).passes(2_500);
}

/// The views whose intervals have nothing in common are more than there may be values; or fewer views than must be.
fn is_too_various(d: &[Vec<i32>]) -> bool {
    let mut ends: Vec<(i32, i32)> = d[1..].iter().map(|x| (x[x.len() - 1], x[0])).collect();
    ends.sort_unstable();
    let (mut apart, mut last) = (0, i32::MIN);
    for (high, low) in ends {
        if low > last {
            (apart, last) = (apart + 1, high);
        }
    }
    apart > d[0][d[0].len() - 1] || d[0][0] as usize > d.len() - 1 && d[0][0] > 0
}

#[test]
fn nvalue() {
    let post = |v: &[View]| NValue::new(v[1..].iter().copied(), v[0]);
    let holds = |v: &[i32]| ValueSet::from_values(v[1..].iter().copied()).len() as i64 == i64::from(v[0]);
    conditional("nvalue.enforce_if", 2..=6, post, holds).claims(unless(is_too_various)).passes(2_500);
}

#[test]
fn sort() {
    let post = |v: &[View]| {
        let n = v.len() / 2;
        Sort::new(v[..n].iter().copied(), v[n..2 * n].iter().copied())
    };
    let holds = |v: &[i32]| {
        let n = v.len() / 2;
        let mut sorted = v[..n].to_vec();
        sorted.sort_unstable();
        sorted == v[n..2 * n]
    };
    let impossible = |d: &[Vec<i32>]| {
        let n = d.len() / 2;
        let hull = |x: &Vec<i32>| (x[0], x[x.len() - 1]);
        let (x, y): (Vec<_>, Vec<_>) = (d[..n].iter().map(hull).collect(), d[n..2 * n].iter().map(hull).collect());
        let is_least = |end: (i32, i32)| x.iter().all(|b| b.1 >= end.0) && x.iter().any(|b| b.0 <= end.1);
        let is_greatest = |end: (i32, i32)| x.iter().all(|b| b.0 <= end.1) && x.iter().any(|b| b.1 >= end.0);
        n > 0 && !(is_least(y[0]) && is_greatest(y[n - 1])) || y.windows(2).any(|pair| pair[0].0 > pair[1].1)
    };
    conditional("sort.enforce_if", 1..=7, post, holds).claims(unless(impossible)).passes(5_000);
}

#[test]
fn parity() {
    let holds = |v: &[i32]| v.iter().map(|&v| i64::from(v)).sum::<i64>().rem_euclid(2) == 1;
    let impossible =
        |d: &[Vec<i32>]| d.iter().all(|x| x.len() == 1) && d.iter().map(|x| x[0]).sum::<i32>().rem_euclid(2) == 0;
    conditional("parity.enforce_if", 1..=5, |v| Parity::odd(v), holds).claims(unless(impossible)).passes(250);
}

fn first_greatest(v: &[i32]) -> Option<i32> {
    let most = v.iter().max()?;
    v.iter().position(|x| x == most).map(|i| i as i32)
}

#[test]
fn arg_maximum() {
    let post = |v: &[View]| ArgMaximum::domain(&v[1..], v[0]);
    let holds = |v: &[i32]| first_greatest(&v[1..]) == Some(v[0]);
    conditional("arg_max.enforce_if", 2..=5, post, holds).claims(Claim::Domain).passes(2_500);
}

#[test]
fn arg_minimum() {
    let post = |v: &[View]| ArgMaximum::of_minimum(&v[1..], v[0]);
    let holds = |v: &[i32]| first_greatest(&v[1..].iter().map(|&x| -x).collect::<Vec<_>>()) == Some(v[0]);
    conditional("arg_min.enforce_if", 2..=5, post, holds).claims(Claim::Domain).passes(2_500);
}

fn at(v: &[i32]) -> bool {
    let element = usize::try_from(v[0]).ok().and_then(|i| v[2..].get(i));
    element == Some(&v[1])
}

#[test]
fn element_of_views_by_domains() {
    let post = |v: &[View]| ElementOfViews::domain(&v[2..], v[0], v[1]);
    conditional("element.views.enforce_if", 3..=6, post, at).claims(Claim::Domain).passes(2_500);
}

#[test]
fn element_of_views_by_bounds() {
    let post = |v: &[View]| ElementOfViews::bounds(&v[2..], v[0], v[1]);
    let impossible = |d: &[Vec<i32>]| {
        let hull = |x: &Vec<i32>| (x[0], x[x.len() - 1]);
        let meet = |a: (i32, i32), b: (i32, i32)| a.0.max(b.0) <= a.1.min(b.1);
        !(0i32..).zip(&d[2..]).any(|(i, x)| d[0].contains(&i) && meet(hull(x), hull(&d[1])))
    };
    let check = conditional("element.views.bounds.enforce_if", 3..=6, post, at).claims(unless(impossible));
    check.without_state().passes(2_500);
}

const MATRIX: [i32; 6] = [0, 3, 1, 4, 0, 2];

#[test]
fn element_of_matrix() {
    let post = |v: &[View]| ElementOfMatrix::domain(MATRIX, 3, v[0], v[1], v[2]);
    let holds =
        |v: &[i32]| (0..2).contains(&v[0]) && (0..3).contains(&v[1]) && MATRIX[(3 * v[0] + v[1]) as usize] == v[2];
    conditional("element.matrix.enforce_if", 4..=4, post, holds).claims(Claim::Domain).passes(1_500);
}

const ROWS: [[i32; 3]; 7] = [[0, 0, 1], [0, 1, 3], [1, 2, 0], [2, 2, 2], [3, 0, -1], [4, 4, 0], [1, 0, 4]];

#[test]
fn compact_table() {
    let post = |v: &[View]| CompactTable::new(v.iter().copied(), &Table::new(3, ROWS).unwrap()).unwrap();
    conditional("table.enforce_if", 4..=4, post, |v| ROWS.iter().any(|r| r[..] == *v))
        .claims(Claim::Domain)
        .passes(1_500);
}

fn tasks<T: Copy>(v: &[T]) -> impl Iterator<Item = (T, T)> {
    v.chunks_exact(2).map(|pair| (pair[0], pair[1]))
}

/// The least and the greatest value of a domain.
fn hull(domain: &[i32]) -> (i32, i32) {
    (domain[0], domain[domain.len() - 1])
}

fn runs(task: (i32, i32), time: i32) -> bool {
    task.0 <= time && i64::from(time) < i64::from(task.0) + i64::from(task.1)
}

#[test]
fn cumulative() {
    // Start and duration of each task, which need 1, 2, 1 of a capacity of 2.
    const DEMANDS: [i32; 3] = [1, 2, 1];
    let post = |v: &[View]| {
        let tasks = tasks(v).zip(DEMANDS).map(|((start, duration), demand)| Task {
            start,
            duration: duration.into(),
            demand: demand.into(),
        });
        Cumulative::new(tasks, 2.into(), CumulativeLevel::TimeTable)
    };
    let holds = |v: &[i32]| {
        let needs = |time: i32| {
            let running = tasks(v).zip(DEMANDS).filter(|&(task, _)| runs(task, time));
            running.map(|task| task.1).sum::<i32>()
        };
        tasks(v).all(|task| task.1 >= 0) && tasks(v).all(|task| needs(task.0) <= 2)
    };
    let impossible = |d: &[Vec<i32>]| {
        let needs = |time: i32| {
            let certain = |k: usize| {
                let (est, lst) = hull(&d[2 * k]);
                lst <= time && time < est + d[2 * k + 1][0]
            };
            (0..d.len() / 2).filter(|&k| certain(k)).map(|k| DEMANDS[k]).sum::<i32>()
        };
        (0..d.len() / 2).any(|k| needs(hull(&d[2 * k]).1) > 2)
    };
    conditional("cumulative.enforce_if", 3..=7, post, holds).claims(unless(impossible)).passes(750);
}

#[test]
fn disjunctive() {
    let post = |v: &[View]| {
        let tasks = tasks(v).map(|(start, duration)| Activity { start, duration: duration.into() });
        Disjunctive::new(tasks, DisjunctiveLevel::EdgeFinding)
    };
    let holds = |v: &[i32]| {
        let all: Vec<(i32, i32)> = tasks(v).collect();
        let meet = |a: (i32, i32), b: (i32, i32)| b.1 > 0 && runs(a, b.0) || a.1 > 0 && runs(b, a.0);
        all.iter().all(|t| t.1 >= 0) && (0..all.len()).all(|i| (0..i).all(|j| !meet(all[i], all[j])))
    };
    let impossible = |d: &[Vec<i32>]| {
        let n = d.len() / 2;
        let follows = |b: usize, a: usize| hull(&d[2 * a]).0 + d[2 * a + 1][0] <= hull(&d[2 * b]).1;
        let last = |i: usize, j: usize| d[2 * i + 1][0] > 0 && d[2 * j + 1][0] > 0;
        (0..n).any(|i| (0..i).any(|j| last(i, j) && !follows(i, j) && !follows(j, i)))
    };
    conditional("disjunctive.enforce_if", 3..=7, post, holds).claims(unless(impossible)).passes(750);
}

/// Two squares: x, y, width and height of each.
fn rectangles(empty: Empty) -> Check {
    let post = |v: &[View], empty: Empty| {
        let side = |i: usize| Quantity::from(v[i]);
        let rectangles = [0, 4].map(|k| Rectangle { origin: [v[k], v[k + 1]], size: [side(k + 2), side(k + 3)] });
        Diffn::new(rectangles, empty)
    };
    let holds = move |v: &[i32]| {
        let before = |a: usize, b: usize| v[a] + v[a + 2] <= v[b];
        let apart = (0..2).any(|axis| before(axis, 4 + axis) || before(4 + axis, axis));
        let sizes = [v[2], v[3], v[6], v[7]];
        sizes.iter().all(|&s| s >= 0) && (apart || empty == Empty::Free && sizes.contains(&0))
    };
    let impossible = move |d: &[Vec<i32>]| {
        let before = |a: usize, b: usize| hull(&d[a]).0 + d[a + 2][0] <= hull(&d[b]).1;
        let apart = (0..2).any(|axis| before(axis, 4 + axis) || before(4 + axis, axis));
        let sizes = [2, 3, 6, 7].map(|k| d[k][0]);
        !apart && sizes.iter().all(|&s| s > 0 || s == 0 && empty == Empty::Blocked)
    };
    Check::new("diffn.enforce_if")
        .arity(9..=9)
        .values(-1..=3)
        .position(0, 0..=1)
        .post(move |(), v| HalfReified::new(v[0], Box::new(post(&v[1..], empty))))
        .holds(move |(), v| v[0] == 0 || holds(&v[1..]))
        .claims(Claim::values(move |(), domains: &[Vec<i32>], i, v| {
            i > 0 || v == 0 || domains[0].len() == 1 || !impossible(&domains[1..])
        }))
        // Either one of the two rectangles leads to their only pair.
        .without_modified_positions()
        .cases(cases(10_000))
}

#[test]
fn diffn() {
    rectangles(Empty::Blocked).passes(750);
}

#[test]
fn diffn_nonstrict() {
    rectangles(Empty::Free).passes(750);
}
