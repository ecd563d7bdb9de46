//! Everything a model needs, in one `use`.

pub use crate::budget::{CancelToken, StopReason};
pub use crate::constraint;
pub use crate::constraints::{Automaton, CircuitLevel, CumulativeLevel, DisjunctiveLevel, Table};
pub use crate::model::{
    BoundsOrDomain, Comparison, Compute, Consistency, ConstraintId, Expr, Indexed, IntVar, Interval, Logic, Matrix,
    Model, ModelError, Relates, SetExpr, Violation, all_of, any_of, count_of, maximum_of, minimum_of, nvalue_of,
};
pub use crate::search::{
    Branching, ConflictHeuristic, Explanations, Exploration, Learning, Limits, Lns, Neighbourhood, Relaxation,
    Restarts, RootInference, Statistics, Step, TieBreak, ValueSelect, VarSelect,
};
pub use crate::solve::{
    AssumptionCore, Brancher, Clash, Core, Decision, Goal, Improving, Incremental, Incumbent, MemberStatus, Node,
    Optimum, Outcome, Phase, Portfolio, Ranked, Run, Satisfiability, Search, Solution, Solutions, Uniqueness,
};
pub use crate::value_set::ValueSet;
pub use crate::why::Depth;
