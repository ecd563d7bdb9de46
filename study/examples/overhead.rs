//! Measures the cost of observing a search for n queens: `cargo run --profile dist -p ferz-study --example overhead --
//! 12 trace`.
//!
//! The last argument is `classical` (no observer), `explain` (reasons are recorded, no observer), `watched` (an
//! observer that does nothing), `ledger`, or `trace` (JSON Lines are counted and discarded). A node limit may precede
//! it.

use queens::{Formulation, QueensModel};
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use solver_core::prelude::*;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use study::{JsonLines, Ledger};

/// Counts bytes and discards them.
#[derive(Debug, Default)]
struct Sink(u64);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An observer that does nothing.
struct Idle;

impl Observer for Idle {
    fn see(&mut self, _: &Event, _: &Engine) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [n, limit @ .., how] = &words[..] else { return Err("expected: N [NODES] HOW".into()) };
    let queens = QueensModel::new(n.parse()?, Formulation::default(), None)?;
    let mut search = queens.model.search();
    if let [nodes, ..] = limit {
        search = search.node_limit(nodes.parse()?);
    }
    let mut written = 0;
    let run = match how.as_str() {
        "classical" | "explain" => {
            let search = if how == "explain" { search.explaining() } else { search };
            let mut run = search.start()?;
            while run.step() == Step::Solution {}
            run
        }
        "watched" => search.observe(&mut Idle)?,
        "ledger" => search.observe(&mut Ledger::new())?,
        "trace" => {
            let mut lines = JsonLines::new(BufWriter::new(Sink::default()));
            let run = search.observe(&mut lines)?;
            written = lines.finish()?.into_inner()?.0;
            run
        }
        other => return Err(format!("there is no way `{other}`").into()),
    };
    let Statistics { nodes, .. } = run.statistics();
    println!("{how}: {nodes} nodes, {written} bytes written, {} per node", written / nodes.max(1));
    Ok(())
}
