//! Tables, permutations and graphs.

use super::{Draw, Kind, and, index, state};
use solver_core::constraints::Table;

/// Rows with wildcards.
type Rows = (usize, Vec<Vec<Option<i32>>>);

fn rows(d: &mut Draw, has_wildcards: bool) -> Rows {
    let arity = d.below(4);
    let cell = |d: &mut Draw| if has_wildcards && d.one_in(4) { None } else { Some(d.number()) };
    (arity, (0..d.below(7)).map(|_| (0..arity).map(|_| cell(d)).collect()).collect())
}

fn has_row((_, rows): &Rows, v: &[i128]) -> bool {
    rows.iter().any(|row| row.iter().zip(v).all(|(cell, &v)| cell.is_none_or(|cell| i128::from(cell) == v)))
}

fn table((arity, rows): &Rows) -> Table {
    let full: Option<Vec<Vec<i32>>> = rows.iter().map(|row| row.iter().copied().collect()).collect();
    match full {
        Some(full) => Table::new(*arity, full),
        None => Table::short(*arity, rows),
    }
    .expect("its rows are of one length")
}

/// How many nodes the circuit through `start` has, if one can go round.
fn round(succ: &[i128], start: usize) -> Option<usize> {
    let mut at = start;
    for steps in 1..=succ.len() {
        at = index(succ[at], succ.len())?;
        if at == start {
            return Some(steps);
        }
    }
    None
}

pub(super) const KINDS: &[Kind] = &[
    ("table", |d| {
        let is_short = d.one_in(2);
        let rows = rows(d, is_short);
        let n = rows.0;
        state(rows, d.arguments(n), has_row, |rows, m, x, c| c.on(m.table(x, &table(rows))))
    }),
    ("negative_table", |d| {
        let rows = rows(d, false);
        let n = rows.0;
        let holds = |rows: &Rows, v: &[i128]| !has_row(rows, v);
        state(rows, d.arguments(n), holds, |rows, m, x, c| c.on(m.negative_table(x, &table(rows))))
    }),
    ("inverse", |d| {
        let (n, base) = (d.below(3), d.between(-1, 2));
        let arguments = and(d.arguments(n), d.arguments(n));
        let holds = |&base: &i32, v: &[i128]| {
            let n = v.len() / 2;
            let (f, g) = v.split_at(n);
            let within = |w: &i128| index(w - i128::from(base), n).is_some();
            let agree = |i: usize, j: usize| {
                (f[i] == (j as i128 + i128::from(base))) == (g[j] == (i as i128 + i128::from(base)))
            };
            v.iter().all(within) && (0..n).all(|i| (0..n).all(|j| agree(i, j)))
        };
        state(base, arguments, holds, |&base, m, x, c| {
            let (f, g) = x.split_at(x.len() / 2);
            c.on(m.inverse(f, g, base))
        })
    }),
    ("sort", |d| {
        let n = d.below(4);
        let arguments = and(d.arguments(n), d.arguments(n));
        let holds = |(): &(), v: &[i128]| {
            let (x, y) = v.split_at(v.len() / 2);
            let times = |of: &[i128], w: i128| of.iter().filter(|&&v| v == w).count();
            y.is_sorted() && y.iter().all(|&w| times(x, w) == times(y, w))
        };
        state((), arguments, holds, |(), m, x, c| {
            let (unsorted, sorted) = x.split_at(x.len() / 2);
            c.on(m.sort(unsorted, sorted))
        })
    }),
    ("circuit", |d| {
        let n = d.below(5);
        let holds = |(): &(), v: &[i128]| v.is_empty() || round(v, 0) == Some(v.len());
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.circuit(x)))
    }),
    ("subcircuit", |d| {
        let n = d.below(5);
        let holds = |(): &(), v: &[i128]| {
            let moving: Vec<usize> = (0..v.len()).filter(|&i| v[i] != i as i128).collect();
            moving.iter().all(|&i| round(v, i) == Some(moving.len()))
        };
        state((), d.arguments(n), holds, |(), m, x, c| c.on(m.subcircuit(x)))
    }),
    ("path", |d| {
        let n = 1 + d.below(3);
        let arguments = and(d.arguments(2), d.arguments(n));
        let holds = |(): &(), v: &[i128]| {
            let (start, end, succ) = (v[0], v[1], &v[2..]);
            let mut passed = vec![false; succ.len()];
            let mut at = start;
            while let Some(node) = index(at, succ.len()).filter(|&node| !passed[node]) {
                passed[node] = true;
                (at, _) = (succ[node], node);
                if node as i128 == end {
                    return at == succ.len() as i128 && passed.iter().all(|&p| p);
                }
            }
            false
        };
        state((), arguments, holds, |(), m, x, c| c.on(m.path(&x[2..], &x[0], &x[1])))
    }),
];
