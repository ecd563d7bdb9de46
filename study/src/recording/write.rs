//! Writes the event stream as JSON Lines, one object per event.
//!
//! `docs/events.md` describes every field. The stream does not depend on the clock or the machine, so the same search
//! always writes the same bytes.

use super::line::Line;
use super::record::{ended, kept};
use super::{End, Event};
use crate::sink::Sink;
use solver_core::engine::Engine;
use solver_core::observe::{self, Observer};
use solver_core::search::Statistics;
use solver_core::{SymbolTable, View};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Writes events as JSON Lines.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x).named("both");
/// let mut lines = study::JsonLines::new(Vec::new());
/// m.search().observe(&mut lines)?;
/// let text = String::from_utf8(lines.finish()?)?;
/// let first = text.lines().next().unwrap();
/// assert!(first.starts_with(r#"{"event":"start","format":"ferz-events","version":1,"#));
/// assert!(text.contains(r#""rule":"all_different.value""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct JsonLines<W> {
    sink: Sink<W>,
    started: bool,
    symbols: Option<SymbolTable>,
    /// The rules whose texts have already been written.
    rules: BTreeSet<&'static str>,
}

impl<W: Write> JsonLines<W> {
    /// Creates a writer that writes to `out`, which should be buffered.
    pub fn new(out: W) -> JsonLines<W> {
        JsonLines { sink: Sink::new(out), started: false, symbols: None, rules: BTreeSet::new() }
    }

    /// Flushes and returns the underlying writer.
    ///
    /// # Errors
    /// The first write error, which stopped the search.
    pub fn finish(self) -> io::Result<W> {
        self.sink.finish()
    }

    /// Writes the `done` event for a search that did not write one, because it was abandoned or was stopped before its
    /// first event. `by` becomes the value of `stopped_by`.
    ///
    /// # Errors
    /// Any write error.
    pub fn leave(&mut self, by: String, statistics: Statistics) -> io::Result<()> {
        if !self.started {
            Line::start(None, None).write(&mut self.sink.out)?;
        }
        Line::done(End::new(Some(by), statistics), statistics.restarts).write(&mut self.sink.out)
    }

    fn write_event(&mut self, event: &observe::Event, engine: &Engine) -> io::Result<()> {
        if let observe::Event::Done { end, statistics } = *event {
            return Line::done(ended(end, statistics), statistics.restarts).write(&mut self.sink.out);
        }
        let Some(kept) = kept(event, engine) else { return Ok(()) };
        if let Some(rule) = kept.inferred().map(|inferred| inferred.rule)
            && self.rules.insert(rule.name)
        {
            Line::Rule { name: rule.name.into(), text: rule.text.into() }.write(&mut self.sink.out)?;
        }
        let position = match *event {
            observe::Event::Prune { position, .. } => Some(position),
            _ => engine.facts().checked_sub(1),
        };
        let values = match kept {
            Event::Solution { .. } => engine.vars().map(|var| engine.fixed(View::from(var))).collect(),
            _ => Vec::new(),
        };
        Line::new(kept, self.symbols.as_ref(), position, values).write(&mut self.sink.out)
    }
}

impl<W: Write> Observer for JsonLines<W> {
    fn start(&mut self, symbols: Option<&SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        self.started = true;
        self.symbols = symbols.map(distinct);
        let written = Line::start(self.symbols.as_ref(), engine.roots()).write(&mut self.sink.out);
        self.sink.unless_failed(written)
    }

    fn see(&mut self, event: &observe::Event, engine: &Engine) -> ControlFlow<()> {
        let written = self.write_event(event, engine);
        self.sink.unless_failed(written)
    }
}

/// Returns the symbol table with distinct names. If several variables share a name, a number is added to all but the
/// first, because lines identify variables only by name.
fn distinct(symbols: &SymbolTable) -> SymbolTable {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut count: BTreeMap<&str, u64> = BTreeMap::new();
    let mut variables = Vec::new();
    for (name, declared) in symbols.variables() {
        let mut distinct = name.to_owned();
        while !taken.insert(distinct.clone()) {
            let number = count.entry(name).or_insert(1);
            *number += 1;
            distinct = format!("{name}#{number}");
        }
        variables.push((distinct, declared.clone()));
    }
    let constraints = symbols.constraints().map(str::to_owned);
    let labels = symbols.vars().map(|var| symbols.label(var).clone());
    let named = SymbolTable::of_names(variables, constraints, symbols.propagators());
    named.map_or_else(|| symbols.clone(), |named| named.labelled(labels))
}

#[cfg(test)]
mod tests {
    use super::super::Recording;
    use super::*;
    use solver_core::prelude::*;

    #[test]
    fn variables_that_share_a_name_are_distinguished() {
        let mut m = Model::new();
        for name in ["first", "first", "first#2"] {
            let x = m.int(name, 0..=1).expect("a variable");
            m.post(constraint!(x >= 0));
        }
        let mut lines = JsonLines::new(Vec::new());
        m.search().observe(&mut lines).expect("a search");
        let text = lines.finish().expect("memory can be written");
        let read = Recording::read(&text[..], usize::MAX).expect("a trace that can be read");
        let names: Vec<&str> = read.symbols().variables().map(|(name, _)| name).collect();
        assert_eq!(names, ["first", "first#2", "first#2#2"]);
        assert_eq!(read.end().expect("it is complete").solutions, 8);
    }
}
