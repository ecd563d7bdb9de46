//! Latin squares with holes: the more holes, the more solutions; the hardest lie between.

use super::several::{Class, searched};
use super::{Extent, Made, Options};
use crate::compare::{SearchOptions, StudyError, Subject, meanings};
use crate::table::{Cell, Role, Table};
use solver_core::prelude::*;

const ORDER: usize = 16;
const SEEDS: u64 = 5;
const NODES: u64 = 5_000;

pub(super) fn run(options: &Options) -> Result<Made, StudyError> {
    let holes: &[usize] = match options.extent {
        Extent::Few => &[90],
        Extent::Usual | Extent::Long => &[70, 90, 100, 110, 120, 140, 180],
    };
    let kinds: Vec<(usize, Vec<Subject>)> = holes.iter().map(|&holes| (holes, instances(holes))).collect();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut heads = Vec::new();
    let mut classes = Vec::new();
    for (holes, instances) in &kinds {
        for &level in Consistency::ALL {
            for order in [VarSelect::SmallestDomain, VarSelect::DomWdeg] {
                heads.push((*holes, level, order));
                let search_options = SearchOptions {
                    order: Some(order),
                    first_only: true,
                    limits: limits.clone(),
                    ..SearchOptions::default()
                };
                classes.push(Class { instances, level: Some(level), search_options });
            }
        }
    }
    let samples = searched(&classes, &options.means)?;
    let mut table = Table::new("");
    table.column("holes", Role::Key).column("% of cells", Role::Key);
    table.column("level", Role::Key).column("order", Role::Key);
    table.columns(
        ["squares", "filled", "nodes, median", "failures, median", "nodes, all", "propagations, all"],
        Role::Count,
    );
    for ((holes, level, order), sample) in heads.into_iter().zip(samples) {
        table.row([
            Cell::Count(holes as u64),
            Cell::Count((100 * holes / (ORDER * ORDER)) as u64),
            Cell::word(level.name()),
            Cell::word(order.name()),
            Cell::Count(sample.len()),
            Cell::Count(sample.solved()),
            Cell::Count(sample.median(|c| c.nodes)),
            Cell::Count(sample.median(|c| c.failures)),
            Cell::Count(sample.sum(|c| c.nodes)),
            Cell::Count(sample.sum(|c| c.propagations)),
        ]);
    }
    table.note(format!(
        "Squares of order {ORDER}, seeds 1 to {SEEDS}; each search asks for one way to fill the holes, which there is, and ends after {NODES} nodes."
    ));
    table.define_all([
        ("level", "of the all_different of every row and column"),
        meanings::branching(Branching::TwoWay),
        ("values", "the smallest first"),
    ]);
    table.define_all(meanings::tree(TieBreak::First)).define_all([meanings::PROPAGATION]);
    Ok(table.into())
}

fn instances(holes: usize) -> Vec<Subject> {
    let square = |seed| Subject::new("", "", move || Ok(models::quasigroup_completion(ORDER, holes, seed)?.into()));
    (1..=SEEDS).map(square).collect()
}
