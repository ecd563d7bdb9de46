//! `--why FACT` about a model: explains why a fact holds in every solution.

use super::ask::{Request, Stated};
use crate::run::prelude::*;
use crate::wording::text;
use solver_core::Relation;
use solver_core::prelude::*;

/// Explains why a fact is true or false, ignoring the objective.
pub(crate) fn run(asked: Request, stated: &impl Stated, stop: &Stop, fact: &str) -> anyhow::Result<Ended> {
    let model = stated.model();
    let search = asked.search(stated, stop, true);
    let explainer = search.explainer().map_err(bad)?;
    let symbols = explainer.symbols();
    let atom = study::facts::read(fact, symbols).map_err(bad)?;
    let meant = model.variable_ids().find(|x| symbols.var(*x).is_ok_and(|var| var == atom.var()));
    let x = meant.ok_or_else(|| BadInput(format!("{fact}: the model has no such variable")))?;
    let comparison = match atom.relation() {
        Relation::Equal => x.equals(atom.value()),
        Relation::NotEqual => x.differs(atom.value()),
        Relation::AtLeast => x.at_least(atom.value()),
        Relation::Less => x.less_than(atom.value()),
    };
    let finding = explainer.explain_fact(fact.trim(), &comparison).map_err(bad)?;
    print(text(finding.lines))?;
    Ok(finding.stopped_by.into())
}
