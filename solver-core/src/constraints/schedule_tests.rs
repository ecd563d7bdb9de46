//! Scheduling, packing and routing constraints in models, compared with brute force: enforced, half-reified and
//! reified.

use super::{CircuitLevel, CumulativeLevel, DisjunctiveLevel};
use crate::model::Posted;
use crate::prelude::*;

type Post = fn(&mut Model, &[IntVar], Option<(IntVar, Form)>);
type Holds = fn(&[i32]) -> bool;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    HalfReified,
    Reified,
}

fn under<K>(posted: Posted<'_, K>, condition: Option<(IntVar, Form)>) {
    match condition {
        Some((b, Form::Reified)) => {
            posted.iff(b);
        }
        Some((b, Form::HalfReified)) => {
            posted.enforce_if(b);
        }
        None => {}
    }
}

/// The values of each of the four variables.
const VALUES: std::ops::RangeInclusive<i32> = 0..=3;

/// Checks whether the tasks `(start, duration, demand)` never need more than the capacity.
fn fits(tasks: &[(i32, i32, i32)], capacity: i32) -> bool {
    (0..12).all(|t| tasks.iter().filter(|&&(s, d, _)| s <= t && t < s + d).map(|task| task.2).sum::<i32>() <= capacity)
}

/// Lists the nodes visited by following successors from a node until a node would repeat.
fn walk(succ: &[i32], from: i32) -> Vec<i32> {
    let mut nodes = vec![from];
    while let Some(&next) = succ.get(nodes[nodes.len() - 1] as usize)
        && !nodes.contains(&next)
    {
        nodes.push(next);
    }
    nodes
}

fn is_one_cycle(succ: &[i32]) -> bool {
    let nodes = walk(succ, 0);
    nodes.len() == succ.len() && succ.get(nodes[nodes.len() - 1] as usize) == Some(&0)
}

