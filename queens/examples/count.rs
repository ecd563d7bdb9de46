//! Counts the boards of n queens, for measurements:
//! `cargo run --profile dist -p queens --example count -- 16 quadrants 2`.
//!
//! Arguments: n, the method (`bits`, `quadrants`, or `scalar`, which is `bits` without vector lanes), the number of
//! threads, and optionally a checkpoint file. With a checkpoint, at most the last ten seconds are lost when the process
//! is interrupted or killed; rerun the command to continue.

use queens::count::{Checkpoint, Method, Outcome, Plan};
use solver_core::CancelToken;
use std::io::IsTerminal;

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n = arguments.next().ok_or("expected the number of queens")?.parse()?;
    let name = arguments.next().ok_or("expected `bits`, `quadrants` or `scalar`")?;
    let threads = arguments.next().as_deref().unwrap_or("1").parse()?;
    let plan = match name.as_str() {
        "scalar" => Plan::new(n, Method::Bits, threads)?.scalar(),
        name => {
            let named = Method::ALL.into_iter().find(|method| method.name() == name);
            Plan::new(n, named.ok_or("the methods are `bits`, `quadrants` and `scalar`")?, threads)?
        }
    };
    let estimate = plan.estimate();
    let cancel = CancelToken::new();
    let shown = estimate.time.as_secs() >= 5 && std::io::stderr().is_terminal();
    let mut progress = |now: queens::count::Progress| {
        if shown {
            let left = now.remaining().map_or(String::new(), |left| format!(", {} s left", left.as_secs()));
            eprint!("\r{:5.1} %, {} of {} units{left}    ", 100.0 * now.fraction, now.done, now.units);
        }
    };
    let outcome = match arguments.next() {
        Some(file) => plan.resume(&Checkpoint::at(file), &cancel, &mut progress)?,
        None => plan.run(&cancel, &mut progress)?,
    };
    if shown {
        eprintln!();
    }
    let Outcome::Complete(total) = outcome else { return Err("stopped".into()) };
    println!(
        "{n} queens: {} boards by {} ({}), {} units, {threads} threads, {:.3} s; estimated {:.3} s, {:.1} MB",
        total.boards,
        total.method,
        plan.instructions(),
        total.units,
        total.elapsed.as_secs_f64(),
        estimate.time.as_secs_f64(),
        estimate.memory as f64 * 1e-6,
    );
    Ok(())
}
