//! Writes the search tree in the file format of CP-Profiler: one line per node, parents first.
//!
//! A line is `id children (child label)*`, separated by blanks. Ids are the search's node numbers; node 0 is the common
//! parent of the roots in a search with restarts. Labels contain no blanks. A node that the search left open has the
//! label `stop`; skipped branches are omitted.

use super::tree::{Listener, Moment, Node, Status, Tree};
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use solver_core::{AtomFormatter, SymbolTable};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Records the tree of a search, in about forty bytes per node, and writes it at the end.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x);
/// let mut log = study::cp_profiler::SearchLog::new();
/// m.search().explaining().observe(&mut log)?;
/// let mut text = Vec::new();
/// log.write(&mut text)?;
/// assert_eq!(String::from_utf8(text)?, "1 2 2 x[0]=0 3 x[0]!=0\n2 0\n3 0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default, Debug)]
pub struct SearchLog {
    tree: Tree,
    lines: Lines,
}

#[derive(Default, Debug)]
struct Lines {
    symbols: Option<SymbolTable>,
    nodes: Vec<Line>,
    labels: String,
    is_in_rounds: bool,
}

/// A node. Nodes are listed in the order in which the search visits them.
#[derive(Debug)]
struct Line {
    number: u64,
    parent: u64,
    /// The end of the label, which begins where the label of the previous node ends.
    label: usize,
    is_open: bool,
}

impl SearchLog {
    /// Creates an empty log.
    pub fn new() -> SearchLog {
        SearchLog::default()
    }

    /// Returns the number of nodes, which is the same as in the search.
    pub fn nodes(&self) -> usize {
        self.lines.nodes.len()
    }

    /// Writes the tree.
    ///
    /// # Errors
    /// Any error of the writer.
    pub fn write(mut self, out: impl Write) -> io::Result<()> {
        self.tree.stop(&mut self.lines);
        self.lines.write(out)
    }
}

impl Observer for SearchLog {
    fn start(&mut self, symbols: Option<&SymbolTable>, _: &Engine) -> ControlFlow<()> {
        self.lines.symbols = symbols.cloned();
        self.tree.start();
        ControlFlow::Continue(())
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        self.tree.on_event(event, engine, &mut self.lines);
        ControlFlow::Continue(())
    }
}

impl Listener for Lines {
    fn restart(&mut self, _: u64) {
        self.is_in_rounds = true;
    }

    fn node(&mut self, node: &Node, _: Moment, _: Option<&Engine>) {
        let Some(number) = node.number else { return };
        if let Some((atom, symbols)) = node.decision.zip(self.symbols.as_ref()) {
            self.labels.extend(symbols.fact(atom).chars().filter(|c| !c.is_whitespace()));
        }
        let is_open = node.status == Status::Branch && node.children == 0;
        self.nodes.push(Line { number, parent: node.parent.unwrap_or(0), label: self.labels.len(), is_open });
    }
}

impl Lines {
    fn label(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.nodes[before].label);
        match &self.labels[start..self.nodes[at].label] {
            "" if self.nodes[at].parent == 0 => "root",
            "" => "-",
            label => label,
        }
    }

    fn write(&self, mut out: impl Write) -> io::Result<()> {
        // Children are sorted by their parents' numbers and then by their own.
        let mut children: Vec<usize> = (0..self.nodes.len()).collect();
        children.sort_by_key(|&at| (self.nodes[at].parent, self.nodes[at].number));
        let of = |parent: u64| {
            let first = children.partition_point(|&at| self.nodes[at].parent < parent);
            let end = children.partition_point(|&at| self.nodes[at].parent <= parent);
            &children[first..end]
        };
        let line = |out: &mut dyn Write, number: u64, is_open: bool| {
            write!(out, "{number} {}", of(number).len())?;
            if is_open {
                write!(out, " stop")?;
            }
            of(number).iter().try_for_each(|&at| write!(out, " {} {}", self.nodes[at].number, self.label(at)))?;
            writeln!(out)
        };
        if self.is_in_rounds {
            line(&mut out, 0, false)?;
        }
        self.nodes.iter().try_for_each(|node| line(&mut out, node.number, node.is_open))?;
        out.flush()
    }
}
