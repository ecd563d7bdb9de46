//! Constraints on tasks and rectangles.

use super::{Kind, and, state};
use crate::meaning;
use solver_core::prelude::*;

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
        let holds = |(): &(), v: &[i128]| meaning::cumulative(v.as_chunks().0, v[v.len() - 1]);
        state((), arguments, holds, |(), m, x, c| {
            let tasks = x[..x.len() - 1].chunks_exact(3).map(|t| (&t[0], &t[1], &t[2]));
            c.on(m.cumulative(tasks, &x[x.len() - 1]))
        })
    }),
    ("diffn", |d| {
        let n = d.below(4);
        state(
            (),
            d.arguments(4 * n),
            |(), v| meaning::diffn(v.as_chunks().0),
            |(), m, x, c| c.on(m.diffn(rectangles(x))),
        )
    }),
    ("diffn_nonstrict", |d| {
        let n = d.below(4);
        let holds = |(): &(), v: &[i128]| meaning::diffn_nonstrict(v.as_chunks().0);
        state((), d.arguments(4 * n), holds, |(), m, x, c| c.on(m.diffn_nonstrict(rectangles(x))))
    }),
    ("disjunctive", |d| {
        let n = d.below(4);
        let holds = |(): &(), v: &[i128]| meaning::disjunctive(v.as_chunks().0);
        state((), d.arguments(2 * n), holds, |(), m, x, c| c.on(m.disjunctive(tasks(x))))
    }),
    ("disjunctive_strict", |d| {
        let n = d.below(4);
        let holds = |(): &(), v: &[i128]| meaning::disjunctive_strict(v.as_chunks().0);
        state((), d.arguments(2 * n), holds, |(), m, x, c| c.on(m.disjunctive_strict(tasks(x))))
    }),
];
