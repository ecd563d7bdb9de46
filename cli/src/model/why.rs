//! `ferz model … --why FACT`: explains why a fact holds in every solution.

use super::ModelArgs;
use crate::format::Format;
use crate::run::prelude::*;
use crate::wording::text;
use models::catalogue::Entry;
use solver_core::Relation;
use solver_core::prelude::*;

/// Explains why a fact is true or false, ignoring the objective.
pub(super) fn run(asked: &ModelArgs, entry: &Entry, fact: &str, limits: Limits) -> anyhow::Result<Ended> {
    if asked.format != Format::Text {
        reject!("--why is answered in words: leave out --format");
    }
    let classic = entry.state(&asked.words).map_err(bad)?;
    let model = &classic.model;
    let search = asked.search.refine(model.search().seq([classic.phase()])).limits(limits);
    let explainer = search.explainer().map_err(bad)?;
    let symbols = explainer.symbols();
    let atom = study::facts::read(fact, symbols).map_err(bad)?;
    let meant = model.variable_ids().find(|x| symbols.var(*x).is_ok_and(|var| var == atom.var()));
    let x = meant.ok_or_else(|| BadInput(format!("{fact}: the model states no such variable")))?;
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
