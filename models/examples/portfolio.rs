//! Two searches side by side against each of them alone, by the clock: `portfolio [REPEATS]` prints two tables.
//! Needs two cores that nothing else uses.

#![allow(clippy::print_stdout, reason = "a program for the command line")]

use models::{Classic, earliest_job_shop, quasigroup_completion, shortest_golomb_ruler};
use solver_core::prelude::*;
use std::time::{Duration, Instant};

/// What takes longer counts as so long.
const LIMIT: Duration = Duration::from_secs(20);

/// Milliseconds of the first search alone, the second one alone, and both side by side: for each the fastest of some runs.
type Row = [f64; 3];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let repeats = std::env::args().nth(1).map_or(Ok(3), |repeats| repeats.parse())?;
    println!("Quasigroup completion, order 20, the first solution; milliseconds\n");
    println!("| seed | holes | first search | second search | side by side | of the better one |");
    println!("|---|---|---|---|---|---|");
    let mut rows = Vec::new();
    for seed in 0..30 {
        let holes = 160 + 5 * (seed as usize % 5);
        let row = measured(&quasigroup_completion(20, holes, seed)?, repeats)?;
        show(&format!("{seed} | {holes}"), row);
        rows.push(row);
    }
    summary(&rows);
    println!("\nThe best solution and the proof; milliseconds\n");
    println!("| model | first search | second search | side by side | of the better one |");
    println!("|---|---|---|---|---|");
    let mut rows = Vec::new();
    for (name, classic) in [
        ("golomb 8", shortest_golomb_ruler(8)?),
        ("golomb 9", shortest_golomb_ruler(9)?),
        ("job shop ft06", earliest_job_shop(models::FT06)?),
        ("job shop la01", earliest_job_shop(models::LA01)?),
        ("job shop la05", earliest_job_shop(models::LA05)?),
        ("packing 6 1", models::packing(&models::triplets(6, 1), 1_000)?),
        ("packing 8 1", models::packing(&models::triplets(8, 1), 1_000)?),
        ("tour", models::tour(models::P01)?),
        ("knapsack p07", models::knapsack(&models::Luggage::P07)?),
    ] {
        let row = measured(&classic, repeats)?;
        show(name, row);
        rows.push(row);
    }
    summary(&rows);
    Ok(())
}

fn measured(classic: &Classic, repeats: usize) -> Result<Row, ModelError> {
    let searches = || classic.model.portfolio(2).each(|search| search.on(&classic.decisions).time_limit(LIMIT));
    let mut row = [f64::MAX; 3];
    for _ in 0..repeats {
        for (k, best) in row.iter_mut().enumerate() {
            let portfolio = match k {
                2 => searches(),
                k => {
                    let one = searches().into_searches().nth(k);
                    one.map_or_else(searches, |one| one.beside([]))
                }
            };
            let begun = Instant::now();
            match &classic.objective {
                None => drop(portfolio.first()?),
                Some((goal, objective)) => drop(portfolio.optimum(*goal, objective.clone())?),
            }
            *best = best.min(begun.elapsed().as_secs_f64() * 1e3);
        }
    }
    Ok(row)
}

fn show(name: &str, row: Row) {
    println!("| {name} | {:.1} | {:.1} | {:.1} | {:.2} |", row[0], row[1], row[2], ratio(row));
}

fn ratio([first, second, both]: Row) -> f64 {
    both / first.min(second)
}

fn summary(rows: &[Row]) {
    let median = |of: &dyn Fn(&Row) -> f64| {
        let mut values: Vec<f64> = rows.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let worst = rows.iter().map(|row| ratio(*row)).fold(0.0, f64::max);
    println!(
        "\nMedians: {:.1} and {:.1} alone, {:.1} side by side. Of the better one: median {:.2}, worst {worst:.2}.",
        median(&|row| row[0]),
        median(&|row| row[1]),
        median(&|row| row[2]),
        median(&|row| ratio(*row)),
    );
}
