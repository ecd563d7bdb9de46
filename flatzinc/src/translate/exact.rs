//! Completes the half-reified definitions of introduced truth values that are not used only positively.
//!
//! MiniZinc half-reifies the definition of an introduced truth value, `b -> C`, if the value is used only positively:
//! `b` may be false although `C` holds. Versions up to 2.10 also do so within arrays that are arguments of constraints
//! other than `exists` and `forall`, which is wrong: `g -> increasing([x != 2 \/ p, y = 1])` would have additional
//! solutions. The annotation `defines_var(b)` distinguishes the definition of `b` from other constraints with the
//! condition `b`. Replacing the definition by `b <-> C` never loses a solution of the model, because the compiler
//! introduced `b` for the expression `C`. This stage finds the definitions that must be full, and completes them.

use super::TranslateError;
use super::builtin::{Calls, Positive, find};
use crate::instance::term::Kind;
use crate::instance::{Call, Constraint, ConstraintId, Instance, Output, Term, Variable, VariableId};
use crate::limit::Limit;
use solver_core::constraints::Form;
use std::borrow::Cow;

/// Returns the instance with full definitions of the truth values that are not used only positively.
pub(super) fn exact<'a>(instance: &'a Instance, limit: &mut Limit) -> Result<Cow<'a, Instance>, TranslateError> {
    let halves = halves(instance);
    if halves.iter().all(Option::is_none) {
        return Ok(Cow::Borrowed(instance));
    }
    let needed = needed_in_full(instance, limit)?;
    let mut full = Cow::Borrowed(instance);
    for (half, x) in halves.iter().zip(instance.variables()).filter(|(_, x)| needed[x.id().index()]) {
        if let Some(id) = *half {
            define_in_full(full.to_mut(), id, x.id());
        }
    }
    Ok(full)
}

/// Returns, for each introduced variable, the only constraint that defines the variable, if that constraint is
/// half-reified.
fn halves(instance: &Instance) -> Vec<Option<ConstraintId>> {
    let mut halves = vec![None; instance.variables().len()];
    let mut defined = vec![false; halves.len()];
    for constraint in instance.constraints() {
        let Some(b) = constraint.defines() else { continue };
        let again = std::mem::replace(&mut defined[b.index()], true);
        let is_half = !again && instance.variable(b).is_introduced() && is_half_of(constraint, b);
        halves[b.index()] = is_half.then_some(constraint.id());
    }
    halves
}

/// Whether the constraint is only an implication from `b`.
fn is_half_of(constraint: Constraint<'_>, b: VariableId) -> bool {
    let arguments = constraint.arguments();
    if constraint.name() == "bool_clause" {
        return arguments.len() == 2 && list(*constraint, 1).iter().any(|term| term.as_variable() == Some(b));
    }
    constraint.name().ends_with("_imp") && arguments.last().and_then(|term| term.as_variable()) == Some(b)
}

fn list(call: Call<'_>, at: usize) -> &[Term] {
    call.elements(at).unwrap_or_default()
}

/// Finds the variables that are not used only positively, and the variables used in their definitions.
fn needed_in_full(instance: &Instance, limit: &mut Limit) -> Result<Vec<bool>, TranslateError> {
    let mut needed = vec![false; instance.variables().len()];
    // Each defined variable, paired with each positive argument of its definition.
    let equals = |x: Variable<'_>| Some((x.id(), x.alias()?));
    let mut passed_on: Vec<(VariableId, VariableId)> = instance.variables().filter_map(equals).collect();
    let objective = instance.solve().goal.and_then(|(_, term)| term.as_variable());
    for x in instance.output().flat_map(Output::variables).chain(objective) {
        needed[x.index()] = true;
    }
    let calls = Calls::new(instance);
    for constraint in instance.constraints() {
        let (mut uses, defined) = (1, constraint.defines());
        let is_open = result(*constraint, &calls).is_some_and(|x| Some(x) != defined);
        for_each_use(*constraint, &calls, |x, is_positive| {
            uses += 1;
            match defined {
                Some(b) if b == x => {}
                Some(b) if is_positive && !is_open => passed_on.push((b, x)),
                None if is_positive && !is_open => {}
                _ => needed[x.index()] = true,
            }
        });
        limit.spend(uses)?;
    }
    passed_on.sort_unstable_by_key(|(b, _)| b.index());
    let mut open: Vec<VariableId> = instance.variables().map(|x| x.id()).filter(|x| needed[x.index()]).collect();
    while let Some(b) = open.pop() {
        let from = passed_on.partition_point(|(other, _)| other.index() < b.index());
        for &(_, x) in passed_on[from..].iter().take_while(|(other, _)| *other == b) {
            if !std::mem::replace(&mut needed[x.index()], true) {
                open.push(x);
            }
        }
    }
    Ok(needed)
}

