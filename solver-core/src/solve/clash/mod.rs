//! Unsatisfiable cores: minimal sets of constraints that have no solution together.
//!
//! A model without solutions often fails because of only a few of its constraints. Together they have no solution, but
//! if any one is removed, the others have one. Such a set is a *minimal unsatisfiable subset* (MUS). A model can have
//! many; which one is returned is not specified, but the same query always has the same answer.

mod antecedents;
mod rotate;
mod shrink;

use super::search::Search;
use super::solution::Solution;
use crate::budget::StopReason;
use crate::model::{ConstraintId, Model, ModelError};
use std::collections::BTreeMap;

/// The answer to "which constraints are unsatisfiable together?".
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
/// let MemberStatus::Witness(others) = &core.members[2].status else { panic!("they can be stated") };
/// let v = others.values(&[x, y, z])?;
/// assert!(v[0] < v[1] && v[1] < v[2]);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("mus", "unsat core", "unsatisfiable core"))]
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Clash {
    /// There is no conflict, as this solution shows.
    Satisfiable(Solution),
    /// A minimal unsatisfiable subset: constraints that have no solution together, but have one if any of them is
    /// removed.
    Minimal(Core),
    /// A limit was reached first.
    Stopped {
        /// The limit.
        by: StopReason,
        /// Constraints without a common solution, taken from the reasons in a refutation. This set was not checked by
        /// another refutation and may not be minimal. `None` if nothing has been refuted yet.
        known: Option<Core>,
    },
}

/// An unsatisfiable core: constraints that have no solution together, or none together with the background if
/// [`Search::among`] defines a background.
///
/// If the core is empty, the background itself has no solution.
#[doc(alias("mus", "unsat core", "unsatisfiable core"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// The constraints, in posting order.
    pub members: Vec<Member>,
    /// The effort spent to find the core.
    pub effort: Effort,
}

/// A constraint of a [`Core`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The constraint.
    pub id: ConstraintId,
    /// The constraint's name, or its kind and number.
    pub name: String,
    /// Why the core needs it.
    pub status: MemberStatus,
}

/// Why a core member cannot be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum MemberStatus {
    /// The other members (and the background) have this solution.
    Witness(Solution),
    /// Without this member, the others cannot even be posted, because it keeps some number within the limits.
    CannotBePosted(ModelError),
    /// Not known, because a limit was reached. Does not occur in [`Clash::Minimal`].
    Open,
}

/// By constraint: why the member cannot be left out, if known.
type Necessities = BTreeMap<usize, MemberStatus>;

/// The total effort of the searches for a core.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Searches made, each for a solution to a subset of the constraints.
    pub searches: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Failed nodes.
    pub failures: u64,
    /// Propagator runs.
    pub propagations: u64,
    /// Whether a propagator gave a wrong reason, so that everything was repeated without reasons.
    pub distrusted: bool,
}

impl Clash {
    /// Lists the constraints by name, one per line below a header; empty if there is a solution. If a limit was reached
    /// before any refutation, a single line says so.
    ///
    /// A name shared by several constraints, as a translation may produce, is listed once.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// m.post(constraint!(2 * x == 3)).named("half of three");
    /// assert_eq!(m.clash()?.lines(), ["This constraint alone allows none:", "  half of three"]);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn lines(&self) -> Vec<String> {
        let (core, is_minimal) = match self {
            Clash::Minimal(core) => (core, true),
            Clash::Stopped { known: Some(core), .. } => (core, false),
            Clash::Satisfiable(_) => return Vec::new(),
            Clash::Stopped { by, known: None } => {
                return vec![format!("It is not yet shown that there is no solution ({by}).")];
            }
        };
        let mut names: Vec<&str> = Vec::new();
        for member in &core.members {
            if !names.contains(&member.name.as_str()) {
                names.push(&member.name);
            }
        }
        let heading = match (names.len(), is_minimal) {
            (0, _) => "The domains alone allow none.".to_owned(),
            (1, true) => "This constraint alone allows none:".to_owned(),
            (n, true) => format!("These {n} constraints clash, and without any one of them the others do not:"),
            (n, false) => format!("These {n} constraints clash; perhaps some of them are not needed:"),
        };
        std::iter::once(heading).chain(names.iter().map(|name| format!("  {name}"))).collect()
    }
}

