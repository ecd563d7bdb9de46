//! Clues: how they are written, what they mean.

use crate::statement::Statement;
use solver_core::constraint;
use solver_core::constraints::Table;

/// A clue about things, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clue {
    /// A thing in a house, from 1.
    At(usize, usize),
    /// Two things and how their houses lie.
    Two(usize, Relation, usize),
}

/// How two houses lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Same,
    Other,
    NextTo,
    LeftOf,
    RightOf,
    JustLeftOf,
    JustRightOf,
}

impl Relation {
    pub(super) const ALL: [Relation; 7] = [
        Relation::Same,
        Relation::Other,
        Relation::NextTo,
        Relation::LeftOf,
        Relation::RightOf,
        Relation::JustLeftOf,
        Relation::JustRightOf,
    ];

    /// As it is written.
    pub(super) fn words(self) -> &'static str {
        match self {
            Relation::Same => "=",
            Relation::Other => "!=",
            Relation::NextTo => "next to",
            Relation::LeftOf => "left of",
            Relation::RightOf => "right of",
            Relation::JustLeftOf => "just left of",
            Relation::JustRightOf => "just right of",
        }
    }

    pub(super) fn holds(self, one: usize, other: usize) -> bool {
        match self {
            Relation::Same => one == other,
            Relation::Other => one != other,
            Relation::NextTo => one.abs_diff(other) == 1,
            Relation::LeftOf => one < other,
            Relation::RightOf => one > other,
            Relation::JustLeftOf => one + 1 == other,
            Relation::JustRightOf => one == other + 1,
        }
    }
}

/// The level of a clue about one thing, and of one about two.
const ONE: u8 = 1;
const TWO: u8 = 1;

impl Clue {
    pub(super) fn tell(self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Clue::At(thing, house) => format!("{} at {house}", name(thing)),
            Clue::Two(one, relation, other) => format!("{} {} {}", name(one), relation.words(), name(other)),
        }
    }

    /// Adds the clue as a rule.
    pub(super) fn state(self, s: &mut Statement, name: &str) {
        let title = format!("the clue `{name}`");
        match self {
            Clue::At(thing, house) => {
                let x = s.cells[thing].variable;
                let rule = s.model.post(constraint!(x == house as i32)).named(&title).id();
                s.rule(rule, &title, ONE);
            }
            Clue::Two(one, relation, other) => {
                let houses = s.cells[one].values.len();
                let pairs = (1..=houses).flat_map(|a| (1..=houses).map(move |b| (a, b)));
                let rows = pairs.filter(|&(a, b)| relation.holds(a, b)).map(|(a, b)| [a as i32, b as i32]);
                let table = Table::new(2, rows).expect("pairs");
                let rule = s.model.table([s.cells[one].variable, s.cells[other].variable], &table).named(&title).id();
                s.rule(rule, &title, TWO);
            }
        }
    }
}
