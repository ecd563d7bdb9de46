//! One inference, in terms of the board.

use crate::regions::constraint::{Axis, Constraint};
use crate::regions::exactly::{FULL, LAST};
use crate::regions::puzzle::Puzzle;
use crate::regions::square::Square;
use solver_core::Rule;

/// Whether a square holds a star.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fact {
    /// The square.
    pub square: Square,
    /// Whether it holds a star.
    pub star: bool,
}

/// What one constraint says at once: facts, or a contradiction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// What follows; nothing for a contradiction.
    pub facts: Vec<Fact>,
    /// The constraint.
    pub constraint: Constraint,
    /// The rule of the inference.
    pub rule: &'static Rule,
    /// Facts from which it follows.
    pub premises: Vec<Fact>,
    /// What makes it plain to people.
    pub(super) scene: Scene,
}

/// What of the board a sentence about an inference speaks of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Scene {
    /// The facts and premises say it all.
    Plain,
    /// The squares that a unit has left.
    Left(Vec<Square>),
    /// Regions that fill lines of an axis.
    Filled { axis: Axis, regions: Vec<usize>, lines: Vec<usize> },
}

impl Deduction {
    /// Whether it only crosses out what a star touches, or the rest of a unit that is full.
    pub fn is_crossing_out(&self) -> bool {
        let touch = matches!(self.constraint, Constraint::Touch(..));
        !self.facts.is_empty() && (touch || self.rule == &FULL)
    }

    /// How hard it is to see: the kind, how much of the board it takes in, and the first square for ties.
    pub(super) fn cost(&self, puzzle: &Puzzle) -> (u8, usize, usize, Option<Fact>) {
        let (kind, width) = match &self.scene {
            Scene::Plain => (0, 0),
            Scene::Left(squares) => (1, squares.len()),
            Scene::Filled { regions, .. } => (2, regions.len().min(puzzle.size() - regions.len())),
        };
        (kind, width, self.premises.len(), self.facts.first().copied())
    }

    pub(super) fn kind(&self) -> &'static str {
        match self.constraint {
            _ if self.is_crossing_out() => "crossing out",
            Constraint::Touch(..) => "touch",
            Constraint::Exactly(_) if self.rule == &LAST => "last squares",
            Constraint::Exactly(_) => "count",
            Constraint::Reach(_) => "reach",
            Constraint::Confined(_) => "confined",
        }
    }
}
