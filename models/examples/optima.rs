//! Finds and proves the optimum of one model: `optima NAME [STRATEGY]... [--nodes N] [--times K]`.
//! `benches/optima/gecode_optima.cpp` is the equivalent program for Gecode.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use models::{Classic, JobShop, Luggage, Project, Towns};
use solver_core::prelude::*;

fn stated(name: &str) -> Option<Result<Classic, ModelError>> {
    Some(match name {
        "p01" => models::tour(&Towns::named(name)?.distances),
        name => {
            if let Some(marks) = name.strip_prefix("golomb") {
                models::shortest_golomb_ruler(marks.parse().ok()?)
            } else if let Some(boxes) = name.strip_prefix("triplets") {
                models::packing(&models::triplets(boxes.parse().ok()?, 1), 1_000)
            } else if let Some(luggage) = Luggage::named(name) {
                models::knapsack(&luggage)
            } else if let Some(project) = Project::named(name) {
                models::project(&project)
            } else {
                models::earliest_job_shop(&JobShop::named(name)?)
            }
        }
    })
}

/// Applies a strategy, which is a variable selection or one of the names below.
fn strategy<'m>(search: Search<'m>, strategy: &str) -> Option<Search<'m>> {
    Some(match strategy {
        "lc" => search.conflict_heuristic(ConflictHeuristic::LastConflict(1)),
        "cos" => search.conflict_heuristic(ConflictHeuristic::ConflictOrdering),
        "restarts" => search.restarts(Restarts::Luby { unit: 100 }),
        "saving" => search.phase_saving(),
        "near" => search.lns(Lns::new()),
        order => search.order(order.parse().ok()?),
    })
}

/// Removes a flag and the number after it from the arguments, and returns the number.
fn number(arguments: &mut Vec<String>, flag: &str) -> Result<Option<u64>, std::num::ParseIntError> {
    let Some(at) = arguments.iter().position(|word| word == flag) else { return Ok(None) };
    let value = arguments.drain(at..(at + 2).min(arguments.len())).next_back();
    value.map(|value| value.parse()).transpose()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let nodes = number(&mut arguments, "--nodes")?;
    let times = number(&mut arguments, "--times")?.unwrap_or(1);
    let [name, how @ ..] = &arguments[..] else {
        return Err("usage: optima NAME [STRATEGY]... [--nodes N] [--times K]".into());
    };
    let mut line = String::new();
    for _ in 0..times {
        let classic = stated(name).ok_or("no model of that name")??;
        if how == ["--state"] {
            print!("{}", classic.model);
            return Ok(());
        }
        let (goal, objective) = classic.objective.clone().ok_or("nothing to be best in")?;
        let mut search = classic.search().limits(Limits { nodes, ..Limits::default() });
        for name in how {
            search = strategy(search, name).ok_or("no strategy of that name")?;
        }
        let mut stream = search.improving(goal, objective)?;
        let last = stream.by_ref().last();
        let Statistics { nodes, failures, solutions, restarts, .. } = stream.statistics();
        let best = last.map_or("none".to_owned(), |last| last.value.to_string());
        let end = stream.stopped().map_or("proved".to_owned(), |by| by.to_string());
        line = format!("best={best} nodes={nodes} failures={failures} solutions={solutions} restarts={restarts} {end}");
    }
    println!("{line}");
    Ok(())
}
