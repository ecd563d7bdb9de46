//! Handles values beyond the engine's limits in constraints that are not sums: finds which arguments are shifted
//! together and by which offsets, and which values must be within the limits.

use super::Translation;
use super::builtin::premises::hull_of;
use super::builtin::sums::Sums;
use super::builtin::{Called, Far};
use super::equality_classes::EqualityClasses;
use super::window::{self, ALL, Hull};
use crate::instance::{Call, Constraint, ConstraintId, Term, Value, VariableId};
use solver_core::View;
use std::collections::HashMap;

/// Returns the decomposition of a constraint into sums, if it has one and if some of its values are beyond the limits
/// even when shifted.
pub(super) fn as_sums(call: Call<'_>, called: Called, reach: &dyn Fn(VariableId) -> Hull) -> Option<Sums> {
    let Far::Moved(groups) = called.builtin.far else { return None };
    let limit = i128::from(View::LIMIT);
    let fits = |at: usize| match groups.iter().find(|group| group.contains(&at)) {
        Some(group) => window::shift(hull(call, group, reach)).is_some(),
        None => {
            let (low, high) = hull(call, &[at], reach);
            -limit <= low && high <= limit
        }
    };
    let sums = called.builtin.sums?;
    let is_needed = !(0..call.arguments().len()).all(fits);
    (is_needed && (sums.can)(&|at| hull(call, &[at], reach))).then_some(sums)
}

/// Returns the offset of each shifted argument; none if all values are within the limits.
pub(super) fn frames(call: Call<'_>, called: Called, reach: &dyn Fn(VariableId) -> Hull) -> Vec<(usize, i64)> {
    let Far::Moved(groups) = called.builtin.far else { return Vec::new() };
    let fits = groups.iter().filter_map(|group| {
        let by = window::shift(hull(call, group, reach))?;
        Some((group, i64::try_from(by).ok().filter(|by| *by != 0)?))
    });
    fits.flat_map(|(group, by)| group.iter().map(move |&at| (at, by))).collect()
}

/// Returns the hull of the values of a group of arguments. Ignores sets: no variable can take a value outside the hull.
fn hull(call: Call<'_>, group: &[usize], reach: &dyn Fn(VariableId) -> Hull) -> Hull {
    let one = |term: &Term| match call.instance().value(*term) {
        Value::Variable(x) => Some(reach(x.id())),
        Value::Int(v) => Some((v.into(), v.into())),
        _ => None,
    };
    let terms = group.iter().filter_map(|&at| call.arguments().get(at)).flat_map(|term| call.instance().terms_of(term));
    hull_of(terms.filter_map(one))
}

/// The margin for numbers that constraints add to their arguments, for example because indices count from 0.
const MARGIN: i128 = 1 << 20;

/// For each root that occurs in constraints with limited values, the values that keep these constraints within limits.
#[derive(Default)]
pub(super) struct Needs {
    by_root: HashMap<u32, Need>,
}

/// The values of a root that keep its views within the limits in the constraints inspected so far, and the last
/// constraint that restricted these values.
pub(super) struct Need {
    pub(super) hull: Hull,
    pub(super) constraint: ConstraintId,
    pub(super) variable: VariableId,
}

impl Needs {
    pub(super) fn get(&self, root: u32) -> Option<&Need> {
        self.by_root.get(&root)
    }

    /// Inspects all constraints that remain to be posted.
    pub(super) fn new(translation: &Translation<'_, '_>) -> Needs {
        let (mut needs, classes) = (Needs::default(), &translation.classes);
        for constraint in translation.remaining() {
            if let Some(called) = translation.calls.get(*constraint)
                && constraint.all_variables().any(|x| classes.is_open(x))
            {
                needs.add(constraint, called, classes);
            }
        }
        needs
    }

    fn add(&mut self, constraint: Constraint<'_>, called: Called, classes: &EqualityClasses) {
        let Far::Moved(groups) = called.builtin.far else { return };
        let reach = |x| classes.bounds(x).unwrap_or(ALL);
        if as_sums(*constraint, called, &reach).is_some() {
            return;
        }
        let fit = groups.iter().filter(|group| window::shift(hull(*constraint, group, &reach)).is_some());
        let moved: Vec<usize> = fit.flat_map(|group| group.iter().copied()).collect();
        for (_, term) in constraint.arguments().iter().enumerate().filter(|(at, _)| !moved.contains(at)) {
            let terms = constraint.instance().terms_of(term).iter();
            for x in terms.filter_map(|term| term.as_variable()).filter(|x| classes.is_open(*x)) {
                self.need(constraint.id(), x, classes);
            }
        }
    }

    fn need(&mut self, constraint: ConstraintId, variable: VariableId, classes: &EqualityClasses) {
        let (link, limit) = (classes.link(variable), i128::from(View::LIMIT) - MARGIN);
        let ends = if link.negated { link.offset } else { -link.offset };
        let need = self.by_root.entry(link.to).or_insert(Need { hull: ALL, constraint, variable });
        let hull = (need.hull.0.max(ends - limit), need.hull.1.min(ends + limit));
        if hull != need.hull {
            *need = Need { hull, constraint, variable };
        }
    }
}
