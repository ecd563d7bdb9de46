//! Translates FlatZinc to a model of solver-core.
//!
//! 0. Float variables that represent integers and decimals become integers (`decimals`). Definitions that must be full
//!    although the compiler half-reified them are completed (`exact`).
//! 1. Restrictions of a single variable, equalities and `y = ±x + c` are removed from the constraints (`presolve`). The
//!    remaining variables are model variables and views of them (`equality_classes`).
//! 2. Variables without bounds get bounds implied by the constraints (`bound`). Values beyond the engine's limits are
//!    shifted, or represented by two digits (`window`). If neither is possible, values are omitted:
//!    [`Translated::clamped`] lists these variables, and an answer that may depend on the omitted values must say so.
//! 3. Each remaining constraint is posted (`post`).
//!
//! A single table (`builtin`) holds the data on each kind of constraint for all stages.
//!
//! For explanations ([`Options::no_presolve`]), step 1 is omitted, so that every constraint remains under its own name.

mod bound;
pub(crate) mod builtin;
mod decimals;
mod declare;
mod equality_classes;
mod error;
mod exact;
mod frames;
mod given;
mod objective;
mod post;
mod presolve;
mod ranges;
mod roots;
mod var_map;
mod window;

pub use builtin::{ASSUME, ON_RESTART};
pub use error::TranslateError;
pub use var_map::{DIGIT, MappedVar, VarMap};

use crate::instance::{Constraint, ConstraintId, Instance, Type, Variable, VariableId};
use crate::limit::Limit;
use builtin::Calls;
use equality_classes::EqualityClasses;
use ranges::Ranges;
use solver_core::Model;

/// Translation options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Whether every constraint of the file remains a model constraint, under its name. No variable is a view of
    /// another, except those that the compiler introduced as `±x + c`.
    pub no_presolve: bool,
    /// Whether to omit the assumptions of the file (`fzn_assume`).
    pub without_assumptions: bool,
    /// Whether the search is free: if the file does not choose a level, constraints may be stronger than by default, or
    /// weaker where strength is expensive for learning.
    pub free: bool,
}

impl Options {
    /// Options for explanations.
    pub fn no_presolve() -> Options {
        Options { no_presolve: true, ..Options::default() }
    }

    /// Options for computing a core of the assumptions.
    pub fn without_assumptions() -> Options {
        Options { without_assumptions: true, ..Options::default() }
    }
}

/// A model, and the mapping of the file's variables to it.
#[derive(Debug)]
pub struct Translated {
    /// The model.
    pub model: Model,
    /// The mapping of the file's variables.
    pub vars: VarMap,
    /// For each constraint of the model, the constraint of the file from which it was translated.
    pub origins: Vec<ConstraintId>,
    /// The variables for which values beyond the engine's limits were omitted. Without presolve, also the variables
    /// that have bounds only because constraints imply them.
    pub clamped: Vec<VariableId>,
    /// The number of constraints that are stronger than by default because the search is free.
    pub strengthened: usize,
    /// The number of equations for which domain consistency was requested but that are too large for it.
    pub weakened: usize,
}

impl Translated {
    fn new(model: Model) -> Translated {
        let (vars, origins, clamped) = (VarMap::default(), Vec::new(), Vec::new());
        Translated { model, vars, origins, clamped, strengthened: 0, weakened: 0 }
    }
}

/// Translates an instance to a model.
///
/// ```
/// use flatzinc::translate::{Options, translate};
/// let text = b"var 1..9: x; var -9..9: y; constraint int_lin_eq([1,1],[x,y],4); solve satisfy;";
/// let instance = flatzinc::text::read(text)?;
/// let translated = translate(&instance, Options::default())?;
/// // y is the view 4 - x.
/// assert_eq!((translated.model.variables(), translated.model.constraints()), (1, 0));
/// assert_eq!(translated.model.count()?.complete(), Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TranslateError`], with the location in the file and a remedy.
pub fn translate(instance: &Instance, options: Options) -> Result<Translated, TranslateError> {
    translate_within(instance, options, &mut Limit::default())
}

/// Translates an instance as [`translate`] does, up to a limit.
///
/// # Errors
/// [`TranslateError`], with the location in the file and a remedy; [`TranslateError::Stopped`] if the limit was
/// reached first.
pub fn translate_within(
    instance: &Instance,
    options: Options,
    limit: &mut Limit,
) -> Result<Translated, TranslateError> {
    let count = instance.variables().len();
    let instance = decimals::scaled(instance, limit)?;
    let instance = exact::exact(&instance, limit)?;
    let mut translation = Translation::new(&instance, options, limit)?;
    if translation.presolve().is_err() || translation.bound().is_err() {
        return Ok(translation.contradiction());
    }
    let (translated, given) = translation.declare()?;
    let mut translated = translation.post(translated, &given)?;
    // The multiples introduced for float functions are not variables of the file.
    translated.clamped.retain(|x| x.index() < count);
    Ok(translated)
}

/// Whether a constraint with this name is supported.
///
/// ```
/// assert!(flatzinc::translate::knows("int_le_reif") && !flatzinc::translate::knows("float_sin"));
/// ```
pub fn knows(name: &str) -> bool {
    builtin::find(name).is_some() || decimals::knows(name)
}

/// An instance that is being translated. Each stage is a method, in a separate file.
struct Translation<'i, 'l> {
    instance: &'i Instance,
    options: Options,
    limit: &'l mut Limit,
    calls: Calls,
    /// The known values of the variables.
    classes: EqualityClasses,
    /// For each constraint, whether domains and classes already express it.
    done: Vec<bool>,
    /// Without presolve, the variables whose bounds follow only from constraints.
    bounded_by_others: Vec<VariableId>,
}

impl<'i, 'l> Translation<'i, 'l> {
    fn new(instance: &'i Instance, options: Options, limit: &'l mut Limit) -> Result<Self, TranslateError> {
        let domains = instance.variables().map(declared).collect::<Result<_, _>>()?;
        Ok(Translation {
            instance,
            options,
            limit,
            calls: Calls::new(instance),
            classes: EqualityClasses::new(domains),
            done: vec![false; instance.constraints().len()],
            bounded_by_others: Vec::new(),
        })
    }

    /// The constraints that remain to be posted.
    fn remaining(&self) -> impl Iterator<Item = Constraint<'i>> + use<'_, 'i> {
        remaining(self.instance, &self.done)
    }
}

fn remaining<'d, 'i>(instance: &'i Instance, done: &'d [bool]) -> impl Iterator<Item = Constraint<'i>> + use<'d, 'i> {
    instance.constraints().zip(done).filter(|(_, done)| !**done).map(|(constraint, _)| constraint)
}

/// Converts a declaration to a domain.
fn declared(x: Variable<'_>) -> Result<Ranges, TranslateError> {
    match x.ty() {
        Type::Bool => Ok(Ranges::between(0, 1)),
        Type::Int | Type::Float => Ok(Ranges::declared(x.domain())),
        Type::SetOfInt => Err(TranslateError::Set {
            location: x.instance().location(x.place()),
            variable: crate::naming::shown(x.instance(), x.id()),
        }),
    }
}
