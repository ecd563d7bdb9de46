//! Search: variable and value selection, restarts, limits, and the strategies that explore the tree.

mod discrepancy;
mod event;
mod goal;
mod good_enough;
mod learn;
mod lns;
mod nogoods;
mod objective;
mod restarts;
mod rng;
mod root;
mod scores;
mod selection;
mod strategy;
pub(crate) mod totals;
mod tree;
mod value_select;
mod var_select;
mod watch;

pub use crate::budget::Limits;
pub use crate::model::Incompatible;
pub use crate::names::{OptionError, UnknownName};
pub(crate) use discrepancy::DiscrepancyBound;
pub use discrepancy::Exploration;
pub use event::{Branch, Event, Statistics, Step};
pub(crate) use good_enough::{GoodEnough, gap};
pub use learn::Learning;
#[cfg(any(test, feature = "harness"))]
pub use learn::{Audit, LearningPlant};
pub(crate) use learn::{ConflictDriven, Exchange, Peer};
pub(crate) use lns::LnsState;
pub use lns::{Lns, Neighbourhood};
pub(crate) use nogoods::Nogoods;
pub(crate) use objective::{Bounded, Limit, Objective};
pub use restarts::Restarts;
pub use rng::Rng;
pub(crate) use root::Probes;
pub use root::{Probing, RootInference};
pub use selection::ConflictHeuristic;
pub(crate) use selection::{Cursor, Custom, Group, Key, Part, Priority, SearchOptions, Selection};
pub(crate) use strategy::{Restarting, Strategy};
pub use tree::{Cube, NoCube, Rest};
pub(crate) use tree::{Forked, SearchTree};
pub use value_select::{Branching, ValueSelect};
pub use var_select::{TieBreak, VarSelect};
pub(crate) use watch::{Analysed, Unobserved, Watch};
