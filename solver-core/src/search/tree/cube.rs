//! Cubes: parts of the tree for other searches to explore (J.-C. Régin, M. Rezgui, A. Malapert, *Embarrassingly parallel search*, CP 2013).
//!
//! A search gives away the last branch of its outermost open node, which is about the largest part of its tree that it has not begun. A search that
//! receives it takes the decisions that lead there, and explores the branch as if it were its own. Together they visit every node once.

use super::path::Taken;
use super::{NODE, Phase, SearchTree};
use crate::atom::{Atom, Relation};
use crate::budget::{Budget, CancelToken, StopReason};
use crate::engine::Engine;
use crate::engine::Halt;
use crate::search::goal::Goal;
use crate::search::{Bounded, Branch, Limits, SearchOptions, Selection, Step, Watch};
use crate::var::Var;
use crate::view::View;
use std::fmt;
use std::str::FromStr;

/// A part of the tree of a search: a branch, with all below it. Of a model and a search that are the same, it is the same part in every process.
///
/// As text, it is the decisions from the root to it: of each the number of the variable, the relation and the value, and which of how many branches of its node it is.
///
/// ```
/// use solver_core::prelude::*;
/// use solver_core::Cube;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 1..=3)?;
/// let mut run = m.search().part(&Cube::root()).start()?;
/// assert!(run.step_for(2).is_none());
/// let rest = run.rest().expect("some parts are left");
/// let parts: Vec<String> = rest.parts.iter().map(Cube::to_string).collect();
/// assert_eq!(parts, ["0!=1:1/2", "0=1:0/2"]);
/// let counts = rest.parts.iter().map(|part| m.search().part(part).count());
/// let counts: Vec<_> = counts.collect::<Result<_, _>>()?;
/// assert_eq!(counts, [Outcome::Complete(6), Outcome::Complete(3)]);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cube {
    /// The branches from the root to it, itself included.
    taken: Box<[Taken]>,
    branch: Branch,
    /// Its share of the whole tree, as an estimate.
    share: f64,
}

impl PartialEq for Cube {
    fn eq(&self, other: &Cube) -> bool {
        self.taken == other.taken
    }
}

impl Eq for Cube {}

impl Cube {
    pub(super) fn new(above: &[Taken], last: Taken, branch: Branch, share: f64) -> Cube {
        Cube { taken: above.iter().copied().chain([last]).collect(), branch, share }
    }

    fn of(taken: Vec<Taken>, branch: Branch) -> Cube {
        let share = taken.iter().map(|taken| 1.0 / f64::from(taken.of)).product();
        Cube { taken: taken.into(), branch, share }
    }

    /// The whole tree.
    pub fn root() -> Cube {
        Cube::of(Vec::new(), Branch::Left)
    }

    /// Of each branch from the root on its index among the branches of its node, and their number.
    pub fn branches(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.taken.iter().map(|taken| (taken.index, taken.of))
    }

    /// Whether it is a part of this other part, or the same.
    pub fn is_in(&self, other: &Cube) -> bool {
        self.taken.starts_with(&other.taken)
    }

    /// Whether the two are different branches of one node, or in different branches.
    pub fn excludes(&self, other: &Cube) -> bool {
        let differ = self.taken.iter().zip(&other.taken).find(|(a, b)| a != b);
        differ.is_some_and(|(a, b)| a.of == b.of && a.index != b.index)
    }

    /// Its place in the tree. Cubes of one tree, sorted by their places, are in the order of depth-first search.
    pub(crate) fn place(&self) -> Box<[u32]> {
        self.taken.iter().map(|taken| taken.index).collect()
    }

    pub(super) fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// Its share of the whole tree, from 0 to 1, as an estimate.
    pub(crate) fn share(&self) -> f64 {
        self.share
    }

    /// Whether it speaks of the engine's variables, and of values that they can have.
    pub(crate) fn fits(&self, engine: &Engine) -> bool {
        self.taken.iter().all(|taken| taken.atom.var().index() < engine.variables())
    }
}

impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, Taken { atom, index, of }) in self.taken.iter().enumerate() {
            let sign = match atom.relation() {
                Relation::Equal => "=",
                Relation::NotEqual => "!=",
                Relation::AtLeast => ">=",
                Relation::Less => "<",
            };
            let gap = if k == 0 { "" } else { " " };
            write!(f, "{gap}{}{sign}{}:{index}/{of}", atom.var().index(), atom.value())?;
        }
        Ok(())
    }
}

/// A text is no [`Cube`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no decision such as `3=1:0/2`: the number of a variable, =, !=, >= or <, a value, and which of how many branches it is"
)]
pub struct NoCube(String);

impl FromStr for Cube {
    type Err = NoCube;

    fn from_str(text: &str) -> Result<Cube, NoCube> {
        let taken: Vec<Taken> = text
            .split_whitespace()
            .map(|word| decision(word).ok_or_else(|| NoCube(word.chars().take(40).collect())))
            .collect::<Result<_, _>>()?;
        let branch = match taken.last() {
            None | Some(Taken { index: 0, of: 2, .. }) => Branch::Left,
            Some(Taken { index: 1, of: 2, atom }) if atom.relation() != Relation::Equal => Branch::Right,
            Some(&Taken { index, of, .. }) => Branch::Value { index, of },
        };
        Ok(Cube::of(taken, branch))
    }
}

fn decision(word: &str) -> Option<Taken> {
    let (fact, branch) = word.split_once(':')?;
    let (index, of) = branch.split_once('/')?;
    let (index, of): (u32, u32) = (index.parse().ok()?, of.parse().ok()?);
    let at = fact.find(|c: char| !c.is_ascii_digit())?;
    let (var, rest) = fact.split_at(at);
    let sign = ["!=", ">=", "=", "<"].into_iter().find(|sign| rest.starts_with(sign))?;
    let value: i32 = rest[sign.len()..].parse().ok()?;
    if !(-View::LIMIT..=View::LIMIT).contains(&value) || index >= of {
        return None;
    }
    let view = View::of(Var(var.parse().ok()?));
    let atom = match sign {
        "=" => Atom::equals(view, value),
        "!=" => Atom::differs(view, value),
        ">=" => Atom::at_least(view, value),
        _ => !Atom::at_least(view, value),
    };
    Some(Taken { atom, index, of })
}

/// What a run has left of its part of the tree.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The parts that are not explored.
    pub parts: Vec<Cube>,
    /// Where the run stands: branches before it are explored, those after it are among the parts.
    pub at: Cube,
    /// Whether it is among the parts itself; else it is explored.
    pub is_open: bool,
}

impl SearchTree {
    /// Makes it possible to [give](SearchTree::give) parts away. Before the first step.
    pub(crate) fn for_splitting(mut self) -> SearchTree {
        self.stack.path = Some(Box::default());
        self.is_split = true;
        self
    }

    /// Will explore this part only.
    pub(crate) fn for_part(self, part: &Cube) -> SearchTree {
        let mut tree = self.for_splitting();
        tree.cube = Some(Box::new(part.clone())).filter(|part| !part.taken.is_empty());
        tree
    }

    /// Gives away a branch, if there is an open node: it is not searched here any more.
    pub(crate) fn give(&mut self) -> Option<Cube> {
        match (self.phase, &self.goal) {
            (Phase::Start | Phase::Cube | Phase::Ended(_), _) => None,
            // Nodes at which all of these were fixed hold copies of one solution.
            (_, &Goal::Projection(variables)) => self.stack.give(variables),
            (_, Goal::All | Goal::Optimum(_)) => self.stack.give(usize::MAX),
        }
    }

    /// What is left to be explored here, which is given away; `None` if nothing is, or if a limit has ended the search in the middle of a node.
    pub(crate) fn rest(&mut self) -> Option<Rest> {
        let is_open = match self.phase {
            Phase::Open => true,
            Phase::Leaf => false,
            Phase::Start | Phase::Cube | Phase::Ended(_) => return None,
        };
        let taken = self.stack.path.as_ref()?.taken().to_vec();
        let branch = if taken.last().is_none_or(|last| last.index == 0) { Branch::Left } else { Branch::Right };
        let at = Cube::of(taken, branch);
        let mut parts: Vec<Cube> = std::iter::from_fn(|| self.give()).collect();
        if is_open {
            parts.push(at.clone());
        }
        Some(Rest { parts, at, is_open })
    }

