//! Recordings: every event of a search with its reason, for random access.
//!
//! A [`Recording`] comes from a [`Recorder`] that observes a search, or from a file of JSON Lines
//! ([`Recording::read`]); both give the same. A [`Replay`] is a cursor: it moves to an event, has all domains as of
//! that event, and follows reasons back to decisions.

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
pub(crate) use line::told;
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

/// The version of the format. Grows when a reader of the old one could misunderstand the new one;
/// new events and new fields alone do not make a new version.
pub const VERSION: u32 = 1;

/// What happened in a search, as far as it was kept.
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
    /// The board that its puzzle is on.
    pub board: Option<Board>,
    /// Who shares what, of a schedule.
    pub resources: Vec<Resource>,
    /// What is optimised.
    pub objective: Option<(Goal, Var)>,
    /// Whether it is told [by variables](Recording::by_variables).
    pub is_by_variables: bool,
    is_part: bool,
}

/// One event. What [`solver_core::observe::Event`] leaves to the engine is here with it.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A branch is taken, to a new node.
    Decide {
        /// The node that it leads to, from 1; the root is 1 and has no decision.
        node: u64,
        /// Branches between the root and it.
        depth: u32,
        /// What is assumed.
        fact: Atom,
        /// Which branch of the parent it is.
        branch: Branch,
    },
    /// A propagator is about to run.
    Propagate {
        /// Its number.
        propagator: u32,
    },
    /// It has inferred something.
    Prune(Inferred),
    /// There is no solution below this node.
    Fail {
        /// The node.
        node: u64,
        /// Its depth.
        depth: u32,
        /// Why.
        conflict: Option<Inferred>,
    },
    /// All variables are fixed.
    Solution {
        /// The node.
        node: u64,
        /// Its depth.
        depth: u32,
        /// How many solutions there are so far, with this one.
        number: u64,
    },
    /// Back at an open node of this depth.
    Backtrack {
        /// Its depth.
        depth: u32,
    },
    /// The conflict was analysed: a nogood was learned, and the open node goes on with what it infers.
    Learn {
        /// The nogood as a clause: one of these is true in every solution that is wanted.
        clause: Box<[Atom]>,
        /// Its literal block distance: how many levels its literals were from.
        lbd: u32,
    },
    /// Back at the root, to begin another restart.
    Restart {
        /// The root, visited once more.
        node: u64,
        /// How often the search has come back.
        restart: u64,
    },
}

/// An inference with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Inferred {
    /// What was inferred; `None` when a constraint failed as a whole.
    pub fact: Option<Atom>,
    /// Who inferred it.
    pub propagator: u32,
    /// By which rule.
    pub rule: &'static Rule,
    /// What it follows from: each was true before it.
    pub premises: Box<[Atom]>,
}

/// How a search ended, and what it did in all, what was not kept included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct End {
    /// The limit that stopped it; `None` when the whole tree was searched.
    pub stopped_by: Option<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Failures.
    pub failures: u64,
    /// Solutions.
    pub solutions: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// The largest depth of a node.
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
    /// Of a search with these names and domains, before it begins.
    fn new(symbols: SymbolTable, roots: Vec<ValueSet>) -> Recording {
        let board = Board::of(&symbols);
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

    /// Of a puzzle on this board, whose squares are named in every fact. Without it a puzzle of queens is recognised whose constraints are
    /// named as those of [queens puzzles](https://en.wikipedia.org/wiki/Eight_queens_puzzle) are here.
    #[must_use]
    pub fn on_board(self, board: Board) -> Recording {
        let symbols = board.name_squares(self.symbols);
        Recording { symbols, board: Some(board), ..self }
    }

    /// With facts told by variables and values, `q[3] = 1`, whatever shape they have.
    #[must_use]
    pub fn by_variables(self) -> Recording {
        let told = |var| Some(self.symbols.label(var)).filter(|label| !label.alone).cloned().unwrap_or_default();
        let labels: Vec<Label> = self.symbols.vars().map(told).collect();
        Recording { symbols: self.symbols.labelled(labels), board: None, is_by_variables: true, ..self }
    }

    /// Only a part of the tree was wanted, and the search was left when all of it had been seen: nothing is missing.
    #[must_use]
    pub fn part(self) -> Recording {
        Recording { is_part: true, ..self }
    }

    /// Whether it is a whole [part](Recording::part) of a search.
    pub fn is_part(&self) -> bool {
        self.is_part && self.left_out == 0
    }

    /// The names. They tell facts and sentences, too: see [`AtomFormatter`].
    pub fn symbols(&self) -> &SymbolTable {
        &self.symbols
    }

    /// The domains when the search began, by the numbers of the variables.
    pub fn roots(&self) -> &[ValueSet] {
        &self.roots
    }

    /// What happened, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events came after those that were kept.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// How it ended; `None` when somebody left it, or the file ends before the search.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The variable of a name.
    pub fn variable(&self, name: &str) -> Option<Var> {
        self.symbols.vars().find(|&var| self.symbols.variable(var) == name)
    }

    /// The number of the constraint that a propagator works for.
    pub fn constraint_of(&self, propagator: u32) -> usize {
        self.symbols.constraint_of(propagator as usize)
    }
}

impl Event {
    /// The inference reported by the event, if any.
    pub fn inferred(&self) -> Option<&Inferred> {
        match self {
            Event::Prune(inferred) => Some(inferred),
            Event::Fail { conflict, .. } => conflict.as_ref(),
            _ => None,
        }
    }

    /// What became true by it, if something did.
    pub fn fact(&self) -> Option<Atom> {
        match self {
            Event::Decide { fact, .. } => Some(*fact),
            Event::Prune(inferred) => inferred.fact,
            _ => None,
        }
    }
}

impl Inferred {
    /// The sentence for it, in these words.
    pub fn tell(&self, words: &(impl AtomFormatter + ?Sized)) -> String {
        self.rule.tell(self.propagator as usize, &self.premises, self.fact, words)
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
