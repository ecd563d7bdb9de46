//! Translating FlatZinc to a model of solver-core.
//!
//! 0. Definitions that the compiler half-reified although they are needed in full are put right (`exact`).
//! 1. Domains of one variable, equalities and `y = ±x + c` are taken out of the constraints (`presolve`); what is left are
//!    variables of the model and views of them (`classes`).
//! 2. Variables without bounds get those that follow from the constraints (`derive`). What lies beyond the limits of the engine is
//!    moved there, or written as two digits (`window`). Where that cannot be, values are left out. That is a *cut*:
//!    [`Translated::clamped`] says which variables it struck, and an answer that a cut may have changed must say so.
//! 3. Each remaining constraint is posted by what its name stands for (`post`).
//!
//! For explanations ([`Options::no_presolve`]) the first step is omitted, so that every constraint exists under its
//! name.

mod declare;
mod derive;
mod equality_classes;
mod error;
mod exact;
mod frames;
mod given;
mod linear_form;
mod objective;
mod post;
mod posting;
mod presolve;
mod ranges;
mod reader;
mod roots;
mod spelt_out;
mod sums;
mod var_map;
mod window;

pub use error::TranslateError;
pub use var_map::{DIGIT, MappedVar, VarMap};

use crate::instance::{Constraint, ConstraintId, Instance, Operand, Type, Value, VariableId};
use crate::limit::Limit;
use crate::naming::{self, ConstraintNames, Names};
use equality_classes::{Empty, EqualityClasses};
use given::Given;
use posting::{Posting, Rule};
use ranges::Ranges;
use solver_core::constraints::Form;
use solver_core::{Expr, Model};
use spelt_out::SpeltOut;

/// How to translate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Every constraint of the file is one of the model, by its name, and no variable is a view of another, but for those that the
    /// compiler introduced as `±x + c`.
    pub no_presolve: bool,
    /// What the file assumes (`fzn_assume`) is left out.
    pub without_assumptions: bool,
    /// The search is free: where the file leaves it open, constraints may be stronger than by default, or weaker where learning pays for strength.
    pub free: bool,
}

impl Options {
    /// For explanations.
    pub fn no_presolve() -> Options {
        Options { no_presolve: true, ..Options::default() }
    }

    /// For finding out which assumptions cannot hold.
    pub fn without_assumptions() -> Options {
        Options { without_assumptions: true, ..Options::default() }
    }
}

/// The constraint whose truth values MiniZinc's `assume` assumes.
pub const ASSUME: &str = "fzn_assume";

/// A model, and where the variables of the file are in it.
#[derive(Debug)]
pub struct Translated {
    /// The model.
    pub model: Model,
    /// What became of the variables.
    pub vars: VarMap,
    /// Of each constraint of the model, the one of the file that it comes from.
    pub origins: Vec<ConstraintId>,
    /// Variables that have values beyond the engine's limits, if any, which are left out. Without presolve also those that keep
    /// values only because of what follows from other constraints.
    pub clamped: Vec<VariableId>,
    /// How many constraints are stronger than by default, because the search is free.
    pub strengthened: usize,
    /// How many equations were to be domain consistent, and are too large for it.
    pub weakened: usize,
}

/// Makes a model of an instance.
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
/// [`TranslateError`]: where in the file, and what to do.
pub fn translate(instance: &Instance, options: Options) -> Result<Translated, TranslateError> {
    translate_within(instance, options, &mut Limit::default())
}

/// Like [`translate`], up to a limit.
///
/// # Errors
/// [`TranslateError`]: where in the file, and what to do; [`TranslateError::Stopped`] where the limit came first.
pub fn translate_within(
    instance: &Instance,
    options: Options,
    limit: &mut Limit,
) -> Result<Translated, TranslateError> {
    let instance = &*exact::exact(instance, limit)?;
    let mut classes = EqualityClasses::new(domains(instance)?);
    let mut done = vec![false; instance.constraints().len()];
    if let Err(Empty(_)) = simplify(instance, options, &mut classes, &mut done) {
        return Ok(declare::contradiction(instance));
    }
    classes.shorten();
    let mut given = Given::default();
    let mut translated = if options.no_presolve {
        let translated = no_presolve(instance, &done, classes, limit)?;
        given = translated.1;
        translated.0
    } else if let Err(Empty(_)) = derive::derive(instance, &done, &mut classes, limit) {
        return Ok(declare::contradiction(instance));
    } else {
        let names = Names::plain(instance, limit).ok_or(TranslateError::Stopped)?;
        declare::declare(instance, &done, &classes, &names, limit)?.0
    };
    let names = options.no_presolve.then(|| ConstraintNames::of(instance));
    let mut common = Common { given, free: options.free, spelt_out: SpeltOut::default() };
    let mut known: Vec<Option<Called>> = vec![None; instance_symbols(instance)];
    for (constraint, _) in instance.constraints().zip(&done).filter(|(_, done)| !**done) {
        if options.without_assumptions && constraint.name() == ASSUME {
            continue;
        }
        let lists = constraint.arguments().iter().filter_map(|term| instance.elements(*term));
        let elements: usize = lists.map(<[_]>::len).sum();
        if !limit.spend(u32::try_from(8 + elements).unwrap_or(u32::MAX)) {
            return Err(TranslateError::Stopped);
        }
        let at = constraint.symbol().index();
        let called = match known[at] {
            Some(called) => called,
            None => {
                let called = find(constraint.name()).ok_or_else(|| TranslateError::UnknownConstraint {
                    location: instance.location(constraint.place()),
                    name: constraint.name().to_owned(),
                })?;
                *known[at].insert(called)
            }
        };
        post_one(constraint, called, names.as_ref(), &mut common, &mut translated)?;
    }
    Ok(translated)
}

