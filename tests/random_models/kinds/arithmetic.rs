//! Functions posted as constraints, with the result as an argument.

use super::{Kind, and, state};
use crate::meaning::{first_best, index, power};

pub(super) const KINDS: &[Kind] = &[
    ("abs", |d| state((), d.arguments(2), |(), v| v[0].abs() == v[1], |(), m, x, c| c.on(m.abs(&x[0], &x[1])))),
    ("times", |d| {
        state((), d.arguments(3), |(), v| v[0] * v[1] == v[2], |(), m, x, c| c.on(m.times(&x[0], &x[1], &x[2])))
    }),
    ("div", |d| {
        let holds = |(): &(), v: &[i128]| v[1] != 0 && v[0] / v[1] == v[2];
        state((), d.arguments(3), holds, |(), m, x, c| c.on(m.div(&x[0], &x[1], &x[2])))
    }),
    ("modulo", |d| {
        let holds = |(): &(), v: &[i128]| v[1] != 0 && v[0] - v[0] / v[1] * v[1] == v[2];
        state((), d.arguments(3), holds, |(), m, x, c| c.on(m.modulo(&x[0], &x[1], &x[2])))
    }),
    ("pow", |d| {
        let holds = |(): &(), v: &[i128]| power(v[0], v[1]) == Some(v[2]);
        state((), d.arguments(3), holds, |(), m, x, c| c.on(m.pow(&x[0], &x[1], &x[2])))
    }),
    ("maximum", |d| {
        let n = 2 + d.below(3);
        let holds = |(): &(), v: &[i128]| v[1..].contains(&v[0]) && v[1..].iter().all(|&w| w <= v[0]);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.maximum(&x[1..], &x[0])))
    }),
    ("minimum", |d| {
        let n = 2 + d.below(3);
        let holds = |(): &(), v: &[i128]| v[1..].contains(&v[0]) && v[1..].iter().all(|&w| w >= v[0]);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.minimum(&x[1..], &x[0])))
    }),
    ("arg_max", |d| {
        let n = 2 + d.below(3);
        let holds = |(): &(), v: &[i128]| first_best(&v[1..], i128::ge).is_some_and(|i| v[0] == i as i128);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.arg_max(&x[1..], &x[0])))
    }),
    ("arg_min", |d| {
        let n = 2 + d.below(3);
        let holds = |(): &(), v: &[i128]| first_best(&v[1..], i128::le).is_some_and(|i| v[0] == i as i128);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.arg_min(&x[1..], &x[0])))
    }),
    ("element", |d| {
        let array: Vec<i32> = (0..=d.below(4)).map(|_| d.number()).collect();
        let holds =
            |array: &Vec<i32>, v: &[i128]| index(v[0], array.len()).is_some_and(|i| i128::from(array[i]) == v[1]);
        state(array, d.arguments(2), holds, |array, m, x, c| c.on(m.element(array.iter().copied(), &x[0], &x[1])))
    }),
    ("element_of", |d| {
        let n = 3 + d.below(3);
        let holds = |(): &(), v: &[i128]| index(v[0], v.len() - 2).is_some_and(|i| v[2 + i] == v[1]);
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.element_of(&x[2..], &x[0], &x[1])))
    }),
    ("element_2d", |d| {
        let (rows, columns) = (1 + d.below(2), 1 + d.below(3));
        let cells: Vec<Vec<i32>> = (0..rows).map(|_| (0..columns).map(|_| d.number()).collect()).collect();
        let holds = |cells: &Vec<Vec<i32>>, v: &[i128]| {
            let cell = index(v[0], cells.len()).zip(index(v[1], cells[0].len()));
            cell.is_some_and(|(row, column)| i128::from(cells[row][column]) == v[2])
        };
        state(cells, d.arguments(3), holds, |cells, m, x, c| c.on(m.element_2d(cells, &x[0], &x[1], &x[2])))
    }),
    ("element_2d_of", |d| {
        let (rows, columns) = (1 + d.below(2), 1 + d.below(2));
        let arguments = and(d.arguments(3), d.arguments(rows * columns));
        let holds = |&(rows, columns): &(usize, usize), v: &[i128]| {
            let cell = index(v[0], rows).zip(index(v[1], columns));
            cell.is_some_and(|(row, column)| v[3 + row * columns + column] == v[2])
        };
        state((rows, columns), arguments, holds, |&(_, columns), m, x, c| {
            c.on(m.element_2d_of(x[3..].chunks(columns), &x[0], &x[1], &x[2]))
        })
    }),
];
