//! Custom branchers: branching rules written by the user.

use crate::atom::Atom;
use crate::engine::Engine;
use crate::model::{IntVar, Owner};
use crate::view::View;
use std::sync::Arc;

/// A search node as a custom brancher sees it: the current domains. A variable of another model has an empty domain
/// here.
///
/// ```
/// use solver_core::prelude::*;
/// use solver_core::{Decision, Node};
/// let mut m = Model::new();
/// let x = m.ints("x", 4, 0..=9)?;
/// m.all_different(&x);
/// // The largest value that anyone can take, to the first who can.
/// let greedy = {
///     let x = x.clone();
///     move |node: &Node<'_>| {
///         let open = x.iter().filter(|x| node.fixed(**x).is_none());
///         let best = open.rev().max_by_key(|x| node.max(**x))?;
///         Some(Decision::equals(*best, node.max(*best)?))
///     }
/// };
/// let first = m.search().branch_with(greedy).first()?.complete().expect("there are solutions");
/// assert_eq!(first.values(&x)?, [9, 8, 7, 6]);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("space", "state", "search node"))]
pub struct Node<'a> {
    engine: &'a Engine,
    custom: &'a CustomBrancher,
}

impl Node<'_> {
    fn view(&self, x: IntVar) -> Option<View> {
        self.custom.view(x)
    }

    /// The smallest value left.
    pub fn min(&self, x: IntVar) -> Option<i32> {
        self.view(x).map(|view| self.engine.min(view))
    }

    /// The largest value left.
    pub fn max(&self, x: IntVar) -> Option<i32> {
        self.view(x).map(|view| self.engine.max(view))
    }

    /// The number of values left.
    pub fn size(&self, x: IntVar) -> u32 {
        self.view(x).map_or(0, |view| self.engine.size(view))
    }

    /// The value, if the variable is fixed.
    pub fn fixed(&self, x: IntVar) -> Option<i32> {
        self.view(x).and_then(|view| self.engine.fixed(view))
    }

    /// Whether the value is left.
    pub fn contains(&self, x: IntVar, value: i32) -> bool {
        self.view(x).is_some_and(|view| self.engine.contains(view, value))
    }

    /// The values left, ascending.
    pub fn values(&self, x: IntVar) -> Vec<i32> {
        let mut values = self.view(x).map_or(Vec::new(), |view| self.engine.values(view));
        values.sort_unstable();
        values
    }
}

/// A decision to try first. The other branch is its negation.
#[doc(alias("branch", "choice"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    variable: IntVar,
    relation: Relation,
    value: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equals,
    Differs,
    AtMost,
    AtLeast,
}

impl Decision {
    /// `x = value`, or else `x != value`.
    pub fn equals(x: IntVar, value: i32) -> Decision {
        Decision { variable: x, relation: Relation::Equals, value }
    }

    /// `x != value`, or else `x = value`.
    pub fn differs(x: IntVar, value: i32) -> Decision {
        Decision { variable: x, relation: Relation::Differs, value }
    }

    /// `x <= value`, or else `x > value`.
    pub fn at_most(x: IntVar, value: i32) -> Decision {
        Decision { variable: x, relation: Relation::AtMost, value }
    }

    /// `x >= value`, or else `x < value`.
    pub fn at_least(x: IntVar, value: i32) -> Decision {
        Decision { variable: x, relation: Relation::AtLeast, value }
    }
}

/// A custom brancher as the user wrote it: a function of the node.
pub(super) type RuleFn = dyn Fn(&Node<'_>) -> Option<Decision> + Send + Sync;

/// A custom brancher, and the mapping of the model's variables to the engine.
pub(super) struct CustomBrancher {
    rule: Arc<RuleFn>,
    owner: Owner,
    views: Vec<View>,
}

impl CustomBrancher {
    pub(super) fn new(rule: Arc<RuleFn>, owner: Owner, views: Vec<View>) -> CustomBrancher {
        CustomBrancher { rule, owner, views }
    }

    fn view(&self, x: IntVar) -> Option<View> {
        self.views.get(x.index as usize).copied().filter(|_| self.owner.owns(x))
    }

    /// The decision here, if any. An atom that is already true or false is no decision.
    pub(super) fn choose(&self, engine: &Engine) -> Option<Atom> {
        let decision = (self.rule)(&Node { engine, custom: self })?;
        let view = self.view(decision.variable)?;
        let v = decision.value;
        let (low, high) = (engine.min(view), engine.max(view));
        let open = match decision.relation {
            Relation::Equals | Relation::Differs => low < high && low <= v && v <= high && engine.contains(view, v),
            Relation::AtMost => low <= v && v < high,
            Relation::AtLeast => low < v && v <= high,
        };
        open.then(|| match decision.relation {
            Relation::Equals => Atom::equals(view, v),
            Relation::Differs => Atom::differs(view, v),
            Relation::AtMost => Atom::at_most(view, v),
            Relation::AtLeast => Atom::at_least(view, v),
        })
    }
}
