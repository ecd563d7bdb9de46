//! Cubes: parts of the tree, as lists of decisions (J.-C. Régin, M. Rezgui, A. Malapert, *Embarrassingly parallel
//! search*, CP 2013).

use super::path::Taken;
use crate::atom::{Atom, Relation};
use crate::engine::Engine;
use crate::var::Var;
use crate::view::View;
use std::fmt;
use std::str::FromStr;

/// A part of a search tree: a branch and everything below it. With the same model and the same search, a cube denotes
/// the same part in every process.
///
/// The text form lists the decisions from the root down. Each decision consists of the variable's index, the relation,
/// the value and, after a colon, the index of the branch at its node and the node's number of branches.
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
    /// The branches from the root, including the part's own branch.
    taken: Box<[Taken]>,
    /// The part's estimated share of the entire tree.
    share: f64,
}

impl PartialEq for Cube {
    fn eq(&self, other: &Cube) -> bool {
        self.taken == other.taken
    }
}

impl Eq for Cube {}

impl Cube {
    pub(super) fn new(above: &[Taken], last: Taken, share: f64) -> Cube {
        Cube { taken: above.iter().copied().chain([last]).collect(), share }
    }

    pub(super) fn from_branches(taken: Vec<Taken>) -> Cube {
        let share = taken.iter().map(|taken| 1.0 / f64::from(taken.of)).product();
        Cube { taken: taken.into(), share }
    }

    /// Returns the cube of the entire tree.
    pub fn root() -> Cube {
        Cube::from_branches(Vec::new())
    }

    /// Returns each branch's index at its node and that node's number of branches, from the root down.
    pub fn branches(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.taken.iter().map(|taken| (taken.index, taken.of))
    }

    /// Measures how constraining the decisions are, in tenths of a bit: the smaller the result, the larger the part
    /// probably is. Assigning a value counts far more than excluding it, although each is one of two branches.
    ///
    /// ```
    /// use solver_core::Cube;
    /// let [rest, first]: [Cube; 2] = ["0!=1:1/2".parse()?, "0=1:0/2".parse()?];
    /// assert!(rest.says() < first.says());
    /// assert_eq!(Cube::root().says(), 0);
    /// # Ok::<(), solver_core::NoCube>(())
    /// ```
    pub fn says(&self) -> u64 {
        let says = |taken: &Taken| match (taken.atom.relation(), taken.of) {
            (Relation::Equal, 2) => 30,
            (Relation::NotEqual, 2) => 2,
            (_, of) => 10 * u64::from(of.max(1).ilog2()),
        };
        self.taken.iter().map(says).sum()
    }

    /// Whether this part is equal to the other part or contained in it.
    pub fn is_in(&self, other: &Cube) -> bool {
        self.taken.starts_with(&other.taken)
    }

    /// Whether the two parts lie in different branches of the same node.
    pub fn excludes(&self, other: &Cube) -> bool {
        let differ = self.taken.iter().zip(&other.taken).find(|(a, b)| a != b);
        differ.is_some_and(|(a, b)| a.of == b.of && a.index != b.index)
    }

    /// The part's position in the tree. Sorting cubes of the same tree by position gives the order of depth-first
    /// search.
    pub(crate) fn position(&self) -> Box<[u32]> {
        self.taken.iter().map(|taken| taken.index).collect()
    }

    pub(super) fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// The decisions from the root down.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Atom> + '_ {
        self.taken.iter().map(|taken| taken.atom)
    }

    /// The part's estimated share of the entire tree, from 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        self.share
    }

    /// Whether all variables of the cube exist in the engine.
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

/// The error for a text that is not a valid [`Cube`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a decision such as `3=1:0/2`: a variable number, one of =, !=, >= and <, a value, the branch, and the number of branches"
)]
pub struct NoCube(String);

impl FromStr for Cube {
    type Err = NoCube;

    fn from_str(text: &str) -> Result<Cube, NoCube> {
        let read = |word: &str| decision(word).ok_or_else(|| NoCube(word.chars().take(40).collect()));
        text.split_whitespace().map(read).collect::<Result<_, _>>().map(Cube::from_branches)
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
    let view = View::from(Var(var.parse().ok()?));
    let atom = match sign {
        "=" => Atom::equals(view, value),
        "!=" => Atom::differs(view, value),
        ">=" => Atom::at_least(view, value),
        _ => !Atom::at_least(view, value),
    };
    Some(Taken { atom, index, of })
}

/// The unexplored remainder of a run's part of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rest {
    /// The unexplored parts.
    pub parts: Vec<Cube>,
    /// The position of the run: branches before it are explored, those after it are among the parts.
    pub at: Cube,
    /// Whether the node at this position is among the parts; if not, it is explored.
    pub is_open: bool,
}
