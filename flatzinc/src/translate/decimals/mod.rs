//! Exact decimals: replaces float variables by integers.
//!
//! A float variable that an equation defines in terms of integers and decimals is an integer divided by a constant, its
//! *scale*. This stage finds the scales, and replaces each float variable `x` by the integer `scale·x`. Constraints on
//! floats become integer rows, without rounding errors, so later stages, the search and proofs handle only integers.
//!
//! The numbers in the file are read as decimals ([`Literal`](crate::fraction::Literal)).

mod form;
mod rewrite;

use super::TranslateError;
use crate::fraction::{common, literal};
use crate::instance::{Call, Domain, Instance, Location, Type, Value, Variable, VariableId};
use crate::limit::Limit;
use form::{Form, Row, form, parts, unsupported};

pub(super) use form::knows;
use std::borrow::Cow;

/// Returns the instance with its float variables replaced by integers.
pub(super) fn scaled<'i>(instance: &'i Instance, limit: &mut Limit) -> Result<Cow<'i, Instance>, TranslateError> {
    if instance.variables().all(|x| x.ty() != Type::Float) {
        return Ok(Cow::Borrowed(instance));
    }
    let forms = forms(instance, limit)?;
    let aliases = aliases(instance);
    let named = instance.constraints().zip(&forms);
    let plain =
        named.filter(|(constraint, _)| parts(constraint.name()).1.is_empty()).filter_map(|(_, form)| form.as_ref());
    let scales = Scales::find(instance, plain.chain(&aliases))?;
    rewrite::rewrite(instance, &scales, &forms).map(Cow::Owned)
}

/// Returns the form of each constraint.
fn forms<'i>(instance: &'i Instance, limit: &mut Limit) -> Result<Vec<Option<Form<'i>>>, TranslateError> {
    let is_float = |x| instance.variable(x).ty() == Type::Float;
    let read = |constraint: Call<'i>| {
        limit.spend(8)?;
        match form(constraint)? {
            None if constraint.all_variables().any(is_float) => Err(unsupported(constraint)),
            form => Ok(form),
        }
    };
    instance.constraints().map(|constraint| *constraint).map(read).collect()
}

/// Returns equations for the float variables that are declared equal to others.
fn aliases<'i>(instance: &'i Instance) -> Vec<Form<'i>> {
    let floats = instance.variables().filter(|x| x.ty() == Type::Float);
    floats.filter_map(|x| Some(Form::Row(Row::equal(x.id(), x.alias()?)))).collect()
}

/// The scale of each variable.
struct Scales(Vec<i64>);

/// Marks a float variable whose scale is not yet known.
const OPEN: i64 = 0;

impl Scales {
    fn get(&self, x: VariableId) -> i64 {
        self.0[x.index()]
    }

    /// Finds scales by following the constraints in which all float variables but one have a scale.
    fn find<'f>(instance: &Instance, forms: impl Iterator<Item = &'f Form<'f>>) -> Result<Scales, TranslateError> {
        let mut scales = Scales(instance.variables().map(|x| stated(x).unwrap_or(OPEN)).collect());
        let forms: Vec<&Form<'_>> = forms.collect();
        let mut occurrences: Vec<Vec<usize>> = vec![Vec::new(); scales.0.len()];
        let mut open = vec![0_usize; forms.len()];
        for (at, form) in forms.iter().enumerate() {
            form.for_each(|x| {
                if scales.get(x) == OPEN {
                    occurrences[x.index()].push(at);
                    open[at] += 1;
                }
            });
        }
        let mut too_fine = None;
        let mut ready: Vec<usize> = (0..forms.len()).rev().filter(|&at| open[at] == 1).collect();
        while let Some(at) = ready.pop() {
            let mut last = None;
            forms[at].for_each(|x| last = last.or(Some(x).filter(|x| scales.get(*x) == OPEN)));
            let Some(x) = last.filter(|x| forms[at].defines(*x)) else { continue };
            let Some(scale) = forms[at].scale(x, |y| scales.get(y)) else {
                too_fine = too_fine.or(Some(x));
                continue;
            };
            scales.0[x.index()] = scale;
            for &at in &occurrences[x.index()] {
                open[at] -= 1;
                if open[at] == 1 {
                    ready.push(at);
                }
            }
        }
        scales.complete(instance, too_fine)
    }

    /// Checks that all variables have scales.
    fn complete(self, instance: &Instance, too_fine: Option<VariableId>) -> Result<Scales, TranslateError> {
        let is_open = |x: &VariableId| self.get(*x) == OPEN;
        if let Some(x) = too_fine.filter(is_open) {
            return Err(self::too_fine(instance.variable(x)));
        }
        // Reports a free variable, if possible, rather than one that others define.
        let free = instance.variables().filter(|x| is_open(&x.id())).min_by_key(|x| x.is_defined());
        match free.map(named) {
            Some((location, variable)) => Err(TranslateError::FreeFloat { location, variable }),
            None => Ok(self),
        }
    }
}

fn named(x: Variable<'_>) -> (Location, String) {
    (x.instance().location(x.place()), crate::naming::shown(x.instance(), x.id()))
}

/// Builds the error for a variable whose values do not fit into 64 bits.
pub(super) fn too_fine(x: Variable<'_>) -> TranslateError {
    let (location, variable) = named(x);
    TranslateError::TooFine { location, variable }
}

/// Returns the scale of a variable that is an integer, is a constant, or has finitely many values.
fn stated(x: Variable<'_>) -> Option<i64> {
    if x.ty() != Type::Float {
        return Some(1);
    }
    let values = match (x.rhs(), x.domain()) {
        (Some(Value::Float(value)), _) => vec![value],
        (Some(Value::Int(_)), _) => return Some(1),
        (_, Domain::FloatInterval { lo, hi }) if lo == hi => vec![lo],
        (_, Domain::FloatValues(set)) if set.ranges().iter().all(|(low, high)| low == high) => {
            set.ranges().iter().map(|range| range.0).collect()
        }
        _ => return None,
    };
    let denominators = values.into_iter().map(|value| Some(*literal(value)?.value.denom()));
    common(denominators.collect::<Option<Vec<_>>>()?)?.try_into().ok()
}
