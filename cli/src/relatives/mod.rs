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

use crate::exit::UNWRITABLE;
use ::queens::Square;
use anyhow::Context;

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

/// `1 queen`, `2 queens`.
fn plural(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn print(text: &str) -> anyhow::Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context(UNWRITABLE)
}
