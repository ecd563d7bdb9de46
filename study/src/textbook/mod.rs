//! Textbook search algorithms on binary networks, which count nodes and checks as textbooks do.
//!
//! | name | looks | after a failure | source |
//! |---|---|---|---|
//! | `bt` | back: checks the new value against earlier ones | one variable back | Golomb and Baumert 1965 |
//! | `bm` | back, without repeating known checks | one variable back | Gaschnig 1977 |
//! | `bj` | back | from a leaf to the deepest variable that a value was checked against | Gaschnig 1979 |
//! | `cbj` | back | to the deepest variable in conflict, then to the next one, and so on | Prosser 1993 |
//! | `fc` | ahead: checks the new value against later variables, once | one variable back | Haralick and Elliott 1980 |
//! | `mac` | ahead, until every value has a support in every constraint (AC-3) | one variable back | Sabin and Freuder 1994 |
//!
//! They all assign variables one by one, with a branch for every value (d-way), smallest value first. The counts
//! are:
//!
//! - a **node** is an assignment of a value to a variable, consistent or not; values removed by look-ahead are not
//!   assigned;
//! - a **check** tests whether a constraint allows two values.
//!
//! With a static variable order, the nodes satisfy `fc ≤ bj ≤ bt`, `cbj ≤ bj` and `mac ≤ fc`; `bm` visits the nodes of
//! `bt` with at most as many checks (G. Kondrak, P. van Beek, *A theoretical evaluation of selected backtracking
//! algorithms*, Artificial Intelligence 89, 1997; P. Prosser, *Hybrid algorithms for the constraint satisfaction
//! problem*, Computational Intelligence 9, 1993). The implementations are written for counting, not for speed.
//!
//! [`arc_consistency`] contains the classical arc consistency algorithms in a propagator.

mod ahead;
pub mod arc_consistency;
mod back;
mod network;

pub use arc_consistency::{ArcConsistency, BinaryNetwork, Checks, NetworkError, Relation};
pub use network::Network;

/// A textbook search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Chronological backtracking.
    Backtracking,
    /// Backmarking.
    Backmarking,
    /// Backjumping.
    Backjumping,
    /// Conflict-directed backjumping.
    ConflictDirected,
    /// Forward checking.
    ForwardChecking,
    /// Maintaining arc consistency, with AC-3.
    ArcConsistency,
}

solver_core::named_variants!(pub Algorithm {
    Backtracking = "bt", Backmarking = "bm", Backjumping = "bj", ConflictDirected = "cbj", ForwardChecking = "fc",
    ArcConsistency = "mac",
});

impl Algorithm {
    /// Checks whether the algorithm looks ahead. If so, domains shrink, and variable selection can depend on their
    /// sizes.
    pub fn looks_ahead(self) -> bool {
        matches!(self, Algorithm::ForwardChecking | Algorithm::ArcConsistency)
    }
}

/// The variable selection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// Network order.
    #[default]
    Static,
    /// Smallest domain first, with ties broken by network order. Algorithms that do not look ahead use the static
    /// order.
    SmallestDomain,
}

/// The options of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// Whether to stop at the first solution.
    pub first_only: bool,
    /// The variable selection.
    pub order: Order,
    /// The maximum number of nodes.
    pub node_limit: u64,
}

impl Question {
    /// Searches for all solutions in static order.
    pub const ALL: Question = Question { first_only: false, order: Order::Static, node_limit: u64::MAX };
    /// Searches for the first solution in static order.
    pub const FIRST: Question = Question { first_only: true, ..Question::ALL };
}

/// The result and cost of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The solutions, as value indices, in the order in which they were found.
    pub solutions: Vec<Vec<usize>>,
    /// The number of assignments.
    pub nodes: u64,
    /// The number of constraint checks.
    pub checks: u64,
    /// Whether the node limit was reached, so that there may be more solutions.
    pub gave_up: bool,
}

impl Found {
    /// Counts a node, or returns `false` when the limit is reached.
    fn visit(&mut self, question: &Question) -> bool {
        if self.nodes >= question.node_limit {
            self.gave_up = true;
            return false;
        }
        self.nodes += 1;
        true
    }
}

/// Searches a network with an algorithm.
///
/// ```
/// use study::textbook::{Algorithm, Network, Question, search};
/// let queens = Network::queens(6);
/// let bt = search(&queens, Algorithm::Backtracking, &Question::ALL);
/// let fc = search(&queens, Algorithm::ForwardChecking, &Question::ALL);
/// assert_eq!(bt.solutions, fc.solutions);
/// assert_eq!((bt.solutions.len(), bt.nodes), (4, 894)); // squares tested
/// assert!(fc.nodes < bt.nodes);
/// ```
pub fn search(network: &Network, by: Algorithm, question: &Question) -> Found {
    match by {
        Algorithm::Backtracking => back::search(network, back::Return::OneBack, question),
        Algorithm::Backmarking => back::search(network, back::Return::Marked, question),
        Algorithm::Backjumping => back::search(network, back::Return::Jump, question),
        Algorithm::ConflictDirected => back::search(network, back::Return::Conflicts, question),
        Algorithm::ForwardChecking => ahead::search(network, ahead::Ahead::Once, question),
        Algorithm::ArcConsistency => ahead::search(network, ahead::Ahead::Fixpoint, question),
    }
}
