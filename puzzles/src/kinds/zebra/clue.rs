//! The syntax and semantics of zebra clues.

use crate::kinds::prelude::*;

/// A clue about items, which are identified by index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Clue {
    /// An item and the number of its house, counted from 1.
    At(usize, usize),
    /// Two items and a relation between their houses.
    Two(usize, &'static Relation, usize),
}

/// A relation between two houses.
#[derive(Debug)]
pub(super) struct Relation {
    /// The words that denote the relation in a clue.
    pub(super) words: &'static str,
    pub(super) holds: fn(usize, usize) -> bool,
}

pub(super) static RELATIONS: [Relation; 7] = [
    Relation { words: "=", holds: |one, other| one == other },
    Relation { words: "!=", holds: |one, other| one != other },
    Relation { words: "next to", holds: |one, other| one.abs_diff(other) == 1 },
    Relation { words: "left of", holds: |one, other| one < other },
    Relation { words: "right of", holds: |one, other| one > other },
    Relation { words: "just left of", holds: |one, other| one + 1 == other },
    Relation { words: "just right of", holds: |one, other| one == other + 1 },
];

/// The level of the rule for a clue.
const CLUE: u8 = 1;

impl Clue {
    pub(super) fn text(self, name: impl Fn(usize) -> String) -> String {
        match self {
            Clue::At(thing, house) => format!("{} at {house}", name(thing)),
            Clue::Two(one, relation, other) => format!("{} {} {}", name(one), relation.words, name(other)),
        }
    }

    /// Adds the clue as a rule.
    pub(super) fn state(self, s: &mut Statement) {
        let name = format!("the clue `{}`", self.text(|thing| s.cells[thing].name.clone()));
        match self {
            Clue::At(thing, house) => {
                let x = s.cells[thing].variable;
                s.rule(&name, CLUE, |model| model.post(constraint!(x == house as i32)));
            }
            Clue::Two(one, relation, other) => {
                let houses = s.cells[one].values.len();
                let pairs = (1..=houses).flat_map(|a| (1..=houses).map(move |b| (a, b)));
                let rows = pairs.filter(|&(a, b)| (relation.holds)(a, b)).map(|(a, b)| [a as i32, b as i32]);
                s.table(&name, CLUE, &[one, other], rows);
            }
        }
    }
}
