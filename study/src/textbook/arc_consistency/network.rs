//! The data of a binary network: the variables, their values by index, and the arcs between variables.

use super::relation::Relation;
use solver_core::prelude_propagator::*;

/// An error in a binary network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The variable does not exist.
    #[error("constraint {constraint} of the network involves variable {variable}, but there are only {count}")]
    Variable {
        /// The constraint's index.
        constraint: usize,
        /// The variable's index.
        variable: usize,
        /// The number of variables.
        count: usize,
    },
    /// A constraint relates a variable to itself.
    #[error(
        "constraint {constraint} of the network involves variable {variable} twice: remove values from its domain instead"
    )]
    Loop {
        /// The constraint's index.
        constraint: usize,
        /// The variable's index.
        variable: usize,
    },
    /// The sizes of a relation differ from the numbers of values of its variables.
    #[error("constraint {constraint} of the network relates {found:?} values, but its variables have {expected:?}")]
    Sizes {
        /// The constraint's index.
        constraint: usize,
        /// The relation's numbers of rows and columns.
        found: (usize, usize),
        /// The numbers of values of the constraint's variables.
        expected: (usize, usize),
    },
}

/// A constraint of the network, directed toward one of its variables.
#[derive(Clone, Debug)]
pub(super) struct Arc {
    /// The variable whose values need support, and the variable that supports them.
    pub(super) own: u32,
    pub(super) other: u32,
    pub(super) relation: Relation,
    /// The own variable's side of the relation.
    pub(super) side: usize,
    /// The total number of values of the own variables of all previous arcs; `first_other` is the total for their other
    /// variables.
    pub(super) first_own: usize,
    pub(super) first_other: usize,
}

/// A binary network; see the [module page](self).
#[derive(Clone, Debug)]
pub(super) struct Network {
    pub(super) views: Box<[View]>,
    /// The values of each variable, in ascending order.
    pub(super) values: Box<[Box<[i32]>]>,
    /// The arcs: two adjacent ones for each constraint.
    pub(super) arcs: Box<[Arc]>,
    /// For each variable, the arcs that have it as their other variable.
    pub(super) into: Box<[Box<[u32]>]>,
    /// For each variable, the number of words that the values of all previous variables occupy; then the total.
    pub(super) first_word: Box<[usize]>,
}

impl Network {
    pub(super) fn new(
        variables: impl IntoIterator<Item = (View, Vec<i32>)>,
        constraints: impl IntoIterator<Item = (usize, usize, Relation)>,
    ) -> Result<Network, NetworkError> {
        let (mut views, mut values) = (Vec::new(), Vec::new());
        for (view, list) in variables {
            views.push(view);
            values.push(list.into_boxed_slice());
        }
        let mut arcs: Vec<Arc> = Vec::new();
        let (mut first_own, mut first_other) = (0, 0);
        for (constraint, (i, j, relation)) in constraints.into_iter().enumerate() {
            if let Some(&variable) = [i, j].iter().find(|&&v| v >= views.len()) {
                return Err(NetworkError::Variable { constraint, variable, count: views.len() });
            }
            if i == j {
                return Err(NetworkError::Loop { constraint, variable: i });
            }
            let expected = (values[i].len(), values[j].len());
            if relation.sizes() != expected {
                return Err(NetworkError::Sizes { constraint, found: relation.sizes(), expected });
            }
            for (side, own, other) in [(0, i, j), (1, j, i)] {
                let relation = relation.clone();
                arcs.push(Arc { own: own as u32, other: other as u32, relation, side, first_own, first_other });
                first_own += values[own].len();
                first_other += values[other].len();
            }
        }
        let mut into = vec![Vec::new(); views.len()];
        for (number, arc) in (0..).zip(&arcs) {
            into[arc.other as usize].push(number);
        }
        let mut first_word = vec![0];
        for list in &values {
            first_word.push(first_word[first_word.len() - 1] + list.len().div_ceil(64));
        }
        Ok(Network {
            views: views.into(),
            values: values.into(),
            arcs: arcs.into(),
            into: into.into_iter().map(Vec::into_boxed_slice).collect(),
            first_word: first_word.into(),
        })
    }

    /// Returns the number of words that hold a bit for each value of each variable.
    pub(super) fn words(&self) -> usize {
        self.first_word[self.views.len()]
    }

    /// Returns the total number of values of all arcs' own variables.
    pub(super) fn own_values(&self) -> usize {
        self.arcs.last().map_or(0, |arc| arc.first_own + self.values[arc.own as usize].len())
    }

    /// Returns the total number of values of all arcs' other variables.
    pub(super) fn other_values(&self) -> usize {
        self.arcs.last().map_or(0, |arc| arc.first_other + self.values[arc.other as usize].len())
    }
}
