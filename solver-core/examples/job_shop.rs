//! A job shop: each of six jobs visits six machines in its own order, and a machine processes one task at a time. How
//! soon can all jobs be finished? (H. Fisher and G. L. Thompson, 1963: 55.)

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

/// For each job, its tasks in order: the machine and the duration.
const JOBS: [[(usize, i32); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

fn main() -> Result<(), ModelError> {
    let mut m = Model::new();
    let horizon = JOBS.iter().flatten().map(|task| task.1).sum::<i32>();
    let end = m.int("end", 0..=horizon)?;
    let mut on = vec![Vec::new(); 6]; // for each machine: the job, start and duration of each task
    for (job, tasks) in JOBS.iter().enumerate() {
        let mut ready = Expr::from(0);
        for &(machine, duration) in tasks {
            let start = m.int(format!("job {job} on machine {machine}"), 0..=horizon)?;
            m.post(ready.at_most(start)).named("one task of a job after the other");
            ready = start + duration;
            on[machine].push((job, start, duration));
        }
        m.post(ready.at_most(end)).named("all is done");
    }
    let mut first = Vec::new(); // for each pair of tasks on a machine: whether the lower-numbered job goes first
    for tasks in &on {
        m.disjunctive(tasks.iter().map(|&(_, start, duration)| (start, duration))).named("one task at a time");
        for (i, &(_, b, b_takes)) in tasks.iter().enumerate() {
            for &(_, a, a_takes) in &tasks[..i] {
                let a_first = m.bool("first")?;
                m.post((a + a_takes).at_most(b)).iff(a_first);
                m.post((b + b_takes).at_most(a)).iff(1 - a_first);
                first.push(a_first);
            }
        }
    }
    first.push(end);
    let search = m.search().on(&first).order(VarSelect::DomWdeg);
    let Outcome::Complete(best) = search.minimize(end)? else { return Ok(()) };
    println!("All is done after {}. Machines, with the number of the job:", best.value);
    for tasks in &on {
        let mut line = vec!["."; best.value as usize];
        for &(job, start, duration) in tasks {
            let start = best.solution.value(start)?;
            line[start as usize..][..duration as usize].fill(["1", "2", "3", "4", "5", "6"][job]);
        }
        println!("{}", line.concat());
    }
    Ok(())
}
