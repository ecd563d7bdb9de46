//! Recordings of searches: every event with its reason, and random access to the state at each event.
//!
//! A [`Recording`] comes from a [`Recorder`] that observes a search, or from a JSON Lines file ([`Recording::read`]);
//! both yield the same recording. A [`Replay`] is a cursor: it moves to an event, provides all domains as of that
//! event, and derives facts from decisions.

mod board;
mod chain;
mod damage;
mod line;
mod read;
mod record;
mod replay;
mod schedule;
mod state;
mod write;

pub use board::Board;
pub use chain::{Cause, Link};
pub use damage::{Damage, Unreadable};
pub(crate) use line::relation_and_value;
pub use record::Recorder;
pub use replay::Replay;
pub use schedule::{Length, Resource};
pub use write::JsonLines;

use serde::{Deserialize, Serialize};
use solver_core::engine::Inference;
use solver_core::observe::Branch;
use solver_core::prelude::{Goal, Statistics};
use solver_core::{Atom, AtomFormatter, Label, Rule, SymbolTable, ValueSet, Var};

/// The name of the format, in the first line of every stream.
pub const FORMAT: &str = "ferz-events";

/// The version of the format. It increases when a reader for an older version could misunderstand the stream; adding
/// events or fields does not increase it.
pub const VERSION: u32 = 1;

/// The recorded events of a search.
///
/// ```
/// use solver_core::prelude::*;
/// use study::recording::{Event, Recorder, Replay};
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 0..=2)?;
/// m.all_different(&x).named("all");
/// let mut recorder = Recorder::new(1_000);
/// m.search().solution_limit(1).observe(&mut recorder)?;
/// let recording = recorder.finish();
/// let solution = recording.events().iter().position(|e| matches!(e, Event::Solution { .. })).unwrap();
/// let mut replay = Replay::new(&recording);
/// replay.go_to(solution + 1);
/// let last = recording.variable("x[2]").unwrap();
/// assert_eq!(replay.domain(last).ranges(), [(2, 2)]);
/// assert!(replay.removed_by(last, 0) < replay.removed_by(last, 1));
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recording {
    symbols: SymbolTable,
    roots: Vec<ValueSet>,
    events: Vec<Event>,
    left_out: u64,
    end: Option<End>,
    /// The chess board of the puzzle, if it has one.
    pub board: Option<Board>,
    /// The resources of a schedule.
    pub resources: Vec<Resource>,
    /// The objective.
    pub objective: Option<(Goal, Var)>,
    /// Whether facts are printed [by variables](Recording::by_variables).
    pub is_by_variables: bool,
    is_part: bool,
}

/// An event, including the facts that [`solver_core::observe::Event`] omits because the engine stores them.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The search takes a branch to a new node.
    Decide {
        /// The number of the new node; the root is 1 and has no decision.
        node: u64,
        /// The number of branches between the root and the node.
        depth: u32,
        /// The decision.
        fact: Atom,
        /// The index of the branch among the parent node's branches.
        branch: Branch,
    },
    /// A propagator starts.
    Propagate {
        /// The number of the propagator.
        propagator: u32,
    },
    /// The propagator has inferred a fact.
    Prune(Inferred),
    /// The node fails.
    Fail {
        /// The number of the node.
        node: u64,
        /// The depth of the node.
        depth: u32,
        /// The reason.
        conflict: Option<Inferred>,
    },
    /// All variables are fixed.
    Solution {
        /// The number of the node.
        node: u64,
        /// The depth of the node.
        depth: u32,
        /// The number of solutions so far, including this one.
        number: u64,
    },
    /// The search backtracks to an open node.
    Backtrack {
        /// The depth of the open node.
        depth: u32,
    },
    /// The conflict was analysed. A nogood was learned, and the open node continues with the nogood's inference.
    Learn {
        /// The nogood as a clause. Every solution that the search has yet to find satisfies one of its atoms.
        clause: Box<[Atom]>,
        /// The literal block distance of the nogood: the number of different levels among its literals.
        lbd: u32,
    },
    /// The search restarts at the root.
    Restart {
        /// The number of the root, visited again.
        node: u64,
        /// The number of restarts so far.
        restart: u64,
    },
}

/// An inference with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Inferred {
    /// The inferred fact; `None` for a failed constraint.
    pub fact: Option<Atom>,
    /// The number of the propagator that inferred the fact.
    pub propagator: u32,
    /// The rule.
    pub rule: &'static Rule,
    /// The premises, all of which held before.
    pub premises: Box<[Atom]>,
}

