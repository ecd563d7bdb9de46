//! Bounds for variables that have none, from the constraints: interval reasoning, only for those, and only before the search.
//!
//! A variable gets the bounds that follow from the shape of a constraint: of sums and products ([`arithmetic`]), of what is counted,
//! chosen or listed ([`shapes`]). Bounds of others are left to propagation, which says why.

mod arithmetic;
mod shapes;

use super::equality_classes::{Empty, EqualityClasses};
use super::presolve::{Truth, condition};
use super::ranges::{INFINITE, Ranges};
use crate::instance::{Call, Instance, IntSet, Operand, VariableId};
use crate::limit::Limit;
use solver_core::View;

/// Passes over the constraints. Bounds that grow slowly towards each other would take as many as there are numbers.
const PASSES: usize = 64;

/// Lower and upper end, in numbers that do not overflow.
type Hull = (i128, i128);

/// What follows from one constraint; `None` when an argument is not what it should be, which is told when the constraint is posted.
type Rule = fn(&Premises<'_, '_>, &mut Found) -> Option<()>;

/// Gives bounds to variables that reach beyond the engine's limits. Those that contradict what is known of a variable are left out,
/// and told at the end. What a limit leaves open it stays.
pub(crate) fn derive(
    instance: &Instance,
    done: &[bool],
    classes: &mut EqualityClasses,
    limit: &mut Limit,
) -> Result<(), Empty> {
    if !instance.variables().any(|x| is_open(classes, x.id())) {
        return Ok(());
    }
    let mut candidates: Vec<(Call<'_>, Rule)> = instance
        .constraints()
        .zip(done)
        .filter(|(_, done)| !**done)
        .filter_map(|(constraint, _)| {
            // What must hold only if a truth value does bounds nothing.
            let Some((name, Truth::Known(true))) = condition(*constraint, classes) else { return None };
            Some((*constraint, arithmetic::rule(name).or_else(|| shapes::rule(name))?))
        })
        .collect();
    let mut contradiction = Ok(());
    for _ in 0..PASSES {
        candidates.retain(|(call, _)| variables(*call).any(|x| is_open(classes, x)));
        let before = classes.changes();
        for (call, rule) in &candidates {
            if !limit.spend(8) {
                return contradiction;
            }
            contradiction = contradiction.and(narrow(*call, *rule, classes));
        }
        if classes.changes() == before {
            break;
        }
    }
    contradiction
}

/// Whether a variable may have values that the engine cannot hold.
pub(super) fn is_open(classes: &EqualityClasses, x: VariableId) -> bool {
    let limit = i128::from(View::LIMIT);
    classes.bounds(x).is_some_and(|(low, high)| low < -limit || high > limit)
}

/// The variables in a constraint.
pub(super) fn variables(call: Call<'_>) -> impl Iterator<Item = VariableId> + '_ {
    call.arguments().iter().flat_map(move |term| {
        let list = call.instance().elements(*term).unwrap_or(std::slice::from_ref(term));
        list.iter().filter_map(|term| term.as_variable())
    })
}

/// Bounds that follow from one constraint.
fn narrow(call: Call<'_>, rule: Rule, classes: &mut EqualityClasses) -> Result<(), Empty> {
    let mut found = Found(Vec::new());
    if rule(&Premises { call, classes }, &mut found).is_none() {
        return Ok(());
    }
    let mut result = Ok(());
    for (x, (low, high)) in found.0 {
        if is_open(classes, x) {
            result = result.and(classes.keep(x, &Ranges::between(low, high)));
        }
    }
    result
}

/// An argument's place among numbers.
#[derive(Clone, Copy)]
struct Part {
    variable: Option<VariableId>,
    hull: Hull,
}

impl Part {
    fn constant(value: i128) -> Part {
        Part { variable: None, hull: (value, value) }
    }

    /// The largest distance from 0.
    fn magnitude(self) -> i128 {
        self.hull.0.abs().max(self.hull.1.abs())
    }

    /// The smallest distance from 0.
    fn least_magnitude(self) -> i128 {
        self.hull.0.max(-self.hull.1).max(0)
    }

    fn excludes_zero(self) -> bool {
        self.least_magnitude() > 0
    }
}

/// The bounds that were found.
struct Found(Vec<(VariableId, Hull)>);

impl Found {
    fn learn(&mut self, part: Part, (low, high): Hull) {
        // What was reckoned with infinity is infinite.
        let end = |v: i128| if v.unsigned_abs() < (INFINITE >> 8).unsigned_abs() { v } else { v.signum() * INFINITE };
        self.0.extend(part.variable.map(|x| (x, (end(low), end(high)))));
    }

    fn at_least(&mut self, part: Part, low: i128) {
        self.learn(part, (low, INFINITE));
    }

    fn at_most(&mut self, part: Part, high: i128) {
        self.learn(part, (-INFINITE, high));
    }

    fn all(&mut self, parts: &[Part], hull: Hull) {
        parts.iter().for_each(|part| self.learn(*part, hull));
    }
}

/// A constraint, and what is known of its arguments.
struct Premises<'a, 'b> {
    call: Call<'a>,
    classes: &'b EqualityClasses,
}

impl Premises<'_, '_> {
    fn part(&self, operand: Operand<i64>) -> Option<Part> {
        Some(match operand {
            Operand::Constant(v) => Part::constant(v.into()),
            Operand::Variable(x) => Part { variable: Some(x), hull: self.classes.bounds(x)? },
        })
    }

    fn int(&self, at: usize) -> Option<Part> {
        self.part(self.call.int_operand(at).ok()?)
    }

    fn ints(&self, at: usize) -> Option<Vec<Part>> {
        self.call.int_operands(at).ok()?.into_iter().map(|operand| self.part(operand)).collect()
    }

    fn truth_of(&self, operand: Operand<bool>) -> Option<Part> {
        self.part(match operand {
            Operand::Constant(v) => Operand::Constant(i64::from(v)),
            Operand::Variable(x) => Operand::Variable(x),
        })
    }

    fn truth(&self, at: usize) -> Option<Part> {
        self.truth_of(self.call.bool_operand(at).ok()?)
    }

    fn truths(&self, at: usize) -> Option<Vec<Part>> {
        self.call.bool_operands(at).ok()?.into_iter().map(|operand| self.truth_of(operand)).collect()
    }

    /// How many elements a list has.
    fn length(&self, at: usize) -> Option<i128> {
        Some(self.call.elements(at).ok()?.len() as i128)
    }

    fn number(&self, at: usize) -> Option<i128> {
        Some(self.call.int(at).ok()?.into())
    }

    fn numbers(&self, at: usize) -> Option<Vec<i64>> {
        self.call.ints(at).ok()
    }
}

/// From the least to the greatest of these; of none, nothing.
fn hull_of(all: impl IntoIterator<Item = Hull>) -> Hull {
    all.into_iter().fold((INFINITE, -INFINITE), |hull, part| (hull.0.min(part.0), hull.1.max(part.1)))
}

fn hull_of_numbers(all: &[i64]) -> Hull {
    hull_of(all.iter().map(|&v| (v.into(), v.into())))
}

fn hull_of_parts(all: &[Part]) -> Hull {
    hull_of(all.iter().map(|part| part.hull))
}

fn hull_of_set(set: IntSet<'_>) -> Hull {
    hull_of(set.ranges().iter().map(|&(low, high)| (low.into(), high.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str, name: &str) -> (i128, i128) {
        let instance = crate::text::read(text.as_bytes()).expect("it can be read");
        let mut classes = EqualityClasses::new(instance.variables().map(|x| Ranges::declared(x.domain())).collect());
        derive(&instance, &vec![false; instance.constraints().len()], &mut classes, &mut Limit::default())
            .expect("not contradictory");
        classes.bounds(instance.variable_named(name).expect("declared").id()).expect("not empty")
    }

    fn of(constraint: &str) -> (i128, i128) {
        bounds(&format!("var 1..9: a; var -3..5: b; var int: x; constraint {constraint}; solve satisfy;"), "x")
    }

    #[test]
    fn sums_products_and_extremes_bound_their_parts() {
        assert_eq!(of("int_lin_eq([2,-3,-1],[a,b,x],4)"), (2 - 15 - 4, 18 + 9 - 4));
        assert_eq!(of("int_lin_eq([2,-3,4],[a,b,x],0)"), (-6, 3));
        assert_eq!(of("int_lin_eq_reif([2,-3,4],[a,b,x],0,true)"), (-6, 3));
        assert_eq!(of("int_times(a,b,x)"), (-27, 45));
        assert_eq!(of("int_times(b,b,x)"), (0, 25));
        assert_eq!(of("int_times(x,x,a)"), (-3, 3));
        assert_eq!(of("int_abs(b,x)"), (0, 5));
        assert_eq!(of("int_max(a,b,x)"), (1, 9));
        assert_eq!(of("array_int_minimum(x,[a,b])"), (-3, 5));
        assert_eq!(of("array_var_int_element(a,[b,a],x)"), (-3, 9));
        assert_eq!(of("int_mod(b,a,x)"), (-5, 5));
        assert_eq!(of("int_div(x,a,b)"), (-53, 53));
        assert_eq!(of("int_lin_le([1,1],[x,a],4)"), (-INFINITE, 3));
        assert_eq!(of("int_lin_le([-200000000000000,1],[x,a],0)"), (1, INFINITE));
        let far = "var int: y; constraint int_lin_eq([200000000000000,-1],[x,y],0); constraint int_le(a,x)";
        assert_eq!(of(&format!("int_le(x,a); {far}")), (1, 9));
        assert_eq!(of("int_lin_le_reif([1,1],[x,a],4,false)"), (-INFINITE, INFINITE));
    }

    #[test]
    fn what_is_counted_or_listed_bounds_its_parts() {
        assert_eq!(of("ferz_count([a,b,x],7,x)"), (0, 3));
        assert_eq!(of("ferz_nvalue(x,[a,b])"), (1, 2));
        assert_eq!(of("ferz_global_cardinality([a,b],[4],[x])"), (0, 2));
        assert_eq!(of("ferz_bin_packing_load([x,a],1,[a,b],[3,4])"), (0, 7));
        assert_eq!(of("ferz_increasing_int([b,x,a])"), (-3, 9));
        assert_eq!(of("ferz_table_int([a,x],[1,2,3,4])"), (2, 4));
        assert_eq!(of("ferz_cumulative([x],[a],[b],a)"), (-INFINITE, INFINITE));
        assert_eq!(of("ferz_cumulative([a],[a],[x],b)"), (0, 5));
    }
}
