//! Measures how fast a file is read, and how much memory reading it takes:
//! `cargo run --profile dist -p ferz-flatzinc --example parse -- model.fzn [repetitions]`.
//!
//! Reports the fastest repetition; on a busy machine, processor time is more reliable than wall-clock time. The peak
//! memory is that of the process after the first repetition (Linux), including the file in memory.
#![allow(clippy::print_stdout)]

use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: parse FILE [REPETITIONS]");
        std::process::exit(2)
    };
    let repetitions: u32 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(5);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| {
        eprintln!("{path}: {error}");
        std::process::exit(2)
    });
    let megabytes = bytes.len() as f64 / 1e6;
    let (mut best, mut best_processor) = (f64::INFINITY, f64::INFINITY);
    for i in 0..repetitions.max(1) {
        let (start, processor_start) = (Instant::now(), processor());
        let read = flatzinc::read_named(&bytes, Some(&path));
        best = best.min(start.elapsed().as_secs_f64());
        if let (Some(before), Some(after)) = (processor_start, processor()) {
            best_processor = best_processor.min(after - before);
        }
        match read {
            Ok(instance) if i == 0 => {
                println!(
                    "{} variables, {} arrays, {} constraints; the instance has {:.1} MB",
                    instance.variables().len(),
                    instance.arrays().len(),
                    instance.constraints().len(),
                    instance.bytes() as f64 / 1e6
                );
                if let Some(peak) = peak() {
                    println!("peak memory {peak:.1} MB = {:.1} times the file's {megabytes:.1} MB", peak / megabytes);
                }
            }
            Ok(_) => {}
            Err(error) => {
                eprintln!("{error}");
                std::process::exit(1)
            }
        }
    }
    println!("{:.1} MB/s: {:.1} ms, the best of {repetitions}", megabytes / best, best * 1e3);
    if best_processor.is_finite() {
        println!("{:.1} MB/s: {:.1} ms of processor time", megabytes / best_processor, best_processor * 1e3);
    }
}

/// Returns the processor time of this thread in seconds (Linux).
fn processor() -> Option<f64> {
    let all = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(all.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

/// Returns the peak memory of the process in megabytes (Linux).
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? * 1024.0 / 1e6)
}
