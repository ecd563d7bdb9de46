//! Which constraints clash: a minimal unsatisfiable subset, by name.
//!
//! A model without solutions has a reason, and the reason is often a handful of its
//! constraints: together they have no solution, and without any one of them the rest has
//! one. Such a subset is called *minimal unsatisfiable* (MUS). A model can have many; which one is
//! told is not specified, except that the same question gets the same answer.

mod antecedents;
mod ledger;
mod rotate;
mod shrink;

use super::search::Search;
use super::solution::Solution;
use crate::budget::StopReason;
use crate::model::{ConstraintId, Model, ModelError};

/// The answer to "which constraints clash?".
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let [x, y, z] = m.ints("x", 3, 1..=9)?[..] else { unreachable!() };
/// m.all_different([x, y, z]).named("different");
/// m.post(constraint!(x < y)).named("x before y");
/// m.post(constraint!(y < z)).named("y before z");
/// m.post(constraint!(z < x)).named("z before x");
/// m.post(constraint!(z != 5)).named("not 5");
/// let Clash::Minimal(core) = m.clash()? else { panic!("there is no solution") };
/// assert_eq!(core.to_string(), "`x before y`, `y before z` and `z before x`");
/// // Each member comes with a solution of the others.
/// let MemberStatus::Witness(others) = &core.members[2].necessity else { panic!("they can be stated") };
/// let v = others.values(&[x, y, z])?;
/// assert!(v[0] < v[1] && v[1] < v[2]);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Clash {
    /// Nothing clashes: here is a solution.
    Satisfiable(Solution),
    /// These constraints have no solution together, and each of them is necessary for that.
    Minimal(Core),
    /// A limit came first.
    Stopped {
        /// Which limit.
        by: StopReason,
        /// Constraints that have no solution together, as the reasons of a refutation tell; not
        /// searched again, and some may not be needed. `None` when nothing was refuted yet.
        known: Option<Core>,
    },
}

/// Constraints that have no solution together (with the background, if [`Search::among`] left any).
///
/// An empty core says that the background alone has no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// The constraints, in the order of posting.
    pub members: Vec<Member>,
    /// What finding them took.
    pub effort: Effort,
}

/// A constraint of a [`Core`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The constraint.
    pub id: ConstraintId,
    /// Its name, or kind and number.
    pub name: String,
    /// How it is known that the clash needs it.
    pub necessity: MemberStatus,
}

/// Why a member of a core cannot be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum MemberStatus {
    /// The other members (and the background) have this solution.
    Witness(Solution),
    /// Without it the others cannot even be stated: it is what keeps some number within limits.
    Unstatable(ModelError),
    /// Not known: a limit came first. Never so in [`Clash::Minimal`].
    Open,
}

/// What all searches for a clash took together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Searches made, each for a solution of some of the constraints.
    pub searches: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Failed nodes.
    pub failures: u64,
    /// Propagator runs.
    pub propagations: u64,
    /// Whether a propagator gave a wrong reason, so that all was done again without reasons.
    pub distrusted: bool,
}

impl Core {
    /// Whether the background alone has no solution.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
}

impl std::fmt::Display for Core {
    /// The names: `a`, `b` and `c`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, member) in self.members.iter().enumerate() {
            let before = match i {
                0 => "",
                _ if i + 1 == self.members.len() => " and ",
                _ => ", ",
            };
            write!(f, "{before}`{}`", member.name)?;
        }
        Ok(())
    }
}

impl Model {
    /// Which constraints clash, if there is no solution. Short for `search().clash()`.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated.
    pub fn clash(&self) -> Result<Clash, ModelError> {
        self.search().clash()
    }
}

impl Search<'_> {
    /// Asks only among these constraints for those that [clash](Search::clash). All others are
    /// background: they always hold, and are not told.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 3, 0..=2)?;
    /// m.all_different(&q).named("rules");
    /// let wishes: Vec<_> = q.iter().map(|q| m.post(q.differs(2)).id()).collect();
    /// let Clash::Minimal(core) = m.search().among(&wishes).clash()? else { panic!("there is no solution") };
    /// assert_eq!(core.members.iter().map(|member| member.id).collect::<Vec<_>>(), wishes);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn among(mut self, candidates: &[ConstraintId]) -> Self {
        self.candidates = Some(candidates.to_vec());
        self
    }

    /// Which constraints clash: a minimal unsatisfiable subset of the model's constraints, or
    /// of those that [`among`](Search::among) names.
    ///
    /// The first search refutes the model in explain mode, and the constraints that its
    /// refutation used are the first core. Then one member after the other is left out, the latest
    /// first (deletion; Chinneck and Dravnieks 1991). A refutation of the rest shrinks the core to
    /// what it used; a solution of the rest proves the member necessary, and often others with it
    /// (model rotation; Belov and Marques-Silva 2011). In the end one classical search, which
    /// knows nothing of reasons, refutes the core again; a limit that comes there changes nothing if the search before it was among exactly
    /// these constraints. From a first core of `n` constraints this
    /// takes at most `n + 2` searches, unless members turn out [unstatable](MemberStatus::Unstatable).
    ///
    /// If the last search finds a solution, some propagator has given a wrong reason, and all is
    /// done again without asking for reasons: they cost time then, never a wrong answer.
    ///
    /// Every witness is [evaluated](Model::violations) with all other members and the background before it counts, one that a search
    /// finds unless it is [`unchecked`](Search::unchecked).
    ///
    /// Orders and branching are those of each search. Limits on time, nodes and failures
    /// hold over all of them together; a limit on solutions means nothing here.
    ///
    /// # Errors
    /// As [`start`](Search::start); [`ModelError::ForeignConstraint`] when a candidate belongs to another model;
    /// [`ModelError::WrongSolution`] when a search finds a witness that is none.
    pub fn clash(&self) -> Result<Clash, ModelError> {
        let Some(model) = self.assumed() else { return shrink::clash(self) };
        // Assumptions are background.
        let own = || self.model.constraint_ids().collect();
        let candidates = self.candidates.clone().unwrap_or_else(own);
        shrink::clash(&self.on_model(&model).among(&candidates))
    }
}
