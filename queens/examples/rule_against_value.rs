//! The queens rule against three value-consistent `all_different`: nodes,
//! failures and time for all solutions and for the first one.
//!
//! `cargo run --release -p queens --example rule_against_value [rule|value]`

#![allow(clippy::print_stdout, reason = "a table is what this program is for")]

#[path = "../src/dfs.rs"]
mod dfs;

use dfs::{Counts, Order, board, search};
use queens::QueensRule;
use solver_core::constraints::AllDifferentValue;
use solver_core::{Layout, Propagator, View};
use std::time::{Duration, Instant};

type Post = fn(&[View]) -> Vec<Box<dyn Propagator>>;

fn rule(views: &[View]) -> Vec<Box<dyn Propagator>> {
    vec![Box::new(QueensRule::new(views.iter().copied()))]
}

fn value(views: &[View]) -> Vec<Box<dyn Propagator>> {
    let different = |slope: i32| -> Box<dyn Propagator> {
        Box::new(AllDifferentValue::new((0..).zip(views).map(|(c, &view)| view.plus(slope * c))))
    };
    vec![different(0), different(1), different(-1)]
}

fn timed(n: usize, post: Post, order: Order, limit: u64) -> (Counts, Duration) {
    let (mut engine, views) = board(n, 0, Layout::Auto, post);
    let start = Instant::now();
    let counts = search(&mut engine, &views, order, limit);
    (counts, start.elapsed())
}

/// The best of three times to the first solution.
fn first(n: usize, post: Post) -> (Counts, Duration) {
    (0..3).map(|_| timed(n, post, Order::Dom, 1)).min_by_key(|run| run.1).expect("three runs")
}

fn main() {
    let chosen = std::env::args().nth(1);
    let ways: Vec<(&str, Post)> = [("rule", rule as Post), ("value", value)]
        .into_iter()
        .filter(|(name, _)| chosen.as_deref().is_none_or(|c| c == *name))
        .collect();
    println!("all solutions");
    for n in [8, 10, 12, 13] {
        for order in [Order::Input, Order::Dom] {
            for &(name, post) in &ways {
                let mut best = timed(n, post, order, u64::MAX);
                for _ in 0..4 {
                    best.1 = best.1.min(timed(n, post, order, u64::MAX).1);
                }
                let (Counts { nodes, failures, solutions }, time) = best;
                let each = time.as_nanos() as u64 / nodes;
                println!(
                    "n={n:3} {order:?} {name:5}: {nodes:8} nodes {failures:7} failures {solutions:6} solutions {time:.1?} {each} ns/node"
                );
            }
        }
    }
    println!("first solution, smallest domain");
    for n in [20, 40, 60, 80, 100, 160] {
        for &(name, post) in &ways {
            let (Counts { nodes, failures, .. }, time) = first(n, post);
            println!("n={n:3} {name:5}: {nodes:8} nodes {failures:7} failures {time:.1?}");
        }
    }
}
