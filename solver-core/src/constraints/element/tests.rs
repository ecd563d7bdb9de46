use super::*;
use crate::engine::{EngineBuilder, Halt};
use crate::harness::{Check, Claim, Rng};
use crate::{Atom, ValueSet};
use std::fmt::Debug;

/// Generates random constants with negative numbers and ties, and occasionally a constant that no view can take.
fn constants(rng: &mut Rng, n: u64) -> Vec<i32> {
    let one = |rng: &mut Rng| if rng.below(40) == 0 { i32::MIN + rng.below(3) as i32 } else { rng.below(9) as i32 - 3 };
    (0..n).map(|_| one(rng)).collect()
}

fn at<T: Copy>(array: &[T], index: i32) -> Option<T> {
    usize::try_from(index).ok().and_then(|i| array.get(i)).copied()
}

fn of_constants(post: fn(Vec<i32>, View, View) -> ElementOfConstants, claim: Claim<Vec<i32>>) -> Check<Vec<i32>> {
    Check::new("element.constants")
        .parameters(|rng, _| {
            let n = rng.below(8);
            constants(rng, n)
        })
        .arity(2..=2)
        .values(-3..=6)
        .post(move |array: &Vec<i32>, v| post(array.clone(), v[0], v[1]))
        .holds(|array, v| at(array, v[0]) == Some(v[1]))
        .claims(claim)
        .rules([&RANGE, &INDEX, &RESULT])
        .up_to(10_000)
}

#[test]
fn of_constants_is_domain_consistent() {
    of_constants(ElementOfConstants::domain, Claim::Domain).refutes_all().passes(5_000);
}

#[test]
fn of_constants_is_bounds_consistent_on_the_result() {
    let value = |array: &Vec<i32>, domains: &[Vec<i32>], position, v: i32| {
        let (index, result) = (&domains[0], &domains[1]);
        let (low, high) = (result[0], result[result.len() - 1]);
        if position == 0 {
            return at(array, v).is_some_and(|a| low <= a && a <= high);
        }
        (v != low && v != high) || index.iter().any(|&i| at(array, i) == Some(v))
    };
    of_constants(ElementOfConstants::bounds, Claim::values(value)).passes(5_000);
}

#[derive(Debug)]
struct Matrix {
    columns: usize,
    cells: Vec<i32>,
}

#[test]
fn of_a_matrix_is_domain_consistent() {
    let check = Check::new("element.matrix")
        .parameters(|rng, _| {
            let (rows, columns) = (rng.below(5), rng.below(5));
            Matrix { columns: columns as usize, cells: constants(rng, rows * columns) }
        })
        .arity(3..=3)
        .values(-2..=5)
        .post(|m: &Matrix, v| ElementOfMatrix::domain(m.cells.clone(), m.columns, [v[0], v[1]], v[2]))
        .holds(|m, v| {
            let in_row = usize::try_from(v[1]).is_ok_and(|c| c < m.columns);
            in_row && at(&m.cells, v[0].saturating_mul(m.columns as i32).saturating_add(v[1])) == Some(v[2])
        })
        .claims(Claim::Domain)
        .refutes_all()
        .rules([&RANGE, &INDEX, &RESULT])
        .up_to(10_000);
    check.passes(5_000);
}

/// The scope is the index, the result, then the array.
fn of_views(post: fn(Vec<View>, View, View) -> ElementOfViews, claim: Claim) -> Check {
    Check::new("element.views")
        .arity(2..=5)
        .values(-2..=5)
        .post(move |(), v| post(v[2..].to_vec(), v[0], v[1]))
        .holds(|(), v| at(&v[2..], v[0]) == Some(v[1]))
        .claims(claim)
        .rules([&RANGE, &INDEX, &RESULT, &EQUAL])
        .up_to(10_000)
}

#[test]
fn of_views_is_domain_consistent() {
    of_views(ElementOfViews::domain, Claim::Domain).refutes_all().passes(5_000);
}

#[test]
fn of_views_is_bounds_consistent() {
    let value = |(): &(), domains: &[Vec<i32>], position: usize, v: i32| {
        let hull = |k: usize| (domains[k][0], domains[k][domains[k].len() - 1]);
        let array: Vec<(i32, i32)> = (2..domains.len()).map(hull).collect();
        let meets = |i: i32, (low, high): (i32, i32)| at(&array, i).is_some_and(|(l, h)| l <= high && low <= h);
        let result = hull(1);
        match position {
            0 => meets(v, result),
            1 => (v != result.0 && v != result.1) || domains[0].iter().any(|&i| meets(i, (v, v))),
            _ if domains[0][..] != [position as i32 - 2] => true,
            _ => result.0 <= v && v <= result.1,
        }
    };
    let impossible = |(): &(), d: &[Vec<i32>]| {
        let hull = |x: &Vec<i32>| (x[0], x[x.len() - 1]);
        let meet = |a: (i32, i32), b: (i32, i32)| a.0.max(b.0) <= a.1.min(b.1);
        !(0i32..).zip(&d[2..]).any(|(i, x)| d[0].contains(&i) && meet(hull(x), hull(&d[1])))
    };
    // The fault of reading only some modified positions is injected only at the other level.
    of_views(ElementOfViews::bounds, Claim::values(value)).refutes(impossible).without_state().passes(5_000);
}

