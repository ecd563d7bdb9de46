//! Schedules: tasks that share a resource.

use solver_core::Var;

/// A resource and its tasks, each with the variable of its start and its duration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// The resource's name.
    pub name: String,
    /// The tasks.
    pub tasks: Vec<(Var, Length)>,
}

/// The duration of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// A constant.
    Fixed(i64),
    /// A factor times a variable, which is a variable duration or the presence of an optional task.
    Multiple(i64, Var),
}
