//! Variable selection on the small classes of [`models::orderings`]; `docs/orderings.md` has the large ones.

use super::several::{Class, searched};
use super::{Extent, Made, Options};
use crate::compare::{SearchOptions, Stated, StudyError, Subject, meanings};
use crate::table::{Cell, Role, Table};
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

pub(super) fn run(options: &Options) -> Result<Made, StudyError> {
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
    let search_options = |order, nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        SearchOptions { order: Some(order), first_only: true, limits, ..SearchOptions::default() }
    };
    let mut rows = Vec::new();
    for (title, instances) in &kinds {
        rows.extend(ORDERS.map(|(order, name)| {
            (title, name, Class { instances, level: None, search_options: search_options(order, nodes) })
        }));
    }
    let (heads, classes): (Vec<_>, Vec<_>) =
        rows.into_iter().map(|(title, name, class)| ((title, name), class)).unzip();
    let samples = searched(&classes, &options.means)?;
    let mut table = Table::new("");
    table.column("class", Role::Key).column("order", Role::Key);
    table.columns(
        ["instances", "answered", "nodes, median", "failures, median", "nodes, all", "propagations, all"],
        Role::Count,
    );
    for ((title, name), sample) in heads.into_iter().zip(samples) {
        table.row([
            Cell::word(title.as_str()),
            Cell::word(name),
            Cell::Count(sample.len()),
            Cell::Count(sample.answered()),
            Cell::Count(sample.median(|c| c.nodes)),
            Cell::Count(sample.median(|c| c.failures)),
            Cell::Count(sample.sum(|c| c.nodes)),
            Cell::Count(sample.sum(|c| c.propagations)),
        ]);
    }
    table.note(format!("Each search asks for the first solution, or the proof that there is none, and ends after {nodes} nodes; what was not answered counts as far as it came."));
    table.note("What activity and impact try at the root before the first decision is among the propagations, not among the nodes.");
    table.define_all([
        meanings::branching(Branching::TwoWay),
        ("values", "the smallest first, or as the model suggests"),
    ]);
    table.define_all(meanings::tree(TieBreak::First)).define_all([meanings::PROPAGATION]);
    Ok(table.into())
}

fn subject(classic: Classic) -> Subject {
    let Classic { model, decisions, order, values, .. } = classic;
    Subject::new("", "", move || Ok(Stated { order, values, ..Stated::new(model.clone(), decisions.clone()) }))
}
