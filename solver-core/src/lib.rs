//! A finite-domain constraint solver in which every inference has a reason.
//!
//! Model a problem, then query it:
//!
//! ```
//! use solver_core::prelude::*;
//!
//! let mut m = Model::new();
//! let q = m.ints("q", 8, 0..=7)?; // q[column] = row
//! m.all_different(&q).named("rows");
//! m.all_different(q.iter().zip(0..).map(|(q, i)| q + i)).named("down diagonals");
//! m.all_different(q.iter().zip(0..).map(|(q, i)| q - i)).named("up diagonals");
//! let first = m.solutions()?.next().expect("eight queens can be placed");
//! assert_eq!(first.values(&q)?, [0, 4, 7, 5, 2, 6, 1, 3]);
//! assert_eq!(m.count()?, Outcome::Complete(92));
//! # Ok::<(), ModelError>(())
//! ```
//!
//! # Where to find it
//!
//! | to | read |
//! |---|---|
//! | model and solve | [`Model`], [`Search`], [`Outcome`], [`Uniqueness`] |
//! | explain an inference or a failure | [`why`], [`AtomFormatter`] |
//! | write a propagator | [`propagator`], [`Context`], [`prelude_propagator`] |
//! | test a propagator | `harness` (with the feature of that name) |
//! | drive the engine yourself | [`engine`] |
//! | choose variable and value selection, restarts, limits | [`search`] |
//! | find a constraint | [`constraints`], and the functions of [`Model`] |
//! | enumerate, count, optimise | [`Search`]: `solutions`, `count`, `minimize`; [`Improving`] |
//! | learn from conflicts | [`Search::learn`] |
//! | use several processors or machines | [`Search::threads`], [`Search::part`], [`Model::portfolio`] |
//! | find out why there is no solution | [`Model::clash`], [`Search::assuming`] |
//! | compile once, solve often | [`Search::incremental`] |
//! | prove an answer | [`proof`], [`Search::prove`] |
//! | trace a search | [`observe`] |
//! | hand a model to another solver | [`Model::to_flatzinc`], [`Model::to_xcsp3`] |
//!
//! The crate reads no files, and knows nothing about terminals or queens.

mod atom;
mod atom_trail;
mod budget;
mod compile;
pub mod constraints;
mod context;
mod domain;
pub mod engine;
mod export;
#[cfg(any(test, feature = "harness"))]
pub mod harness;
mod linear_rows;
pub mod model;
mod names;
mod nogoods;
pub mod observe;
pub mod prelude;
pub mod prelude_propagator;
pub mod proof;
pub mod propagator;
mod quantity;
pub mod reason;
mod relaxation;
mod rng;
pub mod search;
pub mod solve;
mod status;
mod store;
mod trail;
mod value_set;
mod var;
mod view;
mod wake;
pub mod why;

pub use atom::{Atom, Relation};
pub use budget::{CancelToken, StopReason};
pub use compile::SymbolTable;
pub use context::Context;
pub use domain::Layout;
pub use export::{ExportError, SolveItem, Xcsp3};
pub use linear_rows::{LinearRows, Summand};
pub use model::{
    BoundsOrDomain, Comparison, Compute, Consistency, ConstraintId, Expr, Indexed, IntVar, Interval, Label, Logic,
    Model, ModelError, Relates, SetExpr, ValueNames, Violation, WrongSolution, all_of, any_of, count_of, maximum_of,
    minimum_of, nvalue_of,
};
pub use names::OptionError;
pub use propagator::{Conflict, Propagator, Scope, Status};
pub use reason::{CheckContext, Eager, Justification, Lazy, Premises, Row, RowSum, Rule};
pub use search::{Cube, NoCube, Rest};
pub use solve::{
    AssumptionCore, Brancher, Clash, Core, Decision, Effort, Goal, Improving, Incremental, Incumbent, Member,
    MemberStatus, Node, Optimum, Outcome, Pause, Phase, Portfolio, Proved, Ranked, Run, Satisfiability, Search,
    SearchChoices, SearchOption, SearchOrder, Solution, Solutions, Takes, Uniqueness,
};
pub use store::{DomainsAt, RelaxationStatistics};
pub use value_set::ValueSet;
pub use var::Var;
pub use view::View;
pub use wake::Wake;
pub use why::AtomFormatter;

// The chapters of `docs` run as doc tests, so they stay consistent with the code.
#[cfg(doctest)]
#[doc = include_str!("../../docs/01-domains.md")]
struct Domains;

#[cfg(doctest)]
#[doc = include_str!("../../docs/02-trail.md")]
struct Trail;

#[cfg(all(doctest, feature = "harness"))]
#[doc = include_str!("../../docs/04-writing-a-propagator.md")]
struct WritingAPropagator;

#[cfg(doctest)]
#[doc = include_str!("../../docs/07-clash.md")]
struct Clashes;

#[cfg(doctest)]
#[doc = include_str!("../../docs/08-model-services.md")]
struct ModelServices;

#[cfg(doctest)]
#[doc = include_str!("../../docs/09-optimisation.md")]
struct Optimisation;

#[cfg(doctest)]
#[doc = include_str!("../../docs/application.md")]
struct Application;

#[cfg(doctest)]
#[doc = include_str!("../../docs/guide.md")]
struct Guide;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
