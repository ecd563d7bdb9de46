//! Open-shop scheduling: each job visits all machines in any order, and jobs and machines handle one task at a time.
//! (T. Gonzalez and S. Sahni, Journal of the ACM 23, 1976.)

use crate::Classic;
use crate::instances::rows;
use solver_core::prelude::*;

/// An open-shop instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenShop {
    /// The durations, by job and machine.
    pub times: Vec<Vec<i32>>,
}

impl OpenShop {
    /// The ten 4×4 or ten 5×5 instances of É. Taillard, *Benchmarks for basic scheduling problems* (European Journal of
    /// Operational Research 64, 1993), with their optimal makespans. Each instance is generated from a time seed and a
    /// machine seed.
    pub fn published(n: usize) -> impl Iterator<Item = (OpenShop, i32)> {
        let seeds = match n {
            4 => include_str!("../instances/open_shop/4.txt"),
            5 => include_str!("../instances/open_shop/5.txt"),
            _ => "",
        };
        rows(seeds).map(move |row| (OpenShop::taillard(n, row[0], row[1]), row[2]))
    }

    /// Generates an instance with as many jobs as machines and durations from 1 to 99, by Taillard's procedure: first
    /// the durations of a job's tasks, then their machines. Seeds are between 1 and 2³¹ - 2.
    fn taillard(n: usize, times: i32, machines: i32) -> OpenShop {
        let (mut time, mut machine) = (Lehmer(times.into()), Lehmer(machines.into()));
        let taken: Vec<Vec<i32>> = (0..n).map(|_| (0..n).map(|_| time.between(1, 99) as i32).collect()).collect();
        let on = taken.iter().map(|taken| {
            let mut order: Vec<usize> = (0..n).collect();
            for k in 0..n {
                order.swap(k, machine.between(k as i64, n as i64 - 1) as usize);
            }
            let mut by_machine = vec![0; n];
            for (&machine, &time) in order.iter().zip(taken) {
                by_machine[machine] = time;
            }
            by_machine
        });
        OpenShop { times: on.collect() }
    }
}

/// D. H. Lehmer's generator with factor 7⁵ modulo 2³¹ - 1.
struct Lehmer(i64);

impl Lehmer {
    /// A number from `low` to `high`.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        const MODULUS: i64 = (1 << 31) - 1;
        self.0 = self.0 * 16_807 % MODULUS;
        low + (self.0 as f64 / MODULUS as f64 * (high - low + 1) as f64) as i64
    }
}

/// Finds the task orders for jobs and machines for which the makespan is at most `end`. For each order, the search
/// finds only the schedule in which every task starts as early as possible.
///
/// # Errors
/// [`ModelError`] if `end` is less than the longest duration.
pub fn open_shop(shop: &OpenShop, end: i32) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let mut of_machine: Vec<Vec<(IntVar, i32)>> = Vec::new();
    let mut of_job: Vec<Vec<(IntVar, i32)>> = Vec::new();
    for (j, times) in shop.times.iter().enumerate() {
        of_machine.resize(times.len().max(of_machine.len()), Vec::new());
        let mut tasks = Vec::new();
        for (machine, &duration) in times.iter().enumerate() {
            let start = m.int(format!("job {j} on machine {machine}"), 0..=end - duration)?;
            tasks.push((start, duration));
            of_machine[machine].push((start, duration));
        }
        of_job.push(tasks);
    }
    let mut orders = Vec::new();
    for tasks in of_job.iter().chain(&of_machine) {
        m.disjunctive(tasks.iter().copied());
        for (i, &(b, b_takes)) in tasks.iter().enumerate() {
            for &(a, a_takes) in &tasks[..i] {
                let a_first = m.bool("first")?;
                m.post((a + a_takes).at_most(b)).enforce_if(a_first);
                m.post((b + b_takes).at_most(a)).enforce_if(1 - a_first);
                orders.push(a_first);
            }
        }
    }
    Ok(Classic::new(m, orders))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Taillard's first 4×4 instance: times 54 34 61 2 … on the machines 3 1 4 2 …
    #[test]
    fn the_first_is_as_published() {
        let (shop, _) = OpenShop::published(4).next().expect("ten");
        assert_eq!(shop.times, [[34, 2, 54, 61], [15, 89, 70, 9], [38, 19, 28, 87], [95, 7, 34, 29]]);
    }
}
