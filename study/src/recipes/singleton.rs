//! Singleton consistency and shaving at the root: counts the probes, the removed values, and the nodes of the
//! subsequent search.

use super::{Extent, Made, Options, several};
use crate::beside::in_parallel;
use crate::compare::{SearchOptions, Stated, StudyError, Subject};
use crate::table::{Cell, Table};
use models::ModelRb;
use queens::Formulation;
use solver_core::View;
use solver_core::prelude::*;

const NODES: u64 = 20_000;

/// The cost of one search.
#[derive(Default)]
struct Cost {
    probes: u64,
    removed: u64,
    left: u64,
    failed_at_root: u64,
    nodes: u64,
    failures: u64,
    propagations: u64,
}

pub(super) fn run(options: &Options, mut table: Table) -> Result<Made, StudyError> {
    let kinds = kinds(options.extent);
    let cells: Vec<(usize, RootInference)> =
        (0..kinds.len()).flat_map(|k| RootInference::ALL.iter().map(move |&root| (k, root))).collect();
    let costs = in_parallel(options.means.threads, cells.len(), |k| {
        let (kind, root) = cells[k];
        let mut sum = Cost::default();
        kinds[kind].1.iter().try_for_each(|subject| sum.add(&subject.state()?, root)).map(|()| sum)
    });
    for ((kind, root), cost) in cells.into_iter().zip(costs) {
        let Cost { probes, removed, left, failed_at_root, nodes, failures, propagations } = cost?;
        let (name, instances) = &kinds[kind];
        let counts = [instances.len() as u64, probes, removed, left, failed_at_root, nodes, failures, propagations];
        table.row([Cell::word(*name), Cell::word(root.name())].into_iter().chain(counts.map(Cell::Count)));
    }
    Ok(table.into())
}

impl Cost {
    fn add(&mut self, stated: &Stated, root: RootInference) -> Result<(), StudyError> {
        let search_options = |nodes| SearchOptions { root, ..several::first(VarSelect::SmallestDomain, nodes) };
        // Search the root only, then the entire tree.
        let mut run = search_options(1).search(stated).start()?;
        run.step();
        match run.engine().filter(|_| run.statistics().failures == 0) {
            Some(engine) => self.left += engine.vars().map(|var| u64::from(engine.size(View::from(var)))).sum::<u64>(),
            None => self.failed_at_root += 1,
        }
        let mut run = search_options(NODES).search(stated).start()?;
        run.step();
        let Statistics { nodes, failures, propagations, .. } = run.statistics();
        self.probes += run.probing().probes;
        self.removed += run.probing().failed;
        self.nodes += nodes;
        self.failures += failures;
        self.propagations += propagations;
        Ok(())
    }
}

fn kinds(extent: Extent) -> Vec<(&'static str, Vec<Subject>)> {
    let several = |seeds: std::ops::RangeInclusive<u64>, make: fn(u64) -> Result<models::Classic, ModelError>| {
        let subject = |seed| Subject::new("", "", move || Ok(make(seed)?.into()));
        seeds.map(subject).collect::<Vec<_>>()
    };
    let mut kinds = vec![
        ("queens 8", vec![Subject::queens(8, Formulation::AllDifferent)]),
        ("Model RB, 15 variables", several(1..=5, |seed| models::model_rb(ModelRb::FRB_15, seed))),
    ];
    if extent >= Extent::Usual {
        kinds.push(("quasigroup, order 12, 60 holes", several(1..=5, |s| models::quasigroup_completion(12, 60, s))));
        kinds.push(("Langford 7", several(1..=1, |_| models::langford(7))));
        kinds.push(("Langford 9", several(1..=1, |_| models::langford(9))));
        kinds.push(("Golomb, 6 marks, length 16", several(1..=1, |_| models::golomb_ruler(6, 16))));
        kinds.push(("Model RB, 20 variables", several(1..=5, |seed| models::model_rb(ModelRb::FRB_20, seed))));
    }
    kinds
}
