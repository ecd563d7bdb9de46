//! Five project-scheduling instances with thirty tasks each (R. Kolisch, A. Sprecher, *PSPLIB, a project scheduling
//! problem library*, EJOR 96, 1997), with the optimal makespans given there:
//!
//! | j301_1 | j301_4 | j305_1 | j3017_1 | j3048_1 |
//! |---|---|---|---|---|
//! | 43 | 62 | 53 | 64 | 63 |

use crate::instances::published;

/// A project-scheduling instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Project {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The capacity of each resource.
    pub capacities: Vec<i32>,
}

/// A project task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The task's duration.
    pub duration: i32,
    /// The amount of each resource that the task uses.
    pub needs: Vec<i32>,
    /// The task's successors.
    pub after: Vec<usize>,
}

published!(Project in "project" by read: "j301_1", "j301_4", "j305_1", "j3017_1", "j3048_1");

/// Parses the capacities, then a row for each task: its duration, the amount of each resource that it uses, and its
/// successors.
fn read(rows: &mut dyn Iterator<Item = Vec<i32>>) -> Project {
    let capacities = rows.next().unwrap_or_default();
    let task = |row: Vec<i32>| {
        let (needs, after) = row[1..].split_at(capacities.len());
        Task { duration: row[0], needs: needs.to_vec(), after: after.iter().map(|&task| task as usize).collect() }
    };
    Project { tasks: rows.map(task).collect(), capacities }
}
