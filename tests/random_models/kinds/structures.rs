//! Tables, permutations and graphs.

use super::{Draw, Kind, and, state};
use crate::meaning::{are_inverse, index, is_circuit, is_sorted_version, is_subcircuit};
use solver_core::constraints::Table;

/// Table rows with wildcards: the number of columns, and the rows.
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
            let from_0: Vec<i128> = v.iter().map(|w| w - i128::from(base)).collect();
            are_inverse(&from_0[..v.len() / 2], &from_0[v.len() / 2..])
        };
        state(base, arguments, holds, |&base, m, x, c| {
            let (f, g) = x.split_at(x.len() / 2);
            c.on(m.inverse(f, g, base))
        })
    }),
    ("sort", |d| {
        let n = d.below(4);
        let arguments = and(d.arguments(n), d.arguments(n));
        let holds = |(): &(), v: &[i128]| is_sorted_version(&v[..v.len() / 2], &v[v.len() / 2..]);
        state((), arguments, holds, |(), m, x, c| {
            let (unsorted, sorted) = x.split_at(x.len() / 2);
            c.on(m.sort(unsorted, sorted))
        })
    }),
    ("circuit", |d| {
        let n = d.below(5);
        state((), d.arguments(n), |(), v| is_circuit(v), |(), m, x, c| c.on(m.circuit(x)))
    }),
    ("subcircuit", |d| {
        let n = d.below(5);
        state((), d.arguments(n), |(), v| is_subcircuit(v), |(), m, x, c| c.on(m.subcircuit(x)))
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
