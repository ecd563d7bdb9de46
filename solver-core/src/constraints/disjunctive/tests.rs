use super::{Activity, Disjunctive, DisjunctiveLevel, EDGE, NEGATIVE, NOT_LAST, ORDER, OVERLOAD, PRECEDENCE};
use crate::harness::{Check, Claim};
use crate::{Rule, View};

fn holds(tasks: &[(i32, i32)]) -> bool {
    let end = |t: (i32, i32)| i64::from(t.0) + i64::from(t.1);
    tasks.iter().all(|t| t.1 >= 0)
        && (0..tasks.len()).all(|i| {
            tasks[..i].iter().all(|&a| {
                let b = tasks[i];
                a.1 == 0 || b.1 == 0 || end(a) <= b.0.into() || end(b) <= a.0.into()
            })
        })
}

/// Checks whether a bound is compatible with the bounds of every other task separately.
fn pairwise(durations: &[i32], domains: &[Vec<i32>], i: usize, v: i32) -> bool {
    let (start, long) = (i64::from(v), i64::from(durations[i]));
    (0..domains.len()).filter(|&j| j != i && durations[j] > 0 && long > 0).all(|j| {
        let (first, last) = (i64::from(domains[j][0]), i64::from(domains[j][domains[j].len() - 1]));
        start + long <= last || first + i64::from(durations[j]) <= start
    })
}

fn with_fixed_durations(level: DisjunctiveLevel, rules: &[&'static Rule]) -> Check<Vec<i32>> {
    Check::new("disjunctive")
        .arity(0..=6)
        .values(-6..=6)
        .parameters(|rng, n| {
            let longest = 1 + rng.below(4);
            let long = |rng: &mut crate::harness::Rng| match rng.below(24) {
                0 => rng.below(2) as i32 - 1,
                _ => 1 + rng.below(longest) as i32,
            };
            (0..n).map(|_| long(rng)).collect()
        })
        .post(move |durations: &Vec<i32>, views: &[View]| {
            let tasks = views.iter().zip(durations).map(|(&start, &d)| Activity { start, duration: d.into() });
            Disjunctive::new(tasks, level)
        })
        .holds(|durations, values| holds(&values.iter().copied().zip(durations.iter().copied()).collect::<Vec<_>>()))
        .claims(Claim::bounds(|durations: &Vec<i32>, domains: &[Vec<i32>], i, v| pairwise(durations, domains, i, v)))
        .rules(rules.iter().copied())
        .up_to(10_000)
}

/// Checks tasks some of which have fixed durations; the last views are the durations of the other tasks.
fn with_variable_durations(level: DisjunctiveLevel, rules: &[&'static Rule]) -> Check<Vec<i32>> {
    fn tasks<T: Copy>(fixed: &[i32], values: &[T]) -> Vec<(T, Result<T, i32>)> {
        let n = fixed.len();
        let duration = |i: usize| values.get(n + i).copied().ok_or(fixed[i]);
        (0..n).map(|i| (values[i], duration(i))).collect()
    }
    Check::new("disjunctive with variable durations")
        .arity(0..=6)
        .values(-1..=6)
        .parameters(|rng, n| {
            let variable = rng.below(n as u64 / 2 + 1) as usize;
            (0..n - variable).map(|_| 1 + rng.below(3) as i32).collect()
        })
        .post(move |fixed: &Vec<i32>, views: &[View]| {
            let tasks = tasks(fixed, views)
                .into_iter()
                .map(|(start, duration)| Activity { start, duration: duration.map_or_else(Into::into, Into::into) });
            Disjunctive::new(tasks, level)
        })
        .holds(|fixed, values| {
            let tasks =
                tasks(fixed, values).into_iter().map(|(start, duration)| (start, duration.unwrap_or_else(|d| d)));
            holds(&tasks.collect::<Vec<_>>())
        })
        .refutes(|fixed, domains| {
            let tasks = tasks(fixed, &domains.iter().collect::<Vec<_>>());
            let tasks: Vec<_> = tasks.into_iter().map(|(start, d)| (start, d.map_or_else(|d| d, |d| d[0]))).collect();
            let follows = |b: usize, a: usize| {
                let (a, (start, _)) = (&tasks[a], &tasks[b]);
                i64::from(a.0[0]) + i64::from(a.1) <= start[start.len() - 1].into()
            };
            let meet = |i: usize, j: usize| tasks[i].1 > 0 && tasks[j].1 > 0 && !follows(i, j) && !follows(j, i);
            (0..tasks.len()).any(|i| (0..i).any(|j| meet(i, j)))
        })
        .claims(Claim::Sound)
        .rules(rules.iter().copied())
        .up_to(10_000)
}

#[test]
fn precedences_level() {
    with_fixed_durations(DisjunctiveLevel::Precedences, &[&OVERLOAD, &PRECEDENCE, &ORDER, &NEGATIVE]).passes(2_500);
}

#[test]
fn edge_finding_level() {
    let rules = [&OVERLOAD, &PRECEDENCE, &NOT_LAST, &EDGE, &ORDER, &NEGATIVE];
    with_fixed_durations(DisjunctiveLevel::EdgeFinding, &rules).passes(2_500);
}

#[test]
fn precedences_level_with_variable_durations() {
    let rules = [&OVERLOAD, &PRECEDENCE, &ORDER, &NEGATIVE];
    with_variable_durations(DisjunctiveLevel::Precedences, &rules).passes(5_000);
}

#[test]
fn edge_finding_level_with_variable_durations() {
    let rules = [&OVERLOAD, &PRECEDENCE, &NOT_LAST, &EDGE, &ORDER, &NEGATIVE];
    with_variable_durations(DisjunctiveLevel::EdgeFinding, &rules).passes(5_000);
}
