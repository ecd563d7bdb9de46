//! Constraint semantics for complete assignments without undefined values, written from the definitions in
//! `docs/constraints.md` independently of the solver.
//!
//! Random models and random FlatZinc models are checked against these definitions. One-line semantics are defined next
//! to those models.

/// Converts a value to an index if it is valid for an array of the given length.
pub fn index(v: i128, length: usize) -> Option<usize> {
    usize::try_from(v).ok().filter(|&i| i < length)
}

/// Returns the number of values that satisfy a condition.
pub fn count<'a>(of: impl IntoIterator<Item = &'a i128>, is_one: impl Fn(i128) -> bool) -> i128 {
    of.into_iter().filter(|&&v| is_one(v)).count() as i128
}

/// Whether all pairs satisfy a condition.
pub fn pairs<T>(all: &[T], fit: impl Fn(&T, &T) -> bool) -> bool {
    (0..all.len()).all(|i| (0..i).all(|j| fit(&all[i], &all[j])))
}

/// Whether all values are distinct.
pub fn all_differ(v: &[i128]) -> bool {
    pairs(v, |a, b| a != b)
}

/// Returns the number of distinct values.
pub fn distinct(v: &[i128]) -> i128 {
    (0..v.len()).filter(|&i| !v[..i].contains(&v[i])).count() as i128
}

/// Returns the power. `0 ^ 0` is 1. A negative exponent gives `1 / x ^ -y`, rounded towards 0 and undefined for 0.
pub fn power(x: i128, y: i128) -> Option<i128> {
    let whole = |y: i128| match x {
        0 | 1 => Some(if y == 0 { 1 } else { x }),
        -1 => Some(if y % 2 == 0 { 1 } else { -1 }),
        _ => x.checked_pow(u32::try_from(y).ok()?),
    };
    if y >= 0 {
        whole(y)
    } else if x.abs() > 1 {
        Some(0)
    } else {
        1i128.checked_div(whole(-y)?)
    }
}

/// Returns the index of the first value that is at least as good as all others.
pub fn first_best(v: &[i128], is_as_good: fn(&i128, &i128) -> bool) -> Option<usize> {
    (0..v.len()).find(|&i| v.iter().all(|w| is_as_good(&v[i], w)))
}

/// Whether `before` occurs before the first occurrence of `after`.
pub fn precedes(v: &[i128], before: i128, after: i128) -> bool {
    (0..v.len()).all(|i| v[i] != after || v[..i].contains(&before))
}

/// Whether the second list is the sorted version of the first.
pub fn is_sorted_version(v: &[i128], sorted: &[i128]) -> bool {
    let times = |of: &[i128], w: i128| count(of, |v| v == w);
    v.len() == sorted.len() && sorted.is_sorted() && sorted.iter().all(|&w| times(v, w) == times(sorted, w))
}

/// Returns the number of nodes on the circuit through `start`; `None` if there is no such circuit.
fn round(next: &[i128], start: usize) -> Option<usize> {
    let mut at = start;
    for steps in 1..=next.len() {
        at = index(next[at], next.len())?;
        if at == start {
            return Some(steps);
        }
    }
    None
}

/// Whether the nodes, numbered from 0, form a single circuit.
pub fn is_circuit(next: &[i128]) -> bool {
    next.is_empty() || round(next, 0) == Some(next.len())
}

/// Whether the nodes that are not their own successors form a single circuit.
pub fn is_subcircuit(next: &[i128]) -> bool {
    let moving: Vec<usize> = (0..next.len()).filter(|&i| next[i] != i as i128).collect();
    moving.iter().all(|&i| round(next, i) == Some(moving.len()))
}

/// Whether a root is one of the chosen nodes and all chosen nodes can be reached from it along edges between chosen
/// nodes; without a root, whether the chosen nodes are connected.
pub fn is_spanned(chosen: &[bool], edges: &[(usize, usize)], directed: bool, root: Option<i128>) -> bool {
    let start = match root {
        Some(root) => index(root, chosen.len()).filter(|&u| chosen[u]),
        None => chosen.iter().position(|&is_in| is_in),
    };
    let Some(start) = start else { return root.is_none() };
    let mut reached = vec![false; chosen.len()];
    reached[start] = true;
    for _ in chosen {
        for &(a, b) in edges {
            if chosen[a] && chosen[b] {
                reached[b] |= reached[a];
                reached[a] |= reached[b] && !directed;
            }
        }
    }
    reached == chosen
}

