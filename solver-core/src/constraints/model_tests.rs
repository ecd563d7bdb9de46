//! Arithmetic and logical constraints in models, against brute force: as they are, half-reified and reified.

use crate::prelude::*;

type Post = fn(&mut Model, &[IntVar], Option<IntVar>, bool);
type Holds = fn(&[i64]) -> bool;

/// The domain of each of the three variables.
const VALUES: std::ops::RangeInclusive<i32> = -2..=3;

fn under<K>(posted: crate::model::Posted<'_, K>, condition: Option<IntVar>, both_ways: bool) {
    match condition {
        Some(b) if both_ways => {
            posted.iff(b);
        }
        Some(b) => {
            posted.enforce_if(b);
        }
        None => {}
    }
}

/// MiniZinc's power, of small numbers.
fn power(x: i64, y: i64) -> Option<i64> {
    if y >= 0 { Some(x.pow(y as u32)) } else { 1_i64.checked_div(x.pow(-y as u32)) }
}

fn at<T: Copy>(array: &[T], i: i64) -> Option<T> {
    usize::try_from(i).ok().and_then(|i| array.get(i)).copied()
}

const STATEMENTS: [(&str, Post, Holds); 21] = [
    ("times", |m, v, b, i| under(m.times(v[0], v[1], v[2]), b, i), |v| v[0] * v[1] == v[2]),
    (
        "square",
        |m, v, b, i| under(m.times(v[0] + 1, v[0] + 1, v[2] + v[1]), b, i),
        |v| (v[0] + 1).pow(2) == v[2] + v[1],
    ),
    ("div", |m, v, b, i| under(m.div(v[0], v[1], v[2]), b, i), |v| v[0].checked_div(v[1]) == Some(v[2])),
    ("mod", |m, v, b, i| under(m.modulo(v[0], v[1], v[2]), b, i), |v| v[0].checked_rem(v[1]) == Some(v[2])),
    ("pow", |m, v, b, i| under(m.pow(v[0], v[1], v[2]), b, i), |v| power(v[0], v[1]) == Some(v[2])),
    ("abs", |m, v, b, i| under(m.abs(v[0], v[1]), b, i), |v| v[0].abs() == v[1]),
    (
        "absolute by domain",
        |m, v, b, i| under(m.abs(v[0] - v[2], v[1]).consistency(BoundsOrDomain::Domain), b, i),
        |v| (v[0] - v[2]).abs() == v[1],
    ),
    ("maximum", |m, v, b, i| under(m.maximum(&v[1..], v[0]), b, i), |v| v[1].max(v[2]) == v[0]),
    ("minimum", |m, v, b, i| under(m.minimum(&v[1..], v[0]), b, i), |v| v[1].min(v[2]) == v[0]),
    ("arg_max", |m, v, b, i| under(m.arg_max(&v[1..], v[0]), b, i), |v| i64::from(v[1] < v[2]) == v[0]),
    ("arg_min", |m, v, b, i| under(m.arg_min(&v[1..], v[0]), b, i), |v| i64::from(v[1] > v[2]) == v[0]),
    (
        "element",
        |m, v, b, i| under(m.element([3, 1, 3], v[0] - 1, v[1] - v[2]), b, i),
        |v| at(&[3, 1, 3], v[0] - 1) == Some(v[1] - v[2]),
    ),
    (
        "element by bounds",
        |m, v, b, i| under(m.element([3, 1, 3], v[0], v[1]).consistency(BoundsOrDomain::Bounds), b, i),
        |v| at(&[3, 1, 3], v[0]) == Some(v[1]),
    ),
    ("element_of", |m, v, b, i| under(m.element_of(v, v[0], v[1]), b, i), |v| at(v, v[0]) == Some(v[1])),
    (
        "element_2d",
        |m, v, b, i| under(m.element_2d([[1, 2, 3], [3, 0, 1]], v[0], v[1], v[2]), b, i),
        |v| at(&[[1, 2, 3], [3, 0, 1]], v[0]).and_then(|row| at(&row, v[1])) == Some(v[2]),
    ),
    (
        "element_2d by bounds",
        |m, v, b, i| {
            under(m.element_2d([[1, 2, 3], [3, 0, 1]], v[0], v[1], v[2]).consistency(BoundsOrDomain::Bounds), b, i);
        },
        |v| at(&[[1, 2, 3], [3, 0, 1]], v[0]).and_then(|row| at(&row, v[1])) == Some(v[2]),
    ),
    (
        "element_2d_of",
        |m, v, b, i| under(m.element_2d_of([[v[0] + 0, v[1] - 1], [v[2] + 1, 2.into()]], v[0], v[1], v[2]), b, i),
        |v| at(&[[v[0], v[1] - 1], [v[2] + 1, 2]], v[0]).and_then(|row| at(&row, v[1])) == Some(v[2]),
    ),
    (
        "element_2d_of by domain",
        |m, v, b, i| {
            let rows = [[v[1] + 0], [2 - v[2]], [v[0] + 0]];
            under(m.element_2d_of(rows, v[0], v[1], v[2]).consistency(BoundsOrDomain::Domain), b, i);
        },
        |v| at(&[[v[1]], [2 - v[2]], [v[0]]], v[0]).and_then(|row| at(&row, v[1])) == Some(v[2]),
    ),
    (
        "count_equal of a variable",
        |m, v, b, i| under(m.count_equal([v[0] + 0, v[1] + 1, v[2] + 0], v[1], v[2]), b, i),
        |v| i64::from(v[0] == v[1]) + i64::from(v[2] == v[1]) == v[2],
    ),
    ("parity", |m, v, b, i| under(m.odd(v), b, i), |v| v.iter().sum::<i64>().rem_euclid(2) == 1),
    ("clause", |m, v, b, i| under(m.clause(&v[..1], &v[1..]), b, i), |v| v[0] >= 1 || v[1] < 1 || v[2] < 1),
];

