//! Tests of models with an objective: the published optima are found and proved, in search trees that do not change
//! (`benches/optima` compares them with those of Gecode). Searches check every intermediate solution by default.

use models::{Classic, JobShop, Luggage, Project, Towns};
use solver_core::prelude::*;

/// Solves a model; returns the best value and the search cost, including whether the value was proved optimal.
fn proved(classic: Result<Classic, ModelError>, order: VarSelect) -> (i32, String) {
    let classic = classic.expect("a model with an objective");
    let (goal, objective) = classic.objective.clone().expect("something to be best in");
    let mut stream = classic.search().order(order).improving(goal, objective).expect("a sound model");
    let best = stream.by_ref().inspect(|better| {
        let values: Vec<i32> = better.solution.all_values().to_vec();
        assert_eq!(classic.model.violations(&values).expect("all values"), [], "{}", better.value);
    });
    let best = best.last().expect("a solution").value;
    assert_eq!(stream.stopped(), None, "the proof was cut short");
    let Statistics { nodes, failures, solutions, .. } = stream.statistics();
    (best, format!("{best}: {nodes} nodes, {failures} failures, {solutions} solutions"))
}

/// Checks each optimum against the published one, and returns the search costs.
fn all_proved<T>(
    instances: impl IntoIterator<Item = (T, i32)>,
    state: impl Fn(T) -> Result<Classic, ModelError>,
    order: VarSelect,
) -> Vec<String> {
    let proof = |(instance, published)| {
        let (best, lines) = proved(state(instance), order);
        assert_eq!(best, published);
        lines
    };
    instances.into_iter().map(proof).collect()
}

fn job_shop(name: &str) -> Result<Classic, ModelError> {
    models::earliest_job_shop(&JobShop::named(name).expect("a published job shop"))
}

/// Compares with OEIS A003022.
#[test]
fn shortest_golomb_rulers() {
    let published = [(5, 11), (6, 17), (7, 25), (8, 34), (9, 44)];
    insta::assert_debug_snapshot!(all_proved(published, models::shortest_golomb_ruler, VarSelect::Input));
}

/// The instance is from H. Fisher and G. L. Thompson 1963.
#[test]
fn job_shop_of_fisher_and_thompson() {
    insta::assert_debug_snapshot!(all_proved([("ft06", 55)], job_shop, VarSelect::DomWdeg));
}

/// The instances are from S. Lawrence 1984.
#[test]
fn job_shops_of_lawrence() {
    let published = [("la01", 666), ("la02", 655), ("la03", 597), ("la04", 590), ("la05", 593)];
    insta::assert_debug_snapshot!(all_proved(published, job_shop, VarSelect::DomWdeg));
}

/// The instance is P07 in J. Burkardt's collection.
#[test]
fn knapsack() {
    let state = |name| models::knapsack(&Luggage::named(name).expect("published luggage"));
    insta::assert_debug_snapshot!(all_proved([("p07", 1_458)], state, VarSelect::Input));
}

/// The instance is P01 in J. Burkardt's collection.
#[test]
fn travelling_salesman() {
    let state = |name| models::tour(&Towns::named(name).expect("published towns").distances);
    insta::assert_debug_snapshot!(all_proved([("p01", 291)], state, VarSelect::MaxRegret));
}

/// Compares with the optima listed in PSPLIB.
#[test]
fn projects_of_thirty_tasks() {
    let published = [("j301_1", 43), ("j301_4", 62), ("j305_1", 53), ("j3017_1", 64), ("j3048_1", 63)];
    let state = |name| models::project(&Project::named(name).expect("a published project"));
    insta::assert_debug_snapshot!(all_proved(published, state, VarSelect::DomWdeg));
}

/// By construction, triplets fill their boxes exactly.
#[test]
fn boxes_of_triplets() {
    let state = |boxes| models::packing(&models::triplets(boxes, 1), 1_000);
    insta::assert_debug_snapshot!(all_proved([(4, 4), (5, 5), (6, 6), (8, 8)], state, VarSelect::DomWdeg));
}
