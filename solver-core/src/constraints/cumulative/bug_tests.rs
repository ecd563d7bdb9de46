//! Bugs of other solvers, numbered as in the known-bugs list.

use super::CumulativeLevel;
use crate::constraints::DisjunctiveLevel;
use crate::prelude::*;
use std::time::{Duration, Instant};

/// Fisher and Thompson's 6 × 6 job shop: the machine and the duration of each operation.
const FT06: [[(usize, i32); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

/// Builds the job shop with all jobs completed by `end`; `machine` posts that each machine runs one task at a time.
fn job_shop(end: i32, machine: impl Fn(&mut Model, Vec<(IntVar, i32)>)) -> Result<Model, ModelError> {
    let mut m = Model::new();
    let mut machines: Vec<Vec<(IntVar, i32)>> = vec![Vec::new(); 6];
    for job in FT06 {
        let mut before: Option<(IntVar, i32)> = None;
        for (at, duration) in job {
            let start = m.int("", 0..=end - duration)?;
            if let Some((other, long)) = before {
                m.post(constraint!(other + long <= start));
            }
            before = Some((start, duration));
            machines[at].push((start, duration));
        }
    }
    for tasks in machines {
        machine(&mut m, tasks);
    }
    Ok(m)
}

fn is_feasible(m: &Model) -> Result<bool, ModelError> {
    let search = m.search().order(VarSelect::DomWdeg).values(ValueSelect::Split).failure_limit(200_000);
    match search.first()? {
        Outcome::Complete(_) => Ok(true),
        Outcome::Unsat => Ok(false),
        stopped @ Outcome::Stopped { .. } => panic!("undecided: {stopped:?}"),
    }
}

/// Cases 16 and 17: with wrong explanations of `cumulative`, solvers claimed optima above and below the true one.
#[test]
fn case_16_the_optimum_of_ft06_is_55() -> Result<(), ModelError> {
    for (end, feasible) in [(54, false), (55, true)] {
        for level in [DisjunctiveLevel::Precedences, DisjunctiveLevel::EdgeFinding] {
            let m = job_shop(end, |m, tasks| {
                m.disjunctive(tasks).consistency(level);
            })?;
            assert_eq!(is_feasible(&m)?, feasible, "{end} {level:?}");
        }
        for level in [CumulativeLevel::TimeTable, CumulativeLevel::EdgeFinding] {
            let m = job_shop(end, |m, tasks| {
                m.cumulative(tasks.into_iter().map(|(s, d)| (s, d, 1)), 1).consistency(level);
            })?;
            assert_eq!(is_feasible(&m)?, feasible, "{end} {level:?}");
        }
    }
    Ok(())
}

/// Builds many tasks that barely fit: even at full capacity, they need 5 units of time per task on average.
fn crowd(tasks: i32, level: CumulativeLevel) -> Result<Model, ModelError> {
    let mut m = Model::new();
    let starts = m.ints("start", tasks as usize, 0..=11 * tasks / 2)?;
    let sizes = (0..tasks).map(|i| (5 + i * 7 % 11, 1 + i * 5 % 7));
    let all = starts.iter().zip(sizes).map(|(s, (d, r))| (s, d, r)).collect::<Vec<_>>();
    m.cumulative(all, 8).consistency(level);
    Ok(m)
}

/// Case 26: a single propagation ran past the time limit. Compilation is not measured. A run may have to wait on a busy
/// machine, so the fastest of three runs counts.
#[test]
fn case_26_limits_hold_within_2000_tasks() -> Result<(), ModelError> {
    for level in [CumulativeLevel::TimeTable, CumulativeLevel::EdgeFinding] {
        let m = crowd(2_000, level)?;
        for search in [m.search(), m.search().explaining()] {
            let compiling = Instant::now();
            search.start()?;
            let limit = 3 * compiling.elapsed() + Duration::from_millis(200);
            let search = search.time_limit(limit);
            let mut best = Duration::MAX;
            for _ in 0..3 {
                let start = Instant::now();
                let mut run = search.start()?;
                assert_eq!(run.step(), Step::Stopped(StopReason::Time));
                let late = start.elapsed().saturating_sub(limit);
                if run.statistics().propagations == 0 {
                    continue; // The limit passed during compilation, so nothing was measured.
                }
                println!("{level:?}: {late:?} late");
                best = best.min(late);
                if best < Duration::from_millis(100) {
                    break;
                }
            }
            assert!(best < Duration::from_millis(100), "{level:?}: {best:?}");
        }
    }
    Ok(())
}

/// Case 29: domains have the maximum size.
#[test]
fn case_29_large_domains_cost_nothing() -> Result<(), ModelError> {
    let mut m = Model::new();
    let starts = m.ints("start", 5, 0..=1_000_000_000)?;
    let tasks = |d: i32| starts.iter().map(move |s| (s, d, 1)).collect::<Vec<_>>();
    m.cumulative(tasks(200_000_000), 1).consistency(CumulativeLevel::EdgeFinding);
    m.cumulative(tasks(1), 2);
    m.disjunctive(starts.iter().map(|s| (s, 1_000_000)));
    assert!(matches!(m.first()?, Outcome::Complete(_)));
    Ok(())
}

/// Case 33: there are no tasks.
#[test]
fn case_33_empty_everything() -> Result<(), ModelError> {
    let none: [(i32, i32); 0] = [];
    let mut m = Model::new();
    m.int("x", 0..=2)?;
    m.cumulative(none.map(|(s, d)| (s, d, 0)), 0);
    m.disjunctive(none);
    m.diffn([]);
    m.circuit([0; 0]);
    m.subcircuit([0; 0]);
    m.bin_packing(none, [0; 0]);
    m.knapsack([(0, 0, 0); 0], 0, 0);
    assert_eq!(m.count()?, Outcome::Complete(3));
    m.path([0; 0], 0, 0);
    assert!(matches!(m.count(), Err(ModelError::Misuse { .. })));
    Ok(())
}

#[test]
fn a_negative_capacity_is_refused() {
    let mut m = Model::new();
    m.cumulative([(0, 1, 1)], -1).named("the oven");
    let error = m.count().unwrap_err();
    assert!(error.to_string().contains("the oven") && error.to_string().contains("-1"), "{error}");
}
