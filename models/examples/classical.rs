//! Searches the tree of one classical model, entirely or up to a limit, and prints the cost: `classical NAME
//! NUMBER...`. `benches/classical/gecode_classical.cpp` is the equivalent program for Gecode.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use models::{CarPlan, Classic, Clues, Identity, JobShop, Machines};
use solver_core::prelude::*;

fn job_shop(number: i32) -> Option<JobShop> {
    let names = ["la01", "la02", "la03", "la04", "la05", "ft06"];
    JobShop::named(names.get(usize::try_from(number).ok()?.checked_sub(1)?)?)
}

fn stated(name: &str, numbers: &[i32]) -> Option<Result<Classic, ModelError>> {
    let n = |i: usize| numbers.get(i).copied();
    let size = |i: usize| n(i).and_then(|n| usize::try_from(n).ok());
    Some(match name {
        "all-interval" => models::all_interval(size(0)?),
        "bibd" => models::bibd(size(0)?, size(1)?, size(2)?),
        "car-sequencing" => {
            let CarPlan { options, classes } = CarPlan::ECAI_88;
            let times: Vec<_> =
                classes.iter().map(|&(demand, needs)| Some((demand * n(0)?, needs))).collect::<Option<_>>()?;
            models::car_sequencing(CarPlan { options, classes: &times })
        }
        "costas" => models::costas_array(size(0)?),
        "golomb" => models::golomb_ruler(size(0)?, n(1)?),
        "job-shop" => models::job_shop(&job_shop(n(0)?)?, n(1)?, Machines::Whole),
        "job-shop-orders" => models::job_shop(&job_shop(n(0)?)?, n(1)?, Machines::ByPairs).map(in_order),
        "knights-tour" => models::knights_tour(n(0)?, n(1)?),
        "langford" => models::langford(n(0)?),
        "latin-square" => models::latin_square(size(0)?),
        "letters" => models::donald_gerald_robert(),
        "magic-sequence" => models::magic_sequence(size(0)?),
        "magic-square" => models::magic_square(size(0)?),
        "nonogram" => models::nonogram(&[Clues::dragonfly(), Clues::p200()].into_iter().nth(size(0)?)?),
        "pentominoes" => models::pentominoes(size(0)?),
        "quasigroup" => {
            let identities = [Identity::Qg3, Identity::Qg4, Identity::Qg5, Identity::Qg6, Identity::Qg7];
            models::quasigroup(*identities.get(size(0)?.checked_sub(3)?)?, size(1)?)
        }
        "social-golfers" => models::social_golfers(size(0)?, size(1)?, size(2)?),
        _ => return None,
    })
}

/// Makes the search branch in input order, as Gecode's program does.
fn in_order(classic: Classic) -> Classic {
    Classic { order: VarSelect::Input, ..classic }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, numbers) = arguments.split_first().ok_or("usage: classical NAME NUMBER... [--nodes N]")?;
    let (numbers, limit) = match numbers {
        [numbers @ .., flag, limit] if flag == "--nodes" => (numbers, Some(limit.parse()?)),
        _ => (numbers, None),
    };
    let numbers = numbers.iter().map(|n| n.parse()).collect::<Result<Vec<i32>, _>>()?;
    let classic = stated(name, &numbers).ok_or("no model of that name and those numbers")??;
    let mut run = classic.search().limits(Limits { nodes: limit, ..Limits::default() }).start()?;
    while run.step() == Step::Solution {}
    let Statistics { nodes, failures, solutions, propagations, .. } = run.statistics();
    println!("nodes={nodes} failures={failures} solutions={solutions} propagations={propagations}");
    Ok(())
}
