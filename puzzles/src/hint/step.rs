//! A player's step: the facts that follow, their premises, and the technique.

use super::board::Board;
use crate::fact::Fact;
use crate::statement::{About, distinct};

/// One solving step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The inferred facts, in ascending order; empty for a contradiction.
    pub facts: Vec<Fact>,
    /// The known facts that imply the inferred facts.
    pub premises: Vec<Fact>,
    /// Whether the premises are proved to be minimal.
    pub minimal: bool,
    /// The data for the step's sentence.
    pub(super) scene: Scene,
}

/// A solving technique of human players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Technique {
    /// A value has only one cell left in a unit, or only as many cells as the unit needs.
    HiddenSingle,
    /// A cell has only one value left.
    NakedSingle,
    /// A single rule of the puzzle implies the facts; contains the step's level.
    Rule(u8),
    /// All remaining candidates of one unit lie in another unit.
    Pointing,
    /// All remaining candidates of a unit or cell exclude another candidate.
    CommonPeer,
    /// This many cells of a unit have only that many values left between them.
    NakedSet(usize),
    /// This many values of a unit have only that many cells left between them.
    HiddenSet(usize),
    /// This many units of one kind fill the same number of units of another kind, as in an X-wing or a swordfish.
    Fish(usize),
    /// The fact's negation leads to a contradiction after this many inferences.
    Supposition(usize),
}

/// The data for a step's sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Scene {
    /// The remaining candidates of a group.
    Left { group: usize, left: Vec<usize> },
    /// Groups (`needs`) that fill the same number of other groups (`rooms`).
    Fill { needs: Vec<usize>, rooms: Vec<usize> },
    /// A single rule.
    Rule { rule: usize },
    /// A derivation, written as sentences.
    Chain { lines: Vec<String> },
}

impl Step {
    /// Returns the indices of the rules that, together with the premises, imply the facts. The premises are minimal
    /// relative to these rules.
    pub fn rules(&self, board: &Board) -> Vec<usize> {
        let statement = &board.statement;
        let of_group = |group: usize| match statement.groups[group].about {
            About::Cell(_) => None,
            About::Unit(unit, _) => Some(statement.units[unit].rule),
        };
        let rules: Vec<usize> = match &self.scene {
            Scene::Rule { rule } => vec![*rule],
            Scene::Chain { .. } => (0..statement.rules.len()).collect(),
            Scene::Fill { needs, rooms } => needs.iter().chain(rooms).filter_map(|&group| of_group(group)).collect(),
            Scene::Left { group, .. } => {
                // Each member is already excluded or, if true, would exclude the facts.
                let gone = |member: &usize| self.premises.contains(&board.fact(*member, false));
                let members: Vec<usize> = board.members[*group].ones().filter(|member| !gone(member)).collect();
                let facts = self.facts.iter().filter_map(|fact| board.candidates.number(fact.cell, fact.value));
                let shared = facts.flat_map(|fact| {
                    let groups = members.iter().flat_map(move |&member| board.shared(member, fact));
                    groups.filter_map(of_group).collect::<Vec<usize>>()
                });
                of_group(*group).into_iter().chain(shared).collect()
            }
        };
        distinct(rules)
    }
}

impl Technique {
    /// Returns the difficulty, from 1 up: singles are 1 and 2, pointing is 3, pairs are 4, triples and X-wings are 5,
    /// and larger sets are 6. Suppositions are rated by length, from 2 for three inferences to 8 for thirty and 9 for
    /// more.
    pub fn level(self) -> u8 {
        match self {
            Technique::HiddenSingle => 1,
            Technique::NakedSingle => 2,
            Technique::Rule(level) => level,
            Technique::Pointing | Technique::CommonPeer => 3,
            Technique::NakedSet(2) | Technique::HiddenSet(2) => 4,
            Technique::Fish(2) | Technique::NakedSet(3) | Technique::HiddenSet(3) => 5,
            Technique::NakedSet(_) | Technique::HiddenSet(_) | Technique::Fish(_) => 6,
            Technique::Supposition(steps) => match steps {
                0..=3 => 2,
                4..=5 => 4,
                6..=7 => 5,
                8..=12 => 7,
                13..=30 => 8,
                _ => 9,
            },
        }
    }

    /// Returns the name of the technique: `hidden single`, `X-wing`.
    pub fn name(self) -> String {
        let sized = |size: usize| match size {
            2 => "pair".to_owned(),
            3 => "triple".to_owned(),
            4 => "quad".to_owned(),
            _ => format!("set of {size}"),
        };
        match self {
            Technique::HiddenSingle => "hidden single".to_owned(),
            Technique::NakedSingle => "naked single".to_owned(),
            Technique::Rule(_) => "rule".to_owned(),
            Technique::Pointing => "pointing".to_owned(),
            Technique::CommonPeer => "common peer".to_owned(),
            Technique::NakedSet(size) => format!("naked {}", sized(size)),
            Technique::HiddenSet(size) => format!("hidden {}", sized(size)),
            Technique::Fish(2) => "X-wing".to_owned(),
            Technique::Fish(3) => "swordfish".to_owned(),
            Technique::Fish(4) => "jellyfish".to_owned(),
            Technique::Fish(size) => format!("fish of {size}"),
            Technique::Supposition(_) => "supposition".to_owned(),
        }
    }
}
