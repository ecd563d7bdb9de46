//! Indexes the candidates of a puzzle and their mutual exclusions for hints.

use super::bench::Bench;
use crate::candidates::Candidates;
use crate::fact::Fact;
use crate::statement::{About, Statement, distinct};
use fixedbitset::FixedBitSet;
use solver_core::why::WhyError;
use std::cell::OnceCell;

/// A statement whose candidates are numbered.
pub struct Board {
    /// The statement.
    pub statement: Statement,
    pub(super) candidates: Candidates,
    /// The members of each group.
    pub(super) members: Vec<FixedBitSet>,
    /// The groups of each candidate.
    pub(super) groups_of: Vec<Vec<usize>>,
    /// Each candidate's peers: the candidates that it excludes through a common group that admits only one.
    pub(super) peers: Vec<FixedBitSet>,
    /// The pairs of group classes in which hints look for sets.
    pub(super) classes: Vec<Class>,
    /// The model of each single rule, built on first use.
    benches: OnceCell<Vec<Bench>>,
}

/// Two classes of groups. The first class's true candidates lie in groups of the second class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Class {
    pub(super) kind: ClassKind,
    /// The groups whose true candidates must be placed.
    pub(super) needs: Vec<usize>,
    /// The groups that limit how many candidates are true.
    pub(super) rooms: Vec<usize>,
}

/// The kind of groups in a [`Class`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClassKind {
    /// The needs are the cells of a unit; the rooms are the values of that unit.
    Naked { unit: usize },
    /// The needs are the values of a unit; the rooms are the cells of that unit.
    Hidden { unit: usize },
    /// For one value, the needs are the units of one kind and the rooms are the units of another kind.
    Lines { value: i32 },
}

impl Board {
    /// Numbers the candidates of a statement and indexes its groups.
    pub fn new(statement: Statement) -> Board {
        let candidates = Candidates::new(&statement.cells);
        let count = candidates.len();
        let mut board = Board {
            groups_of: vec![Vec::new(); count],
            peers: vec![FixedBitSet::with_capacity(count); count],
            candidates,
            members: Vec::new(),
            classes: Vec::new(),
            benches: OnceCell::new(),
            statement,
        };
        for (number, group) in board.statement.groups.iter().enumerate() {
            let mut members = FixedBitSet::with_capacity(count);
            members.extend(group.members.iter().filter_map(|&(cell, value)| board.candidates.number(cell, value)));
            for member in members.ones() {
                board.groups_of[member].push(number);
                if group.count == 1 {
                    board.peers[member].union_with(&members);
                }
            }
            board.members.push(members);
        }
        for (candidate, peers) in board.peers.iter_mut().enumerate() {
            peers.remove(candidate);
        }
        board.classes = classes(&board.statement);
        board
    }

    /// Iterates over the groups that two candidates share.
    pub(super) fn shared(&self, one: usize, other: usize) -> impl Iterator<Item = usize> + '_ {
        self.groups_of[one].iter().copied().filter(move |group| one != other && self.groups_of[other].contains(group))
    }

    /// Returns the fact that a candidate is true, or that it is false.
    pub(super) fn fact(&self, candidate: usize, holds: bool) -> Fact {
        let (cell, value) = self.candidates.at(candidate);
        Fact { cell, value, holds }
    }

    /// Returns each rule's model.
    pub(super) fn benches(&self) -> Result<&[Bench], WhyError> {
        if self.benches.get().is_none() {
            let benches =
                self.statement.rules.iter().map(|rule| Bench::new(&self.statement, rule)).collect::<Result<_, _>>()?;
            let _ = self.benches.set(benches);
        }
        Ok(self.benches.get().map(Vec::as_slice).unwrap_or_default())
    }
}

/// Returns all pairs of group classes in which hints look for sets.
fn classes(statement: &Statement) -> Vec<Class> {
    let groups = &statement.groups;
    let about = |own: &dyn Fn(About) -> bool| (0..groups.len()).filter(|&g| own(groups[g].about)).collect::<Vec<_>>();
    let mut classes = Vec::new();
    for (unit, own) in statement.units.iter().enumerate() {
        let cells = about(&|about| matches!(about, About::Cell(cell) if own.cells.contains(&cell)));
        let values = about(&|about| matches!(about, About::Unit(of, _) if of == unit));
        if cells.is_empty() || cells.len() > 64 || values.len() > 64 {
            continue;
        }
        if values.iter().all(|&group| groups[group].exact) {
            classes.push(Class { kind: ClassKind::Hidden { unit }, needs: values.clone(), rooms: cells.clone() });
        }
        classes.push(Class { kind: ClassKind::Naked { unit }, needs: cells, rooms: values });
    }
    let kinds = distinct(statement.units.iter().map(|unit| unit.kind).filter(|kind| !kind.is_empty()));
    let values = distinct(groups.iter().filter_map(|group| match group.about {
        About::Unit(_, value) => Some(value),
        About::Cell(_) => None,
    }));
    for value in values {
        let of = |kind: &str, exact: bool| {
            let own =
                |about| matches!(about, About::Unit(unit, of) if of == value && statement.units[unit].kind == kind);
            let is_in = |&g: &usize| own(groups[g].about) && (groups[g].exact || !exact);
            (0..groups.len()).filter(is_in).collect::<Vec<usize>>()
        };
        let pairs = kinds.iter().flat_map(|one| kinds.iter().map(move |other| (one, other)));
        for (needing, room) in pairs.filter(|(one, other)| one != other) {
            let (needs, rooms) = (of(needing, true), of(room, false));
            let is_same = distinct(needs.iter().chain(&rooms).map(|&group| groups[group].count)).len() == 1;
            if is_same && !needs.is_empty() && rooms.len() <= 64 {
                classes.push(Class { kind: ClassKind::Lines { value }, needs, rooms });
            }
        }
    }
    classes
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Board").field("cells", &self.statement.cells.len()).finish_non_exhaustive()
    }
}
