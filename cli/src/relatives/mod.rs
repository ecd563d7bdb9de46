//! Relatives of the queens puzzle: each a command of its own.

pub(crate) mod armies;
mod ask;
pub(crate) mod domination;
pub(crate) mod instance;
pub(crate) mod pawns;

pub(crate) use armies::Armies;
pub(crate) use domination::Domination;
pub(crate) use instance::Generate;
pub(crate) use pawns::Pawns;

use crate::envelope::{Answer, Envelope};
use crate::exit::UNWRITABLE;
use ::queens::Square;
use anyhow::Context;
use serde::Serialize;
use std::io::Write;

/// A board of squares, the last row first, as `ferz queens` draws it.
fn picture(n: usize, piece: impl Fn(Square) -> char) -> String {
    let mut out = String::new();
    for row in (0..n as u32).rev() {
        let squares: Vec<String> = (0..n as u32).map(|column| piece(Square { column, row }).to_string()).collect();
        out += &squares.join(" ");
        out.push('\n');
    }
    out
}

fn names(squares: &[Square], n: usize) -> Vec<String> {
    squares.iter().map(|square| square.on(n).to_string()).collect()
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context(UNWRITABLE)
}

/// Prints the answer for programs.
fn print_object(
    problem: &str,
    question: &impl Serialize,
    solutions: Option<&[impl Serialize]>,
    answer: &Answer<impl Serialize>,
) -> anyhow::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut write = || {
        let mut envelope = Envelope::open(&mut out, problem, question)?;
        if let Some(solutions) = solutions {
            envelope = envelope.list(&mut out)?;
            solutions.iter().try_for_each(|solution| envelope.solution(&mut out, solution))?;
        }
        envelope.close(&mut out, answer)?;
        out.flush()
    };
    write().context(UNWRITABLE)
}
