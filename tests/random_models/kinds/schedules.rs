//! Tasks and rectangles.

use super::{Kind, and, state};
use solver_core::prelude::*;

/// Whether some spans `start, length` have nothing in common.
fn apart(a: (i128, i128), b: (i128, i128)) -> bool {
    a.0 + a.1 <= b.0 || b.0 + b.1 <= a.0
}

/// Whether all pairs of rows of `width` values are as they shall be.
fn pairs(v: &[i128], width: usize, fit: impl Fn(&[i128], &[i128]) -> bool) -> bool {
    let rows: Vec<&[i128]> = v.chunks_exact(width).collect();
    (0..rows.len()).all(|i| (0..i).all(|j| fit(rows[i], rows[j])))
}

fn are_boxes(v: &[i128]) -> bool {
    v.chunks_exact(4).all(|r| r[2] >= 0 && r[3] >= 0)
}

fn boxes_apart(a: &[i128], b: &[i128]) -> bool {
    apart((a[0], a[2]), (b[0], b[2])) || apart((a[1], a[3]), (b[1], b[3]))
}

fn rectangles(x: &[Expr]) -> Vec<[Expr; 4]> {
    x.chunks_exact(4).map(|r| [0, 1, 2, 3].map(|i| r[i].clone())).collect()
}

fn tasks(x: &[Expr]) -> Vec<(Expr, Expr)> {
    x.chunks_exact(2).map(|t| (t[0].clone(), t[1].clone())).collect()
}

pub(super) const KINDS: &[Kind] = &[
    ("cumulative", |d| {
        let n = d.below(4);
        let capacity = if d.one_in(2) {
            super::Term::Constant(d.between(0, 4))
        } else {
            super::Term::Absolute(Box::new(d.plain()))
        };
        let arguments = and(d.arguments(3 * n), [capacity]);
        let holds = |(): &(), v: &[i128]| {
            let (tasks, capacity) = (v[..v.len() - 1].chunks_exact(3), v[v.len() - 1]);
            let used =
                |at: i128| -> i128 { tasks.clone().filter(|t| t[0] <= at && at < t[0] + t[1]).map(|t| t[2]).sum() };
            capacity >= 0
                && tasks.clone().all(|t| t[1] >= 0 && t[2] >= 0)
                && tasks.clone().all(|t| used(t[0]) <= capacity)
        };
        state((), arguments, holds, |(), m, x, c| {
            let tasks = x[..x.len() - 1].chunks_exact(3).map(|t| (&t[0], &t[1], &t[2]));
            c.on(m.cumulative(tasks, &x[x.len() - 1]))
        })
    }),
    ("diffn", |d| {
        let n = d.below(4);
        let holds = |(): &(), v: &[i128]| are_boxes(v) && pairs(v, 4, boxes_apart);
        state((), d.arguments(4 * n), holds, |(), m, x, c| c.on(m.diffn(rectangles(x))))
    }),
    ("diffn_nonstrict", |d| {
        let n = d.below(4);
        let holds = |(): &(), v: &[i128]| {
            let is_empty = |r: &[i128]| r[2] == 0 || r[3] == 0;
            are_boxes(v) && pairs(v, 4, |a, b| is_empty(a) || is_empty(b) || boxes_apart(a, b))
        };
        state((), d.arguments(4 * n), holds, |(), m, x, c| c.on(m.diffn_nonstrict(rectangles(x))))
    }),
    ("disjunctive", |d| {
        let n = d.below(4);
        let holds = |(): &(), v: &[i128]| {
            v.chunks_exact(2).all(|t| t[1] >= 0)
                && pairs(v, 2, |a, b| a[1] == 0 || b[1] == 0 || apart((a[0], a[1]), (b[0], b[1])))
        };
        state((), d.arguments(2 * n), holds, |(), m, x, c| c.on(m.disjunctive(tasks(x))))
    }),
    ("disjunctive_strict", |d| {
        let n = d.below(4);
        let holds = |(): &(), v: &[i128]| {
            v.chunks_exact(2).all(|t| t[1] >= 0) && pairs(v, 2, |a, b| apart((a[0], a[1]), (b[0], b[1])))
        };
        state((), d.arguments(2 * n), holds, |(), m, x, c| c.on(m.disjunctive_strict(tasks(x))))
    }),
];
