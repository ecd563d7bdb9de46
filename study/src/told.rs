//! The event stream as text, for somebody who has never seen a solver.
//!
//! Each decision, each removal with its reason, each dead end, indented by the
//! number of decisions that they depend on. The words are those of a vocabulary.

use solver_core::engine::{Engine, Inference};
use solver_core::observe::{Branch, Event, Observer};
use solver_core::search::Step;
use solver_core::{Atom, Relation, Var, View, Words};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Writes what happens, in words.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x).named("both");
/// let mut run = m.search().explaining().start()?;
/// let legend = run.legend().expect("it explains").clone();
/// let mut told = study::Told::new(Vec::new(), &legend);
/// while run.step_observed(u64::MAX, &mut told) == Some(Step::Solution) {}
/// assert_eq!(String::from_utf8(told.finish()?)?, "\
/// Try x[0] = 0.
///   x[0] = 0, and all must differ, so x[1] != 0
///   Solution 1: x[0] = 0 and x[1] = 1.
/// Without that: x[0] != 0.
///   x[0] = 1, and all must differ, so x[1] != 1
///   Solution 2: x[0] = 1 and x[1] = 0.
/// The search is over: 3 nodes, no dead ends, 2 solutions.
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Told<'w, W> {
    out: W,
    words: &'w dyn Words,
    /// The variables whose values make a solution, when not all of them.
    shown: Option<Vec<Var>>,
    depth: usize,
    error: Option<io::Error>,
}

impl<'w, W: Write> Told<'w, W> {
    /// Will write to `out`, which should have a buffer, in these words.
    pub fn new(out: W, words: &'w dyn Words) -> Told<'w, W> {
        Told { out, words, shown: None, depth: 0, error: None }
    }

    /// Tells of a solution the values of these variables only.
    #[must_use]
    pub fn showing(self, variables: Vec<Var>) -> Told<'w, W> {
        Told { shown: Some(variables), ..self }
    }

    /// Hands back the writer when all was written, flushed.
    ///
    /// # Errors
    /// The first error of the writer. It has ended the search.
    pub fn finish(mut self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => {
                self.out.flush()?;
                Ok(self.out)
            }
        }
    }

    /// A line, indented.
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{:1$}{text}", "", 2 * self.depth)
    }

    fn tell(&mut self, event: &Event<'_>, engine: &Engine) -> io::Result<()> {
        match *event {
            Event::Decide { depth, atom, branch, .. } => {
                let fact = self.words.fact(atom);
                // The heading stands where the facts of the parent do.
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
            Event::Prune { position, .. } => {
                // What a propagator inferred has a reason.
                let Some(inference) = engine.inference(position) else { return Ok(()) };
                let told = inference.tell(self.words);
                self.line(&told)
            }
            Event::Fail { .. } => {
                let told = engine.conflict().map(|conflict| self.dead_end(&conflict));
                self.line(&told.unwrap_or_else(|| "Dead end.".to_owned()))
            }
            Event::Solution { number, .. } => {
                let told = self.words.premises(&self.solution(engine));
                self.line(&format!("Solution {number}: {told}."))
            }
            Event::Done { end, statistics } => {
                self.depth = 0;
                let over = match end {
                    Step::Stopped(by) => format!("The search was stopped ({by})"),
                    Step::Exhausted | Step::Solution => "The search is over".to_owned(),
                };
                let nodes = counted(statistics.nodes, "node");
                let dead_ends = counted(statistics.failures, "dead end");
                let solutions = counted(statistics.solutions, "solution");
                self.line(&format!("{over}: {nodes}, {dead_ends}, {solutions}."))
            }
            // Each line tells by itself where it belongs.
            _ => Ok(()),
        }
    }

    /// Why a node failed. What was inferred last is a fact that left its variable nothing.
    fn dead_end(&self, conflict: &Inference) -> String {
        let told = conflict.tell(self.words);
        match conflict.fact.map(Atom::relation) {
            None => format!("Dead end: {told}."),
            Some(Relation::Equal) => format!("Dead end: {told}, but that is excluded already."),
            Some(_) => format!("Dead end: {told}, but nothing else was left."),
        }
    }

    fn solution(&self, engine: &Engine) -> Vec<Atom> {
        let value = |var: Var| engine.fixed(View::of(var)).map(|value| Atom::equals(View::of(var), value));
        match &self.shown {
            Some(shown) => shown.iter().copied().filter_map(value).collect(),
            None => engine.vars().filter_map(value).collect(),
        }
    }
}

fn counted(count: u64, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

impl<W: Write> Observer for Told<'_, W> {
    fn see(&mut self, event: &Event<'_>, engine: &Engine) -> ControlFlow<()> {
        match self.tell(event, engine) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl<W: std::fmt::Debug> std::fmt::Debug for Told<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Told").field("out", &self.out).field("depth", &self.depth).finish_non_exhaustive()
    }
}
