//! Posts the remaining constraints.

use super::builtin::posting::{Posting, Rule};
use super::builtin::spelt_out::SpeltOut;
use super::builtin::{ASSUME, Called};
use super::error::TranslateError;
use super::frames;
use super::given::Given;
use super::var_map::MappedVar;
use super::{Translated, Translation, remaining};
use crate::instance::{Constraint, Operand, VariableId};
use crate::naming::ConstraintNames;
use solver_core::Expr;
use solver_core::constraints::Form;

impl Translation<'_, '_> {
    /// Posts the remaining constraints.
    pub(super) fn post(self, mut translated: Translated, given: &Given) -> Result<Translated, TranslateError> {
        let Translation { instance, options, limit, calls, done, .. } = self;
        let names = options.no_presolve.then(|| ConstraintNames::new(instance));
        let mut spelt_out = SpeltOut::default();
        for constraint in remaining(instance, &done) {
            if options.without_assumptions && constraint.name() == ASSUME {
                continue;
            }
            let lists = constraint.arguments().iter().filter_map(|term| instance.elements(*term));
            let elements: usize = lists.map(<[_]>::len).sum();
            limit.spend(u32::try_from(8 + elements).unwrap_or(u32::MAX))?;
            let called = calls.get(*constraint).ok_or_else(|| TranslateError::UnknownConstraint {
                location: instance.location(constraint.place()),
                name: constraint.name().to_owned(),
            })?;
            let (least, most) = called.builtin.arguments;
            let conditions = usize::from(called.form.is_some());
            constraint.expect_arguments_between(least + conditions, most + conditions)?;
            let Some(condition) = condition(constraint, called, &translated)? else { continue };
            let level = constraint.consistency();
            let rule = Rule { condition, name: names.as_ref().map(|names| names.name(constraint)), level };
            let vars = &translated.vars;
            let reach = |x: VariableId| (vars.reach(x).0.into(), vars.reach(x).1.into());
            let sums = frames::as_sums(*constraint, called, &reach);
            let moved = if sums.is_some() { Vec::new() } else { frames::frames(*constraint, called, &reach) };
            let (given, free) = (&|list: &[Operand<i64>]| given.of_list(list), options.free);
            let (model, call, spelt_out) = (&mut translated.model, constraint, &mut spelt_out);
            let mut posting = Posting { model, vars, call, called, rule, moved, given, free, spelt_out };
            match sums {
                Some(sums) => sums.post(&mut posting)?,
                None => (called.builtin.post)(&mut posting)?,
            }
            match (level, posting.rule.level) {
                (None, Some(_)) => translated.strengthened += 1,
                (Some(_), None) => translated.weakened += 1,
                _ => {}
            }
            let posted = translated.model.constraints();
            translated.origins.resize(posted, constraint.id());
        }
        Ok(translated)
    }
}

/// Returns the condition of a constraint; `None` for an unconditional constraint.
fn condition(
    constraint: Constraint<'_>,
    called: Called,
    translated: &Translated,
) -> Result<Option<Option<(Form, Expr)>>, TranslateError> {
    let Some(form) = called.form else { return Ok(Some(None)) };
    let truth = match constraint.bool_operand(constraint.arguments().len() - 1)? {
        Operand::Constant(value) => MappedVar::Constant(value.into()),
        Operand::Variable(x) => translated.vars.mapping(x),
    };
    Ok(match truth {
        MappedVar::Constant(1) => Some(None),
        MappedVar::Constant(_) if form == Form::HalfReified => None,
        truth => Some(Some((form, truth.expr()))),
    })
}
