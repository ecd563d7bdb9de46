//! A study of variable orders: the same questions by many selections, counted.
//!
//! Each question asks for the first solution, or the proof that there is none. `docs/orderings.md` holds the tables and what
//! they tell; `cargo run --profile dist -p ferz-models --example orderings` prints them.

use crate::{Classic, ModelRb, OpenShop};
use solver_core::prelude::*;
use std::fmt::Write as _;

/// Instances of one kind.
pub struct Class {
    /// What they are.
    pub title: String,
    /// The instances.
    pub instances: Vec<Classic>,
}

/// What goes with an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct With {
    /// The variable of the last failed decision comes next.
    pub last_conflict: bool,
    /// Restarts after 10, 11, 12, 13, 14, 16, … failures, each time a tenth more, with nogoods.
    pub restarts: bool,
}

impl With {
    /// Nothing, either, both.
    pub const ALL: [With; 4] = [
        With { last_conflict: false, restarts: false },
        With { last_conflict: true, restarts: false },
        With { last_conflict: false, restarts: true },
        With { last_conflict: true, restarts: true },
    ];

    fn name(self) -> &'static str {
        match (self.last_conflict, self.restarts) {
            (false, false) => "alone",
            (true, false) => "last conflict",
            (false, true) => "restarts",
            (true, true) => "both",
        }
    }
}

/// The orders that are compared.
pub const ORDERS: [VarSelect; 9] = [
    VarSelect::Input,
    VarSelect::SmallestDomain,
    VarSelect::DomDeg,
    VarSelect::DomWdeg,
    VarSelect::RefinedWdeg,
    VarSelect::ConflictHistory,
    VarSelect::FailureRate,
    VarSelect::Activity,
    VarSelect::Impact,
];

/// How the search for one instance went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Nodes.
    pub nodes: u64,
    /// Failures.
    pub failures: u64,
    /// A solution, or the proof that there is none, was found within the limit.
    pub answered: bool,
}

/// Searches for the first solution. The value order is the one of the model.
///
/// # Errors
/// [`ModelError`] when the model cannot be solved as stated.
pub fn count(instance: &Classic, order: VarSelect, with: With, nodes: u64) -> Result<Count, ModelError> {
    let mut search = instance.search().order(order).node_limit(nodes);
    if with.last_conflict {
        search = search.conflict_heuristic(ConflictHeuristic::LastConflict(1));
    }
    if with.restarts {
        search = search.restarts(Restarts::Geometric { first: 10, factor: 1.1 });
    }
    let mut run = search.start()?;
    let answered = !matches!(run.step(), Step::Stopped(_));
    let Statistics { nodes, failures, .. } = run.statistics();
    Ok(Count { nodes, failures, answered })
}

/// A table in Markdown: for each order and what goes with it the median of nodes and the median of failures over the
/// instances, and how many were answered if not all were. What was not answered counts as far as it came.
///
/// # Errors
/// [`ModelError`] when a model cannot be solved as stated.
pub fn table(class: &Class, nodes: u64) -> Result<String, ModelError> {
    let mut text = format!("### {}\n\n| order |", class.title);
    With::ALL.iter().for_each(|with| _ = write!(text, " {} |", with.name()));
    text.push_str("\n|---|");
    With::ALL.iter().for_each(|_| text.push_str("--:|"));
    for order in ORDERS {
        _ = write!(text, "\n| {} |", if order == VarSelect::Input { "lex" } else { order.name() });
        for with in With::ALL {
            let counts: Vec<Count> =
                class.instances.iter().map(|instance| count(instance, order, with, nodes)).collect::<Result<_, _>>()?;
            let median = |of: fn(&Count) -> u64| {
                let mut values: Vec<u64> = counts.iter().map(of).collect();
                values.sort_unstable();
                grouped(values.get(values.len() / 2).copied().unwrap_or(0))
            };
            _ = write!(text, " {} / {}", median(|count| count.nodes), median(|count| count.failures));
            let answered = counts.iter().filter(|count| count.answered).count();
            if answered < counts.len() {
                _ = write!(text, " ({answered} of {})", counts.len());
            }
            text.push_str(" |");
        }
    }
    text.push('\n');
    Ok(text)
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How large the instances are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// A few seconds for all of them: one to three instances of each kind.
    Small,
    /// As in `docs/orderings.md`.
    Full,
}

/// The classes of the study.
///
/// # Errors
/// None: the models are sound.
pub fn classes(scale: Scale) -> Result<Vec<Class>, ModelError> {
    let small = scale == Scale::Small;
    let class = |title: String, instances: Result<Vec<Classic>, ModelError>| Ok(Class { title, instances: instances? });
    let (order, holes, seeds) = if small { (15, 95, 3) } else { (18, 136, 11) };
    let (rb, drawn) = if small { (ModelRb::FRB_15, 3) } else { (ModelRb::FRB_20, 11) };
    let pairs: &[i32] = if small { &[7, 8] } else { &[9, 12, 16] };
    let (marks, length) = if small { (6, 17) } else { (8, 34) };
    let (jobs, shops) = if small { (4, &OpenShop::FOUR[..1]) } else { (5, &OpenShop::FIVE[..]) };
    let shop = |late: i32| -> Result<Vec<Classic>, ModelError> {
        let stated = shops.iter().map(|&(times, machines, end)| {
            crate::open_shop(&OpenShop::taillard(jobs, times, machines), end - 1 + late)
        });
        stated.collect()
    };
    let mut classes = vec![
        class(
            format!("Quasigroup completion: order {order}, {holes} holes, seeds 1 to {seeds}"),
            (1..=seeds).map(|seed| crate::quasigroup_completion(order, holes, seed)).collect(),
        )?,
        class(
            format!(
                "Model RB at the threshold: {} variables, {} values, {} constraints of {} forbidden pairs, seeds 1 to {drawn}",
                rb.variables, rb.values, rb.constraints, rb.forbidden
            ),
            (1..=drawn).map(|seed| crate::model_rb(rb, seed)).collect(),
        )?,
    ];
    for &n in pairs {
        classes.push(class(format!("Langford L(2, {n})"), crate::langford(n).map(|one| vec![one]))?);
    }
    for length in [length, length - 1] {
        let ruler = crate::golomb_ruler(marks, length).map(|one| vec![one]);
        classes.push(class(format!("Golomb ruler: {marks} marks, length {length}"), ruler)?);
    }
    let which = if small { "the first" } else { "all ten" };
    for (late, end) in [(1, "the earliest end"), (0, "one before the earliest end")] {
        classes.push(class(
            format!("Open shops of Taillard, {jobs} jobs on {jobs} machines, {which}: {end}"),
            shop(late),
        )?);
    }
    Ok(classes)
}
