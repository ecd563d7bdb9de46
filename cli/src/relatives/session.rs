//! Runs the searches of a command, and prints the positions found and the answer.

use super::{Format, RelativeArgs};
use crate::run::drive::Drive;
use crate::run::envelope::Envelope;
use crate::run::prelude::*;
use ::queens::Square;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use solver_core::prelude::*;
use std::io::Write;

/// The pieces of one kind in a position.
pub(super) struct Pieces {
    /// The key in JSON; empty if there is only one kind.
    pub(super) name: &'static str,
    /// The label before the list of squares.
    pub(super) head: &'static str,
    /// The sign of a piece in a picture of the board.
    pub(super) sign: char,
    pub(super) squares: Vec<Square>,
}

/// A position: the size of the board and its pieces.
pub(super) struct Position(pub(super) usize, pub(super) Vec<Pieces>);

impl Position {
    fn names(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|square| square.on(self.0).to_string()).collect()
    }

    /// Draws the board as `ferz queens` does, with the last row first.
    fn board(&self) -> String {
        let sign = |square| self.1.iter().find(|pieces| pieces.squares.contains(&square)).map_or('.', |own| own.sign);
        let row = |row| (0..self.0 as u32).map(|column| sign(Square { column, row }).to_string()).collect::<Vec<_>>();
        (0..self.0 as u32).rev().map(|number| row(number).join(" ") + "\n").collect()
    }

    fn line(&self) -> String {
        let kinds = self.1.iter().filter(|pieces| !pieces.squares.is_empty());
        let line: String = kinds.map(|own| format!("{}{}", own.head, self.names(&own.squares).join(" "))).collect();
        line + "\n"
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if let [Pieces { name: "", squares, .. }] = &self.1[..] {
            return self.names(squares).serialize(to);
        }
        let mut map = to.serialize_map(Some(self.1.len()))?;
        self.1.iter().try_for_each(|own| map.serialize_entry(own.name, &self.names(&own.squares)))?;
        map.end()
    }
}

/// The outcome and the costs of one search.
#[derive(Clone, Copy, Serialize)]
pub(super) struct SearchSummary {
    /// The number of queens in this search.
    queens: u64,
    pub(super) solutions: u64,
    nodes: u64,
    failures: u64,
    seconds: f64,
    #[serde(rename = "stopped_by", serialize_with = "limit")]
    pub(super) end: End,
}

/// Serializes the limit that stopped the search.
fn limit<S: Serializer>(end: &End, to: S) -> Result<S::Ok, S::Error> {
    end.stopped_by().map(|by| by.to_string()).serialize(to)
}

/// The state of a running command.
pub(super) struct Session<'a> {
    args: &'a RelativeArgs,
    /// Whether positions are printed, not only counted.
    lists: bool,
    stop: Stop,
    started: Instant,
    out: Out,
    envelope: Option<Envelope>,
    printed: bool,
    searches: Vec<SearchSummary>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        args: &'a RelativeArgs,
        (problem, question): (&'static str, Fields),
        lists: bool,
        started: Instant,
    ) -> anyhow::Result<Session<'a>> {
        let stop = Stop::after(args.limits.time_limit, started)?;
        let new = if lists { Envelope::listing } else { Envelope::new };
        let envelope = (args.format == Format::Json).then(|| new(problem, question));
        Ok(Session { args, lists, stop, started, out: Out::new(), envelope, printed: false, searches: Vec::new() })
    }

    /// Searches for `wanted` solutions with this number of queens; calls `found` for each.
    pub(super) fn search(
        &mut self,
        search: Search<'_>,
        queens: u64,
        wanted: Option<u64>,
        mut found: impl FnMut(&mut Session<'a>, &Solution) -> anyhow::Result<()>,
    ) -> anyhow::Result<SearchSummary> {
        let limits = Limits { solutions: wanted, ..self.args.limits.all(&self.stop) };
        let begun = Instant::now();
        let mut run = self.args.search.refine(search).limits(limits).start().map_err(bad)?;
        let end = Drive::to(wanted).run(&mut run, |run| {
            if let Some(solution) = run.solution() {
                found(self, &solution)?;
            }
            Ok(None)
        })?;
        let Statistics { nodes, failures, solutions, .. } = run.statistics();
        let seconds = begun.elapsed().as_secs_f64();
        let summary = SearchSummary { queens, solutions, nodes, failures, seconds, end };
        self.searches.push(summary);
        Ok(summary)
    }

    /// Prints a position, unless only the number of positions is requested.
    pub(super) fn show(&mut self, position: &Position) -> anyhow::Result<()> {
        if !self.lists {
            return Ok(());
        }
        match (&mut self.envelope, self.args.format) {
            (Some(envelope), _) => envelope.solution(&mut self.out, position)?,
            (None, Format::Board) if self.printed => write!(self.out, "\n{}", position.board())?,
            (None, Format::Board) => write!(self.out, "{}", position.board())?,
            (None, _) => write!(self.out, "{}", position.line())?,
        }
        self.printed = true;
        Ok(self.out.flush()?)
    }

    /// Prints the result as a sentence, or as a JSON answer with the searches and the time.
    pub(super) fn end(mut self, sentence: &str, answer: Fields) -> anyhow::Result<Ended> {
        let end = self.searches.last().map(|last| last.end);
        if let Some(envelope) = self.envelope {
            let answer = answer.with("searches", &self.searches);
            envelope.close(&mut self.out, answer.with("seconds", self.started.elapsed().as_secs_f64()))?;
        } else {
            let gap = if self.printed && self.args.format == Format::Board { "\n" } else { "" };
            writeln!(self.out, "{gap}{sentence}")?;
            if self.args.stats {
                let [a, b, c, d, e] = ["queens", "solutions", "nodes", "failures", "time"];
                writeln!(self.out, "{a:>6}{b:>12}{c:>12}{d:>12}{e:>12}")?;
                for SearchSummary { queens, solutions, nodes, failures, seconds, .. } in &self.searches {
                    writeln!(self.out, "{queens:>6}{solutions:>12}{nodes:>12}{failures:>12}{seconds:>10.3} s")?;
                }
            }
            self.out.flush()?;
        }
        Ok(end.and_then(End::stopped_by).into())
    }
}
