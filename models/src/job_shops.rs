//! Job-shop instances used throughout the literature. (H. Fisher and G. L. Thompson 1963; S. Lawrence 1984.)
//!
//! The optimal makespans, as in A. S. Jain and S. Meeran, EJOR 113, 1999:
//!
//! | ft06 | ft10 | la01 | la02 | la03 | la04 | la05 |
//! |---|---|---|---|---|---|---|
//! | 55 | 930 | 666 | 655 | 597 | 590 | 593 |

use crate::instances::published;

/// A job-shop instance.
///
/// ```
/// use models::JobShop;
/// let six = JobShop::named("ft06").expect("Fisher and Thompson's six jobs on six machines");
/// assert_eq!(six.jobs[0], [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobShop {
    /// For each job, its tasks, each as machine and duration.
    pub jobs: Vec<Vec<(usize, i32)>>,
}

published!(JobShop in "job_shop" by read: "ft06", "ft10", "la01", "la02", "la03", "la04", "la05");

/// Parses a row for each job, with two numbers for each task.
fn read(rows: &mut dyn Iterator<Item = Vec<i32>>) -> JobShop {
    let tasks = |row: Vec<i32>| row.chunks_exact(2).map(|task| (task[0] as usize, task[1])).collect();
    JobShop { jobs: rows.map(tasks).collect() }
}
