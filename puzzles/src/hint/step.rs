//! A step of a person: what follows, from what, and by which technique.

use super::board::Board;
use crate::fact::Fact;
use crate::statement::{About, distinct};

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// How it is found.
    pub technique: Technique,
    /// What follows, ascending; nothing for a contradiction.
    pub facts: Vec<Fact>,
    /// Known facts from which it follows.
    pub premises: Vec<Fact>,
    /// Whether no premise can be left out; `false` where nobody has proved it.
    pub minimal: bool,
    /// What the sentence is about.
    pub(super) scene: Scene,
}

/// A technique of people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Technique {
    /// A value has one place left in a unit, or a unit only as many as it needs.
    HiddenSingle,
    /// A cell has one value left.
    NakedSingle,
    /// One rule of the puzzle says so at once; its level is the rule's.
    Rule(u8),
    /// All that is left for one unit lies in another.
    Pointing,
    /// All that is left for a unit, or for a cell, excludes a candidate.
    CommonPeer,
    /// Cells of a unit with as many values.
    NakedSet(usize),
    /// Values of a unit with as many cells.
    HiddenSet(usize),
    /// Units of one kind that fill as many of another: an X-wing, a swordfish.
    Fish(usize),
    /// The opposite leads to a contradiction, after some steps.
    Supposition(usize),
}

/// What the sentence of a step is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Scene {
    /// The candidates left of a group.
    Left { group: usize, left: Vec<usize> },
    /// Groups that fill as many others.
    Fill { needs: Vec<usize>, rooms: Vec<usize> },
    /// A rule.
    Rule { rule: usize },
    /// A derivation, in sentences.
    Chain { lines: Vec<String> },
}

impl Step {
    /// The numbers of the rules from which, with the premises, the facts follow. Whether a premise is needed is said of
    /// these rules.
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
                // Whatever member is true, it excludes the facts, or it is gone.
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
    /// How hard it is to see, from 1: singles 1 and 2, pointing 3, pairs 4, triples and X-wings 5, larger sets 6;
    /// suppositions by their length, from 2 for three inferences to 8 for thirty, and 9 beyond.
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

    /// Its name: `hidden single`, `X-wing`.
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
