//! Measures the cost of rechecking every solution: finds all n-queens solutions with and without checks, and reports
//! the best of several runs.
//!
//! `cargo run --profile dist -p ferz-tests --example recheck_cost`

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;
use std::time::{Duration, Instant};

/// Models queens with three global constraints.
fn with_all_different(n: i32) -> Result<Model, ModelError> {
    let mut m = Model::new();
    let q = m.ints("q", n as usize, 0..=n - 1)?;
    m.all_different(&q);
    m.all_different(q.iter().zip(0..).map(|(q, i)| q + i));
    m.all_different(q.iter().zip(0..).map(|(q, i)| q - i));
    Ok(m)
}

/// Models queens with three constraints per pair.
fn with_pairs(n: i32) -> Result<Model, ModelError> {
    let mut m = Model::new();
    let q = m.ints("q", n as usize, 0..=n - 1)?;
    for i in 0..n {
        for j in 0..i {
            let (upper, lower) = (q[j as usize], q[i as usize]);
            for step in [0, i - j, j - i] {
                m.post(lower.differs(upper + step));
            }
        }
    }
    Ok(m)
}

/// Adds comparisons between the pairwise sums of queens; half of them are reified.
fn with_sums(n: i32) -> Result<Model, ModelError> {
    let mut m = with_all_different(n)?;
    let q = m.ints("p", n as usize, 0..=n - 1)?;
    for i in 1..q.len() {
        m.post(q[i].equals((q[i - 1] * 3 + 1) % n));
        m.post(q[i].less_than(q[i - 1])).iff(Expr::from(q[i - 1].greater_than(q[i])));
    }
    Ok(m)
}

fn best(search: &Search<'_>, runs: usize) -> Result<(Duration, usize), ModelError> {
    let mut best = (Duration::MAX, 0);
    for _ in 0..runs {
        let started = Instant::now();
        let count = search.solutions()?.count();
        best = best.min((started.elapsed(), count));
    }
    Ok(best)
}

fn main() -> Result<(), ModelError> {
    let models = [
        ("12 queens", with_all_different(12)?),
        ("11 queens, by pairs", with_pairs(11)?),
        ("8 queens, and sums", with_sums(8)?),
    ];
    for (name, m) in &models {
        let (checked, count) = best(&m.search(), 15)?;
        let (unchecked, _) = best(&m.search().unchecked(), 15)?;
        let more = 100.0 * (checked.as_secs_f64() / unchecked.as_secs_f64() - 1.0);
        println!(
            "{name}: {count} solutions, {} constraints: {checked:.1?}, unchecked {unchecked:.1?}: {more:+.1} %",
            m.constraints()
        );
    }
    Ok(())
}
