use super::{Cumulative, CumulativeLevel, ENERGY, NEGATIVE, TIME_TABLE, TOO_TALL, Task};
use crate::harness::{Check, Claim};
use crate::{Rule, View};

/// Checks whether fixed tasks respect the capacity.
fn holds(tasks: &[[i32; 3]], capacity: i32) -> bool {
    let sizes = tasks.iter().flat_map(|t| [t[1], t[2]]).chain([capacity]);
    sizes.into_iter().all(|size| size >= 0)
        && tasks.iter().all(|&[time, ..]| {
            let runs = |t: &&[i32; 3]| t[0] <= time && i64::from(time) < i64::from(t[0]) + i64::from(t[1]);
            tasks.iter().filter(runs).map(|t| i64::from(t[2])).sum::<i64>() <= i64::from(capacity)
        })
}

/// Checks whether a task that starts at `start` is compatible with the compulsory parts of the others. Each other task
/// is given by its start bounds, its minimum duration and its minimum demand.
fn fits(others: &[[i64; 4]], start: i64, long: i64, need: i64, capacity: i64) -> bool {
    let height = |t: i64| others.iter().filter(|o| o[1] <= t && t < o[0] + o[2]).map(|o| o[3]).sum::<i64>();
    (0..long).all(|k| height(start + k) + need <= capacity || need == 0)
}

#[derive(Debug)]
struct Sizes {
    tasks: Vec<(i32, i32)>,
    capacity: i32,
}

fn with_fixed_sizes(level: CumulativeLevel, rules: &[&'static Rule]) -> Check<Sizes> {
    let support = |sizes: &Sizes, domains: &[Vec<i32>], i: usize, v: i32| {
        let others = (0..domains.len()).filter(|&j| j != i).map(|j| {
            let (d, (long, need)) = (&domains[j], sizes.tasks[j]);
            [d[0], d[d.len() - 1], long, need].map(i64::from)
        });
        let (long, need) = sizes.tasks[i];
        fits(&others.collect::<Vec<_>>(), v.into(), long.into(), need.into(), sizes.capacity.into())
    };
    Check::new("cumulative")
        .arity(0..=6)
        .values(-6..=6)
        .parameters(|rng, n| {
            let tall = 1 + rng.below(3);
            if rng.below(2) == 0 {
                // Generates a crowded instance, with short tasks and little slack.
                let task = |_| (1 + rng.below(2) as i32, (tall - rng.below(2).min(tall - 1)) as i32);
                return Sizes { tasks: (0..n).map(task).collect(), capacity: tall as i32 };
            }
            Sizes {
                tasks: (0..n).map(|_| (rng.below(5) as i32, rng.below(tall + 1) as i32)).collect(),
                capacity: if rng.below(8) == 0 { rng.below(3) as i32 - 1 } else { (tall + rng.below(3)) as i32 },
            }
        })
        .post(move |sizes, views: &[View]| {
            let tasks = views.iter().zip(&sizes.tasks).map(|(&start, &(duration, demand))| Task {
                start,
                duration: duration.into(),
                demand: demand.into(),
            });
            Cumulative::new(tasks, sizes.capacity.into(), level)
        })
        .holds(|sizes, values| {
            let tasks: Vec<[i32; 3]> = values.iter().zip(&sizes.tasks).map(|(&s, &(d, r))| [s, d, r]).collect();
            holds(&tasks, sizes.capacity)
        })
        .claims(Claim::bounds(support))
        .rules(rules.iter().copied())
        .up_to(10_000)
}

/// Checks tasks with three views each; the capacity comes last.
fn with_variable_sizes(level: CumulativeLevel) -> Check {
    fn tasks<T: Copy>(values: &[T]) -> (impl Iterator<Item = [T; 3]>, T) {
        let (capacity, tasks) = values.split_last().expect("there is a capacity");
        (tasks.chunks_exact(3).map(|t| [t[0], t[1], t[2]]), *capacity)
    }
    let check = Check::new("cumulative with variable sizes").arity(1..=10).values(-2..=5);
    check
        .post(move |(), views| {
            let (tasks, capacity) = tasks(views);
            let tasks =
                tasks.map(|[start, duration, demand]| Task { start, duration: duration.into(), demand: demand.into() });
            Cumulative::new(tasks, capacity.into(), level)
        })
        .holds(|(), values| {
            let (tasks, capacity) = tasks(values);
            holds(&tasks.collect::<Vec<_>>(), capacity)
        })
        .refutes(|(), domains| {
            let domains: Vec<&Vec<i32>> = domains.iter().collect();
            let (tasks, capacity) = tasks(&domains);
            let tasks: Vec<[&Vec<i32>; 3]> = tasks.collect();
            let last = |x: &Vec<i32>| x[x.len() - 1];
            let needs = |time: i32| {
                let certain = |t: &&[&Vec<i32>; 3]| {
                    last(t[0]) <= time && i64::from(time) < i64::from(t[0][0]) + i64::from(t[1][0])
                };
                tasks.iter().filter(certain).map(|t| i64::from(t[2][0]).max(0)).sum::<i64>()
            };
            tasks.iter().any(|t| needs(last(t[0])) > last(capacity).max(0).into())
        })
        .claims(Claim::Sound)
        .rules([&TIME_TABLE, &ENERGY, &NEGATIVE, &TOO_TALL])
        .up_to(10_000)
}

#[test]
fn time_table_level() {
    with_fixed_sizes(CumulativeLevel::TimeTable, &[&TIME_TABLE, &ENERGY, &NEGATIVE, &TOO_TALL]).passes(3_000);
}

/// In case 178,071 of the long run, two propagation orders reach different fixpoints.
#[test]
fn edge_finding_level() {
    with_fixed_sizes(CumulativeLevel::EdgeFinding, &[&TIME_TABLE, &ENERGY, &NEGATIVE, &TOO_TALL])
        .with_many_fixpoints()
        .passes(3_000);
}

#[test]
fn time_table_level_with_variable_sizes() {
    with_variable_sizes(CumulativeLevel::TimeTable).passes(10_000);
}

#[test]
fn edge_finding_level_with_variable_sizes() {
    with_variable_sizes(CumulativeLevel::EdgeFinding).passes(10_000);
}