#[test]
fn statements_have_the_solutions_of_their_meaning() -> Result<(), ModelError> {
    for (name, post, holds) in STATEMENTS {
        let all: Vec<i64> = VALUES.map(i64::from).collect();
        let triples = all.iter().flat_map(|&x| all.iter().map(move |&y| (x, y)));
        let triples: Vec<[i64; 3]> = triples.flat_map(|(x, y)| all.iter().map(move |&z| [x, y, z])).collect();
        let held = triples.iter().filter(|v| holds(&v[..])).count() as u128;
        assert!(0 < held && held < triples.len() as u128, "{name}");
        let reified = [
            (None, false, held),
            (Some(()), false, triples.len() as u128 + held),
            (Some(()), true, triples.len() as u128),
        ];
        for (condition, both_ways, expected) in reified {
            let mut m = Model::new();
            let v = m.ints("v", 3, VALUES)?;
            let b = condition.map(|()| m.bool("b")).transpose()?;
            post(&mut m, &v, b, both_ways);
            assert_eq!(m.count()?, Outcome::Complete(expected), "{name}, {condition:?}, {both_ways}");
            if let (Some(b), true) = (b, both_ways) {
                // And each with the right condition.
                m.post(constraint!(b == 1));
                assert_eq!(m.count()?, Outcome::Complete(held), "{name}");
            }
        }
    }
    Ok(())
}

#[test]
fn misuse_is_told_by_name() -> Result<(), ModelError> {
    let told = |post: fn(&mut Model, IntVar)| -> Result<String, ModelError> {
        let mut m = Model::new();
        let x = m.int("x", 0..=2)?;
        post(&mut m, x);
        Ok(m.count().unwrap_err().to_string())
    };
    assert_eq!(
        told(|m, x| {
            m.maximum([0; 0], x);
        })?,
        "constraint number 1 (maximum): it is the maximum of nothing: give it at least one"
    );
    assert_eq!(
        told(|m, x| {
            m.arg_min([0; 0], x).named("first");
        })?,
        "constraint `first` (arg_min): it is an index into nothing: give it at least one value"
    );
    let empty = "the array is empty, so no index is within it";
    assert_eq!(
        told(|m, x| {
            m.element([], x, x);
        })?,
        format!("constraint number 1 (element): {empty}")
    );
    assert_eq!(
        told(|m, x| {
            m.element_of([0; 0], x, x);
        })?,
        format!("constraint number 1 (element_of): {empty}")
    );
    assert_eq!(
        told(|m, x| {
            m.element_2d([[0; 0]], x, x, x);
        })?,
        format!("constraint number 1 (element_2d): {empty}")
    );
    assert_eq!(
        told(|m, x| {
            m.element_2d([vec![1, 2], vec![3]], x, x, x);
        })?,
        "constraint number 1 (element_2d): row 0 has 2 columns, but row 1 has 1"
    );
    Ok(())
}
