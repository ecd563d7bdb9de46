//! A study of variable selection: solves the same instances with many heuristics and compares the search trees.
//!
//! Each run searches for the first solution or a proof that there is none. `docs/orderings.md` discusses the tables;
//! `cargo run --profile dist -p ferz-models --example orderings` prints them.

use crate::{Classic, ModelRb, OpenShop};
use solver_core::prelude::*;

/// A class of instances.
pub struct Class {
    /// The name of the class.
    pub title: String,
    /// The instances.
    pub instances: Vec<Classic>,
}

/// The instance sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// One to three instances per class, which take a few seconds in total.
    Small,
    /// The sizes in `docs/orderings.md`.
    Full,
}

/// The instance classes of the study.
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
    let (jobs, shops) = if small { (4, 1) } else { (5, 10) };
    let shop = |late: i32| -> Result<Vec<Classic>, ModelError> {
        OpenShop::published(jobs).take(shops).map(|(shop, end)| crate::open_shop(&shop, end - 1 + late)).collect()
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
