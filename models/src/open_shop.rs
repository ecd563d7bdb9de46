//! Open shops: each job visits all machines in whatever order; a job is at one machine at a time, and a machine does one thing at a
//! time. (T. Gonzalez and S. Sahni, Journal of the ACM 23, 1976.)

use crate::Classic;
use solver_core::prelude::*;

/// How long each job takes on each machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenShop {
    /// By job, then by machine.
    pub times: Vec<Vec<i32>>,
}

impl OpenShop {
    /// The seeds, of times and of machines, of the ten instances of four jobs on four machines in É. Taillard, *Benchmarks for basic
    /// scheduling problems* (European Journal of Operational Research 64, 1993), with the earliest ends.
    pub const FOUR: [(i32, i32, i32); 10] = [
        (1_166_510_396, 164_000_672, 193),
        (1_624_514_147, 1_076_870_026, 236),
        (1_116_611_914, 1_729_673_136, 271),
        (410_579_806, 1_453_014_524, 250),
        (1_036_100_146, 375_655_500, 295),
        (597_897_640, 322_140_729, 189),
        (1_268_670_769, 556_009_645, 201),
        (307_928_077, 421_384_574, 217),
        (667_545_295, 485_515_899, 261),
        (35_780_816, 492_238_933, 217),
    ];

    /// The same of five jobs on five machines.
    pub const FIVE: [(i32, i32, i32); 10] = [
        (527_556_884, 1_343_124_817, 300),
        (1_046_824_493, 1_973_406_531, 262),
        (1_165_033_492, 86_711_717, 323),
        (476_292_817, 24_463_110, 310),
        (1_181_363_416, 606_981_348, 326),
        (897_739_730, 513_119_113, 312),
        (577_107_303, 2_046_387_124, 303),
        (1_714_191_910, 1_928_475_945, 300),
        (1_813_128_617, 2_091_141_708, 353),
        (808_919_936, 183_753_764, 326),
    ];

    /// As many jobs as machines, with times from 1 to 99, by Taillard's procedure: the times of a job's tasks come first, then the
    /// machines on which they are. Seeds are between 1 and 2³¹ - 2.
    pub fn taillard(n: usize, times: i32, machines: i32) -> OpenShop {
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

/// D. H. Lehmer's generator with the factor 7⁵ modulo 2³¹ - 1.
struct Lehmer(i64);

impl Lehmer {
    /// A number from `low` to `high`.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        const MODULUS: i64 = (1 << 31) - 1;
        self.0 = self.0 * 16_807 % MODULUS;
        low + (self.0 as f64 / MODULUS as f64 * (high - low + 1) as f64) as i64
    }
}

/// The orders of the tasks of each job and on each machine with which all is done by `end`; one schedule for each is as early as can
/// be, which the search finds first.
///
/// # Errors
/// [`ModelError`] for ends before the longest task is done.
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

    /// Taillard's first of four jobs: times 54 34 61 2 … on the machines 3 1 4 2 …
    #[test]
    fn the_first_is_as_published() {
        let (times, machines, _) = OpenShop::FOUR[0];
        let shop = OpenShop::taillard(4, times, machines);
        assert_eq!(shop.times, [[34, 2, 54, 61], [15, 89, 70, 9], [38, 19, 28, 87], [95, 7, 34, 29]]);
    }
}