/// Returns the variable that is the truth value of a reified constraint.
fn result(call: Call<'_>, calls: &Calls) -> Option<VariableId> {
    let called = calls.get(call)?;
    let has_result = match called.form {
        Some(form) => form == Form::Reified,
        None => called.builtin.has_result,
    };
    call.arguments().last().filter(|_| has_result)?.as_variable()
}

/// Calls `each` with every variable among the arguments and whether the constraint is monotone in that variable.
/// Integers count if they represent truth values (`bool2int`) in sums.
fn for_each_use(call: Call<'_>, calls: &Calls, mut each: impl FnMut(VariableId, bool)) {
    let positive = calls.get(call).map_or(Positive::None, |called| called.builtin.positive);
    for (at, term) in call.arguments().iter().enumerate() {
        let is_positive = |k: usize| match positive {
            Positive::None => false,
            Positive::Arguments(arguments) => arguments.contains(&at),
            // If `<=` holds, it still holds for a smaller sum.
            Positive::NegativeTerms => at == 1 && list(call, 0).get(k).and_then(|c| c.as_int()).is_some_and(|c| c < 0),
        };
        let variables =
            call.instance().terms_of(term).iter().enumerate().filter_map(|(k, term)| Some((k, term.as_variable()?)));
        variables.for_each(|(k, x)| each(x, is_positive(k)));
    }
}

/// Changes `b -> C` to `b <-> C`.
fn define_in_full(instance: &mut Instance, id: ConstraintId, b: VariableId) {
    let constraint = instance.constraint(id);
    let name = match constraint.name().strip_suffix("_imp") {
        // In some of these constraints, the last argument is a result instead of a condition.
        Some(base) if find(constraint.name()).is_some_and(|called| called.form.is_none()) => base.to_owned(),
        Some(base) => format!("{base}_reif"),
        None => format!("{}_reif", constraint.name()),
    };
    if find(&name).is_none() {
        return;
    }
    if constraint.name() == "bool_clause" {
        let (place, positive) = (constraint.place(), constraint.arguments()[0]);
        let rest: Vec<Term> =
            list(*constraint, 1).iter().copied().filter(|term| term.as_variable() != Some(b)).collect();
        let negative = Term::span(Kind::List, instance.add_terms(&rest), place);
        let result = Term::new(Kind::Variable, b.index() as u64, place);
        instance.constraints[id.index()].arguments = instance.add_terms(&[positive, negative, result]);
    }
    instance.constraints[id.index()].name = instance.symbols.intern(&name);
}

#[cfg(test)]
mod tests {
    use crate::text::read;
    use crate::translate::{Options, translate};

    /// `g -> increasing([x != 2 \/ p, y = 1])` as compiled by MiniZinc 2.10: the disjunction is fully reified, and
    /// `x != 2` within it is half-reified.
    const NESTED: &str = "
        predicate ferz_increasing_bool_imp(array [int] of var bool: x,var bool: b);
        var 1..3: x :: output_var; var 1..3: y :: output_var; var bool: p :: output_var; var bool: g :: output_var;
        var bool: is_one :: var_is_introduced :: is_defined_var;
        var bool: differs :: var_is_introduced :: is_defined_var;
        var bool: any :: var_is_introduced :: is_defined_var;
        constraint ferz_increasing_bool_imp([any,is_one],g);
        constraint int_eq_reif(y,1,is_one) :: defines_var(is_one);
        constraint int_ne_imp(x,2,differs) :: defines_var(differs);
        constraint bool_clause_reif([p,differs],[],any) :: defines_var(any);";

