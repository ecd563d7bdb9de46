//! Compares the wall-clock time of two parallel searches with that of each search by itself. `portfolio
//! squares|optima|small [REPEATS [FROM TO]]` prints a table for a range of instances of one family.
//!
//! A run counts only if the machine had two cores both before and after it. REPEATS is the number of runs that count;
//! at most three times as many are made.

#![allow(clippy::print_stdout, reason = "a program for the command line")]

mod machine;

use machine::Machine;
use models::{Classic, earliest_job_shop, quasigroup_completion, shortest_golomb_ruler};
use solver_core::prelude::*;
use std::time::{Duration, Instant};

/// The time limit. Longer runs count as this long.
const LIMIT: Duration = Duration::from_secs(10);

/// Instances that take less than a hundred times this long are first run for this time, so that all runs start with
/// warm caches.
const WARM: Duration = Duration::from_millis(1);

/// The maximum number of rounds per counted run.
const TRIES: usize = 3;

/// For each counted run, the times of the first search, of the second search, and of both in parallel, in milliseconds.
type Row = [Vec<f64>; 3];

type Instance = (String, Result<Classic, ModelError>);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let family = match words.first().map(String::as_str) {
        Some("squares") => squares(),
        Some("optima") => optima(),
        Some("small") => small(),
        _ => return Err("portfolio squares|optima|small [REPEATS [FROM TO]]".into()),
    };
    let number = |place: usize, or: usize| words.get(place).map_or(Ok(or), |word| word.parse());
    let (repeats, from, to) = (number(1, 3)?.max(1), number(2, 0)?, number(3, usize::MAX)?);
    let family: Vec<(String, Classic)> = family
        .into_iter()
        .skip(from)
        .take(to.saturating_sub(from))
        .map(|(name, classic)| Ok((name, classic?)))
        .collect::<Result<_, ModelError>>()?;
    // Each round covers all models, so the runs of one model are spread over the entire time.
    let machine = Machine::new();
    let mut rows: Vec<Row> = family.iter().map(|_| Row::default()).collect();
    for _ in 0..TRIES * repeats {
        for ((_, classic), row) in family.iter().zip(&mut rows) {
            for (which, times) in row.iter_mut().enumerate().filter(|(_, times)| times.len() < repeats) {
                // Instances that reach the time limit are not repeated.
                if times.first().is_none_or(|&ms| ms < milliseconds(LIMIT)) {
                    let is_short = times.last().is_some_and(|&ms| ms < 100.0 * milliseconds(WARM));
                    times.extend(measure(classic, which, is_short, &machine)?);
                }
            }
        }
    }
    report(&family, &mut rows);
    Ok(())
}

/// Latin squares of order 25 with 240 holes, near the hardest number of holes (1.7 n^1.55). The second search was tuned
/// on seeds 0 to 29, so other seeds are used here.
fn squares() -> Vec<Instance> {
    (30..60).map(|seed| (format!("seed {seed}"), quasigroup_completion(25, 240, seed))).collect()
}

/// Optimisation problems: each search finds the optimum and proves it.
fn optima() -> Vec<Instance> {
    let mut family = Vec::new();
    for marks in 8..=10 {
        family.push((format!("golomb {marks}"), shortest_golomb_ruler(marks)));
    }
    for name in ["ft06", "la01", "la02", "la03", "la04", "la05"] {
        let shop = models::JobShop::named(name).expect("a published job shop");
        family.push((format!("job shop {name}"), earliest_job_shop(&shop)));
    }
    for (boxes, seed) in [(8, 1), (10, 1), (12, 2)] {
        let name = format!("packing {boxes} {seed}");
        family.push((name, models::packing(&models::triplets(boxes, seed), 1_000)));
    }
    family.push(("tour p01".to_owned(), models::tour(&models::Towns::named("p01").expect("fifteen towns").distances)));
    family
}

/// Instances that take a few milliseconds or less.
fn small() -> Vec<Instance> {
    let mut family = vec![
        ("golomb 5".to_owned(), shortest_golomb_ruler(5)),
        ("golomb 7".to_owned(), shortest_golomb_ruler(7)),
        ("knapsack p07".to_owned(), models::knapsack(&models::Luggage::named("p07").expect("fifteen items"))),
        ("packing 6 1".to_owned(), models::packing(&models::triplets(6, 1), 1_000)),
        ("langford 7".to_owned(), models::langford(7)),
        ("magic square 4".to_owned(), models::magic_square(4)),
    ];
    let square = |order: usize, holes: usize| (format!("order {order}"), quasigroup_completion(order, holes, 1));
    family.extend([square(10, 40), square(20, 150), square(30, 250)]);
    family
}

/// Measures the time of a run in milliseconds; returns `None` if two cores were not available.
fn measure(classic: &Classic, which: usize, is_short: bool, machine: &Machine) -> Result<Option<f64>, ModelError> {
    let begun = Instant::now();
    while is_short && begun.elapsed() < WARM {
        run(classic, which)?;
    }
    machine.settle();
    let begun = Instant::now();
    run(classic, which)?;
    let time = begun.elapsed();
    Ok((time >= LIMIT || machine.is_calm()).then(|| milliseconds(time)))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Runs the first search, the second search, or both.
fn run(classic: &Classic, which: usize) -> Result<(), ModelError> {
    let searches = || classic.model.portfolio(2).each(|search| search.on(&classic.decisions).time_limit(LIMIT));
    let portfolio = match searches().into_searches().nth(which) {
        Some(one) => one.with([]),
        None => searches(),
    };
    match &classic.objective {
        None => portfolio.first().map(drop),
        Some((goal, objective)) => portfolio.optimum(*goal, objective.clone()).map(drop),
    }
}

fn report(family: &[(String, Classic)], rows: &mut [Row]) {
    println!("| instance | first search | second search | side by side | of the better one | runs |");
    println!("|---|---|---|---|---|---|");
    let mut table = Vec::new();
    for ((name, _), row) in family.iter().zip(rows) {
        let runs = row.each_ref().map(Vec::len);
        let [first, second, both] = row.each_mut().map(|times| median(times));
        let ratio = both / first.min(second);
        println!("| {name} | {first:.3} | {second:.3} | {both:.3} | {ratio:.2} | {runs:?} |");
        table.push([first, second, both, ratio]);
    }
    let column = |k: usize| table.iter().map(|row| row[k]).filter(|value| !value.is_nan()).collect::<Vec<_>>();
    let [first, second, both, ratio] = [0, 1, 2, 3].map(|k| median(&mut column(k)));
    let worst = column(3).into_iter().fold(0.0, f64::max);
    println!("\nMedians: {first:.2} and {second:.2} alone, {both:.2} side by side.");
    println!("Of the better one: {ratio:.2} in the middle, {worst:.2} at worst.");
}

/// Returns the median, or NaN for an empty list.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
