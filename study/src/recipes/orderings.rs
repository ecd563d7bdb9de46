//! Compares variable selections on the small classes of [`models::orderings`]. For the large classes, see
//! `docs/orderings.md`.

use super::several::{self, Class, Measure, Sample, searched};
use super::{Extent, Made, Options};
use crate::compare::{Stated, StudyError, Subject};
use crate::table::{Cell, Table};
use models::Classic;
use models::orderings::{Scale, classes};
use solver_core::prelude::*;

const ORDERS: [(VarSelect, &str); 7] = [
    (VarSelect::Input, "lex"),
    (VarSelect::SmallestDomain, "dom"),
    (VarSelect::DomDeg, "dom/deg"),
    (VarSelect::DomWdeg, "dom/wdeg"),
    (VarSelect::Activity, "activity (ABS)"),
    (VarSelect::Impact, "impact (IBS)"),
    (VarSelect::ConflictHistory, "chs"),
];

pub(super) fn run(options: &Options, mut table: Table) -> Result<Made, StudyError> {
    let (scale, kinds, nodes) = match options.extent {
        Extent::Few => (Scale::Small, 2, 5_000),
        Extent::Usual => (Scale::Small, usize::MAX, 5_000),
        Extent::Long => (Scale::Full, usize::MAX, 50_000),
    };
    let mut kinds: Vec<(String, Vec<Subject>)> = classes(scale)?
        .into_iter()
        .take(kinds)
        .map(|class| (class.title, class.instances.into_iter().map(subject).collect()))
        .collect();
    if options.extent == Extent::Long {
        let small = classes(Scale::Small)?.into_iter();
        let small: Vec<_> = small.map(|c| (c.title, c.instances.into_iter().map(subject).collect())).collect();
        kinds.splice(0..0, small);
    }
    let mut keys = Vec::new();
    let mut classes = Vec::new();
    for (title, instances) in &kinds {
        for (order, name) in ORDERS {
            keys.push(vec![Cell::word(title.as_str()), Cell::word(name)]);
            classes.push(Class { instances, level: None, search_options: several::first(order, nodes) });
        }
    }
    let samples = searched(&classes, &options.means)?;
    let measures: [Measure; 6] = [
        Sample::len,
        Sample::answered,
        Sample::nodes_median,
        Sample::failures_median,
        Sample::nodes,
        Sample::propagations,
    ];
    several::rows(&mut table, keys, &samples, &measures);
    // The recorded note gives the node limit of the long extent.
    table.notes[0] = table.notes[0].replace("50000", &nodes.to_string());
    Ok(table.into())
}

fn subject(classic: Classic) -> Subject {
    let Classic { model, decisions, order, values, .. } = classic;
    Subject::new("", "", move || Ok(Stated { order, values, ..Stated::new(model.clone(), decisions.clone()) }))
}
