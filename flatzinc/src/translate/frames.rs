//! How constraints look at values: which of them are sums, which do not mind when some arguments are moved together, and which
//! need all values within the limits of the engine.

use super::derive::{is_open, variables};
use super::equality_classes::EqualityClasses;
use super::sums::Sums;
use super::window::{ALL, Hull};
use super::{find, window};
use crate::instance::{Call, Constraint, ConstraintId, Instance, Term, Value, VariableId};
use solver_core::View;
use std::collections::HashMap;

/// How a constraint looks at its arguments.
pub(super) enum Sight {
    /// It is a sum, in which numbers are large.
    Sum,
    /// Each of these groups of arguments may be moved, all of it by the same number; others may not.
    Moved(&'static [&'static [usize]]),
}

/// How the constraint of this name looks at its arguments, a condition not counted.
pub(super) fn sight(name: &str) -> Sight {
    Sight::Moved(match name {
        "int_eq" | "int_ne" | "int_le" | "int_lt" | "int_ge" | "int_gt" | "int_plus" | "int_minus" | "int_negate"
        | "bool2int" => return Sight::Sum,
        _ if name.starts_with("int_lin_") || name.starts_with("bool_lin_") => return Sight::Sum,
        "int_max" | "int_min" => &[&[0, 1, 2]],
        "array_int_maximum" | "array_int_minimum" | "set_in" | "ferz_all_different_except" => &[&[0, 1]],
        "array_int_element" | "array_var_int_element" => &[&[1, 2]],
        "ferz_int_element2d" | "ferz_var_int_element2d" => &[&[2, 4]],
        "ferz_all_different"
        | "ferz_all_equal"
        | "ferz_increasing_int"
        | "ferz_strictly_increasing_int"
        | "ferz_decreasing_int"
        | "ferz_strictly_decreasing_int"
        | "ferz_arg_max_int"
        | "ferz_arg_min_int"
        | "ferz_cumulative"
        | "ferz_disjunctive"
        | "ferz_disjunctive_strict" => &[&[0]],
        "ferz_nvalue" => &[&[1]],
        "ferz_among" => &[&[1, 2]],
        "ferz_count"
        | "ferz_at_least"
        | "ferz_at_most"
        | "ferz_global_cardinality"
        | "ferz_global_cardinality_closed"
        | "ferz_global_cardinality_low_up"
        | "ferz_global_cardinality_low_up_closed"
        | "ferz_lex_less_int"
        | "ferz_lex_lesseq_int"
        | "ferz_sort"
        | "ferz_table_int"
        | "ferz_value_precede_chain" => &[&[0, 1]],
        "ferz_value_precede" => &[&[0, 1, 2]],
        "ferz_diffn" | "ferz_diffn_nonstrict" => &[&[0], &[1]],
        _ => &[],
    })
}

/// How a constraint is posted as sums, if it must be and can be: some of its values are beyond the limits, moved or not.
pub(super) fn as_sums(call: Call<'_>, name: &str, reach: &dyn Fn(VariableId) -> Hull) -> Option<Sums> {
    let Sight::Moved(groups) = sight(name) else { return None };
    let limit = i128::from(View::LIMIT);
    let fits = |at: usize| match groups.iter().find(|group| group.contains(&at)) {
        Some(group) => window::shift(hull(call, group, reach)).is_some(),
        None => {
            let (low, high) = hull(call, &[at], reach);
            -limit <= low && high <= limit
        }
    };
    if (0..call.arguments().len()).all(fits) { None } else { Sums::find(name, &|at| hull(call, &[at], reach)) }
}

/// By how much each argument is moved: nothing where all is within the limits.
pub(super) fn frames(call: Call<'_>, name: &str, reach: &dyn Fn(VariableId) -> Hull) -> Vec<(usize, i64)> {
    let Sight::Moved(groups) = sight(name) else { return Vec::new() };
    let fits = groups.iter().filter_map(|group| {
        let by = window::shift(hull(call, group, reach))?;
        Some((group, i64::try_from(by).ok().filter(|by| *by != 0)?))
    });
    fits.flat_map(|(group, by)| group.iter().map(move |&at| (at, by))).collect()
}

/// From the least to the greatest number in a group of arguments. Sets lose nothing if some of their values are out of reach.
fn hull(call: Call<'_>, group: &[usize], reach: &dyn Fn(VariableId) -> Hull) -> Hull {
    let one = |term: &Term| match call.instance().value(*term) {
        Value::Variable(x) => Some(reach(x.id())),
        Value::Int(v) => Some((v.into(), v.into())),
        _ => None,
    };
    let terms = group
        .iter()
        .filter_map(|&at| call.arguments().get(at))
        .flat_map(|term| call.instance().elements(*term).unwrap_or(std::slice::from_ref(term)).iter());
    terms.filter_map(one).fold((ALL.1, ALL.0), |hull, one| (hull.0.min(one.0), hull.1.max(one.1)))
}

/// What constraints may add to their arguments: indices count from 0, for example.
const MARGIN: i128 = 1 << 20;

/// Which values of roots can be had where constraints need them within the limits.
#[derive(Default)]
pub(super) struct Needs {
    by_root: HashMap<u32, Need>,
}

/// The values of a root for which its views are within the limits in some constraints, and the last one of those that made it so.
pub(super) struct Need {
    pub(super) hull: Hull,
    pub(super) constraint: ConstraintId,
    pub(super) variable: VariableId,
}

impl Needs {
    pub(super) fn of(&self, root: u32) -> Option<&Need> {
        self.by_root.get(&root)
    }

    /// Looks at all constraints that are to be posted.
    pub(super) fn new(instance: &Instance, done: &[bool], classes: &EqualityClasses) -> Needs {
        let mut needs = Needs::default();
        for (constraint, _) in instance.constraints().zip(done).filter(|(_, done)| !**done) {
            if variables(*constraint).any(|x| is_open(classes, x)) {
                needs.add(constraint, classes);
            }
        }
        needs
    }

    fn add(&mut self, constraint: Constraint<'_>, classes: &EqualityClasses) {
        let Some(called) = find(constraint.name()) else { return };
        let Sight::Moved(groups) = sight(called.entry.name) else { return };
        let reach = |x| classes.bounds(x).unwrap_or(ALL);
        if as_sums(*constraint, called.entry.name, &reach).is_some() {
            return;
        }
        let fit = groups.iter().filter(|group| window::shift(hull(*constraint, group, &reach)).is_some());
        let moved: Vec<usize> = fit.flat_map(|group| group.iter().copied()).collect();
        for (_, term) in constraint.arguments().iter().enumerate().filter(|(at, _)| !moved.contains(at)) {
            let list = constraint.instance().elements(*term).unwrap_or(std::slice::from_ref(term));
            for x in list.iter().filter_map(|term| term.as_variable()).filter(|x| is_open(classes, *x)) {
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
