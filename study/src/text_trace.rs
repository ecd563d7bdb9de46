//! Writes the event stream as text, for readers new to solvers.
//!
//! The trace shows each decision, each removal with its reason, and each failure, indented by the number of decisions
//! above it. An atom formatter supplies the names.

use crate::sink::Sink;
use crate::step::but;
use solver_core::engine::Engine;
use solver_core::observe::{Branch, Event, Observer};
use solver_core::{Atom, AtomFormatter, Var, View};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Writes a search's events in words.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x).named("both");
/// let mut run = m.search().explaining().start()?;
/// let symbols = run.symbols().expect("it explains").clone();
/// let mut trace = study::TextTrace::new(Vec::new(), &symbols);
/// while run.step_observed(u64::MAX, &mut trace) == Some(Step::Solution) {}
/// assert_eq!(String::from_utf8(trace.finish()?)?, "\
/// Try x[0] = 0.
///   x[0] = 0, and all of `both` must differ, so x[1] != 0; only this is left: x[1] = 1
///   Solution 1: x[0] = 0 and x[1] = 1.
/// Without that: x[0] != 0; only this is left: x[0] = 1.
///   x[0] = 1, and all of `both` must differ, so x[1] != 1; only this is left: x[1] = 0
///   Solution 2: x[0] = 1 and x[1] = 0.
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TextTrace<'w, W> {
    sink: Sink<W>,
    words: &'w dyn AtomFormatter,
    /// The variables to print for each solution; `None` prints all.
    shown: Option<Vec<Var>>,
    depth: usize,
}

impl<'w, W: Write> TextTrace<'w, W> {
    /// Creates a trace that writes to `out`, which should be buffered, with names from `words`.
    pub fn new(out: W, words: &'w dyn AtomFormatter) -> TextTrace<'w, W> {
        TextTrace { sink: Sink::new(out), words, shown: None, depth: 0 }
    }

    /// Prints only the values of these variables for each solution.
    #[must_use]
    pub fn showing(self, variables: Vec<Var>) -> TextTrace<'w, W> {
        TextTrace { shown: Some(variables), ..self }
    }

    /// Flushes and returns the underlying writer.
    ///
    /// # Errors
    /// The first write error, which stopped the search.
    pub fn finish(self) -> io::Result<W> {
        self.sink.finish()
    }

    /// Writes an indented line.
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.sink.out, "{:1$}{text}", "", 2 * self.depth)
    }

    fn begin(&mut self, engine: &Engine) -> io::Result<()> {
        let known = self.values(engine);
        if known.is_empty() {
            return Ok(());
        }
        self.line(&format!("Known from the start: {}.", self.words.premises(&known)))
    }

    fn write_event(&mut self, event: &Event, engine: &Engine) -> io::Result<()> {
        match *event {
            Event::Decide { depth, atom, branch, .. } => {
                let mut fact = self.words.fact(atom);
                let position = engine.facts().checked_sub(1);
                if let Some(left) = position.and_then(|position| Self::left(engine, position, atom)) {
                    fact += &format!("; only this is left: {}", self.words.fact(left));
                }
                // The heading is indented like the facts of the parent node.
                self.depth = depth as usize - 1;
                self.line(&match branch {
                    Branch::Left => format!("Try {fact}."),
                    Branch::Right => format!("Without that: {fact}."),
                    Branch::Value { index: 0, .. } => format!("Try {fact}."),
                    Branch::Value { index, of } if index + 1 == of => format!("Try the last one: {fact}."),
                    Branch::Value { .. } => format!("Try the next one: {fact}."),
                })?;
                self.depth += 1;
                Ok(())
            }
            Event::Prune { position, atom } => {
                // Only facts inferred by a propagator have a reason.
                let Some(inference) = engine.inference(position) else { return Ok(()) };
                let sentence = inference.sentence(self.words);
                match Self::left(engine, position, atom) {
                    Some(left) => self.line(&format!("{sentence}; only this is left: {}", self.words.fact(left))),
                    None => self.line(&sentence),
                }
            }
            Event::Fail { .. } => {
                let reason = engine.conflict().map(|why| format!(": {}{}", why.sentence(self.words), but(why.fact)));
                self.line(&format!("Dead end{}.", reason.unwrap_or_default()))
            }
            Event::Solution { number, .. } => {
                let values = self.words.premises(&self.values(engine));
                self.line(&format!("Solution {number}: {values}."))
            }
            Event::Backtrack { depth } => {
                self.depth = depth as usize;
                Ok(())
            }
            Event::Learn { nogood, .. } => {
                self.line(&format!("Learned, {}.", self.words.nogood(engine.nogood(nogood))))
            }
            // Each line is self-contained; the caller prints the totals.
            _ => Ok(()),
        }
    }

    /// Returns the fact that only one value remains, if the fact at the given position removed the others.
    fn left(engine: &Engine, position: usize, atom: Atom) -> Option<Atom> {
        let view = View::from(atom.var());
        let value = engine.past(position + 1)?.fixed(view)?;
        Some(Atom::equals(view, value)).filter(|&left| left != atom)
    }

    /// Returns the assignments of the shown variables that are fixed.
    fn values(&self, engine: &Engine) -> Vec<Atom> {
        let value = |var: Var| engine.fixed(View::from(var)).map(|value| Atom::equals(View::from(var), value));
        match &self.shown {
            Some(shown) => shown.iter().copied().filter_map(value).collect(),
            None => engine.vars().filter_map(value).collect(),
        }
    }
}

impl<W: Write> Observer for TextTrace<'_, W> {
    fn start(&mut self, _: Option<&solver_core::SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        let written = self.begin(engine);
        self.sink.unless_failed(written)
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        let written = self.write_event(event, engine);
        self.sink.unless_failed(written)
    }
}

impl<W: std::fmt::Debug> std::fmt::Debug for TextTrace<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextTrace").field("out", &self.sink.out).field("depth", &self.depth).finish_non_exhaustive()
    }
}