    /// A search of parts of the same tree, at the root, which has none yet. It has a bound of its own on the objective.
    pub(crate) fn for_cubes(&self, options: SearchOptions) -> SearchTree {
        let mut engine = self.engine.at_root();
        let objective = self.optimum().map(|optimum| optimum.objective.apart());
        if let Some(objective) = &objective {
            engine.replace(objective.propagator, Box::new(Bounded::new(objective.view, objective.limit.clone())));
        }
        let selection = Selection::new(&engine, options);
        let budget = engine.budget().clone();
        let tree = SearchTree::new(engine, selection, self.branching, self.limits.clone(), budget).for_splitting();
        let mut tree = match objective {
            Some(objective) => tree.minimizing(objective),
            None => tree,
        };
        if let Some(optimum) = self.optimum() {
            tree.is_good_enough_at(optimum.good_enough);
            tree.adopt_bound(self);
        }
        tree.phase = Phase::Ended(Step::Exhausted);
        tree.is_prepared = false;
        tree
    }

    /// Explores this part of the tree from now on.
    pub(crate) fn explore(&mut self, cube: Cube) {
        self.cube = Some(Box::new(cube));
        self.at_solution = false;
        self.phase = Phase::Cube;
    }

    /// Goes to the cube and takes its branch.
    pub(super) fn enter_cube<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        self.look()?;
        self.allow()?;
        let Some(cube) = self.cube.take() else { return Ok(false) };
        self.stack.go_to(&mut self.engine, &cube);
        if self.listens && !std::mem::replace(&mut self.is_prepared, true) {
            self.selection.prepare(&mut self.engine)?;
        }
        self.selection.restarted();
        if let Goal::Optimum(optimum) = &mut self.goal {
            optimum.climbing = false;
            optimum.hold(&mut self.engine);
        }
        let Some((last, above)) = cube.taken().split_last() else { return Ok(false) };
        // What it takes to get there was counted by the search that gave it away.
        let propagations = self.engine.propagations();
        for taken in above {
            self.spend(NODE)?;
            match self.engine.assume(taken.atom).and_then(|()| watch.propagate(&mut self.engine)) {
                Ok(()) => {}
                // There is a better solution by now than any here.
                Err(Halt::Failed) => {
                    self.stack.close_current();
                    return Ok(false);
                }
                Err(Halt::Stopped(by)) => return Err(by),
            }
        }
        self.engine.count_propagations_from(propagations);
        self.stack.depth += 1;
        self.decide(last.atom, cube.branch, watch)
    }

    /// The limits.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.statistics.nodes
    }

    /// A copy of the deadline and the token.
    pub(crate) fn budget(&mut self) -> Budget {
        self.engine.budget().clone()
    }

    /// From now on, it stops after this many failures in all.
    pub(crate) fn limit_failures(&mut self, failures: u64) {
        self.limits.failures = Some(failures);
    }

    /// Continues to the next solution or to the end, if no further node is on the way.
    pub(crate) fn step_at_node(&mut self) -> Option<Step> {
        let phase = self.phase;
        let limit = self.limits.nodes.replace(self.statistics.nodes);
        let step = self.step_for(1);
        self.limits.nodes = limit;
        if step == Some(Step::Stopped(StopReason::Nodes)) {
            // It is where it was.
            self.phase = phase;
            return None;
        }
        step
    }

    /// The share of the whole tree that this search has explored, as an estimate.
    pub(crate) fn done(&self) -> f64 {
        self.stack.done
    }

    /// With an objective: the best value known, if there is one.
    pub(crate) fn best(&self) -> Option<Option<i32>> {
        self.optimum().map(|optimum| optimum.objective.best())
    }

    /// The limits and the token from now on.
    pub(crate) fn hold_to(&mut self, limits: Limits, cancel: &CancelToken) {
        self.engine.budget().set_cancel(cancel);
        self.limits = limits;
    }

    /// Of an objective, only values better than this count from now on, whatever counted before.
    pub(crate) fn count_below(&mut self, value: i32) {
        if let Some(optimum) = self.optimum() {
            optimum.objective.limit.set(value);
        }
    }
}
