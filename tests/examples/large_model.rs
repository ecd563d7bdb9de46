//! Measures the cost of building and compiling a large model with 100,000 variables and 300,000 binary constraints of
//! three kinds: `cargo run --profile dist -p ferz-tests --example large_model`

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;
use std::time::Instant;

const VARIABLES: usize = 100_000;

fn main() -> Result<(), ModelError> {
    let start = Instant::now();
    let mut m = Model::new();
    let x = m.ints("x", VARIABLES, 0..=63)?;
    for i in 0..VARIABLES {
        let far = |k: usize| x[(i * 7 + k) % VARIABLES];
        m.post(constraint!(x[i] != far(3)));
        m.post(constraint!(x[i] + far(11) <= 126));
        m.post(constraint!(x[i] <= far(29) + 63));
    }
    let posted = start.elapsed();
    let run = m.search().start()?;
    let frozen = start.elapsed();
    let engine = run.engine().map_or(0, |engine| engine.bytes());
    println!("constraints  {}", m.constraints());
    println!("stated       {:.3} s", posted.as_secs_f64());
    println!("frozen       {:.3} s", frozen.as_secs_f64());
    println!("engine       {} MB", engine / 1_000_000);
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find(|line| line.starts_with("VmHWM"));
        println!("{}", peak.unwrap_or("peak memory unknown"));
    }
    Ok(())
}
