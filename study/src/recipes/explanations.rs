//! Compares the kinds of explanations in searches that learn. The searches decide in model order and do not restart, so
//! that kinds differ only in the nogoods to which they lead.

use super::{Extent, Made, Options};
use crate::beside::in_parallel;
use crate::compare::{SearchOptions, Stated, StudyError, to_the_end};
use crate::table::{Cell, Table};
use models::catalogue::Entry;
use solver_core::prelude::*;
use solver_core::search::ExplanationStatistics;

/// The problems, as arguments of `ferz model`. The quick extent consists of the first two.
const PROBLEMS: &str = "project j301_1, job-shop ft06, project j305_1, job-shop la03, golomb 8, all-interval 8, \
                        langford 7, quasigroup qg5 9, quasigroup-completion 15 95 1, tour, knapsack p07";

/// The maximum number of conflicts of a search.
const FAILURES: u64 = 5_000;

pub(super) fn run(options: &Options, mut table: Table) -> Result<Made, StudyError> {
    let most = if options.extent == Extent::Few { 2 } else { usize::MAX };
    let problems: Vec<&str> = PROBLEMS.split(", ").take(most).collect();
    let rows: Vec<(&str, Explanations)> =
        problems.iter().flat_map(|&problem| Explanations::ALL.iter().map(move |&kind| (problem, kind))).collect();
    let searched = in_parallel(options.means.threads, rows.len(), |k| search(rows[k]));
    for ((problem, kind), searched) in rows.into_iter().zip(searched) {
        let Statistics { failures, explanations, .. } = searched?;
        let ExplanationStatistics([computed, premises, nogoods, literals, lbd]) = explanations;
        let mean = |(sum, of)| if of == 0 { Cell::Missing } else { Cell::Real(sum as f64 / of as f64, 1) };
        let means = [(premises, computed), (literals, nogoods), (lbd, nogoods)].map(mean);
        let cells = [problem, kind.name()].map(Cell::word).into_iter().chain([failures, computed].map(Cell::Count));
        table.row(cells.chain(means));
    }
    Ok(table.into())
}

/// Searches a problem with a kind of explanations.
fn search((problem, kind): (&str, Explanations)) -> Result<Statistics, StudyError> {
    let words: Vec<&str> = problem.split(' ').collect();
    let Some(entry) = Entry::named(words[0]) else { return Ok(Statistics::default()) };
    let stated = Stated::from(entry.state(&words[1..])?);
    let limits = Limits { failures: Some(FAILURES), ..Limits::default() };
    let options = SearchOptions { limits, ..SearchOptions::default() };
    let search = options.search(&stated).learn(Learning::Fixed).explanations(kind);
    let mut run = match stated.objective.clone() {
        Some((goal, objective)) => search.improving(goal, objective)?.into_run(),
        None => search.start()?,
    };
    to_the_end(&mut run, |_| {});
    Ok(run.statistics())
}
