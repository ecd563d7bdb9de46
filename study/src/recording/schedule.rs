//! Schedules: which tasks share a resource.

use solver_core::Var;

/// A resource with its tasks: the variable of each start, and how long it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// What it is called.
    pub name: String,
    /// The tasks.
    pub tasks: Vec<(Var, Length)>,
}

/// How long a task takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// Always so long.
    Fixed(i64),
    /// As long as a variable says.
    Variable(Var),
}
