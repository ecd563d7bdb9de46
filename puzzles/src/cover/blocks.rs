//! The bit-parallel layout of groups: each candidate's word and bit, and the candidates that a complete group excludes.

use crate::candidates::Candidates;
use crate::statement::{About, Statement};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// A block of up to 64 disjoint groups. Each group is a column, and row n contains the n-th candidate of each group.
#[derive(Debug)]
pub(super) struct Block {
    /// The word index of the first row. The need words follow the row words: in need word `i`, a group's bit is set if
    /// the group needs more than `i` candidates.
    at: usize,
    /// The number of rows, which is the size of the largest group.
    rows: usize,
    /// The columns of groups that need an exact number of candidates.
    pub(super) exact: u64,
    /// For each row, the candidate of each column, or [`NONE`] if the group has fewer candidates.
    members: Vec<u32>,
}

impl Block {
    /// Returns the word indices of the block's candidates.
    #[inline]
    pub(super) fn rows(&self) -> Range<usize> {
        self.at..self.at + self.rows
    }

    /// Returns the indices of the block's need words, given that no group needs more than `most` candidates.
    #[inline]
    pub(super) fn needs(&self, most: usize) -> Range<usize> {
        self.at + self.rows..self.at + self.rows + most
    }
}

const NONE: u32 = u32::MAX;

/// The position of a candidate in one of its groups.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Place {
    pub(super) group: u32,
    /// The word index of the candidate's row.
    pub(super) row: u32,
    /// The index of the block's first need word.
    pub(super) needs: u32,
    pub(super) column: u32,
}

/// Candidates in one row that are excluded together.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Fall {
    pub(super) row: u32,
    pub(super) columns: u64,
}

/// Several lists stored consecutively.
#[derive(Debug)]
struct Lists<T> {
    items: Vec<T>,
    starts: Vec<u32>,
}

impl<T: Copy + Default> Lists<T> {
    fn new() -> Lists<T> {
        Lists { items: Vec::new(), starts: vec![0] }
    }

    /// Distributes items into `count` lists, according to each item's list index.
    fn sorted(count: usize, items: impl Iterator<Item = (u32, T)> + Clone) -> Lists<T> {
        let mut starts = vec![0; count + 2];
        items.clone().for_each(|(list, _)| starts[list as usize + 2] += 1);
        (2..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        let mut sorted = vec![T::default(); starts[count + 1] as usize];
        for (list, item) in items {
            let place = &mut starts[list as usize + 1];
            sorted[*place as usize] = item;
            *place += 1;
        }
        starts.pop();
        Lists { items: sorted, starts }
    }

    /// Ends the current list.
    fn end(&mut self) {
        self.starts.push(self.items.len() as u32);
    }

    #[inline]
    fn list(&self, number: u32) -> &[T] {
        &self.items[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize]
    }
}

/// The groups of a statement, arranged in blocks.
#[derive(Debug)]
pub(super) struct Blocks {
    pub(super) all: Vec<Block>,
    /// The words in the initial state, in which all candidates are open.
    pub(super) initial: Vec<u64>,
    /// The maximum number of candidates that a group needs, rounded up to a number that the search supports.
    pub(super) most_needed: usize,
    /// The positions of each candidate.
    places: Lists<Place>,
    /// For each candidate, the candidates that it excludes through groups that admit only one. These groups' own
    /// columns are omitted, because a complete group is never read again.
    with_candidate: Lists<Fall>,
    /// The candidates that each group excludes when it is complete; empty for groups that admit only one candidate.
    with_group: Lists<Fall>,
}

/// A group as a list of candidates.
struct Group {
    /// The value of the group, if it has one. Groups without a value come last.
    value: Option<i32>,
    members: Vec<u32>,
    need: usize,
    exact: bool,
}

impl Blocks {
    pub(super) fn new(statement: &Statement, candidates: &Candidates) -> Blocks {
        let groups = groups(statement, candidates);
        let seats = seats(&groups, candidates.len());
        let most_needed = match groups.iter().map(|group| group.need).max() {
            None | Some(0 | 1) => 1,
            Some(_) => super::MOST_NEEDED,
        };
        let mut blocks = Blocks {
            all: Vec::new(),
            initial: Vec::new(),
            most_needed,
            places: Lists::new(),
            with_candidate: Lists::new(),
            with_group: Lists::new(),
        };
        for block in 0..seats.iter().map(|&(block, _)| block + 1).max().unwrap_or(0) {
            let own = || groups.iter().zip(&seats).filter(|(_, seat)| seat.0 == block);
            let rows = own().map(|(group, _)| group.members.len()).max().unwrap_or(0);
            let at = blocks.initial.len();
            blocks.initial.resize(at + rows + most_needed, 0);
            let (mut exact, mut members) = (0, vec![NONE; 64 * rows]);
            for (group, &(_, column)) in own() {
                exact |= u64::from(group.exact) << column;
                for (row, &member) in group.members.iter().enumerate() {
                    blocks.initial[at + row] |= 1 << column;
                    members[64 * row + column as usize] = member;
                }
                (0..group.need).for_each(|i| blocks.initial[at + rows + i] |= 1 << column);
            }
            blocks.all.push(Block { at, rows, exact, members });
        }
        let place = |number: u32, row: usize| {
            let (block, column) = seats[number as usize];
            let Block { at, rows, .. } = blocks.all[block];
            Place { group: number, row: (at + row) as u32, needs: (at + rows) as u32, column }
        };
        let members = (0..).zip(&groups).flat_map(|(number, group)| {
            group.members.iter().enumerate().map(move |(row, &member)| (member, place(number, row)))
        });
        blocks.places = Lists::sorted(candidates.len(), members);
        blocks.fall(&groups, candidates.len());
        blocks
    }