const STATEMENTS: [(&str, Post, Holds); 15] = [
    (
        "cumulative",
        |m, v, c| under(m.cumulative([(v[0], 2, 1), (v[1], 2, 1), (v[2], 1, 2)], 2), c),
        |v| fits(&[(v[0], 2, 1), (v[1], 2, 1), (v[2], 1, 2)], 2),
    ),
    (
        "cumulative with variable sizes",
        |m, v, c| {
            let tasks: [(Expr, Expr, Expr); 2] =
                [(v[0].into(), v[1].into(), 2.into()), (v[0] + 1, 2.into(), v[2].into())];
            under(m.cumulative(tasks, v[3]).consistency(CumulativeLevel::EdgeFinding), c);
        },
        |v| fits(&[(v[0], v[1], 2), (v[0] + 1, 2, v[2])], v[3]),
    ),
    (
        "disjunctive",
        |m, v, c| under(m.disjunctive([(v[0], 1), (v[1], 2), (v[2], 0), (v[3], 1)]), c),
        |v| fits(&[(v[0], 1, 1), (v[1], 2, 1), (v[3], 1, 1)], 1),
    ),
    (
        "disjunctive_strict",
        |m, v, c| under(m.disjunctive_strict([(v[0], 2.into()), (v[1], v[2] - 1), (v[3], 0.into())]), c),
        |v| {
            let tasks = [(v[0], 2), (v[1], v[2] - 1), (v[3], 0)];
            let ends = |a: (i32, i32), b: (i32, i32)| a.0 + a.1 <= b.0 || b.0 + b.1 <= a.0;
            v[2] >= 1 && ends(tasks[0], tasks[1]) && ends(tasks[0], tasks[2]) && ends(tasks[1], tasks[2])
        },
    ),
    (
        "disjunctive with variable durations",
        |m, v, c| {
            let tasks: [(Expr, Expr); 2] = [(v[0].into(), v[1] - 1), (v[2].into(), v[3].into())];
            under(m.disjunctive(tasks).consistency(DisjunctiveLevel::Precedences), c);
        },
        |v| v[1] > 0 && fits(&[(v[0], v[1] - 1, 1), (v[2], v[3], 1)], 1),
    ),
    ("circuit", |m, v, c| under(m.circuit(v), c), is_one_cycle),
    ("circuit by domain", |m, v, c| under(m.circuit(v).consistency(CircuitLevel::Different), c), is_one_cycle),
    ("circuit without connectivity", |m, v, c| under(m.circuit(v).consistency(CircuitLevel::NoCycle), c), is_one_cycle),
    (
        "subcircuit",
        |m, v, c| under(m.subcircuit(v), c),
        |v| {
            let moving = |u: &i32| v[*u as usize] != *u;
            let all = (0..4).filter(moving).count();
            (0..4).all(|u| v.contains(&u)) && (0..4).filter(moving).all(|u| walk(v, u).len() == all)
        },
    ),
    (
        "path",
        |m, v, c| under(m.path(&v[..3], 1, v[3]), c),
        |v| {
            let nodes = walk(&v[..3], 1);
            nodes.len() == 4 && nodes[3] == 3 && nodes[2] == v[3]
        },
    ),
    (
        "path from anywhere",
        |m, v, c| under(m.path(&v[..2], v[2], v[3] - 1), c),
        |v| {
            let nodes = walk(&v[..2], v[2]);
            nodes.len() == 3 && nodes[2] == 2 && nodes[1] == v[3] - 1
        },
    ),
    (
        "bin_packing",
        |m, v, c| under(m.bin_packing([(v[0], 1), (v[1], 2), (v[2], 2)], [v[3], v[0], v[1]]), c),
        |v| {
            (0..3).all(|b| {
                let load = [v[3], v[0], v[1]][b as usize];
                v[..3].iter().zip([1, 2, 2]).filter(|&(&bin, _)| bin == b).map(|(_, size)| size).sum::<i32>() == load
            }) && v[..3].iter().all(|&bin| bin < 3)
        },
    ),
    (
        "knapsack",
        |m, v, c| under(m.knapsack([(1, 2, v[0]), (2, 1, v[1])], v[2] + 2, v[3] + 2), c),
        |v| v[0] + 2 * v[1] == v[2] + 2 && 2 * v[0] + v[1] == v[3] + 2,
    ),
    (
        "diffn",
        |m, v, c| {
            let boxes: [[Expr; 4]; 2] =
                [[v[0].into(), v[1].into(), 2.into(), v[3].into()], [v[2].into(), 1.into(), v[3].into(), 2.into()]];
            under(m.diffn(boxes), c);
        },
        |v| v[0] + 2 <= v[2] || v[2] + v[3] <= v[0] || v[1] + v[3] <= 1 || 3 <= v[1],
    ),
    (
        "diffn_nonstrict",
        |m, v, c| {
            let boxes: [[Expr; 4]; 2] =
                [[v[0].into(), v[1].into(), 2.into(), v[3].into()], [v[2].into(), 1.into(), v[3].into(), 2.into()]];
            under(m.diffn_nonstrict(boxes), c);
        },
        |v| v[3] == 0 || v[0] + 2 <= v[2] || v[2] + v[3] <= v[0] || v[1] + v[3] <= 1 || 3 <= v[1],
    ),
];

#[test]
fn statements_mean_what_they_say_under_conditions_too() -> Result<(), ModelError> {
    for (name, post, holds) in STATEMENTS {
        let tuple = |k: i32| [k & 3, k >> 2 & 3, k >> 4 & 3, k >> 6];
        let solutions = (0..256).filter(|&k| holds(&tuple(k))).count() as u128;
        for form in [None, Some(Form::HalfReified), Some(Form::Reified)] {
            let mut m = Model::new();
            let v = m.ints("v", 4, VALUES)?;
            let condition = match form {
                None => None,
                Some(form) => Some((m.bool("b")?, form)),
            };
            post(&mut m, &v, condition);
            let expected = match form {
                None if solutions == 0 => panic!("{name} has no solution"),
                None => solutions,
                Some(Form::HalfReified) => 256 + solutions,
                Some(Form::Reified) => 256,
            };
            assert_eq!(m.count()?, Outcome::Complete(expected), "{name}, {form:?}");
            assert_eq!(m.search().explaining().count()?, Outcome::Complete(expected), "{name}, {form:?}");
        }
    }
    Ok(())
}