impl Core {
    /// Whether the background itself has no solution.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
}

impl std::fmt::Display for Core {
    /// Writes the names, for example `a`, `b` and `c`.
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
    /// Finds a minimal unsatisfiable subset of the constraints, if the model has no solution. Short for
    /// `search().clash()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// m.post(constraint!(x > 5)).named("large");
    /// m.post(constraint!(x < 3)).named("small");
    /// let Clash::Minimal(core) = m.clash()? else { panic!("there is no solution") };
    /// assert_eq!(core.to_string(), "`large` and `small`");
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved.
    #[doc(alias("mus", "unsat core", "unsatisfiable core", "iis", "conflict"))]
    pub fn clash(&self) -> Result<Clash, ModelError> {
        self.search().clash()
    }
}

impl Search<'_> {
    /// Restricts the [unsatisfiable core](Search::clash) to these constraints. All others are background: they always
    /// hold and are never reported.
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
    #[doc(alias("soft constraints", "background"))]
    pub fn among(self, candidates: &[ConstraintId]) -> Self {
        self.set(|options| options.candidates = Some(candidates.to_vec()))
    }

    /// Finds a minimal unsatisfiable subset (MUS) of the model's constraints, or of the candidates given to
    /// [`among`](Search::among).
    ///
    /// The first search refutes the model in explain mode, and the constraints used in its refutation form the first
    /// core. Then the members are left out one by one, the latest first (deletion; Chinneck and Dravnieks 1991). If the
    /// remaining constraints are refuted, the core shrinks to those used in the refutation. If they have a solution,
    /// the member is necessary, and the solution often shows that other members are necessary too (model rotation;
    /// Belov and Marques-Silva 2011). Finally, a search without reasons refutes the core again; reaching a limit in
    /// this search is harmless if the previous search refuted exactly these constraints. From a first core of `n`
    /// constraints, this takes at most `n + 2` searches, unless members turn out [impossible to
    /// post](MemberStatus::CannotBePosted). A search that has not ended after 200 failures starts again with stronger
    /// propagation, but counts as one search: the constraints that count values (`all_different`, `gcc`, …), and the
    /// sums in them, are made domain consistent if they are small. This search detects a pigeonhole problem at the
    /// root.
    ///
    /// If the last search finds a solution, some propagator has given a wrong reason, and everything is repeated
    /// without reasons. A wrong reason therefore costs time but never leads to a wrong answer.
    ///
    /// Every witness is [evaluated](Model::violations) against all other members and the background before it counts.
    /// [`unchecked`](Search::unchecked) skips this check for witnesses found by a search.
    ///
    /// Each search uses the options for variable selection and branching, or those of the [automatic
    /// search](Search::auto) if the user has not chosen how to search; no search restarts. Limits on time, nodes and
    /// failures apply to the total; a solution limit has no effect.
    ///
    /// # Errors
    /// Same as [`start`](Search::start); [`ModelError::ForeignConstraint`] when a candidate belongs to another model;
    /// [`ModelError::WrongSolution`] when a search finds a wrong witness.
    pub fn clash(&self) -> Result<Clash, ModelError> {
        let search = self.chosen_or_auto();
        let Some(model) = self.assumed() else { return shrink::clash(&search) };
        // The assumptions are part of the background.
        let own = || self.model.constraint_ids().collect();
        let candidates = self.options.candidates.clone().unwrap_or_else(own);
        shrink::clash(&search.on_model(&model).among(&candidates))
    }
}