/// The end of a search, with statistics that also cover events that were not recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct End {
    /// The limit that stopped the search; `None` if the search was complete.
    pub stopped_by: Option<String>,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The number of failures.
    pub failures: u64,
    /// The number of solutions.
    pub solutions: u64,
    /// The number of propagator runs.
    pub propagations: u64,
    /// The depth of the deepest node.
    pub peak_depth: u64,
}

impl End {
    fn new(stopped_by: Option<String>, statistics: Statistics) -> End {
        let Statistics { nodes, failures, solutions, propagations, peak_depth, .. } = statistics;
        End { stopped_by, nodes, failures, solutions, propagations, peak_depth }
    }

    pub(crate) fn outcome(&self) -> &'static str {
        if self.stopped_by.is_some() { "stopped" } else { "complete" }
    }
}

impl Recording {
    /// Creates the recording of a search that has not produced any event.
    fn new(symbols: SymbolTable, roots: Vec<ValueSet>) -> Recording {
        let board = Board::recognised(&symbols);
        let recording = Recording {
            symbols,
            roots,
            events: Vec::new(),
            left_out: 0,
            end: None,
            board: None,
            resources: Vec::new(),
            objective: None,
            is_by_variables: false,
            is_part: false,
        };
        board.into_iter().fold(recording, Recording::on_board)
    }

    /// Sets the board of the puzzle. Facts then name its squares. Without this call, a [queens
    /// puzzle](https://en.wikipedia.org/wiki/Eight_queens_puzzle) is recognised if its constraints have the names that
    /// Ferz gives them.
    #[must_use]
    pub fn on_board(self, board: Board) -> Recording {
        let symbols = board.name_squares(self.symbols);
        Recording { symbols, board: Some(board), ..self }
    }

    /// Prints facts as variables and values, such as `q[3] = 1`, instead of as squares or pictures.
    #[must_use]
    pub fn by_variables(self) -> Recording {
        let own_label = |var| Some(self.symbols.label(var)).filter(|label| !label.alone).cloned().unwrap_or_default();
        let labels: Vec<Label> = self.symbols.vars().map(own_label).collect();
        Recording { symbols: self.symbols.labelled(labels), board: None, is_by_variables: true, ..self }
    }

    /// Marks the recording as one of a search that was restricted to a part of the tree and completed it.
    #[must_use]
    pub fn part(self) -> Recording {
        Recording { is_part: true, ..self }
    }

    /// Checks whether this is a complete recording of a [part](Recording::part) of a search.
    pub fn is_part(&self) -> bool {
        self.is_part && self.left_out == 0
    }

    /// Returns the symbol table, which also formats facts and sentences (see [`AtomFormatter`]).
    pub fn symbols(&self) -> &SymbolTable {
        &self.symbols
    }

    /// Returns the initial domains, by variable number.
    pub fn roots(&self) -> &[ValueSet] {
        &self.roots
    }

    /// Returns the events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the number of events that follow the recorded ones.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Returns how the search ended; `None` if the search was abandoned or the file ends early.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Finds the variable with this name.
    pub fn variable(&self, name: &str) -> Option<Var> {
        self.symbols.vars().find(|&var| self.symbols.variable(var) == name)
    }

    /// Returns the number of the constraint to which a propagator belongs.
    pub fn constraint_of(&self, propagator: u32) -> usize {
        self.symbols.constraint_of(propagator as usize)
    }
}

impl Event {
    /// Returns the inference of the event, if any.
    pub fn inferred(&self) -> Option<&Inferred> {
        match self {
            Event::Prune(inferred) => Some(inferred),
            Event::Fail { conflict, .. } => conflict.as_ref(),
            _ => None,
        }
    }

    /// Returns the fact that the event made true, if any.
    pub fn fact(&self) -> Option<Atom> {
        match self {
            Event::Decide { fact, .. } => Some(*fact),
            Event::Prune(inferred) => inferred.fact,
            _ => None,
        }
    }
}

impl Inferred {
    /// Formats the inference as a sentence.
    pub fn sentence(&self, words: &(impl AtomFormatter + ?Sized)) -> String {
        self.rule.sentence(self.propagator as usize, &self.premises, self.fact, words)
    }
}

impl From<Inference> for Inferred {
    fn from(inference: Inference) -> Inferred {
        Inferred {
            fact: inference.fact,
            propagator: inference.propagator as u32,
            rule: inference.rule,
            premises: inference.premises.iter().copied().collect(),
        }
    }
}
