//! The player's knowledge: the values of cells and the remaining candidates.

use super::board::Board;
use crate::fact::Fact;
use fixedbitset::FixedBitSet;

/// The state of a board in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The remaining candidates.
    pub(super) left: FixedBitSet,
    /// The candidates known to be true: the cells' known values.
    pub(super) entered: FixedBitSet,
    /// For each candidate that was crossed out because of an entry, the group that contains both.
    pub(super) fell: Vec<Option<usize>>,
}

impl Known {
    /// Creates the knowledge from the givens and the candidates that they cross out.
    pub fn given(board: &Board) -> Known {
        let mut known = Known::plain(board, &[]);
        known.cross_out(board);
        known
    }

    /// Creates the knowledge from the givens and some facts, without any consequences.
    pub(super) fn plain(board: &Board, facts: &[Fact]) -> Known {
        let count = board.candidates.len();
        let left = (0..count).collect();
        let mut known = Known { left, entered: FixedBitSet::with_capacity(count), fell: vec![None; count] };
        board.statement.givens_and(facts).for_each(|fact| known.learn(board, fact));
        known
    }

    /// Adds a fact. A value that the cell cannot hold is ignored.
    pub fn learn(&mut self, board: &Board, fact: Fact) {
        let Some(candidate) = board.candidates.number(fact.cell, fact.value) else { return };
        if !fact.holds {
            self.left.remove(candidate);
            self.settle(board, fact.cell);
            return;
        }
        for other in board.candidates.of_cell(fact.cell) {
            self.left.set(other, other == candidate);
        }
        self.entered.insert(candidate);
    }

    /// Enters the last remaining value of a cell, if cells are either marked or unmarked.
    fn settle(&mut self, board: &Board, cell: usize) {
        let mut left = board.candidates.of_cell(cell).filter(|&candidate| self.left.contains(candidate));
        if let (true, Some(last), None) = (board.statement.is_marks(), left.next(), left.next()) {
            self.entered.insert(last);
        }
    }

    /// Crosses out the remaining candidates of each group that already has as many entries as it admits.
    pub fn cross_out(&mut self, board: &Board) {
        for (number, group) in board.statement.groups.iter().enumerate() {
            let members = &board.members[number];
            if self.entered.intersection_count(members) < group.count {
                continue;
            }
            for member in members.ones().collect::<Vec<usize>>() {
                if self.left.contains(member) && !self.entered.contains(member) {
                    self.left.remove(member);
                    self.fell[member] = Some(number);
                    self.settle(board, board.candidates.at(member).0);
                }
            }
        }
    }

    /// Returns whether a fact is known to be true or false, or `None` if it is open.
    pub fn fact(&self, board: &Board, cell: usize, value: i32) -> Option<bool> {
        match board.candidates.number(cell, value) {
            Some(candidate) if self.left.contains(candidate) => Some(true).filter(|_| self.entered.contains(candidate)),
            _ => Some(false),
        }
    }

    /// Returns the known value of a cell, if any.
    pub fn value(&self, board: &Board, cell: usize) -> Option<i32> {
        let entered = board.candidates.of_cell(cell).find(|&candidate| self.entered.contains(candidate));
        entered.map(|candidate| board.candidates.at(candidate).1)
    }

    /// Returns the remaining values of a cell.
    pub fn left(&self, board: &Board, cell: usize) -> Vec<i32> {
        let left = board.candidates.of_cell(cell).filter(|&candidate| self.left.contains(candidate));
        left.map(|candidate| board.candidates.at(candidate).1).collect()
    }

    /// Checks whether every cell has a known value.
    pub fn is_full(&self, board: &Board) -> bool {
        (0..board.statement.cells.len()).all(|cell| self.value(board, cell).is_some())
    }

    /// Returns all known facts about all cells.
    pub(super) fn all(&self, board: &Board) -> Vec<Fact> {
        self.facts(board, &(0..board.statement.cells.len()).collect::<Vec<usize>>())
    }

    /// Returns all known facts about some cells: the value of a cell if it is known, otherwise the excluded values.
    pub(super) fn facts(&self, board: &Board, cells: &[usize]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for &cell in cells {
            match self.value(board, cell) {
                Some(value) => facts.push(Fact { cell, value, holds: true }),
                None => {
                    let gone = board.candidates.of_cell(cell).filter(|&candidate| !self.left.contains(candidate));
                    facts.extend(gone.map(|candidate| board.fact(candidate, false)));
                }
            }
        }
        facts
    }
}
