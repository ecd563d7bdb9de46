//! Finds and proves the optimum of one model: `optima NAME [MANNER]`. The counterpart of `benches/optima/gecode_optima.cpp`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use models::{Classic, JobShop, Luggage, Project};
use solver_core::prelude::*;

fn shop(name: &str) -> Option<&'static JobShop> {
    Some(match name {
        "ft06" => models::FT06,
        "ft10" => models::FT10,
        "la01" => models::LA01,
        "la02" => models::LA02,
        "la03" => models::LA03,
        "la04" => models::LA04,
        "la05" => models::LA05,
        _ => return None,
    })
}

fn stated(name: &str) -> Option<Result<Classic, ModelError>> {
    let project = |project: Project| models::project(&project);
    Some(match name {
        "golomb8" => models::shortest_golomb_ruler(8),
        "golomb9" => models::shortest_golomb_ruler(9),
        "golomb10" => models::shortest_golomb_ruler(10),
        "p07" => models::knapsack(&Luggage::P07),
        "p08" => models::knapsack(&Luggage::P08),
        "p01" => models::tour(models::P01),
        "j301_1" => project(models::J301_1),
        "j301_4" => project(models::J301_4),
        "j305_1" => project(models::J305_1),
        "j3017_1" => project(models::J3017_1),
        "j3048_1" => project(models::J3048_1),
        "triplets8" => models::packing(&models::triplets(8, 1), 1_000),
        "triplets12" => models::packing(&models::triplets(12, 1), 1_000),
        name => models::earliest_job_shop(shop(name)?),
    })
}

fn manner<'m>(search: Search<'m>, manner: &str) -> Option<Search<'m>> {
    Some(match manner {
        "plain" => search,
        "wdeg" => search.order(VarOrder::DomWdeg),
        "lc" => search.after_failure(AfterFailure::LastConflict(1)),
        "cos" => search.after_failure(AfterFailure::ConflictOrdering),
        "restarts" => search.restarts(Restarts::Luby { unit: 100 }),
        "restarts-saving" => search.restarts(Restarts::Luby { unit: 100 }).saving(),
        "near" => search.neighbourhoods(Neighbourhoods::new()),
        "near-restarts" => search.restarts(Restarts::Luby { unit: 100 }).neighbourhoods(Neighbourhoods::new()),
        _ => return None,
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, how @ ..] = &arguments[..] else { return Err("usage: optima NAME [MANNER]...".into()) };
    let classic = stated(name).ok_or("no model of that name")??;
    let (goal, objective) = classic.objective.clone().ok_or("nothing to be best in")?;
    let mut search = classic.search();
    for name in how {
        search = manner(search, name).ok_or("no manner of that name")?;
    }
    let mut stream = search.improving(goal, objective)?;
    let last = stream.by_ref().inspect(|better| eprintln!("{}", better.value)).last();
    let Statistics { nodes, failures, solutions, restarts, .. } = stream.statistics();
    let best = last.map_or("none".to_owned(), |last| last.value.to_string());
    println!("best={best} nodes={nodes} failures={failures} solutions={solutions} restarts={restarts}");
    Ok(())
}
