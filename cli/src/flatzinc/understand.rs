//! Explaining a fact of a model, and unsatisfiable cores of its constraints.

use crate::exit::{BadInput, Ended};
use crate::proof::Folder;
use crate::reason;
use crate::wording::cause;
use flatzinc::Instance;
use flatzinc::instance::VariableId;
use flatzinc::question::Fact;
use flatzinc::translate::{Options, Translated, translate};
use solver_core::prelude::*;
use std::path::Path;
use std::time::Duration;

/// What ends a search for reasons, beside its number of nodes.
pub(super) struct Limits {
    pub(super) time: Option<Duration>,
    pub(super) cancel: CancelToken,
}

impl Limits {
    pub(super) fn of<'m>(&self, search: Search<'m>) -> Search<'m> {
        let search = search.cancel(&self.cancel);
        match self.time {
            Some(time) => search.time_limit(time),
            None => search,
        }
    }
}

fn bad(error: impl std::fmt::Display) -> BadInput {
    BadInput(error.to_string())
}

/// Of which values only a reason speaks, where it does not speak of all.
fn reservation(instance: &Instance, translated: &Translated) -> Vec<String> {
    let of = |x: &VariableId| {
        let (low, high) = translated.vars.reach(*x);
        format!("  {} from {low} to {high}", instance.variable(*x).name())
    };
    let lines: Vec<String> = translated.clamped.iter().take(8).map(of).collect();
    let heading = match translated.clamped.len() {
        0 => return lines,
        n if n > lines.len() => {
            format!("That is said of these values ({} variables more have been given bounds):", n - lines.len())
        }
        _ => "That is said of these values:".to_owned(),
    };
    std::iter::once(heading).chain(lines).collect()
}

/// Says why a fact is true or false.
pub(super) fn why(instance: &Instance, fact: &str, limits: &Limits) -> anyhow::Result<Ended> {
    let asked = Fact::read(instance, fact).map_err(bad)?;
    let translated = translate(instance, Options::no_presolve()).map_err(bad)?;
    let explainer = limits.of(translated.model.search()).explainer().map_err(bad)?;
    let mut told = reason::tell(&explainer, fact, &asked.comparison(&translated.vars))?;
    if told.is_hopeless {
        reason::print(&told.lines)?;
        clash(instance, limits)?;
        return Ok(told.ended);
    }
    told.lines.extend(reservation(instance, &translated));
    reason::print(&told.lines)?;
    Ok(told.ended)
}

/// Says which constraints clash.
pub(super) fn clash(instance: &Instance, limits: &Limits) -> anyhow::Result<()> {
    let translated = match translate(instance, Options::no_presolve()) {
        Ok(translated) => translated,
        // That there is no solution is known all the same.
        Err(error) => return reason::print(&[format!("Which constraints clash is not known: {error}")]),
    };
    let search = limits.of(translated.model.search().order(VarSelect::DomWdeg)).node_limit(200_000);
    let (core, minimal) = match search.clash().map_err(bad)? {
        Clash::Minimal(core) => (Some(core), true),
        Clash::Stopped { known, .. } => (known, false),
        Clash::Satisfiable(_) => (None, false),
    };
    let Some(core) = core else { return Ok(()) };
    let mut lines = said(&core, minimal);
    lines.extend(reservation(instance, &translated));
    reason::print(&lines)
}

/// Names the constraints of a core.
fn said(core: &Core, minimal: bool) -> Vec<String> {
    // Constraints that the compiler makes of one have its name.
    let mut names: Vec<&str> = Vec::new();
    for member in &core.members {
        if !names.contains(&member.name.as_str()) {
            names.push(&member.name);
        }
    }
    let mut lines = vec![match (names.len(), minimal) {
        (0, _) => "The domains alone allow none.".to_owned(),
        (1, true) => "This constraint alone allows none:".to_owned(),
        (n, true) => format!("These {n} constraints clash, and without any one of them the others do not:"),
        (n, false) => format!("These {n} constraints clash; perhaps some of them are not needed:"),
    }];
    lines.extend(names.iter().map(|name| format!("  {name}")));
    lines
}

/// Finds constraints that clash, and proves that they do.
pub(super) fn prove_core(instance: &Instance, folder: &Path, limits: &Limits) -> anyhow::Result<Ended> {
    let translated = translate(instance, Options::no_presolve()).map_err(bad)?;
    let search = limits.of(translated.model.search().order(VarSelect::DomWdeg));
    match search.clash().map_err(bad)? {
        Clash::Minimal(core) => {
            reason::print(&said(&core, true))?;
            Folder(folder).prove_core(&search, &core)
        }
        Clash::Stopped { by, .. } => {
            reason::print(&[format!("stopped by {}: which constraints clash is not known", cause(by))])?;
            Ok(Ended::Stopped)
        }
        Clash::Satisfiable(_) => Err(bad("there is a solution: no constraints clash. Leave out --core").into()),
    }
}
