//! From FlatZinc to a model of solver-core.
//!
//! 1. Domains of one variable, equalities and `y = ±x + c` are taken out of the constraints (`absorb`); what is left are
//!    variables of the model and views of them (`bonds`).
//! 2. Variables without bounds get those that follow from the constraints (`derive`). What lies beyond the limits of the engine is
//!    moved there, or written as two digits (`window`). Where that cannot be, values are left out. That is a *cut*:
//!    [`Lowered::cut`] says which variables it struck, and an answer that a cut may have changed must say so.
//! 3. Each remaining constraint is posted by what its name stands for (`post`).
//!
//! For explanations ([`Options::faithful`]) the first step is left out, so that every constraint is there, by its name.

mod absorb;
mod aim;
mod bonds;
mod declare;
mod derive;
mod error;
mod frames;
mod image;
mod naming;
mod post;
mod ranges;
mod reader;
mod sentence;
mod site;
mod window;

pub use error::LowerError;
pub use image::{DIGIT, Image, Images};

use crate::instance::{Constraint, ConstraintId, Instance, Operand, Type, Value, VariableId};
use crate::limit::Limit;
use bonds::{Bonds, Empty};
use ranges::Ranges;
use site::{Rule, Site};
use solver_core::constraints::Form;
use solver_core::{Expr, Model};

/// How to lower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Every constraint of the file is one of the model, by its name, and no variable is a view of another.
    pub faithful: bool,
    /// What the file assumes (`fzn_assume`) is left out.
    pub unassumed: bool,
}

impl Options {
    /// For explanations.
    pub fn faithful() -> Options {
        Options { faithful: true, ..Options::default() }
    }

    /// For finding out which assumptions cannot hold.
    pub fn unassumed() -> Options {
        Options { unassumed: true, ..Options::default() }
    }
}

/// The constraint whose truth values MiniZinc's `assume` assumes.
pub const ASSUME: &str = "fzn_assume";

/// A model, and where the variables of the file are in it.
#[derive(Debug)]
pub struct Lowered {
    /// The model.
    pub model: Model,
    /// What became of the variables.
    pub images: Images,
    /// Of each constraint of the model, the one of the file that it comes from.
    pub origins: Vec<ConstraintId>,
    /// Variables that have values beyond the engine's limits, if any, which are left out. In a faithful model also those that keep
    /// values only because of what follows from other constraints.
    pub cut: Vec<VariableId>,
}

/// Makes a model of an instance.
///
/// ```
/// use flatzinc::lower::{Options, lower};
/// let text = b"var 1..9: x; var -9..9: y; constraint int_lin_eq([1,1],[x,y],4); solve satisfy;";
/// let instance = flatzinc::text::read(text)?;
/// let lowered = lower(&instance, Options::default())?;
/// // y is the view 4 - x.
/// assert_eq!((lowered.model.variables(), lowered.model.constraints()), (1, 0));
/// assert_eq!(lowered.model.count()?.complete(), Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LowerError`]: where in the file, and what to do.
pub fn lower(instance: &Instance, options: Options) -> Result<Lowered, LowerError> {
    lower_within(instance, options, &mut Limit::default())
}

/// Like [`lower`], up to a limit.
///
/// # Errors
/// [`LowerError`]: where in the file, and what to do; [`LowerError::Stopped`] where the limit came first.
pub fn lower_within(instance: &Instance, options: Options, limit: &mut Limit) -> Result<Lowered, LowerError> {
    let mut bonds = Bonds::new(domains(instance)?);
    let mut done = vec![false; instance.constraints().len()];
    if let Err(Empty(_)) = simplify(instance, options, &mut bonds, &mut done) {
        return Ok(declare::contradiction(instance));
    }
    bonds.shorten();
    let mut lowered = if options.faithful {
        faithful(instance, &done, bonds, limit)?
    } else if let Err(Empty(_)) = derive::derive(instance, &done, &mut bonds, limit) {
        return Ok(declare::contradiction(instance));
    } else {
        declare::declare(instance, &done, &bonds, limit)?
    };
    let mut known: Vec<Option<Called>> = vec![None; instance_symbols(instance)];
    for (constraint, _) in instance.constraints().zip(&done).filter(|(_, done)| !**done) {
        if options.unassumed && constraint.name() == ASSUME {
            continue;
        }
        let lists = constraint.arguments().iter().filter_map(|term| instance.elements(*term));
        let elements: usize = lists.map(<[_]>::len).sum();
        if !limit.spend(u32::try_from(8 + elements).unwrap_or(u32::MAX)) {
            return Err(LowerError::Stopped);
        }
        let at = constraint.symbol().index();
        let called = match known[at] {
            Some(called) => called,
            None => {
                let called = find(constraint.name()).ok_or_else(|| LowerError::UnknownConstraint {
                    location: instance.location(constraint.place()),
                    name: constraint.name().to_owned(),
                })?;
                *known[at].insert(called)
            }
        };
        post_one(constraint, called, options, &mut lowered)?;
    }
    Ok(lowered)
}

