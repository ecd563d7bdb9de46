//! From FlatZinc to a model of solver-core.
//!
//! 1. Domains of one variable, equalities and `y = ±x + c` are taken out of the constraints (`absorb`); what is left are
//!    variables of the model and views of them (`bonds`).
//! 2. Variables without bounds get those that follow from the constraints ([`derive`]), or the limits of the engine. That is a
//!    *cut*: [`Lowered::cut`] says which variables it struck, and an answer that a cut may have changed must say so.
//! 3. Each remaining constraint is posted by what its name stands for (`post`).
//!
//! For explanations ([`Options::faithful`]) the first step is left out, so that every constraint is there, by its name.

mod absorb;
mod bonds;
mod derive;
mod error;
mod image;
mod naming;
mod post;
mod ranges;
mod reader;
mod sentence;
mod site;

pub use error::LowerError;
pub use image::{Image, Images};

use crate::instance::{Constraint, ConstraintId, Domain, Goal, Instance, Operand, Type, Value, VariableId};
use crate::limit::Limit;
use bonds::{Bonds, Empty};
use ranges::Ranges;
use site::{Rule, Site};
use solver_core::constraints::Form;
use solver_core::{Expr, Model, ValueSet, View};

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
    /// Variables that might have values beyond the engine's limits, if any: those are left out.
    pub cut: Vec<VariableId>,
}

impl Lowered {
    /// What is to be made small or large.
    pub fn aim(&self, instance: &Instance) -> Option<(solver_core::Goal, Expr)> {
        let (goal, term) = match instance.solve().goal {
            Goal::Satisfy => return None,
            Goal::Minimize(term) => (solver_core::Goal::Minimize, term),
            Goal::Maximize(term) => (solver_core::Goal::Maximize, term),
        };
        let objective = match (term.as_int(), term.as_variable()) {
            (Some(value), _) => Expr::from(value),
            (None, Some(x)) => self.images.expr(x),
            (None, None) => Expr::from(0),
        };
        Some((goal, objective))
    }
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
    let contradiction = simplify(instance, options, &mut bonds, &mut done).err();
    if contradiction.is_none() {
        // A contradiction that derived bounds find, the search finds too.
        let _ = derive::derive(instance, &done, &mut bonds, limit);
    }
    bonds.shorten();
    let mut lowered = declare(instance, &bonds, limit)?;
    if contradiction.is_some() {
        // No value is left for some variable; its domain cannot say so.
        lowered.model.post(Expr::from(0)).named("the domains of the variables");
        lowered.origins.extend(instance.constraints().next().map(|c| c.id()));
        return Ok(lowered);
    }
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
            (Type::Int, Domain::Unbounded) => Ok(Ranges::all()),
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

/// Variables of the model for the roots, and the images of all.
fn declare(instance: &Instance, bonds: &Bonds, time: &mut Limit) -> Result<Lowered, LowerError> {
    let mut model = Model::new();
    let mut cut = Vec::new();
    let names = naming::names(instance);
    let limit = i64::from(View::LIMIT);
    // Views must stay within the limits, too.
    let mut offsets = vec![(0_i64, 0_i64); instance.variables().len()];
    for x in instance.variables() {
        let link = bonds.link(x.id());
        let (low, high) = if link.negated {
            (link.offset - limit, link.offset + limit)
        } else {
            (-limit - link.offset, limit - link.offset)
        };
        let (most_low, least_high) = &mut offsets[link.to as usize];
        *most_low = (*most_low).max(low.saturating_add(limit));
        *least_high = (*least_high).min(high.saturating_sub(limit));
    }
    let mut roots = vec![None; instance.variables().len()];
    let (mut images, mut sizes) = (Vec::new(), Vec::new());
    for x in instance.variables() {
        if !time.spend(4) {
            return Err(LowerError::Stopped);
        }
        let link = bonds.link(x.id());
        let domain = bonds.root_domain(link.to);
        if let Some(value) = domain.fixed() {
            images.push(Image::Constant(link.value(value)));
            sizes.push(1);
            continue;
        }
        if link.to as usize == x.id().index() {
            let (low, high) = offsets[link.to as usize];
            let held = Ranges::between(low - limit, high + limit);
            let kept = domain.meet(&held);
            if kept != *domain {
                cut.push(x.id());
            }
            let ranges = kept.as_slice().iter().map(|&(a, b)| (a as i32, b as i32));
            let mut values = ValueSet::from_ranges(ranges);
            if values.is_empty() {
                values = ValueSet::range(0, 0);
            }
            roots[link.to as usize] = Some((model.int(names[x.id().index()].clone(), values.clone())?, values.len()));
        }
        let Some((variable, size)) = roots[link.to as usize] else { continue };
        images.push(Image::View { variable, negated: link.negated, offset: link.offset });
        sizes.push(size);
    }
    Ok(Lowered { model, images: Images { images, sizes }, origins: Vec::new(), cut })
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
    let mut site = Site { model: &mut lowered.model, images: &lowered.images, call: constraint, rule };
    (entry.post)(&mut site)?;
    let posted = lowered.model.constraints();
    lowered.origins.resize(posted, constraint.id());
    Ok(())
}
