//! Explains facts of a model, and finds unsatisfiable cores of its constraints.

use crate::proof::Folder;
use crate::run::prelude::*;
use crate::wording::{cause, text};
use flatzinc::instance::VariableId;
use flatzinc::question::Fact;
use flatzinc::translate::{Options, Translated, translate};
use flatzinc::{Instance, Quantity};
use solver_core::prelude::*;
use solver_core::why::{Finding, WhyError};
use std::path::Path;

/// The limits on an explanation search, except the node limit.
pub(super) struct Limits {
    pub(super) time: Option<Duration>,
    pub(super) cancel: CancelToken,
}

impl Limits {
    pub(super) fn apply<'m>(&self, search: Search<'m>) -> Search<'m> {
        self.time.into_iter().fold(search.cancel(&self.cancel), Search::time_limit)
    }
}

/// Lists variables whose domains were clamped, with the ranges to which an explanation applies.
fn reservation(instance: &Instance, translated: &Translated) -> Vec<String> {
    let of = |x: &VariableId| {
        let (low, high) = translated.vars.reach(*x);
        let [low, high] = [low, high].map(|numerator| Quantity { numerator, scale: translated.vars.scale(*x) });
        format!("  {} from {low} to {high}", instance.variable(*x).name())
    };
    let lines: Vec<String> = translated.clamped.iter().take(8).map(of).collect();
    let heading = match translated.clamped.len() {
        0 => return lines,
        n if n > lines.len() => {
            format!("This holds for values in these ranges ({} more variables were given bounds):", n - lines.len())
        }
        _ => "This holds for values in these ranges:".to_owned(),
    };
    std::iter::once(heading).chain(lines).collect()
}

/// Explains why a fact is true or false.
pub(super) fn why(instance: &Instance, fact: &str, limits: &Limits) -> anyhow::Result<Ended> {
    let asked = Fact::read(instance, fact).map_err(bad)?;
    let translated = translate(instance, Options::no_presolve()).map_err(bad)?;
    let explained = limits.apply(translated.model.search()).explainer();
    let found = explained.and_then(|explainer| explainer.explain_fact(fact, &asked.comparison(&translated.vars)));
    let Finding { mut lines, stopped_by, is_hopeless } = match found {
        Err(WhyError::Stopped { by }) => {
            print(format!("Stopped by {} before there was an answer.\n", cause(by)))?;
            return Ok(Ended::Stopped);
        }
        other => other.map_err(bad)?,
    };
    if !is_hopeless {
        lines.extend(reservation(instance, &translated));
    }
    print(text(lines))?;
    if is_hopeless {
        clash(instance, limits)?;
    }
    Ok(stopped_by.into())
}

/// Prints an unsatisfiable core of the constraints.
pub(super) fn clash(instance: &Instance, limits: &Limits) -> anyhow::Result<()> {
    let translated = match translate(instance, Options::no_presolve()) {
        Ok(translated) => translated,
        // The model still has no solution, even if no core is known.
        Err(error) => return Ok(print(format_args!("Which constraints clash is not known: {error}\n"))?),
    };
    let search = limits.apply(translated.model.search().order(VarSelect::DomWdeg)).node_limit(200_000);
    let mut lines = search.clash().map_err(bad)?.lines();
    if !lines.is_empty() {
        lines.extend(reservation(instance, &translated));
    }
    Ok(print(text(lines))?)
}

/// Finds an unsatisfiable core and proves that it is unsatisfiable.
pub(super) fn prove_core(
    instance: &Instance,
    folder: &Path,
    limits: &Limits,
    refine: impl for<'m> Fn(Search<'m>) -> Search<'m>,
) -> anyhow::Result<Ended> {
    let translated = translate(instance, Options::no_presolve()).map_err(bad)?;
    let search = refine(limits.apply(translated.model.search().order(VarSelect::DomWdeg)));
    let clash = search.clash().map_err(bad)?;
    print(text(clash.lines()))?;
    match clash {
        Clash::Minimal(core) => Folder(folder).prove_core(&search, &core),
        Clash::Stopped { by, .. } => {
            print(format_args!("stopped by {}: nothing is proved\n", cause(by)))?;
            Ok(Ended::Stopped)
        }
        Clash::Satisfiable(_) => reject!("there is a solution: no constraints clash. Leave out --core"),
    }
}
