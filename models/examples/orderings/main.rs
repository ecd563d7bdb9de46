//! Compares variable selections on five kinds of models and prints the tables of `docs/orderings.md`:
//! `orderings [NODES]`, where NODES limits each search.

#![allow(clippy::print_stdout, reason = "a program for the command line")]

mod table;

use models::orderings::{Scale, classes};
use table::table;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let nodes = std::env::args().nth(1).map_or(Ok(50_000), |limit| limit.parse())?;
    for class in classes(Scale::Full)? {
        println!("{}", table(&class, nodes)?);
    }
    Ok(())
}
