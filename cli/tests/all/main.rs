//! The command-line tests, in one program. They check the output and errors, and that the documentation is correct.

mod audit;
#[cfg(unix)]
mod browser;
mod changes;
mod cluster;
mod common;
mod compare;
mod counting;
mod curve;
mod diff;
mod distinct;
mod errors;
#[cfg(unix)]
mod html;
mod inferences;
#[cfg(unix)]
mod laboratory;
mod lessons;
#[cfg(unix)]
mod live;
mod methods;
mod minizinc;
mod minizinc_models;
mod minizinc_proofs;
mod model;
mod new;
mod newcomers;
mod output;
mod pictures;
#[cfg(unix)]
mod play;
mod profiler;
mod proofs;
mod puzzles;
mod quiz;
mod relatives;
#[cfg(unix)]
mod saved;
mod seeds;
#[cfg(unix)]
mod served;
#[cfg(unix)]
mod server;
mod step;
mod trace;
mod units;
mod why;
mod xcsp3;