/// Whether the edges contain a cycle.
pub fn has_cycle(nodes: usize, edges: &[(usize, usize)], directed: bool) -> bool {
    let mut label: Vec<usize> = (0..nodes).collect();
    if directed {
        // Labels that grow along every edge exist if and only if there is no cycle.
        for _ in 0..nodes {
            edges.iter().for_each(|&(a, b)| label[b] = label[b].max(label[a] + 1));
        }
        return edges.iter().any(|&(a, b)| label[a] >= label[b]);
    }
    edges.iter().any(|&(a, b)| {
        let (a, b) = (label[a], label[b]);
        label.iter_mut().filter(|l| **l == b).for_each(|l| *l = a);
        a == b
    })
}

/// Whether `f[i] = j` if and only if `g[j] = i`, with 0-based indices.
pub fn are_inverse(f: &[i128], g: &[i128]) -> bool {
    let leads = |f: &[i128], i: usize, j: usize| f[i] == j as i128;
    let is_within = |f: &[i128], g: &[i128]| f.iter().all(|&v| index(v, g.len()).is_some());
    let agree = (0..f.len()).all(|i| (0..g.len()).all(|j| leads(f, i, j) == leads(g, j, i)));
    is_within(f, g) && is_within(g, f) && agree
}

/// Whether tasks, given by start, duration and demand, never use more than `capacity`.
pub fn cumulative(tasks: &[[i128; 3]], capacity: i128) -> bool {
    let used = |at: i128| -> i128 { tasks.iter().filter(|t| t[0] <= at && at < t[0] + t[1]).map(|t| t[2]).sum() };
    capacity >= 0 && tasks.iter().all(|t| t[1] >= 0 && t[2] >= 0 && used(t[0]) <= capacity)
}

/// Whether two intervals are disjoint.
fn apart(a: (i128, i128), b: (i128, i128)) -> bool {
    a.0 + a.1 <= b.0 || b.0 + b.1 <= a.0
}

/// Whether tasks, given by start and duration, do not overlap; tasks of duration 0 are unconstrained.
pub fn disjunctive(tasks: &[[i128; 2]]) -> bool {
    let lasting: Vec<[i128; 2]> = tasks.iter().copied().filter(|t| t[1] != 0).collect();
    disjunctive_strict(&lasting)
}

/// Whether tasks do not overlap, as in [`disjunctive`], except that tasks of duration 0 are constrained too.
pub fn disjunctive_strict(tasks: &[[i128; 2]]) -> bool {
    tasks.iter().all(|t| t[1] >= 0) && pairs(tasks, |a, b| apart((a[0], a[1]), (b[0], b[1])))
}

/// Whether boxes, given by x, y, width and height, do not overlap.
pub fn diffn(boxes: &[[i128; 4]]) -> bool {
    let are_apart =
        |a: &[i128; 4], b: &[i128; 4]| apart((a[0], a[2]), (b[0], b[2])) || apart((a[1], a[3]), (b[1], b[3]));
    boxes.iter().all(|b| b[2] >= 0 && b[3] >= 0) && pairs(boxes, are_apart)
}

/// Whether boxes do not overlap, as in [`diffn`], except that boxes of size 0 are unconstrained.
pub fn diffn_nonstrict(boxes: &[[i128; 4]]) -> bool {
    let extended: Vec<[i128; 4]> = boxes.iter().copied().filter(|b| b[2].min(b[3]) != 0).collect();
    diffn(&extended)
}

/// Whether the item sizes in each bin add up to the bin's load; bins are numbered from 0.
pub fn is_packed(bins: &[i128], sizes: &[i128], loads: &[i128]) -> bool {
    let load = |b: usize| -> i128 { (0..bins.len()).filter(|&i| bins[i] == b as i128).map(|i| sizes[i]).sum() };
    bins.iter().all(|&b| index(b, loads.len()).is_some()) && (0..loads.len()).all(|b| load(b) == loads[b])
}

/// Whether the counts are non-negative and their sum, weighted by the factors, equals the total.
pub fn is_total(factors: &[i128], counts: &[i128], total: i128) -> bool {
    counts.iter().all(|&n| n >= 0) && factors.iter().zip(counts).map(|(c, n)| c * n).sum::<i128>() == total
}

/// Returns the automaton states or diagram nodes that reading a value can reach from the given ones.
pub fn step<V: Copy + Into<i128>>(from: &[usize], arcs: &[(usize, V, usize)], v: i128) -> Vec<usize> {
    arcs.iter().filter(|&&(at, by, _)| from.contains(&at) && by.into() == v).map(|arc| arc.2).collect()
}