    /// Whether an assignment extends to a solution.
    fn holds(text: &str, options: Options, [x, y, p, g]: [i32; 4]) -> bool {
        let truth = |value: i32| value == 1;
        let (p, g) = (truth(p), truth(g));
        let at =
            format!("int_eq(x,{x}); constraint int_eq(y,{y}); constraint bool_eq(p,{p}); constraint bool_eq(g,{g})");
        let instance = read(format!("{text}\nconstraint {at};\nsolve satisfy;").as_bytes()).expect("it reads");
        let translated = translate(&instance, options).expect("it translates");
        translated.model.first().expect("it is searched").complete().is_some()
    }

    fn points() -> impl Iterator<Item = [i32; 4]> {
        (0..36).map(|k| [1 + k % 3, 1 + k / 3 % 3, k / 9 % 2, k / 18])
    }

    #[test]
    fn parts_of_elements_are_what_they_say() {
        for options in [Options::default(), Options::no_presolve()] {
            for point @ [x, y, p, g] in points() {
                let increases = !(x != 2 || p == 1) || y == 1;
                assert_eq!(holds(NESTED, options, point), g == 0 || increases, "{point:?}");
            }
        }
    }

    /// Definitions of any form are completed: a half-reified disjunction that is a clause with the negated condition,
    /// and truth values that a constraint uses as numbers.
    #[test]
    fn halves_of_any_form_are_completed() {
        let clause = NESTED.replace(
            "bool_clause_reif([p,differs],[],any) :: defines_var(any)",
            "bool_clause([p,differs],[any]) :: defines_var(any)",
        );
        let counted = NESTED.replace(
            "constraint ferz_increasing_bool_imp([any,is_one],g);",
            "
            var 0..1: one :: var_is_introduced :: is_defined_var;
            var 0..1: other :: var_is_introduced :: is_defined_var;
            constraint bool2int(is_one,one) :: defines_var(one);
            constraint bool2int(any,other) :: defines_var(other);
            constraint int_le_imp(other,one,g);",
        );
        for text in [&clause, &counted] {
            for point @ [x, y, p, g] in points() {
                let increases = !(x != 2 || p == 1) || y == 1;
                assert_eq!(holds(text, Options::default(), point), g == 0 || increases, "{point:?} {text}");
            }
        }
    }

    /// Definitions that are used only positively remain unchanged, and so do conditions that are not definitions.
    #[test]
    fn conditions_are_no_definitions() {
        let text = "var 1..3: x; var 1..3: y; var bool: g; var bool: b :: var_is_introduced :: is_defined_var;
            constraint int_ne_imp(x,2,b) :: defines_var(b);
            constraint int_ne_imp(y,2,g);
            constraint bool_clause([b],[g]);
            solve satisfy;";
        let instance = read(text.as_bytes()).expect("it reads");
        let whole = super::exact(&instance, &mut crate::limit::Limit::default()).expect("no limit");
        let names: Vec<&str> = whole.constraints().map(|c| c.name()).collect();
        assert_eq!(names, ["int_ne_imp", "int_ne_imp", "bool_clause"]);
        let marked = text.replace("bool_clause([b],[g])", "bool_clause([],[b,g])");
        let instance = read(marked.as_bytes()).expect("it reads");
        let whole = super::exact(&instance, &mut crate::limit::Limit::default()).expect("no limit");
        let names: Vec<&str> = whole.constraints().map(|c| c.name()).collect();
        assert_eq!(names, ["int_ne_reif", "int_ne_imp", "bool_clause"]);
    }
}
