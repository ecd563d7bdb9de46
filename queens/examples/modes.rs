//! Counts the solutions of n queens in one of the engine's modes, for measurements:
//! `cargo run --profile dist --example modes -- 12 explain`.

use queens::{Formulation, QueensModel};
use solver_core::prelude::*;

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n = arguments.next().ok_or("expected the number of queens")?.parse()?;
    let explain = match arguments.next().as_deref() {
        Some("classical") => false,
        Some("explain") => true,
        _ => return Err("expected `classical` or `explain`".into()),
    };
    let formulation = match arguments.next() {
        None => Formulation::default(),
        Some(name) => *Formulation::ALL.iter().find(|f| f.name() == name).ok_or("no such formulation")?,
    };
    let queens = QueensModel::new(n, formulation, None)?;
    let search = queens.model.search().on(&queens.columns).order(VarSelect::SmallestDomain).node_limit(2_000_000);
    let mut run = if explain { search.explaining() } else { search }.start()?;
    while run.step() == Step::Solution {}
    let Statistics { nodes, failures, solutions, .. } = run.statistics();
    println!("{nodes} nodes, {failures} failures, {solutions} solutions");
    Ok(())
}