    /// Fills in the exclusions by candidates and by groups.
    fn fall(&mut self, groups: &[Group], candidates: usize) {
        let mut gatherer = Gatherer { numbers: vec![NONE; self.initial.len()] };
        let mut own = Lists::new();
        for (number, group) in (0..).zip(groups) {
            let others = group.members.iter().flat_map(|&member| self.places.list(member));
            let others = others.filter(|place| place.group != number);
            gatherer.gather(&mut own, others.map(|place| Fall { row: place.row, columns: 1 << place.column }));
            if group.need == 0 {
                own.list(number).iter().for_each(|fall| self.initial[fall.row as usize] &= !fall.columns);
            }
            if group.need > 1 {
                self.with_group.items.extend_from_slice(own.list(number));
            }
            self.with_group.end();
        }
        for candidate in 0..candidates as u32 {
            let takes_one = |place: &&Place| groups[place.group as usize].need == 1;
            let groups = self.places.list(candidate).iter().filter(takes_one);
            gatherer.gather(&mut self.with_candidate, groups.flat_map(|place| own.list(place.group)).copied());
        }
    }

    /// Returns the positions of a candidate in its groups.
    #[inline]
    pub(super) fn places(&self, candidate: u32) -> &[Place] {
        self.places.list(candidate)
    }

    /// Returns the candidates that the given candidate excludes through groups that admit only one.
    #[inline]
    pub(super) fn with_candidate(&self, candidate: u32) -> &[Fall] {
        self.with_candidate.list(candidate)
    }

    /// Returns the candidates that a group excludes when it is complete; empty for groups that admit only one
    /// candidate.
    #[inline]
    pub(super) fn with_group(&self, group: u32) -> &[Fall] {
        self.with_group.list(group)
    }

    /// Returns the candidate in a row and a column of a block.
    #[inline]
    pub(super) fn candidate(&self, block: &Block, row: usize, column: u32) -> u32 {
        block.members[64 * (row - block.at) + column as usize]
    }
}

/// Merges exclusions that are in the same row.
struct Gatherer {
    /// For each row, the index of its entry in the current list.
    numbers: Vec<u32>,
}

impl Gatherer {
    /// Appends exclusions to the current list.
    fn gather(&mut self, lists: &mut Lists<Fall>, falls: impl Iterator<Item = Fall>) {
        let start = lists.items.len();
        for fall in falls {
            let number = &mut self.numbers[fall.row as usize];
            if *number == NONE {
                *number = lists.items.len() as u32;
                lists.items.push(fall);
            } else {
                lists.items[*number as usize].columns |= fall.columns;
            }
        }
        lists.items[start..].iter().for_each(|fall| self.numbers[fall.row as usize] = NONE);
        lists.end();
    }
}

/// Returns the groups of the statement, and one group for each cell that has none.
fn groups(statement: &Statement, candidates: &Candidates) -> Vec<Group> {
    // A value that the cell cannot hold is not a candidate.
    let number = |&(cell, value): &(usize, i32)| candidates.number(cell, value).map(|member| member as u32);
    let stated = statement.groups.iter().map(|group| Group {
        value: if let About::Unit(_, value) = group.about { Some(value) } else { None },
        members: group.members.iter().filter_map(number).collect(),
        need: group.count,
        exact: group.exact,
    });
    let cell = |group: &crate::statement::Group| if let About::Cell(cell) = group.about { Some(cell) } else { None };
    let has_own: FixedBitSet = statement.groups.iter().filter_map(cell).collect();
    let own = (0..statement.cells.len()).filter(|&cell| !has_own.contains(cell)).map(|cell| {
        let members = candidates.of_cell(cell).map(|member| member as u32).collect();
        Group { value: Some(i32::MAX), members, need: 1, exact: true }
    });
    stated.chain(own).collect()
}

/// Assigns each group to a block and a column: the first block that has a free column and shares no candidate with the
/// group. Groups with the same value are adjacent, so that exclusions touch few words.
fn seats(groups: &[Group], candidates: usize) -> Vec<(usize, u32)> {
    // For each block, the number of groups and the candidates that they contain.
    let mut blocks: Vec<(u32, Vec<bool>)> = Vec::new();
    let mut seats = vec![(0, 0); groups.len()];
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|&number| groups[number].value);
    for number in order {
        let group = &groups[number];
        let fits = |(taken, has): &(u32, Vec<bool>)| *taken < 64 && group.members.iter().all(|&m| !has[m as usize]);
        let block = blocks.iter().position(fits).unwrap_or_else(|| {
            blocks.push((0, vec![false; candidates]));
            blocks.len() - 1
        });
        let (taken, has) = &mut blocks[block];
        group.members.iter().for_each(|&member| has[member as usize] = true);
        seats[number] = (block, *taken);
        *taken += 1;
    }
    seats
}