/// For explanations: bounds that contradict each other are left to the constraints, which have names, and what a variable owes to
/// other constraints is told.
fn faithful(instance: &Instance, done: &[bool], stated: Bonds, limit: &mut Limit) -> Result<Lowered, LowerError> {
    let mut bonds = stated.clone();
    // Of bounds that contradict each other the first ones are kept, and the constraints contradict them by name.
    let _: Result<(), Empty> = derive::derive(instance, done, &mut bonds, limit);
    let mut lowered = declare::declare(instance, done, &bonds, limit)?;
    let owes = |x: &VariableId| bonds.bounds(*x) != stated.bounds(*x) && !lowered.cut.contains(x);
    let owing: Vec<VariableId> = instance.variables().map(|x| x.id()).filter(owes).collect();
    lowered.cut.extend(owing);
    Ok(lowered)
}

fn instance_symbols(instance: &Instance) -> usize {
    instance.constraints().map(|c| c.symbol().index() + 1).max().unwrap_or(0)
}

/// The domains as declared.
fn domains(instance: &Instance) -> Result<Vec<Ranges>, LowerError> {
    let domain = |x: crate::instance::Variable<'_>| {
        let refuse = |kind, advice| LowerError::Unsupported {
            location: instance.location(x.place()),
            variable: x.name().to_owned(),
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

fn simplify(instance: &Instance, options: Options, bonds: &mut Bonds, done: &mut Vec<bool>) -> Result<(), Empty> {
    for x in instance.variables() {
        let fixed = |v: i64| Ranges::between(v, v);
        bonds.keep(x.id(), &Ranges::all())?;
        match x.rhs() {
            Some(Value::Int(v)) => bonds.keep(x.id(), &fixed(v))?,
            Some(Value::Bool(v)) => bonds.keep(x.id(), &fixed(v.into()))?,
            Some(Value::Variable(y)) => bonds.tie(x.id(), y.id(), false, 0)?,
            _ => {}
        }
    }
    if !options.faithful {
        *done = absorb::absorb(instance, bonds)?;
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
/// assert!(flatzinc::lower::knows("int_le_reif") && !flatzinc::lower::knows("float_le"));
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
    conditional("_reif", Form::Iff).or_else(|| conditional("_imp", Form::OnlyIf))
}

fn post_one(
    constraint: Constraint<'_>,
    called: Called,
    options: Options,
    lowered: &mut Lowered,
) -> Result<(), LowerError> {
    let Called { entry, form } = called;
    let (least, most) = entry.arguments;
    let conditions = usize::from(form.is_some());
    constraint.expect_arguments_between(least + conditions, most + conditions)?;
    let mut rule = Rule { level: constraint.consistency(), ..Rule::default() };
    if options.faithful {
        rule.name = Some(naming::of_constraint(constraint));
    }
    if let Some(form) = form {
        match constraint.bool_operand(constraint.arguments().len() - 1)? {
            Operand::Constant(true) => {}
            Operand::Constant(false) if form == Form::OnlyIf => return Ok(()),
            Operand::Constant(false) => rule.condition = Some((form, Expr::from(0))),
            Operand::Variable(x) => match lowered.images.of(x) {
                Image::Constant(1) => {}
                Image::Constant(_) if form == Form::OnlyIf => return Ok(()),
                image => rule.condition = Some((form, image.expr())),
            },
        }
    }
    let images = &lowered.images;
    let reach = |x: VariableId| (images.reach(x).0.into(), images.reach(x).1.into());
    let moved = frames::frames(*constraint, entry.name, &reach);
    let mut site = Site { model: &mut lowered.model, images, call: constraint, rule, moved };
    (entry.post)(&mut site)?;
    let posted = lowered.model.constraints();
    lowered.origins.resize(posted, constraint.id());
    Ok(())
}
