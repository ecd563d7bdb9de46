//! `--proof`: finds all boards, or one, with a proof.

use super::args::{Format, Method, Queens};
use super::question::Question;
use crate::proof::{Folder, refuse};
use crate::run::prelude::*;
use queens::{Board, QueensModel, Symmetries};
use solver_core::prelude::*;
use solver_core::proof::Claim;
use std::collections::BTreeMap;
use std::path::Path;

pub(super) fn run(args: &Queens, folder: &Path, started: Instant) -> anyhow::Result<Ended> {
    refuse(&[
        (args.which.limit.is_some(), "--limit"),
        (args.which.unique, "--unique"),
        (args.why.is_some(), "--why"),
        (args.trace, "--trace"),
        (args.step, "--step"),
        (args.check_inferences, "--check-inferences"),
        (args.stats, "--stats"),
        (args.attacked, "--attacked"),
        (args.format != Format::BOARD, "--format"),
        (args.method() != Method::Model, "--method"),
    ])?;
    let stop = Stop::after(args.limits.time_limit, started)?;
    // Symmetries are not broken: the proof lists all solutions, and `orbits.txt` lists which of them are images of each
    // other.
    let question = Question::from_args(args)?;
    let queens = question.model()?;
    let symmetries = question.changes.symmetries();
    if args.distinct && symmetries.members().len() != Symmetries::all().members().len() {
        reject!(
            "--distinct is proved only for boards with all eight symmetries: leave out the options that change the rules"
        );
    }
    let solutions = if args.which.all || args.which.count || args.distinct { None } else { Some(1) };
    let search = question.search(&queens).limits(Limits { solutions, ..args.limits.all(&stop) });
    let folder = Folder(folder);
    let (proved, ended) = folder.prove(&search, None)?;
    if !args.distinct || !matches!(proved.claim, Claim::Solutions(_)) {
        return Ok(ended);
    }
    let mut orbits: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    // Searches again, which yields the solutions in proof order.
    for (number, solution) in (1..).zip(search.solutions().map_err(bad)?) {
        let least = symmetries.least(&board(&queens, &solution)?);
        orbits.entry(least.rows().to_vec()).or_default().push(number);
    }
    folder.orbits(&orbits.into_values().collect::<Vec<_>>())?;
    Ok(ended)
}

fn board(queens: &QueensModel, solution: &Solution) -> anyhow::Result<Board> {
    let rows = solution.values(&queens.columns)?.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
    Board::new(rows).context(WRONG)
}
