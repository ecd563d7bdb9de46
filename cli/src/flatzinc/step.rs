//! `fzn-ferz --step`: the stepper as an interactive solver for MiniZinc. Since version 2.10, MiniZinc lets an
//! interactive solver read standard input, shows the lines that the solver prints, and formats the solutions between
//! two markers with the model's output item (MiniZinc Handbook, "Solver Configuration Files", `isInteractive`).

use crate::run::prelude::*;
use crate::study::converse::{Commands, converse};
use crate::study::recorded::record;
use flatzinc::Instance;
use flatzinc::protocol::{Flags, show};
use flatzinc::translate::{Options, translate};
use solver_core::prelude::*;
use std::io::Write;
use std::path::Path;
use study::step::{Session, Trust};
use study::stronger::Stronger;

/// The maximum number of recorded events.
const EVENTS: usize = 200_000;

const BEGIN: &str = "%%%mzn-sol-begin";
const END: &str = "%%%mzn-sol-end";

/// Steps through the search of an instance, controlled by commands on standard input.
pub(super) fn run(
    instance: &Instance,
    flags: &Flags,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<Ended> {
    let translated = translate(instance, Options::no_presolve()).map_err(bad)?;
    let plan = flatzinc::plan::plan(instance, &translated).map_err(bad)?;
    for warning in &plan.warnings {
        complain(&format!("warning: {warning}"));
    }
    let mut search = plan.search(&translated.model).seed(flags.seed).cancel(cancel).explaining();
    if let Some(time) = flags.time {
        search = search.time_limit(time);
    }
    let run = match translated.objective(instance) {
        Some((goal, objective)) => search.improving(goal, objective).map(Improving::into_run),
        None => search.start(),
    };
    let mut run = run.map_err(bad)?;
    let mut solutions: Vec<String> = Vec::new();
    let recording = record(&mut run, EVENTS, |run| {
        let Some(solution) = run.solution() else { return };
        let values = instance.variables().map(|x| translated.vars.quantity(x.id(), &solution));
        let Ok(values) = values.collect::<Result<Vec<_>, _>>() else { return };
        solutions.push(show(instance, &|x| values[x.index()]));
    })?;
    let session = Session::new(&recording, Trust::Checked);
    let mut session = session.with_levels(|| Stronger::new(&translated.model).ok());
    let name = flags.file.as_deref().map(Path::new).and_then(Path::file_name).unwrap_or_default();
    writeln!(out, "{}", session.greeting(&name.to_string_lossy()))?;
    let block = |number: u64| {
        let values = solutions.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
        Some(format!("{BEGIN}\n{values}----------\n{END}\n"))
    };
    // How the session ended is ignored, because MiniZinc would report an error as a solver failure.
    converse(&mut session, Commands::input()?, out, block, None)?;
    out.flush()?;
    Ok(Ended::Complete)
}
