//! Assumptions and their unsatisfiable core: `assume` of MiniZinc 2.10 (Handbook, "Assumptions" and section 4.2.5.5).

use super::failure::Failure;
use crate::instance::{Instance, Operand};
use crate::translate::{ASSUME, Options, translate};
use solver_core::search::VarSelect;
use solver_core::{AssumptionCore, CancelToken, Expr, Relates};
use std::time::Duration;

/// Returns an unsatisfiable core of the assumptions, by name. The core is minimal unless time runs out. Returns `None`
/// if the file has no assumptions, or if no core was found.
pub(super) fn core(
    instance: &Instance,
    time: Option<Duration>,
    cancel: &CancelToken,
) -> Result<Option<Vec<String>>, Failure> {
    let mut assumed: Vec<Operand<bool>> = Vec::new();
    for constraint in instance.constraints().filter(|constraint| constraint.name() == ASSUME) {
        assumed.extend(constraint.bool_operands(0).map_err(crate::translate::TranslateError::from)?);
    }
    if assumed.is_empty() {
        return Ok(None);
    }
    let translated = translate(instance, Options::without_assumptions())?;
    let holds = |operand: &Operand<bool>| match *operand {
        Operand::Constant(value) => Expr::from(i32::from(value)).equals(1),
        Operand::Variable(x) => translated.vars.expr(x).equals(1),
    };
    let search = translated.model.search().order(VarSelect::DomWdeg).cancel(cancel);
    let search = time.map_or(search.clone(), |time| search.time_limit(time));
    let members = match search.assuming(assumed.iter().map(holds)).core()? {
        AssumptionCore::Minimal { assumptions, .. } => assumptions,
        AssumptionCore::Stopped { known: Some(known), .. } => known,
        AssumptionCore::Stopped { known: None, .. } | AssumptionCore::Satisfiable(_) => return Ok(None),
    };
    let name = |number: &usize| match assumed[*number] {
        Operand::Constant(value) => value.to_string(),
        Operand::Variable(x) => instance.variable(x).name().to_owned(),
    };
    Ok(Some(members.iter().map(name).collect()))
}
