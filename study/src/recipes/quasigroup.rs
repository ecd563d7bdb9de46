//! Latin squares with holes. More holes mean more solutions; instances with a medium number of holes are the hardest.

use super::several::{self, Class, Measure, Sample, searched};
use super::{Extent, Made, Options};
use crate::compare::{StudyError, Subject};
use crate::table::{Cell, Table};
use solver_core::prelude::*;

const ORDER: usize = 16;
const SEEDS: u64 = 5;
const NODE_LIMIT: u64 = 5_000;

pub(super) fn run(options: &Options, mut table: Table) -> Result<Made, StudyError> {
    let holes: &[usize] = match options.extent {
        Extent::Few => &[90],
        Extent::Usual | Extent::Long => &[70, 90, 100, 110, 120, 140, 180],
    };
    let kinds: Vec<(usize, Vec<Subject>)> = holes.iter().map(|&holes| (holes, instances(holes))).collect();
    let mut keys = Vec::new();
    let mut classes = Vec::new();
    for (holes, instances) in &kinds {
        for &level in Consistency::ALL {
            for order in [VarSelect::SmallestDomain, VarSelect::DomWdeg] {
                let share = 100 * holes / (ORDER * ORDER);
                let counts = [*holes, share].map(|count| Cell::Count(count as u64));
                keys.push(counts.into_iter().chain([level.name(), order.name()].map(Cell::word)).collect());
                let search_options = several::first(order, NODE_LIMIT);
                classes.push(Class { instances, level: Some(level), search_options });
            }
        }
    }
    let samples = searched(&classes, &options.means)?;
    let measures: [Measure; 6] = [
        Sample::len,
        Sample::solved,
        Sample::nodes_median,
        Sample::failures_median,
        Sample::nodes,
        Sample::propagations,
    ];
    several::rows(&mut table, keys, &samples, &measures);
    Ok(table.into())
}

fn instances(holes: usize) -> Vec<Subject> {
    let square = |seed| Subject::new("", "", move || Ok(models::quasigroup_completion(ORDER, holes, seed)?.into()));
    (1..=SEEDS).map(square).collect()
}
