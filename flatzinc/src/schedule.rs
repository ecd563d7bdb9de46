//! Schedules: the tasks in `disjunctive` and `cumulative` constraints, which pictures show.

use crate::instance::{Instance, Operand};
use crate::naming::{ConstraintNames, Names};
use crate::translate::builtin::{Called, Calls};

/// A resource and its tasks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// The name of the constraint.
    pub name: String,
    /// The tasks of the resource.
    pub tasks: Vec<Task>,
}

/// A task: its start and its duration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The name of the start variable, as in the translation without presolve.
    pub start: String,
    /// The duration: a number, or a multiple of a variable.
    pub duration: Duration,
}

/// The duration of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Duration {
    /// A constant.
    Fixed(i64),
    /// A multiple of a variable: the factor and the variable name.
    Multiple(i64, String),
}

/// The resources of an instance, in file order.
///
/// ```
/// let text = b"var 0..9: a :: output_var; var 0..9: b :: output_var;\n\
///     constraint ferz_disjunctive([a,b],[3,4]); solve satisfy;";
/// let resources = flatzinc::schedule::resources(&flatzinc::read(text)?);
/// assert_eq!(resources[0].tasks[1].start, "b");
/// assert_eq!(resources[0].tasks[1].duration, flatzinc::schedule::Duration::Fixed(4));
/// # Ok::<(), flatzinc::ReadError>(())
/// ```
pub fn resources(instance: &Instance) -> Vec<Resource> {
    let is_schedule = |called: Called| called.builtin.is_schedule && called.form.is_none();
    let calls = Calls::new(instance);
    let mut of_schedules = instance.constraints().filter(|c| calls.get(**c).is_some_and(is_schedule)).peekable();
    if of_schedules.peek().is_none() {
        return Vec::new();
    }
    let (names, resources) = (Names::read(instance), ConstraintNames::new(instance));
    let resource = |constraint: crate::instance::Constraint<'_>| {
        let (starts, durations) = (constraint.int_operands(0).ok()?, constraint.int_operands(1).ok()?);
        let task = |(start, duration)| {
            let Operand::Variable(start) = start else { return None };
            let duration = match duration {
                Operand::Constant(length) => Duration::Fixed(length),
                Operand::Variable(x) => Duration::Multiple(1, names.name(x).to_owned()),
            };
            Some(Task { start: names.name(start).to_owned(), duration })
        };
        let tasks = starts.into_iter().zip(durations).filter_map(task).collect();
        Some(Resource { name: resources.name(constraint), tasks })
    };
    of_schedules.filter_map(resource).collect()
}