/// For explanations: bounds that contradict each other are left to the constraints, which have names, and what a variable owes to
/// other constraints is told.
fn no_presolve(
    instance: &Instance,
    done: &[bool],
    stated: EqualityClasses,
    limit: &mut Limit,
) -> Result<(Translated, Given), TranslateError> {
    let mut classes = stated.clone();
    // Of bounds that contradict each other the first ones are kept, and the constraints contradict them by name.
    let _: Result<(), Empty> = derive::derive(instance, done, &mut classes, limit);
    let (mut translated, given) = declare::declare(instance, done, &classes, &Names::of(instance), limit)?;
    let owes = |x: &VariableId| classes.bounds(*x) != stated.bounds(*x) && !translated.clamped.contains(x);
    let owing: Vec<VariableId> = instance.variables().map(|x| x.id()).filter(owes).collect();
    translated.clamped.extend(owing);
    Ok((translated, given))
}

fn instance_symbols(instance: &Instance) -> usize {
    instance.constraints().map(|c| c.symbol().index() + 1).max().unwrap_or(0)
}

/// The domains as declared.
fn domains(instance: &Instance) -> Result<Vec<Ranges>, TranslateError> {
    let domain = |x: crate::instance::Variable<'_>| {
        let refuse = |kind, advice| TranslateError::Unsupported {
            location: instance.location(x.place()),
            variable: naming::shown(instance, x.id()),
            kind,
            advice,
        };
        match (x.ty(), x.domain()) {
            (Type::Bool, _) => Ok(Ranges::between(0, 1)),
            (Type::Int, domain) => Ok(Ranges::declared(domain)),
            (Type::Float, _) => Err(refuse("float", ": scale and round, or use a solver for floats")),
            (Type::SetOfInt, _) => {
                Err(refuse("set", ": compile with `minizinc --solver ferz`, which takes sets apart"))
            }
        }
    };
    instance.variables().map(domain).collect()
}

fn simplify(
    instance: &Instance,
    options: Options,
    classes: &mut EqualityClasses,
    done: &mut Vec<bool>,
) -> Result<(), Empty> {
    for x in instance.variables() {
        let fixed = |v: i64| Ranges::between(v, v);
        classes.keep(x.id(), &Ranges::all())?;
        match x.rhs() {
            Some(Value::Int(v)) => classes.keep(x.id(), &fixed(v))?,
            Some(Value::Bool(v)) => classes.keep(x.id(), &fixed(v.into()))?,
            Some(Value::Variable(y)) => classes.tie(x.id(), y.id(), false, 0)?,
            _ => {}
        }
    }
    if options.no_presolve {
        presolve::fold(instance, classes, done)?;
    } else {
        *done = presolve::presolve(instance, classes)?;
    }
    Ok(())
}

/// What a name stands for.
#[derive(Clone, Copy)]
struct Called {
    entry: &'static post::Entry,
    form: Option<Form>,
}

/// Whether there is a constraint of this name.
///
/// ```
/// assert!(flatzinc::translate::knows("int_le_reif") && !flatzinc::translate::knows("float_le"));
/// ```
pub fn knows(name: &str) -> bool {
    find(name).is_some()
}

fn find(name: &str) -> Option<Called> {
    if let Some(entry) = post::find(name) {
        return Some(Called { entry, form: None });
    }
    let conditional = |suffix, form| {
        let entry = post::find(name.strip_suffix(suffix)?)?;
        Some(Called { entry, form: Some(form) })
    };
    conditional("_reif", Form::Reified).or_else(|| conditional("_imp", Form::HalfReified))
}

/// What all constraints have in common.
struct Common {
    given: Given,
    free: bool,
    spelt_out: SpeltOut,
}

fn post_one<'a>(
    constraint: Constraint<'a>,
    called: Called,
    names: Option<&ConstraintNames<'a>>,
    common: &mut Common,
    translated: &mut Translated,
) -> Result<(), TranslateError> {
    let Called { entry, form } = called;
    let (least, most) = entry.arguments;
    let conditions = usize::from(form.is_some());
    constraint.expect_arguments_between(least + conditions, most + conditions)?;
    let mut rule = Rule { level: constraint.consistency(), ..Rule::default() };
    rule.name = names.map(|names| names.name(constraint));
    if let Some(form) = form {
        match constraint.bool_operand(constraint.arguments().len() - 1)? {
            Operand::Constant(true) => {}
            Operand::Constant(false) if form == Form::HalfReified => return Ok(()),
            Operand::Constant(false) => rule.condition = Some((form, Expr::from(0))),
            Operand::Variable(x) => match translated.vars.of(x) {
                MappedVar::Constant(1) => {}
                MappedVar::Constant(_) if form == Form::HalfReified => return Ok(()),
                mapped => rule.condition = Some((form, mapped.expr())),
            },
        }
    }
    let vars = &translated.vars;
    let reach = |x: VariableId| (vars.reach(x).0.into(), vars.reach(x).1.into());
    let sums = frames::as_sums(*constraint, entry.name, &reach);
    let moved = if sums.is_some() { Vec::new() } else { frames::frames(*constraint, entry.name, &reach) };
    let stated = rule.level;
    let Common { given, free, spelt_out } = common;
    let model = &mut translated.model;
    let mut posting = Posting { model, vars, call: constraint, rule, moved, given, free: *free, spelt_out };
    match sums {
        Some(sums) => sums.post(&mut posting)?,
        None => (entry.post)(&mut posting)?,
    }
    match (stated, posting.rule.level) {
        (None, Some(_)) => translated.strengthened += 1,
        (Some(_), None) => translated.weakened += 1,
        _ => {}
    }
    let posted = translated.model.constraints();
    translated.origins.resize(posted, constraint.id());
    Ok(())
}