/// `reliability.md` §2.5, case 29: wide domains must not cost much time.
#[test]
fn case_29_wide_domains_cost_no_more_than_the_array() {
    let wide = ValueSet::range(-View::LIMIT, View::LIMIT);
    let mut b = EngineBuilder::new(vec![wide.clone(); 6]).explaining();
    let [i, r, x, y, row, column] = [0, 1, 2, 3, 4, 5].map(|k| b.view(k));
    b.post(Box::new(ElementOfConstants::domain([5, View::LIMIT, 7], i, r)));
    b.post(Box::new(ElementOfMatrix::domain([5, View::LIMIT, 7, 9], 2, [row, column], r)));
    b.post(Box::new(ElementOfViews::domain([x, y, r], i, r)));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    assert_eq!((e.values(i), e.min(r), e.max(r)), (vec![0, 1, 2], 5, View::LIMIT));
    e.assume(Atom::differs(i, 1)).unwrap();
    e.propagate().unwrap();
    // Now the range is short enough to scan.
    assert_eq!((e.values(i), e.values(r)), (vec![0, 2], vec![5, 7]));
    assert_eq!((e.values(row), e.values(column)), (vec![0, 1], vec![0]));
}

#[test]
fn an_empty_array_has_no_element() {
    for kind in 0..3 {
        let mut b = EngineBuilder::new(vec![ValueSet::range(-1, 1), ValueSet::range(0, 1), ValueSet::range(0, 1)]);
        let (i, j, r) = (b.view(0), b.view(1), b.view(2));
        b.post(match kind {
            0 => Box::new(ElementOfConstants::bounds([], i, r)),
            1 => Box::new(ElementOfViews::bounds([], i, r)),
            _ => Box::new(ElementOfMatrix::domain([], 0, [i, j], r)),
        });
        assert_eq!(b.build().unwrap().propagate(), Err(Halt::Failed));
    }
}

#[test]
fn reasons_name_only_what_is_needed() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 4), ValueSet::range(0, 99)]).explaining();
    let (index, result) = (b.view(0), b.view(1));
    b.post(Box::new(ElementOfConstants::domain([10, 20, 30, 40, 20], index, result)));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    let known = e.facts();
    e.assume(Atom::at_least(index, 2)).unwrap();
    e.propagate().unwrap();
    // 10 is removed because index 0 is removed; 20 stays because index 4 has it.
    let why = e.inference(known + 1).unwrap();
    assert_eq!((why.fact, &why.premises[..]), (Some(Atom::at_least(result, 20)), &[Atom::differs(index, 0)][..]));
    e.assume(Atom::at_most(result, 30)).unwrap();
    e.propagate().unwrap();
    assert_eq!(e.values(index), [2, 4]);
    let why = e.inference(e.facts() - 1).unwrap();
    assert_eq!((why.fact, &why.premises[..]), (Some(Atom::differs(index, 3)), &[Atom::differs(result, 40)][..]));
}

/// With a view offset near 2³¹, a bound far from the view's values has no representation on its variable, and must not
/// wrap.
#[test]
fn bounds_from_elsewhere_do_not_wrap() {
    let limit = View::LIMIT;
    for mirrored in [false, true] {
        let domains = [ValueSet::range(0, 1), ValueSet::range(limit - 1, limit), ValueSet::range(-limit, 5 - limit)];
        let mut b = EngineBuilder::new(domains.to_vec());
        let far = |view: View, offset: i32| if mirrored { (-view).plus(offset) } else { view };
        let (index, high, low) = (b.view(0), b.view(1), far(b.view(2), 5 - i32::MAX));
        // When mirrored, `low` has the values of 5 - (2³¹ - 1) - x, which are also about -2³⁰.
        b.post(Box::new(ElementOfViews::bounds([high, high], index, low)));
        assert_eq!(b.build().unwrap().propagate(), Err(Halt::Failed));
    }
    let mut b = EngineBuilder::new(vec![ValueSet::range(limit - 1, limit)]);
    let x = b.view(0);
    // Tests indices of about 2³⁰ into an empty array.
    b.post(Box::new(ElementOfViews::bounds([], (-x).plus(i32::MAX), x)));
    assert_eq!(b.build().unwrap().propagate(), Err(Halt::Failed));
}
