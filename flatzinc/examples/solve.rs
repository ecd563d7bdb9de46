//! Solves a FlatZinc file: `cargo run -p ferz-flatzinc --example solve -- [-a] model.fzn`.

use flatzinc::protocol::{Flags, run_protocol};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let flags = Flags::read(std::env::args().skip(1))?;
    let file = flags.file.as_deref().ok_or("which file?")?;
    let instance = flatzinc::read_named(&std::fs::read(file)?, Some(file))?;
    let cancel = solver_core::CancelToken::new();
    run_protocol(&instance, &flags, started, &cancel, &mut std::io::stdout(), &mut |warning| {
        eprintln!("warning: {warning}")
    })?;
    Ok(())
}
