//! Declares a model variable for each root, and maps all the file's variables to these.

use super::decimals;
use super::equality_classes::EqualityClasses;
use super::error::TranslateError;
use super::frames::{Need, Needs};
use super::given::{self, Given};
use super::roots::{Root, mapped, placed};
use super::var_map::{MappedVar, VarMap};
use super::window::{ALL, Hull, Window, window};
use super::{Translated, Translation};
use crate::instance::{Instance, VariableId};
use crate::naming::{self, Names};
use solver_core::{Expr, Model, ModelError, View};

impl Translation<'_, '_> {
    /// Declares variables with the remaining domains; returns the model and the variables that represent given values.
    /// Values are omitted, and reported, only if a variable of the model cannot represent all of them.
    pub(super) fn declare(&mut self) -> Result<(Translated, Given), TranslateError> {
        let (instance, classes) = (self.instance, &self.classes);
        let names = match self.options.no_presolve {
            true => Names::read(instance),
            false => Names::plain(instance, self.limit)?,
        };
        let mut translated = Translated::new(Model::new());
        let given = Given::declare(instance, &names, &mut translated.model)?;
        let (needs, wished) = match self.has_open_variables() {
            true => (Needs::new(self), wishes(instance, classes)),
            false => (Needs::default(), Vec::new()),
        };
        let mut roots: Vec<Option<(Root, Hull)>> = vec![None; instance.variables().len()];
        for x in instance.variables() {
            self.limit.spend(4)?;
            let link = classes.link(x.id());
            let at = link.to as usize;
            // A root precedes all variables linked to it.
            if at == x.id().index() {
                let domain = classes.root_domain(link.to);
                let (need, wish) = (needs.get(link.to), wished.get(at).copied().unwrap_or(ALL));
                let place = window(domain, need.map_or(ALL, |need| need.hull), wish);
                let place = place.ok_or_else(|| match need {
                    None => without_value(instance, x.id()),
                    Some(need) => beyond(instance, need, classes),
                })?;
                if place.values != *domain && x.scale().is_some_and(|scale| scale.get() > 1) {
                    return Err(decimals::too_fine(x));
                }
                if place.values != *domain {
                    translated.clamped.push(x.id());
                }
                roots[at] = Some(root(&mut translated.model, &names, x.id(), &given, &place)?);
            }
            let Some((root, hull)) = roots[at] else { continue };
            let mapped = mapped(root, link).zip(reach(link.hull(hull)));
            let (mapped, reach) = mapped.ok_or_else(|| without_value(instance, x.id()))?;
            translated.vars.vars.push(mapped);
            translated.vars.reach.push(reach);
            translated.vars.scales.push(x.scale());
        }
        let others = self.bounded_by_others.iter().filter(|x| !translated.clamped.contains(x));
        translated.clamped.extend(others.copied().collect::<Vec<_>>());
        Ok((translated, given))
    }

    /// Creates a model without a solution, in which all variables of the file are constants.
    pub(super) fn contradiction(&self) -> Translated {
        let mut model = Model::new();
        model.post(Expr::from(0)).named("the domains of the variables");
        let count = self.instance.variables().len();
        let scales = self.instance.variables().map(|x| x.scale()).collect();
        let vars = VarMap { vars: vec![MappedVar::Constant(0); count], reach: vec![(0, 0); count], scales };
        let origins = self.instance.constraints().next().map(|c| c.id()).into_iter().collect();
        Translated { vars, origins, ..Translated::new(model) }
    }
}

fn beyond(instance: &Instance, need: &Need, classes: &EqualityClasses) -> TranslateError {
    let constraint = instance.constraint(need.constraint);
    let (low, high) = classes.bounds(need.variable).unwrap_or(ALL);
    TranslateError::Beyond {
        location: instance.location(constraint.place()),
        constraint: constraint.name().into(),
        variable: naming::shown(instance, need.variable).into(),
        low,
        high,
    }
}

fn without_value(instance: &Instance, x: VariableId) -> TranslateError {
    let location = instance.location(instance.variable(x).place());
    TranslateError::NoValue { location, variable: naming::shown(instance, x) }
}

/// Returns, for each root, the interval in which the root and all its views are within the engine's limits.
fn wishes(instance: &Instance, classes: &EqualityClasses) -> Vec<Hull> {
    let limit = i128::from(View::LIMIT);
    let mut wishes = vec![ALL; instance.variables().len()];
    for x in instance.variables() {
        let link = classes.link(x.id());
        let at = if link.negated { link.offset } else { -link.offset };
        let (low, high) = &mut wishes[link.to as usize];
        (*low, *high) = ((*low).max(at - limit), (*high).min(at + limit));
    }
    wishes
}

/// Declares a root with the values of its window.
fn root(
    model: &mut Model,
    names: &Names,
    x: VariableId,
    given: &Given,
    place: &Window,
) -> Result<(Root, Hull), ModelError> {
    let hull = place.values.bounds().unwrap_or((0, 0));
    let (low, high) = hull;
    let (name, label) = (names.name(x), &names.labels[x.index()]);
    if low == high {
        // A given value becomes a variable, so that reasons can name it.
        let value = i64::try_from(low).ok().filter(|_| names.for_people && !label.introduced);
        let known = given.named(name);
        let variable = match value {
            Some(value) if known.is_none() => given::fixed(model, name, value, (value, value), label.clone())?,
            _ => known,
        };
        let moved = variable.map(|variable| Root::Moved { variable, by: 0 });
        return Ok((moved.unwrap_or(Root::Constant(low)), hull));
    }
    Ok((placed(model, name, label, place)?, hull))
}

fn reach((low, high): Hull) -> Option<(i64, i64)> {
    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
}
