//! `ferz solve --proof`: finds an answer and writes a proof of it.

use super::understand::Limits;
use crate::exit::{Ended, complain};
use crate::proof::Folder;
use flatzinc::Instance;
use flatzinc::plan::plan;
use flatzinc::protocol::{Failure, refuse_values};
use flatzinc::translate::{Options, translate};
use solver_core::Search;
use std::path::Path;

/// Proves one solution, all solutions, or the best one.
pub(super) fn run(
    instance: &Instance,
    folder: &Path,
    all: bool,
    limits: &Limits,
    refine: impl for<'m> Fn(Search<'m>) -> Search<'m>,
) -> anyhow::Result<Ended> {
    // The proof's model file contains the presolved constraints.
    let translated = translate(instance, Options::default()).map_err(Failure::from)?;
    refuse_values(instance, &translated)?;
    let goal = translated.objective(instance);
    let plan = plan(instance, &translated).map_err(Failure::from)?;
    plan.warnings.iter().for_each(|warning| complain(&format!("warning: {warning}")));
    let search = refine(limits.apply(plan.search(&translated.model)));
    let search = if all || goal.is_some() { search } else { search.solution_limit(1) };
    Ok(Folder(folder).prove(&search, goal)?.1)
}
