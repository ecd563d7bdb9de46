//! Derives bounds for unbounded variables from the constraints, by interval reasoning before the search.
//!
//! The [`Builtin`](super::builtin::Builtin) of each kind of constraint contains its bounds rule. All other bounds are
//! left to propagation, which gives reasons for them.

use super::Translation;
use super::builtin::Called;
use super::builtin::premises::Premises;
use super::equality_classes::{Empty, EqualityClasses};
use super::presolve::{Truth, truth};
use super::ranges::Ranges;
use crate::instance::{Call, VariableId};

/// The maximum number of passes over the constraints. If two bounds approach each other slowly, there could be as many
/// passes as there are numbers between them.
const PASSES: usize = 64;

impl Translation<'_, '_> {
    /// Bounds the variables that reach beyond the engine's limits. Bounds that contradict the known values of a
    /// variable are omitted; the contradiction is reported at the end. When a limit is reached, the remaining variables
    /// stay unbounded.
    ///
    /// For explanations, the first of two contradictory bounds is kept, so that a named constraint contradicts it.
    pub(super) fn bound(&mut self) -> Result<(), Empty> {
        if !self.has_open_variables() {
            return Ok(());
        }
        let stated = self.options.no_presolve.then(|| self.classes.clone());
        let bounded = self.bound_open_variables();
        let Some(stated) = stated else { return bounded };
        let is_bounded = |x: &VariableId| self.classes.bounds(*x) != stated.bounds(*x);
        self.bounded_by_others = self.instance.variables().map(|x| x.id()).filter(is_bounded).collect();
        Ok(())
    }

    pub(super) fn has_open_variables(&self) -> bool {
        self.instance.variables().any(|x| self.classes.is_open(x.id()))
    }

    fn bound_open_variables(&mut self) -> Result<(), Empty> {
        let candidates = self.remaining().filter_map(|constraint| {
            let called = self.calls.get(*constraint).filter(|called| called.builtin.bounds.is_some())?;
            // A constraint whose condition is undecided implies no bounds.
            let Some(Truth::Known(true)) = truth(*constraint, called, &self.classes) else { return None };
            Some((*constraint, called))
        });
        let mut candidates: Vec<(Call<'_>, Called)> = candidates.collect();
        let mut contradiction = Ok(());
        for _ in 0..PASSES {
            candidates.retain(|(call, _)| call.all_variables().any(|x| self.classes.is_open(x)));
            let before = self.classes.changes();
            for &(call, called) in &candidates {
                if self.limit.spend(8).is_err() {
                    return contradiction;
                }
                contradiction = contradiction.and(narrow(call, called, &mut self.classes));
            }
            if self.classes.changes() == before {
                break;
            }
        }
        contradiction
    }
}

/// Derives bounds from one constraint. Ignores an invalid argument, which is reported when the constraint is posted.
fn narrow(call: Call<'_>, called: Called, classes: &mut EqualityClasses) -> Result<(), Empty> {
    let mut premises = Premises::new(call, called, classes);
    let found = match called.builtin.bounds.map(|rule| rule(&mut premises)) {
        Some(Ok(())) => premises.found,
        Some(Err(_)) | None => return Ok(()),
    };
    let mut result = Ok(());
    for (x, (low, high)) in found {
        if classes.is_open(x) {
            result = result.and(classes.keep(x, &Ranges::between(low, high)));
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::Limit;
    use crate::translate::Options;
    use crate::translate::ranges::INFINITE;

    fn bounds(text: &str, name: &str) -> (i128, i128) {
        let instance = crate::text::read(text.as_bytes()).expect("it can be read");
        let mut limit = Limit::default();
        let mut translation = Translation::new(&instance, Options::default(), &mut limit).expect("of integers");
        translation.bound().expect("not contradictory");
        translation.classes.bounds(instance.variable_named(name).expect("declared").id()).expect("not empty")
    }

    fn bounds_of_x(constraint: &str) -> (i128, i128) {
        bounds(&format!("var 1..9: a; var -3..5: b; var int: x; constraint {constraint}; solve satisfy;"), "x")
    }

    #[test]
    fn sums_products_and_extremes_bound_their_parts() {
        assert_eq!(bounds_of_x("int_lin_eq([2,-3,-1],[a,b,x],4)"), (2 - 15 - 4, 18 + 9 - 4));
        assert_eq!(bounds_of_x("int_lin_eq([2,-3,4],[a,b,x],0)"), (-6, 3));
        assert_eq!(bounds_of_x("int_lin_eq_reif([2,-3,4],[a,b,x],0,true)"), (-6, 3));
        assert_eq!(bounds_of_x("int_times(a,b,x)"), (-27, 45));
        assert_eq!(bounds_of_x("int_times(b,b,x)"), (0, 25));
        assert_eq!(bounds_of_x("int_times(x,x,a)"), (-3, 3));
        assert_eq!(bounds_of_x("int_abs(b,x)"), (0, 5));
        assert_eq!(bounds_of_x("int_max(a,b,x)"), (1, 9));
        assert_eq!(bounds_of_x("array_int_minimum(x,[a,b])"), (-3, 5));
        assert_eq!(bounds_of_x("array_var_int_element(a,[b,a],x)"), (-3, 9));
        assert_eq!(bounds_of_x("int_mod(b,a,x)"), (-5, 5));
        assert_eq!(bounds_of_x("int_div(x,a,b)"), (-53, 53));
        assert_eq!(bounds_of_x("int_lin_le([1,1],[x,a],4)"), (-INFINITE, 3));
        assert_eq!(bounds_of_x("int_lin_le([-200000000000000,1],[x,a],0)"), (1, INFINITE));
        let far = "var int: y; constraint int_lin_eq([200000000000000,-1],[x,y],0); constraint int_le(a,x)";
        assert_eq!(bounds_of_x(&format!("int_le(x,a); {far}")), (1, 9));
        assert_eq!(bounds_of_x("int_lin_le_reif([1,1],[x,a],4,false)"), (-INFINITE, INFINITE));
    }

    #[test]
    fn what_is_counted_or_listed_bounds_its_parts() {
        assert_eq!(bounds_of_x("ferz_count([a,b,x],7,x)"), (0, 3));
        assert_eq!(bounds_of_x("ferz_nvalue(x,[a,b])"), (1, 2));
        assert_eq!(bounds_of_x("ferz_global_cardinality([a,b],[4],[x])"), (0, 2));
        assert_eq!(bounds_of_x("ferz_bin_packing_load([x,a],1,[a,b],[3,4])"), (0, 7));
        assert_eq!(bounds_of_x("ferz_increasing_int([b,x,a])"), (-3, 9));
        assert_eq!(bounds_of_x("ferz_table_int([a,x],[1,2,3,4])"), (2, 4));
        assert_eq!(bounds_of_x("ferz_cumulative([x],[a],[b],a)"), (-INFINITE, INFINITE));
        assert_eq!(bounds_of_x("ferz_cumulative([a],[a],[x],b)"), (0, 5));
    }
}
