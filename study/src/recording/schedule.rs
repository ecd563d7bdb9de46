//! Schedules: the tasks that share a resource.

use solver_core::Var;

/// A resource with its tasks: the variable of each start, and the duration.
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
    /// A multiple of a variable: of a variable duration, or of the presence of an optional task.
    Multiple(i64, Var),
}
